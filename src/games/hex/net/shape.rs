//! The shape of a network, and where the weights of its layers stand.

use std::ops::Range;

use super::padded_grid::PLANES;

/// Taps of a convolution: a cell and its six neighbours.
pub(super) const TAPS: usize = 7;

/// Units of the hidden layer of the value head.
pub(super) const VALUE_HIDDEN: usize = 32;

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
    /// Returns where each layer's weights stand, in the order in which files hold them.
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
