//! The table against the definition, and against published first bites.

use std::collections::HashMap;

use super::super::board::{Rows, Square, apply_bite, bites};
use super::*;

fn by_definition(rows: &Rows, known: &mut HashMap<Rows, u32>) -> u32 {
    if let Some(&plies) = known.get(rows) {
        return plies;
    }
    let nexts: Vec<u32> = bites(rows).map(|bite| by_definition(&apply_bite(rows, bite).unwrap(), known)).collect();
    // Even: the player to move wins.
    let fastest = nexts.iter().filter(|&&plies| plies % 2 == 1).min();
    let plies = fastest.or(nexts.iter().max()).map_or(0, |plies| plies + 1);
    known.insert(rows.clone(), plies);
    plies
}

#[test]
fn tables_are_right() {
    for (rows, columns) in [(1, 1), (1, 9), (2, 7), (3, 3), (4, 3), (3, 8), (5, 5), (6, 4)] {
        let table = Table::new(Size { rows, columns }, &Budget::default()).unwrap();
        assert_eq!(table.positions() as u64, Size { rows, columns }.positions().unwrap());
        let mut known = HashMap::new();
        by_definition(&vec![columns as u16; rows], &mut known);
        assert_eq!(known.len(), table.positions());
        for (position, &plies) in &known {
            assert_eq!(table.plies(position), plies, "{position:?}");
        }
        let lost: Vec<(Vec<u16>, u32)> = table.lost_positions().collect();
        assert_eq!(lost.len(), table.lost_count());
        assert_eq!(lost.len(), known.values().filter(|&&plies| plies % 2 == 1).count());
        assert!(lost.iter().all(|(position, plies)| table.plies(position) == *plies));
    }
}

/// All winning first bites, lost positions and distances up to 12 x 12: see `tests/data/chomp/README.md`.
#[test]
fn known_first_bites() {
    let mut boards = 0;
    for line in include_str!("../../../../tests/data/chomp/summary_upto12.txt").lines() {
        let words: Vec<&str> = line.split(' ').collect();
        let value = |key: &str| words.iter().find_map(|word| word.strip_prefix(key)).unwrap();
        let size = Size { rows: words[0].parse().unwrap(), columns: words[1].parse().unwrap() };
        let table = Table::new(size, &Budget::default()).unwrap();
        assert_eq!(table.positions().to_string(), value("states="), "{size}");
        // The file counts the empty position among the lost ones of who moved last.
        assert_eq!(table.lost_count().to_string(), value("P="), "{size}");
        let whole = vec![size.columns as u16; size.rows];
        assert_eq!(table.plies(&whole).to_string(), value("remoteness="), "{size}");
        let winning = bites(&whole).filter(|&bite| table.plies(&apply_bite(&whole, bite).unwrap()) % 2 == 1);
        let names: Vec<String> = winning.map(|Square { row, column }| format!("({},{})", row + 1, column + 1)).collect();
        let wanted = if names.is_empty() { "none".to_owned() } else { names.join(",") };
        assert_eq!(wanted, value("first="), "{size}");
        boards += 1;
    }
    assert_eq!(boards, 78);
}

#[test]
fn lost_positions_of_3x6() {
    let table = Table::new(Size { rows: 3, columns: 6 }, &Budget::default()).unwrap();
    let mut found: Vec<String> = table
        .lost_positions()
        .map(|(rows, plies)| format!("P {} d={plies}", rows.iter().map(u16::to_string).collect::<Vec<_>>().join(",")))
        .collect();
    found.sort();
    let mut wanted: Vec<&str> = include_str!("../../../../tests/data/chomp/P_3x6.txt").lines().collect();
    wanted.sort_unstable();
    assert_eq!(found, wanted);
}

#[test]
fn a_raised_flag_ends_a_table() {
    let budget = Budget::default();
    budget.stop.raise();
    assert!(Table::new(Size { rows: 12, columns: 12 }, &budget).is_none());
}

#[test]
fn numbers_and_positions() {
    for size in [Size { rows: 5, columns: 4 }, Size { rows: 2, columns: 9 }, Size { rows: 9, columns: 1 }] {
        let numbering = Numbering::new(size);
        let mut rows = vec![0; size.rows];
        for number in 0..numbering.count() {
            assert_eq!((numbering.number(&rows), numbering.rows(number)), (number, rows.clone()), "{size}");
            numbering.advance(&mut rows);
        }
        assert!(rows.iter().all(|&row| row == 0));
    }
}

#[test]
fn turning_twice() {
    assert_eq!(transpose(&[4, 2, 1]), [3, 2, 1, 1]);
    assert_eq!(transpose(&transpose(&[5, 5, 3])), [5, 5, 3]);
    assert!(transpose(&[]).is_empty());
}
