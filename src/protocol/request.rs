//! Parses a line of bytes as a request.

use nom::bytes::complete::{take_till1, take_while1};
use nom::character::complete::{char, space0};
use nom::combinator::{all_consuming, rest, verify};
use nom::sequence::separated_pair;
use nom::{IResult, Parser};

/// Longest accepted line, in bytes without its line feed; a longer one is answered `? line too long`.
pub const MAX_LINE: usize = 64 * 1024;

/// Largest request number: 2^31 - 1, as GTP 2 prescribes.
const MAX_ID: u32 = i32::MAX as u32;

/// A well-formed request: `[id] name [args]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// The number that the reply repeats.
    pub id: Option<u32>,
    /// The name of the command.
    pub name: String,
    /// The text after the name, without spaces at its ends.
    pub args: String,
}

/// The meaning of one line of input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// An empty line, once comments and control characters are removed: it has no reply.
    Blank,
    /// The comment line `# interrupt`: ends the running request and has no reply.
    Interrupt,
    /// A command with its arguments.
    Request(Request),
    /// A line that is no request: its number, if that is valid, and the message of the failure.
    Malformed(Option<u32>, &'static str),
}

/// Parses one line without its line feed. All byte sequences are accepted.
///
/// ```text
/// line    = "# interrupt" | blank | request
/// request = [ id " " ] name [ " " args ]
/// id      = digit { digit }            at most 2^31 - 1
/// ```
#[must_use]
pub fn parse(line: &[u8]) -> Line {
    if line.trim_ascii() == b"# interrupt" {
        return Line::Interrupt;
    }
    let text = preprocess(line);
    let text = text.trim_matches(' ');
    if text.is_empty() {
        return Line::Blank;
    }
    let (body, id) = match text.starts_with(|first: char| first.is_ascii_digit()) {
        false => (text, None),
        true => match id(text) {
            Ok((body, id)) => (body, Some(id)),
            Err(_) => return Line::Malformed(None, "bad id"),
        },
    };
    match all_consuming(request).parse(body) {
        Ok((_, (name, args))) => Line::Request(Request { id, name: name.to_owned(), args: args.to_owned() }),
        Err(_) => Line::Malformed(id, "empty command"),
    }
}

/// Does the preprocessing of GTP 2: removes comments and control characters other than TAB, replaces TAB by a space. Bytes that
/// are not UTF-8 are replaced too.
fn preprocess(line: &[u8]) -> String {
    String::from_utf8_lossy(line)
        .chars()
        .take_while(|&c| c != '#')
        .filter(|&c| c == '\t' || !c.is_ascii_control())
        .map(|c| if c == '\t' { ' ' } else { c })
        .collect()
}

/// Parses `digit { digit }` up to a space or the end of the line.
fn id(text: &str) -> IResult<&str, u32> {
    let number = take_while1(|c: char| c.is_ascii_digit()).map_res(str::parse::<u32>);
    let (text, id) = verify(number, |&id| id <= MAX_ID).parse(text)?;
    if text.is_empty() { Ok((text, id)) } else { (char(' '), space0).parse(text).map(|(body, _)| (body, id)) }
}

/// Parses `name [ " " args ]`.
fn request(body: &str) -> IResult<&str, (&str, &str)> {
    let name = take_till1(|c| c == ' ');
    separated_pair(name, space0, rest).parse(body)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn request(id: Option<u32>, name: &str, args: &str) -> Line {
        Line::Request(Request { id, name: name.into(), args: args.into() })
    }

    #[test]
    fn lines_of_every_kind() {
        assert_eq!(parse(b"play b a1"), request(None, "play", "b a1"));
        assert_eq!(parse(b"  12\tplay  b\ta1 \r"), request(Some(12), "play", "b a1"));
        assert_eq!(parse(b"1 name# and a comment"), request(Some(1), "name", ""));
        assert_eq!(parse(b"na\x01me"), request(None, "name", ""));
        assert_eq!(parse(b"2147483647 name"), request(Some(MAX_ID), "name", ""));
        assert_eq!(parse(b"2147483648 name"), Line::Malformed(None, "bad id"));
        assert_eq!(parse(b"99999999999 name"), Line::Malformed(None, "bad id"));
        assert_eq!(parse(b"7x name"), Line::Malformed(None, "bad id"));
        assert_eq!(parse(b"7"), Line::Malformed(Some(7), "empty command"));
        assert_eq!(parse(b"7 # name"), Line::Malformed(Some(7), "empty command"));
        assert_eq!(parse(b" \t\r\x07# x"), Line::Blank);
        assert_eq!(parse(b"# interrupt\r"), Line::Interrupt);
        assert_eq!(parse(b"# interrupted"), Line::Blank);
        assert_eq!(parse(b"caf\xe9 x"), request(None, "caf\u{fffd}", "x"));
    }

    proptest! {
        #[test]
        fn any_bytes_are_understood_or_refused(line in proptest::collection::vec(any::<u8>(), 0..200)) {
            let blank = preprocess(&line).trim_matches(' ').is_empty();
            match parse(&line) {
                Line::Blank | Line::Interrupt => prop_assert!(blank),
                Line::Request(request) => prop_assert!(!request.name.is_empty() && !request.name.contains(' ')),
                Line::Malformed(..) => prop_assert!(!blank),
            }
        }
    }
}
