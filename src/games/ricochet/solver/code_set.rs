//! Sets of codes of a board of at most 16x16.
//!
//! A set is a plain array, not a type of its own: tables of millions of them lie in [`Pages`](crate::pages::Pages), which takes plain
//! data, and the retrograde analysis shifts whole sets, which no other game does.

/// Number of codes of such a board.
pub(super) const CODES: usize = 256;

/// A set of codes, as bits.
pub(super) type CodeSet = [u64; 4];

/// Adds a code to a set.
pub fn insert(set: &mut CodeSet, code: u16) {
    set[usize::from(code >> 6) & 3] |= 1 << (code & 63);
}

/// Returns whether a code is in a set.
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

/// Returns the set of one code.
pub(super) fn single(code: u16) -> CodeSet {
    std::array::from_fn(|k| if usize::from(code) / 64 == k { 1 << (code % 64) } else { 0 })
}

/// Returns the codes that are in either set.
pub(super) fn union(a: CodeSet, b: CodeSet) -> CodeSet {
    std::array::from_fn(|k| a[k] | b[k])
}

/// Returns the codes that are in both sets.
pub(super) fn intersection(a: CodeSet, b: CodeSet) -> CodeSet {
    std::array::from_fn(|k| a[k] & b[k])
}

/// Returns the codes of the first set that are not in the second.
pub(super) fn difference(a: CodeSet, b: CodeSet) -> CodeSet {
    std::array::from_fn(|k| a[k] & !b[k])
}

/// Returns the number of codes.
pub(super) fn count(set: CodeSet) -> u64 {
    set.into_iter().map(|word| u64::from(word.count_ones())).sum()
}

/// Returns the lowest code; 0 for the empty set.
pub(super) fn lowest(set: CodeSet) -> u16 {
    let word = set.iter().position(|&word| word != 0).unwrap_or(0);
    (word * 64) as u16 + set[word].trailing_zeros() as u16 % 64
}
