//! What a search tree asks of a position beside [`Position`].

use super::super::position::Position;
use super::super::value::Value;

/// What an evaluator says of a position that is not decided.
#[derive(Clone, Debug, PartialEq)]
pub struct Estimate<M> {
    /// Its value for the player to move; no proof.
    pub value: Value,
    /// Priors of its moves, above 0, in any order: the policy of a network. Moves that are not among them are tried when
    /// all those that are lose. `None`: the order of [`Position::moves`] stands for priors.
    pub priors: Option<Vec<(M, f32)>>,
}

impl<M> From<Value> for Estimate<M> {
    /// The estimate of an evaluator without priors.
    fn from(value: Value) -> Self {
        Estimate { value, priors: None }
    }
}

/// A position that is evaluated by one call, and examined by another, dearer one, which the tree may put off.
///
/// The defaults are for a game that knows no more than its rules.
pub trait TreePosition: Position {
    /// Returns the value of a game that is over by the rules alone, for the player to move.
    fn outcome(&self) -> Option<Value> {
        self.terminal_value()
    }

    /// Evaluates an unfinished game. A tree asks once for each node.
    fn evaluate_leaf(&mut self) -> Estimate<Self::Move> {
        self.evaluate().into()
    }

    /// Whether evaluations come with priors.
    fn has_priors(&self) -> bool {
        false
    }

    /// Lists the moves as [`Position::moves`] does, by the rules alone.
    fn legal_moves(&mut self, moves: &mut Vec<Self::Move>) -> usize {
        self.moves(moves)
    }

    /// Examines an unfinished game: returns its value where that is proved. Where it is not, [`Position::moves`] lists the
    /// moves that are left, until the next move is played or undone.
    fn examine(&mut self) -> Option<Value> {
        self.terminal_value()
    }
}
