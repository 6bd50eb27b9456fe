//! What players share: their random numbers, the result of an exact solver, the chosen move, the heuristic search.

use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;

use crate::search::{Budget, FIBONACCI, Limits, Position, Report, Watch, search, table_within};
use crate::settings::Settings;

/// Creates the random numbers of a player in one position: `moves` is the length of the record, `words` describe the position.
pub fn position_random<W: Into<u64>>(seed: u64, moves: usize, words: impl IntoIterator<Item = W>) -> Pcg64Mcg {
    let mix = |salt: u64, word: W| (salt ^ word.into()).wrapping_mul(FIBONACCI).rotate_left(23);
    Pcg64Mcg::seed_from_u64(seed ^ words.into_iter().fold(moves as u64, mix))
}

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

/// A move that was chosen, with what it is based on.
#[derive(Clone, Debug)]
pub struct Choice<V, M> {
    /// The move to play.
    pub mv: M,
    /// Nodes searched in all.
    pub nodes: u64,
    /// The value for the player to move, if the exact solver found it.
    pub value: Option<V>,
    /// What the heuristic search has found, if it was needed.
    pub report: Option<Report<M>>,
}

impl<V, M> Choice<V, M> {
    /// Returns the reason for the move, given the words for a value and for a report.
    pub fn reason(&self, value: impl FnOnce(&V) -> String, report: impl FnOnce(&Report<M>) -> String) -> String {
        self.value.as_ref().map(value).or_else(|| self.report.as_ref().map(report)).unwrap_or_default()
    }
}

/// Searches an unfinished game by heuristic alpha-beta with a new table, as deep as the level allows. `lines` moves get exact values.
pub(super) fn think<P: Position>(
    position: P,
    settings: &Settings,
    budget: &Budget,
    lines: usize,
    watch: Watch<'_, P::Move>,
) -> Report<P::Move> {
    let limits = Limits { threads: settings.threads, max_depth: settings.max_depth(), lines };
    let table = table_within(settings.half_hash_bytes(), budget);
    let report = search(position, &table, &limits, budget, watch);
    budget.leftovers.keep(table);
    report
}

/// Solves the position after each move, with equal shares of the node limit and of the remaining time.
pub fn solve_each<M: Copy, V>(
    moves: &[M],
    budget: &Budget,
    mut solve: impl FnMut(M, &Budget) -> Option<V>,
) -> Vec<(M, Option<V>)> {
    let count = moves.len();
    moves.iter().enumerate().map(|(number, &mv)| (mv, solve(mv, &budget.split(count - number, count)))).collect()
}
