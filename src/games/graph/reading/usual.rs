//! A vertex of a parity game as programs write it, `12 1 0 34,5,678;`, taken in at one look: where its blanks and commas are is
//! found for 64 bytes at once, and then no number waits until the one before it has been read.
//!
//! Whatever else a vertex may look like, names, line breaks, long numbers, and all that is wrong, is left to the reader that
//! goes byte by byte.

use wide::u8x32;

use super::cursor::digits;

/// Longest vertex, in bytes; more go byte by byte.
const LONGEST: usize = 64;

/// Most digits of a number.
const MOST_DIGITS: usize = 8;

/// A vertex and what follows it, to the last byte that is looked at.
type Window = [u8; LONGEST + MOST_DIGITS];

/// A vertex.
pub struct Usual<'a> {
    window: &'a Window,
    /// Its number.
    pub number: u32,
    /// Its priority, of one digit.
    pub priority: u32,
    /// Whether the second player owns it.
    pub is_of_2: bool,
    /// Where its successors begin, and a bit for each place where one ends.
    begin: usize,
    ends: u64,
    /// How many bytes it is, to the semicolon and with it.
    pub length: usize,
}

impl<'a> Usual<'a> {
    /// Returns the vertex that these bytes begin with; none where it does not look like that, or near the end of the bytes.
    #[inline]
    pub fn of(bytes: &'a [u8]) -> Option<Usual<'a>> {
        let window: &Window = bytes.first_chunk()?;
        let marks = Marks::of(window.first_chunk()?);
        let end = marks.semicolons & marks.semicolons.wrapping_neg();
        let before = end.wrapping_sub(1);
        let (blanks, commas, digits) = (marks.blanks & before, marks.commas & before, marks.digits & before);
        let blank = blanks.trailing_zeros() as usize;
        // Nothing else, an end, each number of one digit or more, and one digit only between the blanks.
        let others = !digits & (before | end);
        let is_usual = (blanks | commas | end == others)
            & (end != 0)
            & (others & (others << 1 | 1) == 0)
            & (blanks == 0b10101_u64.wrapping_shl(blank as u32))
            & (commas & blanks.wrapping_neg() == commas)
            & !has_run(digits);
        if !is_usual {
            return None;
        }
        let [priority, owner] = [blank + 1, blank + 3].map(|at| u32::from(window[at] - b'0'));
        (owner < 2).then(|| Usual {
            window,
            number: number(window, 0, blank),
            priority,
            is_of_2: owner == 1,
            begin: blank + 5,
            ends: commas | end,
            length: before.count_ones() as usize + 1,
        })
    }

    /// Its successors.
    #[inline]
    pub fn successors(&self) -> impl Iterator<Item = u32> {
        let (mut begin, mut ends) = (self.begin, self.ends);
        // By their count, so that who takes them needs to make room only once.
        (0..ends.count_ones()).map(move |_| {
            let end = ends.trailing_zeros() as usize;
            ends &= ends.wrapping_sub(1);
            let next = number(self.window, begin, end);
            begin = end + 1;
            next
        })
    }
}

/// Returns the number between two places, of one to eight digits.
#[inline]
fn number(window: &Window, begin: usize, end: usize) -> u32 {
    window[begin..].first_chunk().map_or(0, |eight| digits(u64::from_le_bytes(*eight), (end - begin) as u32))
}

/// Returns whether more digits stand side by side than a number may have.
#[inline]
fn has_run(digits: u64) -> bool {
    let two = digits & digits >> 1;
    let four = two & two >> 2;
    four & four >> 4 & digits >> MOST_DIGITS != 0
}

/// A bit for each byte of a kind.
struct Marks {
    digits: u64,
    blanks: u64,
    commas: u64,
    semicolons: u64,
}

impl Marks {
    #[inline]
    fn of(bytes: &[u8; LONGEST]) -> Marks {
        let halves: [u8x32; 2] = bytemuck::cast(*bytes);
        let both = |mark: fn(u8x32) -> u8x32| {
            let [low, high] = halves.map(|half| u64::from(mark(half).to_bitmask()));
            low | high << 32
        };
        Marks {
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
        let usual = Usual::of(&bytes)?;
        Some((usual.number, usual.priority, usual.is_of_2, usual.successors().collect(), usual.length))
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
                    assert_eq!(read(&text), (text.len() <= LONGEST).then_some(wanted), "{text}");
                }
            }
        }
        assert_eq!(read("1 0 1 1;2 0 1 2;3"), Some((1, 0, true, vec![1], 8)));
    }

    #[test]
    fn all_else_is_left_to_others() {
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
        // Too near the end of the bytes.
        assert!(Usual::of(b"1 0 1 2;").is_none());
    }
}
