//! Verdicts, winning moves and distances against brute force from the rules.

use std::collections::HashMap;

use super::super::board::{apply_move, moves};
use super::super::distance::Distance;
use super::*;

fn octal(digits: &[u8]) -> Rule {
    Rule::Octal(Octal::new(digits).unwrap())
}

fn take(runs: &[(u32, u32)]) -> Rule {
    Rule::Take(TakeSet::new(runs.to_vec()).unwrap())
}

/// Whether the player to move wins, and in how many plies: the definition.
type Solved = HashMap<Vec<u32>, (bool, u64)>;

fn solve(rule: &Rule, heaps: &[u32], misere: bool, solved: &mut Solved) -> (bool, u64) {
    if let Some(&known) = solved.get(heaps) {
        return known;
    }
    let nexts: Vec<(bool, u64)> =
        moves(rule, heaps).map(|mv| solve(rule, &apply_move(rule, heaps, mv).unwrap(), misere, solved)).collect();
    let found = if nexts.is_empty() {
        (misere, 0)
    } else if let Some(plies) = nexts.iter().filter(|next| !next.0).map(|next| next.1).min() {
        (true, plies + 1)
    } else {
        (false, nexts.iter().map(|next| next.1).max().unwrap() + 1)
    };
    solved.insert(heaps.to_vec(), found);
    found
}

fn check_positions(rule: &Rule, all: impl Iterator<Item = Vec<u32>>) {
    let budget = Budget::default();
    let all: Vec<Vec<u32>> = all.collect();
    for misere in [false, true] {
        let mut grundy = Grundy::new(rule.clone());
        let mut distance = Distance::new(rule.clone(), misere);
        let mut solved = Solved::new();
        for heaps in &all {
            let (won, plies) = solve(rule, heaps, misere, &mut solved);
            let place = format!("{rule:?} {heaps:?} misère {misere}");
            assert_eq!(distance.plies(heaps, &budget), Some(plies), "{place}");
            if !covers(rule, misere) {
                continue;
            }
            assert_eq!(is_win(&mut grundy, rule, heaps, misere, &budget), Some(won), "{place}");
            let wanted: Vec<Move> = moves(rule, heaps)
                .filter(|&mv| !solve(rule, &apply_move(rule, heaps, mv).unwrap(), misere, &mut solved).0)
                .collect();
            let found = winning_moves(&mut grundy, rule, heaps, misere, 1000, &budget).unwrap();
            assert_eq!((found.count, &found.moves), (wanted.len() as u64, &wanted), "{place}");
            let few = winning_moves(&mut grundy, rule, heaps, misere, 2, &budget).unwrap();
            assert_eq!((few.count, &few.moves[..]), (found.count, &wanted[..wanted.len().min(2)]), "{place}");
        }
    }
}

/// Returns all lists of a number of heaps of at most `most`.
fn lists(heaps: u32, most: u32) -> impl Iterator<Item = Vec<u32>> {
    (0..(most + 1).pow(heaps)).map(move |code| (0..heaps).map(|place| code / (most + 1).pow(place) % (most + 1)).collect())
}

#[test]
fn nim() {
    check_positions(&Rule::Any, lists(4, 6).chain(lists(1, 20)).chain(lists(5, 3)));
}

#[test]
fn subtraction_games() {
    for runs in [&[(1, 3)][..], &[(1, 1), (3, 4)], &[(2, 3)], &[(2, 2), (5, 5), (7, 7)], &[(3, 5)], &[(1, 2), (6, 6)]] {
        check_positions(&take(runs), lists(3, 10).chain(lists(1, 60)).chain(lists(2, 25)));
    }
}

#[test]
fn octal_games() {
    for digits in [&[0, 7, 7][..], &[0, 0, 7], &[0, 1, 3, 7], &[0, 0, 0, 7], &[4, 0, 3]] {
        check_positions(&octal(digits), lists(2, 7).chain(lists(1, 13)));
    }
    check_positions(&Rule::Grundy, lists(2, 8).chain(lists(1, 14)));
}

#[test]
fn wythoff() {
    check_positions(&Rule::Wythoff, lists(2, 30));
}

#[test]
fn winning_splits_of_a_large_heap_are_counted_by_its_period() {
    let budget = Budget::default();
    for digits in [&[0, 7, 7][..], &[0, 0, 7], &[0, 1, 3, 7]] {
        let rule = octal(digits);
        let mut grundy = Grundy::new(rule.clone());
        for heaps in [[500, 4], [1001, 77], [1100, 1100], [1603, 8]] {
            let values = grundy_values(&mut grundy, &heaps, &budget).unwrap();
            let target = values[1];
            let slow = heap_moves(&rule, Heap(0), heaps[0]).filter(|&mv| {
                let next = apply_move(&rule, &heaps[..1], mv).unwrap();
                next.iter().fold(target, |sum, &heap| sum ^ grundy.value(heap, &budget).unwrap()) == 0
            });
            let slow: Vec<Move> = slow.collect();
            let found = winning_moves(&mut grundy, &rule, &heaps, false, 5000, &budget).unwrap();
            let of_first: Vec<Move> = found
                .moves
                .iter()
                .copied()
                .filter(|mv| !matches!(mv, Move::Take(Heap(1), _) | Move::Split(Heap(1), ..)))
                .collect();
            assert_eq!(of_first, slow, "{digits:?} {heaps:?}");
            assert_eq!(found.count as usize, found.moves.len());
        }
        let large = winning_moves(&mut grundy, &rule, &[1_000_000_000], false, 10, &budget).unwrap();
        assert!(large.moves.len() == 10 && large.count > 1_000_000 || large.count == 0, "{digits:?} {}", large.count);
    }
}
