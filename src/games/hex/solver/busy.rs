//! Counts the workers below each position, so that they spread over the tree.
//!
//! The busy marks of [`Control`](crate::search::Control) say only whether some worker is there. Df-pn weighs a child by the number
//! of workers in it.

use std::sync::atomic::{AtomicU8, Ordering};

/// Counters: far more than there are positions on the paths of all workers.
const COUNTERS: usize = 1 << 12;

/// The number of workers below each position, by its key. Two positions may share a counter.
pub(super) struct WorkerCounts(Box<[AtomicU8]>);

impl Default for WorkerCounts {
    fn default() -> Self {
        WorkerCounts((0..COUNTERS).map(|_| AtomicU8::new(0)).collect())
    }
}

impl WorkerCounts {
    pub fn enter(&self, key: u64) {
        self.counter(key).fetch_add(1, Ordering::Relaxed);
    }

    pub fn leave(&self, key: u64) {
        self.counter(key).fetch_sub(1, Ordering::Relaxed);
    }

    pub fn get(&self, key: u64) -> u32 {
        u32::from(self.counter(key).load(Ordering::Relaxed))
    }

    fn counter(&self, key: u64) -> &AtomicU8 {
        &self.0[key as usize % COUNTERS]
    }
}
