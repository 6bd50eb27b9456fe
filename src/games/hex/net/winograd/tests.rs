//! Convolutions by values against their definition.

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use super::super::padded_grid::PaddedGrid;
use super::super::shape::{Shape, TAPS};
use super::super::tiles::POINTS;
use super::*;

/// The value of one step in the tests.
const STEP: f32 = 1.0 / 256.0;

/// Runs the first convolution behind the stem on activations in steps, with a skip connection; returns the floats and the steps.
fn run(
    set: InstructionSet,
    shape: Shape,
    grid: PaddedGrid,
    weights: &[f32],
    input: &[i16],
    skip: &[f32],
) -> (Vec<f32>, Vec<i16>) {
    let steps = vec![STEP; shape.channels];
    let layer = ValueLayer::new(&shape.layout().convolutions[1], weights, &steps, &steps);
    let (mut floats, mut output) = (skip.to_vec(), vec![0; skip.len()]);
    set.convolve(&layer, &mut TileMemory::new(grid, shape.channels), input, Some(&mut floats), &mut output);
    let mut alone = vec![0; skip.len()];
    set.convolve(&layer, &mut TileMemory::new(grid, shape.channels), input, None, &mut alone);
    let mut without = vec![0.0; skip.len()];
    set.convolve(&layer, &mut TileMemory::new(grid, shape.channels), input, Some(&mut without), &mut output.clone());
    let rounded: Vec<i16> = without.iter().map(|float| (float / STEP).min(MOST).round_ties_even() as i16).collect();
    assert_eq!(alone, rounded);
    (floats, output)
}

/// The definition of the same convolution, in double precision.
fn plain(shape: Shape, grid: PaddedGrid, weights: &[f32], input: &[i16], skip: &[f32]) -> Vec<f64> {
    let layer = &shape.layout().convolutions[1];
    let channels = shape.channels;
    let mut out = vec![0.0; skip.len()];
    for place in grid.cells() {
        for output in 0..channels {
            let mut sum = f64::from(weights[layer.biases.start + output]) + f64::from(skip[place * channels + output]);
            for (tap, shift) in grid.taps().into_iter().enumerate() {
                let from = place.strict_add_signed(shift) * channels;
                for k in 0..channels {
                    let weight = weights[layer.weights.start + (tap * channels + k) * channels + output];
                    sum += f64::from(input[from + k]) * f64::from(STEP) * f64::from(weight);
                }
            }
            out[place * channels + output] = sum.max(0.0);
        }
    }
    out
}

/// Returns activations for each cell and channel of a grid, zero elsewhere.
fn on_cells<T: Copy + Default>(grid: PaddedGrid, channels: usize, mut number: impl FnMut() -> T) -> Vec<T> {
    let mut layer = vec![T::default(); grid.places() * channels];
    for place in grid.cells() {
        layer[place * channels..][..channels].fill_with(&mut number);
    }
    layer
}

#[test]
fn tiles_of_all_sizes_are_the_convolution() {
    let Some(set) = InstructionSet::available().into_iter().find(|set| set.has_words()) else { return };
    let mut random = Pcg64Mcg::seed_from_u64(11);
    let sizes = (1..=14).flat_map(|width| (1..=14).map(move |height| (width, height, 16)));
    for (width, height, channels) in sizes.chain([(19, 19, 16), (11, 11, 48), (9, 13, 48), (11, 11, 64), (5, 7, 96), (6, 10, 32)])
    {
        let (shape, grid) = (Shape { blocks: 1, channels }, PaddedGrid::new(width, height));
        let weights: Vec<f32> = (0..shape.layout().count).map(|_| random.random_range(-0.3..0.3)).collect();
        let input = on_cells(grid, channels, || random.random_range(0..=MOST as i16));
        let skip = on_cells(grid, channels, || random.random_range(0.0..1.0f32));
        let expected = plain(shape, grid, &weights, &input, &skip);
        let (floats, steps) = run(set, shape, grid, &weights, &input, &skip);
        let largest = expected.iter().copied().fold(1.0, f64::max);
        for (index, (&found, &expected)) in floats.iter().zip(&expected).enumerate() {
            assert!((f64::from(found) - expected).abs() < 2e-3 * largest, "{width}x{height} {index}: {found} for {expected}");
            assert_eq!(steps[index], (found / STEP).min(MOST).round_ties_even() as i16);
        }
    }
}

/// In every point of a tile the largest sums that there can be: activations only where their factors have one sign, and equal weights.
#[test]
fn the_largest_sums_do_not_overflow() {
    /// The factors of F(4, 3) by Lavin and Gray.
    const FACTORS: [[i32; POINTS]; POINTS] = [
        [4, 0, -5, 0, 1, 0],
        [0, -4, -4, 1, 1, 0],
        [0, 4, -4, -1, 1, 0],
        [0, -2, -1, 2, 1, 0],
        [0, 2, -1, -2, 1, 0],
        [0, 4, 0, -5, 0, 1],
    ];
    let Some(set) = InstructionSet::available().into_iter().find(|set| set.has_words()) else { return };
    let (shape, grid) = (Shape { blocks: 1, channels: 48 }, PaddedGrid::new(12, 12));
    let layout = shape.layout();
    for tap in 0..TAPS {
        let mut weights = vec![0.0; layout.count];
        let taps = &mut weights[layout.convolutions[1].weights.clone()];
        taps[tap * 48 * 48..][..48 * 48].fill(1.0);
        for (point, sign) in (0..POINTS * POINTS).flat_map(|point| [(point, 1), (point, -1)]) {
            let mut input = vec![0; grid.places() * 48];
            for index in 0..POINTS * POINTS {
                let factor = FACTORS[point / POINTS][index / POINTS] * FACTORS[point % POINTS][index % POINTS];
                if factor * sign > 0 {
                    // The tile in the middle depends on no padding.
                    let place = grid.place(3 + index % POINTS, 3 + index / POINTS);
                    input[place * 48..][..48].fill(MOST as i16);
                }
            }
            let skip = vec![0.0; input.len()];
            let (expected, (floats, _)) =
                (plain(shape, grid, &weights, &input, &skip), run(set, shape, grid, &weights, &input, &skip));
            let largest = 48.0 * f64::from(MOST * STEP);
            for (found, expected) in floats.iter().zip(expected) {
                assert!((f64::from(*found) - expected).abs() < 2e-3 * largest, "{tap} {point} {sign}: {found} for {expected}");
            }
        }
    }
}
