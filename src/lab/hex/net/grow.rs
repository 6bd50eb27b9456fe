//! A larger network that computes what a smaller one does (T. Chen, I. Goodfellow, J. Shlens, *Net2Net: accelerating learning
//! via knowledge transfer*, 2016), so that a run goes on with it instead of beginning anew.
//!
//! The weights into new channels are random, those from new channels into old ones are zero; a new block adds zero to its input.
//! The zero weights can learn at once, because their inputs are not zero.

use ludion::games::hex::net::{Layer, Network, Shape};

use super::optimizer::Optimizer;

/// Grows a network.
///
/// # Errors
/// The shape is smaller than that of the network.
pub fn grow(network: &Network, shape: Shape, seed: u64) -> Result<Network, String> {
    let from = network.shape();
    if shape.blocks < from.blocks || shape.channels < from.channels {
        let Shape { blocks, channels } = from;
        return Err(format!("the network has {blocks} blocks of {channels} channels; it can grow, not shrink"));
    }
    let (old, new) = (network.layout(), shape.layout());
    let mut weights = Optimizer::new(shape, seed).weights;
    let mut copy = |old: &Layer, new: &Layer, old_inputs: usize, new_inputs: usize| {
        let groups = old.weights.len() / (old_inputs * old.outputs);
        for output in 0..old.outputs {
            for group in 0..groups {
                for input in 0..new_inputs {
                    let at = new.weights.start + (group * new_inputs + input) * new.outputs + output;
                    weights[at] = if input < old_inputs {
                        network.weights()[old.weights.start + (group * old_inputs + input) * old.outputs + output]
                    } else {
                        0.0
                    };
                }
            }
            weights[new.biases.start + output] = network.weights()[old.biases.start + output];
        }
    };
    for (old, new) in old.convolutions.iter().zip(&new.convolutions) {
        copy(old, new, old.inputs, new.inputs);
    }
    for (old, new) in [(&old.policy, &new.policy), (&old.owner, &new.owner), (&old.value, &new.value)] {
        copy(old, new, old.inputs, new.inputs);
    }
    // Its inputs are two groups: a mean of each channel, then a maximum of each.
    copy(&old.hidden, &new.hidden, from.channels, shape.channels);
    for second in new.convolutions[old.convolutions.len()..].iter().skip(1).step_by(2) {
        weights[second.weights.clone()].fill(0.0);
    }
    Ok(Network::new(shape, weights).expect("as many weights as the shape has"))
}

#[cfg(test)]
mod tests {
    use ludion::color::Color;
    use ludion::games::hex::board::Board;
    use ludion::games::hex::net::{InstructionSet, Workspace};
    use ludion::grid::Size;

    use super::super::optimizer::random_network;
    use super::*;

    #[test]
    fn a_grown_network_computes_what_the_small_one_does() {
        let small = random_network(3);
        let large = grow(&small, Shape { blocks: 3, channels: 48 }, 4).unwrap();
        let mut workspace = Workspace::new(InstructionSet::available()[0]);
        for (side, stones) in [(3, 0), (5, 6), (9, 31)] {
            let mut board = Board::new(Size::square(side));
            let cells: Vec<_> = board.empty_cells().collect();
            for (number, &cell) in cells.iter().step_by(2).take(stones).enumerate() {
                board.play(if number % 2 == 0 { Color::Black } else { Color::White }, cell);
            }
            let [a, b] = [&small, &large].map(|network| network.evaluate(&board, Color::Black, false, &mut workspace));
            assert!((a.value - b.value).abs() < 1e-4, "{} {}", a.value, b.value);
            assert!(a.policy.iter().zip(&b.policy).all(|(a, b)| (a - b).abs() < 1e-4));
            assert!(a.policy.iter().any(|a| a.abs() > 1e-2), "a network that says something");
        }
        assert!(grow(&large, small.shape(), 1).is_err());
    }
}
