//! What puzzles of one player share: where a text is wrong, rungs of difficulty, what solving comes to, and the words of verbs.

use std::fmt;

use crate::grid::Size;
use crate::protocol::Failure;

pub mod answer;
pub mod generator;
pub mod rows;
pub mod view;

/// Longest side of a grid.
pub const MOST_SIDE: usize = 100;

/// A size that a grid may have.
#[must_use]
pub fn checked_size(width: usize, height: usize) -> Option<Size> {
    let fits = |side| (1..=MOST_SIDE).contains(&side);
    (fits(width) && fits(height)).then_some(Size { width, height })
}

/// Why a grid has no such size, of sides as they were written.
pub fn size_error(width: impl fmt::Display, height: impl fmt::Display) -> String {
    format!("{width}x{height} is not a size: sides go from 1 to {MOST_SIDE}")
}

/// A whole number of digits alone.
pub fn parse_digits<T: std::str::FromStr>(text: &str) -> Option<T> {
    let digits = Some(text).filter(|text| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()));
    digits.and_then(|text| text.parse().ok())
}

/// An error in a text, with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// What is wrong, in words.
    pub message: String,
}

impl ParseError {
    /// Creates the error of a place.
    pub fn new(line: usize, column: usize, message: impl Into<String>) -> Self {
        ParseError { line, column, message: message.into() }
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.message)
    }
}

impl From<ParseError> for Failure {
    fn from(error: ParseError) -> Self {
        Failure::Syntax(error.to_string())
    }
}

/// A rung of the ladder of rules: the difficulty of what they solve together with those of the rungs below.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Rules that look at one place and those around it.
    Easy,
    /// Rules that look further.
    Medium,
    /// Rules that look at the whole grid.
    Hard,
    /// One supposition, and the contradiction that it leads to.
    Extreme,
}

impl Level {
    /// From the easiest to the hardest.
    pub const ALL: [Level; 4] = [Level::Easy, Level::Medium, Level::Hard, Level::Extreme];

    /// Its word.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Level::Easy => "easy",
            Level::Medium => "medium",
            Level::Hard => "hard",
            Level::Extreme => "extreme",
        }
    }
}
