//! Gradients against finite differences of the loss by its definition, and those of bfloat16 against those of `f32`.

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use super::super::loss::OWNER_SHARE;
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
fn gradients_are_finite_differences() {
    let mut random = Pcg64Mcg::seed_from_u64(2);
    let shape = Shape { blocks: 2, channels: 16 };
    let network = random_network(shape, 9);
    let weights: Vec<f64> = network.weights().iter().map(|&weight| f64::from(weight)).collect();
    let boards = [(Size::square(4), Color::Black, true), (Size { width: 5, height: 3 }, Color::White, true)];
    for (size, to_move, has_policy) in boards.into_iter().chain([(Size::square(3), Color::White, false)]) {
        let board = random_board(size, 4, &mut random);
        let empty: Vec<Cell> = board.empty_cells().collect();
        let target = Target {
            policy: if has_policy { vec![(empty[0], 0.75), (empty[3], 0.25)] } else { Vec::new() },
            value: 0.7,
            owners: size.cells().step_by(2).map(|cell| (cell, f32::from(cell.0 % 4 == 0))).collect(),
        };
        for set in InstructionSet::available().into_iter().filter(|set| !set.has_bf16()) {
            let mut gradient = vec![0.0; weights.len()];
            let view = View { size, to_move, half_turn: false };
            let backward = Backward::new(&network);
            let example = Example { board: board.clone(), view, target: target.clone() };
            let loss = backward.add_examples(&[example], &mut Workspace::new(set), &mut Scratch::default(), &mut gradient);
            backward.restore_order(set, &mut gradient);
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

/// A bfloat16 has 8 bits of precision. Where its rounding switches a rectifier or the place of a maximum, the derivative jumps. So
/// only a quarter of the positions must agree closely.
#[test]
fn gradients_with_bf16_are_those_with_f32() {
    let mut random = Pcg64Mcg::seed_from_u64(3);
    let network = random_network(Shape { blocks: 3, channels: 32 }, 4);
    let backward = Backward::new(&network);
    let (bf16, f32): (Vec<_>, Vec<_>) = InstructionSet::available().into_iter().partition(|set| set.has_bf16());
    for (set, (width, height)) in bf16.iter().flat_map(|&set| [(3, 3), (8, 5), (11, 11), (14, 14)].map(|size| (set, size))) {
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
                let example = Example { board: board.clone(), view, target: target.clone() };
                backward.add_examples(&[example], &mut workspace, &mut scratch, &mut gradient);
                backward.restore_order(set, &mut gradient);
                gradient
            };
            let (found, exact) = (gradient(set), gradient(f32[0]));
            let square = |numbers: &[f32]| numbers.iter().map(|x| x * x).sum::<f32>();
            let difference: Vec<f32> = found.iter().zip(&exact).map(|(a, b)| a - b).collect();
            errors.push((square(&difference) / square(&exact)).sqrt());
        }
        errors.sort_by(f32::total_cmp);
        assert!(errors[10] < 0.03 && errors[39] < 0.5, "{size}: {errors:?}");
    }
}

#[test]
fn a_stack_adds_what_its_positions_add() {
    let mut random = Pcg64Mcg::seed_from_u64(4);
    let network = random_network(Shape { blocks: 2, channels: 32 }, 5);
    let backward = Backward::new(&network);
    for (width, height) in [(3, 3), (5, 8), (11, 11)] {
        let size = Size { width, height };
        let examples: Vec<Example> = [(Color::Black, false), (Color::Black, true)]
            .into_iter()
            .cycle()
            .take(5)
            .map(|(to_move, half_turn)| {
                let board = random_board(size, size.area() / 3, &mut random);
                let policy = board.empty_cells().take(2).zip([0.5, 0.5]).collect();
                let owners = size.cells().map(|cell| (cell, f32::from(cell.0 % 3 == 0))).collect();
                Example { board, view: View { size, to_move, half_turn }, target: Target { policy, value: 0.4, owners } }
            })
            .collect();
        for set in InstructionSet::available().into_iter().filter(|set| !set.has_bf16()) {
            let (mut workspace, mut scratch) = (Workspace::new(set), Scratch::default());
            let mut add = |stacks: &mut dyn Iterator<Item = &[Example]>| {
                let (mut gradient, mut loss) = (vec![0.0; network.weights().len()], Loss::default());
                for stack in stacks {
                    loss.add(backward.add_examples(stack, &mut workspace, &mut scratch, &mut gradient));
                }
                (gradient, loss.total())
            };
            let (stacked, stacked_loss) = add(&mut std::iter::once(&examples[..]));
            let (single, single_loss) = add(&mut examples.chunks(1));
            assert!((stacked_loss - single_loss).abs() < 1e-3, "{set:?}: {stacked_loss} for {single_loss}");
            let largest = single.iter().fold(0.0f32, |most, number| most.max(number.abs()));
            for (index, (a, b)) in stacked.iter().zip(&single).enumerate() {
                assert!((a - b).abs() < 1e-4 * largest, "{set:?} {index}: {a} for {b}");
            }
        }
    }
}
