//! Generated puzzles are what was asked for.

use super::*;
use crate::games::hitori::oracle;
use crate::grid::Size;

fn options(side: usize, level: Level, seed: u64) -> Options {
    Options { size: Size::square(side), rules: (), density: None, level: Some(level), unique: true, method: Method::Best, seed }
}

fn check_made(options: &Options) -> Generated<Grid> {
    let made = generate(options, &Budget::default()).unwrap_or_else(|failed| panic!("{options:?}: {failed:?}"));
    assert_eq!(rate(&made.puzzle, &Budget::default()).level, options.level, "{options:?}");
    assert_eq!(count(&made.puzzle, None, &Budget::default()), Count::Exactly(1), "{options:?}");
    assert_eq!(made.puzzle.size(), options.size);
    made
}

fn check_many(puzzles: u64) {
    for level in Level::ALL {
        (0..puzzles).for_each(|seed| drop(check_made(&options(10, level, seed))));
    }
}

#[test]
fn each_difficulty() {
    check_many(40);
}

#[test]
#[ignore = "takes long in a debug build"]
fn a_thousand_of_each_difficulty() {
    check_many(1000);
}

#[test]
fn any_shape() {
    for (width, height) in [(5, 5), (4, 9), (12, 3), (2, 12), (40, 3), (30, 20)] {
        for level in Level::ALL.into_iter().take(3) {
            check_made(&Options { size: Size { width, height }, ..options(5, level, 3) });
        }
    }
}

#[test]
fn tiny_ones_against_the_oracle() {
    for seed in 0..50 {
        let made = check_made(&options(5, Level::Easy, seed));
        assert_eq!(oracle::solutions(&made.puzzle).len(), 1);
    }
}

#[test]
fn densities_are_come_near_to() {
    let near = |density| {
        let made = check_made(&Options { density: Some(density), ..options(20, Level::Hard, 1) });
        made.density.map_or(1.0, |found| (found - density).abs())
    };
    assert!(near(0.25) < 0.015 && near(0.28) < 0.01 && near(0.31) < 0.01, "{} {} {}", near(0.25), near(0.28), near(0.31));
}

#[test]
fn the_same_order_gives_the_same_puzzle() {
    let make = || generate(&options(12, Level::Medium, 5), &Budget::default()).map(|made| made.puzzle);
    assert_eq!(make(), make());
    assert_ne!(make(), generate(&options(12, Level::Medium, 6), &Budget::default()).map(|made| made.puzzle));
}

#[test]
fn the_procedures_of_the_report() {
    let simple = Options { level: None, unique: false, method: Method::Simple, density: Some(0.2), ..options(9, Level::Easy, 1) };
    let made = generate(&simple, &Budget::default()).expect("it is easy to make");
    assert!(count(&made.puzzle, Some(1), &Budget::default()) == Count::AtLeast(1));
    assert!(made.density.is_some_and(|density| (density - 0.2).abs() < 0.01));
    let crowded = Options { density: Some(0.6), ..simple };
    assert_eq!(generate(&crowded, &Budget::default()).map(|made| made.puzzle), Err(GenerateError::GaveUp(MAX_TRIES)));

    let alternative = Options { method: Method::Alternative, ..simple };
    let grid = generate(&alternative, &Budget::default()).expect("it is easy to make").puzzle;
    for number in 1..=9 {
        let places: Vec<_> = grid.size().cells().filter(|&cell| grid.clue(cell) == Some(number)).collect();
        assert!((1..=12).contains(&places.len()), "{number}: {places:?}");
        let line = |of: &dyn Fn(crate::grid::Cell) -> usize, line| places.iter().filter(|&&cell| of(cell) == line).count();
        assert!((0..9).all(|at| line(&|cell| grid.size().x(cell), at) <= 2 && line(&|cell| grid.size().y(cell), at) <= 2));
    }
}
