//! The transposition table of the solver: bounds on the margins of quiet positions, by canonical key.
//!
//! It replaces `search::table` because it has no locks: a lookup only reads its cache line, which stays in the caches of all cores.
//!
//! A bucket is one cache line of four entries; an entry is two words, the key being stored xored with the data, so that a torn
//! entry is no entry (Hyatt and Mann, *A lockless transposition-table implementation for parallel search*, 2002).
//! An entry holds both bounds, so that it serves whatever is asked of the position, for either player (Barker and Korf,
//! *Solving Dots-And-Boxes*, 2012). Keys do not depend on the board: the table may be kept from one position to any other.

use std::sync::atomic::{AtomicU64, Ordering};

use prefetch_index::prefetch_index;

use crate::search::table::bucket_index;

/// Entries in a bucket.
const WAYS: usize = 4;

/// Bounds are stored above this.
const MIN: i32 = -64;

/// The bounds on the margin of a position, and how they were found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The margin is at least this.
    pub lower: i32,
    /// The margin is at most this.
    pub upper: i32,
    /// Some bits of the key of the position that the best move leads to.
    pub best: u16,
    /// About the binary logarithm of the nodes spent on it ([`Entry::work_of`]).
    pub work: u8,
}

/// Positions already searched, in the memory of a [`Memory`](super::memory::Memory).
pub struct Table<'a> {
    buckets: &'a [Bucket],
    age: u8,
}

type Bucket = [[AtomicU64; 2]; WAYS];

/// Size of a bucket.
pub const BUCKET_BYTES: usize = size_of::<Bucket>();

impl Entry {
    /// Returns the entry of a position that was not searched: the bounds for this number of coins.
    #[must_use]
    pub const fn trivial(coins: u32) -> Entry {
        Entry { lower: -(coins as i32), upper: coins as i32, best: 0, work: 0 }
    }

    /// Returns whether the margin is at least `t`, where that is known.
    #[must_use]
    pub const fn answers(&self, t: i32) -> Option<bool> {
        if self.lower >= t {
            Some(true)
        } else if self.upper < t {
            Some(false)
        } else {
            None
        }
    }

    /// Returns the work of a search of this many nodes.
    #[must_use]
    pub const fn work_of(nodes: u64) -> u8 {
        nodes.saturating_add(2).ilog2() as u8
    }

    fn pack(self, age: u8) -> u64 {
        let bounds = (self.lower - MIN) as u64 | ((self.upper - MIN) as u64) << 8;
        bounds | u64::from(self.best) << 16 | u64::from(self.work) << 32 | u64::from(age) << 40 | 1 << 63
    }

    const fn unpack(data: u64) -> Entry {
        Entry {
            lower: (data & 0xff) as i32 + MIN,
            upper: (data >> 8 & 0xff) as i32 + MIN,
            best: (data >> 16) as u16,
            work: (data >> 32) as u8,
        }
    }
}

impl<'a> Table<'a> {
    /// Returns a table of some buckets, one at least.
    #[must_use]
    pub(super) fn new(buckets: &'a [Bucket], age: u8) -> Self {
        Table { buckets, age }
    }

    /// Prefetches the bucket of a key into the cache.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        prefetch_index(self.buckets, self.bucket_index(key));
    }

    /// Returns all entries with their keys.
    pub fn entries(&self) -> impl Iterator<Item = (u64, Entry)> + '_ {
        let words = self.buckets.iter().flatten();
        let loaded = words.map(|[mixed, data]| (mixed.load(Ordering::Relaxed), data.load(Ordering::Relaxed)));
        loaded.filter(|&(_, data)| data != 0).map(|(mixed, data)| (mixed ^ data, Entry::unpack(data)))
    }

    /// Looks a position up.
    #[must_use]
    #[inline]
    pub fn get(&self, key: u64) -> Option<Entry> {
        self.bucket(key).iter().find_map(|[mixed, data]| {
            let data = data.load(Ordering::Relaxed);
            (mixed.load(Ordering::Relaxed) ^ data == key && data != 0).then(|| Entry::unpack(data))
        })
    }

    /// Stores bounds, intersected with those of the same position; else replaces the entry that took least work.
    pub fn put(&self, key: u64, mut known: Entry) {
        let mut worst = (u64::MAX, 0);
        let bucket = self.bucket(key);
        for (way, [mixed, data]) in bucket.iter().enumerate() {
            let data = data.load(Ordering::Relaxed);
            if mixed.load(Ordering::Relaxed) ^ data == key && data != 0 {
                let before = Entry::unpack(data);
                known.lower = known.lower.max(before.lower);
                known.upper = known.upper.min(before.upper);
                known.work = known.work.max(before.work);
                worst.1 = way;
                break;
            }
            let old = (data >> 40) as u8 & 63 != self.age;
            let priority = if data == 0 { 0 } else { 1 + (data >> 32 & 0xff) + if old { 0 } else { 256 } };
            if priority < worst.0 {
                worst = (priority, way);
            }
        }
        let data = known.pack(self.age);
        let [mixed, old_data] = &bucket[worst.1];
        mixed.store(key ^ data, Ordering::Relaxed);
        old_data.store(data, Ordering::Relaxed);
    }

    fn bucket(&self, key: u64) -> &Bucket {
        &self.buckets[self.bucket_index(key)]
    }

    fn bucket_index(&self, key: u64) -> usize {
        bucket_index(key, self.buckets.len())
    }
}

#[cfg(test)]
mod tests {
    use super::super::memory::Memory;
    use super::*;

    #[test]
    fn bounds_are_joined() {
        assert_eq!(BUCKET_BYTES, 64);
        let mut memory = Memory::new(1 << 16);
        let table = memory.table();
        assert_eq!(table.get(7), None);
        table.put(7, Entry { lower: -9, upper: 3, best: 5, work: 2 });
        table.put(7, Entry { lower: -3, upper: 9, best: 6, work: 1 });
        assert_eq!(table.get(7), Some(Entry { lower: -3, upper: 3, best: 6, work: 2 }));
    }

    #[test]
    fn what_cost_most_stays() {
        let mut memory = Memory::new(64);
        let table = memory.table();
        for key in 1..100 {
            table.put(key, Entry { work: (100 - key) as u8, ..Entry::trivial(4) });
        }
        assert!((1..=3).all(|key| table.get(key).is_some()));
    }
}
