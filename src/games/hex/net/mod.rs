//! A neural network that estimates the value of a position and the probabilities of its moves.
//!
//! A residual tower of hexagonal convolutions (a cell and its six neighbours) over raw stones and edges, in the frame of the
//! player to move; nothing in it depends on the size of the board, so the same weights play on every size. On top stand a
//! policy head (a logit for each cell), a value head (mean and maximum of each channel, one hidden layer, a logit), and in
//! training an owner head (whose stone each cell will have). The plan follows D. Silver et al., *Mastering the game of Go
//! without human knowledge* (2017), without normalisation layers; auxiliary owner: D. Wu, *Accelerating self-play
//! learning in Go* (2019), section 4.1.

mod aligned;
pub(super) mod choice;
pub mod file;
pub mod gradient;
mod kernel;
pub mod loss;
#[cfg(feature = "onnx")]
pub(super) mod onnx;
pub mod padded_grid;
mod product;
mod quads;
mod shape;
#[cfg_attr(not(target_arch = "x86_64"), expect(dead_code, reason = "only AVX2 reads it"))]
mod tiles;
mod tower;
#[cfg_attr(not(target_arch = "x86_64"), expect(dead_code, reason = "only AVX2 reads it"))]
mod transforms;
#[cfg_attr(not(target_arch = "x86_64"), expect(dead_code, reason = "only AVX2 reads it"))]
mod value_layer;
mod winograd;
mod workspace;

use std::sync::OnceLock;

use aligned::AlignedVec;
pub use choice::AnyNetwork;
pub use kernel::InstructionSet;
use padded_grid::{PaddedGrid, View};
use product::Bf16Pair;
use quads::QuadLayer;
use shape::VALUE_HIDDEN;
pub use shape::{Layer, Layout, Shape};
use winograd::ValueTower;
pub use workspace::Workspace;

use super::board::Board;
use crate::color::Color;
use crate::grid::{Cell, Size};

/// A network: its shape and its weights.
#[derive(Clone, Debug)]
pub struct Network {
    shape: Shape,
    layout: Layout,
    weights: Vec<f32>,
    /// Weights of each convolution as pairs of inputs, `[tap][input / 2][output]`; made when first needed.
    pairs: OnceLock<Vec<AlignedVec<Bf16Pair>>>,
    /// The convolutions as products of bytes; made when first needed.
    quads: OnceLock<Vec<QuadLayer>>,
    /// The convolutions by values in words; made when first needed.
    words: OnceLock<ValueTower>,
}

/// The output of a network for a position.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Output {
    /// Logit of the probability that the mover wins.
    pub value: f32,
    /// Logit of each cell as a move, by the cell's number; those of occupied cells mean nothing.
    pub policy: Vec<f32>,
}

impl Output {
    /// Sorts cells by their logits, the highest first.
    pub fn sort_cells(&self, cells: &mut [Cell]) {
        cells.sort_by(|a, b| self.policy[b.index()].total_cmp(&self.policy[a.index()]));
    }
}

impl Network {
    /// Creates a network of these weights; `None` if their number is not that of the shape.
    #[must_use]
    pub fn new(shape: Shape, weights: Vec<f32>) -> Option<Self> {
        let layout = shape.layout();
        (layout.count == weights.len()).then_some(Network {
            shape,
            layout,
            weights,
            pairs: OnceLock::new(),
            quads: OnceLock::new(),
            words: OnceLock::new(),
        })
    }

    /// Returns its shape.
    #[must_use]
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// Returns where its weights stand.
    #[must_use]
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Returns all weights and biases.
    #[must_use]
    pub fn weights(&self) -> &[f32] {
        &self.weights
    }

    /// Counts the operations of the convolutions of a grid, those on padding not counted.
    #[must_use]
    pub fn operations(&self, grid: PaddedGrid) -> usize {
        2 * grid.area() * self.layout.convolutions.iter().map(|layer| layer.weights.len()).sum::<usize>()
    }

    /// Computes the form of its weights that evaluations use on this processor, as the first of them would.
    pub fn prepare(&self) {
        self.evaluate(&Board::new(Size::square(1)), Color::Black, false, &mut Workspace::default());
    }

    /// Evaluates a position for the colour to move.
    pub fn evaluate(&self, board: &Board, to_move: Color, half_turn: bool, workspace: &mut Workspace) -> Output {
        let view = View { size: board.size(), to_move, half_turn };
        view.write_input(board, &mut workspace.input);
        self.extract_features(view.grid(), workspace);
        let value = self.value(0, workspace);
        let features = workspace.features();
        let logit = |cell: Cell| self.cell_logit(&self.layout.policy, features, view.place(cell));
        Output { value, policy: board.size().cells().map(logit).collect() }
    }

    /// Returns the logit of a head of one output at a place.
    #[must_use]
    pub fn cell_logit(&self, head: &Layer, features: &[f32], place: usize) -> f32 {
        let weights = &self.weights[head.weights.clone()];
        let features = &features[place * self.shape.channels..][..self.shape.channels];
        self.weights[head.biases.start] + features.iter().zip(weights).map(|(a, b)| a * b).sum::<f32>()
    }

    /// Pools the features of a board of the stack and computes the value head: the logit of a win of the mover.
    pub fn value(&self, board: usize, workspace: &mut Workspace) -> f32 {
        self.pool(board, workspace);
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
    fn pool(&self, board: usize, workspace: &mut Workspace) {
        let channels = self.shape.channels;
        let Workspace { grid, layers, pooled, .. } = workspace;
        let features = &layers.last().expect("a network has a stem")[board * grid.board_step() * channels..];
        pooled.clear();
        pooled.resize(channels, 0.0);
        pooled.resize(2 * channels, f32::NEG_INFINITY);
        let (mean, maximum) = pooled.split_at_mut(channels);
        for place in grid.cells() {
            for ((sum, most), &feature) in mean.iter_mut().zip(&mut *maximum).zip(&features[place * channels..]) {
                *sum += feature;
                *most = if feature > *most { feature } else { *most };
            }
        }
        let share = 1.0 / grid.area() as f32;
        mean.iter_mut().for_each(|sum| *sum *= share);
    }
}

#[cfg(test)]
mod tests;
