//! Figures of Hitori: solving with the proof of uniqueness, and generation, in CPU time of one thread.

use super::board::{Grid, Mark};
use super::deduce::{PaddedGrid, State, deduce};
use super::generate::{self, Method, Options};
use crate::game::{BenchPart, Tell};
use crate::grid::Size;
use crate::puzzle::Level;
use crate::puzzle::bench::{print_generating, print_solving};
use crate::search::Budget;

/// Puzzles of each size and difficulty.
const PUZZLES: u64 = 200;

/// Sides of the grids that are solved.
const SOLVED: [usize; 5] = [10, 20, 25, 30, 50];

/// Sides of the grids that are generated, with how many.
const GENERATED: [(usize, u64); 3] = [(20, 40), (30, 20), (50, 8)];

/// Generates and solves puzzles.
pub fn run(part: BenchPart, tell: Tell<'_>) {
    let quick = part == BenchPart::Signature;
    let mut signature = 0;
    for level in Level::ALL {
        signature += known_cells(level);
    }
    if !quick {
        for level in Level::ALL {
            for side in SOLVED {
                print_solving(side, level, (1..=PUZZLES).filter_map(|seed| puzzle(side, level, seed)), tell);
            }
        }
        for level in Level::ALL {
            for (side, count) in GENERATED {
                print_generating(&format!("{side}x{side} {}", level.name()), count, |seed| puzzle(side, level, seed), tell);
            }
        }
    }
    tell(format!("signature {signature}"));
}

fn options(side: usize, level: Level, seed: u64) -> Options {
    Options { size: Size::square(side), rules: (), density: None, level: Some(level), unique: true, method: Method::Best, seed }
}

fn puzzle(side: usize, level: Level, seed: u64) -> Option<Grid> {
    generate::generate(&options(side, level, seed), &Budget::default()).ok().map(|generated| generated.puzzle)
}

/// Returns the steps of deduction and colours found on a few puzzles: the same on every machine.
fn known_cells(level: Level) -> u64 {
    let grids = (1..=20).filter_map(|seed| puzzle(12, level, seed));
    let known = grids.map(|grid| {
        let padded = PaddedGrid::new(&grid);
        let mut state = State::new(&padded);
        let _ = deduce(&mut state, Level::Hard, &Budget::default());
        let marks = state.marks();
        marks.count(Mark::Black) * 31 + marks.count(Mark::White)
    });
    known.sum::<usize>() as u64
}
