//! What a puzzle comes to, in whatever way it is solved.

use crate::protocol::Failure;

/// What a puzzle comes to whose solutions are of a kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer<S> {
    /// It has this solution only.
    Unique(S),
    /// It has these two, and perhaps more.
    Several(S, S),
    /// It has none.
    None,
    /// The budget ended first; a solution, if one was found by then.
    Unknown(Option<S>),
}

/// The result of a search for a solution other than those found before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NextSolution<S> {
    /// One more.
    Found(S),
    /// There is no other.
    Exhausted,
    /// The budget ended first.
    Unknown,
}

/// How many solutions there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    /// Exactly so many.
    Exactly(u64),
    /// The limit or the budget ended the count: so many were seen.
    AtLeast(u64),
}

/// The verdict of the rules on a solution or a part of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict<F> {
    /// All rules hold and all is filled in.
    Solved,
    /// No rule is broken yet.
    Incomplete,
    /// A rule is broken.
    Wrong(F),
}

impl<S> Answer<S> {
    /// Searches until there are two solutions, or no other.
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

    /// Its word.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Answer::Unique(_) => "unique",
            Answer::Several(..) => "several",
            Answer::None => "none",
            Answer::Unknown(_) => "unknown",
        }
    }

    /// Returns a solution to show.
    ///
    /// # Errors
    /// There is none, or none was found.
    pub fn into_solution(self) -> Result<S, Failure> {
        match self {
            Answer::Unique(found) | Answer::Several(found, _) | Answer::Unknown(Some(found)) => Ok(found),
            Answer::None => Err(Failure::Other("the puzzle has no solution".into())),
            Answer::Unknown(None) => Err(Failure::Other("no solution was found in time".into())),
        }
    }

    /// The solutions that it names, two at most.
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
