//! Control of a parallel search: halting, counting nodes, and the table of positions that threads are searching.
//!
//! A thread marks what it searches as busy, so that other threads search something else first (Kerrigan, *Simplified ABDADA*).
//! The table of marks may lose entries, which costs time but never correctness.

use super::budget::{Budget, Stop};
use crate::sync::atomic::{AtomicU64, Ordering};

/// The search was halted; the value of the current node is unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Halted;

/// Slots of the table: far more than entries in use, so that collisions are rare.
const SLOTS: usize = 1 << 14;

/// Nodes between two readings of the clock, for nodes of less than a microsecond. A position with longer computations reads the
/// stop flag itself: see [`Position::set_stop`](super::Position::set_stop).
const CLOCK_NODES: u64 = 64;

/// What the threads of one search share to halt together and to divide the work.
pub struct Control<'a> {
    budget: &'a Budget,
    /// Number of threads.
    pub threads: usize,
    halt: Stop,
    nodes: AtomicU64,
    /// Hashes of what is being searched; no slots with one thread.
    busy: Vec<AtomicU64>,
}

impl<'a> Control<'a> {
    /// Creates the control of a search; it is halted if the budget is over.
    #[must_use]
    pub fn new(budget: &'a Budget, threads: usize) -> Self {
        let halt = budget.timed_stop();
        // Latches the budget's flag: one that is known to be raised stays raised here, whatever becomes of that.
        if halt.is_raised() {
            halt.raise();
        }
        let slots = if threads > 1 { SLOTS } else { 0 };
        let busy = std::iter::repeat_with(AtomicU64::default).take(slots).collect();
        Control { budget, threads, halt, nodes: AtomicU64::new(0), busy }
    }

    /// Returns the budget of the search.
    #[must_use]
    pub const fn budget(&self) -> &'a Budget {
        self.budget
    }

    /// Returns the number of nodes searched by all threads.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// Halts the search.
    pub fn halt(&self) {
        self.halt.raise();
    }

    /// Returns the flag that is raised when the search halts: at its deadline, by its stop flag or by [`Control::halt`].
    #[must_use]
    pub const fn halt_flag(&self) -> &Stop {
        &self.halt
    }

    /// Returns whether the search must end, as far as is known without reading the clock.
    #[inline]
    #[must_use]
    pub fn is_halted(&self) -> bool {
        self.halt.is_known_raised()
    }

    /// Returns whether the node limit is reached.
    #[must_use]
    pub fn is_spent(&self) -> bool {
        self.budget.max_nodes.is_some_and(|limit| self.nodes() >= limit)
    }

    /// Counts a node before it is searched, and now and then reads the clock.
    ///
    /// # Errors
    /// [`Halted`] if the search must end; the node must then not be searched.
    #[inline]
    pub fn count_node(&self) -> Result<(), Halted> {
        let before = self.nodes.fetch_add(1, Ordering::Relaxed);
        if self.budget.max_nodes.is_some_and(|limit| before >= limit) {
            self.nodes.fetch_sub(1, Ordering::Relaxed);
            self.halt();
        }
        let must_end = if before.is_multiple_of(CLOCK_NODES) { self.halt.is_raised() } else { self.is_halted() };
        if must_end { Err(Halted) } else { Ok(()) }
    }

    /// Counts nodes that have been searched, and checks all limits.
    ///
    /// # Errors
    /// [`Halted`] if the search must end.
    pub fn count_nodes(&self, nodes: u64) -> Result<(), Halted> {
        self.add_nodes(nodes);
        if self.is_spent() {
            self.halt();
        }
        if self.halt.is_raised() { Err(Halted) } else { Ok(()) }
    }

    /// Counts nodes that have been searched, without checking a limit.
    pub fn add_nodes(&self, nodes: u64) {
        self.nodes.fetch_add(nodes, Ordering::Relaxed);
    }

    /// Returns whether some thread is searching what has this hash.
    #[inline]
    #[must_use]
    pub fn is_busy(&self, hash: u64) -> bool {
        self.threads > 1 && self.slot(hash).load(Ordering::Relaxed) == hash
    }

    /// Marks as busy what a thread begins to search, by a hash that is not 0. Returns whether the mark is new: only the thread
    /// that set it removes it.
    #[inline]
    pub fn begin(&self, hash: u64) -> bool {
        self.threads > 1 && self.slot(hash).swap(hash, Ordering::Relaxed) != hash
    }

    /// Removes a mark.
    #[inline]
    pub fn end(&self, hash: u64) {
        // If another hash has replaced it in the meantime, that one stays.
        let _ = self.slot(hash).compare_exchange(hash, 0, Ordering::Relaxed, Ordering::Relaxed);
    }

    fn slot(&self, hash: u64) -> &AtomicU64 {
        &self.busy[(hash >> 40) as usize % SLOTS]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_limit_is_exact() {
        let budget = Budget::new(None, 3, Stop::default());
        let control = Control::new(&budget, 1);
        assert!((0..3).all(|_| control.count_node().is_ok()));
        assert_eq!((control.count_node(), control.nodes()), (Err(Halted), 3));
    }

    #[test]
    fn what_one_thread_searches_is_busy() {
        let budget = Budget::default();
        let control = Control::new(&budget, 2);
        assert!(control.begin(7 << 40) && !control.begin(7 << 40));
        assert!(control.is_busy(7 << 40) && !control.is_busy(8 << 40));
        control.end(7 << 40);
        assert!(!control.is_busy(7 << 40));
    }
}
