//! The vectors of AVX2, AVX-512 and AVX-512 with bfloat16 or bytes, and the tiles compiled for each of them.
#![expect(unsafe_code, reason = "intrinsics of instruction sets that were asked for")]

use std::arch::x86_64::*;
use std::sync::LazyLock;

use super::*;

/// Returns whether products of pairs take less time than those of floats. An AMD processor makes as many vector instructions of the
/// one as of the other in a second, an Intel one (Sapphire Rapids) a quarter as many: `ludion bench hex --network` prints both peaks.
pub(super) fn multiplies_pairs_fast() -> bool {
    static IS_FAST: LazyLock<bool> = LazyLock::new(|| {
        let is_amd = __cpuid(0).ebx == u32::from_le_bytes(*b"Auth");
        is_amd && is_x86_feature_detected!("avx512bf16")
    });
    *IS_FAST
}

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
pub(super) struct Bf16;

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

// SAFETY of both functions: as of `Int8`.
impl Sums<__m512> for __m512i {
    #[inline(always)]
    unsafe fn begin(_start: __m512) -> __m512i {
        // SAFETY: as the caller's.
        unsafe { _mm512_setzero_si512() }
    }

    #[inline(always)]
    unsafe fn end(self, start: __m512, units: *const f32) -> __m512 {
        // SAFETY: as the caller's.
        unsafe { _mm512_fmadd_ps(_mm512_cvtepi32_ps(self), _mm512_loadu_ps(units), start) }
    }
}

/// Sixteen integer sums of products of quads.
pub(super) struct Int8;

// SAFETY: only functions compiled for this set call these, with pointers to 16 elements or units; any 512 bits are 64 bytes.
impl Simd for Int8 {
    type Element = Quad;
    type Vector = __m512i;
    type Sums = __m512i;
    type Floats = __m512;

    #[inline(always)]
    unsafe fn splat(quad: Quad) -> __m512i {
        // SAFETY: as the caller's.
        unsafe { _mm512_set1_epi32(quad.0.cast_signed()) }
    }

    #[inline(always)]
    unsafe fn multiply_add(a: __m512i, b: __m512i, sums: __m512i) -> __m512i {
        // SAFETY: as the caller's.
        unsafe { _mm512_dpbusd_epi32(sums, a, b) }
    }

    #[inline(always)]
    unsafe fn store_elements(to: *mut Quad, result: __m512, units: *const f32) {
        // SAFETY: as the caller's.
        unsafe {
            let rounded = _mm512_cvtps_epi32(_mm512_mul_ps(result, _mm512_loadu_ps(units)));
            to.cast::<__m128i>().write_unaligned(_mm512_cvtusepi32_epi8(rounded));
        }
    }
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
compile_for!("avx512f,avx512vnni", multiply_int8(product: &Product<'_, Quad>, out: Out<Quad>), match product.columns {
    columns if columns % 32 == 0 => tiles::<Int8, 12, 2>(product, &out),
    columns if columns % 48 == 0 => tiles::<Int8, 6, 3>(product, &out),
    _ => tiles::<Int8, 12, 1>(product, &out),
});
compile_for!("avx2,fma", chains_avx2(steps: usize) -> usize, chains::<Avx2>(1.0, steps));
compile_for!("avx512f", chains_avx512(steps: usize) -> usize, chains::<Avx512>(1.0, steps));
compile_for!("avx512f,avx512bf16", chains_bf16(steps: usize) -> usize, chains::<Bf16>(Bf16Pair::new(1.0, 1.0), steps));
compile_for!("avx512f,avx512vnni", chains_int8(steps: usize) -> usize, chains::<Int8>(Quad(0x0101_0101), steps));

/// Does work with vectors of AVX-512. SAFETY: the processor has it, with bfloat16.
#[target_feature(enable = "avx512f,avx512bf16")]
pub(super) unsafe fn vectorize<R>(work: impl FnOnce() -> R) -> R {
    work()
}
