//! The vectors of AVX2 and AVX-512, with floats, bfloat16 and bytes, and the tiles compiled for each of them.
#![expect(unsafe_code, reason = "intrinsics of instruction sets that were asked for")]

use std::arch::x86_64::*;

use super::*;

/// Implements [`Floats`] for a vector of the processor, and [`Simd`] for `f32` with it.
macro_rules! intrinsics {
    ($name:ident, $vector:ident, $lanes:literal, $zero:ident, $splat:ident, $add:ident, $max:ident, $fma:ident) => {
        // SAFETY of all functions: only those compiled for this instruction set call these, with pointers to `LANES` floats.
        impl Floats for $vector {
            const LANES: usize = $lanes;

            #[inline(always)]
            unsafe fn zero() -> Self {
                // SAFETY: as the caller's.
                unsafe { $zero() }
            }

            #[inline(always)]
            unsafe fn add(self, other: Self) -> Self {
                // SAFETY: as the caller's.
                unsafe { $add(self, other) }
            }

            #[inline(always)]
            unsafe fn max(self, other: Self) -> Self {
                // SAFETY: as the caller's.
                unsafe { $max(self, other) }
            }
        }

        struct $name;

        // SAFETY of all functions: as above.
        impl Simd for $name {
            type Element = f32;
            type Vector = $vector;
            type Sums = $vector;
            type Floats = $vector;

            #[inline(always)]
            unsafe fn splat(number: f32) -> $vector {
                // SAFETY: as the caller's.
                unsafe { $splat(number) }
            }

            #[inline(always)]
            unsafe fn multiply_add(a: $vector, b: $vector, sums: $vector) -> $vector {
                // SAFETY: as the caller's.
                unsafe { $fma(a, b, sums) }
            }
        }
    };
}

intrinsics!(Avx2, __m256, 8, _mm256_setzero_ps, _mm256_set1_ps, _mm256_add_ps, _mm256_max_ps, _mm256_fmadd_ps);
intrinsics!(Avx512, __m512, 16, _mm512_setzero_ps, _mm512_set1_ps, _mm512_add_ps, _mm512_max_ps, _mm512_fmadd_ps);

/// Sixteen sums of products of pairs.
struct Bf16;

// SAFETY: only functions compiled for this set call these, with pointers to 16 elements; any 512 bits are 32 numbers.
impl Simd for Bf16 {
    type Element = Bf16Pair;
    type Vector = __m512bh;
    type Sums = __m512;
    type Floats = __m512;

    #[inline(always)]
    unsafe fn splat(pair: Bf16Pair) -> __m512bh {
        // SAFETY: as the caller's; both types are 64 bytes without a forbidden value.
        unsafe { std::mem::transmute(_mm512_set1_epi32(pair.0.cast_signed())) }
    }

    #[inline(always)]
    unsafe fn multiply_add(a: __m512bh, b: __m512bh, sums: __m512) -> __m512 {
        // SAFETY: as the caller's.
        unsafe { _mm512_dpbf16_ps(sums, a, b) }
    }

    #[inline(always)]
    unsafe fn store_elements(to: *mut Bf16Pair, result: __m512, _units: *const f32) {
        // SAFETY: as the caller's.
        unsafe { to.cast::<__m256bh>().write_unaligned(_mm512_cvtneps_pbh(result)) }
    }
}

/// Implements [`Sums`] for a vector of integers, and [`Simd`] for bytes with it, by a function that adds the products of bytes to
/// sums, and one that writes rounded results.
macro_rules! bytes {
    (
        $name:ident, $element:ident, $integers:ident, $floats:ident, $add_products:ident, $write:ident,
        $zero:ident, $splat:ident, $load:ident, $multiply:ident, $fma:ident, $to_floats:ident, $to_integers:ident
    ) => {
        // SAFETY of all functions: only those compiled for this instruction set call these, with pointers to as many units.
        impl Sums<$floats> for $integers {
            #[inline(always)]
            unsafe fn begin(_start: $floats) -> Self {
                // SAFETY: as the caller's.
                unsafe { $zero() }
            }

            #[inline(always)]
            unsafe fn end(self, start: $floats, units: *const f32) -> $floats {
                // SAFETY: as the caller's.
                unsafe { $fma($to_floats(self), $load(units), start) }
            }
        }

        struct $name;

        // SAFETY of all functions: as above; any bits are a vector of bytes.
        impl Simd for $name {
            type Element = $element;
            type Vector = $integers;
            type Sums = $integers;
            type Floats = $floats;

            #[inline(always)]
            unsafe fn splat(element: $element) -> $integers {
                // SAFETY: as the caller's.
                unsafe { $splat(element.0.cast_signed()) }
            }

            #[inline(always)]
            unsafe fn multiply_add(a: $integers, b: $integers, sums: $integers) -> $integers {
                // SAFETY: as the caller's.
                unsafe { $add_products(sums, a, b) }
            }

            #[inline(always)]
            unsafe fn store_elements(to: *mut $element, result: $floats, units: *const f32) {
                // SAFETY: as the caller's.
                unsafe { $write(to, $to_integers($multiply(result, $load(units)))) }
            }
        }
    };
}

bytes!(
    Words,
    WordPair,
    __m256i,
    __m256,
    add_word_products,
    write_words,
    _mm256_setzero_si256,
    _mm256_set1_epi32,
    _mm256_loadu_ps,
    _mm256_mul_ps,
    _mm256_fmadd_ps,
    _mm256_cvtepi32_ps,
    _mm256_cvtps_epi32
);
bytes!(
    Quads,
    Quad,
    __m512i,
    __m512,
    _mm512_dpbusd_epi32,
    write_quads,
    _mm512_setzero_si512,
    _mm512_set1_epi32,
    _mm512_loadu_ps,
    _mm512_mul_ps,
    _mm512_fmadd_ps,
    _mm512_cvtepi32_ps,
    _mm512_cvtps_epi32
);

/// Adds the products of pairs of words to eight sums. SAFETY: the processor has AVX2.
#[inline(always)]
unsafe fn add_word_products(sums: __m256i, a: __m256i, b: __m256i) -> __m256i {
    // SAFETY: as the caller's.
    unsafe { _mm256_add_epi32(sums, _mm256_madd_epi16(a, b)) }
}

/// Writes eight numbers, at most 255. SAFETY: the processor has AVX2, and there is room for four pairs.
#[inline(always)]
unsafe fn write_words(to: *mut WordPair, numbers: __m256i) {
    // SAFETY: as the caller's.
    unsafe {
        // The lower four numbers, then the upper four.
        let words = _mm_packus_epi32(_mm256_castsi256_si128(numbers), _mm256_extracti128_si256::<1>(numbers));
        to.cast::<__m128i>().write_unaligned(_mm_min_epu16(words, _mm_set1_epi16(255)));
    }
}

/// Writes sixteen numbers, at most 255. SAFETY: the processor has AVX-512, and there is room for four quads.
#[inline(always)]
unsafe fn write_quads(to: *mut Quad, numbers: __m512i) {
    // SAFETY: as the caller's.
    unsafe { to.cast::<__m128i>().write_unaligned(_mm512_cvtusepi32_epi8(numbers)) }
}

/// Compiles a function for an instruction set. SAFETY of it: the processor has that set, and a product is checked.
macro_rules! compile_for {
    ($features:literal, $name:ident($($argument:ident: $type:ty),*) $(-> $result:ty)?, $body:expr) => {
        #[target_feature(enable = $features)]
        pub unsafe fn $name($($argument: $type),*) $(-> $result)? {
            // SAFETY: as the caller's.
            unsafe { $body }
        }
    };
}

compile_for!("avx2,fma", multiply_avx2(product: &Product<'_, f32>, out: Out<f32>), match product.rows {
    // 16 registers: at most 6 x 2 sums, 2 of weights, 1 of activations.
    rows if rows % 6 != 0 && rows % 4 == 0 => tiles::<Avx2, 4, 2>(product, &out),
    _ => tiles::<Avx2, 6, 2>(product, &out),
});
// 32 registers: at most 24 sums.
compile_for!("avx512f", multiply_avx512(product: &Product<'_, f32>, out: Out<f32>), match (product.rows, product.columns) {
    (rows, columns) if rows % 12 != 0 && rows % 8 == 0 && columns % 32 == 0 => tiles::<Avx512, 8, 2>(product, &out),
    (_, columns) if columns % 32 == 0 => tiles::<Avx512, 12, 2>(product, &out),
    (_, columns) if columns % 48 == 0 => tiles::<Avx512, 6, 3>(product, &out),
    _ => tiles::<Avx512, 12, 1>(product, &out),
});
compile_for!("avx512f,avx512bf16", multiply_bf16(product: &Product<'_, Bf16Pair>, out: Out<Bf16Pair>), match product.columns {
    columns if columns % 32 == 0 => tiles::<Bf16, 12, 2>(product, &out),
    columns if columns % 48 == 0 => tiles::<Bf16, 6, 3>(product, &out),
    _ => tiles::<Bf16, 12, 1>(product, &out),
});
compile_for!("avx2,fma", multiply_words(product: &Product<'_, WordPair>, out: Out<WordPair>), match product.rows {
    rows if rows % 6 != 0 && rows % 4 == 0 => tiles::<Words, 4, 2>(product, &out),
    _ => tiles::<Words, 6, 2>(product, &out),
});
compile_for!("avx512f,avx512vnni", multiply_quads(product: &Product<'_, Quad>, out: Out<Quad>), match product.columns {
    columns if columns % 32 == 0 => tiles::<Quads, 12, 2>(product, &out),
    columns if columns % 48 == 0 => tiles::<Quads, 6, 3>(product, &out),
    _ => tiles::<Quads, 12, 1>(product, &out),
});
compile_for!("avx2,fma", chains_avx2(steps: usize) -> usize, chains::<Avx2>(1.0, steps));
compile_for!("avx2", chains_words(steps: usize) -> usize, {
    // The sums are a factor, because the compiler would compute a product of constants once.
    let mut sums = std::hint::black_box([Words::splat(WordPair(0x0001_0001)); CHAINS]);
    for _ in 0..steps {
        each!(I < CHAINS, { sums[I] = Words::multiply_add(sums[I], sums[I], sums[I]) });
    }
    std::hint::black_box(sums);
    __m256::LANES
});
compile_for!("avx512f", chains_avx512(steps: usize) -> usize, chains::<Avx512>(1.0, steps));
compile_for!("avx512f,avx512bf16", chains_bf16(steps: usize) -> usize, chains::<Bf16>(Bf16Pair::new(1.0, 1.0), steps));
compile_for!("avx512f,avx512vnni", chains_quads(steps: usize) -> usize, chains::<Quads>(Quad(0x0101_0101), steps));
