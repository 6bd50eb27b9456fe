//! Hitori (*Singles*): mask numbers so that none is left twice in a row or column, no two masked cells are neighbours, and
//! the cells that are left hang together.
//!
//! The rules: [`check`]; deduction by named rules: [`deduce`]; exact answers: [`solver`]; the integer programs and the
//! heuristic of B. Montagnes and J. Segonne, *RO 203: Rapport de projet* (2024), part 2, for comparison: [`program`],
//! [`heuristic`]. Their model replaces connectivity by forbidden shapes, of which there is no end: on puzzles with one solution
//! it often answers wrongly. Formats after S. Tatham's *Singles* and puzz.link.

pub mod bench;
pub mod board;
pub mod check;
mod commands;
pub mod deduce;
pub mod enumerate;
pub mod generate;
pub mod heuristic;
pub mod kernel;
pub mod notation;
#[cfg(test)]
mod oracle;
mod picture;
pub mod program;
pub mod shapes;
pub mod solver;
#[cfg(test)]
mod tests;
pub mod walls;

use board::{Grid, Mark, Marks};

use crate::game::undone::Undone;
use crate::game::{Command, Game};
use crate::grid::{Cell, Size};
use crate::param::Param;

/// A puzzle, and the marks that a player has made in it.
pub struct Hitori {
    grid: Grid,
    moves: Vec<(Cell, Mark)>,
    marks: Marks,
}

/// Side of the puzzle at start.
const FIRST_SIDE: usize = 5;

/// Its numbers: `hitori-5-easy-00` of the data sets in `tests/data/hitori`.
const FIRST: [u16; FIRST_SIDE * FIRST_SIDE] = [5, 2, 3, 1, 5, 2, 1, 2, 4, 4, 5, 1, 4, 4, 1, 1, 5, 2, 3, 4, 3, 2, 1, 1, 2];

impl Hitori {
    /// Creates a puzzle with moves made in it.
    fn new(grid: Grid, moves: Vec<(Cell, Mark)>) -> Self {
        let mut marks = Marks::unknown(grid.size());
        moves.iter().for_each(|&(cell, mark)| marks.set(cell, mark));
        Hitori { grid, moves, marks }
    }

    /// Makes a move.
    fn play(&mut self, cell: Cell, mark: Mark) {
        self.moves.push((cell, mark));
        self.marks.set(cell, mark);
    }
}

impl Default for Hitori {
    fn default() -> Self {
        Hitori::new(Grid::new(Size::square(FIRST_SIDE), FIRST.map(Some).to_vec()), Vec::new())
    }
}

impl Undone for Hitori {
    fn made(&self) -> usize {
        self.moves.len()
    }

    fn take_back(&mut self, count: usize) {
        let kept = self.moves.len() - count;
        let moves = self.moves[..kept].to_vec();
        *self = Hitori::new(self.grid.clone(), moves);
    }
}

impl Game for Hitori {
    const NAME: &'static str = "hitori";
    const SUMMARY: &'static str = "Hitori (Singles), grids up to 100x100";
    const COMMANDS: &'static [&'static [Command<Self>]] = &[commands::COMMANDS];
    const PARAMS: &'static [Param<Self>] = &[];

    fn rebuilt(&self) -> Self {
        Hitori::new(self.grid.clone(), self.moves.clone())
    }
}
