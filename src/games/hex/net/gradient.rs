//! The backward pass: what a position adds to the loss, and how the loss changes with each weight.
//!
//! The loss of a position is the cross-entropy of the policy against the target, plus that of the value against the expected
//! result, plus a share of the mean cross-entropy of the owners of cells. All of it works on logits: a probability that has
//! been rounded to 0 or 1 has no logarithm.

use super::field::{Field, View};
use super::product::{Pair, Product, Start, pair_all_rows, pair_neighbors, pair_rows};
use super::{Convolution, Layer, Network, TAPS, VALUE_HIDDEN, Workspace};
use crate::games::hex::board::Board;
use crate::grid::Cell;

/// The share of the owners' loss.
const OWNER_SHARE: f32 = 0.15;

/// What the network is to say of a position.
#[derive(Clone, Debug, Default)]
pub struct Target {
    /// Moves with their probabilities, which add up to 1.
    pub policy: Vec<(Cell, f32)>,
    /// Probability that the mover wins.
    pub value: f32,
    /// Cells with the probability that they are the mover's at the end.
    pub owners: Vec<(Cell, f32)>,
}

/// Losses, of one position or added up over several.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Loss {
    /// Cross-entropy of the policy, in nats.
    pub policy: f32,
    /// Cross-entropy of the value, in nats.
    pub value: f32,
    /// Mean cross-entropy of owners over the cells that have one, in nats.
    pub owner: f32,
}

impl Loss {
    /// What training makes small.
    #[must_use]
    pub fn total(self) -> f32 {
        self.policy + self.value + OWNER_SHARE * self.owner
    }

    /// Adds another one.
    pub fn add(&mut self, other: Loss) {
        self.policy += other.policy;
        self.value += other.value;
        self.owner += other.owner;
    }

    /// Each part times a number.
    #[must_use]
    pub fn scale(self, factor: f32) -> Loss {
        Loss { policy: self.policy * factor, value: self.value * factor, owner: self.owner * factor }
    }
}

/// A network with its convolutions transposed for the backward pass, made once for all positions of a batch.
pub struct Backward<'a> {
    network: &'a Network,
    /// Weights of each convolution but the stem, `[opposite tap][output][input]`.
    transposed: Vec<Vec<f32>>,
    /// The same as pairs of outputs, `[opposite tap][output / 2][input]`.
    transposed_pairs: Vec<Vec<Pair>>,
}

/// Memory of the backward pass, kept from one position to the next.
#[derive(Debug, Default)]
pub struct Scratch {
    outer: Vec<f32>,
    inner: Vec<f32>,
    pairs: PairScratch,
}

/// Pairs of an instruction set that multiplies them.
#[derive(Debug, Default)]
struct PairScratch {
    /// Inputs of a convolution, each with the one of the next place.
    inputs: Vec<Pair>,
    /// Derivatives of its outputs, two places together.
    places: Vec<Pair>,
    /// The same, two channels together.
    channels: Vec<Pair>,
}

impl<'a> Backward<'a> {
    /// Transposes the convolutions of a network.
    #[must_use]
    pub fn new(network: &'a Network) -> Self {
        let convolutions = &network.layout().convolutions;
        let transposed: Vec<Vec<f32>> = convolutions[1..].iter().map(|layer| transpose(layer, network.weights())).collect();
        let in_pairs = |(layer, numbers): (&Layer, &Vec<f32>)| {
            let mut pairs = Vec::new();
            pair_rows(numbers, layer.inputs, &mut pairs);
            pairs
        };
        let transposed_pairs = convolutions[1..].iter().zip(&transposed).map(in_pairs).collect();
        Backward { network, transposed, transposed_pairs }
    }

    /// Evaluates a position, adds the derivatives of its loss to `gradient`, and returns the loss.
    pub fn add_position(
        &self,
        board: &Board,
        view: View,
        target: &Target,
        workspace: &mut Workspace,
        scratch: &mut Scratch,
        gradient: &mut [f32],
    ) -> Loss {
        view.write_input(board, &mut workspace.input);
        self.network.forward(view.field(), workspace);
        let value = self.network.value(workspace);
        let length = view.field().places() * self.network.shape().channels;
        for buffer in [&mut scratch.outer, &mut scratch.inner] {
            buffer.clear();
            buffer.resize(length, 0.0);
        }
        let deltas = &mut scratch.outer;
        let loss = Loss {
            policy: self.add_policy(board, view, target, workspace, deltas, gradient),
            value: self.add_value(value, target, workspace, deltas, gradient),
            owner: self.add_owners(view, target, workspace, deltas, gradient),
        };
        self.add_tower(workspace, scratch, gradient);
        loss
    }

    fn add_policy(
        &self,
        board: &Board,
        view: View,
        target: &Target,
        workspace: &Workspace,
        deltas: &mut [f32],
        gradient: &mut [f32],
    ) -> f32 {
        let head = &self.network.layout().policy;
        let cells: Vec<Cell> = board.empty_cells().collect();
        let logits: Vec<f32> =
            cells.iter().map(|&cell| self.network.cell_logit(head, workspace.features(), view.place(cell))).collect();
        let highest = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let log_sum = highest + logits.iter().map(|logit| (logit - highest).exp()).sum::<f32>().ln();
        let mut wanted = vec![0.0; board.size().area()];
        target.policy.iter().for_each(|&(cell, share)| wanted[cell.index()] = share);
        let mut loss = 0.0;
        for (&cell, logit) in cells.iter().zip(logits) {
            let share = wanted[cell.index()];
            loss -= share * (logit - log_sum);
            self.add_cell(head, view.place(cell), (logit - log_sum).exp() - share, workspace, deltas, gradient);
        }
        loss
    }

    fn add_owners(&self, view: View, target: &Target, workspace: &Workspace, deltas: &mut [f32], gradient: &mut [f32]) -> f32 {
        let head = &self.network.layout().owner;
        let share = 1.0 / target.owners.len().max(1) as f32;
        let mut loss = 0.0;
        for &(cell, owner) in &target.owners {
            let logit = self.network.cell_logit(head, workspace.features(), view.place(cell));
            loss += share * cross_entropy(logit, owner);
            let delta = OWNER_SHARE * share * (sigmoid(logit) - owner);
            self.add_cell(head, view.place(cell), delta, workspace, deltas, gradient);
        }
        loss
    }

    /// Passes the derivative of a head of one output back to its weights and to the features of its place.
    fn add_cell(&self, head: &Layer, place: usize, delta: f32, workspace: &Workspace, deltas: &mut [f32], gradient: &mut [f32]) {
        let channels = self.network.shape().channels;
        let range = place * channels..(place + 1) * channels;
        gradient[head.biases.start] += delta;
        for (sum, feature) in gradient[head.weights.clone()].iter_mut().zip(&workspace.features()[range.clone()]) {
            *sum += delta * feature;
        }
        for (sum, weight) in deltas[range].iter_mut().zip(&self.network.weights()[head.weights.clone()]) {
            *sum += delta * weight;
        }
    }

    fn add_value(&self, value: f32, target: &Target, workspace: &Workspace, deltas: &mut [f32], gradient: &mut [f32]) -> f32 {
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
        let share = 1.0 / workspace.field.area() as f32;
        for place in workspace.field.cells() {
            for (sum, delta) in deltas[place * mean.len()..].iter_mut().zip(mean) {
                *sum += share * delta;
            }
        }
        // The maximum is that of the first place which has it.
        let (features, maxima) = (workspace.features(), &workspace.pooled[mean.len()..]);
        for (channel, (highest, delta)) in maxima.iter().zip(maximum).enumerate() {
            let mut places = workspace.field.cells().map(|place| place * mean.len() + channel);
            let place = places.find(|&place| features[place] == *highest).expect("a maximum of the features");
            deltas[place] += delta;
        }
        cross_entropy(value, target.value)
    }

    /// Passes the derivatives of the features in `scratch.outer` back through all convolutions.
    fn add_tower(&self, workspace: &Workspace, scratch: &mut Scratch, gradient: &mut [f32]) {
        let Scratch { outer, inner, pairs } = scratch;
        let none = vec![0.0; self.network.shape().channels];
        for block in (0..self.network.shape().blocks).rev() {
            let first = 2 * block + 1;
            mask(outer, &workspace.layers[first + 1]);
            self.add_convolution(first + 1, &workspace.layers[first], outer, pairs, workspace, gradient);
            self.pass_back(first + 1, outer, Start::Bias(&none), inner, pairs, workspace);
            mask(inner, &workspace.layers[first]);
            self.add_convolution(first, &workspace.layers[first - 1], inner, pairs, workspace, gradient);
            // The skip connection passes the outer derivatives on as they are.
            self.pass_back(first, inner, Start::Result, outer, pairs, workspace);
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
        let (layer, field, set) = (&self.network.layout().convolutions[index], workspace.field, workspace.instruction_set());
        let first = field.first() * layer.outputs;
        let biases = &mut gradient[layer.biases.clone()];
        for row in deltas[first..first + field.span() * layer.outputs].chunks_exact(layer.outputs) {
            biases.iter_mut().zip(row).for_each(|(sum, delta)| *sum += delta);
        }
        let gradient = &mut gradient[layer.weights.clone()];
        if set.has_pairs() {
            // The place behind the last cell is padding, with derivatives of zero.
            let depth = field.span().div_ceil(2);
            pair_all_rows(input, layer.inputs, &mut pairs.inputs);
            pair_rows(&deltas[first..first + 2 * depth * layer.outputs], layer.outputs, &mut pairs.places);
            for tap in 0..TAPS {
                let product = derivative(layer, field, tap, [depth, 2 * layer.inputs], &pairs.inputs, &pairs.places);
                product.run(set, Some(gradient), None);
            }
        } else {
            for tap in 0..TAPS {
                derivative(layer, field, tap, [field.span(), layer.inputs], input, &deltas[first..]).run(set, gradient);
            }
        }
    }

    /// Convolves derivatives of a convolution's output with its transposed weights: the derivatives of its input.
    fn pass_back(
        &self,
        index: usize,
        deltas: &[f32],
        start: Start<'_>,
        into: &mut [f32],
        pairs: &mut PairScratch,
        workspace: &Workspace,
    ) {
        let layer = &self.network.layout().convolutions[index];
        let (field, set, outputs) = (workspace.field, workspace.instruction_set(), layer.inputs);
        if set.has_pairs() {
            pairs.channels.resize(deltas.len() / 2, Pair::default());
            pair_neighbors(deltas, &mut pairs.channels);
            let (input, weights) = (&pairs.channels, &self.transposed_pairs[index - 1]);
            let convolution = Convolution { field, inputs: layer.outputs / 2, outputs, input, weights, start, relu: false };
            convolution.run(set, Some(into), None);
        } else {
            let (input, weights) = (deltas, &self.transposed[index - 1]);
            Convolution { field, inputs: layer.outputs, outputs, input, weights, start, relu: false }.run(set, into);
        }
    }
}

/// The product that adds the derivatives of a convolution's weights for one tap: inputs times derivatives of outputs, summed
/// over places. `depth` is the number of terms,
/// `depth_stride` the step from one to the next in `inputs`.
fn derivative<'a, T>(
    layer: &Layer,
    field: Field,
    tap: usize,
    [depth, depth_stride]: [usize; 2],
    inputs: &'a [T],
    deltas: &'a [T],
) -> Product<'a, T> {
    Product {
        rows: layer.inputs,
        columns: layer.outputs,
        depth,
        row_stride: 1,
        depth_stride,
        origin: field.first().wrapping_add_signed(field.taps()[tap]) * layer.inputs,
        shifts: &[0],
        left: inputs,
        right: deltas,
        start: Start::Result,
        relu: false,
        out_origin: tap * layer.inputs * layer.outputs,
    }
}

/// The weights of a convolution as the backward pass reads them.
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

/// The logistic function.
#[must_use]
pub fn sigmoid(logit: f32) -> f32 {
    1.0 / (1.0 + (-logit).exp())
}

/// `-(p ln s + (1 - p) ln (1 - s))` for `s` the probability of a logit.
fn cross_entropy(logit: f32, probability: f32) -> f32 {
    logit.max(0.0) - logit * probability + (-logit.abs()).exp().ln_1p()
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    use super::super::tests::{plain, random_board, random_network};
    use super::super::{InstructionSet, Shape};
    use super::*;
    use crate::color::Color;
    use crate::grid::Size;

    /// The loss by its definition, in double precision.
    fn plain_loss(weights: &[f64], shape: Shape, board: &Board, to_move: Color, target: &Target) -> f64 {
        let (value, policy, owner) = plain(shape, weights, board, to_move);
        let entropy = |logit: f64, p: f64| logit.max(0.0) - logit * p + (-logit.abs()).exp().ln_1p();
        let log_sum = board.empty_cells().map(|cell| policy[cell.index()].exp()).sum::<f64>().ln();
        let policy: f64 = target.policy.iter().map(|&(cell, p)| f64::from(p) * (log_sum - policy[cell.index()])).sum();
        let owners = target.owners.iter().map(|&(cell, p)| entropy(owner[cell.index()], f64::from(p)));
        let owner = owners.sum::<f64>() / target.owners.len() as f64;
        policy + entropy(value, f64::from(target.value)) + f64::from(OWNER_SHARE) * owner
    }

    #[test]
    fn gradients_of_numbers_are_finite_differences() {
        let mut random = Pcg64Mcg::seed_from_u64(2);
        let shape = Shape { blocks: 2, channels: 16 };
        let network = random_network(shape, 9);
        let weights: Vec<f64> = network.weights().iter().map(|&weight| f64::from(weight)).collect();
        for (size, to_move) in [(Size::square(4), Color::Black), (Size { width: 5, height: 3 }, Color::White)] {
            let board = random_board(size, 6, &mut random);
            let empty: Vec<Cell> = board.empty_cells().collect();
            let target = Target {
                policy: vec![(empty[0], 0.75), (empty[3], 0.25)],
                value: 0.7,
                owners: size.cells().step_by(2).map(|cell| (cell, f32::from(cell.0 % 4 == 0))).collect(),
            };
            for set in InstructionSet::available().into_iter().filter(|set| !set.has_pairs()) {
                let mut gradient = vec![0.0; weights.len()];
                let view = View { size, to_move, half_turn: false };
                let backward = Backward::new(&network);
                let loss = backward.add_position(
                    &board,
                    view,
                    &target,
                    &mut Workspace::new(set),
                    &mut Scratch::default(),
                    &mut gradient,
                );
                let plain = plain_loss(&weights, shape, &board, to_move, &target);
                assert!((f64::from(loss.total()) - plain).abs() < 1e-4, "{set:?}: {loss:?} for {plain}");
                for _ in 0..400 {
                    let index = random.random_range(0..weights.len());
                    let at = |step: f64| {
                        let mut changed = weights.clone();
                        changed[index] += step;
                        plain_loss(&changed, shape, &board, to_move, &target)
                    };
                    let difference = (at(1e-5) - at(-1e-5)) / 2e-5;
                    let found = f64::from(gradient[index]);
                    assert!((found - difference).abs() < 1e-4 + 1e-3 * difference.abs(), "{index}: {found} for {difference}");
                }
            }
        }
    }
    /// Numbers of a pair have 8 bits. Where by their rounding a rectifier opens or a maximum is another place's, the derivative
    /// is that of another piece of the function: a quarter of the positions are without such a jump.
    #[test]
    fn gradients_of_pairs_are_those_of_numbers() {
        let mut random = Pcg64Mcg::seed_from_u64(3);
        let network = random_network(Shape { blocks: 3, channels: 32 }, 4);
        let backward = Backward::new(&network);
        let (pairs, numbers): (Vec<_>, Vec<_>) = InstructionSet::available().into_iter().partition(|set| set.has_pairs());
        for (set, (width, height)) in pairs.iter().flat_map(|&set| [(3, 3), (8, 5), (11, 11), (14, 14)].map(|size| (set, size))) {
            let size = Size { width, height };
            let mut errors: Vec<f32> = Vec::new();
            for to_move in [Color::Black, Color::White].into_iter().cycle().take(40) {
                let board = random_board(size, size.area() / 3, &mut random);
                let policy = board.empty_cells().take(2).zip([0.75, 0.25]).collect();
                let owners = size.cells().map(|cell| (cell, f32::from(cell.0 % 3 == 0))).collect();
                let target = Target { policy, value: 0.2, owners };
                let gradient = |set| {
                    let (view, mut gradient) = (View { size, to_move, half_turn: true }, vec![0.0; network.weights().len()]);
                    let (mut workspace, mut scratch) = (Workspace::new(set), Scratch::default());
                    backward.add_position(&board, view, &target, &mut workspace, &mut scratch, &mut gradient);
                    gradient
                };
                let (found, exact) = (gradient(set), gradient(numbers[0]));
                let square = |numbers: &[f32]| numbers.iter().map(|x| x * x).sum::<f32>();
                let difference: Vec<f32> = found.iter().zip(&exact).map(|(a, b)| a - b).collect();
                errors.push((square(&difference) / square(&exact)).sqrt());
            }
            errors.sort_by(f32::total_cmp);
            assert!(errors[10] < 0.03 && errors[39] < 0.5, "{size}: {errors:?}");
        }
    }
}
