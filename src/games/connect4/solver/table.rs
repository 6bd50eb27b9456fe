//! The transposition table of the solver: bounds on the scores of positions, shared by its threads without locks.
//!
//! An entry is one word, read and written whole, so that nothing is torn. The key is spread over 64 bits by a bijection; some
//! bits choose the bucket, and the entry holds all the others, so that no two positions are confused. An own table beside
//! `search::table`, because eight such entries fit into a cache line instead of three, and none needs a lock.

use std::sync::atomic::{AtomicU64, Ordering};

/// Entries in a bucket: half a cache line.
const WAYS: usize = 4;

/// Bits of a bound in an entry, and of its effort above it.
const BOUND_BITS: u32 = 8;
const EFFORT_BITS: u32 = 6;

/// Bits of an entry that are not of the key.
const DATA_BITS: u32 = BOUND_BITS + EFFORT_BITS;

/// What is added to a bound, so that it is positive: scores go from -28 to 28, and an upper bound is stored above the lower
/// ones.
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
#[derive(Default)]
#[repr(align(32))]
struct Bucket([AtomicU64; WAYS]);

/// A table of bounds by position.
pub struct Table {
    buckets: Vec<Bucket>,
    shift: u32,
}

/// The bucket of a key, and the key.
#[derive(Clone, Copy)]
pub struct Place {
    bucket: usize,
    /// The part of the key that an entry holds, in its place.
    key: u64,
}

impl Table {
    /// Returns an empty table of at most so many bytes: the number of buckets is a power of two, 2^`DATA_BITS` at least.
    #[must_use]
    pub fn new(bytes: usize) -> Self {
        let buckets = (bytes / size_of::<Bucket>()).max(1).ilog2().max(DATA_BITS);
        Table { buckets: std::iter::repeat_with(Bucket::default).take(1 << buckets).collect(), shift: u64::BITS - buckets }
    }

    /// Returns the bucket of a key.
    #[must_use]
    pub fn place(&self, key: u64) -> Place {
        // Both steps are bijections, so that different keys stay different.
        let spread = (key ^ (key >> 32)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        Place { bucket: (spread >> self.shift) as usize, key: spread << DATA_BITS }
    }

    /// Looks a position up.
    #[must_use]
    pub fn get(&self, place: Place) -> Option<Bound> {
        let bucket = &self.buckets[place.bucket];
        for way in &bucket.0 {
            let entry = way.load(Ordering::Relaxed);
            if (entry ^ place.key) >> DATA_BITS == 0 && entry & BOUND_MASK != 0 {
                return Some(unpack((entry & BOUND_MASK) as i32));
            }
        }
        None
    }

    /// Stores a bound that took 2^`effort` nodes to find, over the same position or the entry of least effort.
    pub fn put(&self, place: Place, bound: Bound, effort: u32) {
        let bucket = &self.buckets[place.bucket];
        let mut cheapest = 0;
        let mut least = u64::MAX;
        for (number, way) in bucket.0.iter().enumerate() {
            let entry = way.load(Ordering::Relaxed);
            if (entry ^ place.key) >> DATA_BITS == 0 {
                cheapest = number;
                break;
            }
            let worth = entry >> BOUND_BITS & EFFORT_MASK;
            if worth < least {
                (cheapest, least) = (number, worth);
            }
        }
        let entry = place.key | u64::from(effort) << BOUND_BITS | pack(bound) as u64;
        bucket.0[cheapest].store(entry, Ordering::Relaxed);
    }
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
