//! Hashi (*Hashiwokakero*, *Bridges*): join the islands by straight bridges along rows and columns, so that each has as many
//! as its number says, bridges do not cross, and all islands are one network. Two bridges at most join the same islands.
//!
//! The rules: [`check`]; deduction by named rules: [`deduce`]; exact answers: [`solver`], [`count`], with connectivity by lazy
//! cuts: [`sat_model`]; the integer program of B. Montagnes and J. Segonne, *RO 203: Rapport de projet* (2024), part 1, for
//! comparison: [`program`]. Formats after S. Tatham's *Bridges*, puzz.link, and Coelho, Laporte, Lindbeck and Vidal (2019).

mod bench;
mod board;
mod check;
mod commands;
mod count;
mod deduce;
mod generate;
pub mod notation;
#[cfg(test)]
mod oracle;
mod picture;
mod program;
mod sat_model;
pub mod solver;
#[cfg(test)]
mod tests;

use board::{Clue, Puzzle, Rules};

use crate::grid::Size;
use crate::puzzle::Session;

/// The game: a puzzle, and the bridges that a player has laid in it.
pub type Hashi = Session<Puzzle>;

/// The puzzle at start: `hashi-7-easy-00` of the data sets in `tests/data/hashi`, 0 for water.
const FIRST: [[u8; 7]; 7] = [
    [0, 1, 0, 0, 0, 0, 2],
    [4, 0, 4, 0, 3, 0, 0],
    [0, 0, 0, 0, 0, 0, 2],
    [0, 0, 0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0, 0, 0],
    [0, 0, 0, 0, 2, 0, 0],
    [3, 0, 4, 0, 0, 0, 3],
];

impl Default for Puzzle {
    fn default() -> Self {
        let clue = |&number: &u8| if number == 0 { Clue::Sea } else { Clue::Exactly(number) };
        let clues = FIRST.as_flattened().iter().map(clue).collect();
        Puzzle::new(Size::square(FIRST.len()), Rules::default(), clues)
    }
}
