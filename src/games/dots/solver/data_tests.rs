//! The solver against the positions of `tests/data/dots`.

use super::graph::{Graph, Strings, iter_bits};
use super::memory::Memory;
use super::solve::{Bounds, Solver};
use crate::search::Budget;

/// Returns the number after `"key":`.
fn field(line: &str, key: &str) -> i32 {
    let start = line.find(&format!("\"{key}\":")).unwrap() + key.len() + 3;
    let digits = line[start..].split([',', '}']).next().unwrap();
    digits.parse().unwrap()
}

/// Returns the text between two words.
fn text_between<'a>(line: &'a str, from: &str, to: &str) -> &'a str {
    let start = line.find(from).unwrap() + from.len();
    &line[start..start + line[start..].find(to).unwrap()]
}

fn check(text: &str) -> usize {
    for line in text.lines() {
        let graph = Graph::grid(field(line, "rows") as usize, field(line, "cols") as usize);
        let drawn = text_between(line, "\"drawn\":[", "]").split(',').map(|number| number.parse::<u8>().unwrap());
        let left: Strings = drawn.fold(graph.all_strings(), |left, string| left & !(1 << string));
        let (mut memory, budget) = (Memory::new(1 << 20), Budget::default());
        let table = memory.table();
        let solver = Solver::new(&graph, &table, 1, &budget);
        let (bounds, best) = solver.best(left);
        assert_eq!(bounds, Bounds::exact(field(line, "margin")), "{line}");
        let values = text_between(line, "\"values\":{", "}").split(',').map(|pair| {
            let (string, value) = pair.split_once(':').unwrap();
            (string.trim_matches('"').parse().unwrap(), Bounds::exact(value.parse().unwrap()))
        });
        let values: Vec<(u8, Bounds)> = values.collect();
        let found: Vec<(u8, Bounds)> = iter_bits(left).map(|string| (string, solver.cut_bounds(left, string))).collect();
        assert_eq!(found, values, "{line}");
        assert!(values.contains(&(best.unwrap(), bounds)), "{line}");
    }
    text.lines().count()
}

#[test]
fn all_positions_and_all_lines() {
    let checked: usize = [
        include_str!("../../../../tests/data/dots/positions-3x3.jsonl"),
        include_str!("../../../../tests/data/dots/positions-3x4.jsonl"),
        include_str!("../../../../tests/data/dots/positions-4x4.jsonl"),
        include_str!("../../../../tests/data/dots/positions-5x5.jsonl"),
        include_str!("../../../../tests/data/dots/pipopipette-examples.jsonl"),
    ]
    .map(check)
    .iter()
    .sum();
    assert_eq!(checked, 174);
}
