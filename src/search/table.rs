//! The transposition table that all workers share.
//!
//! A bucket is one cache line: a one-byte lock, three full 64-bit keys, three entries. Nothing is torn and no key is
//! guessed, and an uncontended lock costs less than the cache miss that fetches the line.

use std::sync::OnceLock;

use parking_lot::Mutex;

use super::value::Value;

/// Entries in a bucket: what fits into 64 bytes beside the lock.
const WAYS: usize = 3;

/// What a stored value says of the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// It is the value.
    Exact,
    /// The value is at least this.
    Lower,
    /// The value is at most this.
    Upper,
}

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its value, or a bound.
    pub value: Value,
    /// What `value` is.
    pub bound: Bound,
    /// Plies that were searched below it.
    pub depth: u8,
    /// The best move, packed; [`Entry::NO_MOVE`] where none is known.
    pub mv: u16,
}

impl Entry {
    /// No move.
    pub const NO_MOVE: u16 = u16::MAX;

    /// Whether it settles a search to `depth` plies in this window. A proof settles any depth.
    #[must_use]
    pub fn allows_cutoff(&self, depth: u32, alpha: Value, beta: Value) -> bool {
        if u32::from(self.depth) < depth && !self.is_proof() {
            return false;
        }
        match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.value >= beta,
            Bound::Upper => self.value <= alpha,
        }
    }

    /// Whether the value is proved: a bound proves only in its own direction.
    #[must_use]
    pub fn is_proof(&self) -> bool {
        match self.bound {
            Bound::Exact => self.value.is_proof(),
            Bound::Lower => self.value.is_win(),
            Bound::Upper => self.value.is_loss(),
        }
    }
}

#[derive(Clone, Copy, Default)]
struct Slot {
    value: i32,
    mv: u16,
    depth: u8,
    /// Two bits of bound (0: empty), six of the search in which it was stored.
    mark: u8,
}

#[derive(Default)]
struct Bucket {
    keys: [u64; WAYS],
    slots: [Slot; WAYS],
}

/// Buckets that are made together, when the first of them is used: a table costs nothing before it is filled.
const CHUNK: usize = 256;

/// Positions already searched, by their full key.
pub struct Table {
    chunks: Vec<OnceLock<Box<[Line]>>>,
    buckets: usize,
    age: u8,
}

/// A bucket with its lock, on a cache line of its own.
#[derive(Default)]
#[repr(align(64))]
struct Line(Mutex<Bucket>);

impl Table {
    /// An empty table of [`Table::rounded`] bytes.
    #[must_use]
    pub fn new(bytes: usize) -> Self {
        let buckets = Self::rounded(bytes) / size_of::<Line>();
        Table { chunks: std::iter::repeat_with(OnceLock::new).take(buckets.div_ceil(CHUNK)).collect(), buckets, age: 0 }
    }

    /// The size that a table really has for a size that is asked for: whole buckets, one at least.
    #[must_use]
    pub const fn rounded(bytes: usize) -> usize {
        let buckets = bytes / size_of::<Line>();
        if buckets == 0 { size_of::<Line>() } else { buckets * size_of::<Line>() }
    }

    /// A size in which a search of this many nodes loses nothing worth keeping.
    #[must_use]
    pub fn bytes_for(nodes: u64) -> usize {
        usize::try_from(nodes).unwrap_or(usize::MAX).saturating_mul(size_of::<Line>())
    }

    /// Its size in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.buckets * size_of::<Line>()
    }

    /// Begins a new search: what is stored from now on is kept in preference to what was stored before.
    pub fn begin(&mut self) {
        self.age = (self.age + 1) % 64;
    }

    /// What is known of a position.
    #[must_use]
    pub fn get(&self, key: u64) -> Option<Entry> {
        let bucket = self.bucket(key).lock();
        (0..WAYS).find(|&way| bucket.keys[way] == key && bucket.slots[way].mark & 3 != 0).map(|way| bucket.slots[way].entry())
    }

    /// Stores what was found of a position, over the entry that is worth least: another search's before this one's, a
    /// shallow one before a deep one, an estimate before a proof. A proof of the same position is never replaced by less.
    pub fn put(&self, key: u64, entry: Entry) {
        let mut bucket = self.bucket(key).lock();
        let same = (0..WAYS).find(|&way| bucket.keys[way] == key && bucket.slots[way].mark & 3 != 0);
        let way = match same {
            Some(way) if bucket.slots[way].entry().is_proof() && !entry.is_proof() => return,
            Some(way) => way,
            None => (0..WAYS).min_by_key(|&way| bucket.slots[way].worth(self.age)).unwrap_or(0),
        };
        bucket.keys[way] = key;
        bucket.slots[way] = Slot::new(entry, self.age);
    }

    fn bucket(&self, key: u64) -> &Mutex<Bucket> {
        // The high bits choose: a product spreads them over any number of buckets (Lemire 2019).
        let place = ((u128::from(key) * self.buckets as u128) >> 64) as usize;
        let chunk = self.chunks[place / CHUNK].get_or_init(|| std::iter::repeat_with(Line::default).take(CHUNK).collect());
        &chunk[place % CHUNK].0
    }
}

impl Slot {
    fn new(entry: Entry, age: u8) -> Self {
        let bound = match entry.bound {
            Bound::Exact => 1,
            Bound::Lower => 2,
            Bound::Upper => 3,
        };
        Slot { value: entry.value.bits(), mv: entry.mv, depth: entry.depth, mark: bound | age << 2 }
    }

    fn entry(self) -> Entry {
        let bound = match self.mark & 3 {
            1 => Bound::Exact,
            2 => Bound::Lower,
            _ => Bound::Upper,
        };
        Entry { value: Value::from_bits(self.value), bound, depth: self.depth, mv: self.mv }
    }

    fn worth(self, age: u8) -> (bool, bool, bool, u8) {
        let filled = self.mark & 3 != 0;
        (filled, filled && self.entry().is_proof(), self.mark >> 2 == age, self.depth)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(depth: u8, value: Value) -> Entry {
        Entry { value, bound: Bound::Exact, depth, mv: 5 }
    }

    #[test]
    fn a_bucket_is_a_cache_line() {
        assert_eq!(size_of::<Line>(), 64);
    }

    #[test]
    fn what_is_put_is_got() {
        let table = Table::new(1 << 20);
        assert_eq!(table.get(0), None, "an empty slot is not the position with key 0");
        table.put(0, entry(3, Value::estimate(17)));
        assert_eq!(table.get(0), Some(entry(3, Value::estimate(17))));
    }

    #[test]
    fn proofs_outlive_estimates() {
        let table = Table::new(64);
        table.put(1, entry(2, Value::loss_in(4)));
        table.put(1, entry(9, Value::estimate(1)));
        assert_eq!(table.get(1), Some(entry(2, Value::loss_in(4))));
        for key in 2..10 {
            table.put(key, entry(9, Value::estimate(1)));
        }
        assert!(table.get(1).is_some());
    }
}
