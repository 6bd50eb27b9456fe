//! The limits and the results of a search.

use std::ops::ControlFlow;

use arrayvec::ArrayVec;

use super::value::Value;

/// A principal variation, truncated to 64 moves.
pub type Line<M> = ArrayVec<M, 64>;

/// At the root this many times as many moves are searched as elsewhere, because a move left out at the root is never played.
pub(super) const ROOT_WIDTH: usize = 2;

/// Most root moves of an analysis that have a line of their own.
pub const MAX_LINES: usize = 5;

/// The limits of a search.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Number of threads.
    pub threads: usize,
    /// Last iteration, in plies; never more than [`Position::horizon`](super::Position::horizon).
    pub max_depth: u32,
    /// Number of best root moves to which alpha-beta gives exact values and lines: 1 to choose a move, more for an analysis.
    pub lines: usize,
}

/// A root move with its last result.
#[derive(Clone, Debug)]
pub struct RankedMove<M> {
    /// The move at the root.
    pub mv: M,
    /// Its value for the player who makes it.
    pub value: Value,
    /// Whether `value` is exact; otherwise it is an upper bound.
    pub exact: bool,
    /// Plies searched below the root for it.
    pub depth: u32,
    /// Nodes searched below it; 0 where the search does not count them by move.
    pub nodes: u64,
    /// Best play from the move on; empty for the moves that are not among the best.
    pub line: Line<M>,
}

/// Called with each report of a running search; it may end the search.
pub type Watch<'a, M> = &'a mut dyn FnMut(&Report<M>) -> ControlFlow<()>;

/// The result of a search.
#[derive(Clone, Debug)]
pub struct Report<M> {
    /// Plies searched below the root; 0: nothing was searched.
    pub depth: u32,
    /// The value for the player to move.
    pub value: Value,
    /// The best move.
    pub best: M,
    /// Best play of both sides, the best move first.
    pub line: Line<M>,
    /// Nodes searched, by all workers.
    pub nodes: u64,
    /// The moves tried in this iteration or in the one before, best first.
    pub ranked: Vec<RankedMove<M>>,
}

impl<M: Copy> Report<M> {
    /// Returns the best move with its value, which is exact, and its line.
    pub(super) fn best_move(&self) -> RankedMove<M> {
        RankedMove { mv: self.best, value: self.value, exact: true, depth: self.depth, nodes: 0, line: self.line.clone() }
    }

    /// Returns the report with each move mapped by `name`.
    #[must_use]
    pub fn map<N>(&self, name: impl Fn(M) -> N) -> Report<N> {
        let names = |line: &Line<M>| line.iter().map(|&mv| name(mv)).collect();
        let ranked = |ranked: &RankedMove<M>| {
            let RankedMove { mv, value, exact, depth, nodes, ref line } = *ranked;
            RankedMove { mv: name(mv), value, exact, depth, nodes, line: names(line) }
        };
        Report {
            depth: self.depth,
            value: self.value,
            best: name(self.best),
            line: names(&self.line),
            nodes: self.nodes,
            ranked: self.ranked.iter().map(ranked).collect(),
        }
    }
}
