//! What a board of one size looks like, as sets of cells and of endpoints of connections.

use super::super::vc::edge::EdgeTemplates;
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
    /// The edge templates of each colour, where they are wanted.
    pub templates: [EdgeTemplates<W>; 2],
}

impl<const W: usize> Geometry<W> {
    /// The geometry of a board, whatever stands on it.
    #[must_use]
    pub fn new(board: &Board) -> Self {
        let size = board.size();
        Geometry {
            size,
            near: size.cells().map(|cell| board.neighbors().of(cell).iter().copied().collect()).collect(),
            edges: Color::BOTH.map(|color| Edge::pair(color).map(|edge| CellSet::of(size, |cell| edge.touches(size, cell)))),
            templates: Color::BOTH.map(|_| EdgeTemplates::none(size)),
        }
    }

    /// The same with the edge templates placed.
    #[must_use]
    pub fn with_templates(board: &Board) -> Self {
        let size = board.size();
        Geometry { templates: Color::BOTH.map(|color| EdgeTemplates::new(size, color)), ..Self::new(board) }
    }

    /// The stones of `own` that are joined to one of them.
    #[must_use]
    pub fn chain(&self, stone: Cell, own: CellSet<W>) -> CellSet<W> {
        let mut chain: CellSet<W> = [stone].into_iter().collect();
        let mut fresh = chain;
        while !fresh.is_empty() {
            fresh = (self.around(fresh) & own) - chain;
            chain |= fresh;
        }
        chain
    }

    /// The cells beside those of a set, and perhaps some of its own.
    #[must_use]
    pub fn around(&self, cells: CellSet<W>) -> CellSet<W> {
        cells.iter().fold(CellSet::EMPTY, |all, cell| all | self.near[cell.index()])
    }
}
