//! Splits a byte stream into lines, in constant memory whatever their length.

use std::io::{self, ErrorKind, Read};

use crate::protocol::MAX_LINE;

/// The byte order mark that some editors write before a text in UTF-8.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// Calls `each` with every request line of a stream; see [`for_each_line_up_to`], with [`MAX_LINE`].
///
/// # Errors
/// The error of a failed read.
pub(super) fn for_each_line(input: impl Read, each: impl FnMut(Option<&[u8]>)) -> io::Result<()> {
    for_each_line_up_to(MAX_LINE, input, each)
}

/// Calls `each` with every line of a stream, without its line feed, and with `None` for a line of more than `longest` bytes. The
/// last line may lack its line feed. A byte order mark before the first line is dropped.
///
/// # Errors
/// The error of a failed read.
pub(super) fn for_each_line_up_to(longest: usize, mut input: impl Read, mut each: impl FnMut(Option<&[u8]>)) -> io::Result<()> {
    let mut is_first = true;
    let mut each = |line: Option<&[u8]>| {
        let may_have_mark = std::mem::take(&mut is_first);
        each(line.map(|line| line.strip_prefix(BYTE_ORDER_MARK).filter(|_| may_have_mark).unwrap_or(line)));
    };
    let mut chunk = vec![0; 64 * 1024];
    let mut line = Line { longest, bytes: Vec::new(), has_bytes: false, is_too_long: false };
    loop {
        let count = match input.read(&mut chunk) {
            Ok(0) => break,
            Ok(count) => count,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        let mut pieces = chunk[..count].split(|&byte| byte == b'\n');
        line.extend(pieces.next().unwrap_or_default());
        for piece in pieces {
            each(line.content());
            line.clear();
            line.extend(piece);
        }
    }
    if line.has_bytes {
        each(line.content());
    }
    Ok(())
}

/// The part of a line that has been read.
struct Line {
    longest: usize,
    bytes: Vec<u8>,
    has_bytes: bool,
    is_too_long: bool,
}

impl Line {
    fn extend(&mut self, piece: &[u8]) {
        self.has_bytes |= !piece.is_empty();
        self.is_too_long |= self.bytes.len() + piece.len() > self.longest;
        if self.is_too_long {
            self.bytes.clear();
        } else {
            self.bytes.extend_from_slice(piece);
        }
    }

    fn content(&self) -> Option<&[u8]> {
        (!self.is_too_long).then_some(&self.bytes)
    }

    fn clear(&mut self) {
        self.bytes.clear();
        (self.has_bytes, self.is_too_long) = (false, false);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn lines(input: impl Read) -> Vec<Option<Vec<u8>>> {
        let mut lines = Vec::new();
        for_each_line(input, |line| lines.push(line.map(<[u8]>::to_vec))).unwrap();
        lines
    }

    /// A reader that returns a few bytes at a time.
    struct Trickle<'a>(&'a [u8], usize);

    impl Read for Trickle<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let count = self.1.min(self.0.len());
            buffer[..count].copy_from_slice(&self.0[..count]);
            self.0 = &self.0[count..];
            Ok(count)
        }
    }

    #[test]
    fn long_lines() {
        let mut text = vec![b'a'; MAX_LINE];
        assert_eq!(lines(&text[..]), [Some(text.clone())]);
        text.extend_from_slice(b"a\nb\n\nc");
        assert_eq!(lines(&text[..]), [None, Some(b"b".to_vec()), Some(vec![]), Some(b"c".to_vec())]);
    }

    proptest! {
        #[test]
        fn chunks_do_not_matter(text in proptest::collection::vec(prop_oneof![Just(b'\n'), any::<u8>()], 0..200), step in 1_usize..9) {
            prop_assert_eq!(lines(Trickle(&text, step)), lines(&text[..]));
        }
    }
}
