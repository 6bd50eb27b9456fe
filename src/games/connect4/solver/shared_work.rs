//! The positions that the threads of a search are at, so that a thread first takes a move that no other searches.
//!
//! Simplified ABDADA, after T. Kerrigan (2017); J.-C. Weill, *The ABDADA distributed minimax-search algorithm* (1996). A hint only:
//! a position that is overwritten by another of the same place is searched twice, and no score depends on it.

use std::sync::atomic::{AtomicU64, Ordering};

/// Places, a power of two: many more than positions searched at once.
const PLACES: usize = 1 << 12;

/// The keys of the positions that are searched now, by their place; 0 where there is none.
pub struct SharedWork {
    keys: Vec<AtomicU64>,
    /// The moves of positions with at least this number of free cells are shared.
    pub from: u32,
}

impl SharedWork {
    /// Creates the empty set.
    pub fn new(from: u32) -> Self {
        SharedWork { from, keys: (0..PLACES).map(|_| AtomicU64::new(0)).collect() }
    }

    /// Returns whether some thread searches the position of a key, which is not 0.
    pub fn contains(&self, key: u64) -> bool {
        self.place(key).load(Ordering::Relaxed) == key
    }

    /// Runs a search of the position, which is in the set until it ends.
    pub fn during<T>(&self, key: u64, search: impl FnOnce() -> T) -> T {
        let place = self.place(key);
        let before = place.swap(key, Ordering::Relaxed);
        let found = search();
        // Two threads may search one position: the first that ends takes it out.
        if before != key {
            let _ = place.compare_exchange(key, 0, Ordering::Relaxed, Ordering::Relaxed);
        }
        found
    }

    fn place(&self, key: u64) -> &AtomicU64 {
        &self.keys[(key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (u64::BITS - PLACES.ilog2())) as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_in_the_set_while_it_is_searched() {
        let work = SharedWork::new(0);
        let seen = work.during(7, || (work.contains(7), work.contains(8), work.during(7, || ()), work.contains(7)));
        assert_eq!((seen, work.contains(7)), ((true, false, (), true), false));
    }
}
