//! The texts in which other programs write puzzles and what a player has done: files of pzprv3 (puzz.link, pzv.jp), games saved by
//! Tatham's collection, and the puzzles of janko.at.

use super::{ParseError, Puzzle};
use crate::files::BYTE_ORDER_MARK;
use crate::protocol::{Failure, quote};

mod janko;
mod pzpr;
mod tatham;
#[cfg(test)]
mod tests;

/// What other programs call a game.
pub struct Names {
    /// In pzprv3; the first name is the one that is written.
    pub pzpr: &'static [&'static str],
    /// In Tatham's collection.
    pub tatham: &'static str,
    /// At janko.at.
    pub janko: &'static [&'static str],
}

/// A puzzle with the moves made in it.
pub(super) type Played<P> = (P, Vec<<P as Puzzle>::Move>);

/// Parses a text that is in one of these dialects; `None` if it is in none.
pub fn parse<P: Puzzle>(text: &str) -> Option<Result<Played<P>, ParseError>> {
    let begin = text.trim_start_matches(|c: char| c.is_whitespace() || c == BYTE_ORDER_MARK);
    if begin.starts_with(pzpr::BEGIN) {
        return Some(pzpr::parse(text));
    }
    if begin.starts_with(tatham::BEGIN) {
        return Some(tatham::parse(text));
    }
    janko::is_record(text).then(|| janko::parse(text))
}

/// Formats a puzzle with its moves as the file whose name has this extension; `None` if no dialect has it.
pub fn write<P: Puzzle>(puzzle: &P, moves: &[P::Move], filled: &P::Solution, extension: &str) -> Option<Result<String, Failure>> {
    match extension {
        "pzpr" => {
            // Its readers take the usual rules for granted.
            let text = pzpr::text(puzzle, filled);
            let is_same = pzpr::parse::<P>(&text).is_ok_and(|(again, _)| again == *puzzle);
            Some(if is_same { Ok(text) } else { Err(no_such_puzzles("pzprv3")) })
        }
        "sav" => Some(tatham::text(puzzle, moves).ok_or_else(|| no_such_puzzles("Tatham's collection"))),
        _ => None,
    }
}

/// Returns the failure for a puzzle that a dialect cannot hold.
fn no_such_puzzles(dialect: &str) -> Failure {
    Failure::Other(format!("{dialect} has no puzzles like this one: write .json or .txt"))
}

/// Returns the message for a puzzle of another game.
fn other_game(name: &str, wanted: &str) -> String {
    format!("it is a puzzle of {}, not of {wanted}", quote(name))
}
