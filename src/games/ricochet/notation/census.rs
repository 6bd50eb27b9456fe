//! The census of all positions of a board and a target, as text.

use super::super::position::Position;
use super::super::solver::retrograde::Census;
use super::{position_text, target_text};

/// Formats a census: `hardest target=red@4 longest=9 solvable=...`, a line for each number of moves, and a position of the most.
pub(in super::super) fn census_text(position: &Position, census: &Census, seconds: f64) -> String {
    let solvable: u64 = census.lengths.iter().sum();
    let longest = census.lengths.len() - 1;
    let target = target_text(position.target);
    let head = match census.unsolvable {
        Some(unsolvable) => {
            format!("hardest target={target} longest={longest} solvable={solvable} unsolvable={unsolvable} seconds={seconds:.2}")
        }
        None => format!("unknown target={target} longest>={longest} solvable>={solvable} seconds={seconds:.2}"),
    };
    let lines: String =
        census.lengths.iter().enumerate().map(|(moves, count)| format!("\nmoves={moves} positions={count}")).collect();
    format!("{head}{lines}\n{}", position_text(&census.longest))
}
