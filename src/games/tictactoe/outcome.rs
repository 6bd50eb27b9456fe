//! Outcomes: the value of a position under best play, with the plies to the end.

use std::cmp::Ordering;

/// The outcome of a position for the player to move. The winner hurries and the loser delays; a draw always fills the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Lost in this many plies.
    Loss(u8),
    /// Drawn.
    Draw,
    /// Won in this many plies.
    Win(u8),
}

impl Outcome {
    /// Returns the outcome of the move that led to a position with this outcome, for the player who made it.
    #[must_use]
    pub fn back_up(self) -> Outcome {
        match self {
            Outcome::Loss(plies) => Outcome::Win(plies + 1),
            Outcome::Draw => Outcome::Draw,
            Outcome::Win(plies) => Outcome::Loss(plies + 1),
        }
    }

    /// Returns a number by which outcomes are compared; larger is better.
    fn rank(self) -> i32 {
        match self {
            Outcome::Loss(plies) => i32::from(plies) - 1_000,
            Outcome::Draw => 0,
            Outcome::Win(plies) => 1_000 - i32::from(plies),
        }
    }
}

impl Ord for Outcome {
    fn cmp(&self, other: &Self) -> Ordering {
        self.rank().cmp(&other.rank())
    }
}

impl PartialOrd for Outcome {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
