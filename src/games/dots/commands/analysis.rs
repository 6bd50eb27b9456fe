//! The verbs that tell what the engine knows of a position: solving, values of lines, open analysis.

use super::super::Dots;
use super::super::board::{Board, Line};
use super::super::dual::Dual;
use super::super::notation::{line_name, line_names};
use super::super::picture::Labels;
use super::super::position::{Cut, UNITS};
use super::super::solver::bits::Bits;
use super::super::solver::solve::Bounds;
use crate::color::Color;
use crate::game::Context;
use crate::protocol::{Args, Failure, Outcome, color};
use crate::search::{Report, Value};

/// Moves that an open reply tells of.
const MOVES_TOLD: usize = 5;

/// The colour that is asked about: by default the one to move.
fn last_color(dots: &Dots, args: &mut Args<'_>) -> Result<Color, Failure> {
    let color = args.optional("COLOR", color)?.unwrap_or_else(|| dots.board().to_move());
    args.end()?;
    Ok(color)
}

/// `win margin=3`, or `unknown lower=-1 upper=5`.
fn verdict(bounds: Bounds) -> String {
    match bounds.value() {
        Some(margin) if margin > 0 => format!("win margin={margin}"),
        Some(margin) if margin < 0 => format!("loss margin={margin}"),
        Some(_) => "draw margin=0".to_owned(),
        None => format!("unknown lower={} upper={}", bounds.lower, bounds.upper),
    }
}

/// Boxes of a colour less the other's so far.
fn lead(board: &Board, color: Color) -> i32 {
    let score = board.score();
    score[color.index()] as i32 - score[color.other().index()] as i32
}

pub(super) fn solve(dots: &mut Dots, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    let color = last_color(dots, args)?;
    let (bounds, best, nodes) = match dots.board.dual() {
        Some(dual) => {
            let (bounds, string, nodes) = dots.player.solve(&dual, context.settings, &context.open_budget());
            (bounds, string.map(|string| dual.line(string)), nodes)
        }
        None => (undecided(&dots.board), None, 0),
    };
    let total = bounds.value().map_or_else(String::new, |margin| format!(" total={}", margin + lead(&dots.board, color)));
    let best = best.map_or_else(String::new, |line| format!(" move={}", line_name(dots.board.size(), line)));
    let seconds = context.started.elapsed().as_secs_f64();
    Ok(format!("{}{best}{total} nodes={nodes} seconds={seconds:.3}", verdict(bounds)))
}

/// What is known of a position that no search can hold.
fn undecided(board: &Board) -> Bounds {
    let boxes = board.open_boxes() as i32;
    Bounds { lower: -boxes, upper: boxes }
}

/// The value of every open line, by number.
pub(super) fn values(dots: &mut Dots, context: &Context<'_>) -> Vec<(Line, Bounds)> {
    match dots.board.dual() {
        Some(dual) => {
            let values = dots.player.values(&dual, context.settings, &context.open_budget());
            values.into_iter().map(|(string, bounds)| (dual.line(string), bounds)).collect()
        }
        None => dots.board.open_lines().map(|line| (line, undecided(&dots.board))).collect(),
    }
}

pub(super) fn move_values(dots: &mut Dots, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    last_color(dots, args)?;
    let size = dots.board.size();
    let lines = values(dots, context);
    Ok(lines
        .iter()
        .map(|&(line, bounds)| format!("{} {}", line_name(size, line), verdict(bounds)))
        .collect::<Vec<_>>()
        .join("\n"))
}

pub(super) fn value_labels(dots: &mut Dots, context: &Context<'_>) -> Labels {
    let word = |bounds: Bounds| bounds.value().map_or_else(|| "?".to_owned(), |margin| margin.to_string());
    let lines = values(dots, context).into_iter().map(|(line, bounds)| (line, word(bounds))).collect();
    Labels { lines, cells: Vec::new() }
}

pub(super) fn analyze(dots: &mut Dots, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    let color = args.next("COLOR", color)?;
    args.end()?;
    let board = dots.board.clone();
    if board.is_over() {
        return Err(Failure::Other("the game is over".into()));
    }
    if color != board.to_move() {
        return Err(Failure::IllegalMove(format!("{} to move", board.to_move().name())));
    }
    match board.dual() {
        Some(dual) => follow(dots, context, &board, &dual),
        None => follow(dots, context, &board, &super::strategy::open_dual(&board)?),
    }
    Ok(String::new())
}

/// Searches until it is stopped, and tells.
fn follow<S: Bits>(dots: &mut Dots, context: &mut Context<'_>, board: &Board, dual: &Dual<S>) {
    let lines = |report: &Report<Cut>| info_lines(board, dual, report);
    context.stream_search(lines, |settings, budget, watch| dots.player.search(dual, board, settings, budget, watch));
}

/// `info move h1,0 score 1.50 win 0.68 depth 5 nodes 1234 pv h1,0 v2,3`, best line first; the score in boxes.
fn info_lines<S: Bits>(board: &Board, dual: &Dual<S>, report: &Report<Cut>) -> Vec<String> {
    let size = board.size();
    let name = |cut: Cut| line_name(size, dual.line(cut.0 as u8));
    let line = |cut: Cut, value: Value, pv: String| {
        let score = f64::from(value.units()) / f64::from(UNITS);
        let win = 1.0 / (1.0 + (-score / 2.0).exp());
        format!("info move {} score {score:.2} win {win:.2} depth {} nodes {} pv {pv}", name(cut), report.depth, report.nodes)
    };
    let best = line(report.best, report.value, line_names(size, report.line.iter().map(|cut| dual.line(cut.0 as u8))));
    let others = report.ranked.iter().filter(|ranked| ranked.mv != report.best).take(MOVES_TOLD - 1);
    std::iter::once(best).chain(others.map(|ranked| line(ranked.mv, ranked.value, name(ranked.mv)))).collect()
}
