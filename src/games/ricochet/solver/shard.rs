//! The part of all states that one thread keeps: which it has met, and in what order.

use super::list_bytes;
use super::state::Arrival;
use super::table::{Table, Word};
use crate::search::Budget;

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
    /// Room for states on their way here, kept from one length to the next.
    pub desk: Vec<Letter<W>>,
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

    /// Memory after some more states of a length, in bytes.
    #[must_use]
    pub fn bytes_with(&self, more: usize, length: u8) -> usize {
        let Contour { keys, arrivals } = &self.contours[usize::from(length)];
        let lists = list_bytes(keys, more) + list_bytes(arrivals, more);
        self.table.bytes_with(more) + self.list_bytes() - contour_bytes(&self.contours[usize::from(length)]) + lists
    }

    fn list_bytes(&self) -> usize {
        self.contours.iter().map(contour_bytes).sum()
    }

    /// Keeps those of some states of a length that are new, or, where the budget ends, some of these; whether all.
    pub fn store_all(&mut self, letters: &[Letter<W>], length: u8, budget: &Budget) -> bool {
        let contour = &mut self.contours[usize::from(length)];
        self.table.insert_all(letters, length, &|| budget.is_over(), |&(key, arrival)| {
            contour.keys.push(key);
            contour.arrivals.push(arrival);
        })
    }
}

fn contour_bytes<W>(contour: &Contour<W>) -> usize {
    list_bytes(&contour.keys, 0) + list_bytes(&contour.arrivals, 0)
}
