//! The verbs that tell what the engine knows of a position: solving, values of moves, min-max, all positions.

use std::sync::Arc;

use super::super::TicTacToe;
use super::super::board::Board;
use super::super::census::{Census, MOST_CELLS};
use super::super::minmax::{self, Score};
use super::super::notation::{cell_name, outcome_text};
use super::super::outcome::Outcome as Value;
use super::super::picture::Labels;
use super::super::player;
use super::refused;
use crate::color::{Color, Ending};
use crate::game::Context;
use crate::grid::Cell;
use crate::protocol::{Args, Failure, Outcome, color, unsigned};
use crate::search::Report;

/// Moves that an open reply tells of.
const MOVES_TOLD: usize = 5;

/// The colour that is asked about, at the end of a request: the one to move, unless the game is over.
fn asked(board: &Board, args: &mut Args<'_>) -> Result<Color, Failure> {
    let color = args.optional("COLOR", color)?.unwrap_or_else(|| board.to_move());
    args.end()?;
    if board.ending().is_none() {
        board.check_turn(color).map_err(|refusal| refused(board, None, refusal))?;
    }
    Ok(color)
}

pub(super) fn solve(game: &mut TicTacToe, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    let board = &game.board;
    let color = asked(board, args)?;
    let (outcome, best, nodes) = match board.ending() {
        Some(Ending::Draw) => (Some(Value::Draw), None, 0),
        Some(Ending::Won(winner)) => (Some(if winner == color { Value::Win(0) } else { Value::Loss(0) }), None, 0),
        None => {
            let solved = player::solve(board.rules(), board.marks(), context.settings, &context.open_budget());
            (solved.outcome, solved.best, solved.nodes)
        }
    };
    let best = best.map_or_else(String::new, |cell| format!(" move={}", cell_name(board.rules().variant.size, cell)));
    let seconds = context.started.elapsed().as_secs_f64();
    Ok(format!("{}{best} nodes={nodes} seconds={seconds:.3}", outcome_text(outcome)))
}

/// The outcome of each move; none in a finished game.
fn values(board: &Board, context: &Context<'_>) -> Vec<(Cell, Option<Value>)> {
    match board.ending() {
        Some(_) => Vec::new(),
        None => player::values(board, context.settings, &context.open_budget()),
    }
}

pub(super) fn move_values(game: &mut TicTacToe, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    asked(&game.board, args)?;
    let size = game.board.rules().variant.size;
    let line = |(cell, value)| format!("{} {}", cell_name(size, cell), outcome_text(value));
    Ok(values(&game.board, context).into_iter().map(line).collect::<Vec<_>>().join("\n"))
}

/// The value of each move in its cell: `+3` won in so many plies, `-2` lost, `=` drawn, `?` unknown.
pub(super) fn value_labels(game: &TicTacToe, context: &Context<'_>) -> Labels {
    let word = |value| match value {
        Some(Value::Win(plies)) => format!("+{plies}"),
        Some(Value::Loss(plies)) => format!("-{plies}"),
        Some(Value::Draw) => "=".to_owned(),
        None => "?".to_owned(),
    };
    values(&game.board, context).into_iter().map(|(cell, value)| (cell, word(value))).collect()
}

pub(super) fn analyze(game: &mut TicTacToe, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    let color = args.next("COLOR", color)?;
    args.end()?;
    let board = game.board.clone();
    board.check_turn(color).map_err(|refusal| match board.ending() {
        Some(_) => Failure::Other("the game is over".into()),
        None => refused(&board, None, refusal),
    })?;
    let lines = |report: &Report<Cell>| info_lines(&board, report);
    context.stream_search(lines, |settings, budget, watch| player::think(&board, settings, budget, watch));
    Ok(String::new())
}

/// `info move b2 score 16.00 win 0.60 depth 5 nodes 1234 pv b2 a1`, best line first; the score in units of the heuristic.
fn info_lines(board: &Board, report: &Report<Cell>) -> Vec<String> {
    let size = board.rules().variant.size;
    // An advantage of one line of two marks in three is about as good as won.
    let scale = 4_f64.powi(board.rules().variant.length as i32 - 1);
    let line = |cell: Cell, value: crate::search::Value, pv: String| {
        let score = f64::from(value.units());
        let win = 1.0 / (1.0 + (-score / scale).exp());
        format!(
            "info move {} score {score:.2} win {win:.2} depth {} nodes {} pv {pv}",
            cell_name(size, cell),
            report.depth,
            report.nodes
        )
    };
    let names: Vec<String> = report.line.iter().map(|&cell| cell_name(size, cell)).collect();
    let best = line(report.best, report.value, names.join(" "));
    let others = report.ranked.iter().filter(|ranked| ranked.mv != report.best).take(MOVES_TOLD - 1);
    std::iter::once(best).chain(others.map(|ranked| line(ranked.mv, ranked.value, cell_name(size, ranked.mv)))).collect()
}

/// `+inf`, `-inf` or the number.
fn score_text(score: Score) -> String {
    match score {
        Score::Highest => "+inf".to_owned(),
        Score::Finite(units) => units.to_string(),
        Score::Lowest => "-inf".to_owned(),
    }
}

pub(super) fn heuristic(game: &mut TicTacToe, args: &mut Args<'_>, _: &mut Context<'_>) -> Outcome {
    args.end()?;
    Ok(score_text(minmax::heuristic(game.board.rules(), game.board.marks())))
}

pub(super) fn minmax(game: &mut TicTacToe, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    let depth = match args.clone().word() {
        Some(word) if word.eq_ignore_ascii_case("inf") => args.word().map(|_| u32::MAX),
        _ => None,
    };
    let depth = depth.map_or_else(|| args.next("a depth or inf", unsigned::<u32>), Ok)?;
    args.end()?;
    let (rules, budget) = (game.board.rules(), context.open_budget());
    let found = minmax::minmax(rules, game.board.marks(), depth, &budget);
    let (score, cell, nodes) = found.ok_or_else(|| Failure::Other("unknown: the budget ended first".into()))?;
    let cell = cell.map_or_else(String::new, |cell| format!(" move={}", cell_name(rules.variant.size, cell)));
    let seconds = context.started.elapsed().as_secs_f64();
    Ok(format!("score={}{cell} nodes={nodes} seconds={seconds:.3}", score_text(score)))
}

pub(super) fn census(game: &mut TicTacToe, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    args.end()?;
    let rules = Arc::clone(game.board.rules());
    if rules.area() > MOST_CELLS {
        return Err(Failure::Other(format!(
            "{} has too many positions: at most {MOST_CELLS} cells can be counted",
            rules.variant.size
        )));
    }
    let census = Census::new(&rules, &context.open_budget());
    let judged = context.started.elapsed().as_secs_f64();
    let census = census.ok_or_else(|| Failure::Other("unknown: the budget ended first".into()))?;
    let found = census.summary(&rules);
    let three = |[black, white, draw]: [u64; 3]| format!("black={black} white={white} draw={draw}");
    let ranks = |ranks: &[u64]| ranks.iter().map(u64::to_string).collect::<Vec<_>>().join(" ");
    let [black, white, draw] = found.games;
    Ok(format!(
        "positions={} {} edges={} classes={} seconds={judged:.4}\nfinals {}\nranks black {}\nranks white {}\ngames total={} black={black} white={white} draw={draw}",
        found.positions,
        three(found.values),
        found.edges,
        found.classes,
        three(found.finals),
        ranks(&found.ranks[0]),
        ranks(&found.ranks[1]),
        black + white + draw,
    ))
}
