//! Figures of Hashi: solving with the proof of uniqueness, and generation, in CPU time of one thread.

use super::board::{Puzzle, Rules};
use super::deduce::{State, deduce};
use super::generate::{self, Method, Options};
use crate::game::{BenchPart, Tell};
use crate::grid::Size;
use crate::puzzle::Level;
use crate::puzzle::bench::{print_generating, print_solving};
use crate::search::Budget;

/// Puzzles of each size and difficulty that are solved.
const PUZZLES: u64 = 200;

/// Sides of the grids that are solved.
const SOLVED: [usize; 4] = [7, 15, 25, 40];

/// Sides of the grids that are generated, with how many.
const GENERATED: [(usize, u64); 2] = [(30, 40), (50, 20)];

/// Densities of the grids that are generated.
const DENSITIES: [f64; 3] = [0.2, 0.3, 0.4];

/// Generates and solves puzzles.
pub fn run(part: BenchPart, tell: Tell<'_>) {
    let quick = part == BenchPart::Signature;
    let signature: u64 = Level::ALL.into_iter().map(steps).sum();
    if !quick {
        Level::ALL.into_iter().for_each(|level| SOLVED.into_iter().for_each(|side| print_solving_times(side, level, tell)));
        for level in Level::ALL {
            for (side, count) in GENERATED {
                DENSITIES.into_iter().for_each(|density| print_generating_times(side, density, count, level, tell));
            }
        }
    }
    tell(format!("signature {signature}"));
}

fn puzzle(side: usize, density: f64, level: Level, seed: u64) -> Option<Puzzle> {
    let (size, rules) = (Size::square(side), Rules::default());
    let options = Options { size, rules, density: Some(density), level: Some(level), unique: true, method: Method::Best, seed };
    generate::generate(&options, &Budget::default()).ok().map(|generated| generated.puzzle)
}

/// Returns the steps of deduction on a few puzzles: the same on every machine.
fn steps(level: Level) -> u64 {
    let puzzles = (1..=20).filter_map(|seed| puzzle(10, 0.3, level, seed));
    let steps = puzzles.map(|puzzle| {
        let mut state = State::new(&puzzle);
        let _ = deduce(&mut state, Level::Hard, &Budget::default());
        state.steps().len() as u64
    });
    steps.sum()
}

fn print_solving_times(side: usize, level: Level, tell: Tell<'_>) {
    let puzzles = (1..=PUZZLES).filter_map(|seed| puzzle(side, DENSITIES[seed as usize % 3], level, seed));
    print_solving(side, level, puzzles, tell);
}

fn print_generating_times(side: usize, density: f64, count: u64, level: Level, tell: Tell<'_>) {
    let kind = format!("{side}x{side} density {density} {}", level.name());
    print_generating(&kind, count, |seed| puzzle(side, density, level, seed), tell);
}
