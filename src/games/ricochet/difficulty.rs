//! How hard a position is, by its fewest moves: by fixed bounds, and among random positions of its board.

use std::ops::RangeInclusive;

use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;

use super::position::Position;
use super::random::redraw;
use super::solver::{self, End, Limits};

/// Random positions that a position is compared with.
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
    /// The share of random positions, in percent, with fewer moves; those with as many count half.
    pub percentile: f64,
    /// Number of random positions that were solved.
    pub sample: usize,
}

/// Compares the fewest moves of a position with those of random positions on its board, until the budget is over.
#[must_use]
pub(super) fn compare_with_random(position: &Position, moves: u8, seed: u64, limits: Limits<'_>) -> Standing {
    let mut random = Pcg64Mcg::seed_from_u64(seed);
    let (mut fewer, mut equal, mut sample) = (0_usize, 0_usize, 0_usize);
    while sample < SAMPLE && !limits.budget.is_over() {
        let Some(other) = redraw(position, &mut random) else { break };
        match solver::solve_optimally(&other, limits, 0).end {
            End::Solved(other) if other < moves => fewer += 1,
            End::Solved(other) if other == moves => equal += 1,
            End::Unknown(_) if limits.budget.is_over() => break,
            _ => {}
        }
        sample += 1;
    }
    let percentile = if sample == 0 { 0.0 } else { 100.0 * (fewer as f64 + equal as f64 / 2.0) / sample as f64 };
    Standing { percentile, sample }
}
