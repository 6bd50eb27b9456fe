//! Where the workers are, so that they go different ways.

use std::sync::atomic::{AtomicU8, Ordering};

/// Counters: far more than there are workers, at any depth.
const PLACES: usize = 1 << 12;

/// How many workers are below each position, by its name; two positions may share a count.
pub struct Busy(Box<[AtomicU8]>);

impl Default for Busy {
    fn default() -> Self {
        Busy((0..PLACES).map(|_| AtomicU8::new(0)).collect())
    }
}

impl Busy {
    pub fn begin(&self, name: u64) {
        self.place(name).fetch_add(1, Ordering::Relaxed);
    }

    pub fn end(&self, name: u64) {
        self.place(name).fetch_sub(1, Ordering::Relaxed);
    }

    pub fn count(&self, name: u64) -> u32 {
        u32::from(self.place(name).load(Ordering::Relaxed))
    }

    fn place(&self, name: u64) -> &AtomicU8 {
        &self.0[name as usize % PLACES]
    }
}
