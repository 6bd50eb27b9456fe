//! The part of all states that one thread keeps: which it has met, and in what order.

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

/// Some of all states: those whose mixed keys end in the same bits.
pub struct Shard<W: Word> {
    /// The states, with their lengths.
    pub table: Table<W>,
    contours: Vec<Contour<W>>,
}

impl<W: Word> Shard<W> {
    /// No states, of keys of so many bits.
    #[must_use]
    pub fn new(key_bits: u32) -> Self {
        Shard { table: Table::new(key_bits), contours: Vec::new() }
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

    /// Makes place for states of a length.
    pub fn open(&mut self, length: u8) {
        self.contours.resize_with(usize::from(length) + 1, Contour::default);
    }

    /// Gives back what a finished list does not need.
    pub fn trim(&mut self, length: u8) {
        self.contours[usize::from(length)].keys.shrink_to_fit();
        self.contours[usize::from(length)].arrivals.shrink_to_fit();
    }

    /// Memory, in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.table.bytes() + self.list_bytes()
    }

    /// Memory after some more states, in bytes: while the table grows it is there twice.
    #[must_use]
    pub fn bytes_with(&self, more: usize) -> usize {
        let table = if self.table.is_nearly_full(more) { self.table.bytes_to_grow() } else { self.table.bytes() };
        table + self.list_bytes()
    }

    fn list_bytes(&self) -> usize {
        self.contours.iter().map(|contour| contour.keys.capacity() * size_of::<W>() + contour.arrivals.capacity()).sum()
    }

    /// Keeps those of some states of a length that are new.
    pub fn store_all(&mut self, letters: &[Letter<W>], length: u8) {
        let contour = &mut self.contours[usize::from(length)];
        self.table.insert_all(letters, length, |&(key, arrival)| {
            contour.keys.push(key);
            contour.arrivals.push(arrival);
        });
    }
}
