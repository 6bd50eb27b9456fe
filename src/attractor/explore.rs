//! The graph of a game: all positions reachable from a start.

use std::collections::HashMap;
use std::hash::{BuildHasher, Hash, RandomState};

use super::graph::{Builder, Goal, Graph, GraphError, Vertex};
use crate::color::Color;
use crate::pages::free_in_background;
use crate::search::Stop;

/// The rules of a game that define its graph.
pub trait Rules {
    /// A position with the player to move. It should be small, since all positions are stored.
    type State: Clone + Eq + Hash + Send + 'static;

    /// Returns the player to move; in a finished game the one whose turn it would be.
    fn owner(&self, state: &Self::State) -> Color;

    /// Returns whose goal a finished game is; `None` while the game goes on.
    fn goal(&self, state: &Self::State) -> Option<Goal>;

    /// Appends the positions after each move of an unfinished game, at least one.
    fn successors(&self, state: &Self::State, next: &mut Vec<Self::State>);

    /// Returns the name of a position in an exported graph: short, without spaces, quotes, commas and semicolons.
    fn name(&self, state: &Self::State) -> String;

    /// Returns the bytes that a position has on the heap, beside its own size.
    fn heap_bytes(&self, _: &Self::State) -> usize {
        0
    }
}

/// The limits of an exploration.
#[derive(Clone, Copy, Debug)]
pub struct ExploreLimits<'a> {
    /// Most positions.
    pub states: usize,
    /// Approximate limit of the memory, in bytes.
    pub bytes: usize,
    /// Raised to end it.
    pub stop: &'a Stop,
}

impl<'a> ExploreLimits<'a> {
    /// Creates limits of the number of positions, with all the memory that there is.
    #[must_use]
    #[cfg(test)]
    pub fn states(states: usize, stop: &'a Stop) -> Self {
        ExploreLimits { states, bytes: usize::MAX, stop }
    }
}

/// Why a game has no graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ExploreError {
    /// It has more positions than this limit.
    #[error("more than {0} positions can be reached from this one")]
    TooMany(usize),
    /// They take more memory than this limit, in bytes.
    #[error("the positions that can be reached from this one take more than {} MiB", .0 >> 20)]
    TooLarge(usize),
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

/// The numbers of positions, in many maps, because the growth of one map of millions would delay an interrupt.
struct Numbers<S> {
    hasher: RandomState,
    maps: [HashMap<S, u32>; 1 << MAP_BITS],
}

/// Bytes of a vertex in a graph.
const VERTEX_BYTES: usize = 5;

/// Bytes of an edge in a graph.
const EDGE_BYTES: usize = 4;

/// A map has at most this many places for each entry, those of its growth included.
const MAP_SHARE: usize = 3;

/// Binary logarithm of the number of maps.
const MAP_BITS: u32 = 6;

impl<S> Default for Numbers<S> {
    fn default() -> Self {
        Numbers { hasher: RandomState::new(), maps: std::array::from_fn(|_| HashMap::new()) }
    }
}

impl<S: Eq + Hash> Numbers<S> {
    /// Returns the number of a position; one that is new gets the number that `create` returns.
    fn get_or_insert(&mut self, state: S, create: impl FnOnce(&S) -> u32) -> u32 {
        let map = self.hasher.hash_one(&state) >> (u64::BITS - MAP_BITS);
        *self.maps[map as usize].entry(state).or_insert_with_key(create)
    }
}

impl<S: Clone + Eq + Hash + Send + 'static> Explored<S> {
    /// Explores all positions reachable from `start`, breadth first.
    ///
    /// # Errors
    /// They exceed the limits, or the stop flag was raised.
    ///
    /// # Panics
    /// If an unfinished position has no successor.
    pub fn explore<R: Rules<State = S>>(rules: &R, start: S, limits: &ExploreLimits<'_>) -> Result<Explored<S>, ExploreError> {
        let mut numbers = Numbers::default();
        numbers.get_or_insert(start.clone(), |_| 0);
        let mut states = vec![start];
        let graph = Self::explore_from(rules, &mut numbers, &mut states, limits);
        free_in_background(numbers);
        match graph {
            Ok(graph) => Ok(Explored { graph, states }),
            Err(error) => {
                free_in_background(states);
                Err(error)
            }
        }
    }

    /// Explores from the first of `states`, and numbers the others.
    fn explore_from<R: Rules<State = S>>(
        rules: &R,
        numbers: &mut Numbers<S>,
        states: &mut Vec<S>,
        limits: &ExploreLimits<'_>,
    ) -> Result<Graph, ExploreError> {
        let mut builder = Builder::default();
        let (mut next, mut done) = (Vec::new(), 0);
        let mut bytes = 0;
        while done < states.len() {
            let state = states[done].clone();
            let goal = rules.goal(&state);
            if goal.is_none() {
                rules.successors(&state, &mut next);
            }
            for after in next.drain(..) {
                bytes += EDGE_BYTES;
                let number = numbers.get_or_insert(after, |after| {
                    bytes += MAP_SHARE * size_of::<(S, u32)>() + size_of::<S>() + VERTEX_BYTES + 2 * rules.heap_bytes(after);
                    states.push(after.clone());
                    states.len() as u32 - 1
                });
                builder.edge(Vertex(number));
            }
            if states.len() > limits.states {
                return Err(ExploreError::TooMany(limits.states));
            }
            if bytes > limits.bytes {
                return Err(ExploreError::TooLarge(limits.bytes));
            }
            // Checked for each position, because one may have many thousands of successors.
            if limits.stop.is_raised() {
                return Err(ExploreError::Stopped);
            }
            builder.vertex(rules.owner(&state), goal);
            done += 1;
        }
        builder.finish_within(Vertex(0), limits.stop).map_err(|error| match error {
            GraphError::Stopped => ExploreError::Stopped,
            flaw => panic!("the rules give no graph: {flaw}"),
        })
    }
}
