//! Games as SGF records (format 4, game 11: <https://www.red-bean.com/sgf/hex.html>), with point names as HexGui writes them.
//!
//! Reading walks over the text once, without recursion: however deep its variations are, only the depth is counted.

use std::fmt;

use nom::branch::alt;
use nom::bytes::complete::take_while1;
use nom::character::complete::{anychar, char, multispace0, none_of};
use nom::combinator::{all_consuming, recognize, verify};
use nom::multi::{many0_count, many1};
use nom::sequence::{delimited, preceded};
use nom::{IResult, Parser};

use super::super::Hex;
use super::super::board::record::{Entry, Move, Swap};
use super::{Point, is_playable, move_name, mv, point};
use crate::color::Color;
use crate::grid::{Cell, Size};
use crate::protocol::{natural, quote};

/// Deepest nesting of variations that is followed.
const MAX_DEPTH: usize = 10_000;

/// The main line of a record.
#[derive(Debug, PartialEq, Eq)]
pub struct Game {
    /// The board's size.
    pub size: Size,
    record: Vec<Entry>,
    /// Length of the record after each move, set-up stones before the first not counted as moves.
    moves: Vec<usize>,
}

impl Game {
    /// The record after this many moves; set-up stones before the first move belong to all of them.
    #[must_use]
    pub fn record_up_to(&self, moves: Option<usize>) -> &[Entry] {
        let end = match moves {
            Some(0) => self.moves.first().map_or(self.record.len(), |&first| first - 1),
            Some(moves) => self.moves.get(moves - 1).copied().unwrap_or(self.record.len()),
            None => self.record.len(),
        };
        &self.record[..end]
    }
}

/// Why a text is no record of a game of Hex, and on which line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Malformed {
    line: usize,
    what: String,
}

impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.what)
    }
}

/// The game as a record.
pub fn write(hex: &Hex) -> String {
    let size = if hex.size.is_square() { hex.size.width.to_string() } else { format!("{}:{}", hex.size.width, hex.size.height) };
    let resigned = matches!(hex.record.last(), Some(Entry { mv: Move::Resign, .. }));
    let how = if resigned { "R" } else { "" };
    let result = hex.winner().map_or_else(String::new, |winner| format!("RE[{}+{how}]", winner.letter()));
    let moves = hex.record.iter().map(|entry| format!(";{}[{}]", entry.color.letter(), record_name(hex, entry.mv)));
    // Ten moves a line, as records are read by people too.
    let moves: Vec<String> = moves.collect();
    let lines: Vec<String> = moves.chunks(10).map(<[String]>::concat).collect();
    let head = format!("(;FF[4]GM[11]CA[UTF-8]AP[{}:{}]SZ[{size}]{result}", env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION"));
    [&[head][..], &lines].concat().join("\n") + ")"
}

/// Other programs know only `swap-pieces`, and read it in their own sense.
fn record_name(hex: &Hex, mv: Move) -> String {
    if mv == hex.options.swap.swap_pieces() { "swap-pieces".into() } else { move_name(hex.size, mv) }
}

/// A piece of a record.
enum Token<'a> {
    Open,
    Close,
    Node,
    Property(&'a str, Vec<&'a str>),
}

/// `"(" | ")" | ";" | ident value { value }`, with white space before each.
fn token(text: &str) -> IResult<&str, Token<'_>> {
    let escaped = recognize((char('\\'), anychar));
    let plain = recognize(none_of("]\\"));
    let value = delimited(char('['), recognize(many0_count(alt((escaped, plain)))), char(']'));
    let ident = take_while1(|c: char| c.is_ascii_alphabetic());
    let property = (ident, many1(preceded(multispace0, value))).map(|(ident, values)| Token::Property(ident, values));
    let mark = alt((char('(').map(|_| Token::Open), char(')').map(|_| Token::Close), char(';').map(|_| Token::Node)));
    preceded(multispace0, alt((mark, property))).parse(text)
}

/// What has been read of the main line.
#[derive(Default)]
struct Reader {
    size: Option<Size>,
    setup: [Vec<Cell>; 2],
    first: Option<Color>,
    record: Vec<Entry>,
    moves: Vec<usize>,
}

/// Reads the main line of the first game of a record; `swap` says what `swap-pieces` means.
///
/// # Errors
/// A text that is no record, or not one of Hex on a board up to 19x19, or with more than stones and swaps.
pub fn read(text: &str, swap: Swap) -> Result<Game, Malformed> {
    let malformed =
        |rest: &str, what: String| Malformed { line: 1 + text[..text.len() - rest.len()].matches('\n').count(), what };
    let start = text.find('(').ok_or_else(|| malformed(text, "no game: ( is missing".into()))?;
    let mut rest = &text[start..];
    let (mut depth, mut in_node, mut main_line) = (0_usize, false, true);
    let mut reader = Reader::default();
    loop {
        // What is refused stands behind the white space, perhaps on a later line.
        rest = rest.trim_start();
        let (after, token) = token(rest).map_err(|_| malformed(rest, describe_unexpected(rest)))?;
        match token {
            Token::Open if depth == MAX_DEPTH => return Err(malformed(rest, "variations nested too deep".into())),
            Token::Open => (depth, in_node) = (depth + 1, false),
            Token::Node => in_node = true,
            Token::Property(..) if !in_node => return Err(malformed(rest, "a property outside a node".into())),
            Token::Property(name, values) if main_line => {
                reader.property(name, &values, swap).map_err(|what| malformed(rest, what))?;
            }
            Token::Property(..) => {}
            Token::Close => (depth, in_node, main_line) = (depth - 1, false, false),
        }
        rest = after;
        if depth == 0 {
            break;
        }
    }
    reader.place_setup();
    let size = reader.size.ok_or_else(|| malformed(text, "SZ is missing".into()))?;
    Ok(Game { size, record: reader.record, moves: reader.moves })
}

impl Reader {
    fn property(&mut self, name: &str, values: &[&str], swap: Swap) -> Result<(), String> {
        match name {
            "GM" if values[0].trim() != "11" => return Err(format!("GM[{}] is not Hex", excerpt(values[0]))),
            "SZ" => {
                self.size = Some(size(values[0]).ok_or_else(|| format!("SZ[{}] is not a size up to 19", excerpt(values[0])))?);
            }
            "PL" => self.first = crate::protocol::color(values[0].trim()).ok().map(|(_, color)| color),
            "AE" => return Err("AE is not supported".into()),
            "AB" | "AW" => {
                let color = if name == "AB" { Color::Black } else { Color::White };
                for value in values {
                    let cell = self.cell(value)?;
                    self.setup[color.index()].push(cell);
                }
            }
            "B" | "W" => {
                let color = if name == "B" { Color::Black } else { Color::White };
                let mv = self.read_move(values[0], swap)?;
                self.place_setup();
                self.record.push(Entry { color, mv });
                self.moves.push(self.record.len());
            }
            _ => {}
        }
        Ok(())
    }

    /// Puts the set-up stones down in turn, so that the last one leaves the turn where `PL` says, if it can.
    fn place_setup(&mut self) {
        let last = self.first.map_or(Color::White, Color::other);
        let mut stones = std::mem::take(&mut self.setup);
        let mut color = last;
        let mut placed = Vec::new();
        while let Some(cell) = stones[color.index()].pop().or_else(|| {
            color = color.other();
            stones[color.index()].pop()
        }) {
            placed.push(Entry { color, mv: Move::Stone(cell) });
            color = color.other();
        }
        self.record.extend(placed.into_iter().rev());
    }

    fn read_move(&self, value: &str, swap: Swap) -> Result<Move, String> {
        let word = value.trim();
        match all_consuming(mv).parse(word) {
            Ok((_, Move::Resign)) => Ok(Move::Resign),
            Ok((_, Move::SwapPieces)) => Ok(swap.swap_pieces()),
            Ok((_, Move::SwapSides)) => Ok(Move::SwapSides),
            _ => self.cell(word).map(Move::Stone),
        }
    }

    fn cell(&self, value: &str) -> Result<Cell, String> {
        let size = self.size.ok_or("a stone before SZ")?;
        let found = all_consuming(alt((point, little_golem))).parse(value.trim()).ok();
        let cell = found.and_then(|(_, point)| size.cell(point.x, point.y));
        cell.ok_or_else(|| format!("{} is not a point of the {size} board", quote(value)))
    }
}

/// A point as Little Golem writes it: two letters.
fn little_golem(word: &str) -> IResult<&str, Point> {
    let letter = || verify(anychar, char::is_ascii_alphabetic).map(|c: char| c.to_ascii_lowercase() as usize - 'a' as usize);
    (letter(), letter()).map(|(x, y)| Point { x, y }).parse(word)
}

/// `N` or `W:H`.
fn size(value: &str) -> Option<Size> {
    let (width, height) = value.trim().split_once(':').unwrap_or((value.trim(), value.trim()));
    let side = |word| all_consuming(natural::<usize>).parse(word).ok().map(|(_, side)| side);
    Some(Size { width: side(width)?, height: side(height)? }).filter(|&size| is_playable(size))
}

fn describe_unexpected(rest: &str) -> String {
    if rest.is_empty() { "the record ends too early".to_owned() } else { format!("unexpected {}", quote(&excerpt(rest))) }
}

/// The beginning of a text, not beyond its line.
fn excerpt(text: &str) -> String {
    text.trim_start().chars().take_while(|&c| c != '\n').take(12).collect()
}
