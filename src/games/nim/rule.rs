//! The families of heap games: what a move may do to a heap.
//!
//! Octal games are those of R. K. Guy and C. A. B. Smith, *The G-values of various games* (1956).

use arrayvec::ArrayVec;

/// Largest heap.
pub(super) const MAX_TOKENS: u32 = 1_000_000_000;

/// Most digits of an octal code behind the point. Guy and Smith's tables stop at 4.
pub const MAX_DIGITS: usize = 32;

/// Most runs of consecutive numbers in a set of takes.
pub const MAX_RUNS: usize = 256;

/// Which moves a game has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rule {
    /// Nim: any number of tokens from one heap.
    Any,
    /// Subtraction games: a number of the set from one heap.
    Take(TakeSet),
    /// Octal games: a heap may also be split.
    Octal(Octal),
    /// Grundy's game: one heap is split into two unequal ones.
    Grundy,
    /// Wythoff's game: two heaps; any number from one, or the same number from both.
    Wythoff,
}

impl Rule {
    /// Returns whether a heap can become two.
    #[must_use]
    pub fn can_split(&self) -> bool {
        match self {
            Rule::Any | Rule::Take(_) | Rule::Wythoff => false,
            Rule::Octal(octal) => octal.digits.iter().any(|digit| digit & Octal::TWO_HEAPS > 0),
            Rule::Grundy => true,
        }
    }

    /// Returns whether a position is the sum of its heaps, so that its Grundy value is the nim-sum of theirs.
    #[must_use]
    pub fn is_sum(&self) -> bool {
        *self != Rule::Wythoff
    }
}

/// The numbers of tokens that may be taken: runs of consecutive numbers, in order, with a gap between one and the next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TakeSet {
    /// At most [`MAX_RUNS`]: on the heap, as most sets have one.
    runs: Vec<(u32, u32)>,
}

impl TakeSet {
    /// Creates the union of some runs, ends included. Returns `None` if there is no run, if a run is empty, contains 0 or
    /// exceeds [`MAX_TOKENS`], or if the union has more than [`MAX_RUNS`] runs.
    #[must_use]
    pub fn new(mut runs: Vec<(u32, u32)>) -> Option<TakeSet> {
        if runs.is_empty() || runs.iter().any(|&(low, high)| low == 0 || low > high || high > MAX_TOKENS) {
            return None;
        }
        runs.sort_unstable();
        let mut joined: Vec<(u32, u32)> = Vec::new();
        for (low, high) in runs {
            match joined.last_mut() {
                Some(last) if low <= last.1 + 1 => last.1 = last.1.max(high),
                _ => joined.push((low, high)),
            }
        }
        (joined.len() <= MAX_RUNS).then_some(TakeSet { runs: joined })
    }

    /// Returns the runs, ends included.
    #[must_use]
    pub fn runs(&self) -> &[(u32, u32)] {
        &self.runs
    }

    /// Returns whether a number may be taken.
    #[must_use]
    pub fn contains(&self, take: u32) -> bool {
        self.runs.iter().any(|&(low, high)| (low..=high).contains(&take))
    }

    /// Iterates over the allowed numbers up to `most`, in order.
    pub fn takes_up_to(&self, most: u32) -> impl Iterator<Item = u32> + '_ {
        self.runs.iter().flat_map(move |&(low, high)| low..=high.min(most))
    }

    /// Counts the allowed numbers up to `most`.
    #[must_use]
    pub fn count(&self, most: u32) -> u64 {
        self.runs.iter().map(|&(low, high)| u64::from((high.min(most) + 1).saturating_sub(low))).sum()
    }

    /// Returns the smallest number.
    #[must_use]
    pub fn min_take(&self) -> u32 {
        self.runs[0].0
    }

    /// Returns the largest number.
    #[must_use]
    pub fn max_take(&self) -> u32 {
        self.runs[self.runs.len() - 1].1
    }

    /// Returns both ends if the set is one run.
    #[must_use]
    pub fn as_run(&self) -> Option<(u32, u32)> {
        self.as_run_up_to(MAX_TOKENS)
    }

    /// Returns both ends of the only run from which a heap of at most `most` tokens allows a take.
    #[must_use]
    pub fn as_run_up_to(&self, most: u32) -> Option<(u32, u32)> {
        self.runs.get(1).is_none_or(|next| next.0 > most).then(|| self.runs[0])
    }
}

/// The code `d0.d1d2d3...`: digit `k` says what may be left of a heap from which `k` tokens are taken, as a sum of
/// [`Octal::NOTHING`], [`Octal::ONE_HEAP`] and [`Octal::TWO_HEAPS`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Octal {
    /// From digit 0 on; the last is not 0 where there is more than one.
    digits: ArrayVec<u8, { MAX_DIGITS + 1 }>,
}

impl Octal {
    /// Nothing may be left: the heap is taken whole.
    pub const NOTHING: u8 = 1;
    /// One heap, not empty, may be left.
    pub const ONE_HEAP: u8 = 2;
    /// Two heaps, not empty, may be left.
    pub const TWO_HEAPS: u8 = 4;

    /// Creates the code of these digits, starting with the one before the point. Returns `None` if a digit is above 7, the
    /// first is neither 0 nor 4, all are 0, or there are more than [`MAX_DIGITS`] behind the point.
    #[must_use]
    pub fn new(digits: &[u8]) -> Option<Octal> {
        let end = digits.iter().rposition(|&digit| digit > 0)? + 1;
        let good = digits.iter().all(|&digit| digit < 8) && [0, Octal::TWO_HEAPS].contains(&digits[0]);
        let digits = ArrayVec::try_from(&digits[..end]).ok().filter(|_| good)?;
        Some(Octal { digits })
    }

    /// Returns all digits, starting with the one before the point.
    #[must_use]
    pub fn digits(&self) -> &[u8] {
        &self.digits
    }

    /// Returns the digit for a number of tokens; 0 beyond the last.
    #[must_use]
    pub fn digit(&self, take: u32) -> u8 {
        self.digits.get(take as usize).copied().unwrap_or(0)
    }

    /// Returns the largest number of tokens that a move can take.
    #[must_use]
    pub fn max_take(&self) -> u32 {
        self.digits.len() as u32 - 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_of_takes() {
        let set = TakeSet::new(vec![(4, 4), (1, 1), (2, 2), (9, 12), (11, 15)]).unwrap();
        assert_eq!(set.runs(), [(1, 2), (4, 4), (9, 15)]);
        assert!(set.contains(4) && !set.contains(3) && !set.contains(16));
        assert_eq!(set.takes_up_to(10).collect::<Vec<_>>(), [1, 2, 4, 9, 10]);
        assert_eq!((set.count(10), set.count(100), set.count(0)), (5, 10, 0));
        assert_eq!((set.min_take(), set.max_take(), set.as_run()), (1, 15, None));
        for refused in [vec![], vec![(0, 3)], vec![(3, 2)], vec![(1, MAX_TOKENS + 1)]] {
            assert_eq!(TakeSet::new(refused), None);
        }
    }

    #[test]
    fn octal_codes() {
        assert_eq!(Octal::new(&[0, 7, 7, 0]).unwrap().digits(), [0, 7, 7]);
        assert_eq!(Octal::new(&[0, 0, 7]).unwrap().max_take(), 2);
        for refused in [&[][..], &[0], &[0, 0, 0], &[1, 7], &[0, 8], &[0; 40]] {
            assert_eq!(Octal::new(refused), None, "{refused:?}");
        }
    }
}
