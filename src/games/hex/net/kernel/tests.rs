//! Every instruction set against the definition of a product.

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
        for start in [Start::Bias(&bias), Start::BiasAndRows(&bias, &skip), Start::BiasAndResult(&bias), Start::Result] {
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
fn plain_product(product: &Product<'_, f32>, before: &[f32]) -> Vec<f64> {
    let mut out: Vec<f64> = before.iter().map(|&number| f64::from(number)).collect();
    for row in 0..product.rows {
        for column in 0..product.columns {
            let place = product.out_origin + row * product.columns + column;
            let mut sum = match product.start {
                Start::Bias(bias) => f64::from(bias[column]),
                Start::BiasAndRows(bias, rows) => f64::from(bias[column]) + f64::from(rows[place]),
                Start::BiasAndResult(bias) => f64::from(bias[column]) + out[place],
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

/// The nearest numbers that a pair holds.
fn round_to_pairs(numbers: &[f32]) -> Vec<f32> {
    numbers.as_chunks().0.iter().flat_map(|&[a, b]| Bf16Pair::new(a, b).floats()).collect()
}

fn pairs(numbers: &[f32]) -> Vec<Bf16Pair> {
    numbers.as_chunks().0.iter().map(|&[a, b]| Bf16Pair::new(a, b)).collect()
}

#[test]
fn pairs_hold_the_nearest_numbers() {
    assert_eq!(Bf16Pair::new(1.0, -2.5).floats(), [1.0, -2.5]);
    // bfloat16 has eight bits of precision: between 1 and 2 its numbers are 1/128 apart, and ties go to the even one.
    assert_eq!(Bf16Pair::new(1.0 + 1.0 / 256.0, 1.0 + 3.0 / 256.0).floats(), [1.0, 1.0 + 2.0 / 128.0]);
    assert_eq!(Bf16Pair::new(1.0 + 0.9 / 256.0, 1.0 + 1.1 / 256.0).floats(), [1.0, 1.0 + 1.0 / 128.0]);
}

/// Returns a product whose first row stands behind a border of 13 others, as on a board with rows of 12.
fn product_of_board<'a, T>(
    [rows, columns, depth]: [usize; 3],
    shifts: &'a [isize],
    left: &'a [T],
    right: &'a [T],
    start: Start<'a>,
) -> Product<'a, T> {
    Product {
        rows,
        columns,
        depth,
        row_stride: depth,
        depth_stride: 1,
        origin: 13 * depth,
        shifts,
        left,
        right,
        start,
        relu: true,
        out_origin: 8,
    }
}

#[test]
fn products_of_pairs_are_those_of_the_numbers_that_they_hold() {
    let mut random = Pcg64Mcg::seed_from_u64(2);
    let mut numbers = |count: usize| (0..count).map(|_| random.random_range(-1.0..1.0)).collect::<Vec<f32>>();
    for set in InstructionSet::available().into_iter().filter(|set| set.has_bf16()) {
        for (rows, columns, inputs) in [(36, 32, 2), (132, 32, 32), (37, 48, 48), (24, 64, 64), (5, 16, 16)] {
            let shifts = [-12isize, -1, 0, 1, 11].map(|shift| shift * (inputs as isize));
            let (left, skip) = (round_to_pairs(&numbers((rows + 25) * inputs)), numbers(8 + rows * columns));
            let (right, bias) = (round_to_pairs(&numbers(shifts.len() * inputs * columns)), numbers(columns));
            // Two neighbouring inputs of a column stand together.
            let row = |row: usize| &right[row * columns..(row + 1) * columns];
            let paired: Vec<Bf16Pair> = (0..shifts.len() * inputs / 2)
                .flat_map(|pair| row(2 * pair).iter().zip(row(2 * pair + 1)).map(|(&a, &b)| Bf16Pair::new(a, b)))
                .collect();
            for start in [Start::Bias(&bias), Start::BiasAndRows(&bias, &skip), Start::BiasAndResult(&bias), Start::Result] {
                let product = product_of_board([rows, columns, inputs], &shifts, &left, &right, start);
                let plain = plain_product(&product, &skip);
                let (half_shifts, left_pairs) = (shifts.map(|shift| shift / 2), pairs(&left));
                let halved = product_of_board([rows, columns, inputs / 2], &half_shifts, &left_pairs, &paired, start);
                let mut found = skip.clone();
                let mut found_pairs = pairs(&skip);
                halved.run(set, Some(&mut found), Some(&mut found_pairs));
                for (index, (a, b)) in found.iter().zip(&plain).enumerate() {
                    assert!((f64::from(*a) - b).abs() <= 1e-4 * b.abs().max(1.0), "{set:?} {index}: {a} for {b}");
                }
                assert_eq!(found_pairs, pairs(&found));
                if matches!(start, Start::Bias(_)) {
                    let mut alone = pairs(&skip);
                    halved.run(set, None, Some(&mut alone));
                    assert_eq!(alone, found_pairs);
                }
            }
        }
    }
}

/// The definition of a product of quads: whole sums, then their units.
fn plain_quads(product: &Product<'_, Quad>, units: Units<'_>, before: &[f32]) -> Vec<f32> {
    let mut out = before.to_vec();
    for row in 0..product.rows {
        for column in 0..product.columns {
            let place = product.out_origin + row * product.columns + column;
            let start = match product.start {
                Start::Bias(bias) => bias[column],
                Start::BiasAndRows(bias, rows) => bias[column] + rows[place],
                Start::BiasAndResult(bias) => bias[column] + out[place],
                Start::Result => out[place],
            };
            let mut sum = 0;
            for (tap, shift) in product.shifts.iter().enumerate() {
                for k in 0..product.depth {
                    let from = product.origin.strict_add_signed(*shift) + row * product.row_stride + k * product.depth_stride;
                    let activations = product.left[from].0.to_le_bytes();
                    let weights = product.right[(tap * product.depth + k) * product.columns + column].0.to_le_bytes();
                    sum += activations.iter().zip(weights).map(|(&a, b)| i32::from(a) * i32::from(b.cast_signed())).sum::<i32>();
                }
            }
            out[place] = (sum as f32).mul_add(units.sums[column], start).max(0.0);
        }
    }
    out
}

#[test]
fn products_of_quads_are_exact() {
    let mut random = Pcg64Mcg::seed_from_u64(3);
    for set in InstructionSet::available().into_iter().filter(|set| set.has_int8()) {
        for _ in 0..40 {
            let (rows, columns, depth) = (random.random_range(1..60), 16 * random.random_range(1..7), random.random_range(1..20));
            let shifts = [-12isize, -1, 0, 1, 11].map(|shift| shift * (depth as isize));
            let left: Vec<Quad> = (0..(rows + 25) * depth).map(|_| Quad(random.random())).collect();
            let mut numbers = |count: usize, range: std::ops::Range<f32>| -> Vec<f32> {
                (0..count).map(|_| random.random_range(range.clone())).collect()
            };
            let (bias, skip) = (numbers(columns, -1.0..1.0), numbers(8 + rows * columns, 0.0..1.0));
            let (sums, bytes) = (numbers(columns, 1e-7..1e-5), numbers(columns, 50.0..200.0));
            let right: Vec<Quad> = (0..shifts.len() * depth * columns)
                .map(|_| Quad::new([(); 4].map(|()| random.random_range(-127i8..=127).cast_unsigned())))
                .collect();
            let units = Units { sums: &sums, bytes: &bytes };
            for start in [Start::Bias(&bias), Start::BiasAndRows(&bias, &skip), Start::BiasAndResult(&bias), Start::Result] {
                let product = product_of_board([rows, columns, depth], &shifts, &left, &right, start);
                let plain = plain_quads(&product, units, &skip);
                let byte = |at: usize| (plain[at] * bytes[(at - 8) % columns]).round_ties_even() as u8;
                let plain_bytes: Vec<Quad> =
                    (8..plain.len()).step_by(4).map(|at| Quad::new([0, 1, 2, 3].map(|number| byte(at + number)))).collect();
                let (mut found, mut quads) = (skip.clone(), vec![Quad::default(); skip.len() / 4]);
                product.run(set, units, Some(&mut found), Some(&mut quads));
                assert_eq!(found, plain, "{rows} {columns} {depth}");
                assert_eq!(quads[2..], plain_bytes, "{rows} {columns} {depth}");
                if matches!(start, Start::Bias(_)) {
                    let mut alone = vec![Quad::default(); skip.len() / 4];
                    product.run(set, units, None, Some(&mut alone));
                    assert_eq!(alone, quads);
                }
            }
        }
    }
}
