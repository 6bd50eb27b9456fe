//! A move that an analysis has looked at, with what it found.

use std::fmt;

/// A move with its value and the play that is expected after it. Printed as
/// `info move b2 score 16.00 win 0.60 depth 5 nodes 1234 pv b2 a1`.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// The move's name.
    pub mv: String,
    /// The game's own measure for the player to move.
    pub score: f64,
    /// Win probability of the player to move, 0 to 1; a draw counts one half. An estimate unless `is_proved`.
    pub win: f64,
    /// Whether `win` is proved.
    pub is_proved: bool,
    /// Plies searched, or plies to the end of the game where they are known.
    pub depth: u64,
    /// Positions that the whole analysis has searched.
    pub nodes: u64,
    /// Positions searched below this move; 0 if the search does not count them.
    pub visits: u64,
    /// The principal variation from the move on: names separated by spaces; empty for the moves that are not among the best.
    pub pv: String,
}

impl fmt::Display for Candidate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Candidate { mv, score, win, depth, nodes, pv, .. } = self;
        write!(f, "info move {mv} score {score:.2} win {win:.2} depth {depth} nodes {nodes} pv {pv}")
    }
}
