//! The commands that show the theory of a position: chains, control, long chains, nimber, turns.

use super::super::Dots;
use super::super::board::{Board, Cell, Line};
use super::super::dual::Dual;
use super::super::nimstring::Nimstring;
use super::super::notation::line_name;
use super::super::picture::Labels;
use super::super::position::resolve_captures;
use super::super::rule_players::rules_double_deal;
use super::super::rules;
use super::super::solver::bits::{Bits, Wide};
use super::super::solver::graph::iter_bits;
use super::super::solver::shape::Shape;
use super::super::solver::solve::Bounds;
use super::super::strategy::{self, Component, ComponentKind, Decision, Form, Loony};
use crate::game::Context;
use crate::protocol::{Args, Failure, Outcome};

/// Returns the dual of the open lines alone.
pub(super) fn open_dual(board: &Board) -> Dual<Wide> {
    board.open_dual().expect("room for the 220 lines of the largest board")
}

fn open_dual_without_args(dots: &Dots, args: &Args<'_>) -> Result<Dual<Wide>, Failure> {
    args.end()?;
    Ok(open_dual(&dots.board))
}

/// Lists the boxes of some coins: `0,0 0,1`.
pub(super) fn cell_names(board: &Board, dual: &Dual<Wide>, coins: impl Iterator<Item = usize>) -> String {
    let name = |coin: usize| {
        let (row, column) = board.size().coordinates(dual.cells[coin]);
        format!("{row},{column}")
    };
    coins.map(name).collect::<Vec<_>>().join(" ")
}

pub(super) fn coins_of(dual: &Dual<Wide>, strings: Wide) -> impl Iterator<Item = usize> {
    let coins = Shape::coins_of(&dual.graph, strings);
    (0..dual.cells.len()).filter(move |coin| coins >> coin & 1 == 1)
}

pub(super) fn chains(dots: &mut Dots, args: &mut Args<'_>, _: &mut Context<'_>) -> Outcome {
    let dual = open_dual_without_args(dots, args)?;
    let (offered, handout, rest) = resolve_captures(&dual.graph, dual.left);
    let components = strategy::components(&dual.graph, rest);
    let count = |wanted: fn(&ComponentKind) -> bool| components.iter().filter(|component| wanted(&component.kind)).count();
    let loony = match strategy::loony(&dual.graph, rest) {
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
    lines.extend(components.iter().map(|component| component_line(&dots.board, &dual, component)));
    Ok(lines.join("\n"))
}

fn component_line(board: &Board, dual: &Dual<Wide>, component: &Component) -> String {
    let boxes = cell_names(board, dual, coins_of(dual, component.strings));
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
            let joints = cell_names(board, dual, joints.iter().map(|&joint| usize::from(joint)));
            format!("joined form={form} lengths={} joints {joints} boxes {boxes}", lengths.join(","))
        }
    }
}

/// Returns a letter for each component, in its boxes; capitals where chains meet, an asterisk where a box can be taken.
pub(super) fn chain_labels(dots: &Dots) -> Labels {
    let dual = open_dual(&dots.board);
    let (_, _, rest) = resolve_captures(&dual.graph, dual.left);
    let mut cells: Vec<(Cell, String)> = Vec::new();
    for (number, component) in strategy::components(&dual.graph, rest).iter().enumerate() {
        let letter = (b'a' + (number % 26) as u8) as char;
        for coin in coins_of(&dual, component.strings) {
            let joined = dual.graph.degree(rest, coin as u8) > 2;
            let word = if joined { letter.to_ascii_uppercase() } else { letter };
            cells.push((dual.cells[coin], word.to_string()));
        }
    }
    cells.extend(coins_of(&dual, dual.left & !rest).filter_map(|coin| {
        let is_taken = (dual.graph.strings_of(coin as u8) & rest).is_empty();
        is_taken.then(|| (dual.cells[coin], "*".to_owned()))
    }));
    Labels { lines: Vec::new(), cells }
}

pub(super) fn control(dots: &mut Dots, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    let dual = open_dual_without_args(dots, args)?;
    let name = |string| line_name(dots.board.size(), dual.line(string));
    let mover = dots.board.to_move();
    match strategy::decision(&dual) {
        Decision::Over => Ok("over".to_owned()),
        Decision::Take(string) => Ok(format!("take control={} move={}", mover.name(), name(string))),
        Decision::TakeOne(strings) => {
            let lines: Vec<Line> = iter_bits(strings).map(|string| dual.line(string)).collect();
            let values = line_bounds_of(dots, context, &lines);
            let best = lines.into_iter().max_by_key(|&line| (proved_value(&values, line), std::cmp::Reverse(line)));
            let name = best.map(|line| line_name(dots.board.size(), line)).unwrap_or_default();
            Ok(format!("take control={} move={name}", mover.name()))
        }
        Decision::Deal { take, leave, handout } => Ok(take_or_deal_text(dots, &dual, context, [take, leave], handout)),
        Decision::Open => Ok(opening_text(dots, &dual, context)),
        Decision::Safe => {
            let parity = strategy::parity(&dots.board, &dual);
            let safe = Shape::new(&dual.graph, dual.left).safe_strings().count();
            Ok(format!("undecided safe={safe} rules={}", parity.opener.other().name()))
        }
    }
}

/// Returns the solver's bounds of some lines; none if the position is too large for it.
fn line_bounds_of(dots: &mut Dots, context: &Context<'_>, lines: &[Line]) -> Vec<(Line, Bounds)> {
    let Some(dual) = dots.board.dual() else { return Vec::new() };
    dots.player.line_values(&dual, lines, context.settings, &context.open_budget())
}

/// Returns the value of a line, if it is proved.
fn proved_value(values: &[(Line, Bounds)], line: Line) -> Option<i32> {
    values.iter().find(|(other, _)| *other == line).and_then(|(_, bounds)| bounds.value())
}

/// Returns the reply of `control` where the player to move may take all or leave a handout.
fn take_or_deal_text(dots: &mut Dots, dual: &Dual<Wide>, context: &Context<'_>, strings: [u8; 2], handout: u32) -> String {
    let lines = strings.map(|string| dual.line(string));
    let values = line_bounds_of(dots, context, &lines);
    let by_rules = if rules_double_deal(&dual.graph, dual.left) { "deal" } else { "all" };
    let (exact, all, deal) = match lines.map(|line| proved_value(&values, line)) {
        [Some(all), Some(deal)] => (if deal > all { "deal" } else { "all" }, all.to_string(), deal.to_string()),
        _ => ("unknown", "unknown".to_owned(), "unknown".to_owned()),
    };
    let agree = agreement_text((exact != "unknown").then_some(exact == by_rules || all == deal));
    let [take, leave] = lines.map(|line| line_name(dots.board.size(), line));
    format!(
        "choose control={} exact={exact} rules={by_rules} agree={agree} handout={handout} all={all} deal={deal} take={take} leave={leave}",
        dots.board.to_move().name()
    )
}

/// Returns the reply of `control` where every line gives something away.
fn opening_text(dots: &mut Dots, dual: &Dual<Wide>, context: &Context<'_>) -> String {
    let solved = dots.board.dual().map(|dual| {
        let (bounds, best, _) = dots.player.solve(&dual, context.settings, &context.open_budget());
        (bounds.value(), best.map(|string| dual.line(string)))
    });
    let (margin, best) = solved.unwrap_or_default();
    let parts = rules::opening_order(&dual.graph, dual.left);
    let count = rules::count_boxes(&parts);
    let first = parts.first().map(|part| dual.line(part.cut));
    let of_first = first.and_then(|line| proved_value(&line_bounds_of(dots, context, &[line]), line));
    let size = dots.board.size();
    let name = |line: Option<Line>, none: &str| line.map_or_else(|| none.to_owned(), |line| line_name(size, line));
    format!(
        "open control={} exact={} margin={} rules={} rules_score={}:{} agree={}",
        dots.board.to_move().other().name(),
        name(best, "unknown"),
        margin.map_or_else(|| "unknown".to_owned(), |margin| margin.to_string()),
        name(first, "none"),
        count.opener,
        count.answerer,
        agreement_text(margin.zip(of_first).map(|(best, of_first)| best == of_first))
    )
}

/// Formats whether the rules agree with the solver, if that is known.
const fn agreement_text(agree: Option<bool>) -> &'static str {
    match agree {
        Some(true) => "1",
        Some(false) => "0",
        None => "unknown",
    }
}

pub(super) fn long_chains(dots: &mut Dots, args: &mut Args<'_>, _: &mut Context<'_>) -> Outcome {
    let dual = open_dual_without_args(dots, args)?;
    let parity = strategy::parity(&dots.board, &dual);
    let [black, white] = if parity.black_even { ["even", "odd"] } else { ["odd", "even"] };
    Ok(format!(
        "parity black={black} white={white} counted={} turn={} opener={}",
        parity.counted,
        parity.turn,
        parity.opener.name()
    ))
}

pub(super) fn nimber(dots: &mut Dots, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    let open = open_dual_without_args(dots, args)?;
    let (offered, handout, _) = resolve_captures(&open.graph, open.left);
    if offered > 0 && handout > 0 {
        return Ok("loony".to_owned());
    }
    let value = dots.board.dual().and_then(|dual| {
        let (_, _, rest) = resolve_captures(&dual.graph, dual.left);
        Nimstring::new(&dual.graph, &context.open_budget(), context.settings.half_hash_bytes()).value(rest)
    });
    Ok(value.map_or_else(|| "unknown".to_owned(), |value| value.to_string()))
}

pub(super) fn turns(dots: &mut Dots, args: &mut Args<'_>, _: &mut Context<'_>) -> Outcome {
    args.end()?;
    let turns = strategy::turns(&dots.board);
    let is_complete = dots.board.resigner().is_none() && dots.board.is_full();
    let holds =
        if is_complete { format!(" formula={}", if turns.matches_formula() { "holds" } else { "fails" }) } else { String::new() };
    Ok(format!("turns={} dots={} double={}{holds}", turns.number, turns.base, turns.double_crosses))
}
