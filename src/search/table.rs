//! A transposition table that threads share, generic over its entries.
//!
//! A bucket has a one-byte lock and several entries with their full 64-bit keys, so entries are never torn and never mistaken for
//! another position's unless the keys are equal. An uncontended lock costs less than the cache miss that fetches the bucket.
//! Buckets are allocated in chunks on first use, so a large table costs nothing before it is filled.

use std::sync::OnceLock;

use crate::sync::Mutex;

/// An entry of a [`TranspositionTable`].
pub trait TableEntry: Copy {
    /// The stored form of an entry, with the age of its search if that matters. The default slot is empty.
    type Slot: Copy + Default;
    /// Alignment of a bucket: [`CacheLine`], or `()` if buckets are larger than a cache line.
    type Align: Copy + Default;

    /// Packs the entry with the age of the current search.
    fn pack(self, age: u8) -> Self::Slot;

    /// Returns the entry of a slot; `None` if the slot is empty.
    fn unpack(slot: Self::Slot) -> Option<Self>;

    /// Returns whether the entry is a proof: no estimate of the same position replaces it.
    fn is_proof(&self) -> bool;

    /// Returns the replacement priority of a slot: the least is replaced first. Empty slots must be least.
    fn priority(slot: &Self::Slot, age: u8) -> impl Ord;
}

/// Aligns a bucket to a cache line.
#[derive(Clone, Copy, Default)]
#[repr(align(64))]
pub struct CacheLine;

/// Buckets allocated together.
const CHUNK: usize = 256;

/// Number of ages before they repeat: an entry has six bits for its age.
const AGES: u8 = 64;

/// A bucket of `WAYS` entries with its lock.
struct Bucket<E: TableEntry, const WAYS: usize> {
    _align: [E::Align; 0],
    ways: Mutex<[(u64, E::Slot); WAYS]>,
}

impl<E: TableEntry, const WAYS: usize> Default for Bucket<E, WAYS> {
    fn default() -> Self {
        Bucket { _align: [], ways: Mutex::new([Default::default(); WAYS]) }
    }
}

/// A table of entries by 64-bit key, in buckets of `WAYS` entries.
pub struct TranspositionTable<E: TableEntry, const WAYS: usize> {
    chunks: Vec<OnceLock<Box<[Bucket<E, WAYS>]>>>,
    buckets: usize,
    age: u8,
}

impl<E: TableEntry, const WAYS: usize> TranspositionTable<E, WAYS> {
    const BUCKET_BYTES: usize = size_of::<Bucket<E, WAYS>>();

    /// Creates an empty table of [`TranspositionTable::fit_bytes`] bytes.
    #[must_use]
    pub fn new(bytes: usize) -> Self {
        let buckets = Self::fit_bytes(bytes) / Self::BUCKET_BYTES;
        TranspositionTable {
            chunks: std::iter::repeat_with(OnceLock::new).take(buckets.div_ceil(CHUNK)).collect(),
            buckets,
            age: 0,
        }
    }

    /// Rounds a size in bytes down to whole buckets, at least one.
    #[must_use]
    pub const fn fit_bytes(bytes: usize) -> usize {
        let buckets = bytes / Self::BUCKET_BYTES;
        if buckets == 0 { Self::BUCKET_BYTES } else { buckets * Self::BUCKET_BYTES }
    }

    /// Returns a size in bytes that holds the entries of a search of this many nodes: a bucket for each.
    #[must_use]
    pub fn bytes_for(nodes: u64) -> usize {
        usize::try_from(nodes).unwrap_or(usize::MAX).saturating_mul(Self::BUCKET_BYTES)
    }

    /// Returns the size in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.buckets * Self::BUCKET_BYTES
    }

    /// Starts a new search: its entries are kept in preference to older ones.
    pub fn begin(&mut self) {
        self.age = (self.age + 1) % AGES;
    }

    /// Returns the entry of a position, if there is one.
    #[must_use]
    #[inline]
    pub fn get(&self, key: u64) -> Option<E> {
        let ways = self.bucket(key)?.ways.lock();
        ways.iter().filter(|&&(stored, _)| stored == key).find_map(|&(_, slot)| E::unpack(slot))
    }

    /// Stores an entry in place of that of the same position, else of the one with the least replacement priority; stores nothing
    /// where the system has no more memory.
    #[inline]
    pub fn put(&self, key: u64, entry: E) {
        let Some(bucket) = self.bucket(key) else { return };
        let mut ways = bucket.ways.lock();
        let same = (0..WAYS).filter(|&way| ways[way].0 == key).find_map(|way| Some((way, E::unpack(ways[way].1)?)));
        let way = match same {
            Some((_, old)) if old.is_proof() && !entry.is_proof() => return,
            Some((way, _)) => way,
            None => (0..WAYS).min_by_key(|&way| E::priority(&ways[way].1, self.age)).unwrap_or(0),
        };
        ways[way] = (key, entry.pack(self.age));
    }

    #[inline]
    fn bucket(&self, key: u64) -> Option<&Bucket<E, WAYS>> {
        let index = bucket_index(key, self.buckets);
        let chunk = self.chunks[index / CHUNK].get_or_init(allocate_chunk);
        chunk.get(index % CHUNK)
    }
}

/// Allocates the buckets of a chunk; none where the system has no memory for them.
fn allocate_chunk<E: TableEntry, const WAYS: usize>() -> Box<[Bucket<E, WAYS>]> {
    let mut buckets = Vec::new();
    if buckets.try_reserve_exact(CHUNK).is_ok() {
        buckets.extend(std::iter::repeat_with(Bucket::default).take(CHUNK));
    }
    buckets.into_boxed_slice()
}

/// Maps a key to one of `buckets` buckets by its high bits, for any number of buckets: multiply and shift (Lemire 2019).
#[inline]
#[must_use]
pub fn bucket_index(key: u64, buckets: usize) -> usize {
    ((u128::from(key) * buckets as u128) >> 64) as usize
}

#[cfg(all(test, shuttle))]
mod models {
    use std::sync::Arc;

    use super::*;
    use crate::sync::thread;

    /// An entry that knows its position.
    #[derive(Clone, Copy, Debug)]
    struct Own {
        key: u64,
        is_proof: bool,
    }

    impl TableEntry for Own {
        type Slot = Option<Own>;
        type Align = ();

        fn pack(self, _: u8) -> Option<Own> {
            Some(self)
        }

        fn unpack(slot: Option<Own>) -> Option<Own> {
            slot
        }

        fn is_proof(&self) -> bool {
            self.is_proof
        }

        fn priority(slot: &Option<Own>, _: u8) -> impl Ord {
            slot.map(|entry| entry.key)
        }
    }

    #[test]
    fn entries_are_of_their_positions_and_proofs_stay() {
        shuttle::check_random(
            || {
                // One bucket, with room for all.
                let table = Arc::new(TranspositionTable::<Own, 4>::new(1));
                let writers = (1..=3_u64).map(|number| {
                    let table = table.clone();
                    thread::spawn(move || {
                        for key in [number, 7] {
                            table.put(key, Own { key, is_proof: number == 1 });
                            assert_eq!(table.get(key).map(|entry| entry.key), Some(key));
                        }
                    })
                });
                writers.collect::<Vec<_>>().into_iter().for_each(|writer| writer.join().expect("it does not panic"));
                assert!(table.get(7).is_some_and(|entry| entry.is_proof));
            },
            2_000,
        );
    }
}
