//! A convolution as the values of its weights at the points of a tile ([`winograd`](super::winograd)).

use std::array::from_fn;

use super::shape::{Layer, TAPS};
use super::tiles::{POINTS, block_width};

/// Largest activation in steps. A value at a point is at most 68 times as large, and fits 16 bits.
pub(super) const MOST: f32 = 480.0;

/// Sums are at most this share of the largest number of 32 bits, before weights are rounded.
const MARGIN: f32 = 0.98;

/// A convolution as values of its weights.
#[derive(Clone, Debug)]
pub(super) struct ValueLayer {
    /// `[block][point][input / 2][output in the block]`, two inputs together; blocks have [`block_width`] outputs.
    pub weights: Vec<[i16; 2]>,
    /// The value of a sum of 1, `[block][point][output in the block]`.
    pub units: Vec<f32>,
    pub biases: Vec<f32>,
    /// Steps in an activation of 1, for each output.
    pub rates: Vec<f32>,
}

impl ValueLayer {
    /// Computes the values of the weights of a layer, for activations in such steps.
    pub fn new(layer: &Layer, weights: &[f32], input_steps: &[f32], steps: &[f32]) -> Self {
        let columns = layer.outputs;
        let taps = &weights[layer.weights.clone()];
        // `[point][input][output]`
        let mut values = vec![0.0; POINTS * POINTS * layer.inputs * columns];
        for (index, step) in input_steps.iter().enumerate() {
            for column in 0..columns {
                let taps = from_fn(|tap| taps[(tap * layer.inputs + index) * columns + column] * step);
                for (point, value) in filter_values(taps).into_iter().enumerate() {
                    values[(point * layer.inputs + index) * columns + column] = value;
                }
            }
        }
        let (mut pairs, mut units) = (Vec::with_capacity(values.len() / 2), Vec::with_capacity(POINTS * POINTS * columns));
        let width = block_width(columns);
        for block in (0..columns).step_by(width) {
            for (point, rows) in values.chunks_exact(layer.inputs * columns).enumerate() {
                let most_sum = MARGIN * i32::MAX as f32 / (MOST * largest_factor(point));
                units.extend((block..block + width).map(|column| {
                    let sizes = || rows[column..].iter().step_by(columns).map(|value| value.abs());
                    let largest = sizes().fold(f32::MIN_POSITIVE, f32::max);
                    f32::max(sizes().sum::<f32>() / most_sum, largest / f32::from(i16::MAX))
                }));
                let units = &units[units.len() - width..];
                for two in rows.chunks_exact(2 * columns) {
                    let number = |row: usize, column: usize| two[row * columns + block + column] / units[column];
                    pairs.extend((0..width).map(|column| [0, 1].map(|row| number(row, column).round_ties_even() as i16)));
                }
            }
        }
        ValueLayer {
            weights: pairs,
            units,
            biases: weights[layer.biases.clone()].to_vec(),
            rates: steps.iter().map(|step| 1.0 / step).collect(),
        }
    }
}

/// Returns by how much the value of a point may be larger than the largest of its activations, which are not negative.
fn largest_factor(point: usize) -> f32 {
    /// The sums of the positive and of the negative factors of [`transforms`](super::transforms), for each point of a long side;
    /// those of short ones are smaller.
    const FACTORS: [[f32; 2]; POINTS] = [[5.0, 5.0], [2.0, 8.0], [5.0, 5.0], [3.0, 3.0], [3.0, 3.0], [5.0, 5.0]];
    let [[up, down], [right, left]] = [FACTORS[point / POINTS], FACTORS[point % POINTS]];
    f32::max(up * right + down * left, up * left + down * right)
}

/// Returns the values of a filter of the seven taps of a grid at all points.
fn filter_values(taps: [f32; TAPS]) -> [f32; POINTS * POINTS] {
    let values = |[a, b, c]: [f32; 3]| {
        let (even, wide) = (a + c, a + 4.0 * c);
        [a / 4.0, (even + b) / -6.0, (even - b) / -6.0, (wide + 2.0 * b) / 24.0, (wide - 2.0 * b) / 24.0, c]
    };
    // Of the square around a cell two corners are no neighbours.
    let [a, b, c, d, e, f, g] = taps;
    let rows = [[0.0, a, b], [c, d, e], [f, g, 0.0]].map(values);
    let columns: [_; POINTS] = from_fn(|x| values(from_fn(|y| rows[y][x])));
    from_fn(|point| columns[point % POINTS][point / POINTS])
}
