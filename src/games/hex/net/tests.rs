//! The network against its definition, cell by cell.

use rand::seq::IteratorRandom;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use super::choice::{AnyNetwork, NetworkChoice};
use super::*;
use crate::files::Access;
use crate::grid::Size;

pub(super) fn random_network(shape: Shape, seed: u64) -> Network {
    let mut random = Pcg64Mcg::seed_from_u64(seed);
    let count = shape.layout().count;
    Network::new(shape, (0..count).map(|_| random.random_range(-0.15..0.15)).collect()).expect("as many as the layout has")
}

pub(super) fn random_board(size: Size, stones: usize, random: &mut Pcg64Mcg) -> Board {
    let mut board = Board::new(size);
    for number in 0..stones {
        let cell = board.empty_cells().choose(random).expect("an empty cell");
        board.play(Color::BOTH[number % 2], cell);
    }
    board
}

/// The definition of the network, cell by cell in double precision, with neighbours found by coordinates.
/// Returns the logits of value, policy and owners.
pub(super) fn plain(shape: Shape, weights: &[f64], board: &Board, to_move: Color) -> (f64, Vec<f64>, Vec<f64>) {
    let size = board.size();
    let swap = to_move == Color::White;
    let (width, height) = if swap { (size.height, size.width) } else { (size.width, size.height) };
    let cell = |x: isize, y: isize| if swap { size.cell(y as usize, x as usize) } else { size.cell(x as usize, y as usize) };
    let inside = |x: isize, y: isize| x >= 0 && y >= 0 && x < width as isize && y < height as isize;
    let stone = |x: isize, y: isize| -> Vec<f64> {
        if inside(x, y) {
            let color = cell(x, y).and_then(|cell| board.stone(cell));
            return vec![f64::from(color == Some(to_move)), f64::from(color == Some(to_move.other()))];
        }
        let own = (y < 0 || y >= height as isize) && x >= 0 && x < width as isize;
        vec![f64::from(own), f64::from(!own)]
    };
    let convolve = |layer: &Layer, from: &dyn Fn(isize, isize) -> Vec<f64>, skip: Option<&Vec<Vec<f64>>>| -> Vec<Vec<f64>> {
        let steps = [(0, -1), (1, -1), (-1, 0), (0, 0), (1, 0), (-1, 1), (0, 1)];
        (0..width * height)
            .map(|number| {
                let (x, y) = ((number % width) as isize, (number / width) as isize);
                let mut sums = weights[layer.biases.clone()].to_vec();
                for (tap, (dx, dy)) in steps.into_iter().enumerate() {
                    for (k, input) in from(x + dx, y + dy).into_iter().enumerate() {
                        for (output, sum) in sums.iter_mut().enumerate() {
                            *sum += input * weights[layer.weights.start + (tap * layer.inputs + k) * layer.outputs + output];
                        }
                    }
                }
                let skip = skip.map(|skip| &skip[number]);
                sums.iter().enumerate().map(|(c, sum)| (sum + skip.map_or(0.0, |skip| skip[c])).max(0.0)).collect()
            })
            .collect()
    };
    let layout = shape.layout();
    let zero = vec![0.0; shape.channels];
    let mut features = convolve(&layout.convolutions[0], &stone, None);
    for pair in layout.convolutions[1..].chunks(2) {
        let at = |layer: &Vec<Vec<f64>>, x: isize, y: isize| {
            if inside(x, y) { layer[y as usize * width + x as usize].clone() } else { zero.clone() }
        };
        let middle = convolve(&pair[0], &|x, y| at(&features, x, y), None);
        features = convolve(&pair[1], &|x, y| at(&middle, x, y), Some(&features));
    }
    let head = |layer: &Layer, input: &[f64]| -> Vec<f64> {
        (0..layer.outputs)
            .map(|o| {
                let rows = input.iter().enumerate();
                weights[layer.biases.start + o]
                    + rows.map(|(k, x)| x * weights[layer.weights.start + k * layer.outputs + o]).sum::<f64>()
            })
            .collect()
    };
    let channel = |c: usize| features.iter().map(move |cell| cell[c]);
    let channels = 0..shape.channels;
    let mut pooled: Vec<f64> = channels.clone().map(|c| channel(c).sum::<f64>() / (width * height) as f64).collect();
    pooled.extend(channels.map(|c| channel(c).fold(f64::NEG_INFINITY, f64::max)));
    let hidden: Vec<f64> = head(&layout.hidden, &pooled).into_iter().map(|unit| unit.max(0.0)).collect();
    let cells = |layer: &Layer| {
        let logit = |cell| {
            let (x, y) = (size.x(cell), size.y(cell));
            head(layer, &features[if swap { x * width + y } else { y * width + x }])[0]
        };
        size.cells().map(logit).collect()
    };
    (head(&layout.value, &hidden)[0], cells(&layout.policy), cells(&layout.owner))
}

#[test]
fn evaluation_is_the_definition_with_every_instruction_set() {
    let mut random = Pcg64Mcg::seed_from_u64(5);
    for shape in [Shape { blocks: 2, channels: 32 }, Shape { blocks: 1, channels: 48 }, Shape { blocks: 3, channels: 16 }] {
        let network = random_network(shape, 7);
        let weights: Vec<f64> = network.weights().iter().map(|&weight| f64::from(weight)).collect();
        for set in InstructionSet::available() {
            let mut workspace = Workspace::new(set);
            for size in [Size::square(3), Size { width: 5, height: 4 }, Size::square(11), Size { width: 1, height: 7 }] {
                let board = random_board(size, size.area() / 2, &mut random);
                for to_move in Color::BOTH {
                    let (value, policy, _) = plain(shape, &weights, &board, to_move);
                    let found = network.evaluate(&board, to_move, false, &mut workspace);
                    // bfloat16 has eight bits of precision; bytes have the precision of the largest activations of other positions.
                    let tolerance = if set.has_int8() || set.has_words() {
                        0.1
                    } else if set.has_bf16() {
                        3e-2
                    } else {
                        1e-3
                    };
                    let close = |a: f32, b: f64| (f64::from(a) - b).abs() < tolerance * b.abs().max(1.0);
                    assert!(close(found.value, value), "{set:?} {size}: {} for {value}", found.value);
                    assert!(found.policy.iter().zip(&policy).all(|(&a, &b)| close(a, b)), "{set:?} {size}");
                }
            }
        }
    }
}

/// Returns the logarithms of the probabilities of moves.
fn log_shares(board: &Board, output: &Output) -> Vec<f64> {
    let logits: Vec<f64> = board.empty_cells().map(|cell| f64::from(output.policy[cell.index()])).collect();
    let highest = logits.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let sum: f64 = logits.iter().map(|logit| (logit - highest).exp()).sum();
    logits.into_iter().map(|logit| logit - highest - sum.ln()).collect()
}

/// Games of our network, each move drawn from the policy, on boards of 3x3 to 19x19: on the mean the policy of bytes is off by at
/// most 0.004 nats, and the value, from -1 to 1, by at most 0.02.
#[test]
fn bytes_estimate_what_floats_do() {
    let mut random = Pcg64Mcg::seed_from_u64(9);
    let (rounding, exact): (Vec<_>, Vec<_>) =
        InstructionSet::available().into_iter().partition(|set| set.has_bf16() || set.has_int8() || set.has_words());
    let exact = *exact.last().expect("plain Rust runs everywhere");
    for set in rounding {
        let choice = NetworkChoice::read("builtin", Access::Refused).expect("the network that is compiled in is whole");
        let network = choice.network().and_then(AnyNetwork::own).expect("one of ours");
        let (mut floats, mut bytes) = (Workspace::new(exact), Workspace::new(set));
        let (mut positions, mut divergence, mut difference) = (0.0, 0.0, 0.0);
        for side in (3..=19).step_by(2) {
            let mut board = Board::new(Size::square(side));
            board.play(Color::Black, board.empty_cells().choose(&mut random).expect("an empty cell"));
            while board.winner().is_none() {
                let to_move = Color::BOTH[board.stone_count() % 2];
                let [one, other] = [&mut floats, &mut bytes].map(|workspace| network.evaluate(&board, to_move, false, workspace));
                let [shares, other_shares] = [&one, &other].map(|output| log_shares(&board, output));
                positions += 1.0;
                divergence += shares.iter().zip(&other_shares).map(|(p, q)| p.exp() * (p - q)).sum::<f64>();
                difference += f64::from(((0.5 * one.value).tanh() - (0.5 * other.value).tanh()).abs());
                let mut left: f64 = random.random();
                let drawn = shares.iter().position(|share| {
                    left -= share.exp();
                    left < 0.0
                });
                let cell = board.empty_cells().nth(drawn.unwrap_or(0));
                board.play(to_move, cell.expect("an empty cell"));
            }
        }
        let (divergence, difference) = (divergence / positions, difference / positions);
        assert!(positions > 300.0 && divergence < 0.004 && difference < 0.02, "{set:?} {divergence} {difference}");
    }
}

#[test]
fn a_half_turn_of_the_board_is_seen_as_the_position_turned() {
    let mut random = Pcg64Mcg::seed_from_u64(6);
    let network = random_network(Shape { blocks: 2, channels: 32 }, 8);
    let mut workspace = Workspace::default();
    for size in [Size::square(7), Size { width: 6, height: 9 }] {
        let board = random_board(size, 15, &mut random);
        let mut turned = Board::new(size);
        board.stones().for_each(|(color, cell)| assert!(turned.play(color, size.half_turn(cell))));
        for to_move in Color::BOTH {
            let seen = network.evaluate(&board, to_move, true, &mut workspace);
            let other = network.evaluate(&turned, to_move, false, &mut workspace);
            assert_eq!(seen.value, other.value);
            assert!(size.cells().all(|cell| seen.policy[cell.index()] == other.policy[size.half_turn(cell).index()]));
        }
    }
}
