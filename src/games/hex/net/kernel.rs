//! The matrix product beneath every layer of the network, forward and backward, for the processor at hand.
//!
//! Each product ([`Product`]) is computed by register tiles (Goto and van de Geijn, *Anatomy of high-performance matrix
//! multiplication*, 2008). The instruction set is chosen at run time; all of them agree with a plain loop to a relative error
//! of 1e-4 (test `every_instruction_set_agrees`). Where the processor has it, evaluations are products of pairs of bfloat16,
//! which cost half as much.
#![expect(unsafe_code, reason = "vector loads and stores by pointers that are checked once for each product")]

use std::array::from_fn;

use super::product::{Bf16Pair, Product, Start};

#[cfg(target_arch = "x86_64")]
mod x86;

/// An instruction set that this processor has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InstructionSet(Kind);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// Plain Rust.
    Portable,
    /// AVX2 with fused multiply-add: 8 floats at once.
    Avx2,
    /// AVX-512: 16 floats at once.
    Avx512,
    /// AVX-512 with products of [`Bf16Pair`]s.
    Avx512Bf16,
}

/// Where a result is written; a null pointer is not written to.
#[derive(Clone, Copy)]
struct Out {
    floats: *mut f32,
    pairs: *mut Bf16Pair,
}

impl InstructionSet {
    /// Returns the best one that this processor has.
    #[must_use]
    pub fn detect() -> Self {
        *Self::available().last().expect("plain Rust runs everywhere")
    }

    /// Returns all that this processor has, the best one last.
    #[must_use]
    pub fn available() -> Vec<Self> {
        let mut sets = vec![Self(Kind::Portable)];
        #[cfg(target_arch = "x86_64")]
        {
            if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma") {
                sets.push(Self(Kind::Avx2));
            }
            if is_x86_feature_detected!("avx512f") {
                sets.push(Self(Kind::Avx512));
                if is_x86_feature_detected!("avx512bf16") {
                    sets.push(Self(Kind::Avx512Bf16));
                }
            }
        }
        sets
    }

    /// Returns whether it multiplies pairs.
    #[must_use]
    pub const fn has_bf16(self) -> bool {
        matches!(self.0, Kind::Avx512Bf16)
    }

    /// Multiplies and adds in registers alone, in twelve independent chains of so many steps: the peak of a core. Returns the
    /// number of floating-point operations.
    #[must_use]
    pub fn run_chains(self, steps: usize) -> usize {
        // SAFETY: only `available` makes instruction sets, which has asked the processor.
        let lanes = unsafe {
            match self.0 {
                Kind::Portable => chains::<Portable>(1.0, steps),
                #[cfg(target_arch = "x86_64")]
                Kind::Avx2 => x86::chains_avx2(steps),
                #[cfg(target_arch = "x86_64")]
                Kind::Avx512 => x86::chains_avx512(steps),
                #[cfg(target_arch = "x86_64")]
                Kind::Avx512Bf16 => 2 * x86::chains_bf16(steps),
                #[cfg(not(target_arch = "x86_64"))]
                _ => unreachable!("`available` makes no other here"),
            }
        };
        2 * CHAINS * lanes * steps
    }

    /// Returns `portable`, `avx2`, `avx512` or `bf16`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        ["portable", "avx2", "avx512", "bf16"][self.0 as usize]
    }
}

impl Product<'_, f32> {
    /// Computes the product into `out`.
    ///
    /// # Panics
    /// A matrix is smaller than its shape says.
    pub fn run(&self, set: InstructionSet, out: &mut [f32]) {
        assert!(out.len() >= self.check());
        let out = Out { floats: out.as_mut_ptr(), pairs: std::ptr::null_mut() };
        // SAFETY: `check` has compared every index that the tiles use with the lengths of the slices, and only `available`
        // makes instruction sets, which has asked the processor.
        unsafe {
            match set.0 {
                Kind::Portable => tiles::<Portable, 4, 2>(self, out),
                #[cfg(target_arch = "x86_64")]
                Kind::Avx2 => x86::multiply_avx2(self, out),
                #[cfg(target_arch = "x86_64")]
                Kind::Avx512 | Kind::Avx512Bf16 => x86::multiply_avx512(self, out),
                #[cfg(not(target_arch = "x86_64"))]
                _ => unreachable!("`available` makes no other here"),
            }
        }
    }
}

impl Product<'_, Bf16Pair> {
    /// Computes the product into the outputs that are given: `floats`, and `pairs`, half as many. The start is none that
    /// reads a result that is not wanted.
    ///
    /// # Panics
    /// A matrix is smaller than its shape says, or the instruction set has no pairs.
    pub fn run(&self, set: InstructionSet, floats: Option<&mut [f32]>, pairs: Option<&mut [Bf16Pair]>) {
        let end = self.check();
        assert!(set.has_bf16() && self.out_origin.is_multiple_of(2));
        assert!(pairs.as_ref().is_none_or(|pairs| 2 * pairs.len() >= end));
        assert!(match &floats {
            Some(floats) => floats.len() >= end,
            None => matches!(self.start, Start::Bias(_) | Start::BiasAndRows(..)),
        });
        let out = Out {
            floats: floats.map_or(std::ptr::null_mut(), <[f32]>::as_mut_ptr),
            pairs: pairs.map_or(std::ptr::null_mut(), <[Bf16Pair]>::as_mut_ptr),
        };
        #[cfg(target_arch = "x86_64")]
        // SAFETY: as for floats; a null output is not read, by its start, and not written. The set was asked for.
        unsafe {
            x86::multiply_bf16(self, out);
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = out;
    }
}

/// Repeats its body for each index below a bound: the `M` rows of a tile, at most 12, its `N` vectors, at most 3, or the chains. The
/// body is written out, with the index a constant, so that the compiler keeps arrays in registers: it does not unroll every loop
/// in every build.
macro_rules! each {
    ($index:ident < N, $body:block) => {
        each!($index < N, $body, 0 1 2)
    };
    ($index:ident < $bound:expr, $body:block) => {
        each!($index < $bound, $body, 0 1 2 3 4 5 6 7 8 9 10 11)
    };
    ($index:ident < $bound:expr, $body:block, $($value:literal)*) => {
        $({
            const $index: usize = $value;
            if $index < $bound $body
        })*
    };
}

/// A vector of sums. SAFETY of all functions, and of those of [`Simd`]: the processor has the instruction set, and behind a
/// pointer are as many elements as a vector has. No load or store asks for an alignment beyond that of an element.
trait Sums: Copy {
    const LANES: usize;
    unsafe fn load(from: *const f32) -> Self;
    unsafe fn store(self, to: *mut f32);
    unsafe fn zero() -> Self;
    unsafe fn add(self, other: Self) -> Self;
    unsafe fn max(self, other: Self) -> Self;
}

/// How an instruction set multiplies elements of matrices.
trait Simd {
    /// Elements of both matrices.
    type Element: Copy;
    /// As many elements as there are sums.
    type Vector: Copy;
    type Sums: Sums;
    unsafe fn load(from: *const Self::Element) -> Self::Vector;
    unsafe fn splat(element: Self::Element) -> Self::Vector;
    /// Returns `a * b + sums`, rounded as the instruction set does.
    unsafe fn multiply_add(a: Self::Vector, b: Self::Vector, sums: Self::Sums) -> Self::Sums;
    /// Writes sums as pairs; only a set that multiplies pairs is asked to.
    unsafe fn store_pairs(_to: *mut Bf16Pair, _sums: Self::Sums) {
        unreachable!("only bfloat16 sets write pairs");
    }
}

const LANES: usize = 8;

// SAFETY: any eight floats are a vector, and the caller vouches for eight of them behind a pointer.
impl Sums for [f32; LANES] {
    const LANES: usize = LANES;

    #[inline(always)]
    unsafe fn load(from: *const f32) -> Self {
        // SAFETY: as the caller's.
        unsafe { from.cast::<Self>().read_unaligned() }
    }

    #[inline(always)]
    unsafe fn store(self, to: *mut f32) {
        // SAFETY: as the caller's.
        unsafe { to.cast::<Self>().write_unaligned(self) }
    }

    #[inline(always)]
    unsafe fn zero() -> Self {
        [0.0; LANES]
    }

    #[inline(always)]
    unsafe fn add(self, other: Self) -> Self {
        from_fn(|i| self[i] + other[i])
    }

    #[inline(always)]
    unsafe fn max(self, other: Self) -> Self {
        from_fn(|i| if self[i] > other[i] { self[i] } else { other[i] })
    }
}

/// Eight floats in plain Rust.
struct Portable;

impl Simd for Portable {
    type Element = f32;
    type Vector = [f32; LANES];
    type Sums = [f32; LANES];

    #[inline(always)]
    unsafe fn load(from: *const f32) -> [f32; LANES] {
        // SAFETY: as the caller's.
        unsafe { Sums::load(from) }
    }

    #[inline(always)]
    unsafe fn splat(number: f32) -> [f32; LANES] {
        [number; LANES]
    }

    #[inline(always)]
    unsafe fn multiply_add(a: [f32; LANES], b: [f32; LANES], sums: [f32; LANES]) -> [f32; LANES] {
        from_fn(|i| sums[i] + a[i] * b[i])
    }
}

/// Chains of [`InstructionSet::run_chains`]: as many as keep two units of a latency of six busy.
const CHAINS: usize = 12;

/// Runs the chains of an instruction set; returns its lanes.
///
/// SAFETY: the processor has the instruction set.
#[inline(always)]
unsafe fn chains<S: Simd>(element: S::Element, steps: usize) -> usize {
    // SAFETY: nothing is read or written but registers.
    unsafe {
        let factor = S::splat(element);
        let mut sums = [S::Sums::zero(); CHAINS];
        for _ in 0..steps {
            each!(I < CHAINS, { sums[I] = S::multiply_add(factor, factor, sums[I]) });
        }
        std::hint::black_box(sums);
    }
    S::Sums::LANES
}

/// Computes a product tile by tile: `M` rows times `N` vectors, and what is left row by row.
///
/// SAFETY: the product is checked, and `N` vectors divide its columns.
#[inline(always)]
unsafe fn tiles<S: Simd, const M: usize, const N: usize>(product: &Product<'_, S::Element>, out: Out) {
    let width = N * S::Sums::LANES;
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
unsafe fn tile<S: Simd, const M: usize, const N: usize>(product: &Product<'_, S::Element>, row: usize, column: usize, out: Out) {
    let Product { columns, depth, row_stride, depth_stride, .. } = *product;
    let corner = product.out_origin + row * columns + column;
    let lanes = S::Sums::LANES;
    // SAFETY: every index below is at most the one that `Product::check` has compared with the slice's length.
    unsafe {
        let mut sums = [[S::Sums::zero(); N]; M];
        let mut weights = [S::load(product.right.as_ptr().add(column)); N];
        each!(R < M, {
            each!(C < N, {
                let at = corner + R * columns + C * lanes;
                sums[R][C] = match product.start {
                    Start::Bias(bias) => Sums::load(bias.as_ptr().add(column + C * lanes)),
                    Start::BiasAndRows(bias, rows) => {
                        S::Sums::load(bias.as_ptr().add(column + C * lanes)).add(Sums::load(rows.as_ptr().add(at)))
                    }
                    Start::BiasAndResult(bias) => {
                        S::Sums::load(bias.as_ptr().add(column + C * lanes)).add(Sums::load(out.floats.add(at)))
                    }
                    Start::Result => Sums::load(out.floats.add(at)),
                };
            });
        });
        let mut right = product.right.as_ptr().add(column);
        let origin = product.left.as_ptr().add(product.origin + row * row_stride);
        for &shift in product.shifts {
            let mut left = origin.offset(shift);
            for _ in 0..depth {
                each!(C < N, { weights[C] = S::load(right.add(C * lanes)) });
                each!(R < M, {
                    let element = S::splat(*left.add(R * row_stride));
                    each!(C < N, { sums[R][C] = S::multiply_add(element, weights[C], sums[R][C]) });
                });
                left = left.wrapping_add(depth_stride);
                right = right.wrapping_add(columns);
            }
        }
        each!(R < M, {
            each!(C < N, {
                let at = corner + R * columns + C * lanes;
                let sum = if product.relu { sums[R][C].max(S::Sums::zero()) } else { sums[R][C] };
                if !out.floats.is_null() {
                    sum.store(out.floats.add(at));
                }
                if !out.pairs.is_null() {
                    S::store_pairs(out.pairs.add(at / 2), sum);
                }
            });
        });
    }
}

#[cfg(test)]
mod tests;
