//! What solving comes to: one type for all games, and how it is printed.

use std::fmt;

use crate::color::{Color, Ending};

/// How a game ends for a player, with best play of both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameResult {
    /// The player wins.
    Win,
    /// Nobody wins.
    Draw,
    /// The other player wins.
    Loss,
}

/// What a position or a move is worth to a player. Printed as `win score=3 plies=5`, `draw`, `unknown lower=-1 upper=5`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Worth {
    /// The result; `None` where a limit came before a proof.
    pub result: Option<GameResult>,
    /// What else is known, each with its key, in the order in which it is printed.
    pub details: Vec<(&'static str, i64)>,
}

/// What `solve` finds in a position.
#[derive(Clone, Debug)]
pub struct Solution<M> {
    /// What the position is worth.
    pub worth: Worth,
    /// A best move.
    pub best: Option<M>,
    /// Numbers that stand after the move, each with its key.
    pub details: Vec<(&'static str, i64)>,
    /// Positions searched, where they are counted.
    pub nodes: Option<u64>,
    /// A line below the first; it may be empty.
    pub note: String,
}

/// What `move_values` finds.
#[derive(Clone, Debug)]
pub struct MoveValues<M> {
    /// The moves with what each is worth to the player who makes it: all of them, or some where they are too many.
    pub moves: Vec<(M, Worth)>,
    /// How many moves there are.
    pub total: u64,
    /// How many of them win, where it is known.
    pub winning: Option<u64>,
}

impl GameResult {
    /// Returns the result of a player whose wins are positive numbers.
    #[must_use]
    pub const fn from_sign(number: i64) -> GameResult {
        match number {
            1.. => GameResult::Win,
            0 => GameResult::Draw,
            _ => GameResult::Loss,
        }
    }

    /// Returns how a game has ended for a player.
    #[must_use]
    pub fn of(ending: Ending, player: Color) -> GameResult {
        match ending {
            Ending::Draw => GameResult::Draw,
            Ending::Won(winner) if winner == player => GameResult::Win,
            Ending::Won(_) => GameResult::Loss,
        }
    }
}

impl Worth {
    /// What nothing is known of.
    pub const UNKNOWN: Worth = Worth { result: None, details: Vec::new() };

    /// Returns a worth with a result and, where it is known, the number of plies to the end.
    #[must_use]
    pub fn new(result: GameResult, plies: Option<u64>) -> Worth {
        Worth { result: Some(result), details: plies.map(|plies| ("plies", plies as i64)).into_iter().collect() }
    }

    /// Returns one of the details.
    #[must_use]
    pub fn detail(&self, key: &str) -> Option<i64> {
        self.details.iter().find(|detail| detail.0 == key).map(|detail| detail.1)
    }

    /// Returns the worth of a finished game to a player: no plies to its end, unless it is drawn.
    #[must_use]
    pub fn of_end(ending: Ending, player: Color) -> Worth {
        Worth::new(GameResult::of(ending, player), (ending != Ending::Draw).then_some(0))
    }
}

impl<M> Solution<M> {
    /// Returns what a search found: a worth, a best move, the nodes that it took.
    #[must_use]
    pub fn new(worth: Worth, best: Option<M>, nodes: u64) -> Solution<M> {
        Solution { worth, best, nodes: Some(nodes), details: Vec::new(), note: String::new() }
    }
}

impl<M> MoveValues<M> {
    /// Returns the values of all moves.
    pub fn all(moves: impl IntoIterator<Item = (M, Worth)>) -> MoveValues<M> {
        let moves: Vec<(M, Worth)> = moves.into_iter().collect();
        let total = moves.len() as u64;
        MoveValues { moves, total, winning: None }
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            GameResult::Win => "win",
            GameResult::Draw => "draw",
            GameResult::Loss => "loss",
        })
    }
}

impl fmt::Display for Worth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.result {
            Some(result) => write!(f, "{result}")?,
            None => f.write_str("unknown")?,
        }
        self.details.iter().try_for_each(|(key, number)| write!(f, " {key}={number}"))
    }
}
