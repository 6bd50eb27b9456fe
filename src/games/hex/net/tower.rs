//! The residual tower: the convolutions of a network from the input planes to the features of each cell.
//!
//! They run in `f32`, or with activations and weights rounded to bfloat16 or, for searches, to bytes or 16-bit integers, if the
//! processor multiplies these. A search keeps only the last output; the backward pass of training needs all of them.

use super::aligned::AlignedVec;
use super::padded_grid::PaddedGrid;
use super::product::{self, Bf16Pair, Element, Product, Quad, Start, Units, pair_neighbors};
use super::quads::{QuadLayer, write_planes};
use super::shape::{Layer, TAPS};
use super::winograd::ValueTower;
use super::{InstructionSet, Network, Workspace};

impl Network {
    /// Runs all convolutions on the input planes and keeps all outputs, for the backward pass.
    pub fn forward(&self, grid: PaddedGrid, workspace: &mut Workspace) {
        workspace.resize(grid, 2 * self.shape.blocks + 1, self.shape.channels);
        if workspace.set.has_bf16() {
            return self.forward_bf16(grid, workspace);
        }
        let Workspace { set, input, layers, .. } = workspace;
        self.convolution(0, grid, input, None).run(*set, &mut layers[0]);
        for first in (1..layers.len()).step_by(2) {
            let [input, middle, output] = layers.get_disjoint_mut([first - 1, first, first + 1]).expect("three layers");
            self.convolution(first, grid, input, None).run(*set, middle);
            self.convolution(first + 1, grid, middle, Some(Skip::Rows(input))).run(*set, output);
        }
    }

    fn forward_bf16(&self, grid: PaddedGrid, workspace: &mut Workspace) {
        let Workspace { set, input, layers, pairs: [planes, output_pairs, middle_pairs], .. } = workspace;
        pair_neighbors(input, planes);
        self.convolution(0, grid, planes, None).run(*set, Some(&mut layers[0]), Some(output_pairs));
        for first in (1..layers.len()).step_by(2) {
            let [input, middle, output] = layers.get_disjoint_mut([first - 1, first, first + 1]).expect("three layers");
            self.convolution(first, grid, output_pairs, None).run(*set, Some(middle), Some(middle_pairs));
            let second = self.convolution(first + 1, grid, middle_pairs, Some(Skip::Rows(input)));
            second.run(*set, Some(output), Some(output_pairs));
        }
    }

    /// Runs all convolutions on the input planes; only the last output stays.
    pub(super) fn extract_features(&self, grid: PaddedGrid, workspace: &mut Workspace) {
        if workspace.set.has_int8() {
            return self.extract_features_int8(grid, workspace);
        }
        if workspace.set.has_words() {
            return self.extract_features_words(grid, workspace);
        }
        if workspace.set.has_bf16() {
            return self.extract_features_bf16(grid, workspace);
        }
        workspace.resize(grid, 2, self.shape.channels);
        let Workspace { set, input, layers, .. } = workspace;
        let [middle, output] = &mut layers[..] else { unreachable!("two layers") };
        self.convolution(0, grid, input, None).run(*set, output);
        for first in (1..=2 * self.shape.blocks).step_by(2) {
            self.convolution(first, grid, output, None).run(*set, middle);
            self.convolution(first + 1, grid, middle, Some(Skip::Result)).run(*set, output);
        }
    }

    /// Extracts them with activations and weights rounded to bfloat16; sums and skip connections stay `f32`.
    fn extract_features_bf16(&self, grid: PaddedGrid, workspace: &mut Workspace) {
        workspace.resize(grid, 1, self.shape.channels);
        let Workspace { set, input, layers, pairs: [planes, output_pairs, middle_pairs], .. } = workspace;
        let output = &mut layers[0];
        pair_neighbors(input, planes);
        self.convolution(0, grid, planes, None).run(*set, Some(output), Some(output_pairs));
        for first in (1..=2 * self.shape.blocks).step_by(2) {
            self.convolution(first, grid, output_pairs, None).run(*set, None, Some(middle_pairs));
            let second = self.convolution(first + 1, grid, middle_pairs, Some(Skip::Result));
            second.run(*set, Some(output), Some(output_pairs));
        }
    }

    /// Extracts them with activations and weights rounded to bytes; skip connections and the last output stay `f32`.
    fn extract_features_int8(&self, grid: PaddedGrid, workspace: &mut Workspace) {
        workspace.resize(grid, 1, self.shape.channels);
        let Workspace { set, input, layers, quads: [planes, output_quads, middle_quads], .. } = workspace;
        let output = &mut layers[0];
        let units = |index: usize| self.quads()[index].units();
        write_planes(input, planes);
        self.convolution(0, grid, planes, None).run(*set, units(0), Some(output), Some(output_quads));
        for first in (1..=2 * self.shape.blocks).step_by(2) {
            self.convolution(first, grid, output_quads, None).run(*set, units(first), None, Some(middle_quads));
            let second = self.convolution(first + 1, grid, middle_quads, Some(Skip::Result));
            second.run(*set, units(first + 1), Some(output), Some(output_quads));
        }
    }

    /// Extracts them by values of tiles; the stem, skip connections and the last output are `f32`.
    fn extract_features_words(&self, grid: PaddedGrid, workspace: &mut Workspace) {
        workspace.resize(grid, 1, self.shape.channels);
        let Workspace { set, input, layers, tiles, .. } = workspace;
        self.convolution(0, grid, input, None).run(*set, &mut layers[0]);
        self.words.get_or_init(|| ValueTower::new(self)).run(*set, tiles, &mut layers[0]);
    }

    /// Returns the convolutions as products of bytes.
    fn quads(&self) -> &[QuadLayer] {
        self.quads.get_or_init(|| QuadLayer::list(self))
    }

    /// Returns a convolution of the tower, with the rectifier, and a skip connection where one is given.
    fn convolution<'a, T: Weights>(
        &'a self,
        index: usize,
        grid: PaddedGrid,
        input: &'a [T],
        skip: Option<Skip<'a>>,
    ) -> Convolution<'a, T> {
        let layer = &self.layout.convolutions[index];
        let (weights, bias) = T::weights(self, index);
        let start = match skip {
            None => Start::Bias(bias),
            Some(Skip::Rows(rows)) => Start::BiasAndRows(bias, rows),
            Some(Skip::Result) => Start::BiasAndResult(bias),
        };
        let inputs = layer.inputs.div_ceil(T::NUMBERS);
        Convolution { grid, inputs, outputs: layer.outputs, input, weights, start, relu: true }
    }
}

/// What activations and weights consist of.
trait Weights: Element {
    /// Returns the weights and the biases of a convolution of the tower.
    fn weights(network: &Network, index: usize) -> (&[Self], &[f32]);
}

impl Weights for f32 {
    fn weights(network: &Network, index: usize) -> (&[f32], &[f32]) {
        let layer = &network.layout.convolutions[index];
        (&network.weights[layer.weights.clone()], &network.weights[layer.biases.clone()])
    }
}

impl Weights for Bf16Pair {
    fn weights(network: &Network, index: usize) -> (&[Bf16Pair], &[f32]) {
        let layers = &network.layout.convolutions;
        let pairs = network.pairs.get_or_init(|| layers.iter().map(|layer| weight_pairs(network, layer)).collect());
        (&pairs[index], &network.weights[layers[index].biases.clone()])
    }
}

impl Weights for Quad {
    fn weights(network: &Network, index: usize) -> (&[Quad], &[f32]) {
        let layer = &network.quads()[index];
        (&layer.weights, &layer.biases)
    }
}

/// Returns the weights of a convolution, those of two neighbouring inputs together.
fn weight_pairs(network: &Network, layer: &Layer) -> AlignedVec<Bf16Pair> {
    let mut pairs = AlignedVec::new(layer.weights.len() / 2);
    product::pair_rows(&network.weights[layer.weights.clone()], layer.outputs, &mut pairs);
    pairs
}

/// The skip connection of a convolution: what its result is added to.
#[derive(Clone, Copy)]
enum Skip<'a> {
    /// Another output.
    Rows(&'a [f32]),
    /// What the output holds.
    Result,
}

/// A convolution over the seven taps of a grid, of `f32`, of [`Bf16Pair`] or of [`Quad`].
pub(super) struct Convolution<'a, T> {
    pub grid: PaddedGrid,
    /// Elements of `input` a place.
    pub inputs: usize,
    /// Numbers of the output a place.
    pub outputs: usize,
    pub input: &'a [T],
    pub weights: &'a [T],
    pub start: Start<'a>,
    pub relu: bool,
}

impl<T> Convolution<'_, T> {
    fn product<'a>(&'a self, shifts: &'a [isize]) -> Product<'a, T> {
        Product {
            rows: self.grid.span().next_multiple_of(product::ROW_TILE),
            columns: self.outputs,
            depth: self.inputs,
            row_stride: self.inputs,
            depth_stride: 1,
            origin: self.grid.first() * self.inputs,
            shifts,
            left: self.input,
            right: self.weights,
            start: self.start,
            relu: self.relu,
            out_origin: self.grid.first() * self.outputs,
        }
    }

    fn shifts(&self) -> [isize; TAPS] {
        self.grid.taps().map(|tap| tap * self.inputs.cast_signed())
    }
}

impl Convolution<'_, f32> {
    /// Computes it and clears the padding of the output.
    pub fn run(&self, set: InstructionSet, output: &mut [f32]) {
        self.product(&self.shifts()).run(set, output);
        self.grid.clear_padding(output, self.outputs);
    }
}

impl Convolution<'_, Bf16Pair> {
    /// Computes it into the outputs that are given, and clears their padding.
    pub fn run(&self, set: InstructionSet, mut floats: Option<&mut [f32]>, mut pairs: Option<&mut [Bf16Pair]>) {
        self.product(&self.shifts()).run(set, floats.as_deref_mut(), pairs.as_deref_mut());
        if let Some(floats) = floats {
            self.grid.clear_padding(floats, self.outputs);
        }
        if let Some(pairs) = pairs {
            self.grid.clear_padding(pairs, self.outputs / 2);
        }
    }
}

impl Convolution<'_, Quad> {
    /// Computes it into the outputs that are given, and clears their padding.
    pub fn run(&self, set: InstructionSet, units: Units<'_>, mut floats: Option<&mut [f32]>, mut quads: Option<&mut [Quad]>) {
        self.product(&self.shifts()).run(set, units, floats.as_deref_mut(), quads.as_deref_mut());
        if let Some(floats) = floats {
            self.grid.clear_padding(floats, self.outputs);
        }
        if let Some(quads) = quads {
            self.grid.clear_padding(quads, self.outputs / 4);
        }
    }
}
