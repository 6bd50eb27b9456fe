//! Hashi as text: Tatham's game IDs, puzz.link addresses, files of rows, solutions, moves; both ways.

use nom::character::complete::char;
use nom::combinator::all_consuming;
use nom::sequence::{preceded, separated_pair};
use nom::{IResult, Parser};

use super::board::{Bridges, Channel, Island, MOST_BRIDGES, MOST_CLUE, Puzzle, Rules};
use super::check::{Fault, Verdict};
use crate::grid::{Cell, Size};
use crate::protocol::{quoted, unsigned};
use crate::puzzle::{ParseError, parse_digits};

mod files;
mod lines;
#[cfg(test)]
mod tests;

pub use files::{parse_file, plain_rows};
pub use lines::{address, body, game_id, parse_line};

/// A clue that an island may have.
fn valid_clue(number: u32) -> Option<u8> {
    u8::try_from(number).ok().filter(|clue| (1..=MOST_CLUE).contains(clue))
}

/// The name of an island: row and column from 0.
#[must_use]
pub fn island_name(puzzle: &Puzzle, island: Island) -> String {
    let (x, y) = puzzle.place(island);
    format!("{y},{x}")
}

fn cell_name(size: Size, cell: Cell) -> String {
    format!("{},{}", size.y(cell), size.x(cell))
}

/// The name of a channel: `0,1-0,4`, the upper or left island first.
#[must_use]
pub fn channel_name(puzzle: &Puzzle, channel: Channel) -> String {
    let (a, b) = puzzle.ends(channel);
    format!("{}-{}", island_name(puzzle, a), island_name(puzzle, b))
}

/// A move, and an entry of a solution: `0,1-0,4:2`.
#[must_use]
pub fn move_text(puzzle: &Puzzle, channel: Channel, number: u8) -> String {
    format!("{}:{number}", channel_name(puzzle, channel))
}

/// The channels that are bridged, in order, with spaces between. [`parse_bridges`] is the inverse.
#[must_use]
pub fn bridges_text(puzzle: &Puzzle, bridges: &Bridges) -> String {
    bridges.laid().map(|(channel, number)| move_text(puzzle, channel, number)).collect::<Vec<_>>().join(" ")
}

/// `row "," column`
fn place(word: &str) -> IResult<&str, (usize, usize)> {
    separated_pair(unsigned::<usize>, char(','), unsigned::<usize>).parse(word)
}

/// A move as it was written: two places, and the number of bridges between them.
type Words = (((usize, usize), (usize, usize)), u8);

/// `place "-" place ":" number`
fn bridge(word: &str) -> IResult<&str, Words> {
    (separated_pair(place, char('-'), place), preceded(char(':'), unsigned::<u8>)).parse(word)
}

/// A move in a puzzle, its islands in either order.
///
/// # Errors
/// A word of another form, or one that names no channel; why, in words.
pub fn parse_move(puzzle: &Puzzle, word: &str) -> Result<(Channel, u8), MoveError> {
    let read = all_consuming(bridge).parse(word);
    let (_, ((from, to), number)) =
        read.map_err(|_| MoveError::Syntax(format!("{} is not a bridge as 0,1-0,4:2", quoted(word))))?;
    let island = |(row, column): (usize, usize)| {
        let found = puzzle.island_at(column, row);
        found.ok_or_else(|| {
            let where_ = if puzzle.size().cell(column, row).is_some() { "no island" } else { "not on the grid" };
            MoveError::Illegal(format!("{row},{column} is {where_}"))
        })
    };
    let (a, b) = (island(from)?, island(to)?);
    let channel = puzzle.between(a, b).ok_or_else(|| {
        let names = [island_name(puzzle, a), island_name(puzzle, b)].join(" and ");
        MoveError::Illegal(format!("{names} are not neighbours in line"))
    })?;
    Ok((channel, number))
}

/// Why a word is no move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveError {
    /// It has not the form of one.
    Syntax(String),
    /// It names no channel of the puzzle.
    Illegal(String),
}

impl MoveError {
    fn message(self) -> String {
        match self {
            MoveError::Syntax(message) | MoveError::Illegal(message) => message,
        }
    }
}

/// Words with the column of each, from 1; `separator` stands between them.
fn columns<'a>(text: &'a str, first: usize, separator: impl Fn(char) -> bool + 'a) -> impl Iterator<Item = (usize, &'a str)> {
    let mut column = first;
    text.split(separator).map(move |word| {
        let here = column;
        column += word.chars().count() + 1;
        (here, word)
    })
}

/// A solution as [`bridges_text`] writes it; none of the channels twice.
///
/// # Errors
/// A text of another form, with its place.
pub fn parse_bridges(puzzle: &Puzzle, text: &str) -> Result<Bridges, ParseError> {
    let mut bridges = Bridges::none(puzzle);
    let mut named = vec![false; puzzle.channels().len()];
    for (column, word) in columns(text, 1, |c| c == ' ').filter(|(_, word)| !word.is_empty()) {
        let (channel, number) = parse_move(puzzle, word).map_err(|error| ParseError::new(1, column, error.message()))?;
        if std::mem::replace(&mut named[channel.index()], true) {
            return Err(ParseError::new(1, column, format!("{} stands twice", channel_name(puzzle, channel))));
        }
        bridges.set(channel, number);
    }
    Ok(bridges)
}

/// `solved`, `incomplete`, or `wrong RULE at WHERE`.
#[must_use]
pub fn verdict_text(puzzle: &Puzzle, verdict: Verdict) -> String {
    match verdict {
        Verdict::Solved => "solved".to_owned(),
        Verdict::Incomplete => "incomplete".to_owned(),
        Verdict::Wrong(Fault::TooMany(channel)) => format!("wrong too-many at {}", channel_name(puzzle, channel)),
        Verdict::Wrong(Fault::Crossing(cell)) => format!("wrong crossing at {}", cell_name(puzzle.size(), cell)),
        Verdict::Wrong(Fault::Number(island)) => format!("wrong number at {}", island_name(puzzle, island)),
        Verdict::Wrong(Fault::Loop(channel)) => format!("wrong loop at {}", channel_name(puzzle, channel)),
        Verdict::Wrong(Fault::Disconnected(island)) => format!("wrong disconnected at {}", island_name(puzzle, island)),
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

impl Variant {
    /// Takes a word if it names a rule that none before it has named; whether it did.
    ///
    /// # Errors
    /// A value that cannot be, or a rule named twice, in words.
    pub fn take(&mut self, word: &str) -> Result<bool, String> {
        if let Some(value) = word.strip_prefix("max_bridges=") {
            let number = parse_digits(value).filter(|number| (1..=MOST_BRIDGES).contains(number));
            let number = number.ok_or_else(|| format!("max_bridges is 1 to {MOST_BRIDGES}, not {}", quoted(value)))?;
            return if self.max_bridges.replace(number).is_none() {
                Ok(true)
            } else {
                Err("max_bridges stands twice".to_owned())
            };
        }
        if let Some(value) = word.strip_prefix("loops=") {
            let loops = match value {
                "0" => false,
                "1" => true,
                _ => return Err(format!("loops is 0 or 1, not {}", quoted(value))),
            };
            return if self.loops.replace(loops).is_none() { Ok(true) } else { Err("loops stands twice".to_owned()) };
        }
        Ok(false)
    }

    /// The rules of a puzzle where these words stand beside it.
    #[must_use]
    pub fn over(self, rules: Rules) -> Rules {
        Rules { max_bridges: self.max_bridges.unwrap_or(rules.max_bridges), loops: self.loops.unwrap_or(rules.loops) }
    }
}

/// A puzzle with the moves made in it: the game ID where that can hold it, else the body of the address and the rules that it
/// cannot tell; then ` play=MOVE/MOVE...` if there are moves. [`parse_position`] is the inverse.
pub fn position_text(puzzle: &Puzzle, moves: impl Iterator<Item = (Channel, u8)>) -> String {
    let mut text = game_id(puzzle).unwrap_or_else(|| {
        let (rules, usual) = (puzzle.rules(), Rules::default());
        let most =
            if rules.max_bridges == usual.max_bridges { String::new() } else { format!(" max_bridges={}", rules.max_bridges) };
        format!("{}{most}{}", body(puzzle), if rules.loops { "" } else { " loops=0" })
    });
    let moves: Vec<String> = moves.map(|(channel, number)| move_text(puzzle, channel, number)).collect();
    if !moves.is_empty() {
        text.push_str(&format!(" play={}", moves.join("/")));
    }
    text
}

/// A puzzle in one of the one-line forms, and rules beside it, which go before its own.
///
/// # Errors
/// A text of another form, with its place.
pub fn parse_puzzle(text: &str) -> Result<Puzzle, ParseError> {
    puzzle_and_list(text, false).map(|(puzzle, _)| puzzle)
}

/// A list of moves as it was written, with its column.
type Listed<'a> = Option<(usize, &'a str)>;

/// A puzzle, rules beside it, and where `may_play` a list of moves.
fn puzzle_and_list(text: &str, may_play: bool) -> Result<(Puzzle, Listed<'_>), ParseError> {
    let mut words = columns(text, 1, |c| c == ' ').filter(|(_, word)| !word.is_empty());
    let (column, word) = words.next().unwrap_or((1, ""));
    let puzzle = parse_line(word, 1, column)?;
    let (mut variant, mut played) = (Variant::default(), None);
    for (column, word) in words {
        if let Some(moves) = word.strip_prefix("play=").filter(|_| may_play && played.is_none()) {
            played = Some((column + "play=".len(), moves));
        } else if played.is_some() || !variant.take(word).map_err(|why| ParseError::new(1, column, why))? {
            let known = if may_play { "max_bridges=N, loops=0|1 or play=MOVE/MOVE..." } else { "max_bridges=N or loops=0|1" };
            return Err(ParseError::new(1, column, format!("{} is not {known}", quoted(word))));
        }
    }
    let rules = variant.over(puzzle.rules());
    Ok((puzzle.with_rules(rules), played))
}

/// A puzzle, rules beside it, and moves if any follow.
///
/// # Errors
/// A text of another form, with its place.
pub fn parse_position(text: &str) -> Result<(Puzzle, Vec<(Channel, u8)>), ParseError> {
    let (puzzle, played) = puzzle_and_list(text, true)?;
    let most = puzzle.rules().max_bridges;
    let mut moves = Vec::new();
    for (column, word) in played.into_iter().flat_map(|(column, list)| columns(list, column, |c| c == '/')) {
        let (channel, number) = parse_move(&puzzle, word).map_err(|error| ParseError::new(1, column, error.message()))?;
        if number > most {
            return Err(ParseError::new(1, column, format!("at most {most} bridges are allowed")));
        }
        moves.push((channel, number));
    }
    Ok((puzzle, moves))
}
