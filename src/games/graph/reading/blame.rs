//! The line of a vertex that is wrong by its number, found by a second look at the text: so that the first one, which is
//! for millions of vertices that are right, need not keep where each was.

use super::source::Source;

/// A statement: the number of its vertex, and which of the statements with that number it is, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Blame {
    /// The number.
    pub number: u32,
    /// Which of them.
    pub nth: usize,
}

/// Where a byte stands.
#[derive(Clone, Copy)]
enum At {
    /// Before a statement, or in the space before one.
    Begin,
    /// In the number that it begins with, so far.
    Number(u64),
    /// Behind that.
    Rest,
    /// In a name between quotes.
    Name,
}

/// Returns the line, from 0, on which a statement begins; statements end with `end`. None where there is no such statement.
///
/// # Errors
/// What the file says.
pub fn line(source: &mut Source, end: u8, blame: Blame) -> Result<Option<usize>, String> {
    let (mut at, mut line, mut seen) = (At::Begin, 0, 0);
    loop {
        let block = source.block()?;
        for &byte in &block.bytes {
            at = match (at, byte) {
                (At::Begin, b'0'..=b'9') => At::Number(u64::from(byte - b'0')),
                (At::Number(number), b'0'..=b'9') => At::Number(number.saturating_mul(10).saturating_add(u64::from(byte - b'0'))),
                (At::Name, b'"') => At::Rest,
                (At::Name, _) => At::Name,
                (before, byte) => {
                    seen += usize::from(matches!(before, At::Number(number) if number == u64::from(blame.number)));
                    if seen == blame.nth {
                        return Ok(Some(line));
                    }
                    match (before, byte) {
                        _ if byte == end => At::Begin,
                        (_, b'"') if end == b';' => At::Name,
                        (At::Begin, _) if byte.is_ascii_whitespace() => At::Begin,
                        _ => At::Rest,
                    }
                }
            };
            line += usize::from(byte == b'\n');
        }
        if block.is_last {
            return Ok(None);
        }
    }
}
