//! The output lines of `ludion analysis`, as `serde` writes them.

use serde::Serialize;
use serde_json::Value;

use super::query::Query;
use crate::game::candidate::Candidate;

/// A line of output.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub enum Reply {
    /// The analysis of a position.
    Answer(Answer),
    /// Why there is none.
    Failed(Failed),
}

/// The analysis of a position.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Answer {
    /// The id of the query.
    pub id: Value,
    /// The name of the game.
    pub game: String,
    /// Moves played before the position.
    pub turn: usize,
    /// The player to move: `black` or `white`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to_move: Option<&'static str>,
    /// The moves, best first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<MoveAnswer>>,
    /// The score of a game that is over, as `final_score` gives it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<String>,
    /// The reply of `solve` to a puzzle, line by line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solution: Option<Vec<String>>,
    /// Positions searched.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Seconds that it took.
    pub seconds: f64,
    /// Whether it was ended early by `cancel`.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub canceled: bool,
}

/// A move of an analysis.
#[derive(Debug, PartialEq, Serialize)]
pub(super) struct MoveAnswer {
    /// Its name.
    #[serde(rename = "move")]
    pub mv: String,
    /// Probability that the player to move wins.
    pub win: f64,
    /// The game's own measure for the player to move.
    pub score: f64,
    /// Positions searched below it, where that is counted.
    pub visits: u64,
    /// Plies searched, or plies to the end where they are known.
    pub depth: u64,
    /// `win`, `draw` or `loss` for the player to move, where it is proved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proof: Option<&'static str>,
    /// The principal variation from the move on.
    pub pv: Vec<String>,
}

/// Why there is no answer.
#[derive(Debug, Serialize)]
pub(super) struct Failed {
    /// That of the query, where it could be read.
    pub id: Value,
    /// The turn, if the query was accepted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn: Option<usize>,
    /// What is wrong.
    pub error: String,
}

impl Answer {
    /// Returns the empty answer for a turn.
    #[must_use]
    pub fn new(query: &Query, turn: usize) -> Self {
        Answer {
            id: query.id.clone(),
            game: query.game.clone(),
            turn,
            to_move: None,
            moves: None,
            result: None,
            solution: None,
            nodes: None,
            seconds: 0.0,
            canceled: false,
        }
    }
}

impl MoveAnswer {
    /// Returns the answer for a candidate.
    #[must_use]
    pub fn from_candidate(candidate: &Candidate) -> Self {
        let proof = candidate.is_proved.then_some(match candidate.win {
            win if win > 0.5 => "win",
            win if win < 0.5 => "loss",
            _ => "draw",
        });
        MoveAnswer {
            mv: candidate.mv.clone(),
            win: candidate.win,
            score: candidate.score,
            visits: candidate.visits,
            depth: candidate.depth,
            proof,
            pv: candidate.pv.split(' ').filter(|name| !name.is_empty()).map(str::to_owned).collect(),
        }
    }
}

impl Failed {
    /// Returns the failure of a whole query.
    #[must_use]
    pub fn new(id: Value, error: String) -> Self {
        Failed { id, turn: None, error }
    }
}
