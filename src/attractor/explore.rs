//! The graph of a game: all positions reachable from a start.

use std::collections::HashMap;
use std::hash::Hash;

use super::graph::{Builder, Goal, Graph, Vertex};
use crate::color::Color;
use crate::search::Stop;

/// The rules of a game that define its graph.
pub trait Rules {
    /// A position with the player to move. It should be small, since all positions are stored.
    type State: Clone + Eq + Hash;

    /// Returns the player to move; in a finished game the one whose turn it would be.
    fn owner(&self, state: &Self::State) -> Color;

    /// Returns whose goal a finished game is; `None` while the game goes on.
    fn goal(&self, state: &Self::State) -> Option<Goal>;

    /// Appends the positions after each move of an unfinished game, at least one.
    fn successors(&self, state: &Self::State, next: &mut Vec<Self::State>);

    /// Returns the name of a position in an exported graph: short, without spaces, quotes, commas and semicolons.
    fn name(&self, state: &Self::State) -> String;
}

/// Why a game has no graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ExploreError {
    /// It has more positions than this limit.
    #[error("more than {0} positions can be reached from this one")]
    TooMany(usize),
    /// The stop flag was raised.
    #[error("interrupted")]
    Stopped,
}

/// The graph of the reachable positions of a game.
#[derive(Clone, Debug)]
pub struct Explored<S> {
    /// The graph; its start is the first position.
    pub graph: Graph,
    /// The position of each vertex.
    pub states: Vec<S>,
}

impl<S: Clone + Eq + Hash> Explored<S> {
    /// Explores all positions reachable from `start`, at most `max_states`, breadth first.
    ///
    /// # Errors
    /// There are more positions, or `stop` was raised.
    ///
    /// # Panics
    /// If an unfinished position has no successor.
    pub fn explore<R: Rules<State = S>>(
        rules: &R,
        start: S,
        max_states: usize,
        stop: &Stop,
    ) -> Result<Explored<S>, ExploreError> {
        let mut numbers: HashMap<S, u32> = HashMap::from([(start.clone(), 0)]);
        let mut states = vec![start];
        let mut builder = Builder::default();
        let (mut next, mut done) = (Vec::new(), 0);
        while done < states.len() {
            let state = states[done].clone();
            let goal = rules.goal(&state);
            if goal.is_none() {
                rules.successors(&state, &mut next);
            }
            for after in next.drain(..) {
                let number = *numbers.entry(after).or_insert_with_key(|after| {
                    states.push(after.clone());
                    states.len() as u32 - 1
                });
                builder.edge(Vertex(number));
            }
            if states.len() > max_states {
                return Err(ExploreError::TooMany(max_states));
            }
            // Each time: one position may have many thousands of successors.
            if stop.is_raised() {
                return Err(ExploreError::Stopped);
            }
            builder.vertex(rules.owner(&state), goal);
            done += 1;
        }
        let graph = builder.finish(Vertex(0)).unwrap_or_else(|error| panic!("the rules give no graph: {error}"));
        Ok(Explored { graph, states })
    }
}
