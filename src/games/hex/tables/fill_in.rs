//! The cells that tables have filled in, and the cells on which proofs rely because of them.

use super::super::board::cellset::CellSet;
use super::super::inferior::{FillIn, FillInKind};

/// The cells without a stone: empty ones, and those filled in.
#[derive(Clone, Copy)]
pub(super) struct FillInState<const W: usize> {
    /// The cells neither occupied nor filled in.
    pub empty: CellSet<W>,
    /// The cells filled in for each colour.
    pub filled: [CellSet<W>; 2],
    /// The cells filled in for each reason.
    pub of_kind: [CellSet<W>; FillInKind::ALL.len()],
    /// The filled-in cells of regions with stones all around.
    pub decomposed: CellSet<W>,
    /// For each colour the cells that its proofs rely on beside their carriers: those filled in for it, and those where it may
    /// have to answer a move into them.
    pub carrier: [CellSet<W>; 2],
}

impl<const W: usize> FillInState<W> {
    /// Returns the state with nothing filled in.
    pub fn new(empty: CellSet<W>) -> Self {
        let none = CellSet::EMPTY;
        FillInState { empty, filled: [none; 2], of_kind: [none; FillInKind::ALL.len()], decomposed: none, carrier: [none; 2] }
    }

    pub fn add(&mut self, FillIn { kind, color, cells, answers }: FillIn<W>) {
        self.filled[color.index()] |= cells;
        self.of_kind[kind as usize] |= cells;
        // No proof relies on a dead cell.
        if kind != FillInKind::Dead {
            self.carrier[color.index()] |= cells | answers;
        }
        self.empty = self.empty - cells;
    }

    /// Occupies a cell with a stone.
    pub fn occupy(&mut self, cell: crate::grid::Cell) {
        self.empty.remove(cell);
        self.carrier.iter_mut().for_each(|carrier| carrier.remove(cell));
    }
}
