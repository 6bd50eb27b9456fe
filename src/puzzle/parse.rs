//! What the parsers of puzzles share: sizes, digits, errors with their place.

use std::fmt;

use crate::grid::Size;
use crate::protocol::Failure;

/// Longest side of a grid.
pub const MAX_SIDE: usize = 100;

/// Returns the size of a grid; `None` if a side is out of range.
#[must_use]
pub fn checked_size(width: usize, height: usize) -> Option<Size> {
    let fits = |side| (1..=MAX_SIDE).contains(&side);
    (fits(width) && fits(height)).then_some(Size { width, height })
}

/// Returns the message for a size that is out of range.
pub fn size_error(width: impl fmt::Display, height: impl fmt::Display) -> String {
    format!("{width}x{height} is not a size: sides go from 1 to {MAX_SIDE}")
}

/// Parses a whole number that consists of digits alone.
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
    /// Creates an error at a place.
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

/// Why a word is not a legal move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveError {
    /// It does not have the form of a move.
    Syntax(String),
    /// The rules or the puzzle forbid the move.
    Illegal(String),
}

impl MoveError {
    /// Returns the message alone.
    #[must_use]
    pub fn into_message(self) -> String {
        match self {
            MoveError::Syntax(message) | MoveError::Illegal(message) => message,
        }
    }
}

impl From<MoveError> for Failure {
    fn from(error: MoveError) -> Self {
        match error {
            MoveError::Syntax(message) => Failure::Syntax(message),
            MoveError::Illegal(message) => Failure::IllegalMove(message),
        }
    }
}
