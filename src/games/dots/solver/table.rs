//! The transposition table of the solver: bounds on the margins of quiet positions, by canonical key.
//!
//! It replaces `search::table` because it has no locks: an entry is one word, and a lookup only reads its cache line, which stays in
//! the caches of all cores. Entries are small because a proof of a large board has many times more positions than fit.
//!
//! A bucket is one cache line of eight entries. An entry holds both bounds, so that it serves whatever is asked of the position, for
//! either player (Barker and Korf, *Solving Dots-And-Boxes*, 2012), and 48 bits of the key that do not choose the bucket. Keys do
//! not depend on the board: the table may be kept from one position to any other.

use std::sync::atomic::{AtomicU64, Ordering};

use prefetch_index::prefetch_index;

use crate::search::table::bucket_index;

/// Identifies a position: the upper half chooses its bucket, the lower half tells it from others there.
pub type Key = u128;

/// Entries in a bucket.
const WAYS: usize = 8;

/// The bounds on the margin of a position, and what it took to find them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The margin is at least this.
    pub lower: i32,
    /// The margin is at most this.
    pub upper: i32,
    /// The binary logarithm of the nodes spent on it ([`Entry::work_of`]).
    pub work: u8,
}

/// Positions already searched, in the memory of a [`Memory`](super::memory::Memory).
pub struct Table<'a> {
    buckets: &'a [Bucket],
    age: u8,
}

type Bucket = [AtomicU64; WAYS];

/// Size of a bucket.
pub const BUCKET_BYTES: usize = size_of::<Bucket>();

/// Most work that an entry can tell.
const MAX_WORK: u8 = 15;

/// Ages of entries, from 1 on: no word of an entry is 0.
pub const AGES: u8 = 3;

/// The bits of the lower half of a key that an entry holds.
const CHECK: u64 = !0xffff;

impl Entry {
    /// Returns the entry of a position that was not searched: the bounds for this number of coins.
    #[must_use]
    const fn trivial(coins: u8) -> Entry {
        Entry { lower: -(coins as i32), upper: coins as i32, work: 0 }
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

    /// Returns the work of a search of this many nodes: 1 for the fewest, 15 for 32,768 and more.
    #[must_use]
    pub const fn work_of(nodes: u64) -> u8 {
        let work = nodes.saturating_add(2).ilog2();
        if work < MAX_WORK as u32 { work as u8 } else { MAX_WORK }
    }

    /// Packs the entry of a position: bits of its key, and each bound by its distance from the trivial one, in steps of 2, because
    /// margins are even where the number of coins is. Distances of more than 62 are stored as 62, which proves less.
    fn pack(self, key: Key, coins: u8, age: u8) -> u64 {
        let most = i32::from(coins);
        let steps = |distance: i32| (distance / 2).clamp(0, 31) as u64;
        let bounds = steps(most + self.lower) | steps(most - self.upper) << 5;
        key as u64 & CHECK | u64::from(age) << 14 | u64::from(self.work) << 10 | bounds
    }

    fn unpack(word: u64, coins: u8) -> Entry {
        let steps = |shift: u32| (word >> shift & 31) as i32 * 2;
        Entry { lower: steps(0) - coins as i32, upper: coins as i32 - steps(5), work: work(word) }
    }
}

const fn work(word: u64) -> u8 {
    (word >> 10) as u8 & 15
}

const fn age(word: u64) -> u8 {
    (word >> 14) as u8 & 3
}

impl<'a> Table<'a> {
    /// Returns a table of some buckets, one at least.
    #[must_use]
    pub(super) fn new(buckets: &'a [Bucket], age: u8) -> Self {
        Table { buckets, age }
    }

    /// Prefetches the bucket of a key into the cache.
    #[inline]
    pub fn prefetch(&self, key: Key) {
        prefetch_index(self.buckets, self.bucket_index(key));
    }

    /// Returns what is known of a position with this number of coins: the trivial bounds if it has no entry.
    #[must_use]
    #[inline]
    pub fn get(&self, key: Key, coins: u8) -> Entry {
        let words = self.bucket(key).iter().map(|word| word.load(Ordering::Relaxed));
        let mut same = words.filter(|&word| is_entry_of(word, key));
        same.next().map_or(Entry::trivial(coins), |word| Entry::unpack(word, coins))
    }

    /// Stores bounds, intersected with those of the same position.
    ///
    /// In a full bucket they replace an entry of an earlier search, if there is one; else half of the bucket keeps the entries that
    /// were stored last, and what leaves it replaces an entry of the other half that took no more work. `ludion-lab dots prove 3x5
    /// --threads 1 --hash-mb 32`, with room for a seventh of the positions, takes 100 million nodes; with room for all it takes 31.
    pub fn put(&self, key: Key, coins: u8, mut known: Entry) {
        let bucket = self.bucket(key);
        let words = || bucket.iter().map(|word| word.load(Ordering::Relaxed));
        if let Some((way, word)) = words().enumerate().find(|&(_, word)| is_entry_of(word, key)) {
            let before = Entry::unpack(word, coins);
            known.lower = known.lower.max(before.lower);
            known.upper = known.upper.min(before.upper);
            known.work = known.work.max(before.work);
            return bucket[way].store(known.pack(key, coins, self.age), Ordering::Relaxed);
        }
        let word = known.pack(key, coins, self.age);
        if let Some(way) = words().position(|word| age(word) != self.age) {
            return bucket[way].store(word, Ordering::Relaxed);
        }
        let (costly, recent) = bucket.split_at(WAYS / 2);
        let pushed_out = recent.iter().fold(word, |word, way| {
            let before = way.load(Ordering::Relaxed);
            way.store(word, Ordering::Relaxed);
            before
        });
        let cheapest = costly.iter().min_by_key(|way| work(way.load(Ordering::Relaxed)));
        if let Some(way) = cheapest.filter(|way| work(way.load(Ordering::Relaxed)) <= work(pushed_out)) {
            way.store(pushed_out, Ordering::Relaxed);
        }
    }

    /// Returns the number of buckets.
    #[must_use]
    pub const fn bucket_count(&self) -> usize {
        self.buckets.len()
    }

    /// Iterates over the entries that took at least this much work, each as the index of its bucket and its word.
    pub fn words(&self, least_work: u8) -> impl Iterator<Item = (usize, u64)> + '_ {
        let indexed = self.buckets.iter().enumerate();
        let words = indexed.flat_map(|(index, bucket)| bucket.iter().map(move |word| (index, word.load(Ordering::Relaxed))));
        words.filter(move |&(_, word)| word != 0 && work(word) >= least_work)
    }

    /// Puts a word that [`Table::words`] of a table of as many buckets gave into an empty place of its bucket. Returns whether there
    /// is one, and the word can be the entry of a position of at most this many coins.
    #[must_use]
    pub fn restore(&self, bucket: usize, word: u64, most_coins: u8) -> bool {
        let steps = (word & 31) + (word >> 5 & 31);
        let places = self.buckets.get(bucket).map(|words| words.iter());
        let empty = places.and_then(|mut places| places.find(|place| place.load(Ordering::Relaxed) == 0));
        let Some(place) = empty.filter(|_| age(word) > 0 && steps <= u64::from(most_coins)) else { return false };
        place.store(word & !(3 << 14) | u64::from(self.age) << 14, Ordering::Relaxed);
        true
    }

    fn bucket(&self, key: Key) -> &Bucket {
        &self.buckets[self.bucket_index(key)]
    }

    fn bucket_index(&self, key: Key) -> usize {
        bucket_index((key >> 64) as u64, self.buckets.len())
    }
}

/// Returns whether a word is the entry of a key.
const fn is_entry_of(word: u64, key: Key) -> bool {
    (word ^ key as u64) & CHECK == 0 && word != 0
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
        let key = 7 << 40;
        assert_eq!(table.get(key, 9), Entry::trivial(9));
        table.put(key, 9, Entry { lower: -9, upper: 3, work: 2 });
        table.put(key, 9, Entry { lower: -3, upper: 9, work: 1 });
        assert_eq!(table.get(key, 9), Entry { lower: -3, upper: 3, work: 2 });
    }

    /// Of the entries of one bucket, those that took most work stay, and those that were stored last.
    #[test]
    fn costly_and_recent_entries_stay() {
        let mut memory = Memory::new(64);
        let table = memory.table();
        let key = |number: u8| Key::from(number) << 40;
        let is_kept = |number: u8| table.get(key(number), 4) != Entry::trivial(4);
        for number in 1..=100 {
            let work = if number % 16 == 0 { 15 } else { number % 8 };
            table.put(key(number), 4, Entry { lower: 0, upper: 2, work });
        }
        let kept: Vec<u8> = (1..=100).filter(|&number| is_kept(number)).collect();
        assert_eq!(kept.len(), WAYS);
        assert!(kept.iter().all(|&number| number > 96 || number % 16 == 0), "{kept:?}");
        memory.begin();
        let table = memory.table();
        table.put(key(101), 4, Entry { lower: 0, upper: 2, work: 1 });
        assert_eq!(table.words(0).count(), WAYS);
    }

    /// Bounds come back as they were stored, whatever the number of coins; those too far from the trivial ones as weaker ones.
    #[test]
    fn bounds_are_packed() {
        for coins in 0..=63_u8 {
            let most = i32::from(coins);
            for lower in (-most..=most).step_by(2) {
                for upper in (lower..=most).step_by(2) {
                    let entry = Entry { lower, upper, work: 3 };
                    let unpacked = Entry::unpack(entry.pack(0, coins, 1), coins);
                    let weakest = Entry { lower: lower.min(62 - most), upper: upper.max(most - 62), work: 3 };
                    assert_eq!(unpacked, weakest, "{coins} {entry:?}");
                }
            }
        }
    }

    /// The words of a table are restored in another one of its size, and nothing else is.
    #[test]
    fn words_are_restored() {
        let (mut memory, mut other) = (Memory::new(1 << 12), Memory::new(1 << 12));
        other.begin();
        let (table, restored) = (memory.table(), other.table());
        let key = |number: u64| Key::from(number.wrapping_mul(0x9e37_79b9_7f4a_7c15)) << 64 | Key::from(number << 40);
        let entry = Entry { lower: -2, upper: 0, work: 5 };
        (1..=100).for_each(|number| table.put(key(number), 4, entry));
        assert!(table.words(6).next().is_none());
        for (bucket, word) in table.words(5) {
            assert!(restored.restore(bucket, word, 4));
        }
        assert!((1..=100).all(|number| restored.get(key(number), 4) == table.get(key(number), 4)));
        assert_eq!(restored.words(0).count(), table.words(0).count());
        let (_, word) = table.words(0).next().unwrap();
        let refused = [(restored.bucket_count(), word, 4), (0, 0, 4), (0, word, 1)];
        assert!(refused.into_iter().all(|(bucket, word, coins)| !restored.restore(bucket, word, coins)));
    }
}
