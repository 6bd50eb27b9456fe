//! The errors of the parsers of game graphs.

use super::locate::StatementRef;
use crate::attractor::GraphError;

/// The reason why a text is no game graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// The line that is wrong, from 0, if it is known.
    pub line: Option<usize>,
    /// What is wrong.
    pub why: String,
    /// The statement that is wrong, if its line has yet to be found.
    pub statement: Option<StatementRef>,
}

impl ParseError {
    /// Creates an error on a line, from 0.
    pub fn on_line(line: usize, why: impl Into<String>) -> ParseError {
        ParseError { line: Some(line), why: why.into(), statement: None }
    }

    /// Creates an error that belongs to no line.
    pub fn without_line(why: impl Into<String>) -> ParseError {
        ParseError { line: None, why: why.into(), statement: None }
    }

    /// Creates an error in the `nth` statement of a vertex, whose line has yet to be found.
    pub fn on_vertex(number: u32, nth: usize, why: impl Into<String>) -> ParseError {
        ParseError { line: None, why: why.into(), statement: Some(StatementRef { number, nth }) }
    }

    /// Returns the error of a graph with more vertices or edges than can be numbered.
    pub fn too_large() -> ParseError {
        ParseError::without_line(GraphError::TooLarge.to_string())
    }

    /// Returns the error of a stop.
    pub fn interruption() -> ParseError {
        ParseError::without_line("interrupted")
    }

    /// Returns the message for people: `line 3: ...`, where `place` is the word for a line.
    #[must_use]
    pub fn describe(&self, place: &str) -> String {
        match self.line {
            Some(line) => format!("{place} {}: {}", line + 1, self.why),
            None => self.why.clone(),
        }
    }
}
