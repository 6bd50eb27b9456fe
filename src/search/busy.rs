//! The moves under search, so that a second worker takes another one first (Kerrigan, *Simplified ABDADA*).

use std::sync::atomic::{AtomicU64, Ordering};

/// Slots of the list: some hundred times as many as moves under search, so that collisions are rare.
const SLOTS: usize = 1 << 14;

/// Least depth at which moves are listed; below, searching twice costs less than asking.
pub const MIN_DEPTH: u32 = 2;

/// A lossy list of moves under search. Losing one costs time, never correctness.
pub struct BusyMoves(Vec<AtomicU64>);

impl BusyMoves {
    pub fn new() -> Self {
        BusyMoves(std::iter::repeat_with(AtomicU64::default).take(SLOTS).collect())
    }

    /// Hash of a move in a position, searched to a depth. Never 0.
    pub fn hash(key: u64, mv: u16, depth: u32) -> u64 {
        (key ^ (u64::from(mv) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)).wrapping_add(u64::from(depth)) | 1
    }

    pub fn is_busy(&self, hash: u64) -> bool {
        self.slot(hash).load(Ordering::Relaxed) == hash
    }

    pub fn begin(&self, hash: u64) {
        self.slot(hash).store(hash, Ordering::Relaxed);
    }

    pub fn end(&self, hash: u64) {
        // Another move may have taken the slot meanwhile.
        let _ = self.slot(hash).compare_exchange(hash, 0, Ordering::Relaxed, Ordering::Relaxed);
    }

    fn slot(&self, hash: u64) -> &AtomicU64 {
        &self.0[(hash >> 32) as usize % SLOTS]
    }
}
