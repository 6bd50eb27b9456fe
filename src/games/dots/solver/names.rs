//! The name of joints and arcs by where they lie on the board: a sum of marks, one for each arc, under each symmetry.

use super::graph::{Graph, Marks, SYMMETRIES};
use super::key::{chain_salt, fold};

/// What an arc adds to the name of a position under each symmetry.
#[must_use]
pub fn arc_marks(graph: &Graph, ends: [u8; 2], length: u8) -> Marks {
    let [a, b] = ends.map(|end| graph.marks(end));
    let salt = chain_salt(length);
    std::array::from_fn(|symmetry| mark(a[symmetry].wrapping_add(b[symmetry]) ^ salt))
}

/// Mixes 64 bits that are mixed already, by operations that a processor does for all symmetries at once.
const fn mark(x: u64) -> u64 {
    let x = x.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let x = (x ^ (x >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
    x ^ (x >> 29)
}

/// Adds the marks of a part.
pub fn add(sum: &mut Marks, marks: &Marks) {
    for symmetry in 0..SYMMETRIES {
        sum[symmetry] = sum[symmetry].wrapping_add(marks[symmetry]);
    }
}

/// Takes them away.
pub fn subtract(sum: &mut Marks, marks: &Marks) {
    for symmetry in 0..SYMMETRIES {
        sum[symmetry] = sum[symmetry].wrapping_sub(marks[symmetry]);
    }
}

/// The name of joints and arcs by where they lie.
#[must_use]
pub fn name(sum: &Marks) -> u64 {
    fold(sum.iter().fold(u64::MAX, |least, &sum| least.min(sum)))
}
