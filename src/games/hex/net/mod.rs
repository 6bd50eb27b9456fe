//! A network that sees a position and tells who is likely to win and which moves are worth trying.
//!
//! A residual tower of hexagonal convolutions (a cell and its six neighbours) over raw stones and edges, in the frame of the
//! player to move; nothing in it depends on the size of the board, so the same weights play on every size. On top stand a
//! policy head (a logit for each cell), a value head (mean and maximum of each channel, one hidden layer, a logit), and in
//! training an owner head (whose stone each cell will have). The plan follows D. Silver et al., *Mastering the game of Go
//! without human knowledge* (2017), without normalisation layers; auxiliary owner: D. Wu, *Accelerating self-play
//! learning in Go* (2019), section 4.1.

pub(super) mod choice;
pub mod field;
pub mod file;
pub mod gradient;
mod kernel;
mod product;

use std::ops::Range;
use std::sync::OnceLock;

use field::{Field, PLANES, View};
pub use kernel::InstructionSet;
use product::{Pair, Product, Start, pair_neighbors};

use super::board::Board;
use crate::color::Color;
use crate::grid::Cell;

/// Taps of a convolution: a cell and its six neighbours.
pub const TAPS: usize = 7;

/// Units of the hidden layer of the value head.
pub const VALUE_HIDDEN: usize = 32;

/// Number of residual blocks and of channels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Residual blocks of two convolutions each.
    pub blocks: usize,
    /// Channels of every layer, a multiple of 16.
    pub channels: usize,
}

/// Where the weights of a layer stand in the list of all weights.
#[derive(Clone, Debug)]
pub struct Layer {
    /// Weights: `[tap][input][output]` of a convolution, `[input][output]` of a dense layer.
    pub weights: Range<usize>,
    /// Biases, one for each output.
    pub biases: Range<usize>,
    /// Number of inputs, for one tap.
    pub inputs: usize,
    /// Number of outputs.
    pub outputs: usize,
}

/// Where the weights of all layers stand.
#[derive(Clone, Debug)]
pub struct Layout {
    /// The stem, then the two convolutions of each block.
    pub convolutions: Vec<Layer>,
    /// Channels to the logit of a move.
    pub policy: Layer,
    /// Channels to the logit of the mover's owning a cell at the end.
    pub owner: Layer,
    /// Means and maxima of channels to the hidden layer of the value.
    pub hidden: Layer,
    /// Hidden layer to the logit of a win of the mover.
    pub value: Layer,
    /// Number of weights and biases.
    pub count: usize,
}

impl Shape {
    /// Where each layer's weights stand, in the order in which files hold them.
    #[must_use]
    pub fn layout(self) -> Layout {
        let mut count = 0;
        let mut layer = |taps: usize, inputs: usize, outputs: usize| {
            let weights = count..count + taps * inputs * outputs;
            let biases = weights.end..weights.end + outputs;
            count = biases.end;
            Layer { weights, biases, inputs, outputs }
        };
        let mut convolutions = vec![layer(TAPS, PLANES, self.channels)];
        convolutions.extend((0..2 * self.blocks).map(|_| layer(TAPS, self.channels, self.channels)));
        let policy = layer(1, self.channels, 1);
        let owner = layer(1, self.channels, 1);
        let hidden = layer(1, 2 * self.channels, VALUE_HIDDEN);
        let value = layer(1, VALUE_HIDDEN, 1);
        Layout { convolutions, policy, owner, hidden, value, count }
    }
}

/// A network: its shape and its weights.
#[derive(Clone, Debug)]
pub struct Network {
    shape: Shape,
    layout: Layout,
    weights: Vec<f32>,
    /// Weights of each convolution as pairs of inputs, `[tap][input / 2][output]`; made when first needed.
    pairs: OnceLock<Vec<Vec<Pair>>>,
}

/// What a network says of a position.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Output {
    /// Logit of the probability that the mover wins.
    pub value: f32,
    /// Logit of each cell as a move, by the cell's number; those of occupied cells mean nothing.
    pub policy: Vec<f32>,
}

/// Memory for evaluations, kept from one to the next.
#[derive(Debug)]
pub struct Workspace {
    set: InstructionSet,
    /// The layout of the last position.
    pub field: Field,
    /// Input planes.
    pub input: Vec<f32>,
    /// Outputs of convolutions, [`Shape::channels`] numbers a place; after the skip at the end of a block. All of them after
    /// [`Network::forward`]; else the last one is that of the last convolution.
    pub layers: Vec<Vec<f32>>,
    /// Input planes, the last output and the one before it as pairs.
    pairs: [Vec<Pair>; 3],
    /// Mean of each channel, then its maximum.
    pub pooled: Vec<f32>,
    /// Hidden layer of the value.
    pub hidden: Vec<f32>,
}

impl Default for Workspace {
    fn default() -> Self {
        Workspace::new(InstructionSet::detect())
    }
}

impl Workspace {
    /// An empty one for an instruction set that this processor has.
    #[must_use]
    pub fn new(set: InstructionSet) -> Self {
        Workspace {
            set,
            field: Field::new(0, 0),
            input: Vec::new(),
            layers: Vec::new(),
            pairs: Default::default(),
            pooled: Vec::new(),
            hidden: Vec::new(),
        }
    }

    /// The instruction set in use.
    #[must_use]
    pub fn instruction_set(&self) -> InstructionSet {
        self.set
    }

    /// The output of the last convolution.
    fn features(&self) -> &[f32] {
        self.layers.last().expect("a network has a stem")
    }

    /// Makes room for so many layers of a field. Padding of a new one is zero, and every convolution leaves it so.
    fn resize(&mut self, field: Field, layers: usize, channels: usize) {
        let length = field.places() * channels;
        if self.field != field || self.layers.len() != layers || self.layers[0].len() != length {
            self.field = field;
            self.layers = vec![vec![0.0; length]; layers];
            self.pairs = [PLANES, channels, channels].map(|width| vec![Pair::default(); field.places() * width / 2]);
        }
    }
}

impl Network {
    /// A network of these weights; `None` where their number is not that of the shape.
    #[must_use]
    pub fn new(shape: Shape, weights: Vec<f32>) -> Option<Self> {
        let layout = shape.layout();
        (layout.count == weights.len()).then_some(Network { shape, layout, weights, pairs: OnceLock::new() })
    }

    /// Its shape.
    #[must_use]
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// Where its weights stand.
    #[must_use]
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// All weights and biases.
    #[must_use]
    pub fn weights(&self) -> &[f32] {
        &self.weights
    }

    /// Floating-point operations of the convolutions of a field, those on padding not counted.
    #[must_use]
    pub fn operations(&self, field: Field) -> usize {
        2 * field.area() * self.layout.convolutions.iter().map(|layer| layer.weights.len()).sum::<usize>()
    }

    /// Evaluates a position for the colour to move.
    pub fn evaluate(&self, board: &Board, to_move: Color, half_turn: bool, workspace: &mut Workspace) -> Output {
        let view = View { size: board.size(), to_move, half_turn };
        view.write_input(board, &mut workspace.input);
        if workspace.set.has_pairs() {
            self.extract_features_by_pairs(view.field(), workspace);
        } else {
            self.extract_features(view.field(), workspace);
        }
        let value = self.value(workspace);
        let features = workspace.features();
        let logit = |cell: Cell| self.cell_logit(&self.layout.policy, features, view.place(cell));
        Output { value, policy: board.size().cells().map(logit).collect() }
    }

    /// Runs all convolutions on the input planes and keeps all outputs, for the backward pass.
    pub fn forward(&self, field: Field, workspace: &mut Workspace) {
        workspace.resize(field, 2 * self.shape.blocks + 1, self.shape.channels);
        if workspace.set.has_pairs() {
            self.forward_by_pairs(field, workspace);
            return;
        }
        let Workspace { set, input, layers, .. } = workspace;
        self.convolution(0, field, input, None).run(*set, &mut layers[0]);
        for first in (1..layers.len()).step_by(2) {
            let [input, middle, output] = layers.get_disjoint_mut([first - 1, first, first + 1]).expect("three layers");
            self.convolution(first, field, input, None).run(*set, middle);
            self.convolution(first + 1, field, middle, Some(Skip::Rows(input))).run(*set, output);
        }
    }

    fn forward_by_pairs(&self, field: Field, workspace: &mut Workspace) {
        let Workspace { set, input, layers, pairs: [planes, output_pairs, middle_pairs], .. } = workspace;
        pair_neighbors(input, planes);
        self.convolution_of_pairs(0, field, planes, None).run(*set, Some(&mut layers[0]), Some(output_pairs));
        for first in (1..layers.len()).step_by(2) {
            let [input, middle, output] = layers.get_disjoint_mut([first - 1, first, first + 1]).expect("three layers");
            self.convolution_of_pairs(first, field, output_pairs, None).run(*set, Some(middle), Some(middle_pairs));
            let second = self.convolution_of_pairs(first + 1, field, middle_pairs, Some(Skip::Rows(input)));
            second.run(*set, Some(output), Some(output_pairs));
        }
    }

    /// Runs all convolutions on the input planes; only the last output stays.
    fn extract_features(&self, field: Field, workspace: &mut Workspace) {
        workspace.resize(field, 2, self.shape.channels);
        let Workspace { set, input, layers, .. } = workspace;
        let [middle, output] = &mut layers[..] else { unreachable!("two layers") };
        self.convolution(0, field, input, None).run(*set, output);
        for first in (1..=2 * self.shape.blocks).step_by(2) {
            self.convolution(first, field, output, None).run(*set, middle);
            self.convolution(first + 1, field, middle, Some(Skip::Result)).run(*set, output);
        }
    }

    /// The same with activations and weights rounded to bfloat16; sums and skip connections stay `f32`.
    fn extract_features_by_pairs(&self, field: Field, workspace: &mut Workspace) {
        workspace.resize(field, 1, self.shape.channels);
        let Workspace { set, input, layers, pairs: [planes, output_pairs, middle_pairs], .. } = workspace;
        let output = &mut layers[0];
        pair_neighbors(input, planes);
        self.convolution_of_pairs(0, field, planes, None).run(*set, Some(output), Some(output_pairs));
        for first in (1..=2 * self.shape.blocks).step_by(2) {
            self.convolution_of_pairs(first, field, output_pairs, None).run(*set, None, Some(middle_pairs));
            let second = self.convolution_of_pairs(first + 1, field, middle_pairs, Some(Skip::Result));
            second.run(*set, Some(output), Some(output_pairs));
        }
    }

    /// A convolution of the tower, with the rectifier, and a skip connection where one is given.
    fn convolution<'a>(&'a self, index: usize, field: Field, input: &'a [f32], skip: Option<Skip<'a>>) -> Convolution<'a, f32> {
        let layer = &self.layout.convolutions[index];
        let weights = &self.weights[layer.weights.clone()];
        Convolution {
            field,
            inputs: layer.inputs,
            outputs: layer.outputs,
            input,
            weights,
            start: self.start(index, skip),
            relu: true,
        }
    }

    /// The same of pairs.
    fn convolution_of_pairs<'a>(
        &'a self,
        index: usize,
        field: Field,
        input: &'a [Pair],
        skip: Option<Skip<'a>>,
    ) -> Convolution<'a, Pair> {
        let layer = &self.layout.convolutions[index];
        let weights =
            &self.pairs.get_or_init(|| self.layout.convolutions.iter().map(|layer| self.weight_pairs(layer)).collect())[index];
        Convolution {
            field,
            inputs: layer.inputs / 2,
            outputs: layer.outputs,
            input,
            weights,
            start: self.start(index, skip),
            relu: true,
        }
    }

    fn start<'a>(&'a self, index: usize, skip: Option<Skip<'a>>) -> Start<'a> {
        let bias = &self.weights[self.layout.convolutions[index].biases.clone()];
        match skip {
            None => Start::Bias(bias),
            Some(Skip::Rows(rows)) => Start::BiasAndRows(bias, rows),
            Some(Skip::Result) => Start::BiasAndResult(bias),
        }
    }

    /// The weights of a convolution, those of two neighbouring inputs together.
    fn weight_pairs(&self, layer: &Layer) -> Vec<Pair> {
        let mut pairs = Vec::new();
        product::pair_rows(&self.weights[layer.weights.clone()], layer.outputs, &mut pairs);
        pairs
    }

    /// The logit of a head of one output at a place.
    #[must_use]
    pub fn cell_logit(&self, head: &Layer, features: &[f32], place: usize) -> f32 {
        let weights = &self.weights[head.weights.clone()];
        let features = &features[place * self.shape.channels..][..self.shape.channels];
        self.weights[head.biases.start] + features.iter().zip(weights).map(|(a, b)| a * b).sum::<f32>()
    }

    /// Pools the features and computes the value head: the logit of a win of the mover.
    pub fn value(&self, workspace: &mut Workspace) -> f32 {
        self.pool(workspace);
        let Layout { hidden, value, .. } = &self.layout;
        workspace.hidden.clear();
        workspace.hidden.extend_from_slice(&self.weights[hidden.biases.clone()]);
        for (input, row) in workspace.pooled.iter().zip(self.weights[hidden.weights.clone()].chunks_exact(VALUE_HIDDEN)) {
            for (sum, weight) in workspace.hidden.iter_mut().zip(row) {
                *sum += input * weight;
            }
        }
        for unit in &mut workspace.hidden {
            *unit = unit.max(0.0);
        }
        let weights = &self.weights[value.weights.clone()];
        self.weights[value.biases.start] + workspace.hidden.iter().zip(weights).map(|(a, b)| a * b).sum::<f32>()
    }

    /// Writes the mean of each channel over the cells, then the maximum.
    fn pool(&self, workspace: &mut Workspace) {
        let channels = self.shape.channels;
        let Workspace { field, layers, pooled, .. } = workspace;
        let features = layers.last().expect("a network has a stem");
        pooled.clear();
        pooled.resize(channels, 0.0);
        pooled.resize(2 * channels, f32::NEG_INFINITY);
        let (mean, maximum) = pooled.split_at_mut(channels);
        for place in field.cells() {
            for ((sum, most), &feature) in mean.iter_mut().zip(&mut *maximum).zip(&features[place * channels..]) {
                *sum += feature;
                *most = if feature > *most { feature } else { *most };
            }
        }
        let share = 1.0 / field.area() as f32;
        mean.iter_mut().for_each(|sum| *sum *= share);
    }
}

/// What a convolution is added to.
#[derive(Clone, Copy)]
enum Skip<'a> {
    /// Another output.
    Rows(&'a [f32]),
    /// What the output holds.
    Result,
}

/// A convolution over the seven taps of a field, of numbers or of pairs.
struct Convolution<'a, T> {
    field: Field,
    /// Elements of `input` a place.
    inputs: usize,
    /// Numbers of the output a place.
    outputs: usize,
    input: &'a [T],
    weights: &'a [T],
    start: Start<'a>,
    relu: bool,
}

impl<T> Convolution<'_, T> {
    fn product<'a>(&'a self, shifts: &'a [isize]) -> Product<'a, T> {
        Product {
            rows: self.field.span().next_multiple_of(product::ROW_TILE),
            columns: self.outputs,
            depth: self.inputs,
            row_stride: self.inputs,
            depth_stride: 1,
            origin: self.field.first() * self.inputs,
            shifts,
            left: self.input,
            right: self.weights,
            start: self.start,
            relu: self.relu,
            out_origin: self.field.first() * self.outputs,
        }
    }

    fn shifts(&self) -> [isize; TAPS] {
        self.field.taps().map(|tap| tap * self.inputs.cast_signed())
    }
}

impl Convolution<'_, f32> {
    /// Computes it and clears the padding of the output.
    fn run(&self, set: InstructionSet, output: &mut [f32]) {
        self.product(&self.shifts()).run(set, output);
        self.field.clear_padding(output, self.outputs);
    }
}

impl Convolution<'_, Pair> {
    /// Computes it as numbers and as pairs, where they are wanted, and clears the padding of both.
    fn run(&self, set: InstructionSet, mut numbers: Option<&mut [f32]>, mut pairs: Option<&mut [Pair]>) {
        self.product(&self.shifts()).run(set, numbers.as_deref_mut(), pairs.as_deref_mut());
        if let Some(numbers) = numbers {
            self.field.clear_padding(numbers, self.outputs);
        }
        if let Some(pairs) = pairs {
            self.field.clear_padding(pairs, self.outputs / 2);
        }
    }
}

#[cfg(test)]
mod tests;
