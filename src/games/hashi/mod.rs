//! Hashi (*Hashiwokakero*, *Bridges*): join the islands by straight bridges along rows and columns, so that each has as many
//! as its number says, bridges do not cross, and all islands are one network. Two bridges at most join the same islands.
//!
//! The rules: [`check`]; deduction by named rules: [`deduce`]; exact answers: [`solver`], [`count`], with connectivity by lazy
//! cuts: [`network`]; the integer program of B. Montagnes and J. Segonne, *RO 203: Rapport de projet* (2024), part 1, for
//! comparison: [`program`]. Their model P1 says nothing of connectivity: where bridges can form a loop it answers networks that
//! fall apart, and the constraints that their section 1.3.2 lists as coded leave out the crossings that P1 has. Formats after
//! S. Tatham's *Bridges*, puzz.link, and Coelho, Laporte, Lindbeck and Vidal (2019).

pub mod bench;
pub mod board;
pub mod check;
mod commands;
pub mod count;
pub mod deduce;
pub mod generate;
pub mod network;
pub mod notation;
#[cfg(test)]
mod oracle;
mod picture;
pub mod program;
pub mod solver;
#[cfg(test)]
mod tests;

use board::{Bridges, Channel, Clue, Puzzle, Rules};

use crate::game::undone::Undone;
use crate::game::{Command, Game};
use crate::grid::Size;
use crate::param::Param;

/// A puzzle, and the bridges that a player has laid in it.
pub struct Hashi {
    puzzle: Puzzle,
    moves: Vec<(Channel, u8)>,
    laid: Bridges,
}

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

impl Hashi {
    /// Creates a puzzle with moves made in it.
    fn new(puzzle: Puzzle, moves: Vec<(Channel, u8)>) -> Self {
        let mut laid = Bridges::none(&puzzle);
        moves.iter().for_each(|&(channel, number)| laid.set(channel, number));
        Hashi { puzzle, moves, laid }
    }

    /// Makes a move.
    fn play(&mut self, channel: Channel, number: u8) {
        self.moves.push((channel, number));
        self.laid.set(channel, number);
    }
}

impl Default for Hashi {
    fn default() -> Self {
        let clue = |&number: &u8| if number == 0 { Clue::Sea } else { Clue::Exactly(number) };
        let clues = FIRST.as_flattened().iter().map(clue).collect();
        Hashi::new(Puzzle::new(Size::square(FIRST.len()), Rules::default(), clues), Vec::new())
    }
}

impl Undone for Hashi {
    fn made(&self) -> usize {
        self.moves.len()
    }

    fn take_back(&mut self, count: usize) {
        let kept = self.moves.len() - count;
        *self = Hashi::new(self.puzzle.clone(), self.moves[..kept].to_vec());
    }
}

impl Game for Hashi {
    const NAME: &'static str = "hashi";
    const SUMMARY: &'static str = "Hashi (Bridges), grids up to 100x100";
    const COMMANDS: &'static [&'static [Command<Self>]] = &[commands::COMMANDS];
    const PARAMS: &'static [Param<Self>] = &[];

    fn rebuilt(&self) -> Self {
        Hashi::new(self.puzzle.clone(), self.moves.clone())
    }
}
