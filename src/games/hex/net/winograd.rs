//! The convolutions of a network by fewer products than they are defined by, for processors that multiply pairs of 16-bit integers
//! (A. Lavin and S. Gray, *Fast Algorithms for Convolutional Neural Networks*, 2016).
//!
//! The board is cut into tiles with sides of 3 or 4 cells. The activations on which a tile depends are the coefficients of a
//! polynomial in two variables, and so are the weights of the seven taps. Results follow from the products of values of the two at 5
//! or 6 points of each variable: 36 products for a tile of 4x4 cells, for which the seven taps take 112.
//!
//! Activations are integers as in [`quads`](super::quads), with [`MOST`] steps instead of 255; their values at the points are exact
//! in 16 bits. The values of weights are rounded to units that are as small as sums of 32 bits allow.

use super::quads::observe;
use super::tiles::TileMemory;
use super::value_layer::{MOST, ValueLayer};
use super::{InstructionSet, Network};

/// The convolutions behind the stem of a network.
#[derive(Clone, Debug)]
pub(super) struct ValueTower {
    /// Steps in an activation of 1, for each output of the stem.
    stem_rates: Vec<f32>,
    layers: Vec<ValueLayer>,
}

impl ValueTower {
    /// Computes the values of all weights.
    pub fn new(network: &Network) -> Self {
        let outputs = observe(network, MOST).into_iter().map(|channels| channels.iter().map(|channel| channel.step).collect());
        let steps: Vec<Vec<f32>> = outputs.collect();
        let layers = network.layout.convolutions[1..].iter().zip(steps.windows(2));
        let layers = layers.map(|(layer, steps)| ValueLayer::new(layer, &network.weights, &steps[0], &steps[1])).collect();
        ValueTower { stem_rates: steps[0].iter().map(|step| 1.0 / step).collect(), layers }
    }

    /// Computes all blocks from the output of the stem, in its place.
    ///
    /// # Panics
    /// The memory is of another grid or another number of channels, or the instruction set does not multiply words.
    pub fn run(&self, set: InstructionSet, memory: &mut TileMemory, output: &mut [f32]) {
        let [mut outer, mut middle] = std::mem::take(&mut memory.activations);
        for (activations, floats) in outer.chunks_exact_mut(self.stem_rates.len()).zip(output.chunks_exact(self.stem_rates.len()))
        {
            for ((activation, float), rate) in activations.iter_mut().zip(floats).zip(&self.stem_rates) {
                *activation = (float * rate).min(MOST).round_ties_even() as i16;
            }
        }
        for [first, second] in self.layers.as_chunks().0 {
            set.convolve(first, memory, &outer, None, &mut middle);
            set.convolve(second, memory, &middle, Some(output), &mut outer);
        }
        memory.activations = [outer, middle];
    }
}

#[cfg(test)]
mod tests;
