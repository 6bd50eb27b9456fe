//! Figures of Hitori: solving with the proof of uniqueness, and generation, in CPU time of one thread.

use super::board::{Grid, Mark};
use super::deduce::{PaddedGrid, State, deduce};
use super::generate::{self, Method, Options};
use super::solver::solve;
use crate::figures::{milliseconds, seconds_per_run, time_runs};
use crate::grid::Size;
use crate::puzzle::{Answer, Level};
use crate::search::Budget;

/// Puzzles of each size and difficulty.
const PUZZLES: u64 = 200;

/// Sides of the grids that are solved.
const SOLVED: [usize; 5] = [10, 20, 25, 30, 50];

/// Sides of the grids that are generated, with how many.
const GENERATED: [(usize, u64); 3] = [(20, 40), (30, 20), (50, 8)];

/// Generates and solves puzzles.
pub fn run(quick: bool, tell: &mut dyn FnMut(String)) {
    let mut signature = 0;
    for level in Level::ALL {
        signature += known_cells(level);
    }
    if !quick {
        Level::ALL.into_iter().for_each(|level| SOLVED.into_iter().for_each(|side| solving(side, level, tell)));
        Level::ALL
            .into_iter()
            .for_each(|level| GENERATED.into_iter().for_each(|(side, count)| generating(side, count, level, tell)));
    }
    tell(format!("signature {signature}"));
}

fn options(side: usize, level: Level, seed: u64) -> Options {
    Options { size: Size::square(side), rules: (), density: None, level: Some(level), unique: true, method: Method::Best, seed }
}

fn puzzle(side: usize, level: Level, seed: u64) -> Option<Grid> {
    generate::generate(&options(side, level, seed), &Budget::default()).ok().map(|made| made.puzzle)
}

/// Steps of deduction and colours found on a few puzzles: the same on every machine.
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

fn solving(side: usize, level: Level, tell: &mut dyn FnMut(String)) {
    let grids: Vec<Grid> = (1..=PUZZLES).filter_map(|seed| puzzle(side, level, seed)).collect();
    let times: Vec<f64> = grids.iter().map(solving_seconds).collect();
    tell(format!("solve {side}x{side} {} puzzles {} {}", level.name(), grids.len(), milliseconds(times)));
}

/// Seconds to solve a puzzle and prove that its solution is the only one.
#[must_use]
pub fn solving_seconds(grid: &Grid) -> f64 {
    seconds_per_run(|| {
        let answer = solve(grid, &Budget::default());
        debug_assert!(matches!(answer, Answer::Unique(_)));
    })
}

fn generating(side: usize, count: u64, level: Level, tell: &mut dyn FnMut(String)) {
    let (failed, times) = time_runs(1001..=1000 + count, |seed| puzzle(side, level, seed).is_some());
    tell(format!("generate {side}x{side} {} puzzles {count} failed {failed} {}", level.name(), milliseconds(times)));
}
