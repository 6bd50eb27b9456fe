//! Compares the scores of a file with those of the solver, with one thread.

use ludion::figures::Watch;
use ludion::game::Tell;
use ludion::games::connect4::bench::{BYTES, rates};
use ludion::games::connect4::bits::Shape;
use ludion::games::connect4::solver::Solver;
use ludion::search::{Budget, Control};

use super::read_scores;

/// Prints how many scores of the file are wrong.
///
/// # Errors
/// A file that cannot be read, or has other lines.
pub fn run(path: &str, print: Tell<'_>) -> Result<(), String> {
    let positions = read_scores(path)?;
    let (mut solver, budget) = (Solver::new(Shape::default(), BYTES), Budget::default());
    let control = Control::new(&budget, 1);
    let watch = Watch::start();
    let mut wrong = 0;
    for &(stones, expected) in &positions {
        let found = solver.score(stones, &control).map_err(|_| "interrupted".to_owned())?;
        wrong += usize::from(found != expected);
    }
    let count = positions.len();
    print(format!("{path} positions {count} wrong {wrong} {}", rates(&watch, &control, count)));
    Ok(())
}
