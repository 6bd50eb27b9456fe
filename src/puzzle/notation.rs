//! A puzzle as one line: the puzzle itself, rules named beside it, and the moves made in it.

use super::{ParseError, Puzzle, list_words};
use crate::protocol::quote;

/// Rules that are named beside a puzzle, each perhaps.
pub trait Variant: Default {
    /// The rules of a puzzle.
    type Rules: Default;

    /// The words that name them, as `help` writes them.
    const WORDS: &'static [&'static str];

    /// Takes a word if it names a rule that none before it has named. Returns whether it did.
    ///
    /// # Errors
    /// A value that cannot be, or a rule named twice, in words.
    fn take(&mut self, word: &str) -> Result<bool, String>;

    /// Returns the rules of a puzzle where these words stand beside it.
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

/// Splits a text into words with the column of each, from 1; one `separator` stands between them.
fn words(text: &str, first: usize, separator: char) -> impl Iterator<Item = (usize, &str)> {
    let mut column = first;
    text.split(separator).map(move |word| {
        let here = column;
        column += word.chars().count() + 1;
        (here, word)
    })
}

/// Splits a text into words that one or more spaces separate, with the column of each, from 1.
pub fn spaced_words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    words(text, 1, ' ').filter(|(_, word)| !word.is_empty())
}

/// Writes a puzzle and, after ` play=`, the moves made in it. [`parse_position`] is the inverse.
pub fn position_text<P: Puzzle>(puzzle: &P, moves: &[P::Move]) -> String {
    let text = puzzle.line_text();
    let moves: Vec<String> = moves.iter().map(|&mv| puzzle.move_text(mv)).collect();
    if moves.is_empty() { text } else { format!("{text} play={}", moves.join("/")) }
}

/// Reads a puzzle in one of the one-line forms, and rules beside it, which go before its own.
///
/// # Errors
/// A text of another form, with its place.
pub fn parse_puzzle<P: Puzzle>(text: &str) -> Result<P, ParseError> {
    split(text, false).map(|(puzzle, _)| puzzle)
}

/// A list of moves as it was written, with its column.
type MoveList<'a> = Option<(usize, &'a str)>;

/// Reads a puzzle and rules beside it, and splits off a list of moves where `may_play`.
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

/// Reads a puzzle, rules beside it, and moves if any follow.
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
