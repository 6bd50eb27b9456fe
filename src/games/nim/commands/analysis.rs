//! The verbs that tell who wins: solving, values of moves, open analysis.

use super::super::Nim;
use super::super::board::{Move, apply_move};
use super::super::notation::move_name;
use super::super::player::Value;
use crate::game::Context;
use crate::protocol::{Args, Failure, Outcome, color};

/// Moves that an open reply tells of.
const MOVES_TOLD: usize = 5;

/// Moves of a line of best play that are told.
const LONGEST_LINE: usize = 12;

/// `win plies=4`
fn verdict(worth: Value) -> String {
    let word = match worth.wins {
        Some(true) => "win",
        Some(false) => "loss",
        None => "unknown",
    };
    worth.plies.map_or_else(|| word.to_owned(), |plies| format!("{word} plies={plies}"))
}

/// A colour may be named: the same moves are open to both, so that it changes nothing.
fn last_color(args: &mut Args<'_>) -> Result<(), Failure> {
    args.optional("COLOR", color)?;
    args.end()
}

pub(super) fn solve(nim: &mut Nim, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    last_color(args)?;
    let heaps = nim.board().heaps().to_vec();
    let answer = nim.player().solve(&heaps, &context.open_budget());
    let best = answer.best.map_or_else(String::new, |mv| format!(" move={}", move_name(&heaps, mv)));
    let seconds = context.started.elapsed().as_secs_f64();
    Ok(format!("{}{best} nodes={} seconds={seconds:.3}", verdict(answer.value), answer.nodes))
}

pub(super) fn move_values(nim: &mut Nim, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    last_color(args)?;
    let heaps = nim.board().heaps().to_vec();
    let values = nim.player().move_values(&heaps, &context.open_budget());
    let mut lines: Vec<String> =
        values.moves.iter().map(|&(mv, worth)| format!("{} {}", move_name(&heaps, mv), verdict(worth))).collect();
    if (values.moves.len() as u64) < values.total {
        let winning = values.winning.map_or_else(|| "unknown".to_owned(), |winning| winning.to_string());
        lines.push(format!("... listed={} winning={winning} moves={}", values.moves.len(), values.total));
    }
    Ok(lines.join("\n"))
}

pub(super) fn analyze(nim: &mut Nim, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    let color = args.next("COLOR", color)?;
    args.end()?;
    if nim.board().winner().is_some() {
        return Err(Failure::Other("the game is over".into()));
    }
    super::in_turn(nim.board(), color)?;
    let heaps = nim.board().heaps().to_vec();
    let budget = context.budget(None);
    let answer = nim.player().solve(&heaps, &budget);
    let mut ranked = nim.player().move_values(&heaps, &budget).moves;
    ranked.retain(|&(mv, _)| Some(mv) != answer.best);
    let length = |worth: Value| worth.plies.map_or(i64::MAX, |plies| plies as i64);
    ranked.sort_by_key(|&(_, worth)| match worth.wins {
        Some(true) => (0, length(worth)),
        None => (1, 0),
        Some(false) => (2, -length(worth)),
    });
    let best = answer.best.map(|mv| (mv, answer.value));
    let told: Vec<(Move, Value)> = best.into_iter().chain(ranked).take(MOVES_TOLD).collect();
    let lines: Vec<String> = told.iter().map(|&(mv, worth)| info_line(nim, &heaps, mv, worth, answer.nodes, context)).collect();
    context.stream_lines(&lines);
    Ok(String::new())
}

/// `info move 1-2 score 1.00 win 1.00 depth 5 nodes 1 pv 1-2 1-3 1-1`; the depth is the distance where it is known.
fn info_line(nim: &mut Nim, heaps: &[u32], mv: Move, worth: Value, nodes: u64, context: &Context<'_>) -> String {
    let (score, win) = match worth.wins {
        Some(true) => ("1.00", "1.00"),
        Some(false) => ("-1.00", "0.00"),
        None => ("0.00", "0.50"),
    };
    let budget = context.budget(None);
    let rule = nim.board().rule().clone();
    let (mut line, mut now, mut next) = (Vec::new(), heaps.to_vec(), Some(mv));
    while let Some(mv) = next.filter(|_| line.len() < LONGEST_LINE && !budget.is_over()) {
        line.push(move_name(&now, mv));
        let Ok(after) = apply_move(&rule, &now, mv) else { break };
        now = after;
        next = nim.player().solve(&now, &budget).best;
    }
    let depth = worth.plies.unwrap_or(1).max(1);
    format!("info move {} score {score} win {win} depth {depth} nodes {nodes} pv {}", move_name(heaps, mv), line.join(" "))
}
