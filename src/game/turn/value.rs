//! Results of solvers: game-theoretic values (Allis 1994), the same type and the same format in all games.

use std::fmt;

use crate::color::{Color, Ending};

/// The result of a game for a player, with best play of both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameResult {
    /// The player wins.
    Win,
    /// The game is drawn.
    Draw,
    /// The other player wins.
    Loss,
}

/// The game-theoretic value of a position or a move for a player, as far as it is known. Printed as `win score=3 plies=5`, `draw`,
/// `unknown lower=-1 upper=5`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameValue {
    /// The result; `None` if a limit ended the search before a proof.
    pub result: Option<GameResult>,
    /// Further numbers with their keys, in the order in which they are printed.
    pub details: Vec<(&'static str, i64)>,
}

/// The result of `solve`.
#[derive(Clone, Debug)]
pub struct Solution<M> {
    /// The value of the position.
    pub value: GameValue,
    /// A best move.
    pub best: Option<M>,
    /// Numbers printed after the move, with their keys.
    pub details: Vec<(&'static str, i64)>,
    /// Positions searched; `None` if they are not counted.
    pub nodes: Option<u64>,
    /// A second line of the reply; empty for none.
    pub note: String,
}

/// The result of `move_values`.
#[derive(Clone, Debug)]
pub struct MoveValues<M> {
    /// The moves, each with its value for the player who makes it: all of them, or some if there are too many.
    pub moves: Vec<(M, GameValue)>,
    /// Number of legal moves.
    pub total: u64,
    /// Number of winning moves, if it is known.
    pub winning: Option<u64>,
}

impl GameResult {
    /// Returns the result that a number stands for: a win if it is positive, a loss if it is negative.
    #[must_use]
    pub const fn from_sign(number: i64) -> GameResult {
        match number {
            1.. => GameResult::Win,
            0 => GameResult::Draw,
            _ => GameResult::Loss,
        }
    }

    /// Returns the result of a finished game for a player.
    #[must_use]
    pub fn from_ending(ending: Ending, player: Color) -> GameResult {
        match ending {
            Ending::Draw => GameResult::Draw,
            Ending::Won(winner) if winner == player => GameResult::Win,
            Ending::Won(_) => GameResult::Loss,
        }
    }
}

impl GameValue {
    /// The value of a position of which nothing is known.
    pub const UNKNOWN: GameValue = GameValue { result: None, details: Vec::new() };

    /// Creates the value of a result and, if it is known, the number of plies to the end.
    #[must_use]
    pub fn new(result: GameResult, plies: Option<u64>) -> GameValue {
        GameValue { result: Some(result), details: plies.map(|plies| ("plies", plies as i64)).into_iter().collect() }
    }

    /// Returns the detail with this key.
    #[must_use]
    pub fn detail(&self, key: &str) -> Option<i64> {
        self.details.iter().find(|detail| detail.0 == key).map(|detail| detail.1)
    }

    /// Returns this value for the other player if `is_other` is set, else unchanged. Numbers change sign, except `plies`.
    #[must_use]
    pub(super) fn negate_if(&self, is_other: bool) -> GameValue {
        let result = match self.result {
            Some(GameResult::Win) if is_other => Some(GameResult::Loss),
            Some(GameResult::Loss) if is_other => Some(GameResult::Win),
            same => same,
        };
        let number = |&(key, number): &(&'static str, i64)| (key, if is_other && key != "plies" { -number } else { number });
        GameValue { result, details: self.details.iter().map(number).collect() }
    }

    /// Returns the value of the move that led to a position with this value. `is_other` tells whether the value is that of the
    /// player who did not make the move.
    #[must_use]
    pub fn before_move(&self, is_other: bool) -> GameValue {
        let mut value = self.negate_if(is_other);
        value.details.iter_mut().filter(|(key, _)| *key == "plies").for_each(|(_, plies)| *plies += 1);
        value
    }

    /// Returns a number that is larger for a better result, or a larger margin where that is known; `None` where nothing is known.
    #[must_use]
    pub(super) fn worth(&self) -> Option<i64> {
        let result = match self.result? {
            GameResult::Win => 1,
            GameResult::Draw => 0,
            GameResult::Loss => -1,
        };
        Some(self.detail("margin").unwrap_or(result))
    }

    /// Adds `lead` to the margin, so that a value of the remaining points becomes the value of the whole game. Without a margin or
    /// a lead nothing changes.
    #[must_use]
    pub fn with_lead(mut self, lead: Option<i64>) -> GameValue {
        let margin = self.details.iter_mut().find(|detail| detail.0 == "margin");
        if let (Some((_, margin)), Some(lead)) = (margin, lead) {
            *margin += lead;
            self.result = Some(GameResult::from_sign(*margin));
        }
        self
    }

    /// Returns whether a move with this value is better than one with another value: by its margin if both have one, else by its
    /// result, then by the plies to it. False if either is unknown.
    #[must_use]
    pub fn is_better_than(&self, other: &GameValue) -> bool {
        match (self.detail("margin"), other.detail("margin")) {
            (Some(own), Some(other)) => own > other,
            _ => self.result.is_some() && other.result.is_some() && self.sort_key() < other.sort_key(),
        }
    }

    /// Returns the sort key that puts the best move first: fast wins, then draws and unknown values, then slow losses.
    #[must_use]
    pub fn sort_key(&self) -> (u8, i64) {
        let plies = self.detail("plies").unwrap_or(i64::MAX);
        match self.result {
            Some(GameResult::Win) => (0, plies),
            Some(GameResult::Draw) | None => (1, 0),
            Some(GameResult::Loss) => (2, -plies),
        }
    }

    /// Returns the value of a finished game for a player: `plies=0`, or a draw without plies.
    #[must_use]
    pub fn of_end(ending: Ending, player: Color) -> GameValue {
        GameValue::new(GameResult::from_ending(ending, player), (ending != Ending::Draw).then_some(0))
    }
}

impl<M> Solution<M> {
    /// Creates a solution without details and note.
    #[must_use]
    pub fn new(value: GameValue, best: Option<M>, nodes: u64) -> Solution<M> {
        Solution { value, best, nodes: Some(nodes), details: Vec::new(), note: String::new() }
    }
}

impl<M> MoveValues<M> {
    /// Creates the result from the values of all moves.
    pub fn all(moves: impl IntoIterator<Item = (M, GameValue)>) -> MoveValues<M> {
        let moves: Vec<(M, GameValue)> = moves.into_iter().collect();
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

impl fmt::Display for GameValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.result {
            Some(result) => write!(f, "{result}")?,
            None => f.write_str("unknown")?,
        }
        self.details.iter().try_for_each(|(key, number)| write!(f, " {key}={number}"))
    }
}
