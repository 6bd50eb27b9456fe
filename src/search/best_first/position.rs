//! The interface of a game to the best-first search, in addition to [`Position`].

use super::super::position::Position;
use super::super::value::Value;

/// The evaluation of an unfinished game.
#[derive(Clone, Debug, PartialEq)]
pub struct Estimate<M> {
    /// The value for the player to move; an estimate, not a proof.
    pub value: Value,
    /// Priors of moves, greater than 0, in any order: the policy of a network. A move without a prior is tried only if all moves
    /// with one lose. `None`: priors follow from the order of [`Position::moves`].
    pub priors: Option<Vec<(M, f32)>>,
}

impl<M> From<Value> for Estimate<M> {
    /// Creates an estimate without priors.
    fn from(value: Value) -> Self {
        Estimate { value, priors: None }
    }
}

/// A position with an evaluation and a more expensive examination, which the tree may defer.
///
/// The default methods suit a game whose examination applies only the rules.
pub trait TreePosition: Position {
    /// Returns the value of a game that is over by the rules alone, for the player to move.
    fn outcome(&self) -> Option<Value> {
        self.terminal_value()
    }

    /// Evaluates an unfinished game. The tree calls this once for each node but the root.
    fn evaluate_leaf(&mut self) -> Estimate<Self::Move> {
        self.evaluate().into()
    }

    /// Evaluates the root, once for each search, so that it may take longer than [`Self::evaluate_leaf`].
    fn evaluate_root(&mut self) -> Estimate<Self::Move> {
        self.evaluate_leaf()
    }

    /// Returns whether evaluations have priors.
    fn has_priors(&self) -> bool {
        false
    }

    /// Lists the moves as [`Position::moves`] does, by the rules alone.
    fn legal_moves(&mut self, moves: &mut Vec<Self::Move>) -> usize {
        self.moves(moves)
    }

    /// Examines an unfinished game and returns its value if that is proved. Otherwise [`Position::moves`] lists the moves that
    /// are not pruned, until the next move is played or undone.
    fn examine(&mut self) -> Option<Value> {
        self.terminal_value()
    }
}
