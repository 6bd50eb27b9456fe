//! What the kernel computes: a product of two matrices, of which the left one is read at several shifts.
//!
//! A hexagonal convolution over rows of cells is a sum of seven products, one for each tap: the rows of activations, shifted
//! by a constant, times a matrix of weights. So one product with a list of shifts serves all layers, forward and backward.

/// The number of rows that a product computes at once divides this.
pub(super) const ROW_TILE: usize = 12;

/// Every number of columns is a multiple of this.
const COLUMN_TILE: usize = 16;

/// Two numbers as bfloat16, the upper halves of `f32`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(transparent)]
pub(super) struct Bf16Pair(pub(super) u32);

/// Four numbers as bytes: activations from 0 to 255, or weights from -127 to 127.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(transparent)]
pub(super) struct Quad(pub(super) u32);

/// What matrices consist of.
pub(super) trait Element: Copy {
    /// Numbers in one element.
    const NUMBERS: usize;
}

impl Element for f32 {
    const NUMBERS: usize = 1;
}

impl Element for Bf16Pair {
    const NUMBERS: usize = 2;
}

impl Element for Quad {
    const NUMBERS: usize = 4;
}

/// What the integers of a product of quads mean, for each column.
#[derive(Clone, Copy, Default)]
pub(super) struct Units<'a> {
    /// The value of a sum of 1.
    pub sums: &'a [f32],
    /// The byte, before it is rounded, of a result of 1; not read if no quads are written.
    pub bytes: &'a [f32],
}

/// The initial sums of a product.
#[derive(Clone, Copy)]
pub enum Start<'a> {
    /// A number for each column.
    Bias(&'a [f32]),
    /// A number for each column, plus a matrix of the shape of the result that begins at the same offset.
    BiasAndRows(&'a [f32], &'a [f32]),
    /// A number for each column, plus the result as it is.
    BiasAndResult(&'a [f32]),
    /// The result as it is: the product is added to it.
    Result,
}

/// A product of two matrices of `f32`, of [`Bf16Pair`] or of [`Quad`], the left one read at several shifts.
///
/// `out[r][c] = start + sum over t, k of left[origin + shifts[t] + r * row_stride + k * depth_stride] * right[t * depth + k][c]`
///
/// where the product of two pairs or quads is the sum of the products of their numbers. Quads of `left` hold activations, which
/// are not negative.
#[derive(Clone, Copy)]
pub(super) struct Product<'a, T> {
    /// Number of rows of the result.
    pub rows: usize,
    /// Number of columns of the result, a multiple of [`COLUMN_TILE`].
    pub columns: usize,
    /// Number of terms for each shift.
    pub depth: usize,
    /// Step in `left` from one row to the next.
    pub row_stride: usize,
    /// Step in `left` from one term to the next.
    pub depth_stride: usize,
    /// Where the first row begins in `left`.
    pub origin: usize,
    /// Shifts of `left`, one for each block of `depth` rows of `right`.
    pub shifts: &'a [isize],
    /// The left matrix.
    pub left: &'a [T],
    /// The right matrix, dense.
    pub right: &'a [T],
    /// What the sums begin with.
    pub start: Start<'a>,
    /// Whether negative results become zero.
    pub relu: bool,
    /// Where the result begins in `out`.
    pub out_origin: usize,
}

impl Bf16Pair {
    /// Rounds two numbers to the nearest bfloat16, ties to even. They are finite.
    #[must_use]
    pub const fn new(first: f32, second: f32) -> Self {
        const fn half(number: f32) -> u32 {
            let bits = number.to_bits();
            (bits + 0x7fff + (bits >> 16 & 1)) >> 16
        }
        Bf16Pair(half(first) | half(second) << 16)
    }

    /// Returns the two numbers.
    #[must_use]
    #[cfg(test)]
    pub const fn floats(self) -> [f32; 2] {
        [f32::from_bits(self.0 << 16), f32::from_bits(self.0 & 0xffff_0000)]
    }
}

impl Quad {
    /// Most terms of a sum: none of its products of four bytes each is larger than 4 * 255 * 127, and 31 bits hold the sum.
    pub const MAX_TERMS: usize = i32::MAX as usize / (4 * 255 * 127);

    /// Joins four activations, or four weights in two's complement.
    #[must_use]
    pub const fn new(bytes: [u8; 4]) -> Self {
        Quad(u32::from_le_bytes(bytes))
    }
}

/// Writes each two neighbouring numbers as a pair.
#[inline(always)]
pub(super) fn pair_neighbors(floats: &[f32], pairs: &mut [Bf16Pair]) {
    for (pair, &[first, second]) in pairs.iter_mut().zip(floats.as_chunks().0) {
        *pair = Bf16Pair::new(first, second);
    }
}

/// Pairs each number of an even row with the one below it: rows of pairs, half as many. A last row without one below it is
/// left out.
#[inline(always)]
pub(super) fn pair_rows(floats: &[f32], columns: usize, pairs: &mut [Bf16Pair]) {
    for (pairs, rows) in pairs.chunks_exact_mut(columns).zip(floats.chunks_exact(2 * columns)) {
        let (above, below) = rows.split_at(columns);
        for (pair, (&first, &second)) in pairs.iter_mut().zip(above.iter().zip(below)) {
            *pair = Bf16Pair::new(first, second);
        }
    }
}

/// Pairs rows as [`pair_rows`] does and transposes them: a row of `depth` pairs for each column, zeros where rows
/// end.
#[inline(always)]
pub(super) fn pair_columns(floats: &[f32], columns: usize, depth: usize, pairs: &mut [Bf16Pair]) {
    pairs.fill(Bf16Pair::default());
    for (k, rows) in floats.chunks_exact(2 * columns).take(depth).enumerate() {
        let (above, below) = rows.split_at(columns);
        let blocks = above.as_chunks::<COLUMN_TILE>().0.iter().zip(below.as_chunks::<COLUMN_TILE>().0);
        for (block, (above, below)) in blocks.enumerate() {
            // A loop that the compiler writes with vectors; a closure of `from_fn` is a call for each pair.
            let mut row = [Bf16Pair::default(); COLUMN_TILE];
            for (pair, (&first, &second)) in row.iter_mut().zip(above.iter().zip(below)) {
                *pair = Bf16Pair::new(first, second);
            }
            for (column, pair) in row.into_iter().enumerate() {
                pairs[(block * COLUMN_TILE + column) * depth + k] = pair;
            }
        }
    }
}

impl<T> Product<'_, T> {
    /// Checks that both matrices and the start are as large as the shape says; returns where the result ends in `out`.
    ///
    /// # Panics
    /// They are not.
    pub fn check(&self) -> usize {
        assert!(self.rows > 0 && self.depth > 0 && self.columns.is_multiple_of(COLUMN_TILE));
        let origin = self.origin.cast_signed();
        let lowest = self.shifts.iter().min().expect("a product has a shift");
        let highest = self.shifts.iter().max().expect("a product has a shift");
        let span = (self.rows - 1) * self.row_stride + (self.depth - 1) * self.depth_stride;
        assert!(origin + lowest >= 0 && origin + highest + span.cast_signed() < self.left.len().cast_signed());
        assert!(self.right.len() >= self.shifts.len() * self.depth * self.columns);
        let end = self.out_origin + self.rows * self.columns;
        match self.start {
            Start::Bias(bias) | Start::BiasAndResult(bias) => assert!(bias.len() >= self.columns),
            Start::BiasAndRows(bias, rows) => assert!(bias.len() >= self.columns && rows.len() >= end),
            Start::Result => {}
        }
        end
    }
}
