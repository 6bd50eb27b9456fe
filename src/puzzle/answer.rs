//! The results of solvers of puzzles.

use crate::protocol::Failure;

/// Whether a puzzle has exactly one solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer<S> {
    /// It has this solution only.
    Unique(S),
    /// It has at least these two solutions.
    Several(S, S),
    /// It has no solution.
    None,
    /// The budget ended first; a solution, if one had been found.
    Unknown(Option<S>),
}

/// The result of a search for a solution other than the previous ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NextSolution<S> {
    /// Another solution.
    Found(S),
    /// There is no other solution.
    Exhausted,
    /// The budget ended first.
    Unknown,
}

/// The number of solutions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    /// The exact number.
    Exactly(u64),
    /// A lower bound: the limit or the budget ended the count.
    AtLeast(u64),
}

/// The result of checking a solution, complete or not, against the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict<F> {
    /// The solution is complete and no rule is broken.
    Solved,
    /// No rule is broken yet.
    Incomplete,
    /// A rule is broken.
    Wrong(F),
}

impl<S> Answer<S> {
    /// Calls `next_solution` until it has found two solutions or there is no other.
    pub fn find(mut next_solution: impl FnMut() -> NextSolution<S>) -> Self {
        let first = match next_solution() {
            NextSolution::Found(first) => first,
            NextSolution::Exhausted => return Answer::None,
            NextSolution::Unknown => return Answer::Unknown(None),
        };
        match next_solution() {
            NextSolution::Found(second) => Answer::Several(first, second),
            NextSolution::Exhausted => Answer::Unique(first),
            NextSolution::Unknown => Answer::Unknown(Some(first)),
        }
    }

    /// Returns the word for it in replies.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Answer::Unique(_) => "unique",
            Answer::Several(..) => "several",
            Answer::None => "none",
            Answer::Unknown(_) => "unknown",
        }
    }

    /// Returns a solution.
    ///
    /// # Errors
    /// The puzzle has no solution, or none was found.
    pub fn into_solution(self) -> Result<S, Failure> {
        match self {
            Answer::Unique(found) | Answer::Several(found, _) | Answer::Unknown(Some(found)) => Ok(found),
            Answer::None => Err(Failure::Other("the puzzle has no solution".into())),
            Answer::Unknown(None) => Err(Failure::Interrupted("no solution was found before the limit".into())),
        }
    }

    /// Returns the solutions that it contains, at most two.
    pub fn solutions(&self) -> impl Iterator<Item = &S> {
        let (one, other) = match self {
            Answer::Unique(one) => (Some(one), None),
            Answer::Several(one, other) => (Some(one), Some(other)),
            Answer::None => (None, None),
            Answer::Unknown(found) => (found.as_ref(), None),
        };
        one.into_iter().chain(other)
    }
}
