//! The closed list of a search: a set of states, each with its f-value. It is no transposition table as in `search::table`, because
//! it must forget no state: it grows where that replaces.
//!
//! Open addressing in buckets of one cache line. A key is mixed by a bijection; its upper bits choose the bucket, and only
//! the lower ones are stored, so that an entry for 32 bits of key takes 32 bits, length included. A full bucket overflows
//! into the next ones, and the entry says how far. The table starts with one page and doubles.

use crate::pages::Pages;
use bytemuck::{Pod, Zeroable};
use wide::{u32x16, u64x8};

/// A machine word that holds a key or an entry.
pub trait Word: Copy + Eq + Default + Send + Sync + 'static {
    /// Bits of the word.
    const BITS: u32;
    /// A bucket of such words: one cache line.
    type Bucket: AsRef<[Self]> + AsMut<[Self]> + Pod + Default + Send + Sync;
    /// The lower bits of a number.
    fn of(number: u64) -> Self;
    /// As a number.
    fn number(self) -> u64;
    /// Whether a bucket has an entry with a label, which is all of an entry but its length; and how many entries it has.
    fn scan(bucket: &Self::Bucket, label: u64) -> (bool, usize);
}

/// Sixteen short words.
#[derive(Clone, Copy, Default, Pod, Zeroable)]
#[repr(C, align(64))]
pub struct Short([u32; 16]);

/// Eight long words.
#[derive(Clone, Copy, Default, Pod, Zeroable)]
#[repr(C, align(64))]
pub struct Long([u64; 8]);

macro_rules! word {
    ($word:ty, $bucket:ty, $wide:ty) => {
        impl AsRef<[$word]> for $bucket {
            fn as_ref(&self) -> &[$word] {
                &self.0
            }
        }

        impl AsMut<[$word]> for $bucket {
            fn as_mut(&mut self) -> &mut [$word] {
                &mut self.0
            }
        }

        impl Word for $word {
            const BITS: u32 = <$word>::BITS;
            type Bucket = $bucket;

            #[inline]
            fn of(number: u64) -> Self {
                number as $word
            }

            #[inline]
            fn number(self) -> u64 {
                u64::from(self)
            }

            #[inline]
            fn scan(bucket: &$bucket, label: u64) -> (bool, usize) {
                let entries = <$wide>::new(bucket.0);
                let none = entries.simd_eq(<$wide>::splat(0)).to_bitmask();
                let same = (entries >> LENGTH_BITS).simd_eq(<$wide>::splat(label as $word)).to_bitmask();
                // Entries fill a bucket from its beginning.
                let filled = (none | 1 << bucket.0.len()).trailing_zeros();
                (same & !none != 0, filled as usize)
            }
        }
    };
}

word!(u32, Short, u32x16);
word!(u64, Long, u64x8);

/// Bits of an entry that hold the length, one more than it, so that no entry is 0.
const LENGTH_BITS: u32 = 6;

/// Greatest length that can be stored.
pub const LONGEST: u8 = (1 << LENGTH_BITS) - 2;

/// Bits of an entry that tell how many buckets beyond its own it lies.
const AWAY_BITS: u32 = 2;

/// Bits of the number of buckets at first: what an entry has no room for must be in the number of its bucket.
const FIRST_BITS: u32 = LENGTH_BITS + AWAY_BITS;

/// Of 16 places that many are filled before the table grows.
const FULLEST: usize = 14;

/// Bytes from which on buckets lie in mapped memory: two huge pages.
const MAPPED: usize = 4 << 20;

/// Keys whose buckets are fetched together.
const AHEAD: usize = 32;

/// Entries that are moved between two looks at the budget.
const LOOK: usize = 1 << 16;

/// A set of keys of a fixed number of bits.
pub struct Table<W: Word> {
    buckets: Pages<W::Bucket>,
    /// Bits of a key.
    key_bits: u32,
    /// Bits of the number of a bucket.
    bits: u32,
    len: usize,
}

impl<W: Word> Table<W> {
    /// An empty set of keys of so many bits.
    #[must_use]
    pub fn new(key_bits: u32) -> Self {
        debug_assert!(key_bits >= FIRST_BITS && key_bits <= W::BITS);
        Table { buckets: Pages::new(1 << FIRST_BITS, MAPPED), key_bits, bits: FIRST_BITS, len: 0 }
    }

    /// A bijection of the keys that looks random.
    #[inline]
    #[must_use]
    pub fn mixed(&self, key: W) -> u64 {
        mixed(key.number(), self.key_bits)
    }

    /// Number of keys.
    #[must_use]
    pub fn count(&self) -> usize {
        self.len
    }

    /// Memory that it takes, in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.buckets.len() * size_of::<W::Bucket>()
    }

    /// Whether it grows at one of the next insertions, so many of them.
    fn is_nearly_full(&self, more: usize) -> bool {
        self.len + more > self.buckets.len() * W::Bucket::default().as_ref().len() / 16 * FULLEST
    }

    fn home(&self, mixed: u64) -> (usize, u64) {
        let rest_bits = self.key_bits - self.bits;
        ((mixed >> rest_bits) as usize, mixed & ((1 << rest_bits) - 1))
    }

    /// The length that a mixed key was stored with.
    #[must_use]
    pub fn get(&self, mixed: u64) -> Option<u8> {
        let (home, rest) = self.home(mixed);
        for away in 0..1 << AWAY_BITS {
            let bucket = self.buckets[(home + away) & (self.buckets.len() - 1)].as_ref();
            let label = rest << AWAY_BITS | away as u64;
            if let Some(entry) = bucket.iter().find(|entry| entry.number() >> LENGTH_BITS == label && entry.number() != 0) {
                return Some((entry.number() & ((1 << LENGTH_BITS) - 1)) as u8 - 1);
            }
            if bucket.iter().any(|entry| entry.number() == 0) {
                return None;
            }
        }
        None
    }

    /// Makes room for some insertions; whether nothing has ended that before: `is_over` tells whether the work is over, or would be
    /// by a table of so many bytes beside this one.
    #[must_use]
    pub fn reserve(&mut self, more: usize, is_over: &impl Fn(usize) -> bool) -> bool {
        while self.is_nearly_full(more) {
            if !self.grow(is_over) {
                return false;
            }
        }
        true
    }

    /// Adds a key with a length of at most [`LONGEST`]; whether it was not there.
    pub fn insert(&mut self, key: W, length: u8) -> bool {
        let mut new = false;
        self.insert_all(&[(key, ())], length, &|_| false, |_| new = true) && new
    }

    /// Adds keys with a length of at most [`LONGEST`], and tells those that were not there; whether nothing has ended that while
    /// the table grew, which takes long; `is_over` as for [`Table::reserve`].
    pub fn insert_all<T>(
        &mut self,
        keys: &[(W, T)],
        length: u8,
        is_over: &impl Fn(usize) -> bool,
        mut tell: impl FnMut(&(W, T)),
    ) -> bool {
        let mut places = [0; AHEAD];
        for batch in keys.chunks(AHEAD) {
            if !self.reserve(batch.len(), is_over) {
                return false;
            }
            let rest_bits = self.key_bits - self.bits;
            let (buckets, mut near) = (&*self.buckets, 0);
            for (place, (key, _)) in places.iter_mut().zip(batch) {
                *place = mixed(key.number(), self.key_bits);
                // Reads all buckets at once, so that they are near when they are needed.
                near ^= buckets[(*place >> rest_bits) as usize].as_ref()[0].number();
            }
            std::hint::black_box(near);
            if !self.insert_batch((&places, batch), length, is_over, &mut tell) {
                return false;
            }
        }
        true
    }

    fn insert_batch<T>(
        &mut self,
        (places, batch): (&[u64; AHEAD], &[(W, T)]),
        length: u8,
        is_over: &impl Fn(usize) -> bool,
        tell: &mut impl FnMut(&(W, T)),
    ) -> bool {
        let mut letters = places.iter().zip(batch).peekable();
        while letters.peek().is_some() {
            let (buckets, rest_bits) = (&mut *self.buckets, self.key_bits - self.bits);
            while let Some(&(&place, letter)) = letters.peek() {
                let Some(new) = try_insert::<W>(buckets, place, rest_bits, length) else { break };
                if new {
                    self.len += 1;
                    tell(letter);
                }
                letters.next();
            }
            if letters.peek().is_some() && !self.grow(is_over) {
                return false;
            }
        }
        true
    }

    /// Doubles; whether nothing has ended that before.
    fn grow(&mut self, is_over: &impl Fn(usize) -> bool) -> bool {
        let mut bits = self.bits;
        loop {
            bits += 1;
            if is_over((1 << bits) * size_of::<W::Bucket>()) {
                return false;
            }
            let mut grown = Pages::new(1 << bits, MAPPED);
            let (buckets, rest_bits) = (&mut *grown, self.key_bits - bits);
            let mut entries = self.entries();
            let mut fits = true;
            while fits {
                let mut some = entries.by_ref().take(LOOK).peekable();
                if some.peek().is_none() {
                    break;
                }
                fits = some.all(|(mixed, length)| try_insert::<W>(buckets, mixed, rest_bits, length).is_some());
                if is_over(0) {
                    return false;
                }
            }
            if fits {
                drop(entries);
                (self.buckets, self.bits) = (grown, bits);
                return true;
            }
        }
    }

    /// All mixed keys, with their lengths.
    fn entries(&self) -> impl Iterator<Item = (u64, u8)> + '_ {
        let rest_bits = self.key_bits - self.bits;
        self.buckets.iter().enumerate().flat_map(move |(place, bucket)| {
            let entries = bucket.as_ref().iter().filter(|entry| entry.number() != 0);
            entries.map(move |entry| {
                let label = entry.number() >> LENGTH_BITS;
                let away = (label & ((1 << AWAY_BITS) - 1)) as usize;
                let home = place.wrapping_sub(away) & (self.buckets.len() - 1);
                let mixed = (home as u64) << rest_bits | label >> AWAY_BITS;
                (mixed, (entry.number() & ((1 << LENGTH_BITS) - 1)) as u8 - 1)
            })
        })
    }
}

/// Adds a mixed key of which so many bits are not in the number of its bucket; `None` where there is no room near that.
#[inline]
fn try_insert<W: Word>(buckets: &mut [W::Bucket], mixed: u64, rest_bits: u32, length: u8) -> Option<bool> {
    let (home, rest) = ((mixed >> rest_bits) as usize, mixed & ((1 << rest_bits) - 1));
    let last = buckets.len() - 1;
    for away in 0..1 << AWAY_BITS {
        let bucket = &mut buckets[(home + away) & last];
        let label = rest << AWAY_BITS | away as u64;
        let (found, filled) = W::scan(bucket, label);
        if found {
            return Some(false);
        }
        if let Some(slot) = bucket.as_mut().get_mut(filled) {
            *slot = W::of(label << LENGTH_BITS | u64::from(length + 1));
            return Some(true);
        }
    }
    None
}

/// Multiplications by odd numbers and shifts of the upper half into the lower one, modulo a power of two: each can be undone.
#[inline]
fn mixed(key: u64, bits: u32) -> u64 {
    let mask = u64::MAX >> (64 - bits);
    let mut mixed = key.wrapping_mul(0x9e37_79b9_7f4a_7c15) & mask;
    mixed ^= mixed >> (bits / 2);
    mixed = mixed.wrapping_mul(0xd6e8_feb8_6659_fd93) & mask;
    mixed ^ mixed >> (bits / 2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    fn check<W: Word>(key_bits: u32, keys: u64) {
        let mut table = Table::<W>::new(key_bits);
        let mut known = HashMap::new();
        for number in 0..keys {
            let key = W::of(number.wrapping_mul(0x2545_f491_4f6c_dd1d) & (u64::MAX >> (64 - key_bits)));
            let length = (number % 60) as u8;
            assert_eq!(table.insert(key, length), !known.contains_key(&key.number()));
            known.entry(key.number()).or_insert(length);
        }
        assert_eq!(table.count(), known.len());
        for (&key, &length) in &known {
            assert_eq!(table.get(table.mixed(W::of(key))), Some(length));
        }
        let absent = (0..keys).map(|key| key << 3 | 5).filter(|key| !known.contains_key(key));
        assert!(absent.map(|key| table.mixed(W::of(key))).all(|mixed| table.get(mixed).is_none()));
    }

    #[test]
    fn a_set_of_keys() {
        check::<u32>(32, 200_000);
        check::<u32>(22, 100_000);
        check::<u64>(40, 100_000);
        check::<u64>(60, 100_000);
    }

    #[test]
    fn mixing_is_a_bijection() {
        let mut seen = vec![false; 1 << 16];
        (0..1 << 16).for_each(|key| seen[mixed(key, 16) as usize] = true);
        assert!(seen.into_iter().all(|seen| seen));
    }
}
