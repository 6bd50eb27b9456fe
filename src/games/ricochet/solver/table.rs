//! The closed list of a search: a set of states, each with its f-value (moves made plus lower bound).
//!
//! Unlike the transposition table of `search::table` it must not lose a state, so it grows instead of replacing entries.
//!
//! Open addressing in buckets of one cache line. A key is mixed by a bijection; its upper bits choose the bucket, and only
//! the lower ones are stored, so that an entry for 32 bits of key takes 32 bits, f-value included. A full bucket overflows
//! into the next ones, and the entry says how far. The table starts with one page and doubles.

use crate::pages::Pages;
use bytemuck::{Pod, Zeroable};
use wide::{u32x16, u64x8};

/// A machine word that holds a key or an entry.
pub(in super::super) trait Word: Copy + Eq + Default + Send + Sync + 'static {
    /// Bits of the word.
    const BITS: u32;
    /// A bucket of such words: one cache line.
    type Bucket: AsRef<[Self]> + AsMut<[Self]> + Pod + Default + Send + Sync;
    /// Returns the lower bits of a number.
    fn truncate(number: u64) -> Self;
    /// Returns the word as a number.
    fn to_u64(self) -> u64;
    /// Returns whether a bucket has an entry with a label (an entry without its f-value), and the number of its entries.
    fn scan(bucket: &Self::Bucket, label: u64) -> (bool, usize);
}

/// Sixteen short words.
#[derive(Clone, Copy, Default, Pod, Zeroable)]
#[repr(C, align(64))]
pub(in super::super) struct Short([u32; 16]);

/// Eight long words.
#[derive(Clone, Copy, Default, Pod, Zeroable)]
#[repr(C, align(64))]
pub(in super::super) struct Long([u64; 8]);

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
            fn truncate(number: u64) -> Self {
                number as $word
            }

            #[inline]
            fn to_u64(self) -> u64 {
                u64::from(self)
            }

            #[inline]
            fn scan(bucket: &$bucket, label: u64) -> (bool, usize) {
                let entries = <$wide>::new(bucket.0);
                let none = entries.simd_eq(<$wide>::splat(0)).to_bitmask();
                let same = (entries >> F_BITS).simd_eq(<$wide>::splat(label as $word)).to_bitmask();
                // Entries fill a bucket from its beginning.
                let filled = (none | 1 << bucket.0.len()).trailing_zeros();
                (same & !none != 0, filled as usize)
            }
        }
    };
}

word!(u32, Short, u32x16);
word!(u64, Long, u64x8);

/// Bits of an entry that hold the f-value plus 1, so that no entry is 0.
const F_BITS: u32 = 6;

/// Greatest f-value that can be stored.
pub(super) const MAX_F: u8 = (1 << F_BITS) - 2;

/// Bits of an entry that hold its distance from its home bucket.
const DISTANCE_BITS: u32 = 2;

/// Binary logarithm of the initial number of buckets: an entry lacks this many bits of its key, which the number of its bucket must
/// hold.
const FIRST_BITS: u32 = F_BITS + DISTANCE_BITS;

/// Of 16 slots this many are filled before the table grows.
const MAX_FILLED: usize = 14;

/// Bytes from which on buckets lie in mapped memory: two huge pages.
const MAPPED: usize = 4 << 20;

/// Keys whose buckets are prefetched together.
const PREFETCHED: usize = 32;

/// Entries that are moved between two checks of the budget.
const CHECK_INTERVAL: usize = 1 << 16;

/// A set of keys of a fixed number of bits.
pub struct Table<W: Word> {
    buckets: Pages<W::Bucket>,
    key_bits: u32,
    /// Bits of the number of a bucket.
    bits: u32,
    len: usize,
}

impl<W: Word> Table<W> {
    /// Returns an empty set of keys of this many bits.
    #[must_use]
    pub fn new(key_bits: u32) -> Self {
        debug_assert!(key_bits >= FIRST_BITS && key_bits <= W::BITS);
        Table { buckets: Pages::new(1 << FIRST_BITS, MAPPED), key_bits, bits: FIRST_BITS, len: 0 }
    }

    /// Hashes a key by a bijection.
    #[inline]
    #[must_use]
    pub fn mix(&self, key: W) -> u64 {
        mix(key.to_u64(), self.key_bits)
    }

    /// Returns the number of keys.
    #[cfg(test)]
    pub fn count(&self) -> usize {
        self.len
    }

    /// Returns the memory that it takes, in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.buckets.len() * size_of::<W::Bucket>()
    }

    /// Returns whether this many insertions may make it grow.
    fn must_grow(&self, more: usize) -> bool {
        self.len + more > self.buckets.len() * W::Bucket::default().as_ref().len() / 16 * MAX_FILLED
    }

    fn home(&self, mixed: u64) -> (usize, u64) {
        let rest_bits = self.key_bits - self.bits;
        ((mixed >> rest_bits) as usize, mixed & ((1 << rest_bits) - 1))
    }

    /// Returns the f-value that a mixed key was stored with.
    #[must_use]
    pub fn get(&self, mixed: u64) -> Option<u8> {
        let (home, rest) = self.home(mixed);
        for distance in 0..1 << DISTANCE_BITS {
            let bucket = self.buckets[(home + distance) & (self.buckets.len() - 1)].as_ref();
            let label = rest << DISTANCE_BITS | distance as u64;
            if let Some(entry) = bucket.iter().find(|entry| entry.to_u64() >> F_BITS == label && entry.to_u64() != 0) {
                return Some((entry.to_u64() & ((1 << F_BITS) - 1)) as u8 - 1);
            }
            if bucket.iter().any(|entry| entry.to_u64() == 0) {
                return None;
            }
        }
        None
    }

    /// Makes room for some insertions. Returns false if stopped. `request_bytes` is called before memory is allocated, with 0 to
    /// check the limits alone, and returns false if a limit forbids it.
    #[must_use]
    pub fn reserve(&mut self, more: usize, request_bytes: &impl Fn(usize) -> bool) -> bool {
        while self.must_grow(more) {
            if !self.grow(request_bytes) {
                return false;
            }
        }
        true
    }

    /// Inserts a key with an f-value of at most [`MAX_F`]. Returns false if it was there already.
    pub fn insert(&mut self, key: W, f: u8) -> bool {
        let mut new = false;
        self.insert_all(&[(key, ())], f, &|_| true, |_| new = true) && new
    }

    /// Inserts keys with an f-value of at most [`MAX_F`], and calls `visit` on the new ones. Returns false if stopped while
    /// the table grew; `request_bytes` as for [`Table::reserve`].
    pub fn insert_all<T>(
        &mut self,
        keys: &[(W, T)],
        f: u8,
        request_bytes: &impl Fn(usize) -> bool,
        mut visit: impl FnMut(&(W, T)),
    ) -> bool {
        let mut mixed_keys = [0; PREFETCHED];
        for batch in keys.chunks(PREFETCHED) {
            if !self.reserve(batch.len(), request_bytes) {
                return false;
            }
            let rest_bits = self.key_bits - self.bits;
            let (buckets, mut near) = (&*self.buckets, 0);
            for (mixed, (key, _)) in mixed_keys.iter_mut().zip(batch) {
                *mixed = mix(key.to_u64(), self.key_bits);
                // Touches all buckets of the batch, so that they are in the cache when they are needed.
                near ^= buckets[(*mixed >> rest_bits) as usize].as_ref()[0].to_u64();
            }
            std::hint::black_box(near);
            if !self.insert_batch((&mixed_keys, batch), f, request_bytes, &mut visit) {
                return false;
            }
        }
        true
    }

    fn insert_batch<T>(
        &mut self,
        (mixed_keys, batch): (&[u64; PREFETCHED], &[(W, T)]),
        f: u8,
        request_bytes: &impl Fn(usize) -> bool,
        visit: &mut impl FnMut(&(W, T)),
    ) -> bool {
        let mut entries = mixed_keys.iter().zip(batch).peekable();
        while entries.peek().is_some() {
            let (buckets, rest_bits) = (&mut *self.buckets, self.key_bits - self.bits);
            while let Some(&(&mixed, entry)) = entries.peek() {
                let Some(new) = try_insert::<W>(buckets, mixed, rest_bits, f) else { break };
                if new {
                    self.len += 1;
                    visit(entry);
                }
                entries.next();
            }
            if entries.peek().is_some() && !self.grow(request_bytes) {
                return false;
            }
        }
        true
    }

    /// Doubles the table. Returns false if stopped.
    fn grow(&mut self, request_bytes: &impl Fn(usize) -> bool) -> bool {
        let mut bits = self.bits;
        loop {
            bits += 1;
            if !request_bytes((1 << bits) * size_of::<W::Bucket>()) {
                return false;
            }
            let mut grown = Pages::new(1 << bits, MAPPED);
            let (buckets, rest_bits) = (&mut *grown, self.key_bits - bits);
            let mut entries = self.entries();
            let mut fits = true;
            while fits {
                let mut some = entries.by_ref().take(CHECK_INTERVAL).peekable();
                if some.peek().is_none() {
                    break;
                }
                fits = some.all(|(mixed, f)| try_insert::<W>(buckets, mixed, rest_bits, f).is_some());
                if !request_bytes(0) {
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

    /// Returns all mixed keys, with their f-values.
    fn entries(&self) -> impl Iterator<Item = (u64, u8)> + '_ {
        let rest_bits = self.key_bits - self.bits;
        self.buckets.iter().enumerate().flat_map(move |(index, bucket)| {
            let entries = bucket.as_ref().iter().filter(|entry| entry.to_u64() != 0);
            entries.map(move |entry| {
                let label = entry.to_u64() >> F_BITS;
                let distance = (label & ((1 << DISTANCE_BITS) - 1)) as usize;
                let home = index.wrapping_sub(distance) & (self.buckets.len() - 1);
                let mixed = (home as u64) << rest_bits | label >> DISTANCE_BITS;
                (mixed, (entry.to_u64() & ((1 << F_BITS) - 1)) as u8 - 1)
            })
        })
    }
}

/// Inserts a mixed key, of which `rest_bits` bits are not in the number of its home bucket. Returns whether it was new; `None` if
/// there is no room near the home bucket.
#[inline]
fn try_insert<W: Word>(buckets: &mut [W::Bucket], mixed: u64, rest_bits: u32, f: u8) -> Option<bool> {
    let (home, rest) = ((mixed >> rest_bits) as usize, mixed & ((1 << rest_bits) - 1));
    let last = buckets.len() - 1;
    for distance in 0..1 << DISTANCE_BITS {
        let bucket = &mut buckets[(home + distance) & last];
        let label = rest << DISTANCE_BITS | distance as u64;
        let (found, filled) = W::scan(bucket, label);
        if found {
            return Some(false);
        }
        if let Some(slot) = bucket.as_mut().get_mut(filled) {
            *slot = W::truncate(label << F_BITS | u64::from(f + 1));
            return Some(true);
        }
    }
    None
}

/// Multiplications by odd numbers and shifts of the upper half into the lower one, modulo a power of two: each can be undone.
#[inline]
fn mix(key: u64, bits: u32) -> u64 {
    let mask = u64::MAX >> (64 - bits);
    let mut mixed = key.wrapping_mul(crate::search::FIBONACCI) & mask;
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
            let key = W::truncate(number.wrapping_mul(0x2545_f491_4f6c_dd1d) & (u64::MAX >> (64 - key_bits)));
            let f = (number % 60) as u8;
            assert_eq!(table.insert(key, f), !known.contains_key(&key.to_u64()));
            known.entry(key.to_u64()).or_insert(f);
        }
        assert_eq!(table.count(), known.len());
        for (&key, &f) in &known {
            assert_eq!(table.get(table.mix(W::truncate(key))), Some(f));
        }
        let absent = (0..keys).map(|key| key << 3 | 5).filter(|key| !known.contains_key(key));
        assert!(absent.map(|key| table.mix(W::truncate(key))).all(|mixed| table.get(mixed).is_none()));
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
        (0..1 << 16).for_each(|key| seen[mix(key, 16) as usize] = true);
        assert!(seen.into_iter().all(|seen| seen));
    }
}
