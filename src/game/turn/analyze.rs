//! The command `analyze`, and the lines that it streams.

use std::fmt;

use super::{GAME_OVER, GameResult, TurnBoard, TurnGame, Worth};
use crate::game::{Command, Context};
use crate::protocol::{Failure, color};
use crate::search::{Report, Value};

/// Most moves in one group of lines.
const MAX_INFO_LINES: usize = 5;

/// The command `analyze`.
#[must_use]
pub const fn analyze<G: TurnGame>() -> Command<G> {
    Command {
        name: "analyze",
        usage: "COLOR",
        summary: "searches until the next request and streams its results",
        example: "analyze b",
        run: |game, args, context| {
            let color = args.last("COLOR", color)?;
            if game.board().ending().is_some() {
                return Err(Failure::Other(GAME_OVER.into()));
            }
            game.board().check_turn(color)?;
            game.analyze(color, context)?;
            Ok(String::new())
        },
    }
}

/// A line of an analysis: `info move b2 score 16.00 win 0.60 depth 5 nodes 1234 pv b2 a1`.
#[derive(Clone, Debug)]
struct Info {
    /// The move's name.
    mv: String,
    /// The game's own measure for the player to move.
    score: f64,
    /// A rough probability of winning, 0 to 1.
    win: f64,
    /// Plies searched, or plies to the end of the game where they are known.
    depth: u64,
    /// Positions searched.
    nodes: u64,
    /// The principal variation from the move on: names separated by spaces.
    pv: String,
}

impl fmt::Display for Info {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Info { mv, score, win, depth, nodes, pv } = self;
        write!(f, "info move {mv} score {score:.2} win {win:.2} depth {depth} nodes {nodes} pv {pv}")
    }
}

/// Streams what solved moves lead to: fast wins first, slow losses last. `line` names a move and the best play that follows it.
pub fn stream_solved<M: Copy>(
    context: &mut Context<'_>,
    mut moves: Vec<(M, Worth)>,
    nodes: u64,
    mut line: impl FnMut(M) -> (String, String),
) {
    moves.sort_by_key(|(_, worth)| worth.rank());
    let info = |(mv, worth): (M, Worth)| {
        let (mv, pv) = line(mv);
        let (score, win) = match worth.result {
            Some(GameResult::Win) => (1.0, 1.0),
            Some(GameResult::Loss) => (-1.0, 0.0),
            Some(GameResult::Draw) | None => (0.0, 0.5),
        };
        let depth = worth.detail("plies").map_or(1, |plies| plies.max(1) as u64);
        Info { mv, score, win, depth, nodes, pv }.to_string()
    };
    let lines: Vec<String> = moves.into_iter().take(MAX_INFO_LINES).map(info).collect();
    context.stream_lines(&lines);
}

/// Returns the lines of a search report, the best move first with its principal variation; `rate` maps a value to a score and a
/// win probability.
pub fn info_lines<M: Copy + PartialEq>(
    report: &Report<M>,
    name: impl Fn(M) -> String,
    rate: impl Fn(Value) -> (f64, f64),
) -> Vec<String> {
    let line = |mv: M, value: Value, pv: String| {
        let (score, win) = rate(value);
        Info { mv: name(mv), score, win, depth: report.depth.into(), nodes: report.nodes, pv }.to_string()
    };
    let names: Vec<String> = report.line.iter().map(|&mv| name(mv)).collect();
    let best = line(report.best, report.value, names.join(" "));
    let others = report.ranked.iter().filter(|ranked| ranked.mv != report.best).take(MAX_INFO_LINES - 1);
    std::iter::once(best).chain(others.map(|ranked| line(ranked.mv, ranked.value, name(ranked.mv)))).collect()
}

/// Returns the win probability of a score: one half at 0; each `unit` multiplies the odds by e.
#[must_use]
pub fn win_probability(score: f64, unit: f64) -> f64 {
    1.0 / (1.0 + (-score / unit).exp())
}
