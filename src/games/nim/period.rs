//! Periods of sequences, searched for backwards from their last terms.

/// Terms of a table computed between two checks of the budget.
pub const CHECK_INTERVAL: usize = 64;

/// A sequence that repeats: `value(n + length) = value(n)` for all `n >= start`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Period {
    /// The first index from which on it repeats.
    pub start: usize,
    /// Number of terms in one period.
    pub length: usize,
}

impl Period {
    /// Returns the index, below `start + length`, that has the value of index `n`.
    #[must_use]
    pub fn fold(self, n: usize) -> usize {
        if n < self.start { n } else { self.start + (n - self.start) % self.length }
    }
}

/// The search for a period of a table that grows: at each doubling of its length.
#[derive(Clone, Debug)]
pub(super) struct PeriodSearch {
    /// The proved period, if one is found.
    pub found: Option<Period>,
    /// Number of terms at which the table is searched next.
    next_check: usize,
}

impl PeriodSearch {
    /// Creates a search that begins when the table has this many terms.
    #[must_use]
    pub const fn starting_at(terms: usize) -> Self {
        PeriodSearch { found: None, next_check: terms }
    }

    /// Returns whether a table of this length is to be searched.
    #[must_use]
    pub fn is_due(&self, terms: usize) -> bool {
        terms >= self.next_check
    }

    /// Records the result of the search in a table of this length; the next search is due at twice the length.
    pub fn keep(&mut self, terms: usize, found: Option<Period>) {
        *self = PeriodSearch { found, next_check: 2 * terms };
    }
}

/// Returns the smallest period in which a sequence ends and that `is_proved` accepts, with the earliest start that the terms
/// allow. Linear in the number of terms: the prefix function of the reversed sequence (Knuth, Morris and Pratt, 1977).
#[must_use]
pub fn find<T: PartialEq>(terms: &[T], is_proved: impl Fn(Period) -> bool) -> Option<Period> {
    let total = terms.len();
    let reversed = |index: usize| &terms[total - 1 - index];
    let mut border = vec![0_usize; total + 1];
    let mut refused = 0;
    for length in 2..=total {
        let mut candidate = border[length - 1];
        while candidate > 0 && reversed(candidate) != reversed(length - 1) {
            candidate = border[candidate];
        }
        border[length] = if reversed(candidate) == reversed(length - 1) { candidate + 1 } else { 0 };
        let period = length - border[length];
        // Each candidate is tested once, as soon as the sequence ends in two of its periods.
        if period > refused && length >= 2 * period {
            let start = earliest_start(terms, period);
            let found = Period { start, length: period };
            if is_proved(found) {
                return Some(found);
            }
            refused = period;
        }
    }
    None
}

/// Returns the first index from which on all terms repeat with this period.
fn earliest_start<T: PartialEq>(terms: &[T], period: usize) -> usize {
    (0..terms.len() - period).rev().find(|&n| terms[n] != terms[n + period]).map_or(0, |n| n + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_smallest_period_that_is_accepted() {
        let terms = [9, 8, 1, 2, 1, 2, 1, 2, 1, 2];
        assert_eq!(find(&terms, |_| true), Some(Period { start: 2, length: 2 }));
        assert_eq!(find(&terms, |period| period.start == 0), None);
        let longer = [1, 2, 1, 1, 2, 1, 1, 1, 2, 1, 1, 2, 1, 1];
        assert_eq!(find(&longer, |period| period.length > 3), Some(Period { start: 0, length: 7 }));
        assert_eq!(find(&[1, 2, 3, 4], |_| true), None);
        assert_eq!(find(&[5, 5], |_| true), Some(Period { start: 0, length: 1 }));
        assert_eq!(find::<u32>(&[], |_| true), None);
    }

    #[test]
    fn places_fold_back() {
        let period = Period { start: 71, length: 12 };
        assert_eq!([70, 71, 82, 83, 95].map(|n| period.fold(n)), [70, 71, 82, 71, 71]);
    }
}
