//! The verbs that tell what the engine knows of a position: solving, values of moves, open analysis.

use super::super::Connect4;
use super::super::board::{Board, Column};
use super::super::notation::{column_name, refused, score_text};
use super::super::picture::Labels;
use super::super::player;
use super::super::score::Score;
use crate::color::{Color, Ending};
use crate::game::Context;
use crate::protocol::{Args, Failure, Outcome, color};
use crate::search::{Report, Value};

/// Moves that an open reply tells of.
const MOVES_TOLD: usize = 5;

/// Units of the heuristic that make a win likely.
const LIKELY: f64 = 100.0;

/// The colour that is asked about, at the end of a request: the one to move, unless the game is over.
fn asked(board: &Board, args: &mut Args<'_>) -> Result<Color, Failure> {
    let color = args.optional("COLOR", color)?.unwrap_or_else(|| board.to_move());
    args.end()?;
    if board.ending().is_none() {
        board.check_turn(color).map_err(|refusal| refused(board, None, refusal))?;
    }
    Ok(color)
}

pub(super) fn solve(game: &mut Connect4, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    let color = asked(&game.board, args)?;
    let (area, count) = (game.board.shape().area(), game.board.stones().count());
    let solved = match game.board.ending() {
        Some(ending) => return Ok(format!("{} nodes=0 seconds=0.000", ended(ending, color, area, count))),
        None => game.player.solve(&game.board, context.settings, &context.open_budget()),
    };
    let best = solved.best.map_or_else(String::new, |column| format!(" move={}", column_name(column)));
    let seconds = context.started.elapsed().as_secs_f64();
    Ok(format!("{}{best} nodes={} seconds={seconds:.3}", score_text(solved.score, area, count), solved.nodes))
}

/// A finished game in the eyes of a colour.
fn ended(ending: Ending, color: Color, area: u32, count: u32) -> String {
    let score = Score::of_end(area, count).0;
    match ending {
        Ending::Draw => "draw score=0".to_owned(),
        Ending::Won(winner) if winner == color => format!("win score={score} plies=0"),
        Ending::Won(_) => format!("loss score=-{score} plies=0"),
    }
}

/// The score of each move; none in a finished game.
fn values(game: &mut Connect4, context: &Context<'_>) -> Vec<(Column, Option<Score>)> {
    match game.board.ending() {
        Some(_) => Vec::new(),
        None => game.player.values(&game.board, context.settings, &context.open_budget()),
    }
}

pub(super) fn move_values(game: &mut Connect4, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    asked(&game.board, args)?;
    let (area, count) = (game.board.shape().area(), game.board.stones().count());
    let line = |(column, score)| format!("{} {}", column_name(column), score_text(score, area, count));
    Ok(values(game, context).into_iter().map(line).collect::<Vec<_>>().join("\n"))
}

/// The score of each move below its column, `?` where it is unknown.
pub(super) fn value_labels(game: &mut Connect4, context: &Context<'_>) -> Labels {
    let word = |score: Option<Score>| match score {
        Some(Score(score @ 1..)) => format!("+{score}"),
        Some(Score(score)) => score.to_string(),
        None => "?".to_owned(),
    };
    values(game, context).into_iter().map(|(column, score)| (column, word(score))).collect()
}

pub(super) fn analyze(game: &mut Connect4, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    let color = args.next("COLOR", color)?;
    args.end()?;
    let board = game.board.clone();
    board.check_turn(color).map_err(|refusal| match board.ending() {
        Some(_) => Failure::Other("the game is over".into()),
        None => refused(&board, None, refusal),
    })?;
    context.follow(info_lines, |settings, budget, watch| player::think(&board, settings, budget, watch));
    Ok(String::new())
}

/// `info move 4 score 16.00 win 0.60 depth 5 nodes 1234 pv 4 4 3`, best line first; the score in units of the heuristic.
fn info_lines(report: &Report<Column>) -> Vec<String> {
    let line = |column: Column, value: Value, pv: String| {
        let score = f64::from(value.units());
        let win = 1.0 / (1.0 + (-score / LIKELY).exp());
        format!(
            "info move {} score {score:.2} win {win:.2} depth {} nodes {} pv {pv}",
            column_name(column),
            report.depth,
            report.nodes
        )
    };
    let names: Vec<String> = report.line.iter().map(|&column| column_name(column)).collect();
    let best = line(report.best, report.value, names.join(" "));
    let others = report.ranked.iter().filter(|ranked| ranked.mv != report.best).take(MOVES_TOLD - 1);
    std::iter::once(best).chain(others.map(|ranked| line(ranked.mv, ranked.value, column_name(ranked.mv)))).collect()
}
