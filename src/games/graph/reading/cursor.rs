//! A place in a block of text, byte by byte: white space, numbers, words, quoted names.

/// Why reading stops.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Halt {
    /// The block ends in mid-statement.
    End,
    /// The text is wrong here.
    Bad(String),
}

/// What reading one thing comes to.
pub type Read<T> = Result<T, Halt>;

/// A place in a block.
#[derive(Clone, Copy, Debug)]
pub struct Cursor<'a> {
    bytes: &'a [u8],
    at: usize,
    lines: usize,
}

/// Longest name, in bytes.
const LONGEST_NAME: usize = 200;

impl<'a> Cursor<'a> {
    /// Creates the beginning of a block.
    #[must_use]
    pub fn new(bytes: &'a [u8]) -> Self {
        Cursor { bytes, at: 0, lines: 0 }
    }

    /// Returns how many bytes lie behind.
    #[must_use]
    pub fn at(&self) -> usize {
        self.at
    }

    /// Returns how many ends of lines lie behind.
    #[must_use]
    pub fn lines(&self) -> usize {
        self.lines
    }

    /// Returns the next byte.
    ///
    /// # Errors
    /// The block ends.
    #[inline]
    pub fn peek(&self) -> Read<u8> {
        self.bytes.get(self.at).copied().ok_or(Halt::End)
    }

    /// Goes over the next byte.
    #[inline]
    pub fn step(&mut self) {
        self.at += 1;
    }

    /// Returns what lies ahead.
    #[must_use]
    #[inline]
    pub fn rest(&self) -> &'a [u8] {
        &self.bytes[self.at..]
    }

    /// Goes over so many bytes, none of which ends a line.
    #[inline]
    pub fn skip(&mut self, bytes: usize) {
        self.at += bytes;
    }

    /// Goes over spaces, tabs and ends of lines.
    #[inline]
    pub fn skip_space(&mut self) {
        while let Some(&byte) = self.bytes.get(self.at) {
            match byte {
                b' ' | b'\t' | b'\r' => {}
                b'\n' => self.lines += 1,
                _ => break,
            }
            self.at += 1;
        }
    }

    /// Goes over spaces and tabs.
    #[inline]
    pub fn skip_blanks(&mut self) {
        while let Some(b' ' | b'\t' | b'\r') = self.bytes.get(self.at) {
            self.at += 1;
        }
    }

    /// Goes to the end of the line, or of the block.
    pub fn skip_line(&mut self) {
        let rest = &self.bytes[self.at..];
        self.at += rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len());
    }

    /// Returns a whole number; `what` names it.
    ///
    /// # Errors
    /// There is none, or it has more than 32 bits.
    #[inline]
    pub fn number(&mut self, what: &str) -> Read<u32> {
        let Some(eight) = self.bytes.get(self.at..self.at + 8).and_then(|slice| <[u8; 8]>::try_from(slice).ok()) else {
            return self.long_number(what);
        };
        match short_number(u64::from_le_bytes(eight)) {
            Some((number, digits)) => {
                self.at += digits as usize;
                Ok(number)
            }
            None => self.long_number(what),
        }
    }

    /// Returns a number digit by digit: one of more than seven digits, near the end of a block, or none.
    #[cold]
    fn long_number(&mut self, what: &str) -> Read<u32> {
        let begin = self.at;
        let mut number = 0_u64;
        while let Some(digit) = self.bytes.get(self.at).filter(|byte| byte.is_ascii_digit()) {
            number = number * 10 + u64::from(digit - b'0');
            if number > u64::from(u32::MAX) {
                return Err(Halt::Bad(format!("{what} has more than 32 bits")));
            }
            self.at += 1;
        }
        if self.at > begin {
            return Ok(number as u32);
        }
        let byte = self.peek()?;
        Err(Halt::Bad(format!("{} where {what} is expected", shown(byte))))
    }

    /// Goes over this byte, which must come next.
    ///
    /// # Errors
    /// Another comes, or none.
    pub fn expect(&mut self, byte: u8) -> Read<()> {
        match self.peek()? {
            found if found == byte => {
                self.at += 1;
                Ok(())
            }
            found => Err(Halt::Bad(format!("{} where {} is expected", shown(found), shown(byte)))),
        }
    }

    /// Returns the bytes up to the next white space or semicolon; may be empty.
    ///
    /// # Errors
    /// The block ends first.
    pub fn word(&mut self) -> Read<&'a [u8]> {
        let rest = &self.bytes[self.at..];
        let length = rest.iter().position(|byte| byte.is_ascii_whitespace() || *byte == b';').ok_or(Halt::End)?;
        self.at += length;
        Ok(&rest[..length])
    }

    /// Returns a name in double quotes, without them.
    ///
    /// # Errors
    /// It is longer than 200 bytes, or holds control characters.
    pub fn quoted(&mut self) -> Read<&'a [u8]> {
        self.expect(b'"')?;
        let rest = &self.bytes[self.at..];
        let name = match rest.iter().take(LONGEST_NAME + 1).position(|&byte| byte == b'"') {
            Some(length) => &rest[..length],
            None if rest.len() > LONGEST_NAME => {
                return Err(Halt::Bad(format!("a name of more than {LONGEST_NAME} bytes")));
            }
            None => return Err(Halt::End),
        };
        if name.iter().any(u8::is_ascii_control) {
            return Err(Halt::Bad("a control character in a name".into()));
        }
        self.at += name.len() + 1;
        Ok(name)
    }
}

/// Returns a byte in a message.
#[must_use]
pub fn shown(byte: u8) -> String {
    match byte {
        b'\n' => "the end of the line".to_owned(),
        b' '..=b'~' => format!("'{}'", byte as char),
        _ => format!("byte {byte:#04x}"),
    }
}

/// The digits that look like a number of eight zeros.
const ZEROS: u64 = 0x3030_3030_3030_3030;

/// Returns the number that eight bytes begin with and the count of its digits, where there are one to seven.
#[inline]
fn short_number(eight: u64) -> Option<(u32, u32)> {
    // A byte of a digit is 0 to 9 once '0' is taken off; adding 0x76 carries all others into the highest bit.
    let lifted = eight ^ ZEROS;
    let others = (lifted.wrapping_add(0x7676_7676_7676_7676) | lifted) & 0x8080_8080_8080_8080;
    let count = others.trailing_zeros() / 8;
    if count == 0 || count == 8 { None } else { Some((digits(eight, count), count)) }
}

/// Returns the number that so many digits make, one to eight, which eight bytes begin with: all at once, by the carries of a few
/// wide operations (after D. Lemire's article on the parsing of eight digits).
#[inline]
pub fn digits(eight: u64, count: u32) -> u32 {
    // They move to the end; zeros come in before them.
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
                assert_eq!(cursor.at(), number.to_string().len(), "{text}");
            }
        }
        for text in ["4294967296", "99999999999999999999", "x", "-1 234567", ":2345678", "/2345678", "\u{e9}2345678"] {
            assert!(matches!(Cursor::new(text.as_bytes()).number("x"), Err(Halt::Bad(_))), "{text}");
        }
        assert_eq!(Cursor::new(b"").number("x"), Err(Halt::End));
    }

    #[test]
    fn names() {
        assert_eq!(Cursor::new(b"\"a b\";").quoted(), Ok(&b"a b"[..]));
        assert_eq!(Cursor::new(b"\"a b").quoted(), Err(Halt::End));
        assert!(matches!(Cursor::new(&[b'"'; 1]).quoted(), Err(Halt::End)));
        assert!(matches!(Cursor::new(b"\"a\nb\"").quoted(), Err(Halt::Bad(_))));
        let long = format!("\"{}", "x".repeat(300));
        assert!(matches!(Cursor::new(long.as_bytes()).quoted(), Err(Halt::Bad(_))));
    }
}
