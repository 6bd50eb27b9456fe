//! The convolutions of a network as products of bytes (B. Jacob et al., *Quantization and Training of Neural Networks for Efficient
//! Integer-Arithmetic-Only Inference*, 2018).
//!
//! A weight is an integer multiple of the unit of its output channel. An activation, never negative behind the rectifier, is an
//! integer multiple of the step of its channel. Units follow from the largest weight, steps from the activations in a few games
//! of the network against itself. A step grows with the square root of a channel's largest activation. That is halfway between
//! one step for all channels and the full range of a byte for each, which would make the weights of some inputs coarse (G. Xiao
//! et al., *SmoothQuant*, 2023). The mean error of rounding is compensated in the biases (M. Nagel et al., *Data-Free
//! Quantization Through Weight Equalization and Bias Correction*, 2019).
//!
//! The test `bytes_estimate_what_floats_do` bounds the error of policies and values; `weights.md` has the result of matches.

use std::array::from_fn;

use super::aligned::AlignedVec;
use super::padded_grid::{PLANES, View};
use super::product::{Quad, Units};
use super::shape::Layer;
use super::{Network, Workspace};
use crate::color::Color;
use crate::games::hex::board::Board;
use crate::grid::Size;

/// Sides of the boards on which a network plays with itself: some 70 positions.
const SIDES: [usize; 2] = [7, 11];

/// What the largest byte of the widest channel stands for, in its largest activation in those games.
const HEADROOM: f32 = 1.25;

/// Largest weight in units.
const MOST: f32 = 127.0;

/// A weight of the stem is this times one byte plus another byte: its two planes leave two bytes of a quad for that.
const FINE: i32 = 128;

/// A convolution as a product of quads.
#[derive(Clone, Debug)]
pub(super) struct QuadLayer {
    /// `[tap][input / 4][output]`; the four inputs of the stem are those of [`write_planes`].
    pub weights: AlignedVec<Quad>,
    pub biases: Vec<f32>,
    sum_units: Vec<f32>,
    byte_units: Vec<f32>,
}

/// What the activations of a channel are in the games.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Channel {
    mean: f32,
    largest: f32,
    /// The value of a byte of 1.
    pub step: f32,
}

impl QuadLayer {
    /// Returns the units of its product.
    pub fn units(&self) -> Units<'_> {
        Units { sums: &self.sum_units, bytes: &self.byte_units }
    }

    /// Rounds the convolutions of a network.
    pub fn list(network: &Network) -> Vec<QuadLayer> {
        let outputs = observe(network, 255.0);
        let convolutions = &network.layout.convolutions;
        let stem = QuadLayer::stem(&convolutions[0], &network.weights, &outputs[0]);
        let others = convolutions[1..].iter().zip(outputs.windows(2));
        let others = others.map(|(layer, channels)| QuadLayer::new(layer, &network.weights, &channels[0], &channels[1]));
        std::iter::once(stem).chain(others).collect()
    }

    fn new(layer: &Layer, weights: &[f32], inputs: &[Channel], outputs: &[Channel]) -> Self {
        let columns = layer.outputs;
        let mut rows = weights[layer.weights.clone()].to_vec();
        for (row, input) in rows.chunks_exact_mut(columns).zip(inputs.iter().cycle()) {
            row.iter_mut().for_each(|weight| *weight *= input.step);
        }
        let (integers, sum_units) = round_columns(&rows, columns, MOST);
        let mut biases = weights[layer.biases.clone()].to_vec();
        let rows = rows.chunks_exact(columns).zip(integers.chunks_exact(columns));
        for ((row, integers), input) in rows.zip(inputs.iter().cycle()) {
            for column in 0..columns {
                let lost = row[column] - integers[column] as f32 * sum_units[column];
                biases[column] += lost * input.mean / input.step;
            }
        }
        QuadLayer { weights: join_rows(&integers, columns), biases, sum_units, byte_units: byte_units(outputs) }
    }

    fn stem(layer: &Layer, weights: &[f32], outputs: &[Channel]) -> Self {
        let columns = layer.outputs;
        let (integers, sum_units) = round_columns(&weights[layer.weights.clone()], columns, MOST * FINE as f32);
        let mut rows = Vec::with_capacity(2 * integers.len());
        for tap in integers.chunks_exact(PLANES * columns) {
            let coarse = |integer: i32| (integer + FINE / 2).div_euclid(FINE);
            rows.extend(tap.iter().map(|&integer| coarse(integer)));
            rows.extend(tap.iter().map(|&integer| integer - FINE * coarse(integer)));
        }
        let biases = weights[layer.biases.clone()].to_vec();
        QuadLayer { weights: join_rows(&rows, columns), biases, sum_units, byte_units: byte_units(outputs) }
    }
}

/// Writes the input planes of each place for the stem: times [`FINE`], and as they are.
pub(super) fn write_planes(input: &[f32], quads: &mut [Quad]) {
    for (quad, place) in quads.iter_mut().zip(input.as_chunks::<PLANES>().0) {
        let [own, other] = place.map(|plane| plane as u8);
        *quad = Quad::new([FINE as u8 * own, FINE as u8 * other, own, other]);
    }
}

/// Rounds each number to units of its column, of which the largest number has `most`; returns the units, too.
fn round_columns(rows: &[f32], columns: usize, most: f32) -> (Vec<i32>, Vec<f32>) {
    let mut units = vec![f32::MIN_POSITIVE; columns];
    for row in rows.chunks_exact(columns) {
        units.iter_mut().zip(row).for_each(|(unit, number)| *unit = unit.max(number.abs() / most));
    }
    let integers = rows.iter().zip(units.iter().cycle()).map(|(number, unit)| (number / unit).round_ties_even() as i32);
    (integers.collect(), units)
}

/// Joins each four numbers below each other, from -127 to 127: rows of quads, a quarter as many.
fn join_rows(integers: &[i32], columns: usize) -> AlignedVec<Quad> {
    let quad = |rows: &[i32], column: usize| Quad::new(from_fn(|row| (rows[row * columns + column] as i8).cast_unsigned()));
    let quads = integers.chunks_exact(4 * columns).flat_map(|rows| (0..columns).map(move |column| quad(rows, column)));
    AlignedVec::from(&quads.collect::<Vec<_>>()[..])
}

fn byte_units(outputs: &[Channel]) -> Vec<f32> {
    outputs.iter().map(|channel| 1.0 / channel.step).collect()
}

/// Has a network play with itself, the likeliest move each time, and returns the channels of each convolution's output.
pub(super) fn observe(network: &Network, most: f32) -> Vec<Vec<Channel>> {
    let width = network.shape.channels;
    let mut outputs = vec![vec![Channel::default(); width]; network.layout.convolutions.len()];
    let (mut workspace, mut cells) = (Workspace::default(), 0);
    for side in SIDES {
        let mut board = Board::new(Size::square(side));
        while board.winner().is_none() {
            let to_move = Color::BOTH[board.stone_count() % 2];
            let view = View { size: board.size(), to_move, half_turn: false };
            view.write_input(&board, &mut workspace.input);
            network.forward(view.grid(), &mut workspace);
            cells += view.grid().area();
            for (channels, layer) in outputs.iter_mut().zip(&workspace.layers) {
                for place in view.grid().cells() {
                    for (channel, &activation) in channels.iter_mut().zip(&layer[place * width..]) {
                        channel.mean += activation;
                        channel.largest = channel.largest.max(activation);
                    }
                }
            }
            let logit = |cell| network.cell_logit(&network.layout.policy, workspace.features(), view.place(cell));
            let best = board.empty_cells().max_by(|&a, &b| logit(a).total_cmp(&logit(b)));
            board.play(to_move, best.expect("an undecided board has an empty cell"));
        }
    }
    for channels in &mut outputs {
        let largest = channels.iter().map(|channel| channel.largest).fold(f32::MIN_POSITIVE, f32::max);
        for channel in channels {
            channel.mean /= cells as f32;
            // A channel that is 0 throughout these games may be positive in others.
            channel.step = HEADROOM / most * largest * (channel.largest / largest).max(1e-3).sqrt();
        }
    }
    outputs
}
