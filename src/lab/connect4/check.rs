//! Compares the scores of a file with those that the solver finds, with one thread.

use ludion::figures::Watch;
use ludion::games::connect4::bench::{BYTES, rates};
use ludion::games::connect4::bits::Shape;
use ludion::games::connect4::solver::{Solver, Work};
use ludion::search::Budget;

use super::read_scores;
use crate::lab::Print;

/// Prints how many scores of the file are wrong.
///
/// # Errors
/// A file that cannot be read, or has other lines.
pub fn run(path: &str, print: Print<'_>) -> Result<(), String> {
    let positions = read_scores(path)?;
    let (solver, budget) = (Solver::new(Shape::default(), BYTES), Budget::default());
    let work = Work::new(1, &budget);
    let watch = Watch::start();
    let mut wrong = 0;
    for &(stones, expected) in &positions {
        let found = solver.score(stones, &work).map_err(|_| "interrupted".to_owned())?;
        wrong += usize::from(found != expected);
    }
    let count = positions.len();
    print(format!("{path} positions {count} wrong {wrong} {}", rates(&watch, &work, count)));
    Ok(())
}
