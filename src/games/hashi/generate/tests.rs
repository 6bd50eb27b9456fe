//! Generated puzzles meet their options.

use super::*;
use crate::games::hashi::check::{Verdict, check};
use crate::games::hashi::count::count;
use crate::grid::Size;
use crate::puzzle::Count;

fn options(side: usize, density: f64, level: Level, seed: u64) -> Options {
    let rules = Rules::default();
    Options {
        size: Size::square(side),
        rules,
        density: Some(density),
        level: Some(level),
        unique: true,
        method: Method::Best,
        seed,
    }
}

/// Generates puzzles of each difficulty and checks them: one solution, the level and the number of islands that were asked for.
fn check_generated(side: usize, density: f64, count_of: u64) {
    for level in Level::ALL {
        for seed in 0..count_of {
            let options = options(side, density, level, seed);
            let puzzle = generate(&options, &Budget::default()).expect("a puzzle").puzzle;
            assert_eq!(count(&puzzle, None, &Budget::default()), Count::Exactly(1), "{} {seed}", level.name());
            assert_eq!(rate(&puzzle, &Budget::default()).level, Some(level), "{} {seed}", level.name());
            assert_eq!(puzzle.islands().len(), options.islands(), "{} {seed}", level.name());
            let Answer::Unique(solution) = solve(&puzzle, &Budget::default()) else { panic!("one solution") };
            assert_eq!(check(&puzzle, &solution), Verdict::Solved);
        }
    }
}

#[test]
fn options_are_met() {
    check_generated(10, 0.3, 20);
    check_generated(7, 0.25, 5);
    check_generated(15, 0.2, 2);
}

#[test]
#[ignore = "a minute: 1,000 puzzles of each difficulty"]
fn many_options_are_met() {
    check_generated(10, 0.3, 1000);
}

#[test]
fn the_same_options_give_the_same_puzzle() {
    let puzzle = |seed| generate(&options(12, 0.3, Level::Hard, seed), &Budget::default()).expect("a puzzle").puzzle;
    assert_eq!(puzzle(3), puzzle(3));
    assert_ne!(puzzle(3), puzzle(4));
}

#[test]
fn other_rules_are_obeyed() {
    for max_bridges in 1..=4 {
        for loops in [false, true] {
            let rules = Rules { max_bridges, loops };
            let level = Some(if loops && max_bridges > 1 { Level::Medium } else { Level::Hard });
            let options = Options { rules, level, ..options(10, 0.25, Level::Medium, 1) };
            let puzzle = generate(&options, &Budget::default()).expect("a puzzle").puzzle;
            assert_eq!(puzzle.rules(), rules);
            assert_eq!(count(&puzzle, None, &Budget::default()), Count::Exactly(1), "{rules:?}");
        }
    }
}

#[test]
fn there_are_loops() {
    let puzzles =
        (0..20).map(|seed| generate(&options(10, 0.3, Level::Medium, seed), &Budget::default()).expect("a puzzle").puzzle);
    let looped = puzzles.filter(|puzzle| match solve(puzzle, &Budget::default()) {
        Answer::Unique(solution) => solution.nonzero().count() >= puzzle.islands().len(),
        _ => false,
    });
    assert!(looped.count() >= 10);
}

#[test]
fn what_cannot_be_is_given_up() {
    let tiny = Options { size: Size { width: 1, height: 1 }, ..options(1, 0.5, Level::Easy, 1) };
    assert_eq!(generate(&tiny, &Budget::default()).err(), Some(GenerateError::GaveUp(0)));
    let pair = Options { size: Size { width: 2, height: 1 }, ..options(1, 0.5, Level::Extreme, 1) };
    assert_eq!(generate(&pair, &Budget::default()).err(), Some(GenerateError::GaveUp(MAX_DRAFTS)));
    let budget = Budget::default();
    budget.stop.raise();
    assert_eq!(generate(&options(10, 0.3, Level::Easy, 1), &budget).err(), Some(GenerateError::Stopped));
}

#[test]
fn the_simple_procedure() {
    let simple = Options { method: Method::Simple, level: None, unique: false, ..options(9, 0.25, Level::Easy, 1) };
    let puzzle = generate(&simple, &Budget::default()).expect("a puzzle").puzzle;
    assert_eq!(puzzle.islands().len(), 20);
    assert!(!matches!(solve(&puzzle, &Budget::default()), Answer::None));
    let crowded = Options { density: Some(0.95), ..simple };
    assert_eq!(generate(&crowded, &Budget::default()).err(), Some(GenerateError::GaveUp(MAX_DRAFTS)));
}
