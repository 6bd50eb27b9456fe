//! The commands of theory: winning bites, lost positions, the strategy-stealing argument.

use super::super::Chomp;
use super::super::board::{Square, apply_bite};
use super::super::notation::{bite_name, rows_text};
use super::super::player::Player;
use super::out_of_budget;
use crate::game::Context;
use crate::game::turn::MAX_LISTED;
use crate::protocol::{Args, Outcome, natural};
use crate::search::Budget;

pub(super) fn winning(chomp: &mut Chomp, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    args.end()?;
    let all = chomp.values(&context.open_budget())?;
    Ok(all.iter().filter(|(_, plies)| plies.is_multiple_of(2)).map(|&(bite, _)| bite_name(bite)).collect::<Vec<_>>().join(" "))
}

/// Returns `lost=13 positions=84`, then a line for each: `3,2 plies=5`.
pub(super) fn lost_positions(chomp: &mut Chomp, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    let most = args.optional_last("a number of positions", natural::<usize>)?.unwrap_or(MAX_LISTED).min(MAX_LISTED);
    let size = chomp.board.size;
    let table = chomp.player.exact_table(size, &context.open_budget()).ok_or_else(out_of_budget)?;
    let total = table.lost_count();
    let mut lines = vec![format!("lost={total} positions={}", table.positions())];
    lines.extend(table.lost_positions().take(most).map(|(rows, plies)| format!("{} plies={plies}", rows_text(&rows))));
    Ok(lines.join("\n"))
}

/// Returns the strategy-stealing argument with the moves of a whole bar of more than one square: either biting the last corner
/// wins, or the reply that refutes it leaves what it would leave as a first bite, and so wins as one.
pub(super) fn steal_strategy(player: &mut Player, rows: &Vec<u16>, budget: &Budget) -> Option<String> {
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
