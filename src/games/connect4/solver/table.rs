//! The transposition table of the solver: bounds on the scores of positions, shared by its threads without locks.
//!
//! An entry is one word, read and written whole, so that nothing is torn. The key is spread over 64 bits by a bijection; some bits
//! choose the bucket, and the entry holds all the others, so that no two positions are confused. It replaces `search::table`
//! because eight such entries fit into a cache line instead of three, and none needs a lock.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::pages::Pages;

/// Entries in a bucket: half a cache line.
const WAYS: usize = 4;

/// Bits of a bound in an entry.
const BOUND_BITS: u32 = 8;

/// Bits of the effort in an entry, above those of its bound.
const EFFORT_BITS: u32 = 6;

/// Bits of an entry that are not of the key.
const DATA_BITS: u32 = BOUND_BITS + EFFORT_BITS;

/// Added to a bound to make it positive: scores range from -28 to 28, and upper bounds are stored above the lower ones.
const OFFSET: i32 = 30;

/// A bound on the score of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// It is at least this.
    Lower(i32),
    /// It is at most this.
    Upper(i32),
}

/// A bucket, which does not cross a cache line.
type Bucket = [AtomicU64; WAYS];

/// The memory of a table. A large one costs no time before it is written.
pub struct Memory {
    buckets: Pages<[u64; WAYS]>,
}

impl Memory {
    /// Creates the memory of an empty table of at most `bytes` bytes, of fewer where the system refuses: the number of buckets is a
    /// power of two, 2^`DATA_BITS` at least.
    ///
    /// # Panics
    /// The system refuses the smallest table.
    #[must_use]
    pub fn new(bytes: usize) -> Self {
        let buckets = (bytes / size_of::<Bucket>()).max(1).ilog2().max(DATA_BITS);
        let buckets = Pages::at_most(1 << buckets);
        assert!(buckets.len() >= 1 << DATA_BITS, "memory of half a mebibyte");
        Memory { buckets }
    }

    /// Returns the table that it holds.
    pub fn table(&mut self) -> Table<'_> {
        let buckets: &[Bucket] = self.buckets.words();
        Table { buckets, shift: u64::BITS - buckets.len().ilog2() }
    }
}

/// A table of bounds by position.
#[derive(Clone, Copy)]
pub struct Table<'a> {
    buckets: &'a [Bucket],
    shift: u32,
}

/// The bucket of a key, and the key.
#[derive(Clone, Copy)]
pub struct Slot {
    bucket: usize,
    /// The part of the key that an entry holds, in its place.
    key: u64,
}

impl Table<'_> {
    /// Returns the bucket of a key.
    #[must_use]
    pub fn slot(&self, key: u64) -> Slot {
        let hash = hash(key);
        Slot { bucket: (hash >> self.shift) as usize, key: hash << DATA_BITS }
    }

    /// Looks a position up.
    #[must_use]
    pub fn get(&self, slot: Slot) -> Option<Bound> {
        for way in &self.buckets[slot.bucket] {
            let entry = way.load(Ordering::Relaxed);
            if (entry ^ slot.key) >> DATA_BITS == 0 && entry & BOUND_MASK != 0 {
                return Some(unpack((entry & BOUND_MASK) as i32));
            }
        }
        None
    }

    /// Returns the bound of a position if it is on one side of `alpha`: at most it, or above.
    #[must_use]
    pub fn answer(&self, slot: Slot, alpha: i32) -> Option<i32> {
        match self.get(slot)? {
            Bound::Lower(score) if score > alpha => Some(score),
            Bound::Upper(score) if score <= alpha => Some(score),
            _ => None,
        }
    }

    /// Stores a bound that took 2^`effort` nodes to find, over the same position or the entry of least effort.
    pub fn put(&self, slot: Slot, bound: Bound, effort: u32) {
        let bucket = &self.buckets[slot.bucket];
        let mut cheapest = 0;
        let mut least = u64::MAX;
        for (number, way) in bucket.iter().enumerate() {
            let entry = way.load(Ordering::Relaxed);
            if (entry ^ slot.key) >> DATA_BITS == 0 {
                cheapest = number;
                break;
            }
            let effort_there = entry >> BOUND_BITS & EFFORT_MASK;
            if effort_there < least {
                (cheapest, least) = (number, effort_there);
            }
        }
        let entry = slot.key | u64::from(effort) << BOUND_BITS | pack(bound) as u64;
        bucket[cheapest].store(entry, Ordering::Relaxed);
    }
}

/// Spreads a key over all bits; different keys stay different, as both steps are bijections.
pub const fn hash(key: u64) -> u64 {
    (key ^ (key >> 32)).wrapping_mul(crate::search::FIBONACCI)
}

const BOUND_MASK: u64 = (1 << BOUND_BITS) - 1;
const EFFORT_MASK: u64 = (1 << EFFORT_BITS) - 1;

/// Returns a bound as a number from 1: lower bounds first.
const fn pack(bound: Bound) -> i32 {
    match bound {
        Bound::Lower(score) => score + OFFSET,
        Bound::Upper(score) => score + 3 * OFFSET,
    }
}

const fn unpack(packed: i32) -> Bound {
    if packed < 2 * OFFSET { Bound::Lower(packed - OFFSET) } else { Bound::Upper(packed - 3 * OFFSET) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_bucket_keeps_its_entries_as_the_others_do() {
        let mut memory = Memory::new(1 << 20);
        let table = memory.table();
        let slot = table.slot(7);
        assert_eq!((table.buckets[0].as_ptr() as usize % size_of::<Bucket>(), table.get(slot)), (0, None));
        table.put(slot, Bound::Upper(-3), 5);
        assert_eq!(table.get(slot), Some(Bound::Upper(-3)));
        let last = Slot { bucket: table.buckets.len() - 1, key: 1 << DATA_BITS };
        table.put(last, Bound::Lower(4), 1);
        assert_eq!(table.get(last), Some(Bound::Lower(4)));
    }

    /// More than an address space: the table is then as large as can be had.
    #[test]
    fn a_size_that_cannot_be_had_gives_a_smaller_table() {
        let mut memory = Memory::new(1 << 56);
        let table = memory.table();
        let slot = table.slot(1);
        table.put(slot, Bound::Lower(0), 0);
        assert_eq!(table.get(slot), Some(Bound::Lower(0)));
    }
}
