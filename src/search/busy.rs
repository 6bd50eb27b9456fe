//! Which moves are being searched just now, so that a second worker takes another one first (Kerrigan, *Simplified ABDADA*).

use std::sync::atomic::{AtomicU64, Ordering};

/// Places in the list; searches under way are a few hundred at most, so that they seldom meet.
const PLACES: usize = 1 << 14;

/// Moves at this many plies or more above the leaves are announced; below, searching twice costs less than asking.
pub const LEAST_DEPTH: u32 = 2;

/// A lossy list of moves under search. Losing one costs time, never correctness.
pub struct Busy(Vec<AtomicU64>);

impl Busy {
    pub fn new() -> Self {
        Busy(std::iter::repeat_with(AtomicU64::default).take(PLACES).collect())
    }

    /// A name for a move in a position, searched to a depth. Never 0.
    pub fn name(key: u64, mv: u16, depth: u32) -> u64 {
        (key ^ (u64::from(mv) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)).wrapping_add(u64::from(depth)) | 1
    }

    pub fn is_busy(&self, name: u64) -> bool {
        self.place(name).load(Ordering::Relaxed) == name
    }

    pub fn begin(&self, name: u64) {
        self.place(name).store(name, Ordering::Relaxed);
    }

    pub fn end(&self, name: u64) {
        // Another move may have taken the place meanwhile: then it is no longer ours to clear.
        let _ = self.place(name).compare_exchange(name, 0, Ordering::Relaxed, Ordering::Relaxed);
    }

    fn place(&self, name: u64) -> &AtomicU64 {
        &self.0[(name >> 32) as usize % PLACES]
    }
}
