//! The shape of a board of one size, as sets of cells: neighbours and edges.

use super::cellset::CellSet;
use super::{Board, Edge};
use crate::color::Color;
use crate::grid::{Cell, Size};

/// The sets that every evaluation of a board of one size needs.
#[derive(Clone, Debug)]
pub struct Geometry<const W: usize> {
    /// The board's size.
    pub size: Size,
    /// The neighbours of every cell.
    pub near: Vec<CellSet<W>>,
    /// The cells along the two edges of each colour.
    pub edges: [[CellSet<W>; 2]; 2],
}

impl<const W: usize> Geometry<W> {
    /// Returns the geometry of a board, with or without stones.
    #[must_use]
    pub fn new(board: &Board) -> Self {
        let size = board.size();
        Geometry {
            size,
            near: size.cells().map(|cell| board.neighbors().of(cell).iter().copied().collect()).collect(),
            edges: Color::BOTH.map(|color| Edge::pair(color).map(|edge| CellSet::of(size, |cell| edge.touches(size, cell)))),
        }
    }

    /// Returns the chain of a stone, where `own` are the stones of its colour.
    #[must_use]
    pub fn chain(&self, stone: Cell, own: CellSet<W>) -> CellSet<W> {
        let mut chain: CellSet<W> = [stone].into_iter().collect();
        let mut fresh = chain;
        while !fresh.is_empty() {
            fresh = (self.neighbors_of(fresh) & own) - chain;
            chain |= fresh;
        }
        chain
    }

    /// Returns the neighbours of the cells of a set, which may be in the set themselves.
    #[must_use]
    pub fn neighbors_of(&self, cells: CellSet<W>) -> CellSet<W> {
        cells.iter().fold(CellSet::EMPTY, |all, cell| all | self.near[cell.index()])
    }
}

/// Mirrors a cell of a square board at the long diagonal: the players' edges change places.
#[must_use]
pub fn transpose(size: Size, cell: Cell) -> Cell {
    size.cell(size.y(cell), size.x(cell)).unwrap_or(cell)
}
