//! A move with the result of its analysis.

use std::fmt;

use super::explanation::count;

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

/// Returns `1 node`, `12345 nodes`.
#[must_use]
pub fn count_nodes(nodes: u64) -> String {
    count(nodes as usize, "node")
}

impl Candidate {
    /// Describes it to a person: `b2: win 60 %, depth 5, 1234 nodes, line b2 a1`.
    pub(super) fn describe(&self) -> String {
        let Candidate { mv, win, is_proved, depth, nodes, pv, .. } = self;
        let value = match (is_proved, win) {
            (false, _) => format!("win {:.0} %", 100.0 * win),
            (true, 1.0) => "a proved win".to_owned(),
            (true, 0.0) => "a proved loss".to_owned(),
            (true, _) => "a proved draw".to_owned(),
        };
        let line = if pv.is_empty() { String::new() } else { format!(", line {pv}") };
        format!("{mv}: {value}, depth {depth}, {}{line}", count_nodes(*nodes))
    }
}

impl fmt::Display for Candidate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Candidate { mv, score, is_proved, depth, nodes, pv, .. } = self;
        // Only what is proved is certain.
        let win = if *is_proved { self.win } else { self.win.clamp(0.01, 0.99) };
        write!(f, "info move {mv} score {score:.2} win {win:.2} depth {depth} nodes {nodes} pv {pv}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_for_a_person() {
        let estimate = Candidate {
            mv: "b2".to_owned(),
            score: 0.31,
            win: 0.6,
            is_proved: false,
            depth: 5,
            nodes: 1234,
            visits: 0,
            pv: "b2 a1".to_owned(),
        };
        assert_eq!(estimate.describe(), "b2: win 60 %, depth 5, 1234 nodes, line b2 a1");
        let win = Candidate { score: 1.0, win: 1.0, is_proved: true, nodes: 1, pv: String::new(), ..estimate.clone() };
        assert_eq!(win.describe(), "b2: a proved win, depth 5, 1 node");
        let loss = Candidate { score: -3.0, win: 0.0, is_proved: true, ..estimate };
        assert_eq!(loss.describe(), "b2: a proved loss, depth 5, 1234 nodes, line b2 a1");
    }
}
