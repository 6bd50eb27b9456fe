//! The matrix product beneath every layer of the network, forward and backward, for the processor at hand.
//!
//! Each product ([`Product`]) is computed by register tiles (Goto and van de Geijn, *Anatomy of high-performance matrix
//! multiplication*, 2008). The instruction set is chosen at run time; all of them agree with a plain loop to a relative error
//! of 1e-4 (test `every_instruction_set_agrees`). Where the processor has it, evaluations are products of pairs of bfloat16,
//! which cost half as much, or of quads of bytes, a quarter; sums of bytes are exact. Tiles ([`amx`]) multiply both faster still. With
//! AVX2 alone evaluations take another way ([`winograd`](super::winograd)).
#![expect(unsafe_code, reason = "vector loads and stores by pointers that are checked once for each product")]

use portable::Portable;

use super::product::{Bf16Pair, Element, Product, Quad, Start, Units};
use super::tiles::TileMemory;
use super::value_layer::ValueLayer;

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

#[cfg(target_arch = "x86_64")]
mod amx;
mod portable;
#[cfg(target_arch = "x86_64")]
mod words;
#[cfg(target_arch = "x86_64")]
mod x86;

/// An instruction set that this processor has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InstructionSet(Kind);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(not(target_arch = "x86_64"), expect(dead_code, reason = "other processors run plain Rust"))]
enum Kind {
    /// Plain Rust.
    Portable,
    /// AVX2 with fused multiply-add: 8 floats at once.
    Avx2,
    /// The same; evaluations multiply pairs of 16-bit integers ([`winograd`](super::winograd)).
    Avx2Words,
    /// AVX-512: 16 floats at once.
    Avx512,
    /// AVX-512 with products of [`Bf16Pair`]s.
    Avx512Bf16,
    /// AVX-512 with products of [`Quad`]s, and of pairs if the processor is fast at those.
    Avx512Vnni,
    /// The same, and AMX with products of both.
    Amx,
}

/// Where a result is written, as `f32` and as elements; a null pointer is not written to.
struct Out<T> {
    floats: *mut f32,
    elements: *mut T,
    /// [`Units`] of a product of quads: a number for each column.
    sum_units: *const f32,
    byte_units: *const f32,
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
        #[cfg_attr(not(target_arch = "x86_64"), expect(unused_mut, reason = "there are no others"))]
        let mut sets = vec![Self(Kind::Portable)];
        #[cfg(target_arch = "x86_64")]
        {
            if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma") {
                sets.extend([Self(Kind::Avx2), Self(Kind::Avx2Words)]);
            }
            if is_x86_feature_detected!("avx512f") {
                sets.push(Self(Kind::Avx512));
                if is_x86_feature_detected!("avx512bf16") {
                    sets.push(Self(Kind::Avx512Bf16));
                }
                if is_x86_feature_detected!("avx512vnni") {
                    sets.push(Self(Kind::Avx512Vnni));
                }
                if amx::is_available() {
                    sets.push(Self(Kind::Amx));
                }
            }
        }
        sets
    }

    /// Returns whether it multiplies pairs: one that multiplies quads does if that takes less time than to multiply floats.
    #[must_use]
    pub fn has_bf16(self) -> bool {
        match self.0 {
            Kind::Avx512Bf16 | Kind::Amx => true,
            #[cfg(target_arch = "x86_64")]
            Kind::Avx512Vnni => x86::multiplies_pairs_fast(),
            _ => false,
        }
    }

    /// Returns whether it multiplies quads.
    #[must_use]
    pub const fn has_int8(self) -> bool {
        matches!(self.0, Kind::Avx512Vnni | Kind::Amx)
    }

    /// Returns whether evaluations multiply pairs of 16-bit integers.
    #[must_use]
    pub const fn has_words(self) -> bool {
        matches!(self.0, Kind::Avx2Words)
    }

    /// Multiplies and adds in registers alone, in twelve independent chains of this many steps: the peak of a core. Returns the
    /// number of operations.
    #[must_use]
    pub fn run_chains(self, steps: usize) -> usize {
        // SAFETY: only `available` makes instruction sets, which has asked the processor.
        let lanes = unsafe {
            match self.0 {
                Kind::Portable => chains::<Portable>(1.0, steps),
                #[cfg(target_arch = "x86_64")]
                Kind::Avx2 => x86::chains_avx2(steps),
                #[cfg(target_arch = "x86_64")]
                Kind::Avx2Words => 2 * words::chains(steps),
                #[cfg(target_arch = "x86_64")]
                Kind::Avx512 => x86::chains_avx512(steps),
                #[cfg(target_arch = "x86_64")]
                Kind::Avx512Bf16 => 2 * x86::chains_bf16(steps),
                #[cfg(target_arch = "x86_64")]
                Kind::Avx512Vnni => 4 * x86::chains_int8(steps),
                #[cfg(target_arch = "x86_64")]
                Kind::Amx => amx::chains(steps),
                #[cfg(not(target_arch = "x86_64"))]
                _ => unreachable!("`available` makes no other here"),
            }
        };
        2 * CHAINS * lanes * steps
    }

    /// Returns `portable`, `avx2`, `avx2-int16`, `avx512`, `bf16`, `int8` or `amx`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        ["portable", "avx2", "avx2-int16", "avx512", "bf16", "int8", "amx"][self.0 as usize]
    }

    /// Does work that the compiler may write with this set's vectors.
    pub(super) fn vectorize<R>(self, work: impl FnOnce() -> R) -> R {
        #[cfg(target_arch = "x86_64")]
        if self.has_bf16() {
            // SAFETY: only `available` makes instruction sets, which has asked the processor.
            return unsafe { x86::vectorize(work) };
        }
        work()
    }

    /// Computes a convolution by values and the rectifier, from activations in steps to such. A skip connection is added, and
    /// replaced by the result in floats.
    ///
    /// # Panics
    /// The memory is of another grid or another number of channels, or the instruction set does not multiply words.
    pub(super) fn convolve(
        self,
        layer: &ValueLayer,
        memory: &mut TileMemory,
        input: &[i16],
        skip: Option<&mut [f32]>,
        output: &mut [i16],
    ) {
        assert!(self.has_words());
        #[cfg(target_arch = "x86_64")]
        // SAFETY: only `available` makes instruction sets, which has asked the processor for AVX2.
        unsafe {
            words::convolve(layer, memory, input, skip, output);
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = (layer, memory, input, skip, output);
    }
}

impl Product<'_, f32> {
    /// Computes the product into `out`.
    ///
    /// # Panics
    /// A matrix is smaller than its shape says.
    pub fn run(&self, set: InstructionSet, out: &mut [f32]) {
        assert!(out.len() >= self.check());
        let out = Out::new(Some(out), None, Units::default());
        // SAFETY: `check` has compared every index that the tiles use with the lengths of the slices, and only `available`
        // makes instruction sets, which has asked the processor.
        unsafe {
            match set.0 {
                Kind::Portable => tiles::<Portable, 4, 2>(self, &out),
                #[cfg(target_arch = "x86_64")]
                Kind::Avx2 | Kind::Avx2Words => x86::multiply_avx2(self, out),
                #[cfg(target_arch = "x86_64")]
                Kind::Avx512 | Kind::Avx512Bf16 | Kind::Avx512Vnni | Kind::Amx => x86::multiply_avx512(self, out),
                #[cfg(not(target_arch = "x86_64"))]
                _ => unreachable!("`available` makes no other here"),
            }
        }
    }
}

impl Product<'_, Bf16Pair> {
    /// Computes the product into the outputs that are given: `floats`, and `pairs`, half as many. Without `floats` the start must
    /// not read the result.
    ///
    /// # Panics
    /// A matrix is smaller than its shape says, or the instruction set has no pairs.
    pub fn run(&self, set: InstructionSet, floats: Option<&mut [f32]>, pairs: Option<&mut [Bf16Pair]>) {
        assert!(set.has_bf16());
        self.check_outputs(floats.as_deref(), pairs.as_deref());
        let out = Out::new(floats, pairs, Units::default());
        #[cfg(target_arch = "x86_64")]
        // SAFETY: as for floats; a null output is not read, by its start, and not written. The set was asked for.
        unsafe {
            match set.0 {
                Kind::Amx => amx::multiply_bf16(self, out),
                _ => x86::multiply_bf16(self, out),
            }
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = out;
    }
}

impl Product<'_, Quad> {
    /// Computes the product, `start` plus the exact sums in their units, into the outputs that are given: `floats`, and `quads`, a
    /// quarter as many, with each number in the unit of its column rounded to a byte. As for pairs in the rest.
    ///
    /// # Panics
    /// A matrix is smaller than its shape says, the sums might overflow, or the instruction set has no quads.
    pub fn run(&self, set: InstructionSet, units: Units<'_>, floats: Option<&mut [f32]>, quads: Option<&mut [Quad]>) {
        assert!(set.has_int8() && self.relu && self.shifts.len() * self.depth <= Quad::MAX_TERMS);
        assert!(units.sums.len() >= self.columns && (quads.is_none() || units.bytes.len() >= self.columns));
        self.check_outputs(floats.as_deref(), quads.as_deref());
        let out = Out::new(floats, quads, units);
        #[cfg(target_arch = "x86_64")]
        // SAFETY: as for pairs; there is a unit for each column.
        unsafe {
            match set.0 {
                Kind::Amx => amx::multiply_int8(self, out),
                _ => x86::multiply_int8(self, out),
            }
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = out;
    }
}

impl<T: Element> Product<'_, T> {
    /// Checks the product and that its outputs are as large as it says.
    fn check_outputs(&self, floats: Option<&[f32]>, elements: Option<&[T]>) {
        let end = self.check();
        assert!(self.out_origin.is_multiple_of(T::NUMBERS));
        assert!(elements.is_none_or(|elements| T::NUMBERS * elements.len() >= end));
        assert!(match floats {
            Some(floats) => floats.len() >= end,
            None => matches!(self.start, Start::Bias(_) | Start::BiasAndRows(..)),
        });
    }
}

impl<T> Out<T> {
    fn new(floats: Option<&mut [f32]>, elements: Option<&mut [T]>, units: Units<'_>) -> Self {
        Out {
            floats: floats.map_or(std::ptr::null_mut(), <[f32]>::as_mut_ptr),
            elements: elements.map_or(std::ptr::null_mut(), <[T]>::as_mut_ptr),
            sum_units: units.sums.as_ptr(),
            byte_units: units.bytes.as_ptr(),
        }
    }
}

/// A vector of floats. SAFETY of all functions, and of those of [`Simd`]: the processor has the instruction set, and behind a
/// pointer are as many elements as a vector has. No load or store asks for an alignment beyond that of an element.
trait Floats: Copy {
    const LANES: usize;

    #[inline(always)]
    unsafe fn load(from: *const f32) -> Self {
        // SAFETY: the caller vouches for a vector's floats there, and any floats are a vector.
        unsafe { from.cast::<Self>().read_unaligned() }
    }

    #[inline(always)]
    unsafe fn store(self, to: *mut f32) {
        // SAFETY: the caller vouches for room for a vector's floats there.
        unsafe { to.cast::<Self>().write_unaligned(self) }
    }

    unsafe fn zero() -> Self;
    unsafe fn add(self, other: Self) -> Self;
    unsafe fn max(self, other: Self) -> Self;
}

/// Sums while they grow. SAFETY as of [`Floats`].
trait Sums<F>: Copy {
    /// Returns what the sums begin with.
    unsafe fn begin(start: F) -> Self;
    /// Returns the result, by the start and the units of the sums if it is not in the sums already.
    unsafe fn end(self, start: F, units: *const f32) -> F;
}

/// Sums of floats contain the start and have no units.
impl<F: Floats> Sums<F> for F {
    #[inline(always)]
    unsafe fn begin(start: F) -> F {
        start
    }

    #[inline(always)]
    unsafe fn end(self, _start: F, _units: *const f32) -> F {
        self
    }
}

/// How an instruction set multiplies elements of matrices.
trait Simd {
    /// Elements of both matrices.
    type Element: Element;
    /// As many elements as there are sums.
    type Vector: Copy;
    /// Sums while they grow.
    type Sums: Sums<Self::Floats>;
    /// The result.
    type Floats: Floats;

    #[inline(always)]
    unsafe fn load(from: *const Self::Element) -> Self::Vector {
        // SAFETY: the caller vouches for a vector's elements there, and any elements are a vector.
        unsafe { from.cast::<Self::Vector>().read_unaligned() }
    }

    unsafe fn splat(element: Self::Element) -> Self::Vector;
    /// Returns `a * b + sums`, rounded as the instruction set does.
    unsafe fn multiply_add(a: Self::Vector, b: Self::Vector, sums: Self::Sums) -> Self::Sums;
    /// Writes a result as elements in units; only a set that multiplies pairs or quads is asked to.
    unsafe fn store_elements(_to: *mut Self::Element, _result: Self::Floats, _units: *const f32) {
        unreachable!("only sets of pairs and quads write elements");
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
        let mut sums = [S::Sums::begin(S::Floats::zero()); CHAINS];
        for _ in 0..steps {
            each!(I < CHAINS, { sums[I] = S::multiply_add(factor, factor, sums[I]) });
        }
        std::hint::black_box(sums);
    }
    S::Floats::LANES
}

/// Computes a product tile by tile: `M` rows times `N` vectors, and what is left row by row.
///
/// SAFETY: the product is checked, and `N` vectors divide its columns.
#[inline(always)]
unsafe fn tiles<S: Simd, const M: usize, const N: usize>(product: &Product<'_, S::Element>, out: &Out<S::Element>) {
    let width = N * S::Floats::LANES;
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

/// Returns the start of a vector of results in a column and at a place of the result.
///
/// SAFETY: the product is checked, and the place and the column lie inside.
#[inline(always)]
unsafe fn start<S: Simd>(product: &Product<'_, S::Element>, column: usize, at: usize, out: &Out<S::Element>) -> S::Floats {
    // SAFETY: as the caller's.
    unsafe {
        match product.start {
            Start::Bias(bias) => Floats::load(bias.as_ptr().add(column)),
            Start::BiasAndRows(bias, rows) => S::Floats::load(bias.as_ptr().add(column)).add(Floats::load(rows.as_ptr().add(at))),
            Start::BiasAndResult(bias) => S::Floats::load(bias.as_ptr().add(column)).add(Floats::load(out.floats.add(at))),
            Start::Result => Floats::load(out.floats.add(at)),
        }
    }
}

/// Writes a vector of results in a column and at a place of the result.
///
/// SAFETY: as of [`start`].
#[inline(always)]
unsafe fn write<S: Simd>(product: &Product<'_, S::Element>, sum: S::Floats, column: usize, at: usize, out: &Out<S::Element>) {
    // SAFETY: as the caller's.
    unsafe {
        let result = if product.relu { sum.max(S::Floats::zero()) } else { sum };
        if !out.floats.is_null() {
            result.store(out.floats.add(at));
        }
        if !out.elements.is_null() {
            S::store_elements(out.elements.add(at / S::Element::NUMBERS), result, out.byte_units.wrapping_add(column));
        }
    }
}

/// Computes `M` rows and `N` vectors of columns of a product, with all sums in registers.
///
/// SAFETY: the product is checked, and the tile lies inside the result.
#[inline(always)]
unsafe fn tile<S: Simd, const M: usize, const N: usize>(
    product: &Product<'_, S::Element>,
    row: usize,
    column: usize,
    out: &Out<S::Element>,
) {
    let Product { columns, depth, row_stride, depth_stride, .. } = *product;
    let corner = product.out_origin + row * columns + column;
    let lanes = S::Floats::LANES;
    // SAFETY: every index below is at most the one that `Product::check` has compared with the slice's length.
    unsafe {
        let mut sums = [[S::Sums::begin(S::Floats::zero()); N]; M];
        let mut weights = [S::load(product.right.as_ptr().add(column)); N];
        each!(R < M, {
            each!(C < N, {
                let at = corner + R * columns + C * lanes;
                sums[R][C] = S::Sums::begin(start::<S>(product, column + C * lanes, at, out));
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
                let (column, at) = (column + C * lanes, corner + R * columns + C * lanes);
                let start = start::<S>(product, column, at, out);
                let sum = sums[R][C].end(start, out.sum_units.wrapping_add(column));
                write::<S>(product, sum, column, at, out);
            });
        });
    }
}

#[cfg(test)]
mod tests;
