//! The grid of numbers, and marks on it: what is known or claimed of each cell.

use crate::grid::{Cell, STEPS, Size};

/// Largest number in a cell: two digits of base 36, the most that a puzz.link address can hold.
pub const MAX_CLUE: u16 = 36 * 36 - 1;

/// The puzzle: a number in each cell, or none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    size: Size,
    clues: Vec<Option<u16>>,
}

/// What is known of a cell, or claimed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Mark {
    /// Nothing yet.
    #[default]
    Unknown,
    /// Its number stays.
    White,
    /// Its number is masked.
    Black,
}

impl Mark {
    /// Returns the other colour; of nothing, nothing.
    #[must_use]
    pub const fn other(self) -> Mark {
        match self {
            Mark::Unknown => Mark::Unknown,
            Mark::White => Mark::Black,
            Mark::Black => Mark::White,
        }
    }

    /// Returns `white`, `black`, `unknown`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Mark::Unknown => "unknown",
            Mark::White => "white",
            Mark::Black => "black",
        }
    }
}

/// A mark for each cell: a solution where none is unknown and the rules hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Marks {
    size: Size,
    marks: Vec<Mark>,
}

impl Grid {
    /// Creates a grid from its numbers in row order, as many as the size has cells.
    #[must_use]
    pub fn new(size: Size, clues: Vec<Option<u16>>) -> Self {
        debug_assert_eq!(size.area(), clues.len());
        Grid { size, clues }
    }

    #[must_use]
    pub const fn size(&self) -> Size {
        self.size
    }

    /// Returns the number of a cell.
    #[must_use]
    pub fn clue(&self, cell: Cell) -> Option<u16> {
        self.clues[cell.index()]
    }

    /// Puts another number into a cell.
    pub fn set(&mut self, cell: Cell, clue: Option<u16>) {
        self.clues[cell.index()] = clue;
    }

    /// Returns the numbers in row order.
    #[must_use]
    pub fn clues(&self) -> &[Option<u16>] {
        &self.clues
    }
}

impl Marks {
    /// Creates marks of which nothing is known.
    #[must_use]
    pub fn all_unknown(size: Size) -> Self {
        Marks { size, marks: vec![Mark::Unknown; size.area()] }
    }

    /// Creates marks from those in row order, as many as the size has cells.
    #[must_use]
    pub fn new(size: Size, marks: Vec<Mark>) -> Self {
        debug_assert_eq!(size.area(), marks.len());
        Marks { size, marks }
    }

    /// Returns the size of the grid that they belong to.
    #[must_use]
    pub const fn size(&self) -> Size {
        self.size
    }

    /// Returns the mark of a cell.
    #[must_use]
    pub fn get(&self, cell: Cell) -> Mark {
        self.marks[cell.index()]
    }

    pub fn set(&mut self, cell: Cell, mark: Mark) {
        self.marks[cell.index()] = mark;
    }

    /// Returns whether a cell is black.
    #[must_use]
    pub fn is_black(&self, cell: Cell) -> bool {
        self.get(cell) == Mark::Black
    }

    /// Returns the number of cells with this mark.
    #[must_use]
    pub fn count(&self, mark: Mark) -> usize {
        self.marks.iter().filter(|&&other| other == mark).count()
    }

    /// Returns whether nothing is unknown.
    #[must_use]
    pub fn are_complete(&self) -> bool {
        self.marks.iter().all(|&mark| mark != Mark::Unknown)
    }

    /// Returns the cells with this mark, in row order.
    pub fn cells(&self, mark: Mark) -> impl Iterator<Item = Cell> + '_ {
        self.size.cells().filter(move |&cell| self.get(cell) == mark)
    }

    /// Returns the cells where two sets of marks differ, in row order.
    pub fn differences<'a>(&'a self, other: &'a Marks) -> impl Iterator<Item = Cell> + 'a {
        self.size.cells().filter(move |&cell| self.get(cell) != other.get(cell))
    }
}

/// Returns the neighbours of a cell.
pub fn neighbors(size: Size, cell: Cell) -> impl Iterator<Item = Cell> {
    STEPS.into_iter().filter_map(move |(dx, dy)| size.step(cell, dx, dy))
}
