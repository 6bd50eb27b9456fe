//! The part of all states that one thread keeps: which it has met, and in what order.

use super::list_bytes;
use super::state::Arrival;
use super::table::{Table, Word};

/// A state on its way to the shard that it belongs to.
pub type Letter<W> = (W, Arrival);

/// The states of one length.
#[derive(Clone, Debug)]
pub struct Contour<W> {
    /// The states.
    pub keys: Vec<W>,
    /// How each was first reached.
    pub arrivals: Vec<Arrival>,
}

impl<W> Default for Contour<W> {
    fn default() -> Self {
        Contour { keys: Vec::new(), arrivals: Vec::new() }
    }
}

/// To which shard a key belongs: for most moves to the same as before them.
#[derive(Clone, Copy, Debug)]
pub struct Split {
    /// Lower bits of a key that do not matter.
    below: u32,
    /// Bits of the number of a shard.
    bits: u32,
}

impl Split {
    /// Among 2 to the power of `bits` shards, whatever the lowest bits of a key are, so many of them.
    #[must_use]
    pub fn new(bits: u32, below: u32) -> Self {
        Split { below, bits }
    }

    /// Number of shards.
    #[must_use]
    pub fn count(self) -> usize {
        1 << self.bits
    }

    /// The shard of a key.
    #[inline]
    #[must_use]
    pub fn of<W: Word>(self, key: W) -> usize {
        // The table takes its places from another multiplication.
        ((key.number() >> self.below).wrapping_mul(0xc2b2_ae3d_27d4_eb4f) >> 32) as usize & (self.count() - 1)
    }
}

/// Some of all states.
pub struct Shard<W: Word> {
    /// The states, with their lengths.
    pub table: Table<W>,
    contours: Vec<Contour<W>>,
    /// Room for states on their way here, kept from one length to the next.
    pub desk: Vec<Letter<W>>,
}

/// A shard whose last length is being stored.
pub struct Open<'a, W: Word> {
    table: &'a mut Table<W>,
    /// The states of the last length.
    pub contour: &'a mut Contour<W>,
    length: u8,
    /// Bytes of the other lists.
    beside: usize,
}

impl<W: Word> Shard<W> {
    /// No states, of keys of so many bits.
    #[must_use]
    pub fn new(key_bits: u32) -> Self {
        Shard { table: Table::new(key_bits), contours: Vec::new(), desk: Vec::new() }
    }

    /// The states of a length.
    #[must_use]
    pub fn keys(&self, length: u8) -> &[W] {
        self.contours.get(usize::from(length)).map_or(&[], |contour| &contour.keys)
    }

    /// How the states of a length were first reached.
    #[must_use]
    pub fn arrivals(&self, length: u8) -> &[Arrival] {
        self.contours.get(usize::from(length)).map_or(&[], |contour| &contour.arrivals)
    }

    /// Makes place for states of a length above those before, and takes what is there already apart from that.
    pub fn open(&mut self, length: u8) -> (&[Contour<W>], Open<'_, W>, &mut Vec<Letter<W>>) {
        let at = usize::from(length);
        self.contours.resize_with(at + 1, Contour::default);
        let (stored, last) = self.contours.split_at_mut(at);
        let beside = stored.iter().map(contour_bytes).sum();
        (stored, Open { table: &mut self.table, contour: &mut last[0], length, beside }, &mut self.desk)
    }

    /// Gives back what a finished list does not need.
    pub fn trim(&mut self, length: u8) {
        self.contours[usize::from(length)].keys.shrink_to_fit();
        self.contours[usize::from(length)].arrivals.shrink_to_fit();
    }

    /// Memory, in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.table.bytes() + self.contours.iter().map(contour_bytes).sum::<usize>()
    }
}

impl<W: Word> Open<'_, W> {
    /// Memory, in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.table.bytes() + self.beside + contour_bytes(self.contour)
    }

    /// Memory after some more states, in bytes, unless the table grows.
    #[must_use]
    pub fn bytes_with(&self, more: usize) -> usize {
        let Contour { keys, arrivals } = &*self.contour;
        self.table.bytes() + self.beside + list_bytes(keys, more) + list_bytes(arrivals, more)
    }

    /// Keeps those of some states that are new, or, where the work is over before, some of these; whether all. `is_over` tells
    /// whether it is, or would be by so many more bytes.
    pub fn store_all(&mut self, letters: &[Letter<W>], is_over: &impl Fn(usize) -> bool) -> bool {
        self.table.insert_all(letters, self.length, is_over, |&(key, arrival)| {
            self.contour.keys.push(key);
            self.contour.arrivals.push(arrival);
        })
    }
}

fn contour_bytes<W>(contour: &Contour<W>) -> usize {
    list_bytes(&contour.keys, 0) + list_bytes(&contour.arrivals, 0)
}
