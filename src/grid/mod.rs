//! Rectangular boards: sizes, cells, steps to neighbours, union-find.

mod union_find;

use std::fmt;

pub use union_find::{UndoableUnionFind, UnionFind};

/// Steps to the four neighbours of a cell, in row order: up, left, right, down.
pub const STEPS: [(isize, isize); 4] = [(0, -1), (-1, 0), (1, 0), (0, 1)];

/// Width and height of a board, in cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Size {
    /// Number of columns, from 1.
    pub width: usize,
    /// Number of rows, from 1.
    pub height: usize,
}

/// A cell, by its index in row order from the top left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(pub u16);

impl Cell {
    /// Returns the index as a `usize`.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Implements the conversions between a type of one `u16` and `u16`, by which a search packs its moves.
macro_rules! convert_from_u16 {
    ($name:ident) => {
        impl From<u16> for $name {
            fn from(number: u16) -> Self {
                $name(number)
            }
        }

        impl From<$name> for u16 {
            fn from(packed: $name) -> Self {
                packed.0
            }
        }
    };
}
pub(crate) use convert_from_u16;

convert_from_u16!(Cell);

impl Size {
    /// Returns the size of a square board.
    #[must_use]
    pub const fn square(side: usize) -> Self {
        Size { width: side, height: side }
    }

    /// Returns the number of cells.
    #[must_use]
    pub const fn area(self) -> usize {
        self.width * self.height
    }

    /// Returns whether the board is as wide as it is high.
    #[must_use]
    pub const fn is_square(self) -> bool {
        self.width == self.height
    }

    /// Returns all cells in row order.
    pub fn cells(self) -> impl DoubleEndedIterator<Item = Cell> + ExactSizeIterator {
        (0..self.area() as u16).map(Cell)
    }

    /// Returns the cell in column `x` and row `y`, from 0, if it is on the board.
    #[must_use]
    pub fn cell(self, x: usize, y: usize) -> Option<Cell> {
        (x < self.width && y < self.height).then(|| Cell((y * self.width + x) as u16))
    }

    /// Returns the cell at an offset from another, if it is on the board.
    #[must_use]
    pub fn step(self, from: Cell, dx: isize, dy: isize) -> Option<Cell> {
        self.cell(self.x(from).checked_add_signed(dx)?, self.y(from).checked_add_signed(dy)?)
    }

    /// Returns the column of a cell, from 0.
    #[must_use]
    pub const fn x(self, cell: Cell) -> usize {
        cell.index() % self.width
    }

    /// Returns the row of a cell, from 0.
    #[must_use]
    pub const fn y(self, cell: Cell) -> usize {
        cell.index() / self.width
    }

    /// Returns the image of a cell under the half-turn of the board.
    #[must_use]
    pub const fn half_turn(self, cell: Cell) -> Cell {
        Cell((self.area() - 1 - cell.index()) as u16)
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}
