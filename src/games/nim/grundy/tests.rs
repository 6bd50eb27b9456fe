//! Grundy values against the definition, and against published values and periods.

use super::super::board::{Move, apply_move, moves};
use super::super::rule::Octal;
use super::*;

fn octal(digits: &[u8]) -> Rule {
    Rule::Octal(Octal::new(digits).unwrap())
}

fn take(runs: &[(u32, u32)]) -> Rule {
    Rule::Take(TakeSet::new(runs.to_vec()).unwrap())
}

fn first_values(rule: &Rule, terms: u32) -> Vec<u32> {
    let mut grundy = Grundy::new(rule.clone());
    (0..terms).map(|heap| grundy.value(heap, &Budget::default()).unwrap()).collect()
}

/// Returns the definition, from the moves of the rules.
fn values_by_definition(rule: &Rule, terms: u32) -> Vec<u32> {
    let mut values: Vec<u32> = Vec::new();
    for heap in 0..terms {
        let sum = |mv: Move| apply_move(rule, &[heap], mv).unwrap().iter().fold(0, |sum, &rest| sum ^ values[rest as usize]);
        let options: Vec<u32> = moves(rule, &[heap]).map(sum).collect();
        values.push((0..).find(|value| !options.contains(value)).unwrap());
    }
    values
}

#[test]
fn values_agree_with_the_definition() {
    let mut rules =
        vec![Rule::Any, Rule::Grundy, take(&[(1, 3)]), take(&[(2, 5)]), take(&[(1, 1), (3, 4)]), take(&[(2, 2), (5, 5), (7, 9)])];
    for code in 1..512_u32 {
        rules.push(octal(&[4 * (code % 2) as u8, (code >> 6) as u8, (code >> 3) as u8 % 8, code as u8 % 8]));
    }
    for rule in rules {
        assert_eq!(first_values(&rule, 60), values_by_definition(&rule, 60), "{rule:?}");
    }
    for rule in [Rule::Grundy, octal(&[0, 0, 0, 7]), octal(&[0, 1, 6]), octal(&[4, 0, 5])] {
        assert_eq!(first_values(&rule, 700), values_by_definition(&rule, 700), "{rule:?}");
    }
}

/// Periods and the last exceptional heaps: *Winning Ways*, chapter 4, tables 6 and 7.
#[test]
fn published_periods() {
    let period = |digits: &[u8]| Grundy::new(octal(digits)).period(&Budget::default()).map(|found| (found.length, found.start));
    assert_eq!(period(&[0, 7, 7]), Some((12, 71)), "Kayles");
    assert_eq!(period(&[0, 0, 7]), Some((34, 53)), "Dawson's Kayles");
    assert_eq!(period(&[0, 1, 3, 7]), Some((34, 52)), "Dawson's Chess");
    assert_eq!(period(&[0, 1, 5, 6]), Some((349, 3479)), "0.156");
    assert_eq!(period(&[0, 1, 6, 5]), Some((1550, 5181)), "0.165");
    assert_eq!(period(&[0, 6, 4, 4]), Some((442, 3256)), "0.644");
    assert_eq!(period(&[0, 4, 5]), Some((20, 498)), "0.45");
    assert_eq!(period(&[0, 1, 6]), Some((149_459, 105_351)), "0.16");
}

#[test]
fn large_heaps_by_period_and_by_formula() {
    let mut kayles = Grundy::new(octal(&[0, 7, 7]));
    let table = first_values(&octal(&[0, 7, 7]), 95);
    for heap in [999_999_996_u32, 999_999_999, 1_000_000_000] {
        assert_eq!(kayles.value(heap, &Budget::default()), Some(table[(72 + (heap - 72) % 12) as usize]));
    }
    assert_eq!(kayles.table_len(), 256, "the first search for a period finds it");
    let mut sets = Grundy::new(take(&[(1, 1), (3, 4)]));
    assert_eq!(sets.value(1_000_000_000, &Budget::default()), Some(table_of_134(1_000_000_000)));
    assert_eq!(Grundy::new(Rule::Any).value(1_000_000_000, &Budget::default()), Some(1_000_000_000));
}

/// Returns the Grundy value where 1, 3 or 4 are taken: `0101232` for ever.
fn table_of_134(heap: u32) -> u32 {
    [0, 1, 0, 1, 2, 3, 2][(heap % 7) as usize]
}

#[test]
fn a_stop_ends_the_table() {
    let budget = Budget::default();
    budget.stop.raise();
    assert_eq!(Grundy::new(octal(&[0, 0, 0, 7])).value(100_000, &budget), None);
}
