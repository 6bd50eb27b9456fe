//! Iterative deepening with the lower bounds (Korf 1985), and a table of states that need not be searched as deep again.
//!
//! The table takes what memory there is; when it is full the search goes on without adding to it, so that it never ends for
//! want of memory, only of time.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use super::ground::NEVER;
use super::state::{Arrival, Moves, START, State, Step};
use super::{Found, Limits, Stage};

/// Bytes of an entry of the table.
const ENTRY_BYTES: usize = 24;

/// Depths that are tried; beyond them the search gives up.
const DEEPEST: u8 = 200;

struct Deepening<'a, const N: usize, const ANY: bool> {
    moves: &'a Moves<'a, N, ANY>,
    limits: Limits<'a>,
    /// The most moves that were left when a state was searched in vain.
    table: HashMap<u64, u8>,
    way: Vec<State<N>>,
    states: u64,
    over: bool,
    /// Whether something was cut off for its depth: else deeper searches find nothing new.
    cut: bool,
}

/// Searches one more move deep each time.
#[must_use]
pub fn search<const N: usize, const ANY: bool>(moves: &Moves<'_, N, ANY>, root: State<N>, limits: Limits<'_>) -> Found<N> {
    let first = moves.bound(&root);
    let mut search = Deepening { moves, limits, table: HashMap::new(), way: Vec::new(), states: 1, over: false, cut: false };
    if first == NEVER {
        return Found::new(Stage::Exhausted, search.states);
    }
    for depth in first..DEEPEST {
        search.cut = false;
        search.table.clear();
        if search.visit(&root, START, depth) {
            search.way.reverse();
            return Found::new(Stage::Solved(search.way), search.states);
        }
        if search.over {
            return Found::new(Stage::Stopped(depth), search.states);
        }
        if !search.cut {
            return Found::new(Stage::Exhausted, search.states);
        }
    }
    Found::new(Stage::Stopped(DEEPEST), search.states)
}

impl<const N: usize, const ANY: bool> Deepening<'_, N, ANY> {
    /// Whether the target is reached within some moves; then the way is told, last state first.
    fn visit(&mut self, state: &State<N>, arrival: Arrival, left: u8) -> bool {
        let bound = self.moves.bound(state);
        if bound == 0 {
            return true;
        }
        if bound > left {
            self.cut |= bound != NEVER;
            return false;
        }
        // No arrival in the key: a state is searched as from its first arrival, and what that leaves out is searched elsewhere.
        if !self.is_new(state, left) {
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
                self.way.push(step.state);
                return true;
            }
            if self.over {
                return false;
            }
        }
        false
    }

    /// Whether a state has not yet been searched with so many moves left; it counts as searched from now on.
    fn is_new(&mut self, state: &State<N>, left: u8) -> bool {
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
