//! Products of pairs and of quads in the tile registers of AMX (Intel, *64 and IA-32 Architectures Optimization Reference Manual*,
//! chapter 20), which make many times the products of vector registers: `ludion bench hex --network` prints both peaks.
//!
//! A tile of the result has up to 16 rows and 16 columns. Blocks of two by two tiles are summed over all shifts and terms, then
//! finished row by row in vector registers. The rows of all tiles are as many as divide the product best; the last block
//! repeats some of the one before it.
#![expect(unsafe_code, reason = "instructions that the compiler has no functions for yet")]

use std::arch::asm;
use std::arch::x86_64::*;
use std::sync::LazyLock;

use arrayvec::ArrayVec;

use super::x86::{self, Bf16, Int8};
use super::*;

/// Rows of a tile, its columns of results, and its elements of a row or column of a matrix, at most.
const TILE: usize = 16;

/// Fewest terms of a tile that is faster than vectors.
const MIN_TERMS: usize = 4;

/// Most steps of a block: tiles of a row of the left matrix.
const MAX_STEPS: usize = 128;

/// Returns whether the processor multiplies tiles of both kinds, and the operating system lets this process.
pub(super) fn is_available() -> bool {
    static IS_AVAILABLE: LazyLock<bool> = LazyLock::new(|| {
        // Bits of leaf 7 of CPUID: AMX-BF16, AMX-TILE, AMX-INT8.
        const NEEDED: u32 = 1 << 22 | 1 << 24 | 1 << 25;
        let has_tiles = __cpuid(0).eax >= 7 && __cpuid_count(7, 0).edx & NEEDED == NEEDED;
        has_tiles && is_x86_feature_detected!("avx512bf16") && is_x86_feature_detected!("avx512vnni") && is_permitted()
    });
    *IS_AVAILABLE
}

/// Asks the kernel for room for tiles in the state of this process's threads.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
fn is_permitted() -> bool {
    const ARCH_REQ_XCOMP_PERM: libc::c_long = 0x1023;
    const XFEATURE_XTILEDATA: libc::c_long = 18;
    // SAFETY: arch_prctl(2) with this request changes only what the kernel saves for each thread.
    unsafe { libc::syscall(libc::SYS_arch_prctl, ARCH_REQ_XCOMP_PERM, XFEATURE_XTILEDATA) == 0 }
}

#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
fn is_permitted() -> bool {
    false
}

/// The shapes of the eight tile registers, as LDTILECFG reads them.
#[repr(C, align(64))]
#[derive(Default)]
struct Shapes {
    palette: u8,
    start_row: u8,
    reserved: [u8; 14],
    row_bytes: [u16; 16],
    rows: [u8; 16],
}

/// The sums of a block, tile by tile, 32 bits each.
#[repr(align(64))]
struct BlockSums([[u32; TILE]; 4 * TILE]);

/// How a product is cut into tiles.
struct Plan {
    /// Rows of each tile of the result.
    rows: usize,
    /// Terms of each tile of the left matrix.
    terms: usize,
    /// Where each tile of the first row begins in the left matrix, in bytes from the origin.
    steps: ArrayVec<isize, MAX_STEPS>,
}

impl Plan {
    /// Returns nothing for a product that vectors make faster, or that does not fit.
    fn new<T>(product: &Product<'_, T>) -> Option<Plan> {
        const { assert!(size_of::<T>() == 4) };
        let terms = (MIN_TERMS..=TILE).rev().find(|&terms| product.depth.is_multiple_of(terms))?;
        let tiles = product.depth / terms;
        let rows = product.rows.div_ceil(2 * product.rows.div_ceil(2 * TILE));
        let fits = product.depth_stride == 1 && product.rows >= 2 * rows && product.shifts.len() * tiles <= MAX_STEPS;
        fits.then(|| {
            let tile = |&shift: &isize| (0..tiles).map(move |tile| 4 * (shift + (tile * terms).cast_signed()));
            Plan { rows, terms, steps: product.shifts.iter().flat_map(tile).collect() }
        })
    }

    /// Loads the shapes of the registers: 0 to 3 are sums, 4 and 5 of the left matrix, 6 and 7 of the right one.
    ///
    /// SAFETY: the processor has AMX.
    unsafe fn load_shapes(&self) {
        let mut shapes = Shapes { palette: 1, ..Shapes::default() };
        let (rows, terms) = (self.rows as u8, self.terms as u8);
        shapes.rows[..8].copy_from_slice(&[rows, rows, rows, rows, rows, rows, terms, terms]);
        shapes.row_bytes[..8].fill(64);
        shapes.row_bytes[4..6].fill(4 * u16::from(terms));
        // SAFETY: as the caller's; the shapes are those of a palette that every processor with AMX has.
        unsafe { asm!("ldtilecfg [{}]", in(reg) &raw const shapes, options(nostack, readonly)) };
    }
}

/// What a block reads, in bytes where it is a step.
struct BlockSource<'a> {
    steps: &'a [isize],
    left: *const u8,
    /// From one row of the left matrix to the next.
    left_stride: usize,
    /// From the first row of a tile to that of the tile below it.
    left_tile: usize,
    right: *const u8,
    /// From one row of the right matrix to the next.
    right_stride: usize,
    /// From one tile of the right matrix to the one below it.
    right_tile: usize,
}

/// How an instruction set of tiles multiplies elements.
trait Tiles: Simd<Floats = __m512> {
    /// Sums a block.
    ///
    /// SAFETY: shapes are loaded, and the tiles of all steps lie inside their matrices.
    unsafe fn sum_block(source: &BlockSource<'_>, sums: &mut BlockSums);
    /// Returns a row of results of its sums.
    unsafe fn finish(sums: __m512i, start: __m512, units: *const f32) -> __m512;
}

/// Implements [`Tiles::sum_block`] by an instruction.
macro_rules! sum_block {
    ($instruction:literal) => {
        #[inline(always)]
        unsafe fn sum_block(source: &BlockSource<'_>, sums: &mut BlockSums) {
            let steps = source.steps.as_ptr_range();
            // SAFETY: the caller vouches for what is read; `sums` has room for four tiles.
            unsafe {
                asm!(
                    "tilezero tmm0",
                    "tilezero tmm1",
                    "tilezero tmm2",
                    "tilezero tmm3",
                    "2:",
                    "mov {place}, [{step}]",
                    "add {place}, {left}",
                    "tileloadd tmm6, [{right} + {right_stride}]",
                    "tileloadd tmm4, [{place} + {left_stride}]",
                    concat!($instruction, " tmm0, tmm4, tmm6"),
                    "add {place}, {left_tile}",
                    "tileloadd tmm7, [{right} + {right_stride} + 64]",
                    concat!($instruction, " tmm1, tmm4, tmm7"),
                    "tileloadd tmm5, [{place} + {left_stride}]",
                    concat!($instruction, " tmm2, tmm5, tmm6"),
                    concat!($instruction, " tmm3, tmm5, tmm7"),
                    "add {right}, {right_tile}",
                    "add {step}, 8",
                    "cmp {step}, {end}",
                    "jne 2b",
                    "mov {place:e}, 64",
                    "tilestored [{sums} + {place}], tmm0",
                    "tilestored [{sums} + {place} + 1024], tmm1",
                    "tilestored [{sums} + {place} + 2048], tmm2",
                    "tilestored [{sums} + {place} + 3072], tmm3",
                    place = out(reg) _,
                    step = inout(reg) steps.start => _,
                    end = in(reg) steps.end,
                    left = in(reg) source.left,
                    left_stride = in(reg) source.left_stride,
                    left_tile = in(reg) source.left_tile,
                    right = inout(reg) source.right => _,
                    right_stride = in(reg) source.right_stride,
                    right_tile = in(reg) source.right_tile,
                    sums = in(reg) &raw mut sums.0,
                    out("tmm0") _, out("tmm1") _, out("tmm2") _, out("tmm3") _,
                    out("tmm4") _, out("tmm5") _, out("tmm6") _, out("tmm7") _,
                    options(nostack),
                );
            }
        }
    };
}

// SAFETY of all functions: as of the trait.
impl Tiles for Bf16 {
    sum_block!("tdpbf16ps");

    #[inline(always)]
    unsafe fn finish(sums: __m512i, start: __m512, _units: *const f32) -> __m512 {
        // SAFETY: as the caller's.
        unsafe { _mm512_add_ps(_mm512_castsi512_ps(sums), start) }
    }
}

// SAFETY of all functions: as of the trait.
impl Tiles for Int8 {
    sum_block!("tdpbusd");

    #[inline(always)]
    unsafe fn finish(sums: __m512i, start: __m512, units: *const f32) -> __m512 {
        // SAFETY: as the caller's.
        unsafe { sums.end(start, units) }
    }
}

/// Computes a product block by block.
///
/// SAFETY: the product is checked, the plan is its own, and it has columns for a block.
#[inline(always)]
unsafe fn multiply<S: Tiles>(product: &Product<'_, S::Element>, plan: &Plan, out: &Out<S::Element>) {
    let Product { rows, columns, row_stride, .. } = *product;
    let mut sums = BlockSums([[0; TILE]; 4 * TILE]);
    // SAFETY: blocks lie inside the result, so that every index is at most the one that `Product::check` has compared.
    unsafe {
        plan.load_shapes();
        for done_columns in (0..columns).step_by(2 * TILE) {
            let column = done_columns.min(columns - 2 * TILE);
            for done_rows in (0..rows).step_by(2 * plan.rows) {
                let row = done_rows.min(rows - 2 * plan.rows);
                let source = BlockSource {
                    steps: &plan.steps,
                    left: product.left.as_ptr().add(product.origin + row * row_stride).cast(),
                    left_stride: 4 * row_stride,
                    left_tile: 4 * plan.rows * row_stride,
                    right: product.right.as_ptr().add(column).cast(),
                    right_stride: 4 * columns,
                    right_tile: 4 * plan.terms * columns,
                };
                S::sum_block(&source, &mut sums);
                for (tile, sums) in sums.0.as_chunks::<TILE>().0.iter().enumerate() {
                    let (first_row, column) = (row + tile / 2 * plan.rows, column + tile % 2 * TILE);
                    for (row, sums) in (first_row..).zip(&sums[..plan.rows]) {
                        if row >= done_rows && column >= done_columns {
                            finish_row::<S>(product, sums, row, column, out);
                        }
                    }
                }
            }
        }
        asm!("tilerelease", options(nostack, nomem));
    }
}

/// Writes a row of results of a tile.
///
/// SAFETY: the product is checked, and the row and the columns lie inside the result.
#[inline(always)]
unsafe fn finish_row<S: Tiles>(
    product: &Product<'_, S::Element>,
    sums: &[u32; TILE],
    row: usize,
    column: usize,
    out: &Out<S::Element>,
) {
    let at = product.out_origin + row * product.columns + column;
    // SAFETY: as the caller's.
    unsafe {
        let start = start::<S>(product, column, at, out);
        let sums = _mm512_loadu_si512(sums.as_ptr().cast());
        let result = S::finish(sums, start, out.sum_units.wrapping_add(column));
        write::<S>(product, result, column, at, out);
    }
}

/// Compiles a function for tiles, which leaves a product that they do not suit to one of vectors. SAFETY of it: as there.
macro_rules! compile_tiles {
    ($name:ident, $set:ident, $element:ident, $vectors:path) => {
        #[target_feature(enable = "avx512f,avx512bf16,avx512vnni")]
        pub unsafe fn $name(product: &Product<'_, $element>, out: Out<$element>) {
            let plan = Plan::new(product).filter(|_| product.columns >= 2 * TILE);
            // SAFETY: as the caller's.
            unsafe {
                match plan {
                    Some(plan) => multiply::<$set>(product, &plan, &out),
                    None => $vectors(product, out),
                }
            }
        }
    };
}

compile_tiles!(multiply_bf16, Bf16, Bf16Pair, x86::multiply_bf16);
compile_tiles!(multiply_int8, Int8, Quad, x86::multiply_int8);

/// Multiplies tiles of quads in registers alone, as many in a step as there are chains. Returns the products of a chain in a step.
///
/// SAFETY: the processor has AMX.
pub(super) unsafe fn chains(steps: usize) -> usize {
    // SAFETY: as the caller's; nothing is read or written but registers.
    unsafe {
        Plan { rows: TILE, terms: TILE, steps: ArrayVec::new() }.load_shapes();
        for _ in 0..steps * CHAINS / 4 {
            asm!(
                "tdpbusd tmm0, tmm4, tmm6",
                "tdpbusd tmm1, tmm4, tmm7",
                "tdpbusd tmm2, tmm5, tmm6",
                "tdpbusd tmm3, tmm5, tmm7",
                out("tmm0") _, out("tmm1") _, out("tmm2") _, out("tmm3") _,
                options(nostack, nomem),
            );
        }
        asm!("tilerelease", options(nostack, nomem));
    }
    4 * TILE * TILE * TILE
}
