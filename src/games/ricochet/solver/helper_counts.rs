//! How many robots save the target robot a move by where they stand: three small counters in one word.

use std::iter::Sum;
use std::ops::{Add, AddAssign};

/// The counters of one robot, each 0 or 1, or their sums over all robots but that of the target, each at most 4. The sum decides
/// most states without a search of paths.
///
/// | bits | counter |
/// |---|---|
/// | 0 to 3 | [`HelperCounts::alone`] |
/// | 4 to 7 | [`HelperCounts::in_pair`] |
/// | 8 to 11 | [`HelperCounts::in_three`] |
/// | 12 to 15 | none: they are 0 |
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HelperCounts(u16);

/// Bits of a counter.
const BITS: u32 = 4;

/// The bits of the first counter.
const MASK: u16 = (1 << BITS) - 1;

impl HelperCounts {
    /// One robot that saves a move without any other.
    pub const ALONE: Self = HelperCounts(1);
    /// One robot that saves a move alone or together with one other.
    pub const IN_PAIR: Self = HelperCounts(1 << BITS);
    /// One robot that may save a move together with two others.
    pub const IN_THREE: Self = HelperCounts(1 << (2 * BITS));

    /// Returns the number of robots that save a move without any other.
    #[inline]
    #[must_use]
    pub fn alone(self) -> u16 {
        self.0 & MASK
    }

    /// Returns the number of robots that save a move alone or together with one other.
    #[inline]
    #[must_use]
    pub fn in_pair(self) -> u16 {
        self.0 >> BITS & MASK
    }

    /// Returns the number of robots that may save a move together with two others.
    #[inline]
    #[must_use]
    pub fn in_three(self) -> u16 {
        // It is the last counter, so no mask is needed.
        self.0 >> (2 * BITS)
    }

    /// Returns whether no robot is counted.
    #[inline]
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the sum after one of the robots in it has moved: from a cell where its counts were `before`, to one where they are
    /// `after`. `None` if it counts on neither, so that the sum stays.
    #[inline]
    #[must_use]
    pub fn exchange(self, before: Self, after: Self) -> Option<Self> {
        (before.0 | after.0 != 0).then(|| HelperCounts(self.0 - before.0 + after.0))
    }
}

impl Add for HelperCounts {
    type Output = Self;

    #[inline]
    fn add(self, other: Self) -> Self {
        HelperCounts(self.0 + other.0)
    }
}

impl AddAssign for HelperCounts {
    #[inline]
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sum for HelperCounts {
    #[inline]
    fn sum<I: Iterator<Item = Self>>(counts: I) -> Self {
        counts.fold(HelperCounts::default(), Add::add)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counters_are_apart() {
        let all = HelperCounts::ALONE + HelperCounts::IN_PAIR + HelperCounts::IN_THREE;
        let sum: HelperCounts =
            [all, all, HelperCounts::IN_PAIR, HelperCounts::IN_PAIR + HelperCounts::IN_THREE].into_iter().sum();
        assert_eq!((sum.alone(), sum.in_pair(), sum.in_three()), (2, 4, 3));
        let after = sum.exchange(all, HelperCounts::IN_THREE).unwrap();
        assert_eq!((after.alone(), after.in_pair(), after.in_three()), (1, 3, 3));
        assert_eq!(sum.exchange(HelperCounts::default(), HelperCounts::default()), None);
        assert!(HelperCounts::default().is_empty() && !HelperCounts::IN_PAIR.is_empty());
    }
}
