//! What a move may do to a heap: the families of heap games that the engine knows.
//!
//! Octal games are those of R. K. Guy and C. A. B. Smith, *The G-values of various games* (1956).

use arrayvec::ArrayVec;

/// Largest heap.
pub const MOST_TOKENS: u32 = 1_000_000_000;

/// Digits of an octal code after the point: Guy and Smith's tables stop at 4, a line of text need not.
pub const MOST_DIGITS: usize = 32;

/// Runs of consecutive numbers in a set of takes.
pub const MOST_RUNS: usize = 256;

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
    /// Whether a heap can become two.
    #[must_use]
    pub fn splits(&self) -> bool {
        match self {
            Rule::Any | Rule::Take(_) | Rule::Wythoff => false,
            Rule::Octal(octal) => octal.digits.iter().any(|digit| digit & Octal::TWO_HEAPS > 0),
            Rule::Grundy => true,
        }
    }

    /// Whether the heaps are independent, so that Grundy values add up.
    #[must_use]
    pub fn is_sum(&self) -> bool {
        *self != Rule::Wythoff
    }
}

/// The numbers of tokens that may be taken: runs of consecutive numbers, in order, with a gap between one and the next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TakeSet {
    /// At most [`MOST_RUNS`]: on the heap, as most sets have one.
    runs: Vec<(u32, u32)>,
}

impl TakeSet {
    /// The union of some runs, ends included. `None` where there is none, one is empty, contains 0 or exceeds
    /// [`MOST_TOKENS`], or more than [`MOST_RUNS`] remain apart.
    #[must_use]
    pub fn new(mut runs: Vec<(u32, u32)>) -> Option<TakeSet> {
        if runs.is_empty() || runs.iter().any(|&(low, high)| low == 0 || low > high || high > MOST_TOKENS) {
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
        (joined.len() <= MOST_RUNS).then_some(TakeSet { runs: joined })
    }

    /// The runs, ends included.
    #[must_use]
    pub fn runs(&self) -> &[(u32, u32)] {
        &self.runs
    }

    /// Whether a number may be taken.
    #[must_use]
    pub fn contains(&self, take: u32) -> bool {
        self.runs.iter().any(|&(low, high)| (low..=high).contains(&take))
    }

    /// All numbers up to `most`, in order.
    pub fn up_to(&self, most: u32) -> impl Iterator<Item = u32> + '_ {
        self.runs.iter().flat_map(move |&(low, high)| low..=high.min(most))
    }

    /// How many numbers up to `most` there are.
    #[must_use]
    pub fn count(&self, most: u32) -> u64 {
        self.runs.iter().map(|&(low, high)| u64::from((high.min(most) + 1).saturating_sub(low))).sum()
    }

    /// The smallest number.
    #[must_use]
    pub fn least(&self) -> u32 {
        self.runs[0].0
    }

    /// The largest number.
    #[must_use]
    pub fn most(&self) -> u32 {
        self.runs[self.runs.len() - 1].1
    }

    /// Both ends, where all numbers between them are in the set.
    #[must_use]
    pub fn as_run(&self) -> Option<(u32, u32)> {
        (self.runs.len() == 1).then(|| self.runs[0])
    }
}

/// The code `d0.d1d2d3...`: digit `k` says what may be left of a heap from which `k` tokens are taken, as a sum of
/// [`Octal::NOTHING`], [`Octal::ONE_HEAP`] and [`Octal::TWO_HEAPS`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Octal {
    /// From digit 0 on; the last is not 0 where there is more than one.
    digits: ArrayVec<u8, { MOST_DIGITS + 1 }>,
}

impl Octal {
    /// Nothing may be left: the heap is taken whole.
    pub const NOTHING: u8 = 1;
    /// One heap, not empty, may be left.
    pub const ONE_HEAP: u8 = 2;
    /// Two heaps, not empty, may be left.
    pub const TWO_HEAPS: u8 = 4;

    /// The code of these digits, that before the point first. `None` where one is above 7, the first is neither 0 nor 4,
    /// all are 0 or they are more than [`MOST_DIGITS`] and one.
    #[must_use]
    pub fn new(digits: &[u8]) -> Option<Octal> {
        let end = digits.iter().rposition(|&digit| digit > 0)? + 1;
        let good = digits.iter().all(|&digit| digit < 8) && [0, Octal::TWO_HEAPS].contains(&digits[0]);
        let digits = ArrayVec::try_from(&digits[..end]).ok().filter(|_| good)?;
        Some(Octal { digits })
    }

    /// All digits, that before the point first.
    #[must_use]
    pub fn digits(&self) -> &[u8] {
        &self.digits
    }

    /// The digit for a number of tokens; 0 beyond the last.
    #[must_use]
    pub fn digit(&self, take: u32) -> u8 {
        self.digits.get(take as usize).copied().unwrap_or(0)
    }

    /// Most tokens that a move can take.
    #[must_use]
    pub fn most(&self) -> u32 {
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
        assert_eq!(set.up_to(10).collect::<Vec<_>>(), [1, 2, 4, 9, 10]);
        assert_eq!((set.count(10), set.count(100), set.count(0)), (5, 10, 0));
        assert_eq!((set.least(), set.most(), set.as_run()), (1, 15, None));
        for refused in [vec![], vec![(0, 3)], vec![(3, 2)], vec![(1, MOST_TOKENS + 1)]] {
            assert_eq!(TakeSet::new(refused), None);
        }
    }

    #[test]
    fn octal_codes() {
        assert_eq!(Octal::new(&[0, 7, 7, 0]).unwrap().digits(), [0, 7, 7]);
        assert_eq!(Octal::new(&[0, 0, 7]).unwrap().most(), 2);
        for refused in [&[][..], &[0], &[0, 0, 0], &[1, 7], &[0, 8], &[0; 40]] {
            assert_eq!(Octal::new(refused), None, "{refused:?}");
        }
    }
}
