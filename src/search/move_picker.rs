//! The move picker of a node: moves in search order, then the deferred ones, then the rest if all of these lose.

use std::collections::VecDeque;

use super::value::Value;

/// The moves of a node in search order; deferred moves come last.
pub(super) struct MovePicker<'a, M> {
    moves: &'a mut Vec<M>,
    next: usize,
    /// Number of moves to search.
    count: usize,
    /// Moves that another worker was searching, each with its index in the order.
    deferred: VecDeque<(usize, M)>,
    /// Whether the last move was a deferred one.
    is_late: bool,
}

impl<'a, M: Copy> MovePicker<'a, M> {
    /// Creates a picker of the first `count` moves, and of the others if all of these lose.
    pub fn new(moves: &'a mut Vec<M>, count: usize) -> Self {
        MovePicker { moves, next: 0, count, deferred: VecDeque::new(), is_late: false }
    }

    /// Returns the next move and its index in the order, which is the same for every worker; `best` is the best value so far.
    pub fn next(&mut self, best: Value) -> Option<(usize, M)> {
        if self.next < self.count {
            self.next += 1;
            return Some((self.next - 1, self.moves[self.next - 1]));
        }
        if let Some(late) = self.deferred.pop_front() {
            self.is_late = true;
            return Some(late);
        }
        if best.is_loss() && self.count < self.moves.len() {
            self.count = self.moves.len();
            self.is_late = false;
            return self.next(best);
        }
        None
    }

    /// Returns whether the last move may be deferred: the first move and deferred moves may not.
    pub fn may_defer(&self) -> bool {
        self.next > 1 && !self.is_late
    }

    /// Defers the last move.
    pub fn defer(&mut self, rank: usize, mv: M) {
        self.deferred.push_back((rank, mv));
    }
}
