//! How hard a position is, by its fewest moves: by fixed bounds, and among random positions of its board.

use std::ops::RangeInclusive;

use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;

use super::position::Position;
use super::random::redraw;
use super::solver::{self, End, Limits};

/// Random positions that are drawn for a comparison; those that are not solved are left out of it.
const SAMPLE: usize = 1000;

/// The difficulties, the easiest first, each with the fewest moves of its positions. Shorter positions have none.
pub(super) const DIFFICULTIES: [(&str, RangeInclusive<u8>); 4] =
    [("beginner", 4..=5), ("advanced", 6..=9), ("insane", 10..=16), ("impossible", 17..=u8::MAX)];

/// Returns the name of the difficulty of a length and the lengths that it has.
#[must_use]
pub fn difficulty(moves: u8) -> Option<(&'static str, RangeInclusive<u8>)> {
    DIFFICULTIES.into_iter().find(|(_, range)| range.contains(&moves))
}

/// The rank of a position among random ones by its fewest moves.
pub(super) struct Standing {
    /// The share of the solved random positions, in percent, with fewer moves; those with as many count half. 0 if none was solved.
    pub percentile: f64,
    /// Number of random positions that were solved.
    pub sample: usize,
}

/// Compares the fewest moves of a position with those of random positions on its board, until the budget is over.
#[must_use]
pub(super) fn compare_with_random(position: &Position, moves: u8, seed: u64, limits: Limits<'_>) -> Standing {
    let mut random = Pcg64Mcg::seed_from_u64(seed);
    let (mut fewer, mut equal, mut sample) = (0_usize, 0_usize, 0_usize);
    for _ in 0..SAMPLE {
        if limits.budget.is_over() {
            break;
        }
        let Some(other) = redraw(position, &mut random) else { break };
        if let End::Solved(length) = solver::solve_optimally(&other, limits, 0).end {
            sample += 1;
            fewer += usize::from(length < moves);
            equal += usize::from(length == moves);
        }
    }
    let percentile = if sample == 0 { 0.0 } else { 100.0 * (fewer as f64 + equal as f64 / 2.0) / sample as f64 };
    Standing { percentile, sample }
}

#[cfg(test)]
mod tests {
    use super::super::random::{GeneratorOptions, PositionGenerator};
    use super::*;
    use crate::search::Budget;

    #[test]
    fn only_solved_positions_count() {
        let position = PositionGenerator::new(1, GeneratorOptions::default()).position().unwrap();
        let budget = Budget { max_nodes: Some(300), ..Budget::default() };
        let limits = Limits { budget: &budget, bytes: 1 << 28, threads: 1, all: false };
        // Every solved position has fewer moves than this.
        let standing = compare_with_random(&position, u8::MAX, 1, limits);
        assert!((1..SAMPLE).contains(&standing.sample), "{}", standing.sample);
        assert!(standing.percentile > 99.99, "{}", standing.percentile);
    }
}
