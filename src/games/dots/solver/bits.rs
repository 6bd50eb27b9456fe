//! Sets of strings: one word for the exact search, four for the theory and the player on large boards.
//!
//! The search is written once over the trait [`Bits`] and runs on a plain `u64`, on which each operation is one instruction. The cell
//! sets of Hex have as many words as the board needs, and members of a type of their own: they have only the idea in common.

use std::fmt::Debug;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not};

use super::mix::mix;

/// A set of small numbers.
pub trait Bits:
    Copy
    + Eq
    + Debug
    + Default
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + Not<Output = Self>
{
    /// The set holds numbers below this.
    const MAX: usize;

    /// Returns the set of one number, which is less than [`Bits::MAX`].
    fn one(number: u8) -> Self;

    /// Returns the lowest number of a set that is not empty.
    fn lowest(self) -> u8;

    /// Returns the number of members.
    fn count(self) -> u32;

    /// Picks a member of a set that is not empty, by the highest bits of a random number.
    fn pick(self, random: u64) -> u8;

    /// Returns a word to hash the set by: a set of one word itself.
    fn word(self) -> u64;

    /// Returns whether the set has no member.
    fn is_empty(self) -> bool {
        self == Self::default()
    }

    /// Returns whether a number is a member.
    fn has(self, number: u8) -> bool {
        !(self & Self::one(number)).is_empty()
    }
}

impl Bits for u64 {
    const MAX: usize = 64;

    fn one(number: u8) -> u64 {
        1 << number
    }

    fn lowest(self) -> u8 {
        self.trailing_zeros() as u8
    }

    fn count(self) -> u32 {
        self.count_ones()
    }

    fn pick(self, random: u64) -> u8 {
        let turn = (random >> 58) as u32;
        ((self.rotate_right(turn).trailing_zeros() + turn) % u64::BITS) as u8
    }

    fn word(self) -> u64 {
        self
    }
}

/// A set of numbers below 256: all lines of the largest board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Wide([u64; 4]);

impl Bits for Wide {
    const MAX: usize = 256;

    fn one(number: u8) -> Wide {
        let mut words = [0; 4];
        words[usize::from(number / 64)] = 1 << (number % 64);
        Wide(words)
    }

    fn lowest(self) -> u8 {
        let word = self.0.iter().position(|&word| word != 0).unwrap_or(0);
        (word * 64) as u8 + self.0[word].trailing_zeros() as u8
    }

    fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    fn pick(self, random: u64) -> u8 {
        let start = (random >> 56) as u8;
        let mut above = self;
        above.0[..usize::from(start / 64)].fill(0);
        above.0[usize::from(start / 64)] &= u64::MAX << (start % 64);
        if above.is_empty() { self.lowest() } else { above.lowest() }
    }

    fn word(self) -> u64 {
        self.0.iter().fold(0, |word, &next| mix(word ^ next))
    }
}

impl BitAnd for Wide {
    type Output = Wide;

    fn bitand(self, other: Wide) -> Wide {
        Wide(std::array::from_fn(|word| self.0[word] & other.0[word]))
    }
}

impl BitOr for Wide {
    type Output = Wide;

    fn bitor(self, other: Wide) -> Wide {
        Wide(std::array::from_fn(|word| self.0[word] | other.0[word]))
    }
}

impl BitAndAssign for Wide {
    fn bitand_assign(&mut self, other: Wide) {
        *self = *self & other;
    }
}

impl BitOrAssign for Wide {
    fn bitor_assign(&mut self, other: Wide) {
        *self = *self | other;
    }
}

impl Not for Wide {
    type Output = Wide;

    fn not(self) -> Wide {
        Wide(self.0.map(|word| !word))
    }
}

/// Returns the numbers of a set, lowest first.
pub(crate) fn iter_bits<S: Bits>(mut set: S) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let number = (!set.is_empty()).then(|| set.lowest())?;
        set &= !S::one(number);
        Some(number)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_of_all_widths() {
        let numbers = [0, 5, 63, 64, 127, 200, 255];
        let set = numbers.iter().fold(Wide::default(), |set, &number| set | Wide::one(number));
        assert_eq!(iter_bits(set).collect::<Vec<_>>(), numbers);
        assert_eq!((set.count(), (!set).count(), set.lowest()), (7, 249, 0));
        assert!(set.has(200) && !set.has(201));
        assert_eq!([0, 6, 127, 128, 201].map(|start: u64| set.pick(start << 56)), [0, 63, 127, 200, 255]);
        assert!((0..64).all(|turn: u64| 0x21_u64.has(0x21_u64.pick(turn << 58))));
        assert_eq!(iter_bits(0x8000_0000_0000_0021_u64).collect::<Vec<_>>(), [0, 5, 63]);
    }
}
