//! Hitori (*Singles*): mask numbers so that none is left twice in a row or column, no two masked cells are neighbours, and
//! the cells that are left are connected.
//!
//! The rules: [`check`]; deduction by named rules: [`deduce`]; exact answers: [`solver`]; the integer programs and the
//! heuristic of B. Montagnes and J. Segonne, *RO 203: Rapport de projet* (2024), part 2, for comparison: [`program`],
//! [`heuristic`]. Formats after S. Tatham's *Singles* and puzz.link.

mod bench;
mod board;
mod check;
mod commands;
mod deduce;
mod enumerate;
mod generate;
mod heuristic;
mod kernel;
pub mod notation;
#[cfg(test)]
mod oracle;
mod picture;
mod program;
mod shapes;
mod solver;
#[cfg(test)]
mod tests;
mod walls;

use board::Grid;

use crate::grid::Size;
use crate::puzzle::Session;

/// The game: a puzzle, and the marks that a player has made in it.
pub type Hitori = Session<Grid>;

/// Side of the puzzle at start.
const FIRST_SIDE: usize = 5;

/// Its numbers: `hitori-5-easy-00` of the data sets in `tests/data/hitori`.
const FIRST: [u16; FIRST_SIDE * FIRST_SIDE] = [5, 2, 3, 1, 5, 2, 1, 2, 4, 4, 5, 1, 4, 4, 1, 1, 5, 2, 3, 4, 3, 2, 1, 1, 2];

impl Default for Grid {
    fn default() -> Self {
        Grid::new(Size::square(FIRST_SIDE), FIRST.map(Some).to_vec())
    }
}
