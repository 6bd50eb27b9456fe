//! The verbs that tell who wins: solving, values of bites, lost positions, open analysis.

use super::super::board::{Square, apply_bite};
use super::super::notation::{bite_name, rows_text};
use super::super::player::Player;
use super::super::{Chomp, picture};
use super::MAX_LISTED;
use crate::game::Context;
use crate::protocol::{Args, Failure, Outcome, color, unsigned};
use crate::search::Budget;

/// Moves that an open reply tells of.
const MOVES_TOLD: usize = 5;

/// Bites of a line of best play that are told.
const LONGEST_LINE: usize = 12;

/// `win plies=4`: an even number is a win.
fn verdict(plies: u32) -> String {
    format!("{} plies={plies}", if plies.is_multiple_of(2) { "win" } else { "loss" })
}

/// A colour may be named: the same bites are open to both, so that it changes nothing.
fn last_color(args: &mut Args<'_>) -> Result<(), Failure> {
    args.optional("COLOR", color)?;
    args.end()
}

pub(super) fn solve(chomp: &mut Chomp, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    last_color(args)?;
    let (rows, budget) = (chomp.board.rows().clone(), context.open_budget());
    let answer = chomp.player.solve(&rows, &budget);
    let seconds = context.started.elapsed().as_secs_f64();
    let Some(answer) = answer else { return Ok(format!("unknown nodes=0 seconds={seconds:.3}")) };
    let best = answer.best.map_or_else(String::new, |bite| format!(" move={}", bite_name(bite)));
    let mut text = format!("{}{best} nodes={} seconds={seconds:.3}", verdict(answer.plies), answer.nodes);
    if let Some(theft) = theft(&mut chomp.player, &rows, &budget) {
        text.push_str(&format!("\n{theft}"));
    }
    Ok(text)
}

/// The theft of the strategy, checked on a whole bar of more than one square: to bite the last corner wins, or the answer that
/// refutes it leaves the same as the first bite does, and wins.
fn theft(player: &mut Player, rows: &Vec<u16>, budget: &Budget) -> Option<String> {
    let columns = *rows.first()?;
    let left = rows.iter().filter(|&&row| row > 0).count();
    let is_whole = rows[..left].iter().all(|&row| row == columns) && (left, columns) > (1, 1);
    if !is_whole || columns == 0 {
        return None;
    }
    let corner = Square { row: left - 1, column: usize::from(columns) - 1 };
    let bitten = apply_bite(rows, corner)?;
    let answer = player.solve(&bitten, budget)?;
    let corner = bite_name(corner);
    let Some(refutation) = answer.best.filter(|_| answer.wins()) else {
        return Some(format!("stealing corner={corner} wins"));
    };
    let is_same = apply_bite(&bitten, refutation)? == apply_bite(rows, refutation)?;
    let wins = player.table_for(rows, budget)?.plies(&apply_bite(rows, refutation)?) % 2 == 1;
    let verdict = if is_same && wins { "wins" } else { "fails" };
    Some(format!("stealing corner={corner} loses refutation={0} stolen={0} {verdict}", bite_name(refutation)))
}

/// What each bite leads to, or that a limit came first.
fn values(chomp: &mut Chomp, context: &Context<'_>) -> Result<Vec<(Square, u32)>, Failure> {
    let rows = chomp.board.rows().clone();
    chomp.player.move_values(&rows, &context.open_budget()).ok_or_else(out_of_budget)
}

fn out_of_budget() -> Failure {
    Failure::Other("the budget ended before the bar was solved".into())
}

pub(super) fn move_values(chomp: &mut Chomp, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    last_color(args)?;
    let all = values(chomp, context)?;
    let total = all.len();
    let winning = all.iter().filter(|(_, plies)| plies.is_multiple_of(2)).count();
    let is_cut = total > MAX_LISTED;
    let told = all.iter().filter(|(_, plies)| !is_cut || plies.is_multiple_of(2));
    let mut lines: Vec<String> = told.map(|&(bite, plies)| format!("{} {}", bite_name(bite), verdict(plies))).collect();
    if is_cut {
        lines.push(format!("... listed={} winning={winning} moves={total}", lines.len()));
    }
    Ok(lines.join("\n"))
}

pub(super) fn winning(chomp: &mut Chomp, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    args.end()?;
    let all = values(chomp, context)?;
    Ok(all.iter().filter(|(_, plies)| plies.is_multiple_of(2)).map(|&(bite, _)| bite_name(bite)).collect::<Vec<_>>().join(" "))
}

/// `lost=13 positions=84`, then a line for each: `3,2 plies=5`.
pub(super) fn lost_positions(chomp: &mut Chomp, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    let most = args.optional("a number of positions", unsigned::<usize>)?.unwrap_or(MAX_LISTED).min(MAX_LISTED);
    args.end()?;
    let size = chomp.board.size();
    let table = chomp.player.exact_table(size, &context.open_budget()).ok_or_else(out_of_budget)?;
    let total = table.lost_count();
    let mut lines = vec![format!("lost={total} positions={}", table.positions())];
    lines.extend(table.lost().take(most).map(|(rows, plies)| format!("{} plies={plies}", rows_text(&rows))));
    Ok(lines.join("\n"))
}

pub(super) fn value_labels(chomp: &mut Chomp, context: &Context<'_>) -> Result<picture::Labels, Failure> {
    Ok(values(chomp, context)?.into_iter().map(|(bite, plies)| (bite, plies.to_string())).collect())
}

pub(super) fn analyze(chomp: &mut Chomp, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    let color = args.next("COLOR", color)?;
    args.end()?;
    if chomp.board.winner().is_some() {
        return Err(Failure::Other("the game is over".into()));
    }
    super::in_turn(&chomp.board, color)?;
    let rows = chomp.board.rows().clone();
    let budget = context.budget(None);
    let nodes = chomp.player.solve(&rows, &budget).ok_or_else(out_of_budget)?.nodes;
    let mut all = chomp.player.move_values(&rows, &budget).ok_or_else(out_of_budget)?;
    all.sort_by_key(
        |&(_, plies)| if plies.is_multiple_of(2) { i64::from(plies) } else { i64::from(u32::MAX) - i64::from(plies) },
    );
    let told = all.into_iter().take(MOVES_TOLD);
    let lines: Vec<String> = told.map(|(bite, plies)| info_line(chomp, bite, plies, nodes, &budget)).collect();
    context.stream_lines(&lines);
    Ok(String::new())
}

/// `info move 2,2 score 1.00 win 1.00 depth 6 nodes 20 pv 2,2 1,3`; the depth is the number of plies to the end.
fn info_line(chomp: &mut Chomp, bite: Square, plies: u32, nodes: u64, budget: &Budget) -> String {
    let (score, win) = if plies.is_multiple_of(2) { ("1.00", "1.00") } else { ("-1.00", "0.00") };
    let (mut line, mut now, mut next) = (Vec::new(), chomp.board.rows().clone(), Some(bite));
    while let Some(bite) = next.filter(|_| line.len() < LONGEST_LINE) {
        line.push(bite_name(bite));
        let Some(after) = apply_bite(&now, bite) else { break };
        now = after;
        next = chomp.player.solve(&now, budget).and_then(|answer| answer.best);
    }
    format!("info move {} score {score} win {win} depth {plies} nodes {nodes} pv {}", bite_name(bite), line.join(" "))
}
