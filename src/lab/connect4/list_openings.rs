//! Computes the table of openings, the scores of all positions with few stones, with one thread and without the table.

use std::collections::HashMap;

use clap::Args;
use ludion::game::Tell;
use ludion::games::connect4::bits::{Shape, Stones};
use ludion::games::connect4::openings;
use ludion::games::connect4::score::Score;
use ludion::games::connect4::solver::Solver;
use ludion::search::{Budget, Control};

use super::read_scores;

/// Size of the table, in bytes.
const BYTES: usize = 2 << 30;

/// The openings to compute.
#[derive(Args)]
pub struct Options {
    /// Most stones of a position
    stones: u32,
    /// A file of lines that are not computed again
    file: Option<String>,
}

/// Prints the scores that are not in the file.
///
/// Each position is solved directly after its predecessor, whose score bounds its own and whose search has left most of the proof
/// in the table.
///
/// # Errors
/// A file that cannot be read, or has other lines.
pub fn run(options: &Options, print: Tell<'_>) -> Result<(), String> {
    let shape = Shape::default();
    let known = options.file.as_deref().map_or(Ok(Vec::new()), read_scores)?;
    let mut scores: HashMap<u64, Score> = known.into_iter().map(|(stones, score)| (shape.key(stones), score)).collect();
    let (mut solver, budget) = (Solver::without_openings(shape, BYTES), Budget::default());
    let control = Control::new(&budget, 1);
    let mut open = vec![(String::new(), Stones::default(), Score(i32::MAX))];
    while let Some((digits, position, parent)) = open.pop() {
        let key = shape.key(position);
        let score = scores.get(&key).copied().or_else(|| solver.score_at_least(position, -parent, &control).ok());
        let Some(score) = score else { break };
        if scores.insert(key, score).is_none() {
            print(format!("{digits} {}", score.0));
        }
        if position.count() < options.stones {
            let moves = openings::successors(&digits).into_iter().rev();
            open.extend(moves.map(|(digits, after)| (digits, after, score)));
        }
    }
    Ok(())
}
