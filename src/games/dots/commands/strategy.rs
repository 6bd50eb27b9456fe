//! The verbs that tell what the theory says of a position.

use super::super::board::{Board, Cell, Open};
use super::super::nimstring::Nimstring;
use super::super::notation::line_name;
use super::super::picture::Labels;
use super::super::player::rules_deal;
use super::super::position::resolved;
use super::super::rules;
use super::super::solver::graph::Strings;
use super::super::solver::shape::Shape;
use super::super::strategy::{self, Component, ComponentKind, Decision, Form, Loony};
use super::super::{Dots, explain as words};
use crate::game::Context;
use crate::protocol::{Args, Failure, Outcome};

/// A board with more open lines than a search can hold.
pub(super) fn too_many(board: &Board) -> Failure {
    Failure::Other(format!("{} lines are open; this works from 64 on down", board.open_lines().count()))
}

fn open(dots: &Dots, args: &Args<'_>) -> Result<Open, Failure> {
    args.end()?;
    dots.board().open().ok_or_else(|| too_many(dots.board()))
}

/// `0,0 0,1`: the boxes of a set of coins.
fn cell_names(board: &Board, open: &Open, coins: impl Iterator<Item = usize>) -> String {
    let name = |coin: usize| {
        let (row, column) = board.size().place(open.cells[coin]);
        format!("{row},{column}")
    };
    coins.map(name).collect::<Vec<_>>().join(" ")
}

fn coins_of(open: &Open, strings: Strings) -> impl Iterator<Item = usize> {
    let coins = Shape::coins_of(&open.graph, strings);
    (0..64).filter(move |coin| coins >> coin & 1 == 1)
}

pub(super) fn chains(dots: &mut Dots, args: &mut Args<'_>, _: &mut Context<'_>) -> Outcome {
    let open = open(dots, args)?;
    let (offered, handout, rest) = resolved(&open.graph, open.left);
    let components = strategy::components(&open.graph, rest);
    let count = |wanted: fn(&ComponentKind) -> bool| components.iter().filter(|component| wanted(&component.kind)).count();
    let loony = match strategy::loony(&open.graph, rest) {
        Loony::No => "no",
        Loony::General => "general",
        Loony::Simple => "simple",
    };
    let mut lines = vec![format!(
        "components={} chains={} loops={} offered={offered} handout={handout} loony={loony}",
        components.len(),
        count(|kind| matches!(kind, ComponentKind::Chain(_))),
        count(|kind| matches!(kind, ComponentKind::Loop(_))),
    )];
    lines.extend(components.iter().map(|component| component_line(dots.board(), &open, component)));
    Ok(lines.join("\n"))
}

fn component_line(board: &Board, open: &Open, component: &Component) -> String {
    let boxes = cell_names(board, open, coins_of(open, component.strings));
    match &component.kind {
        ComponentKind::Chain(length) => format!("chain length={length} boxes {boxes}"),
        ComponentKind::Loop(length) => format!("loop length={length} boxes {boxes}"),
        ComponentKind::Joined(form, joints, lengths) => {
            let form = match form {
                Form::T => "T",
                Form::P => "P",
                Form::X => "X",
                Form::Eight => "8",
                Form::Tree => "tree",
                Form::Graph => "graph",
            };
            let lengths: Vec<String> = lengths.iter().map(u32::to_string).collect();
            let joints = cell_names(board, open, joints.iter().map(|&joint| usize::from(joint)));
            format!("joined form={form} lengths={} joints {joints} boxes {boxes}", lengths.join(","))
        }
    }
}

/// A letter for each component, in its boxes; capitals where chains meet, an asterisk where a box can be taken.
pub(super) fn chain_labels(dots: &Dots) -> Result<Labels, Failure> {
    let open = dots.board.open().ok_or_else(|| too_many(&dots.board))?;
    let (_, _, rest) = resolved(&open.graph, open.left);
    let mut cells: Vec<(Cell, String)> = Vec::new();
    for (number, component) in strategy::components(&open.graph, rest).iter().enumerate() {
        let letter = (b'a' + (number % 26) as u8) as char;
        for coin in coins_of(&open, component.strings) {
            let joined = open.graph.degree(rest, coin as u8) > 2;
            let word = if joined { letter.to_ascii_uppercase() } else { letter };
            cells.push((open.cells[coin], word.to_string()));
        }
    }
    cells.extend(coins_of(&open, open.left & !rest).filter_map(|coin| {
        let is_taken = open.graph.strings_of(coin as u8) & rest == 0;
        is_taken.then(|| (open.cells[coin], "*".to_owned()))
    }));
    Ok(Labels { lines: Vec::new(), cells })
}

pub(super) fn control(dots: &mut Dots, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    let open = open(dots, args)?;
    let name = |string| line_name(dots.board.size(), open.line(string));
    let mover = dots.board.to_move();
    let budget = context.open_budget();
    match strategy::decision(&open) {
        Decision::Over => Ok("over".to_owned()),
        Decision::Take(string) => Ok(format!("take control={} move={}", mover.name(), name(string))),
        Decision::Deal { take, leave, handout } => {
            let values = dots.player.values(&open, context.settings, &budget);
            let worth = |string| values.iter().find(|(other, _)| *other == string).and_then(|(_, bounds)| bounds.value());
            let by_rules = if rules_deal(&open.graph, open.left) { "deal" } else { "all" };
            let by_value = match (worth(take), worth(leave)) {
                (Some(all), Some(deal)) => {
                    [if deal > all { "deal" } else { "all" }.to_owned(), all.to_string(), deal.to_string()]
                }
                _ => ["unknown", "unknown", "unknown"].map(str::to_owned),
            };
            let [exact, all, deal] = by_value;
            let agree = exact == by_rules || all == deal;
            let (take, leave) = (name(take), name(leave));
            Ok(format!(
                "choose control={} exact={exact} rules={by_rules} agree={} handout={handout} all={all} deal={deal} take={take} leave={leave}",
                mover.name(),
                u8::from(agree)
            ))
        }
        Decision::Open => {
            let (bounds, best, _) = dots.player.solve(&open, context.settings, &budget);
            let parts = rules::order(&open.graph, open.left);
            let count = rules::count(&parts);
            let first = parts.first().map_or_else(|| "none".to_owned(), |part| name(part.cut));
            let values = dots.player.values(&open, context.settings, &budget);
            let of_first = parts.first().and_then(|part| values.iter().find(|(string, _)| *string == part.cut));
            let agree = of_first.is_some_and(|(_, value)| bounds.value().is_some() && value.value() == bounds.value());
            let exact = best.map_or_else(|| "unknown".to_owned(), name);
            let margin = bounds.value().map_or_else(|| "unknown".to_owned(), |margin| margin.to_string());
            Ok(format!(
                "open control={} exact={exact} margin={margin} rules={first} rules_score={}:{} agree={}",
                mover.other().name(),
                count.opener,
                count.answerer,
                u8::from(agree)
            ))
        }
        Decision::Quiet => {
            let parity = strategy::parity(&dots.board, &open);
            let safe = Shape::of(&open.graph, open.left).safe_strings().count_ones();
            Ok(format!("undecided safe={safe} rules={}", parity.opener.other().name()))
        }
    }
}

pub(super) fn long_chains(dots: &mut Dots, args: &mut Args<'_>, _: &mut Context<'_>) -> Outcome {
    let open = open(dots, args)?;
    let parity = strategy::parity(dots.board(), &open);
    let [black, white] = if parity.black_even { ["even", "odd"] } else { ["odd", "even"] };
    Ok(format!(
        "parity black={black} white={white} counted={} turn={} opener={}",
        parity.counted,
        parity.turn,
        parity.opener.name()
    ))
}

pub(super) fn nimber(dots: &mut Dots, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    let open = open(dots, args)?;
    let (offered, handout, rest) = resolved(&open.graph, open.left);
    if offered > 0 && handout > 0 {
        return Ok("loony".to_owned());
    }
    let value = Nimstring::new(&open.graph, &context.open_budget()).value(rest);
    Ok(value.map_or_else(|| "unknown".to_owned(), |value| value.to_string()))
}

pub(super) fn turns(dots: &mut Dots, args: &mut Args<'_>, _: &mut Context<'_>) -> Outcome {
    args.end()?;
    let turns = strategy::turns(dots.board());
    let whole = dots.board().resigned().is_none() && dots.board().is_over();
    let holds = if whole {
        format!(" formula={}", if turns.number == turns.base + turns.double { "holds" } else { "fails" })
    } else {
        String::new()
    };
    Ok(format!("turns={} dots={} double={}{holds}", turns.number, turns.base, turns.double))
}

pub(super) fn explain(dots: &mut Dots, args: &mut Args<'_>, _: &mut Context<'_>) -> Outcome {
    let open = open(dots, args)?;
    Ok(words::words(dots.board(), &open).join("\n"))
}
