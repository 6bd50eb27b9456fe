//! The figures of a puzzle that `ludion bench` prints: solving and generation, in CPU time of one thread.

use super::{Answer, Level, Puzzle};
use crate::figures::{milliseconds, seconds_per_run, time_runs};
use crate::game::Tell;
use crate::search::Budget;

/// The first seed of the puzzles whose generation is timed. The puzzles whose solving is timed have smaller seeds.
const FIRST_SEED: u64 = 1001;

/// Returns the seconds to solve a puzzle, and to prove that its solution is the only one or find a second.
#[must_use]
pub fn solving_seconds<P: Puzzle>(puzzle: &P) -> f64 {
    seconds_per_run(|| {
        let answer = puzzle.solve(&Budget::default());
        debug_assert!(!matches!(answer, Answer::Unknown(_)));
    })
}

/// Prints the times to solve puzzles of this side and level.
pub fn print_solving<P: Puzzle>(side: usize, level: Level, puzzles: impl Iterator<Item = P>, print: Tell<'_>) {
    let times: Vec<f64> = puzzles.map(|puzzle| solving_seconds(&puzzle)).collect();
    print(format!("solve {side}x{side} {} puzzles {} {}", level.name(), times.len(), milliseconds(times)));
}

/// Prints the times to generate puzzles, one for each seed; `kind` says which they are.
pub fn print_generating<P: Puzzle>(kind: &str, count: u64, generate: impl Fn(u64) -> Option<P>, print: Tell<'_>) {
    let (failed, times) = time_runs(FIRST_SEED..FIRST_SEED + count, |seed| generate(seed).is_some());
    print(format!("generate {kind} puzzles {count} failed {failed} {}", milliseconds(times)));
}
