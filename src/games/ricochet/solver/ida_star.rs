//! IDA*: iterative deepening with the lower bounds (Korf 1985), and a table of states that need not be searched as deep again.
//!
//! A full table takes no new states, so only the time limits the search, not the memory.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use super::limits::{Limits, PathEnd, PathResult};
use super::search_board::NEVER;
use super::state::{Arrival, Moves, START, State, Step};

/// Bytes of an entry of the table.
const ENTRY_BYTES: usize = 24;

/// The depth at which the search gives up.
const MAX_DEPTH: u8 = 200;

struct IdaStar<'a, const N: usize, const ANY: bool> {
    moves: &'a Moves<'a, N, ANY>,
    limits: Limits<'a>,
    /// For each state the most moves that were left when it was searched without success.
    table: HashMap<u64, u8>,
    /// The states of the solution, last state first.
    path: Vec<State<N>>,
    states: u64,
    over: bool,
    /// Whether the depth limit pruned a state; if not, deeper searches find nothing new.
    cut: bool,
}

/// Searches with growing depth limits.
#[must_use]
pub fn search<const N: usize, const ANY: bool>(moves: &Moves<'_, N, ANY>, root: State<N>, limits: Limits<'_>) -> PathResult<N> {
    let first = moves.bound(&root);
    let mut search = IdaStar { moves, limits, table: HashMap::new(), path: Vec::new(), states: 1, over: false, cut: false };
    if first == NEVER {
        return PathResult::new(PathEnd::Exhausted, search.states);
    }
    for depth in first..MAX_DEPTH {
        search.cut = false;
        search.table.clear();
        if search.visit(&root, START, depth) {
            search.path.reverse();
            return PathResult::new(PathEnd::Solved(search.path), search.states);
        }
        if search.over {
            return PathResult::new(PathEnd::Stopped(depth), search.states);
        }
        if !search.cut {
            return PathResult::new(PathEnd::Exhausted, search.states);
        }
    }
    PathResult::new(PathEnd::Stopped(MAX_DEPTH), search.states)
}

impl<const N: usize, const ANY: bool> IdaStar<'_, N, ANY> {
    /// Searches a state with `left` moves. Returns whether the target is reached; then `path` is filled.
    fn visit(&mut self, state: &State<N>, arrival: Arrival, left: u8) -> bool {
        let bound = self.moves.bound(state);
        if bound == 0 {
            return true;
        }
        if bound > left {
            self.cut |= bound != NEVER;
            return false;
        }
        // The arrival is not part of the key: the moves that it excludes are searched from the state before.
        if !self.record(state, left) {
            return false;
        }
        if self.limits.is_over(self.states, (self.states >> 4) as u32) {
            self.over = true;
            return false;
        }
        let mut steps: Vec<Step<N>> = Vec::with_capacity(4 * N);
        self.moves.for_each_move(state, arrival, |step| steps.push(step));
        self.states += steps.len() as u64;
        for step in steps {
            if self.visit(&step.state, step.arrival, left - 1) {
                self.path.push(step.state);
                return true;
            }
            if self.over {
                return false;
            }
        }
        false
    }

    /// Records that a state is searched with `left` moves. Returns false if it was searched with as many before.
    fn record(&mut self, state: &State<N>, left: u8) -> bool {
        let full = self.table.len() * ENTRY_BYTES * 2 > self.limits.bytes;
        match self.table.entry(self.moves.pack(state)) {
            Entry::Occupied(mut known) if *known.get() < left => {
                known.insert(left);
                true
            }
            Entry::Occupied(_) => false,
            Entry::Vacant(place) => {
                if !full {
                    place.insert(left);
                }
                true
            }
        }
    }
}
