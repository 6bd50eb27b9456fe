//! The command `explain`: the decision with its reason, then the structure of the position and what each line is worth.

use super::super::board::Line;
use super::super::dual::Dual;
use super::super::notation::line_name;
use super::super::position::resolve_captures;
use super::super::solver::bits::{Bits, Wide};
use super::super::solver::graph::iter_bits;
use super::super::strategy::{Component, ComponentKind, Decision, components, decision, turns};
use super::super::{Dots, explain as explanation};
use super::line_bounds;
use super::strategy::{cell_names, coins_of, open_dual};
use crate::game::explanation::{self as sentences, Sentence, explanation_text};
use crate::game::{Context, turn};
use crate::protocol::{Args, Outcome};

/// Positions of more open lines are explained without the solver: an explanation is quick.
const MAX_SOLVED: usize = 24;

/// Most components that are described.
const MAX_COMPONENTS: usize = 20;

pub(super) fn explain(dots: &mut Dots, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    let (word, has_marks) = sentences::read_args(args)?;
    if let Some(word) = word {
        return Ok(explanation_text(&turn::explain_move(dots, word, context)?, has_marks));
    }
    if let Some(ending) = turn::situation(dots).ending {
        return Ok(explanation_text(&[ending.into()], has_marks));
    }
    let dual = open_dual(&dots.board);
    let bounds = if dual.lines.len() <= MAX_SOLVED { line_bounds(dots, context) } else { Vec::new() };
    let values: Option<Vec<(Line, i32)>> = bounds.iter().map(|&(line, bounds)| Some((line, bounds.value()?))).collect();
    let reasons = explanation::explain(&dots.board, &dual, &values.unwrap_or_default(), &context.open_budget());
    let reasons: Vec<Sentence> = reasons.into_iter().map(Sentence::from).collect();
    let terms = structure_terms(dots, context);
    Ok(explanation_text(&[reasons, terms].concat(), has_marks))
}

/// Describes a position that is not over: its components, control, turns, handout, and the value of each line.
pub(super) fn structure_terms(dots: &mut Dots, context: &Context<'_>) -> Vec<Sentence> {
    let mut sentences = Vec::new();
    let turns = turns(&dots.board);
    if let Some(dual) = dots.board.open_dual() {
        let (offered, _, rest) = resolve_captures(&dual.graph, dual.left);
        if offered > 0 {
            sentences.push(format!("{} can be taken now", count_text(offered as usize)).into());
        }
        let parts = components(&dual.graph, rest);
        let begin = if offered > 0 { "after that: " } else { "" };
        let parts = parts.iter().take(MAX_COMPONENTS).map(|part| component_text(dots, &dual, part).begin_with(begin));
        sentences.extend(parts);
        sentences.extend(control_terms(dots, &dual));
    }
    let (number, last) = (i64::from(turns.number), i64::from(turns.base) + i64::from(turns.double_crosses));
    sentences.push(if last >= number {
        format!("turn {number}; the game ends on turn {last}, and one later for each double-crossed move from now on").into()
    } else {
        format!("turn {number}; double-crossed moves still to come, at least: {}", number - last).into()
    });
    if dots.board.open_lines().count() <= MAX_SOLVED {
        sentences.extend(turn::rank_moves(dots, context));
    }
    sentences
}

/// Returns `chain of 3 boxes: 0,0 0,1 0,2`, with its lines as a mark.
fn component_text(dots: &Dots, dual: &Dual<Wide>, component: &Component) -> Sentence {
    let boxes: Vec<usize> = coins_of(dual, component.strings).collect();
    let what = match &component.kind {
        ComponentKind::Chain(_) => "chain",
        ComponentKind::Loop(_) => "loop",
        ComponentKind::Joined(..) => "joined chains",
    };
    let text = format!("{what} of {}: {}", count_text(boxes.len()), cell_names(&dots.board, dual, boxes.into_iter()));
    let size = dots.board.size();
    Sentence::from(text).cells(iter_bits(component.strings).map(|string| line_name(size, dual.line(string))))
}

fn count_text(boxes: usize) -> String {
    if boxes == 1 { "1 box".to_owned() } else { format!("{boxes} boxes") }
}

/// Says who is in control, and what a double-dealing move leaves.
fn control_terms(dots: &Dots, dual: &Dual<Wide>) -> Vec<Sentence> {
    let (size, mover) = (dots.board.size(), dots.board.to_move());
    let name = |string: u8| line_name(size, dual.line(string));
    let control = |color: crate::color::Color| Sentence::from(format!("control: {}", color.name()));
    match decision(dual) {
        Decision::Over => Vec::new(),
        Decision::Safe => vec!["control: nobody's yet, for there are lines that give nothing away".into()],
        Decision::Open => vec![control(mover.other())],
        Decision::Take(_) | Decision::TakeOne(_) => vec![control(mover)],
        Decision::Deal { leave, handout, .. } => {
            let after = dual.left & !Wide::one(leave);
            let (_, _, rest) = resolve_captures(&dual.graph, after);
            let is_left = |coin: &usize| {
                let strings = dual.graph.strings_of(*coin as u8);
                !(strings & after).is_empty() && (strings & rest).is_empty()
            };
            let boxes = coins_of(dual, after).filter(is_left);
            let left = cell_names(&dots.board, dual, boxes);
            let lines = iter_bits(after & !rest).map(name);
            let text = format!("to double-deal by {} leaves {handout} boxes: {left}", name(leave));
            vec![control(mover), Sentence::from(text).line([name(leave)]).cells(lines)]
        }
    }
}
