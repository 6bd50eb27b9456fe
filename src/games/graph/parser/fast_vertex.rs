//! A fast parser of the vertices of parity games as programs write them: `12 1 0 34,5,678;`. It finds blanks and commas in 64 bytes at
//! once (SIMD), so that no number has to wait for the end of the one before it.
//!
//! All other forms, such as names, line breaks, long numbers and errors, are left to the bytewise parser.

use wide::u8x32;

use super::cursor::parse_digits;

/// Longest vertex that is parsed here, in bytes.
const MAX_LENGTH: usize = 64;

/// Most digits of a number.
const MAX_DIGITS: usize = 8;

/// The bytes of a vertex and of a number behind it, which may be loaded with its last number.
type Window = [u8; MAX_LENGTH + MAX_DIGITS];

pub(super) struct FastVertex<'a> {
    window: &'a Window,
    pub number: u32,
    /// Its priority, of one digit.
    pub priority: u32,
    /// Whether the second player owns it.
    pub is_owned_by_2: bool,
    /// Where its successors begin, and a bit for each position where one ends.
    begin: usize,
    ends: u64,
    /// Length in bytes, with the semicolon.
    pub length: usize,
}

impl<'a> FastVertex<'a> {
    /// Parses the vertex that these bytes begin with. Returns `None` if it has another form, or too few bytes follow.
    #[inline]
    pub fn parse(bytes: &'a [u8]) -> Option<FastVertex<'a>> {
        let window: &Window = bytes.first_chunk()?;
        let masks = Masks::new(window.first_chunk()?);
        let end = masks.semicolons & masks.semicolons.wrapping_neg();
        let before = end.wrapping_sub(1);
        let (blanks, commas, digits) = (masks.blanks & before, masks.commas & before, masks.digits & before);
        let blank = blanks.trailing_zeros() as usize;
        let separators = !digits & (before | end);
        let has_end = end != 0;
        let has_no_other_bytes = blanks | commas | end == separators;
        // No separator at the beginning or behind another one.
        let has_no_empty_number = separators & (separators << 1 | 1) == 0;
        // Three blanks, with a priority and an owner of one digit between.
        let has_short_fields = blanks == 0b10101_u64.wrapping_shl(blank as u32);
        // The lowest blank and all above it are set in the negation; commas come behind the owner alone, as the blanks do.
        let has_commas_in_list = commas & blanks.wrapping_neg() == commas;
        // All conditions are computed without branches, because a branch would cost more than the check that it saves.
        let is_simple =
            has_end & has_no_other_bytes & has_no_empty_number & has_short_fields & has_commas_in_list & !has_long_number(digits);
        if !is_simple {
            return None;
        }
        let [priority, owner] = [blank + 1, blank + 3].map(|at| u32::from(window[at] - b'0'));
        (owner < 2).then(|| FastVertex {
            window,
            number: number(window, 0, blank),
            priority,
            is_owned_by_2: owner == 1,
            begin: blank + 5,
            ends: commas | end,
            length: before.count_ones() as usize + 1,
        })
    }

    #[inline]
    pub fn successors(&self) -> impl Iterator<Item = u32> {
        let (mut begin, mut ends) = (self.begin, self.ends);
        // A range tells how many there are, so that the caller can reserve room once.
        (0..ends.count_ones()).map(move |_| {
            let end = ends.trailing_zeros() as usize;
            ends &= ends.wrapping_sub(1);
            let next = number(self.window, begin, end);
            begin = end + 1;
            next
        })
    }
}

/// Returns the number of one to eight digits between two positions.
#[inline]
fn number(window: &Window, begin: usize, end: usize) -> u32 {
    window[begin..].first_chunk().map_or(0, |eight| parse_digits(u64::from_le_bytes(*eight), (end - begin) as u32))
}

/// Returns whether there are more consecutive digits than a number may have. A bit of `two` stands for two digits from there on,
/// one of `four` for four; nine are two fours and one more.
#[inline]
fn has_long_number(digits: u64) -> bool {
    let two = digits & digits >> 1;
    let four = two & two >> 2;
    four & four >> 4 & digits >> MAX_DIGITS != 0
}

/// Masks of 64 bytes: a bit for each byte of a kind.
struct Masks {
    digits: u64,
    blanks: u64,
    commas: u64,
    semicolons: u64,
}

impl Masks {
    #[inline]
    fn new(bytes: &[u8; MAX_LENGTH]) -> Masks {
        let halves: [u8x32; 2] = bytemuck::cast(*bytes);
        let both = |mark: fn(u8x32) -> u8x32| {
            let [low, high] = halves.map(|half| u64::from(mark(half).to_bitmask()));
            low | high << 32
        };
        Masks {
            digits: both(|bytes| {
                let from_zero = bytes - u8x32::splat(b'0');
                from_zero.min(u8x32::splat(9)).simd_eq(from_zero)
            }),
            blanks: both(|bytes| bytes.simd_eq(u8x32::splat(b' '))),
            commas: both(|bytes| bytes.simd_eq(u8x32::splat(b','))),
            semicolons: both(|bytes| bytes.simd_eq(u8x32::splat(b';'))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the number, priority, owner and successors of the vertex that a text begins with, and how long it is.
    fn read(text: &str) -> Option<(u32, u32, bool, Vec<u32>, usize)> {
        let bytes = [text.as_bytes(), &[b'\n'; 80]].concat();
        let vertex = FastVertex::parse(&bytes)?;
        Some((vertex.number, vertex.priority, vertex.is_owned_by_2, vertex.successors().collect(), vertex.length))
    }

    #[test]
    fn vertices_of_all_lengths() {
        let numbers = [0, 7, 10, 99, 123, 4567, 89_012, 345_678, 9_876_543, 10_203_040, 99_999_999];
        for &number in &numbers {
            for first in 0..numbers.len() {
                for count in 1..=6 {
                    let successors: Vec<u32> = numbers.iter().cycle().skip(first).take(count).copied().collect();
                    let list = successors.iter().map(u32::to_string).collect::<Vec<_>>().join(",");
                    let text = format!("{number} {} {} {list};", count % 10, first % 2);
                    let wanted = (number, count as u32 % 10, first % 2 == 1, successors, text.len());
                    assert_eq!(read(&text), (text.len() <= MAX_LENGTH).then_some(wanted), "{text}");
                }
            }
        }
        assert_eq!(read("1 0 1 1;2 0 1 2;3"), Some((1, 0, true, vec![1], 8)));
    }

    #[test]
    fn other_forms_are_left_to_the_slow_parser() {
        let others = [
            "",
            ";",
            "1;",
            "1 0;",
            "1 0 1;",
            "1 0 1 ;",
            "1 0 1 2",
            "1 0 1 2,;",
            "1 0 1 ,2;",
            "1 0 1 2,,3;",
            "1 0 1 2 3;",
            "1 0 1 2 ;",
            "1 0 1 2, 3;",
            "1 0 1 2 ,3;",
            " 1 0 1 2;",
            "1  0 1 2;",
            "1 0  1 2;",
            "1 0 1  2;",
            "1 10 1 2;",
            "1 0 10 2;",
            "1 0 2 2;",
            "1 0 1 -2;",
            "1 0 1 2\t;",
            "1\t0 1 2;",
            "1 0 1 2\n;",
            "1,0 1 2;",
            "1 0,1 2;",
            "1,2 0 1 2;",
            "1 0 1,2 3;",
            "1 0 1 2 \"b\";",
            "1 0 1 2\"b;\";",
            "123456789 0 1 2;",
            "1 0 1 123456789;",
            "1 0 1 123456789,2;",
            "1 0 1 2/;",
            "1 0 1 2:;",
            "\u{e9} 0 1 2;",
            "x 0 1 2;",
            "1 x 1 2;",
            "1 0 x 2;",
            "1 0 1 x;",
        ];
        for text in others {
            assert_eq!(read(text), None, "{text:?}");
        }
        // Too few bytes follow.
        assert!(FastVertex::parse(b"1 0 1 2;").is_none());
    }
}
