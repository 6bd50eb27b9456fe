//! A cursor over a block of text: white space, numbers, words, quoted names.

/// The reason why scanning stops.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum ScanError {
    /// The block ends within a statement.
    Incomplete,
    /// The text is wrong at this position, for the reason given.
    Invalid(String),
}

/// The result of scanning.
pub(super) type Scan<T> = Result<T, ScanError>;

/// A position in a block.
#[derive(Clone, Copy, Debug)]
pub struct Cursor<'a> {
    bytes: &'a [u8],
    position: usize,
    lines: usize,
}

/// Longest name, in bytes.
const LONGEST_NAME: usize = 200;

impl<'a> Cursor<'a> {
    /// Creates a cursor at the start of a block.
    #[must_use]
    pub fn new(bytes: &'a [u8]) -> Self {
        Cursor { bytes, position: 0, lines: 0 }
    }

    /// Returns the position in the block, in bytes.
    #[must_use]
    pub fn position(&self) -> usize {
        self.position
    }

    /// Returns the number of line ends passed.
    #[must_use]
    pub fn lines(&self) -> usize {
        self.lines
    }

    /// Returns the next byte.
    ///
    /// # Errors
    /// The block ends.
    #[inline]
    pub fn peek(&self) -> Scan<u8> {
        self.bytes.get(self.position).copied().ok_or(ScanError::Incomplete)
    }

    /// Skips one byte.
    #[inline]
    pub fn advance(&mut self) {
        self.position += 1;
    }

    /// Returns the rest of the block.
    #[must_use]
    #[inline]
    pub fn rest(&self) -> &'a [u8] {
        &self.bytes[self.position..]
    }

    /// Skips a number of bytes without line ends.
    #[inline]
    pub fn advance_by(&mut self, bytes: usize) {
        self.position += bytes;
    }

    /// Skips spaces, tabs and line ends.
    #[inline]
    pub fn skip_space(&mut self) {
        while let Some(&byte) = self.bytes.get(self.position) {
            match byte {
                b' ' | b'\t' | b'\r' => {}
                b'\n' => self.lines += 1,
                _ => break,
            }
            self.position += 1;
        }
    }

    /// Skips spaces and tabs.
    #[inline]
    pub fn skip_blanks(&mut self) {
        while let Some(b' ' | b'\t' | b'\r') = self.bytes.get(self.position) {
            self.position += 1;
        }
    }

    /// Skips to the end of the line, or of the block.
    pub fn skip_line(&mut self) {
        let rest = &self.bytes[self.position..];
        self.position += rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len());
    }

    /// Reads a number; messages call it `what`.
    ///
    /// # Errors
    /// There is none, or it has more than 32 bits.
    #[inline]
    pub fn number(&mut self, what: &str) -> Scan<u32> {
        let Some(eight) = self.bytes.get(self.position..self.position + 8).and_then(|slice| <[u8; 8]>::try_from(slice).ok())
        else {
            return self.long_number(what);
        };
        match short_number(u64::from_le_bytes(eight)) {
            Some((number, digits)) => {
                self.position += digits as usize;
                Ok(number)
            }
            None => self.long_number(what),
        }
    }

    /// Reads a number digit by digit: one of more than seven digits or near the end of a block, or none.
    #[cold]
    fn long_number(&mut self, what: &str) -> Scan<u32> {
        let begin = self.position;
        let mut number = 0_u64;
        while let Some(digit) = self.bytes.get(self.position).filter(|byte| byte.is_ascii_digit()) {
            number = number * 10 + u64::from(digit - b'0');
            if number > u64::from(u32::MAX) {
                return Err(ScanError::Invalid(format!("{what} has more than 32 bits")));
            }
            self.position += 1;
        }
        if self.position > begin {
            return Ok(number as u32);
        }
        let byte = self.peek()?;
        Err(ScanError::Invalid(format!("{} where {what} is expected", describe_byte(byte))))
    }

    /// Skips this byte, which must come next.
    ///
    /// # Errors
    /// Another byte comes next, or none.
    pub fn expect(&mut self, byte: u8) -> Scan<()> {
        match self.peek()? {
            found if found == byte => {
                self.position += 1;
                Ok(())
            }
            found => Err(ScanError::Invalid(format!("{} where {} is expected", describe_byte(found), describe_byte(byte)))),
        }
    }

    /// Reads the bytes up to the next white space or semicolon; there may be none.
    ///
    /// # Errors
    /// The block ends first.
    pub fn word(&mut self) -> Scan<&'a [u8]> {
        let rest = &self.bytes[self.position..];
        let length = rest.iter().position(|byte| byte.is_ascii_whitespace() || *byte == b';').ok_or(ScanError::Incomplete)?;
        self.position += length;
        Ok(&rest[..length])
    }

    /// Reads a name in double quotes and returns it without them.
    ///
    /// # Errors
    /// It is longer than 200 bytes, or holds control characters.
    pub fn read_quoted(&mut self) -> Scan<&'a [u8]> {
        self.expect(b'"')?;
        let rest = &self.bytes[self.position..];
        let name = match rest.iter().take(LONGEST_NAME + 1).position(|&byte| byte == b'"') {
            Some(length) => &rest[..length],
            None if rest.len() > LONGEST_NAME => {
                return Err(ScanError::Invalid(format!("a name of more than {LONGEST_NAME} bytes")));
            }
            None => return Err(ScanError::Incomplete),
        };
        if name.iter().any(u8::is_ascii_control) {
            return Err(ScanError::Invalid("a control character in a name".into()));
        }
        self.position += name.len() + 1;
        Ok(name)
    }
}

/// Returns the description of a byte for a message.
#[must_use]
pub(super) fn describe_byte(byte: u8) -> String {
    match byte {
        b'\n' => "the end of the line".to_owned(),
        b' '..=b'~' => format!("'{}'", byte as char),
        _ => format!("byte {byte:#04x}"),
    }
}

/// Eight digits `0`.
const ZEROS: u64 = 0x3030_3030_3030_3030;

/// Returns the number that eight bytes begin with and the count of its digits, where there are one to seven.
#[inline]
fn short_number(eight: u64) -> Option<(u32, u32)> {
    // A byte of a digit is 0 to 9 once '0' is taken off; adding 0x76 carries all others into the highest bit.
    let lifted = eight ^ ZEROS;
    let others = (lifted.wrapping_add(0x7676_7676_7676_7676) | lifted) & 0x8080_8080_8080_8080;
    let count = others.trailing_zeros() / 8;
    if count == 0 || count == 8 { None } else { Some((parse_digits(eight, count), count)) }
}

/// Returns the number made by the first `count` of eight bytes, one to eight digits. Handles all digits at once, in a few
/// multiplications (D. Lemire, *Quickly parsing eight digits*).
#[inline]
pub fn parse_digits(eight: u64, count: u32) -> u32 {
    // The digits move to the end, and zeros come before them.
    let mut packed = (eight ^ ZEROS) << (64 - 8 * count);
    packed = packed.wrapping_mul(10).wrapping_add(packed >> 8) & 0x00ff_00ff_00ff_00ff;
    packed = packed.wrapping_mul(100).wrapping_add(packed >> 16) & 0x0000_ffff_0000_ffff;
    packed = packed.wrapping_mul(10_000).wrapping_add(packed >> 32) & 0x0000_0000_ffff_ffff;
    packed as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers() {
        for number in (0..100_000).chain([1_234_567, 9_999_999, 12_345_678, 536_870_911, u32::MAX]) {
            for text in [format!("{number}"), format!("{number},12345678"), format!("{number};\n\n\n\n\n\n\n\n\n")] {
                let mut cursor = Cursor::new(text.as_bytes());
                assert_eq!(cursor.number("x"), Ok(number), "{text}");
                assert_eq!(cursor.position(), number.to_string().len(), "{text}");
            }
        }
        for text in ["4294967296", "99999999999999999999", "x", "-1 234567", ":2345678", "/2345678", "\u{e9}2345678"] {
            assert!(matches!(Cursor::new(text.as_bytes()).number("x"), Err(ScanError::Invalid(_))), "{text}");
        }
        assert_eq!(Cursor::new(b"").number("x"), Err(ScanError::Incomplete));
    }

    #[test]
    fn names() {
        assert_eq!(Cursor::new(b"\"a b\";").read_quoted(), Ok(&b"a b"[..]));
        assert_eq!(Cursor::new(b"\"a b").read_quoted(), Err(ScanError::Incomplete));
        assert!(matches!(Cursor::new(&[b'"'; 1]).read_quoted(), Err(ScanError::Incomplete)));
        assert!(matches!(Cursor::new(b"\"a\nb\"").read_quoted(), Err(ScanError::Invalid(_))));
        let long = format!("\"{}", "x".repeat(300));
        assert!(matches!(Cursor::new(long.as_bytes()).read_quoted(), Err(ScanError::Invalid(_))));
    }
}
