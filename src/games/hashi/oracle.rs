//! Brute force for tests: every number of bridges in every channel, judged by the checker alone; and random puzzles.

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use super::board::{Bridges, Channel, Clue, Puzzle, Rules};
use super::check::{Verdict, check};
use crate::grid::Size;

/// Creates random numbers from a seed.
pub fn dice(seed: u64) -> Pcg64Mcg {
    Pcg64Mcg::seed_from_u64(seed)
}

/// Returns a random puzzle of up to 6x6 cells and 9 islands: of random numbers, or of the numbers of random bridges.
pub(super) fn random_puzzle(dice: &mut Pcg64Mcg, rules: Rules) -> Puzzle {
    let size = Size { width: dice.random_range(1..=6), height: dice.random_range(1..=6) };
    let mut clues = vec![Clue::Sea; size.area()];
    for _ in 0..dice.random_range(1..=9) {
        clues[dice.random_range(0..size.area())] = Clue::Any;
    }
    let blank = Puzzle::new(size, rules, clues.clone());
    let mut bridges = Bridges::none(&blank);
    for channel in blank.channels() {
        if blank.crossings(channel).iter().all(|&other| bridges.get(other) == 0) {
            bridges.set(channel, dice.random_range(0..=rules.max_bridges));
        }
    }
    let wild = dice.random_range(0..4) == 0;
    for island in blank.islands() {
        let number = if wild { dice.random_range(1..=4) } else { bridges.degree(&blank, island).max(1) as u8 };
        if dice.random_range(0..4) > 0 {
            clues[blank.cell(island).index()] = Clue::Exactly(number);
        }
    }
    Puzzle::new(size, rules, clues)
}

pub fn solutions(puzzle: &Puzzle) -> Vec<Bridges> {
    let mut found = Vec::new();
    extend(puzzle, &mut Bridges::none(puzzle), 0, &mut found);
    found
}

fn extend(puzzle: &Puzzle, bridges: &mut Bridges, at: u16, found: &mut Vec<Bridges>) {
    if usize::from(at) == puzzle.channels().len() {
        if check(puzzle, bridges) == Verdict::Solved {
            found.push(bridges.clone());
        }
        return;
    }
    let channel = Channel(at);
    for number in 0..=puzzle.rules().max_bridges {
        bridges.set(channel, number);
        // More bridges repair neither an exceeded number nor bridges that cross.
        let over = |island| puzzle.clue(island).is_some_and(|clue| bridges.degree(puzzle, island) > u32::from(clue));
        let (a, b) = puzzle.ends(channel);
        let crosses = number > 0 && puzzle.crossings(channel).iter().any(|&other| bridges.get(other) > 0);
        if !over(a) && !over(b) && !crosses {
            extend(puzzle, bridges, at + 1, found);
        }
    }
    bridges.set(channel, 0);
}
