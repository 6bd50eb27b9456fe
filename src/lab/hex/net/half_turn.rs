//! Networks that a half-turn of the board does not change: the policy turns with the board, the value stays (T. Cohen and M.
//! Welling, *Group equivariant convolutional networks*, 2016, section 6).
//!
//! Their features come in pairs. One of a pair sees what the other one sees on the turned board, because each weight has a partner
//! with the same value: from the other input to the other output, at the opposite tap. Such a network needs no turned positions in
//! training, and its searches have no noise from how each position was turned.

use ludion::games::hex::net::{Layer, Shape};

/// The partner of each weight of a network.
pub(super) struct HalfTurn {
    partners: Vec<u32>,
}

/// Which of the inputs and outputs of a layer come in pairs; the others are the same on the turned board.
#[derive(Clone, Copy)]
struct Paired {
    inputs: bool,
    outputs: bool,
}

impl HalfTurn {
    /// Finds the partners of all weights of a shape.
    #[must_use]
    pub fn new(shape: Shape) -> Self {
        let layout = shape.layout();
        let mut half_turn = HalfTurn { partners: vec![0; layout.count] };
        for (index, layer) in layout.convolutions.iter().enumerate() {
            half_turn.pair(layer, Paired { inputs: index > 0, outputs: true });
        }
        half_turn.pair(&layout.hidden, Paired { inputs: true, outputs: true });
        for head in [&layout.policy, &layout.owner, &layout.value] {
            half_turn.pair(head, Paired { inputs: true, outputs: false });
        }
        half_turn
    }

    /// Sets the partners of the weights of a layer, `[tap][input][output]`, and of its biases.
    fn pair(&mut self, layer: &Layer, paired: Paired) {
        let other = |number: usize, is_paired: bool| number ^ usize::from(is_paired);
        let Layer { inputs, outputs, .. } = *layer;
        let taps = layer.weights.len() / (inputs * outputs);
        for (offset, weight) in layer.weights.clone().enumerate() {
            let (tap, input, output) = (offset / (inputs * outputs), offset / outputs % inputs, offset % outputs);
            let row = (taps - 1 - tap) * inputs + other(input, paired.inputs);
            self.partners[weight] = (layer.weights.start + row * outputs + other(output, paired.outputs)) as u32;
        }
        for (output, bias) in layer.biases.clone().enumerate() {
            self.partners[bias] = (layer.biases.start + other(output, paired.outputs)) as u32;
        }
    }

    /// Returns whether a network of these weights is one that a half-turn does not change.
    #[must_use]
    pub fn keeps(&self, weights: &[f32]) -> bool {
        self.pairs().all(|(a, b)| weights[a] == weights[b])
    }

    /// Gives both weights of each pair `factor` times their sum.
    pub fn tie(&self, weights: &mut [f32], factor: f32) {
        for (a, b) in self.pairs() {
            let sum = factor * (weights[a] + weights[b]);
            (weights[a], weights[b]) = (sum, sum);
        }
    }

    /// Iterates over the pairs of different weights.
    fn pairs(&self) -> impl Iterator<Item = (usize, usize)> {
        let partners = self.partners.iter().enumerate().map(|(weight, &partner)| (weight, partner as usize));
        partners.filter(|(weight, partner)| weight < partner)
    }
}

#[cfg(test)]
mod tests {
    use ludion::color::Color;
    use ludion::games::hex::board::Board;
    use ludion::games::hex::net::{InstructionSet, Workspace};
    use ludion::grid::Size;

    use super::super::optimizer::{Optimizer, random_network};
    use super::*;

    #[test]
    fn every_weight_is_the_partner_of_its_partner() {
        let partners = HalfTurn::new(Shape { blocks: 2, channels: 32 }).partners;
        assert!((0..partners.len()).all(|weight| partners[partners[weight] as usize] as usize == weight));
        let fixed = (0..partners.len()).filter(|&weight| partners[weight] as usize == weight).count();
        assert_eq!(fixed, 3, "the biases of the heads");
    }

    #[test]
    fn new_networks_say_the_same_of_a_turned_board() {
        let network = random_network(8);
        let half_turn = HalfTurn::new(network.shape());
        assert!(half_turn.keeps(network.weights()));
        let mut workspace = Workspace::new(InstructionSet::available()[0]);
        let mut board = Board::new(Size::square(7));
        for (number, cell) in Size::square(7).cells().step_by(3).enumerate() {
            board.play(Color::BOTH[number % 2], cell);
        }
        let [a, b] = [false, true].map(|turned| network.evaluate(&board, Color::White, turned, &mut workspace));
        assert!((a.value - b.value).abs() < 1e-4, "{} {}", a.value, b.value);
        assert!(a.policy.iter().zip(&b.policy).all(|(a, b)| (a - b).abs() < 1e-4));
        let mut weights = Optimizer::new(network.shape(), 8).weights;
        weights[network.shape().layout().convolutions[1].weights.start] += 0.1;
        assert!(!half_turn.keeps(&weights));
    }
}
