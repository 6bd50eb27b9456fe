//! The redo cache: a search that undoes a stone and plays it again on the same tables gets its changes back without
//! computing them anew.

use std::collections::VecDeque;

use super::super::vc::Change;
use super::fill_in::FillInState;
use crate::color::Color;
use crate::grid::Cell;

/// Number of slots.
const SLOTS: usize = 1024;

/// Most bytes of all entries together. An entry has some 50 KiB on 11x11, twice as much on 19x19.
const MAX_BYTES: usize = 16 << 20;

/// The key of an entry: a stone played on tables in a certain state.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct RedoKey {
    /// The number of the state before it.
    pub state: u64,
    pub color: Color,
    pub cell: Cell,
}

impl RedoKey {
    fn slot(self) -> usize {
        // Knuth's multiplicative hashing, which spreads neighbouring numbers.
        let mixed = (self.state * 512 + u64::from(self.cell.0)).wrapping_mul(crate::search::FIBONACCI);
        (mixed >> 32) as usize % SLOTS
    }
}

/// The changes that a stone makes.
pub(super) struct RedoEntry<const W: usize> {
    /// The number of the state after it.
    pub state: u64,
    pub cells: FillInState<W>,
    pub changes: [Change<W>; 2],
}

impl<const W: usize> RedoEntry<W> {
    fn bytes(&self) -> usize {
        self.changes.iter().map(Change::bytes).sum()
    }
}

/// The cache: in each slot the stone that was undone last, as long as all entries together are not too large.
pub(super) struct RedoCache<const W: usize> {
    slots: Vec<Option<(RedoKey, RedoEntry<W>)>>,
    /// The slots that have an entry, in the order in which they were filled. The first are emptied first.
    order: VecDeque<usize>,
    /// Bytes of all entries.
    bytes: usize,
}

impl<const W: usize> RedoCache<W> {
    /// An empty cache.
    pub const EMPTY: Self = RedoCache { slots: Vec::new(), order: VecDeque::new(), bytes: 0 };

    pub fn store(&mut self, key: RedoKey, entry: RedoEntry<W>) {
        if self.slots.is_empty() {
            self.slots.resize_with(SLOTS, || None);
        }
        if self.slots[key.slot()].is_none() {
            self.order.push_back(key.slot());
        }
        self.clear_slot(key.slot());
        self.bytes += entry.bytes();
        self.slots[key.slot()] = Some((key, entry));
        while self.bytes > MAX_BYTES {
            let Some(oldest) = self.order.pop_front() else { return };
            self.clear_slot(oldest);
        }
    }

    fn clear_slot(&mut self, slot: usize) {
        if let Some((_, entry)) = self.slots[slot].take() {
            self.bytes -= entry.bytes();
        }
    }

    /// Returns the entry of a key.
    pub fn get(&self, key: RedoKey) -> Option<&RedoEntry<W>> {
        self.slots.get(key.slot())?.as_ref().filter(|(stored, _)| *stored == key).map(|(_, entry)| entry)
    }
}

/// A clone begins empty: its tables seldom come to the same states.
impl<const W: usize> Clone for RedoCache<W> {
    fn clone(&self) -> Self {
        Self::EMPTY
    }
}

#[cfg(test)]
mod tests {
    use rand::seq::IteratorRandom;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    use super::super::super::board::Board;
    use super::super::{Extras, Tables};
    use crate::color::Color;
    use crate::grid::Size;
    use crate::search::Stop;

    #[test]
    fn a_redone_stone_changes_the_tables_as_a_new_one() {
        let (mut random, stop) = (Pcg64Mcg::seed_from_u64(5), Stop::default());
        let start = Tables::<2>::new(&Board::new(Size::square(8)), Extras::ALL, &stop);
        let mut tables = start.clone();
        let (mut stones, mut again) = (Vec::new(), 0);
        for number in 0..600 {
            let color = Color::BOTH[stones.len() % 2];
            // Two cells of each position are tried again and again.
            let cell = tables.empty().iter().step_by(stones.len() + 5).take(2).choose(&mut random);
            match cell.filter(|_| stones.len() < 24 && random.random_ratio(3, 5)) {
                Some(cell) => {
                    let states = tables.states();
                    tables.play(color, cell, &stop);
                    again += usize::from(tables.states() == states);
                    stones.push((color, cell));
                }
                None => assert_eq!(tables.undo(), stones.pop().is_some()),
            }
            if number % 10 == 0 {
                let mut anew = start.clone();
                stones.iter().for_each(|&(color, cell)| anew.play(color, cell, &stop));
                for color in Color::BOTH {
                    assert!(tables.side(color).contents() == anew.side(color).contents());
                    assert_eq!(tables.filled_cells(color), anew.filled_cells(color));
                }
            }
        }
        assert!(again > 100, "{again}");
    }

    #[test]
    fn an_interrupted_update_is_not_cached() {
        let (hurry, stop) = (Stop::default(), Stop::default());
        hurry.raise();
        let start = Tables::<2>::new(&Board::new(Size::square(11)), Extras::ALL, &stop);
        let (mut tables, mut anew, cell) = (start.clone(), start.clone(), start.empty().iter().nth(60).expect("it is empty"));
        tables.play(Color::Black, cell, &hurry);
        tables.undo();
        tables.play(Color::Black, cell, &stop);
        anew.play(Color::Black, cell, &stop);
        assert!(tables.side(Color::Black).contents() == anew.side(Color::Black).contents());
        assert_eq!(tables.states(), 2);
    }
}
