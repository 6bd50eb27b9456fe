//! Backpropagation: the loss of a position and its derivative by each weight.
//!
//! The tower is walked from its top down to the stem; a convolution's derivative by its input is a convolution with the transposed
//! weights, its derivative by its weights a product for each tap. On processors with bfloat16 both are products of pairs.

use super::aligned::AlignedVec;
use super::loss::{Loss, OWNER_SHARE, Target, cross_entropy, sigmoid};
use super::padded_grid::{PLANES, View};
use super::product::{Bf16Pair, Product, Start, pair_columns, pair_neighbors, pair_rows};
use super::shape::{Layer, TAPS, VALUE_HIDDEN};
use super::tower::Convolution;
use super::{InstructionSet, Network, Workspace};
use crate::games::hex::board::Board;
use crate::grid::Cell;

/// Terms of a product of pairs are a multiple of this, for tiles.
const TERMS: usize = 16;

/// A network with its convolutions transposed for the backward pass, made once for all positions of a batch.
pub struct Backward<'a> {
    network: &'a Network,
    /// Weights of each convolution but the stem, `[opposite tap][output][input]`.
    transposed: Vec<Vec<f32>>,
    /// The same as pairs of outputs, `[opposite tap][output / 2][input]`.
    transposed_pairs: Vec<AlignedVec<Bf16Pair>>,
}

/// A position to learn from.
#[derive(Clone, Debug)]
pub struct Example {
    /// The board.
    pub board: Board,
    /// The player to move, and whether the board is turned.
    pub view: View,
    /// What the network is to say of it.
    pub target: Target,
}

/// Memory of the backward pass, kept from one stack of positions to the next.
#[derive(Debug, Default)]
pub struct Scratch {
    outer: Vec<f32>,
    inner: Vec<f32>,
    pairs: PairScratch,
}

/// The pairs of an instruction set with bfloat16.
#[derive(Debug, Default)]
struct PairScratch {
    /// Inputs of a convolution, each with the one of the next place, `[place / 2][input]`: those of even places, then of odd ones.
    inputs: [AlignedVec<Bf16Pair>; 2],
    /// Derivatives of its outputs, each with the one of the next place, `[output][place / 2]` from the first cell on.
    places: AlignedVec<Bf16Pair>,
    /// The same derivatives, two channels together.
    channels: AlignedVec<Bf16Pair>,
}

impl<'a> Backward<'a> {
    /// Transposes the convolutions of a network.
    #[must_use]
    pub fn new(network: &'a Network) -> Self {
        let convolutions = &network.layout().convolutions;
        let transposed: Vec<Vec<f32>> = convolutions[1..].iter().map(|layer| transpose(layer, network.weights())).collect();
        let in_pairs = |(layer, floats): (&Layer, &Vec<f32>)| {
            let mut pairs = AlignedVec::new(floats.len() / 2);
            pair_rows(floats, layer.inputs, &mut pairs);
            pairs
        };
        let transposed_pairs = convolutions[1..].iter().zip(&transposed).map(in_pairs).collect();
        Backward { network, transposed, transposed_pairs }
    }

    /// Evaluates positions of boards of the same size in their movers' frames, adds the derivatives of their losses to `gradient`, and
    /// returns the sum of the losses. After the last ones [`restore_order`](Backward::restore_order) is due.
    ///
    /// # Panics
    /// The sizes differ.
    pub fn add_examples(
        &self,
        examples: &[Example],
        workspace: &mut Workspace,
        scratch: &mut Scratch,
        gradient: &mut [f32],
    ) -> Loss {
        let Some(first) = examples.first() else { return Loss::default() };
        let grid = first.view.grid().stack(examples.len());
        assert!(examples.iter().all(|example| example.view.grid() == first.view.grid()));
        grid.write_edges(&mut workspace.input);
        for (number, Example { board, view, .. }) in examples.iter().enumerate() {
            view.write_stones(board, &mut workspace.input[number * grid.board_step() * PLANES..]);
        }
        self.network.forward(grid, workspace);
        let channels = self.network.shape().channels;
        for buffer in [&mut scratch.outer, &mut scratch.inner] {
            buffer.clear();
            buffer.resize(grid.places() * channels, 0.0);
        }
        let mut loss = Loss::default();
        for (number, example) in examples.iter().enumerate() {
            let value = self.network.value(number, workspace);
            let corner = number * grid.board_step() * channels;
            let (features, deltas) = (&workspace.features()[corner..], &mut scratch.outer[corner..]);
            loss.add(Loss {
                policy: self.add_policy(example, features, deltas, gradient),
                value: self.add_value(value, example, workspace, features, deltas, gradient),
                owner: self.add_owners(example, features, deltas, gradient),
            });
        }
        self.backpropagate_tower(workspace, scratch, gradient);
        loss
    }

    /// Puts the derivatives that positions have added up with an instruction set in the order of the weights: products of pairs add
    /// them transposed.
    pub fn restore_order(&self, set: InstructionSet, gradient: &mut [f32]) {
        let channels = self.network.shape().channels;
        for layer in self.network.layout().convolutions[1..].iter().filter(|_| set.has_bf16()) {
            for tap in gradient[layer.weights.clone()].chunks_exact_mut(channels * channels) {
                for row in 0..channels {
                    for column in 0..row {
                        tap.swap(row * channels + column, column * channels + row);
                    }
                }
            }
        }
    }

    fn add_policy(&self, example: &Example, features: &[f32], deltas: &mut [f32], gradient: &mut [f32]) -> f32 {
        let Example { board, view, target } = example;
        if target.policy.is_empty() {
            return 0.0;
        }
        let head = &self.network.layout().policy;
        let cells: Vec<Cell> = board.empty_cells().collect();
        let logits: Vec<f32> = cells.iter().map(|&cell| self.network.cell_logit(head, features, view.place(cell))).collect();
        let highest = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let log_sum = highest + logits.iter().map(|logit| (logit - highest).exp()).sum::<f32>().ln();
        let mut target_shares = vec![0.0; board.size().area()];
        target.policy.iter().for_each(|&(cell, share)| target_shares[cell.index()] = share);
        let mut loss = 0.0;
        for (&cell, logit) in cells.iter().zip(logits) {
            let share = target_shares[cell.index()];
            loss -= share * (logit - log_sum);
            self.add_cell(head, view.place(cell), (logit - log_sum).exp() - share, features, deltas, gradient);
        }
        loss
    }

    fn add_owners(&self, example: &Example, features: &[f32], deltas: &mut [f32], gradient: &mut [f32]) -> f32 {
        let Example { view, target, .. } = example;
        let head = &self.network.layout().owner;
        let share = 1.0 / target.owners.len().max(1) as f32;
        let mut loss = 0.0;
        for &(cell, owner) in &target.owners {
            let logit = self.network.cell_logit(head, features, view.place(cell));
            loss += share * cross_entropy(logit, owner);
            let delta = OWNER_SHARE * share * (sigmoid(logit) - owner);
            self.add_cell(head, view.place(cell), delta, features, deltas, gradient);
        }
        loss
    }

    /// Passes the derivative of a head of one output back to its weights and to the features of its place.
    fn add_cell(&self, head: &Layer, place: usize, delta: f32, features: &[f32], deltas: &mut [f32], gradient: &mut [f32]) {
        let channels = self.network.shape().channels;
        let range = place * channels..(place + 1) * channels;
        gradient[head.biases.start] += delta;
        for (sum, feature) in gradient[head.weights.clone()].iter_mut().zip(&features[range.clone()]) {
            *sum += delta * feature;
        }
        for (sum, weight) in deltas[range].iter_mut().zip(&self.network.weights()[head.weights.clone()]) {
            *sum += delta * weight;
        }
    }

    fn add_value(
        &self,
        value: f32,
        example: &Example,
        workspace: &Workspace,
        features: &[f32],
        deltas: &mut [f32],
        gradient: &mut [f32],
    ) -> f32 {
        let target = &example.target;
        let (layout, weights) = (self.network.layout(), self.network.weights());
        let delta = sigmoid(value) - target.value;
        gradient[layout.value.biases.start] += delta;
        let mut hidden = [0.0; VALUE_HIDDEN];
        for (unit, &output) in workspace.hidden.iter().enumerate() {
            gradient[layout.value.weights.start + unit] += delta * output;
            if output > 0.0 {
                hidden[unit] = delta * weights[layout.value.weights.start + unit];
            }
            gradient[layout.hidden.biases.start + unit] += hidden[unit];
        }
        let pooled: Vec<f32> = (0..layout.hidden.inputs)
            .map(|input| {
                let row = layout.hidden.weights.start + input * VALUE_HIDDEN;
                for (sum, unit) in gradient[row..row + VALUE_HIDDEN].iter_mut().zip(hidden) {
                    *sum += workspace.pooled[input] * unit;
                }
                weights[row..row + VALUE_HIDDEN].iter().zip(hidden).map(|(weight, unit)| weight * unit).sum()
            })
            .collect();
        let (mean, maximum) = pooled.split_at(self.network.shape().channels);
        let share = 1.0 / workspace.grid.area() as f32;
        for place in workspace.grid.cells() {
            for (sum, delta) in deltas[place * mean.len()..].iter_mut().zip(mean) {
                *sum += share * delta;
            }
        }
        // The maximum is that of the first place which has it.
        let maxima = &workspace.pooled[mean.len()..];
        for (channel, (highest, delta)) in maxima.iter().zip(maximum).enumerate() {
            let mut places = workspace.grid.cells().map(|place| place * mean.len() + channel);
            let place = places.find(|&place| features[place] == *highest).expect("a maximum of the features");
            deltas[place] += delta;
        }
        cross_entropy(value, target.value)
    }

    /// Passes the derivatives of the features in `scratch.outer` back through all convolutions.
    fn backpropagate_tower(&self, workspace: &Workspace, scratch: &mut Scratch, gradient: &mut [f32]) {
        let Scratch { outer, inner, pairs } = scratch;
        let none = vec![0.0; self.network.shape().channels];
        for block in (0..self.network.shape().blocks).rev() {
            let first = 2 * block + 1;
            mask(outer, &workspace.layers[first + 1]);
            self.add_convolution(first + 1, &workspace.layers[first], outer, pairs, workspace, gradient);
            self.convolve_transposed(first + 1, outer, Start::Bias(&none), inner, pairs, workspace);
            mask(inner, &workspace.layers[first]);
            self.add_convolution(first, &workspace.layers[first - 1], inner, pairs, workspace, gradient);
            // The skip connection passes the outer derivatives on as they are.
            self.convolve_transposed(first, inner, Start::Result, outer, pairs, workspace);
        }
        mask(outer, &workspace.layers[0]);
        self.add_convolution(0, &workspace.input, outer, pairs, workspace, gradient);
    }

    /// Adds the derivatives of a convolution's weights and biases.
    fn add_convolution(
        &self,
        index: usize,
        input: &[f32],
        deltas: &[f32],
        pairs: &mut PairScratch,
        workspace: &Workspace,
        gradient: &mut [f32],
    ) {
        let (layer, grid, set) = (&self.network.layout().convolutions[index], workspace.grid, workspace.instruction_set());
        let first = grid.first() * layer.outputs;
        let biases = &mut gradient[layer.biases.clone()];
        set.vectorize(|| {
            for row in deltas[first..first + grid.span() * layer.outputs].chunks_exact(layer.outputs) {
                biases.iter_mut().zip(row).for_each(|(sum, delta)| *sum += delta);
            }
        });
        let gradient = &mut gradient[layer.weights.clone()];
        // The stem has too few inputs for columns of a product.
        if set.has_bf16() && index > 0 {
            // The places behind the last cell are padding, with derivatives of zero.
            let depth = grid.span().div_ceil(2).next_multiple_of(TERMS);
            pairs.places.resize(layer.outputs * depth);
            set.vectorize(|| pair_columns(&deltas[first..], layer.outputs, depth, &mut pairs.places));
            for (parity, pairs) in pairs.inputs.iter_mut().enumerate() {
                pairs.resize((grid.places() / 2 + TERMS) * layer.inputs);
                set.vectorize(|| pair_rows(&input[parity * layer.inputs..], layer.inputs, pairs));
            }
            for tap in 0..TAPS {
                let place = grid.first().strict_add_signed(grid.taps()[tap]);
                let inputs = &pairs.inputs[place % 2][place / 2 * layer.inputs..];
                let product = Product {
                    rows: layer.outputs,
                    columns: layer.inputs,
                    depth,
                    row_stride: depth,
                    depth_stride: 1,
                    origin: 0,
                    shifts: &[0],
                    left: &pairs.places[..],
                    right: inputs,
                    start: Start::Result,
                    relu: false,
                    out_origin: tap * layer.inputs * layer.outputs,
                };
                product.run(set, Some(gradient), None);
            }
        } else {
            for tap in 0..TAPS {
                let product = Product {
                    rows: layer.inputs,
                    columns: layer.outputs,
                    depth: grid.span(),
                    row_stride: 1,
                    depth_stride: layer.inputs,
                    origin: grid.first().strict_add_signed(grid.taps()[tap]) * layer.inputs,
                    shifts: &[0],
                    left: input,
                    right: &deltas[first..],
                    start: Start::Result,
                    relu: false,
                    out_origin: tap * layer.inputs * layer.outputs,
                };
                product.run(set, gradient);
            }
        }
    }

    /// Convolves derivatives of a convolution's output with its transposed weights: the derivatives of its input.
    fn convolve_transposed(
        &self,
        index: usize,
        deltas: &[f32],
        start: Start<'_>,
        into: &mut [f32],
        pairs: &mut PairScratch,
        workspace: &Workspace,
    ) {
        let layer = &self.network.layout().convolutions[index];
        let (grid, set, outputs) = (workspace.grid, workspace.instruction_set(), layer.inputs);
        if set.has_bf16() {
            pairs.channels.resize(deltas.len() / 2);
            set.vectorize(|| pair_neighbors(deltas, &mut pairs.channels));
            let (input, weights) = (&pairs.channels[..], &self.transposed_pairs[index - 1][..]);
            let convolution = Convolution { grid, inputs: layer.outputs / 2, outputs, input, weights, start, relu: false };
            convolution.run(set, Some(into), None);
        } else {
            let (input, weights) = (deltas, &self.transposed[index - 1]);
            Convolution { grid, inputs: layer.outputs, outputs, input, weights, start, relu: false }.run(set, into);
        }
    }
}

/// Returns the weights of a convolution as the backward pass reads them.
fn transpose(layer: &Layer, weights: &[f32]) -> Vec<f32> {
    let weights = &weights[layer.weights.clone()];
    let size = layer.inputs * layer.outputs;
    let mut transposed = Vec::with_capacity(weights.len());
    for tap in weights.chunks_exact(size).rev() {
        for output in 0..layer.outputs {
            transposed.extend((0..layer.inputs).map(|input| tap[input * layer.outputs + output]));
        }
    }
    transposed
}

/// Sets derivatives to zero where the rectifier gave zero.
fn mask(deltas: &mut [f32], outputs: &[f32]) {
    for (delta, &output) in deltas.iter_mut().zip(outputs) {
        *delta = if output > 0.0 { *delta } else { 0.0 };
    }
}

#[cfg(test)]
mod tests;
