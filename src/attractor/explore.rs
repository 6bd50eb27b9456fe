//! The graph of any game: all positions that can be reached from one.

use std::collections::HashMap;
use std::hash::Hash;

use super::graph::{Builder, Goal, Graph, Vertex};
use crate::color::Color;
use crate::search::Stop;

/// The rules of a game, as far as its graph needs them.
pub trait Rules {
    /// A position with the player to move; the smaller, the better (a `u64`, say).
    type State: Clone + Eq + Hash;

    /// Who moves, in a finished game who would.
    fn owner(&self, state: &Self::State) -> Color;

    /// Who has won, if the game is over.
    fn goal(&self, state: &Self::State) -> Option<Goal>;

    /// Appends the position after each move; asked only while the game is not over, when there must be one.
    fn successors(&self, state: &Self::State, next: &mut Vec<Self::State>);

    /// The name of a position in an exported graph: short, without spaces, quotes, commas and semicolons.
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

/// Positions between two checks of the stop flag.
const CHECK_INTERVAL: usize = 1 << 10;

/// The positions of a game, as a graph.
#[derive(Clone, Debug)]
pub struct Explored<S> {
    /// The graph, which starts at the first position.
    pub graph: Graph,
    /// The position of each vertex.
    pub states: Vec<S>,
}

impl<S: Clone + Eq + Hash> Explored<S> {
    /// Explores all positions reachable from `start`, breadth first; at most `most`.
    ///
    /// # Errors
    /// There are more than `most`, or `stop` was raised.
    ///
    /// # Panics
    /// If the rules give an unfinished position no move.
    pub fn explore<R: Rules<State = S>>(rules: &R, start: S, most: usize, stop: &Stop) -> Result<Explored<S>, ExploreError> {
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
            if states.len() > most {
                return Err(ExploreError::TooMany(most));
            }
            if done % CHECK_INTERVAL == 0 && stop.is_raised() {
                return Err(ExploreError::Stopped);
            }
            builder.vertex(rules.owner(&state), goal);
            done += 1;
        }
        let graph = builder.finish(Vertex(0)).unwrap_or_else(|error| panic!("the rules give no graph: {error}"));
        Ok(Explored { graph, states })
    }
}
