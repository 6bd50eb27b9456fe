//! The matrix product beneath every layer of the network, forward and backward, for the processor at hand.
//!
//! A hexagonal convolution over rows of cells is a sum of seven products, one for each tap: the rows of activations, shifted
//! by a constant, times a matrix of weights. So one register-tiled product (Goto and van de Geijn, *Anatomy of
//! high-performance matrix multiplication*, 2008) with a list of shifts serves all of it. The instruction set is chosen at
//! run time; all of them agree with a plain loop to a relative error of 1e-4 (test `every_instruction_set_agrees`).
#![expect(unsafe_code, reason = "vector loads and stores by pointers that are checked once for each product")]

/// An instruction set that the kernel is written for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InstructionSet {
    /// Plain Rust.
    Portable,
    /// AVX2 with fused multiply-add: 8 numbers at once.
    Avx2,
    /// AVX-512: 16 numbers at once.
    Avx512,
}

/// The number of rows that a product computes at once divides this.
pub const ROW_TILE: usize = 12;

/// Every number of columns is a multiple of this.
pub const COLUMN_TILE: usize = 16;

/// What the sums of a product begin with.
#[derive(Clone, Copy)]
pub enum Start<'a> {
    /// A number for each column.
    Bias(&'a [f32]),
    /// A number for each column, plus a matrix of the shape of the result that begins at the same offset.
    BiasAndRows(&'a [f32], &'a [f32]),
    /// The result as it is: the product is added to it.
    Result,
}

/// A product of two matrices, the left one read at several shifts.
///
/// `out[r][c] = start + sum over t, k of left[origin + shifts[t] + r * row_stride + k * depth_stride] * right[t * depth + k][c]`
#[derive(Clone, Copy)]
pub struct Product<'a> {
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
    pub left: &'a [f32],
    /// The right matrix, dense.
    pub right: &'a [f32],
    /// What the sums begin with.
    pub start: Start<'a>,
    /// Whether negative results become zero.
    pub relu: bool,
    /// Where the result begins in `out`.
    pub out_origin: usize,
}

impl InstructionSet {
    /// The best one that this processor has.
    #[must_use]
    pub fn detect() -> Self {
        *Self::available().last().expect("plain Rust runs everywhere")
    }

    /// All that this processor has, the best one last.
    #[must_use]
    pub fn available() -> Vec<Self> {
        let mut sets = vec![Self::Portable];
        #[cfg(target_arch = "x86_64")]
        {
            if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma") {
                sets.push(Self::Avx2);
            }
            if is_x86_feature_detected!("avx512f") {
                sets.push(Self::Avx512);
            }
        }
        sets
    }

    /// `portable`, `avx2` or `avx512`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Portable => "portable",
            Self::Avx2 => "avx2",
            Self::Avx512 => "avx512",
        }
    }
}

impl Product<'_> {
    /// Computes the product into `out`.
    ///
    /// # Panics
    /// A matrix is smaller than its shape says.
    pub fn run(&self, set: InstructionSet, out: &mut [f32]) {
        self.check(out.len());
        // SAFETY: `check` has compared every index that the tiles use with the lengths of the slices, and a set other than
        // `Portable` is only ever made by `available`, which has asked the processor.
        unsafe {
            match set {
                InstructionSet::Portable => tiles::<Scalar, 4, 2>(self, out.as_mut_ptr()),
                #[cfg(target_arch = "x86_64")]
                InstructionSet::Avx2 => avx2(self, out.as_mut_ptr()),
                #[cfg(target_arch = "x86_64")]
                InstructionSet::Avx512 => avx512(self, out.as_mut_ptr()),
                #[cfg(not(target_arch = "x86_64"))]
                _ => tiles::<Scalar, 4, 2>(self, out.as_mut_ptr()),
            }
        }
    }

    fn check(&self, out_length: usize) {
        assert!(self.rows > 0 && self.depth > 0 && self.columns.is_multiple_of(COLUMN_TILE));
        let origin = self.origin.cast_signed();
        let lowest = self.shifts.iter().min().expect("a product has a shift");
        let highest = self.shifts.iter().max().expect("a product has a shift");
        let span = (self.rows - 1) * self.row_stride + (self.depth - 1) * self.depth_stride;
        assert!(origin + lowest >= 0 && origin + highest + span.cast_signed() < self.left.len().cast_signed());
        assert!(self.right.len() >= self.shifts.len() * self.depth * self.columns);
        let end = self.out_origin + self.rows * self.columns;
        assert!(out_length >= end);
        match self.start {
            Start::Bias(bias) => assert!(bias.len() >= self.columns),
            Start::BiasAndRows(bias, rows) => assert!(bias.len() >= self.columns && rows.len() >= end),
            Start::Result => {}
        }
    }
}

/// Repeats its body for each value of an index, or of two, below a bound.
macro_rules! each {
    ($m:ident < $rows:ident, $n:ident < $columns:ident, $($body:tt)*) => {
        each!($m < $rows, each!($n < $columns, $($body)*);)
    };
    ($m:ident < $rows:ident, $($body:tt)*) => {{
        let mut $m = 0;
        while $m < $rows {
            $($body)*
            $m += 1;
        }
    }};
}

/// A vector of an instruction set.
trait Simd {
    type Vector: Copy;
    const LANES: usize;
    unsafe fn load(from: *const f32) -> Self::Vector;
    unsafe fn store(to: *mut f32, vector: Self::Vector);
    unsafe fn splat(number: f32) -> Self::Vector;
    unsafe fn add(a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// `a * b + sum`, with one rounding where the set has it.
    unsafe fn multiply_add(a: Self::Vector, b: Self::Vector, sum: Self::Vector) -> Self::Vector;
    unsafe fn max(a: Self::Vector, b: Self::Vector) -> Self::Vector;
}

/// Eight numbers in plain Rust.
struct Scalar;

const LANES: usize = 8;

impl Simd for Scalar {
    type Vector = [f32; LANES];
    const LANES: usize = LANES;

    #[inline(always)]
    unsafe fn load(from: *const f32) -> [f32; LANES] {
        // SAFETY: the caller vouches for eight numbers behind the pointer.
        unsafe { from.cast::<[f32; LANES]>().read_unaligned() }
    }

    #[inline(always)]
    unsafe fn store(to: *mut f32, vector: [f32; LANES]) {
        // SAFETY: the caller vouches for eight numbers behind the pointer.
        unsafe { to.cast::<[f32; LANES]>().write_unaligned(vector) }
    }

    #[inline(always)]
    unsafe fn splat(number: f32) -> [f32; LANES] {
        [number; 8]
    }

    #[inline(always)]
    unsafe fn add(mut a: [f32; LANES], b: [f32; LANES]) -> [f32; LANES] {
        each!(i < LANES, a[i] += b[i];);
        a
    }

    #[inline(always)]
    unsafe fn multiply_add(a: [f32; LANES], b: [f32; LANES], mut sum: [f32; LANES]) -> [f32; LANES] {
        each!(i < LANES, sum[i] += a[i] * b[i];);
        sum
    }

    #[inline(always)]
    unsafe fn max(mut a: [f32; LANES], b: [f32; LANES]) -> [f32; LANES] {
        each!(i < LANES, a[i] = if a[i] > b[i] { a[i] } else { b[i] };);
        a
    }
}

/// Implements [`Simd`] by intrinsics of one instruction set.
#[cfg(target_arch = "x86_64")]
macro_rules! intrinsics {
    ($name:ident, $vector:ident, $lanes:literal, $load:ident, $store:ident, $splat:ident, $add:ident, $fma:ident, $max:ident) => {
        struct $name;

        // SAFETY of all: only functions compiled for this instruction set call these, with pointers to `LANES` numbers.
        impl Simd for $name {
            type Vector = std::arch::x86_64::$vector;
            const LANES: usize = $lanes;

            #[inline(always)]
            unsafe fn load(from: *const f32) -> Self::Vector {
                unsafe { std::arch::x86_64::$load(from) }
            }

            #[inline(always)]
            unsafe fn store(to: *mut f32, vector: Self::Vector) {
                unsafe { std::arch::x86_64::$store(to, vector) }
            }

            #[inline(always)]
            unsafe fn splat(number: f32) -> Self::Vector {
                unsafe { std::arch::x86_64::$splat(number) }
            }

            #[inline(always)]
            unsafe fn add(a: Self::Vector, b: Self::Vector) -> Self::Vector {
                unsafe { std::arch::x86_64::$add(a, b) }
            }

            #[inline(always)]
            unsafe fn multiply_add(a: Self::Vector, b: Self::Vector, sum: Self::Vector) -> Self::Vector {
                unsafe { std::arch::x86_64::$fma(a, b, sum) }
            }

            #[inline(always)]
            unsafe fn max(a: Self::Vector, b: Self::Vector) -> Self::Vector {
                unsafe { std::arch::x86_64::$max(a, b) }
            }
        }
    };
}

#[cfg(target_arch = "x86_64")]
intrinsics!(Avx2, __m256, 8, _mm256_loadu_ps, _mm256_storeu_ps, _mm256_set1_ps, _mm256_add_ps, _mm256_fmadd_ps, _mm256_max_ps);
#[cfg(target_arch = "x86_64")]
intrinsics!(Avx512, __m512, 16, _mm512_loadu_ps, _mm512_storeu_ps, _mm512_set1_ps, _mm512_add_ps, _mm512_fmadd_ps, _mm512_max_ps);

/// SAFETY: the processor has AVX2 and FMA, and the product is checked.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma")]
unsafe fn avx2(product: &Product<'_>, out: *mut f32) {
    // SAFETY: as this function's own. 16 registers: at most 6 x 2 sums, 2 of weights, 1 of activations.
    unsafe {
        match product.rows {
            n if n % 6 != 0 && n % 4 == 0 => tiles::<Avx2, 4, 2>(product, out),
            _ => tiles::<Avx2, 6, 2>(product, out),
        }
    }
}

/// SAFETY: the processor has AVX-512 and the product is checked.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f")]
unsafe fn avx512(product: &Product<'_>, out: *mut f32) {
    // SAFETY: as this function's own. 32 registers: at most 24 sums.
    unsafe {
        match (product.rows, product.columns) {
            (rows, columns) if rows % 12 != 0 && rows % 8 == 0 && columns % 32 == 0 => tiles::<Avx512, 8, 2>(product, out),
            (_, columns) if columns % 32 == 0 => tiles::<Avx512, 12, 2>(product, out),
            (_, columns) if columns % 48 == 0 => tiles::<Avx512, 6, 3>(product, out),
            _ => tiles::<Avx512, 12, 1>(product, out),
        }
    }
}

/// Computes a product tile by tile: `M` rows times `N` vectors, and what is left row by row.
///
/// SAFETY: the product is checked, and `N` vectors divide its columns.
#[inline(always)]
unsafe fn tiles<S: Simd, const M: usize, const N: usize>(product: &Product<'_>, out: *mut f32) {
    let width = N * S::LANES;
    debug_assert!(product.columns.is_multiple_of(width));
    for column in (0..product.columns).step_by(width) {
        let mut row = 0;
        // SAFETY: `row + M <= rows` and `column + width <= columns`, as the tile asks.
        unsafe {
            while row + M <= product.rows {
                tile::<S, M, N>(product, row, column, out);
                row += M;
            }
            while row < product.rows {
                tile::<S, 1, N>(product, row, column, out);
                row += 1;
            }
        }
    }
}

/// Computes `M` rows and `N` vectors of columns of a product, with all sums in registers.
///
/// SAFETY: the product is checked, and the tile lies inside the result.
#[inline(always)]
unsafe fn tile<S: Simd, const M: usize, const N: usize>(product: &Product<'_>, row: usize, column: usize, out: *mut f32) {
    let Product { columns, depth, row_stride, depth_stride, .. } = *product;
    let corner = product.out_origin + row * columns + column;
    // Plain loops over indices, which the compiler unrolls whatever its settings, so that the sums stay in registers.
    // SAFETY: every index below is at most the one that `Product::check` has compared with the slice's length.
    unsafe {
        let mut sums = [[S::splat(0.0); N]; M];
        let mut weights = [S::splat(0.0); N];
        each!(m < M, n < N, {
            let at = corner + m * columns + n * S::LANES;
            sums[m][n] = match product.start {
                Start::Bias(bias) => S::load(bias.as_ptr().add(column + n * S::LANES)),
                Start::BiasAndRows(bias, rows) => {
                    S::add(S::load(bias.as_ptr().add(column + n * S::LANES)), S::load(rows.as_ptr().add(at)))
                }
                Start::Result => S::load(out.add(at)),
            };
        });
        let mut right = product.right.as_ptr().add(column);
        let origin = product.left.as_ptr().add(product.origin + row * row_stride);
        let mut tap = 0;
        while tap < product.shifts.len() {
            let mut left = origin.offset(*product.shifts.get_unchecked(tap));
            let mut k = 0;
            while k < depth {
                each!(n < N,
                    weights[n] = S::load(right.add(n * S::LANES));
                );
                each!(m < M, {
                    let number = S::splat(*left.add(m * row_stride));
                    each!(n < N, sums[m][n] = S::multiply_add(number, weights[n], sums[m][n]););
                });
                left = left.wrapping_add(depth_stride);
                right = right.wrapping_add(columns);
                k += 1;
            }
            tap += 1;
        }
        each!(m < M, n < N, {
            let sum = if product.relu { S::max(sums[m][n], S::splat(0.0)) } else { sums[m][n] };
            S::store(out.add(corner + m * columns + n * S::LANES), sum);
        });
    }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    use super::*;

    #[test]
    fn every_instruction_set_agrees() {
        let mut random = Pcg64Mcg::seed_from_u64(1);
        let mut numbers = |count: usize| (0..count).map(|_| random.random_range(-1.0..1.0)).collect::<Vec<f32>>();
        for (rows, columns, depth, row_stride, depth_stride) in [
            (36usize, 32usize, 2usize, 2usize, 1usize),
            (132, 32, 32, 32, 1),
            (37, 48, 48, 48, 1),
            (32, 64, 31, 1, 32),
            (2, 16, 29, 1, 2),
            (5, 16, 3, 3, 1),
        ] {
            let shifts = [-12 * row_stride.cast_signed(), -1, 0, 1, 11 * row_stride.cast_signed()];
            let origin = 12 * row_stride + 1;
            let left = numbers(origin + 12 * row_stride + rows * row_stride + depth * depth_stride);
            let (right, bias) = (numbers(shifts.len() * depth * columns), numbers(columns));
            let skip = numbers(7 + rows * columns);
            for start in [Start::Bias(&bias), Start::BiasAndRows(&bias, &skip), Start::Result] {
                for relu in [false, true] {
                    let product = Product {
                        rows,
                        columns,
                        depth,
                        row_stride,
                        depth_stride,
                        origin,
                        shifts: &shifts,
                        left: &left,
                        right: &right,
                        start,
                        relu,
                        out_origin: 7,
                    };
                    let plain = plain_product(&product, &skip);
                    for set in InstructionSet::available() {
                        let mut out = skip.clone();
                        product.run(set, &mut out);
                        for (index, (a, b)) in out.iter().zip(&plain).enumerate() {
                            assert!((f64::from(*a) - b).abs() <= 1e-4 * b.abs().max(1.0), "{set:?} {index}: {a} for {b}");
                        }
                    }
                }
            }
        }
    }

    /// The definition of a product, in double precision.
    fn plain_product(product: &Product<'_>, before: &[f32]) -> Vec<f64> {
        let mut out: Vec<f64> = before.iter().map(|&number| f64::from(number)).collect();
        for row in 0..product.rows {
            for column in 0..product.columns {
                let place = product.out_origin + row * product.columns + column;
                let mut sum = match product.start {
                    Start::Bias(bias) => f64::from(bias[column]),
                    Start::BiasAndRows(bias, rows) => f64::from(bias[column]) + f64::from(rows[place]),
                    Start::Result => out[place],
                };
                for (tap, shift) in product.shifts.iter().enumerate() {
                    for k in 0..product.depth {
                        let from = (product.origin.cast_signed() + shift).cast_unsigned();
                        let left = product.left[from + row * product.row_stride + k * product.depth_stride];
                        sum += f64::from(left) * f64::from(product.right[(tap * product.depth + k) * product.columns + column]);
                    }
                }
                out[place] = if product.relu { sum.max(0.0) } else { sum };
            }
        }
        out
    }
}
