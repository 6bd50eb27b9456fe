//! Hashi as text: Tatham's game IDs, puzz.link addresses, files of rows, solutions, moves; both ways.

use nom::branch::alt;
use nom::character::complete::char;
use nom::combinator::{all_consuming, opt};
use nom::sequence::{preceded, separated_pair};
use nom::{IResult, Parser};

use super::board::{Bridges, Channel, Island, MAX_BRIDGES, MAX_CLUE, Puzzle, Rules};
use super::check::Fault;
use crate::protocol::{natural, point, quote};
use crate::puzzle::notation::{cell_name, place, spaced_words};
use crate::puzzle::{MoveError, ParseError, parse_digits};

mod drawn;
mod files;
mod lines;
#[cfg(test)]
mod tests;

pub use drawn::{clue_words, parse_save_move, save_move};
pub(super) use drawn::{line_rows, parse_line_rows};
pub use files::{parse_file, read_grid};
pub use lines::{body, game_id, parse_line};

/// Returns a clue that an island may have.
fn valid_clue(number: u32) -> Option<u8> {
    u8::try_from(number).ok().filter(|clue| (1..=MAX_CLUE).contains(clue))
}

/// Returns the name of an island: row and column from 0.
#[must_use]
pub(super) fn island_name(puzzle: &Puzzle, island: Island) -> String {
    let (x, y) = puzzle.coordinates(island);
    format!("{y},{x}")
}

/// Returns the name of a channel: `0,1-0,4`, the upper or left island first.
#[must_use]
pub(super) fn channel_name(puzzle: &Puzzle, channel: Channel) -> String {
    let (a, b) = puzzle.ends(channel);
    format!("{}-{}", island_name(puzzle, a), island_name(puzzle, b))
}

/// Returns a move, and an entry of a solution: `0,1-0,4:2`.
#[must_use]
pub fn move_text(puzzle: &Puzzle, channel: Channel, number: u8) -> String {
    format!("{}:{number}", channel_name(puzzle, channel))
}

/// Returns the channels that are bridged, in order, with spaces between. [`parse_bridges`] is the inverse.
#[must_use]
pub(super) fn bridges_text(puzzle: &Puzzle, bridges: &Bridges) -> String {
    bridges.nonzero().map(|(channel, number)| move_text(puzzle, channel, number)).collect::<Vec<_>>().join(" ")
}

/// A move as it was written: two places, and the number of bridges between them.
type Words = (((usize, usize), (usize, usize)), u8);

/// Parses `place "-" place ":" number`
fn bridge(word: &str) -> IResult<&str, Words> {
    (separated_pair(place, char('-'), place), preceded(char(':'), natural::<u8>)).parse(word)
}

/// Parses the argument of `play`: the same, or shorter: `place "-" place` is one bridge, `place "=" place` two; a place may also
/// be a letter for the column and a number for the row, from 1.
fn bridge_argument(word: &str) -> IResult<&str, Words> {
    let place = || alt((place, point.map(|(column, row)| (row, column))));
    let one = (separated_pair(place(), char('-'), place()), opt(preceded(char(':'), natural::<u8>)));
    let one = one.map(|(places, number)| (places, number.unwrap_or(1)));
    alt((one, separated_pair(place(), char('='), place()).map(|places| (places, 2)))).parse(word)
}

/// Parses a move in a puzzle, its islands in either order.
///
/// # Errors
/// A word of another form, or one that names no channel; why, in words.
pub(super) fn parse_bridge(puzzle: &Puzzle, word: &str) -> Result<(Channel, u8), MoveError> {
    let (_, words) = all_consuming(bridge)
        .parse(word)
        .map_err(|_| MoveError::Syntax(format!("{} is not a bridge as 0,1-0,4:2", quote(word))))?;
    resolve(puzzle, words)
}

/// Parses the move that the argument of `play` names.
///
/// # Errors
/// As [`parse_bridge`].
pub(super) fn parse_bridge_argument(puzzle: &Puzzle, word: &str) -> Result<(Channel, u8), MoveError> {
    let (_, words) = all_consuming(bridge_argument)
        .parse(word)
        .map_err(|_| MoveError::Syntax(format!("{} is not a bridge as 0,1-0,4:2 or b1=e1", quote(word))))?;
    resolve(puzzle, words)
}

fn resolve(puzzle: &Puzzle, ((from, to), number): Words) -> Result<(Channel, u8), MoveError> {
    let island = |(row, column): (usize, usize)| {
        let found = puzzle.island_at(column, row);
        found.ok_or_else(|| {
            let where_ = if puzzle.size().cell(column, row).is_some() { "not an island" } else { "not on the grid" };
            MoveError::Illegal(format!("{row},{column} is {where_}"))
        })
    };
    let (a, b) = (island(from)?, island(to)?);
    let channel = puzzle.channel_between(a, b).ok_or_else(|| {
        let names = [island_name(puzzle, a), island_name(puzzle, b)].join(" and ");
        MoveError::Illegal(format!("{names} are not neighbours in line"))
    })?;
    Ok((channel, number))
}

/// Parses a solution as [`bridges_text`] writes it; none of the channels twice.
///
/// # Errors
/// A text of another form, with its place.
pub(super) fn parse_bridges(puzzle: &Puzzle, text: &str) -> Result<Bridges, ParseError> {
    let mut bridges = Bridges::none(puzzle);
    let mut named = vec![false; puzzle.channels().len()];
    for (column, word) in spaced_words(text) {
        let (channel, number) = parse_bridge(puzzle, word).map_err(|error| ParseError::new(1, column, error.into_message()))?;
        if std::mem::replace(&mut named[channel.index()], true) {
            return Err(ParseError::new(1, column, format!("{} is given twice", channel_name(puzzle, channel))));
        }
        bridges.set(channel, number);
    }
    Ok(bridges)
}

/// Writes `RULE at WHERE`.
#[must_use]
pub fn fault_text(puzzle: &Puzzle, fault: Fault) -> String {
    match fault {
        Fault::TooMany(channel) => format!("too-many at {}", channel_name(puzzle, channel)),
        Fault::Crossing(cell) => format!("crossing at {}", cell_name(puzzle.size(), cell)),
        Fault::Number(island) => format!("number at {}", island_name(puzzle, island)),
        Fault::Loop(channel) => format!("loop at {}", channel_name(puzzle, channel)),
        Fault::Disconnected(island) => format!("disconnected at {}", island_name(puzzle, island)),
    }
}

/// Rules that are named beside a puzzle, each perhaps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Variant {
    /// `max_bridges=N`
    pub max_bridges: Option<u8>,
    /// `loops=0` or `loops=1`
    pub loops: Option<bool>,
}

impl crate::puzzle::notation::Variant for Variant {
    type Rules = Rules;
    const WORDS: &'static [&'static str] = &["max_bridges=N", "loops=0|1"];

    fn take(&mut self, word: &str) -> Result<bool, String> {
        let twice = if let Some(value) = word.strip_prefix("max_bridges=") {
            let number = parse_digits(value).filter(|number| (1..=MAX_BRIDGES).contains(number));
            let number = number.ok_or_else(|| format!("max_bridges is 1 to {MAX_BRIDGES}, not {}", quote(value)))?;
            self.max_bridges.replace(number).is_some()
        } else if let Some(value) = word.strip_prefix("loops=") {
            let loops = match value {
                "0" => false,
                "1" => true,
                _ => return Err(format!("loops is 0 or 1, not {}", quote(value))),
            };
            self.loops.replace(loops).is_some()
        } else {
            return Ok(false);
        };
        if twice { Err(format!("{} is given twice", word.split('=').next().unwrap_or_default())) } else { Ok(true) }
    }

    fn apply(self, rules: Rules) -> Rules {
        Rules { max_bridges: self.max_bridges.unwrap_or(rules.max_bridges), loops: self.loops.unwrap_or(rules.loops) }
    }
}

/// Writes the game ID where that can hold the puzzle, else the body of the address and the rules that it cannot tell.
pub fn line_text(puzzle: &Puzzle) -> String {
    game_id(puzzle).unwrap_or_else(|| {
        let (rules, usual) = (puzzle.rules(), Rules::default());
        let most =
            if rules.max_bridges == usual.max_bridges { String::new() } else { format!(" max_bridges={}", rules.max_bridges) };
        format!("{}{most}{}", body(puzzle), if rules.loops { "" } else { " loops=0" })
    })
}
