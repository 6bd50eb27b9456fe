//! Random playouts: an estimate of the margin of a position without captures on offer.
//!
//! Lines that give nothing away are drawn at random until none is left, then the chains are counted back. It evaluates the leaves
//! of the alpha-beta search.

use super::rules;
use super::solver::bits::Bits;
use super::solver::endgame;
use super::solver::graph::{GROUND, Graph};
use super::solver::mix::mix;
use super::solver::shape::Shape;

/// Returns the sum of the margins of the player to move over some playouts of a position where nothing can be taken. The random
/// numbers depend on the position alone.
#[must_use]
pub(super) fn sum_margins<S: Bits>(graph: &Graph<S>, left: S, playouts: i32) -> i32 {
    let mut degrees: Degrees = [0; 1 << u8::BITS];
    let mut safe = left;
    for coin in 0..graph.coin_count() as u8 {
        degrees[usize::from(coin)] = graph.degree(left, coin) as u8;
        if degrees[usize::from(coin)] <= 2 {
            safe &= !graph.strings_of(coin);
        }
    }
    if safe.is_empty() {
        return playouts * final_value(graph, left, &mut Shape::default());
    }
    let mut random = mix(left.word());
    let mut shape = Shape::default();
    (0..playouts).map(|_| play_out(graph, (left, safe), degrees, &mut random, &mut shape)).sum()
}

/// The number of strings of each coin.
type Degrees = [u8; 1 << u8::BITS];

/// Plays safe lines at random and returns the margin at their end.
fn play_out<S: Bits>(
    graph: &Graph<S>,
    (mut left, mut safe): (S, S),
    mut degrees: Degrees,
    random: &mut u64,
    shape: &mut Shape<S>,
) -> i32 {
    let mut sign = 1;
    while !safe.is_empty() {
        *random = mix(random.wrapping_add(crate::search::FIBONACCI));
        let string = safe.pick(*random);
        left &= !S::one(string);
        safe &= !S::one(string);
        for end in graph.ends(string).into_iter().filter(|&end| end != GROUND) {
            degrees[usize::from(end)] -= 1;
            if degrees[usize::from(end)] == 2 {
                safe &= !graph.strings_of(end);
            }
        }
        sign = -sign;
    }
    sign * final_value(graph, left, shape)
}

/// Returns the margin of a position in which every move offers something: exact without joints, else by the order of the rules.
fn final_value<S: Bits>(graph: &Graph<S>, left: S, shape: &mut Shape<S>) -> i32 {
    shape.rebuild(graph, left);
    if shape.joints.is_empty() {
        endgame::value(shape.chain_lengths(), shape.loops.iter().map(|found| u32::from(found.length)))
    } else {
        rules::count_boxes(&rules::opening_order(graph, left)).margin()
    }
}
