//! The solver and the inferior cells against trying all moves.

use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;

use super::super::brute::{Brute, random_position};
use super::super::cellset::with_width;
use super::super::hsearch::tables::{Filling, Tables};
use super::*;
use crate::grid::Size;

/// Cells left empty: trying all moves stays quick.
const MOST_EMPTY: usize = 9;

fn fill_in_keeps_the_winner<const W: usize>(board: &Board, to_move: Color) {
    let tables = Tables::<W>::new(board, Filling::On, &Stop::default());
    let mut brute = Brute::new(board);
    let winner = brute.winner(&[], to_move);
    let filled: Vec<(Color, Cell)> =
        Color::BOTH.into_iter().flat_map(|color| tables.filled(color).iter().map(move |cell| (color, cell))).collect();
    assert_eq!(brute.winner(&filled, to_move), winner, "filled {filled:?} in {board:?}");
    if Color::BOTH.iter().any(|&color| tables.side(color).is_won()) {
        return;
    }
    let empty = tables.empty();
    let inferior = tables.surroundings().inferior(to_move, empty);
    let left = empty - inferior.iter().map(|&(cell, _)| cell).collect();
    assert!(!left.is_empty());
    let wins = left.iter().any(|cell| {
        let given: Vec<(Color, Cell)> = filled.iter().copied().chain([(to_move, cell)]).collect();
        brute.winner(&given, to_move.other()) == to_move
    });
    assert_eq!(wins, winner == to_move, "inferior {inferior:?} in {board:?}");
}

fn solution_is_right<const W: usize>(board: &Board, to_move: Color, threads: usize) {
    let mut solver = Solver::<W>::new(1 << 16);
    let solution = solver.solve(board, to_move, threads, &Budget::default());
    let mut brute = Brute::new(board);
    let winner = brute.winner(&[], to_move);
    assert_eq!(solution.winner, Some(winner), "{board:?} {to_move:?}");
    // The winner needs no cell outside the carrier.
    let outside: Vec<(Color, Cell)> =
        board.empty_cells().filter(|&cell| !solution.carrier.contains(&cell)).map(|cell| (winner.other(), cell)).collect();
    assert_eq!(brute.winner(&outside, to_move), winner, "carrier {:?} of {board:?} {to_move:?}", solution.carrier);
    if let (Some(best), true) = (solution.best, winner == to_move) {
        assert_eq!(brute.winner(&[(to_move, best)], to_move.other()), winner, "{best:?} in {board:?}");
    }
}

fn check(positions: usize, seed: u64) {
    let mut random = Pcg64Mcg::seed_from_u64(seed);
    for number in 0..positions {
        let (board, to_move) = random_position(&mut random, MOST_EMPTY);
        with_width!(board.size(), fill_in_keeps_the_winner(&board, to_move));
        with_width!(board.size(), solution_is_right(&board, to_move, 1 + number % 2));
    }
}

#[test]
fn random_positions() {
    check(3_000, 1);
}

#[test]
#[ignore = "minutes"]
fn many_random_positions() {
    check(100_000, 2);
}

#[test]
fn small_empty_boards_are_won_by_the_first() {
    for side in 2..=5 {
        let solution = Solver::<1>::new(1 << 20).solve(&Board::new(Size::square(side)), Color::Black, 2, &Budget::default());
        assert_eq!(solution.winner, Some(Color::Black), "{side}");
    }
}

#[test]
fn the_budget_ends_a_search() {
    let budget = Budget::new(None, 10, Stop::default());
    let solution = Solver::<2>::new(1 << 20).solve(&Board::new(Size::square(10)), Color::Black, 2, &budget);
    assert_eq!((solution.winner, solution.nodes), (None, 10));
}
