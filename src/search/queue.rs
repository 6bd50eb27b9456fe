//! The moves of a node as they are tried: those that are worth it, those put off, and the rest where all else lost.

use super::value::Value;

/// A walk over moves in the order in which they are to be tried.
pub struct Queue<'a, M> {
    moves: &'a mut Vec<M>,
    next: usize,
    /// Where the moves end that are worth trying.
    worth: usize,
    /// Moves that another worker was on.
    put_off: Vec<M>,
    /// Whether the moves put off are being tried.
    late: bool,
}

impl<'a, M: Copy> Queue<'a, M> {
    /// The first `worth` of these moves, and the others if they all lose.
    pub fn new(moves: &'a mut Vec<M>, worth: usize) -> Self {
        Queue { moves, next: 0, worth, put_off: Vec::new(), late: false }
    }

    /// The next move, where the best so far has this value.
    pub fn next(&mut self, best: Value) -> Option<M> {
        if self.next < self.worth {
            self.next += 1;
            return Some(self.moves[self.next - 1]);
        }
        if let Some(mv) = self.put_off.pop() {
            self.late = true;
            return Some(mv);
        }
        if best.is_loss() && self.worth < self.moves.len() {
            self.worth = self.moves.len();
            self.late = false;
            return self.next(best);
        }
        None
    }

    /// Whether the move given last may be put off: the first one and those put off before may not.
    pub fn may_put_off(&self) -> bool {
        self.next > 1 && !self.late
    }

    /// Puts off the move given last.
    pub fn put_off(&mut self, mv: M) {
        self.put_off.push(mv);
    }
}
