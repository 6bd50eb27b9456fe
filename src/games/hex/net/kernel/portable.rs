//! Vectors in plain Rust, for every processor.
#![expect(unsafe_code, reason = "the functions of a vector, which are unsafe for those of instruction sets")]

use std::array::from_fn;

use super::{Floats, Simd};

const LANES: usize = 8;

// SAFETY: any eight floats are a vector, and the caller vouches for eight of them behind a pointer.
impl Floats for [f32; LANES] {
    const LANES: usize = LANES;

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
pub(super) struct Portable;

impl Simd for Portable {
    type Element = f32;
    type Vector = [f32; LANES];
    type Sums = [f32; LANES];
    type Floats = [f32; LANES];

    #[inline(always)]
    unsafe fn splat(number: f32) -> [f32; LANES] {
        [number; LANES]
    }

    #[inline(always)]
    unsafe fn multiply_add(a: [f32; LANES], b: [f32; LANES], sums: [f32; LANES]) -> [f32; LANES] {
        from_fn(|i| sums[i] + a[i] * b[i])
    }
}
