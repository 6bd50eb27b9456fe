//! The state of a puzzle game: a puzzle with the moves made in it.

use super::Puzzle;
use crate::game::undo::Undo;

/// A puzzle with the moves made in it.
pub struct Session<P: Puzzle> {
    pub(super) puzzle: P,
    pub(super) moves: Vec<P::Move>,
    /// What has been undone since the last move, the last one first.
    undone: Vec<P::Move>,
    /// The result of the moves.
    pub(super) filled: P::Solution,
}

impl<P: Puzzle> Session<P> {
    /// Creates the state after some moves in a puzzle.
    pub(super) fn new(puzzle: P, moves: Vec<P::Move>) -> Self {
        let mut filled = puzzle.blank();
        moves.iter().for_each(|&mv| P::apply(&mut filled, mv));
        Session { puzzle, moves, undone: Vec::new(), filled }
    }

    /// Makes a move.
    pub(super) fn play(&mut self, mv: P::Move) {
        self.undone.clear();
        self.moves.push(mv);
        P::apply(&mut self.filled, mv);
    }
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
        let kept = self.moves.len() - count;
        let mut undone = std::mem::take(&mut self.undone);
        undone.extend(self.moves[kept..].iter().rev());
        *self = Session { undone, ..Session::new(self.puzzle.clone(), self.moves[..kept].to_vec()) };
    }

    fn undone_count(&self) -> usize {
        self.undone.len()
    }

    fn redo(&mut self, count: usize) {
        let mut undone = std::mem::take(&mut self.undone);
        undone.drain(undone.len() - count..).rev().for_each(|mv| self.play(mv));
        self.undone = undone;
    }
}
