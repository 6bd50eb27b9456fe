//! Finds the line of a wrong vertex by its number, in a second pass over the text. So the first pass need not store the lines of
//! millions of vertices, most often all right.

use super::source::Source;

/// A reference to the n-th statement for a vertex.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct StatementRef {
    /// The number of the vertex.
    pub number: u32,
    /// Which of the statements with that number, from 1.
    pub nth: usize,
}

/// The part of a statement to which the scanned byte belongs.
#[derive(Clone, Copy)]
enum ScanState {
    /// The space before a statement.
    Begin,
    /// The number at the start of a statement, with its value so far.
    Number(u64),
    /// The statement behind its number.
    Rest,
    /// A quoted name.
    Name,
}

/// Returns the line, from 0, on which a statement begins; statements end with the byte `end`. `None` if there is no such statement.
///
/// # Errors
/// The file cannot be read.
pub fn find_line(source: &mut Source, end: u8, statement: StatementRef) -> Result<Option<usize>, String> {
    let (mut state, mut line, mut seen) = (ScanState::Begin, 0, 0);
    loop {
        let block = source.next_block()?;
        for &byte in &block.bytes {
            state = match (state, byte) {
                (ScanState::Begin, b'0'..=b'9') => ScanState::Number(u64::from(byte - b'0')),
                (ScanState::Number(number), b'0'..=b'9') => {
                    ScanState::Number(number.saturating_mul(10).saturating_add(u64::from(byte - b'0')))
                }
                (ScanState::Name, b'"') => ScanState::Rest,
                (ScanState::Name, _) => ScanState::Name,
                (before, byte) => {
                    seen += usize::from(matches!(before, ScanState::Number(number) if number == u64::from(statement.number)));
                    if seen == statement.nth {
                        return Ok(Some(line));
                    }
                    match (before, byte) {
                        _ if byte == end => ScanState::Begin,
                        (_, b'"') if end == b';' => ScanState::Name,
                        (ScanState::Begin, _) if byte.is_ascii_whitespace() => ScanState::Begin,
                        _ => ScanState::Rest,
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
