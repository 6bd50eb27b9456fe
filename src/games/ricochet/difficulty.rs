//! How hard a position is, by its fewest moves.

use std::ops::RangeInclusive;

/// The difficulties, the easiest first, each with the fewest moves of its positions. Shorter positions have none.
pub(super) const DIFFICULTIES: [(&str, RangeInclusive<u8>); 4] =
    [("beginner", 4..=5), ("advanced", 6..=9), ("insane", 10..=16), ("impossible", 17..=u8::MAX)];

/// Returns the name of the difficulty of a length and the lengths that it has.
#[must_use]
pub fn difficulty(moves: u8) -> Option<(&'static str, RangeInclusive<u8>)> {
    DIFFICULTIES.into_iter().find(|(_, range)| range.contains(&moves))
}
