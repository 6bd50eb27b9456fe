//! Sets of codes of a board of at most 16x16.

/// Number of codes of such a board.
pub(super) const CODES: usize = 256;

/// A set of codes, as bits.
pub(super) type CodeSet = [u64; 4];

/// Adds a code to a set.
pub fn insert(set: &mut CodeSet, code: u16) {
    set[usize::from(code >> 6) & 3] |= 1 << (code & 63);
}

/// Whether a code is in a set.
#[inline]
pub fn contains(set: &CodeSet, code: u16) -> bool {
    set[usize::from(code >> 6) & 3] >> (code & 63) & 1 != 0
}

/// Adds the codes of another set.
pub fn unite(set: &mut CodeSet, other: &CodeSet) {
    (0..4).for_each(|k| set[k] |= other[k]);
}

/// Iterates over the codes of a set, the lowest first.
pub(super) fn codes_of(set: CodeSet) -> impl Iterator<Item = u16> {
    (0..).zip(set).flat_map(|(number, mut word)| {
        std::iter::from_fn(move || {
            let bit = (word != 0).then(|| word.trailing_zeros() as u16)?;
            word &= word - 1;
            Some(64 * number + bit)
        })
    })
}
