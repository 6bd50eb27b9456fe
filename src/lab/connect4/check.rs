//! Compares the scores of a file with those of the solver, with one thread.

use ludion::figures::Stopwatch;
use ludion::game::Tell;
use ludion::games::connect4::bench::{BYTES, rates};
use ludion::games::connect4::bits::Shape;
use ludion::games::connect4::solver::Solver;
use ludion::search::{Budget, Control};

use super::read_scores;

/// Prints which scores of the file are wrong, and how many.
///
/// # Errors
/// A file that cannot be read, has other lines or none; wrong scores.
pub fn run(path: &str, print: Tell<'_>) -> Result<(), String> {
    let positions = read_scores(path)?;
    let (mut solver, budget) = (Solver::new(Shape::default(), BYTES), Budget::default());
    let control = Control::new(&budget, 1);
    let watch = Stopwatch::start();
    let mut wrong = 0_usize;
    for (number, &(stones, expected)) in (1..).zip(&positions) {
        let found = solver.score(stones, &control).map_err(|_| "interrupted".to_owned())?;
        if found != expected {
            wrong += 1;
            print(format!("{path}: line {number}: {}, not {}", found.0, expected.0));
        }
    }
    let count = positions.len();
    if count == 0 {
        return Err(format!("{path}: no positions"));
    }
    print(format!("{path} positions {count} wrong {wrong} {}", rates(&watch, &control, count)));
    if wrong > 0 { Err(format!("{path}: {wrong} of {count} scores are wrong")) } else { Ok(()) }
}
