//! The state of a puzzle game: a puzzle with the moves made in it.

use super::Puzzle;
use crate::game::undo::{History, Undo};

/// A puzzle with the moves made in it.
pub struct Session<P: Puzzle> {
    pub(super) puzzle: P,
    pub(super) moves: History<P::Move>,
    /// The partial solution that the moves have filled in.
    pub(super) filled: P::Solution,
}

impl<P: Puzzle> Session<P> {
    /// Creates the state after some moves in a puzzle.
    pub(super) fn new(puzzle: P, moves: Vec<P::Move>) -> Self {
        let filled = fill_in(&puzzle, &moves);
        Session { puzzle, moves: History::from(moves), filled }
    }

    /// Makes a move.
    pub(super) fn play(&mut self, mv: P::Move) {
        self.moves.push(mv);
        P::apply(&mut self.filled, mv);
    }
}

/// Returns the partial solution that some moves fill in.
pub(super) fn fill_in<P: Puzzle>(puzzle: &P, moves: &[P::Move]) -> P::Solution {
    let mut filled = puzzle.blank();
    moves.iter().for_each(|&mv| P::apply(&mut filled, mv));
    filled
}

impl<P: Puzzle> Default for Session<P> {
    fn default() -> Self {
        Session::new(P::default(), Vec::new())
    }
}

impl<P: Puzzle> Undo for Session<P> {
    fn move_count(&self) -> usize {
        self.moves.len()
    }

    fn undo(&mut self, count: usize) {
        self.moves.undo(count);
        self.filled = fill_in(&self.puzzle, &self.moves);
    }

    fn undone_count(&self) -> usize {
        self.moves.undone_count()
    }

    fn redo(&mut self, count: usize) {
        self.moves.redo(count).iter().for_each(|&mv| P::apply(&mut self.filled, mv));
    }
}
