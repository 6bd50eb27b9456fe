//! Sets of cells as bits; the board's size picks the width.
//!
//! Members are cells, so that no other number gets into a set by mistake, and loops over the `W` words are unrolled.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not, Sub};

use crate::grid::{Cell, Size};

/// A set of cells of a board of at most `64 * W` cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CellSet<const W: usize>([u64; W]);

/// Calls a function that is generic over the width with the narrowest width that holds the cells of a board of `$size` and
/// two edges beside them.
macro_rules! with_width {
    ($size:expr, $call:ident ( $($argument:expr),* $(,)? )) => {
        match $size.area() {
            0..=62 => $call::<1>($($argument),*),
            63..=126 => $call::<2>($($argument),*),
            127..=190 => $call::<3>($($argument),*),
            191..=254 => $call::<4>($($argument),*),
            _ => $call::<6>($($argument),*),
        }
    };
}
pub(crate) use with_width;

impl<const W: usize> CellSet<W> {
    /// No cell.
    pub const EMPTY: Self = CellSet([0; W]);

    /// All bits set, those beyond the board too.
    pub const ALL: Self = CellSet([u64::MAX; W]);

    /// Returns the cells of a board for which `condition` holds.
    pub fn filter(size: Size, mut condition: impl FnMut(Cell) -> bool) -> Self {
        size.cells().filter(|&cell| condition(cell)).collect()
    }

    /// Adds a cell.
    pub fn insert(&mut self, cell: Cell) {
        self.0[cell.index() / 64] |= 1 << (cell.index() % 64);
    }

    /// Takes a cell out.
    pub fn remove(&mut self, cell: Cell) {
        self.0[cell.index() / 64] &= !(1 << (cell.index() % 64));
    }

    /// Adds a cell or takes it out.
    pub fn set(&mut self, cell: Cell, contained: bool) {
        if contained { self.insert(cell) } else { self.remove(cell) }
    }

    /// Returns whether a cell is in it.
    #[must_use]
    pub fn contains(&self, cell: Cell) -> bool {
        self.0[cell.index() / 64] >> (cell.index() % 64) & 1 == 1
    }

    /// Returns whether no cell is in it.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0 == [0; W]
    }

    /// Returns the number of cells.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Returns whether some cell is in both.
    #[must_use]
    pub fn intersects(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).any(|(a, b)| a & b != 0)
    }

    /// Returns whether all its cells are in the other.
    #[must_use]
    pub fn is_subset(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).all(|(a, b)| a & !b == 0)
    }

    /// Moves each cell on by `by` places in row order; cells that leave the set's range are lost.
    #[must_use]
    pub fn shift(&self, by: usize) -> Self {
        let (words, bits) = (by / 64, by % 64);
        let word = |number: usize, before: usize| number.checked_sub(before).map_or(0, |number| self.0[number]);
        CellSet(std::array::from_fn(|number| {
            let carried = word(number, words + 1).checked_shr(64 - bits as u32).unwrap_or(0);
            word(number, words) << bits | carried
        }))
    }

    /// Returns its cells in row order.
    #[must_use]
    pub fn iter(&self) -> Iter<W> {
        Iter { words: self.0, word: 0 }
    }
}

/// The cells of a set in row order.
#[derive(Clone, Debug)]
pub struct Iter<const W: usize> {
    words: [u64; W],
    word: usize,
}

impl<const W: usize> Iterator for Iter<W> {
    type Item = Cell;

    fn next(&mut self) -> Option<Cell> {
        while self.word < W {
            let bits = &mut self.words[self.word];
            if *bits != 0 {
                let bit = bits.trailing_zeros();
                *bits &= *bits - 1;
                return Some(Cell((self.word * 64) as u16 + bit as u16));
            }
            self.word += 1;
        }
        None
    }
}

impl<const W: usize> FromIterator<Cell> for CellSet<W> {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> Self {
        let mut set = Self::EMPTY;
        cells.into_iter().for_each(|cell| set.insert(cell));
        set
    }
}

impl<const W: usize> BitOr for CellSet<W> {
    type Output = Self;

    fn bitor(mut self, other: Self) -> Self {
        self |= other;
        self
    }
}

impl<const W: usize> BitOrAssign for CellSet<W> {
    fn bitor_assign(&mut self, other: Self) {
        self.0.iter_mut().zip(other.0).for_each(|(a, b)| *a |= b);
    }
}

impl<const W: usize> BitAnd for CellSet<W> {
    type Output = Self;

    fn bitand(mut self, other: Self) -> Self {
        self &= other;
        self
    }
}

impl<const W: usize> BitAndAssign for CellSet<W> {
    fn bitand_assign(&mut self, other: Self) {
        self.0.iter_mut().zip(other.0).for_each(|(a, b)| *a &= b);
    }
}

impl<const W: usize> Not for CellSet<W> {
    type Output = Self;

    /// Returns all cells that are not in it, cells beyond the board too.
    fn not(mut self) -> Self {
        self.0.iter_mut().for_each(|word| *word = !*word);
        self
    }
}

impl<const W: usize> Sub for CellSet<W> {
    type Output = Self;

    /// Returns the cells that are not in the other.
    fn sub(self, other: Self) -> Self {
        self & !other
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    proptest! {
        #[test]
        fn shifts_move_each_cell(a in proptest::collection::btree_set(0_u16..361, 0..60), by in 0_usize..361) {
            let set: CellSet<6> = a.iter().map(|&n| Cell(n)).collect();
            let moved = a.iter().map(|&n| usize::from(n) + by).filter(|&n| n < 64 * 6).map(|n| Cell(n as u16)).collect();
            prop_assert_eq!(set.shift(by), moved);
        }

        #[test]
        fn sets_are_sets(a in proptest::collection::btree_set(0_u16..361, 0..60), b in proptest::collection::btree_set(0_u16..361, 0..60)) {
            let set = |cells: &BTreeSet<u16>| cells.iter().map(|&n| Cell(n)).collect::<CellSet<6>>();
            let list = |set: CellSet<6>| set.iter().map(|cell| cell.0).collect::<BTreeSet<u16>>();
            let (x, y) = (set(&a), set(&b));
            prop_assert_eq!(list(x | y), a.union(&b).copied().collect());
            prop_assert_eq!(list(x & y), a.intersection(&b).copied().collect());
            prop_assert_eq!(list(x - y), a.difference(&b).copied().collect());
            prop_assert_eq!(x.len(), a.len());
            prop_assert_eq!(x.is_empty(), a.is_empty());
            prop_assert_eq!(x.intersects(&y), !a.is_disjoint(&b));
            prop_assert_eq!(x.is_subset(&y), a.is_subset(&b));
            prop_assert!((0..361).all(|n| x.contains(Cell(n)) == a.contains(&n)));
        }
    }
}
