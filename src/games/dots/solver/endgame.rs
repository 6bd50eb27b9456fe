//! The margin of chains and loops with nothing between them, exactly and by recurrence.
//!
//! Whoever is to move must open a part; the other takes it whole or double-deals. With `v` the margin of the player to move,
//! `v(G) = max over parts x of -(n - c + |c + v(G - x)|)`, where `c` is 2 for a chain of three or more, 4 for a loop, 0 for shorter
//! chains (opened in the middle).
//!
//! It is enough to open what is shortest: chains of one, then of two, then the shortest long chain or the shortest loop (Buzzard
//! and Ciere, *Playing simple loony dots and boxes endgames optimally*, 2014; tested here against the full recurrence).

use arrayvec::ArrayVec;

use super::shape::{CHAIN_HANDOUT, LONG, LOOP_HANDOUT};

/// Most chains, and most loops, of a collection: each chain has two lines at least, of the 220 of the largest board.
const MAX_PARTS: usize = 128;

/// Returns the margin of the player to move in a collection of chains and loops of these lengths.
#[must_use]
pub fn value(chains: impl IntoIterator<Item = u32>, loops: impl IntoIterator<Item = u32>) -> i32 {
    let mut chains: ArrayVec<u8, MAX_PARTS> = chains.into_iter().map(|n| n as u8).collect();
    let mut loops: ArrayVec<u8, MAX_PARTS> = loops.into_iter().map(|n| n as u8).collect();
    chains.sort_unstable();
    loops.sort_unstable();
    let short = chains.iter().take_while(|&&n| u32::from(n) < LONG).count();
    let long = long_value(&chains[short..], &loops);
    chains[..short].iter().rev().fold(long, |value, &n| -(i32::from(n) + value))
}

/// Returns the margin of the player who opens a part of `length` when the rest is worth `value`.
#[must_use]
pub(crate) fn opening_value(length: i32, handout: i32, value: i32) -> i32 {
    -(length - handout + (handout + value).abs())
}

/// Returns the margin for long chains and loops, each sorted by length.
fn long_value(chains: &[u8], loops: &[u8]) -> i32 {
    const C: i32 = CHAIN_HANDOUT as i32;
    const L: i32 = LOOP_HANDOUT as i32;
    // `row[j]`: the value without the first i chains and the first j loops.
    let mut row = [0_i32; MAX_PARTS + 1];
    for j in (0..loops.len()).rev() {
        row[j] = opening_value(i32::from(loops[j]), L, row[j + 1]);
    }
    for i in (0..chains.len()).rev() {
        let length = i32::from(chains[i]);
        row[loops.len()] = opening_value(length, C, row[loops.len()]);
        for j in (0..loops.len()).rev() {
            row[j] = opening_value(length, C, row[j]).max(opening_value(i32::from(loops[j]), L, row[j + 1]));
        }
    }
    row[0]
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    /// A collection: how many chains of each length, how many loops of each.
    type Collection = (Vec<u32>, Vec<u32>);

    /// Returns the recurrence in full, over every part.
    fn full_value(chains: &[u32], loops: &[u32], known: &mut HashMap<Collection, i32>) -> i32 {
        let key = (chains.to_vec(), loops.to_vec());
        if let Some(&value) = known.get(&key) {
            return value;
        }
        let mut best = None;
        for list in [0, 1] {
            let lengths = [chains, loops][list];
            for index in 0..lengths.len() {
                let mut rest = [chains.to_vec(), loops.to_vec()];
                let length = rest[list].remove(index);
                let value = full_value(&rest[0], &rest[1], known);
                let handout = [if length >= LONG { CHAIN_HANDOUT } else { 0 }, LOOP_HANDOUT][list];
                let options = [length as i32 + value, (length - handout) as i32 - handout as i32 - value];
                let answer = if handout == 0 { options[0] } else { options[0].max(options[1]) };
                best = best.max(Some(-answer));
            }
        }
        let value = best.unwrap_or(0);
        known.insert(key, value);
        value
    }

    /// Returns all lists of parts from `shortest` by steps of `step`, in ascending order, up to a sum.
    fn lists(shortest: u32, step: u32, most: u32) -> Vec<Vec<u32>> {
        let mut all = vec![vec![]];
        for length in (shortest..=most).step_by(step as usize) {
            for list in lists(length, step, most - length) {
                all.push([vec![length], list].concat());
            }
        }
        all
    }

    #[test]
    fn the_shortest_parts_suffice() {
        let mut known = HashMap::new();
        let mut checked = 0;
        for chains in lists(1, 1, 18) {
            let sum: u32 = chains.iter().sum();
            for loops in lists(4, 2, 18 - sum) {
                assert_eq!(value(chains.clone(), loops.clone()), full_value(&chains, &loops, &mut known), "{chains:?} {loops:?}");
                checked += 1;
            }
        }
        assert!(checked > 2_000, "{checked}");
    }

    #[test]
    fn known_collections() {
        assert_eq!(value([3, 4], []), -3);
        assert_eq!(value([3], [4]), -1);
        assert_eq!(value([3, 4], [4]), -1);
        assert_eq!(value([3; 5], []), -1);
        // Opening the loop first, as the rules order by length less two, would lose by three.
        assert_eq!(value([3, 3, 3], [4]), -1);
    }
}
