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
            near: size.cells().map(|cell| board.neighbors().get(cell).iter().copied().collect()).collect(),
            edges: Color::BOTH.map(|color| Edge::pair(color).map(|edge| CellSet::filter(size, |cell| edge.touches(size, cell)))),
        }
    }

    /// Returns the cells that paths within `within` join to cells of `from` (flood fill).
    #[must_use]
    pub fn flood(&self, from: CellSet<W>, within: CellSet<W>) -> CellSet<W> {
        let mut reached = from & within;
        let mut frontier = reached;
        while !frontier.is_empty() {
            frontier = (self.neighbors_of(frontier) & within) - reached;
            reached |= frontier;
        }
        reached
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
