//! From a line of bytes to a request.

use nom::bytes::complete::{take_till1, take_while1};
use nom::character::complete::{char, space0};
use nom::combinator::{all_consuming, opt, rest, verify};
use nom::sequence::{preceded, terminated};
use nom::{IResult, Parser};

/// Longest line that is read, in bytes without its line feed; a longer one is answered `? line too long`.
pub const MAX_LINE: usize = 64 * 1024;

/// Largest request number: 2^31 - 1, as GTP 2 has it.
const MAX_ID: u32 = i32::MAX as u32;

/// A well-formed request: `[id] name [args]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// The number that the reply repeats.
    pub id: Option<u32>,
    /// The command's name.
    pub name: String,
    /// All that follows the name, without spaces at its ends.
    pub args: String,
}

/// What one line of input says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// Nothing once comments and control characters are gone: no reply.
    Blank,
    /// The comment line `# interrupt`: the running request is to end; no reply of its own.
    Interrupt,
    /// A request.
    Request(Request),
    /// A line that is no request: the number to repeat if it had a good one, and the failure text.
    Malformed(Option<u32>, &'static str),
}

/// Reads one line (without its line feed): any bytes whatever are accepted.
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

/// GTP's preprocessing: control characters but TAB go, a comment goes, TAB becomes a space. Bytes that are not UTF-8 are replaced.
fn preprocess(line: &[u8]) -> String {
    String::from_utf8_lossy(line)
        .chars()
        .take_while(|&c| c != '#')
        .filter(|&c| c == '\t' || !c.is_ascii_control())
        .map(|c| if c == '\t' { ' ' } else { c })
        .collect()
}

/// `digit { digit }` up to a space or the end of the line.
fn id(text: &str) -> IResult<&str, u32> {
    let number = take_while1(|c: char| c.is_ascii_digit()).map_res(str::parse::<u32>);
    let (text, id) = verify(number, |&id| id <= MAX_ID).parse(text)?;
    if text.is_empty() {
        Ok((text, id))
    } else {
        preceded(char(' '), preceded(space0, rest)).map(|body| (body, id)).parse(text).map(|(_, found)| found)
    }
}

/// `name [ " " args ]`
fn request(body: &str) -> IResult<&str, (&str, &str)> {
    let name = take_till1(|c| c == ' ');
    terminated((name, opt(preceded(space0, rest)).map(|args| args.unwrap_or_default())), space0).parse(body)
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
