//! The limits of a search, and how a search ended.

use super::state::State;
use crate::search::Budget;

/// How a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The fewest moves that reach the target.
    Solved(u8),
    /// A solution was found, perhaps not an optimal one.
    Found,
    /// The target cannot be reached.
    Unsolvable,
    /// A limit was reached first; at least this many moves are needed.
    Unknown(u8),
}

impl End {
    /// Combines the lower bounds of two searches that ended at a limit.
    #[must_use]
    pub fn with_lower_bound(self, first: End) -> End {
        match (self, first) {
            (End::Unknown(lower), End::Unknown(known)) => End::Unknown(lower.max(known)),
            _ => self,
        }
    }
}

/// The limits of a search.
#[derive(Clone, Copy, Debug)]
pub struct Limits<'a> {
    /// Time, nodes and interrupts.
    pub budget: &'a Budget,
    /// Memory for states, in bytes.
    pub bytes: usize,
    /// Number of threads; rounded down to a power of two.
    pub threads: usize,
    /// Whether all optimal solutions are wanted, not only the first.
    pub all: bool,
}

/// The clock is checked at steps in which these bits are 0.
const CLOCK_MASK: u32 = (1 << 10) - 1;

impl Limits<'_> {
    /// Returns whether a search that has generated this many states must end. Checks the clock in some of its steps only.
    #[inline]
    #[must_use]
    pub fn is_over(&self, states: u64, step: u32) -> bool {
        self.budget.max_nodes.is_some_and(|most| states >= most) || step & CLOCK_MASK == 0 && self.budget.is_over()
    }
}

/// Returns the bytes of a list after `more` entries are added; a full list doubles its capacity.
#[must_use]
pub(super) fn list_bytes<T>(list: &Vec<T>, more: usize) -> usize {
    let (wanted, mut room) = (list.len() + more, list.capacity());
    while room < wanted {
        room = (2 * room).max(4);
    }
    room * size_of::<T>()
}

/// How a method that finds one path ended: all but [`Method::Best`](super::Method::Best).
#[derive(Clone, Debug)]
pub enum PathEnd<const N: usize> {
    /// The states after each move.
    Solved(Vec<State<N>>),
    /// There are no more states.
    Exhausted,
    /// A limit was reached; at least this many moves are needed.
    Stopped(u8),
}

/// The result of a method that finds one path.
#[derive(Clone, Debug)]
pub struct PathResult<const N: usize> {
    /// How it ended.
    pub end: PathEnd<N>,
    /// States generated.
    pub states: u64,
}

impl<const N: usize> PathResult<N> {
    /// Pairs an end with the number of states.
    #[must_use]
    pub fn new(end: PathEnd<N>, states: u64) -> Self {
        PathResult { end, states }
    }
}
