//! Convolutions by values ([`winograd`](super::super::winograd)) with AVX2.
#![expect(unsafe_code, reason = "intrinsics, and loads and stores by pointers that are checked once for each block")]

use std::arch::x86_64::*;
use std::ops::{Add, Mul, Sub};

use super::super::tiles::{POINTS, TileMemory, Tiles, block_width};
use super::super::transforms::{FLOATS, Products, Vector, WORDS, restore_places, transform_places};
use super::super::value_layer::{MOST, ValueLayer};

/// Shows that the processor has AVX2.
#[derive(Clone, Copy)]
struct Avx2;

/// Sixteen words.
#[derive(Clone, Copy)]
struct Words(__m256i);

/// Eight floats.
#[derive(Clone, Copy)]
struct Floats(__m256);

/// Implements [`Vector`] by intrinsics of AVX2.
macro_rules! vector {
    ($name:ident, $numbers:ty, $add:ident, $subtract:ident, $multiply:ident, $splat:ident) => {
        // SAFETY of all functions: there is a vector only where [`Avx2`] shows that the processor has it, and memory holds as many
        // numbers.
        impl Add for $name {
            type Output = Self;

            #[inline(always)]
            fn add(self, other: Self) -> Self {
                // SAFETY: see above.
                unsafe { $name($add(self.0, other.0)) }
            }
        }

        impl Sub for $name {
            type Output = Self;

            #[inline(always)]
            fn sub(self, other: Self) -> Self {
                // SAFETY: see above.
                unsafe { $name($subtract(self.0, other.0)) }
            }
        }

        impl Mul<i16> for $name {
            type Output = Self;

            #[inline(always)]
            fn mul(self, factor: i16) -> Self {
                // SAFETY: see above.
                unsafe { $name($multiply(self.0, $splat(factor.into()))) }
            }
        }

        impl Vector for $name {
            type Proof = Avx2;
            type Numbers = $numbers;

            #[inline(always)]
            fn load(_proof: Avx2, numbers: &$numbers) -> Self {
                // SAFETY: see above.
                unsafe { std::ptr::from_ref(numbers).cast::<Self>().read_unaligned() }
            }

            #[inline(always)]
            fn store(self, numbers: &mut $numbers) {
                // SAFETY: see above.
                unsafe { std::ptr::from_mut(numbers).cast::<Self>().write_unaligned(self) }
            }
        }
    };
}

vector!(Words, [i16; WORDS], _mm256_add_epi16, _mm256_sub_epi16, _mm256_mullo_epi16, _mm256_set1_epi16);
vector!(Floats, [f32; FLOATS], _mm256_add_ps, _mm256_sub_ps, _mm256_mul_ps, _mm256_set1_ps);

impl Products for Floats {
    #[inline(always)]
    fn rectify(self) -> Self {
        // SAFETY: as of every function of a vector.
        unsafe { Floats(_mm256_max_ps(self.0, _mm256_setzero_ps())) }
    }

    #[inline(always)]
    fn round(self, rates: Self) -> [i16; FLOATS] {
        // SAFETY: as of every function of a vector; any 128 bits are eight words.
        unsafe {
            let numbers = _mm256_cvtps_epi32(_mm256_min_ps(_mm256_mul_ps(self.0, rates.0), _mm256_set1_ps(MOST)));
            std::mem::transmute(_mm_packs_epi32(_mm256_castsi256_si128(numbers), _mm256_extracti128_si256::<1>(numbers)))
        }
    }
}

/// Computes a convolution. SAFETY: the processor has AVX2.
#[target_feature(enable = "avx2")]
pub(super) fn convolve(
    layer: &ValueLayer,
    memory: &mut TileMemory,
    input: &[i16],
    mut skip: Option<&mut [f32]>,
    output: &mut [i16],
) {
    let TileMemory { tiles, values, products, .. } = memory;
    let channels = layer.biases.len();
    transform_places::<Words>(Avx2, tiles, channels, input, values);
    for block in 0..channels / block_width(channels) {
        match block_width(channels) {
            24 => multiply_values::<3, 4>(tiles, (layer, block), values, products),
            _ => multiply_values::<2, 6>(tiles, (layer, block), values, products),
        }
        restore_places::<Floats>(Avx2, tiles, (layer, block), products, skip.as_deref_mut(), output);
    }
}

/// Multiplies the values of all activations by those of a block of weights, `N` vectors of outputs and at most `ROWS` tiles at once.
#[target_feature(enable = "avx2")]
fn multiply_values<const N: usize, const ROWS: usize>(
    tiles: &Tiles,
    (layer, block): (&ValueLayer, usize),
    values: &[i16],
    products: &mut [f32],
) {
    let (depth, width) = (layer.biases.len() / 2, N * FLOATS);
    let values = values.as_chunks().0;
    for point in 0..POINTS * POINTS {
        let at = block * POINTS * POINTS + point;
        let weights = &layer.weights[at * depth * width..][..depth * width];
        let units = &layer.units[at * width..][..width];
        let mut range = tiles.values(point);
        while !range.is_empty() {
            let count = range.len().div_ceil(range.len().div_ceil(ROWS));
            let values = &values[range.start * depth..][..count * depth];
            let products = &mut products[range.start * width..][..count * width];
            match count {
                1 => multiply_block::<1, N>(values, weights, units, products),
                2 => multiply_block::<2, N>(values, weights, units, products),
                3 => multiply_block::<3, N>(values, weights, units, products),
                4 => multiply_block::<4, N>(values, weights, units, products),
                5 => multiply_block::<5, N>(values, weights, units, products),
                _ => multiply_block::<6, N>(values, weights, units, products),
            }
            range.start += count;
        }
    }
}

/// Multiplies the values of `M` tiles by weights of `N` vectors of outputs, with all sums in registers.
#[inline]
#[target_feature(enable = "avx2")]
fn multiply_block<const M: usize, const N: usize>(
    values: &[[i16; 2]],
    weights: &[[i16; 2]],
    units: &[f32],
    products: &mut [f32],
) {
    let depth = values.len() / M;
    assert!(weights.len() >= depth * N * FLOATS && units.len() >= N * FLOATS && products.len() >= M * N * FLOATS);
    let mut sums = [[_mm256_setzero_si256(); N]; M];
    let mut row = [_mm256_setzero_si256(); N];
    // SAFETY: all that is read and written lies before the ends that are asserted.
    unsafe {
        for pair in 0..depth {
            let weights = weights.as_ptr().add(pair * N * FLOATS);
            each!(C < N, { row[C] = _mm256_loadu_si256(weights.add(C * FLOATS).cast()) });
            each!(R < M, {
                let value = _mm256_set1_epi32(values.as_ptr().add(R * depth + pair).cast::<i32>().read_unaligned());
                each!(C < N, { sums[R][C] = _mm256_add_epi32(sums[R][C], _mm256_madd_epi16(value, row[C])) });
            });
        }
        each!(R < M, {
            each!(C < N, {
                let unit = _mm256_loadu_ps(units.as_ptr().add(C * FLOATS));
                let product = _mm256_mul_ps(_mm256_cvtepi32_ps(sums[R][C]), unit);
                _mm256_storeu_ps(products.as_mut_ptr().add((R * N + C) * FLOATS), product);
            });
        });
    }
}

/// Runs the chains of products of pairs of words; returns its lanes. SAFETY: the processor has AVX2.
#[target_feature(enable = "avx2")]
pub(super) fn chains(steps: usize) -> usize {
    // The sums are a factor, because the compiler would compute a product of constants once.
    let mut sums = std::hint::black_box([_mm256_set1_epi16(1); super::CHAINS]);
    for _ in 0..steps {
        each!(I < super::CHAINS, { sums[I] = _mm256_add_epi32(sums[I], _mm256_madd_epi16(sums[I], sums[I])) });
    }
    std::hint::black_box(sums);
    FLOATS
}
