//! A puzzle as one line: the puzzle, the variant of its rules, and the moves made in it.

use nom::character::complete::char;
use nom::sequence::separated_pair;
use nom::{IResult, Parser};

use super::Puzzle;
use super::parse::ParseError;
use crate::grid::{Cell, Size};
use crate::protocol::{list_words, natural, quote};

/// Words after a puzzle that change its rules; each is optional.
pub trait Variant: Default {
    /// The rules of a puzzle.
    type Rules: Default;

    /// The words, in the form of `help`.
    const WORDS: &'static [&'static str];

    /// Parses a word. Returns false if it is none of these.
    ///
    /// # Errors
    /// The message for a value out of range or a repeated word.
    fn take(&mut self, word: &str) -> Result<bool, String>;

    /// Returns the rules as these words change them.
    fn apply(self, rules: Self::Rules) -> Self::Rules;
}

impl Variant for () {
    type Rules = ();
    const WORDS: &'static [&'static str] = &[];

    fn take(&mut self, _: &str) -> Result<bool, String> {
        Ok(false)
    }

    fn apply(self, (): ()) {}
}

/// Returns the name of a cell: row and column from 0.
#[must_use]
pub fn cell_name(size: Size, cell: Cell) -> String {
    format!("{},{}", size.y(cell), size.x(cell))
}

/// Returns the letter of a column in a move as `a2=c2`; columns beyond `z` have none.
#[must_use]
pub fn column_letter(column: usize) -> Option<String> {
    (b'a'..=b'z').nth(column).map(|letter| char::from(letter).to_string())
}

/// Parses `row "," column`
///
/// # Errors
/// nom's, where the word is no cell.
pub fn place(word: &str) -> IResult<&str, (usize, usize)> {
    separated_pair(natural::<usize>, char(','), natural::<usize>).parse(word)
}

/// Splits a text at each `separator` into words with their columns; `first` is the column of the text.
fn words(text: &str, first: usize, separator: char) -> impl Iterator<Item = (usize, &str)> {
    let mut column = first;
    text.split(separator).map(move |word| {
        let here = column;
        column += word.chars().count() + 1;
        (here, word)
    })
}

/// Splits a text at spaces into words with their columns, from 1.
pub fn spaced_words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    words(text, 1, ' ').filter(|(_, word)| !word.is_empty())
}

/// Formats a puzzle and, after ` play=`, the moves made in it. [`parse_position`] is the inverse.
pub fn position_text<P: Puzzle>(puzzle: &P, moves: &[P::Move]) -> String {
    let text = puzzle.line_text();
    let moves: Vec<String> = moves.iter().map(|&mv| puzzle.move_text(mv)).collect();
    if moves.is_empty() { text } else { format!("{text} play={}", moves.join("/")) }
}

/// Parses a puzzle in one of the one-line forms, followed by variants, which take precedence over its own rules.
///
/// # Errors
/// A text of another form, with its place.
pub(super) fn parse_puzzle<P: Puzzle>(text: &str) -> Result<P, ParseError> {
    split(text, false).map(|(puzzle, _)| puzzle)
}

/// An unparsed list of moves with its column.
type MoveList<'a> = Option<(usize, &'a str)>;

/// Parses a puzzle and variants, and splits off a list of moves if `may_play`.
fn split<P: Puzzle>(text: &str, may_play: bool) -> Result<(P, MoveList<'_>), ParseError> {
    let mut words = spaced_words(text);
    let (column, word) = words.next().unwrap_or((1, ""));
    let puzzle = P::parse_line(word, 1, column)?;
    let (mut variant, mut played) = (P::Variant::default(), None);
    for (column, word) in words {
        if let Some(moves) = word.strip_prefix("play=").filter(|_| may_play && played.is_none()) {
            played = Some((column + "play=".len(), moves));
        } else if played.is_some() || !variant.take(word).map_err(|error| ParseError::new(1, column, error))? {
            let mut known = P::Variant::WORDS.to_vec();
            known.extend(may_play.then_some("play=MOVE/MOVE..."));
            let message = match known[..] {
                [] => format!("unexpected {}", quote(word)),
                _ => format!("{} is not {}", quote(word), list_words(&known)),
            };
            return Err(ParseError::new(1, column, message));
        }
    }
    Ok((puzzle.with_variant(variant), played))
}

/// Parses a puzzle, variants and moves, if any follow.
///
/// # Errors
/// A text of another form, with its place.
pub fn parse_position<P: Puzzle>(text: &str) -> Result<(P, Vec<P::Move>), ParseError> {
    let (puzzle, played): (P, _) = split(text, true)?;
    let mut moves = Vec::new();
    for (column, word) in played.into_iter().flat_map(|(column, list)| words(list, column, '/')) {
        let mv = puzzle.parse_move(word).map_err(|error| ParseError::new(1, column, error.into_message()))?;
        moves.push(mv);
    }
    Ok((puzzle, moves))
}
