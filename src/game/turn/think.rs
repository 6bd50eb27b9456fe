//! Players that solve a position exactly if a share of the budget suffices, and search it heuristically otherwise.

use std::ops::ControlFlow;

use crate::game::stream::Watch;
use crate::search::{Budget, Limits, Position, Report, Table, search};
use crate::settings::Settings;

/// The result of an exact solver within a budget.
#[derive(Clone, Copy, Debug)]
pub struct Answer<V, M> {
    /// The value for the player to move; `None` if the budget ended first.
    pub value: Option<V>,
    /// A best move; `None` if the budget ended first or the game is over.
    pub best: Option<M>,
    /// Nodes searched.
    pub nodes: u64,
}

/// Searches an unfinished game by heuristic alpha-beta with a new table, as deep as the level allows.
pub fn think<P: Position>(position: P, settings: &Settings, budget: &Budget, watch: Watch<'_, P::Move>) -> Report<P::Move> {
    // Half of `hash_mb`, in bytes.
    let max_bytes = settings.hash_mb << 19;
    let bytes = budget.max_nodes.map_or(max_bytes, |nodes| max_bytes.min(Table::bytes_for(nodes)));
    let limits = Limits { threads: settings.threads, max_depth: settings.max_depth(), among: None };
    search(position, &Table::new(bytes), &limits, budget, watch)
}

/// Chooses a move in an unfinished game: that of an exact solver if it ends within a share, 0 to 1, of the budget, else that of
/// [`think`] with what is left. Below full strength only [`think`] is used. Returns the move and the nodes of both.
pub fn solve_or_think<P: Position, V>(
    solve: impl FnOnce(&Budget) -> Answer<V, P::Move>,
    share: f64,
    position: P,
    settings: &Settings,
    budget: &Budget,
) -> (P::Move, u64) {
    let mut nodes = 0;
    if settings.level >= Settings::FULL_LEVEL {
        let answer = solve(&budget.part(share));
        nodes = answer.nodes;
        if let Some(mv) = answer.best {
            return (mv, nodes);
        }
    }
    let report = think(position, settings, &budget.after_nodes(nodes), &mut |_| ControlFlow::Continue(()));
    (report.best, nodes + report.nodes)
}

/// Solves the position after each move, with equal shares of the node limit and of the remaining time.
pub fn solve_each<M: Copy, V>(
    moves: &[M],
    budget: &Budget,
    mut solve: impl FnMut(M, &Budget) -> Option<V>,
) -> Vec<(M, Option<V>)> {
    let mut values = Vec::new();
    for (number, &mv) in moves.iter().enumerate() {
        let mut share = budget.part(1.0 / (moves.len() - number) as f64);
        share.max_nodes = budget.max_nodes.map(|nodes| nodes / moves.len() as u64);
        values.push((mv, solve(mv, &share)));
    }
    values
}
