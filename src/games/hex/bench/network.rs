//! What an evaluation by the built-in network costs, by instruction set and size of board.

use std::hint::black_box;

use super::super::board::Board;
use super::super::net::padded_grid::PaddedGrid;
use super::super::net::{
    InstructionSet, Shape, Workspace,
    choice::{AnyNetwork, NetworkChoice},
};
use super::random_positions;
use crate::figures::median;
use crate::figures::seconds_per_run;
use crate::files::Access;
use crate::grid::Size;

/// Number of measurements of each figure, whose median is printed.
const ROUNDS: usize = 11;

/// Steps of the chains that measure the peak of a core.
const STEPS: usize = 200_000;

/// Prints, for each instruction set of the processor, the peak of one core, and for each size of board the time of an
/// evaluation, evaluations and operations in a second, and their share of the peak. Operations, of floats or of integers, are those
/// by which convolutions on cells are defined: those on padding and in the heads are not counted. Winograd's algorithm does with
/// fewer, and its share may be more than the peak.
pub fn measure(tell: &mut dyn FnMut(String)) {
    let choice = NetworkChoice::read("builtin", Access::Refused).expect("the network that is compiled in is whole");
    let network = choice.network().and_then(AnyNetwork::own).expect("one of ours");
    let Shape { blocks, channels } = network.shape();
    tell(format!("network {} {blocks}x{channels}", choice.word()));
    for set in InstructionSet::available() {
        let mut rates: Vec<f64> = (0..ROUNDS)
            .map(|_| set.run_chains(STEPS) as f64 / seconds_per_run(|| _ = black_box(set.run_chains(STEPS))))
            .collect();
        let peak = median(&mut rates);
        tell(format!("{} peak_GOP/s {:.0}", set.name(), peak * 1e-9));
        let mut workspace = Workspace::new(set);
        for side in (5..=19).step_by(2) {
            let boards: Vec<_> = random_positions(Size::square(side), ROUNDS, |_| side * side / 4);
            let mut evaluate = |(board, to_move): &(Board, _)| {
                seconds_per_run(|| _ = black_box(network.evaluate(board, *to_move, false, &mut workspace)))
            };
            let seconds = median(&mut boards.iter().map(&mut evaluate).collect::<Vec<f64>>());
            let rate = network.operations(PaddedGrid::new(side, side)) as f64 / seconds;
            tell(format!(
                "{} {side}x{side} ms {:.4} positions/s {:.0} GOP/s {:.0} of_peak {:.0}%",
                set.name(),
                1e3 * seconds,
                1.0 / seconds,
                rate * 1e-9,
                100.0 * rate / peak
            ));
        }
    }
}
