//! The arguments of a request, parsed one after the other, and the parsers that all games share.

use nom::branch::alt;
use nom::bytes::complete::{tag_no_case, take_while1};
use nom::character::complete::{char, digit1, satisfy};
use nom::combinator::{all_consuming, opt, recognize, value};
use nom::sequence::separated_pair;
use nom::{IResult, Parser};

use super::reply::{Failure, list_words, quote};
use crate::color::Color;

/// The arguments of one request, consumed from the left.
#[derive(Clone, Debug)]
pub struct Args<'a> {
    rest: &'a str,
}

impl<'a> Args<'a> {
    /// Creates the arguments of a request from the text after its name.
    #[must_use]
    pub fn new(text: &'a str) -> Self {
        Args { rest: text.trim_matches(' ') }
    }

    /// Returns whether no argument is left.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rest.is_empty()
    }

    /// Consumes and returns the next word.
    ///
    /// # Errors
    /// A syntax error if no word is left; `what` names the argument in messages.
    pub fn expect_word(&mut self, what: &str) -> Result<&'a str, Failure> {
        self.word().ok_or_else(|| Failure::Syntax(format!("{what} is missing")))
    }

    /// Consumes and returns all that is left, as it was written.
    ///
    /// # Errors
    /// A syntax error if nothing is; `what` names the argument in messages.
    pub fn expect_rest(&mut self, what: &str) -> Result<&'a str, Failure> {
        if self.is_empty() { Err(Failure::Syntax(format!("{what} is missing"))) } else { Ok(self.rest()) }
    }

    /// Consumes and returns all that is left, as it was written.
    #[must_use]
    pub fn rest(&mut self) -> &'a str {
        std::mem::take(&mut self.rest)
    }

    /// Consumes and returns the next word, if there is one.
    pub fn word(&mut self) -> Option<&'a str> {
        let (word, rest) = self.rest.split_once(' ').unwrap_or((self.rest, ""));
        self.rest = rest.trim_start_matches(' ');
        Some(word).filter(|word| !word.is_empty())
    }

    /// Parses the next word, all of it, by `parser`; `what` names the argument in messages (`COLOR`, `a number of moves`).
    ///
    /// # Errors
    /// A syntax error if no word is left or `parser` refuses it.
    pub fn next<T, P>(&mut self, what: &str, parser: P) -> Result<T, Failure>
    where
        P: Parser<&'a str, Output = T, Error = nom::error::Error<&'a str>>,
    {
        let word = self.expect_word(what)?;
        let found = all_consuming(parser).parse(word);
        found.map(|(_, value)| value).map_err(|_| Failure::Syntax(format!("{} is not {}", quote(word), describe(what))))
    }

    /// Works as [`Args::next`]; `None` if no word is left.
    ///
    /// # Errors
    /// A syntax error if `parser` refuses the word.
    pub fn optional<T, P>(&mut self, what: &str, parser: P) -> Result<Option<T>, Failure>
    where
        P: Parser<&'a str, Output = T, Error = nom::error::Error<&'a str>>,
    {
        if self.is_empty() { Ok(None) } else { self.next(what, parser).map(Some) }
    }

    /// Works as [`Args::next`], for the last argument.
    ///
    /// # Errors
    /// A syntax error if `parser` refuses the word or another one follows.
    pub fn last<T, P>(&mut self, what: &str, parser: P) -> Result<T, Failure>
    where
        P: Parser<&'a str, Output = T, Error = nom::error::Error<&'a str>>,
    {
        let found = self.next(what, parser)?;
        self.end().map(|()| found)
    }

    /// Works as [`Args::optional`], for the last argument.
    ///
    /// # Errors
    /// A syntax error if `parser` refuses the word or another one follows.
    pub fn optional_last<T, P>(&mut self, what: &str, parser: P) -> Result<Option<T>, Failure>
    where
        P: Parser<&'a str, Output = T, Error = nom::error::Error<&'a str>>,
    {
        if self.is_empty() { Ok(None) } else { self.last(what, parser).map(Some) }
    }

    /// Consumes the next word, one of some names in upper or lower case, and returns what it names.
    ///
    /// # Errors
    /// A syntax error if it is none of them, or no word is left.
    pub fn choice<T: Clone>(&mut self, names: &[(&str, T)]) -> Result<T, Failure> {
        let word = self.word().unwrap_or_default();
        let found = names.iter().find(|(name, _)| word.eq_ignore_ascii_case(name));
        found.map(|(_, thing)| thing.clone()).ok_or_else(|| {
            let names: Vec<&str> = names.iter().map(|&(name, _)| name).collect();
            Failure::Syntax(format!("{} is not {}", quote(word), list_words(&names)))
        })
    }

    /// Checks that no argument is left.
    ///
    /// # Errors
    /// A syntax error if one is.
    pub fn end(&self) -> Result<(), Failure> {
        if self.is_empty() { Ok(()) } else { Err(Failure::Syntax(format!("unexpected {}", quote(self.rest)))) }
    }
}

/// Returns what a word should have been: a colour by how it is written, all else by its name in the usage.
fn describe(what: &str) -> &str {
    if what == "COLOR" { "a colour: write b or w" } else { what }
}

/// Parses `b|black|w|white`, in any case.
///
/// # Errors
/// nom's, if the word is none of these.
pub fn color(word: &str) -> IResult<&str, Color> {
    let black = value(Color::Black, alt((tag_no_case("black"), tag_no_case("b"))));
    let white = value(Color::White, alt((tag_no_case("white"), tag_no_case("w"))));
    alt((black, white)).parse(word)
}

/// Parses a whole number from 0 that fits the type: digits, without a sign.
///
/// # Errors
/// nom's, if there is no digit or the number does not fit.
pub fn natural<T: std::str::FromStr>(word: &str) -> IResult<&str, T> {
    digit1.map_res(str::parse).parse(word)
}

/// Parses width and height: `W "x" H`, in any case.
///
/// # Errors
/// nom's, if the word is of another form.
pub fn sides(word: &str) -> IResult<&str, (usize, usize)> {
    separated_pair(natural, tag_no_case("x"), natural).parse(word)
}

/// Parses a letter and a number from 1, in any case, as column and row from 0: `b3` is column 1, row 2.
///
/// # Errors
/// nom's, if the word is of another form.
pub fn point(word: &str) -> IResult<&str, (usize, usize)> {
    let column = satisfy(|c| c.is_ascii_alphabetic()).map(|c| c.to_ascii_lowercase() as usize - 'a' as usize);
    let row = natural::<usize>.map_opt(|row| row.checked_sub(1));
    (column, row).parse(word)
}

/// Parses a decimal number: `[-]`, then digits with at most one point among them. No `+`, no exponent.
///
/// # Errors
/// nom's, if the word is no such number.
pub fn number(word: &str) -> IResult<&str, f64> {
    let digits = take_while1(|c: char| c.is_ascii_digit() || c == '.');
    recognize((opt(char('-')), digits)).map_res(str::parse).parse(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_in_order() {
        let mut args = Args::new("b  12 -0.5 rest of it");
        assert_eq!(args.next("COLOR", color), Ok(Color::Black));
        assert_eq!(args.next("N", natural::<u8>), Ok(12));
        assert_eq!(args.next("X", number), Ok(-0.5));
        assert!(args.end().is_err());
        assert_eq!(args.rest(), "rest of it");
        assert_eq!(args.end(), Ok(()));
        assert_eq!(args.optional("N", natural::<u8>), Ok(None));
    }

    #[test]
    fn rubbish_is_refused() {
        for word in ["blackx", "", "+1", "1e5", "-", "1.2.3", "300", "\u{661}"] {
            assert!(Args::new(word).next("COLOR", color).is_err(), "{word}");
            assert!(Args::new(word).next("N", natural::<u8>).is_err(), "{word}");
        }
        for word in ["+1", "1e5", "-", ".", "1.2.3", "nan", "inf", "--1"] {
            assert!(Args::new(word).next("X", number).is_err(), "{word}");
        }
    }
}
