//! Figures of Dots and Boxes: the boards that the solver is measured by.

use std::time::Instant;

use super::solver::graph::Graph;
use super::solver::solve::Solver;
use super::solver::table::Table;
use crate::search::Budget;

/// Boards, with their known values, that make the node-count signature.
const QUICK: &[(usize, usize, i32)] = &[(2, 2, 2), (2, 3, -2), (2, 4, 2), (3, 3, -3), (2, 5, -2)];

/// Boards that are measured beside them.
const FULL: &[(usize, usize, i32)] = &[(3, 4, 0), (2, 6, 2)];

/// Size of the table of a measured proof, in MiB.
const HASH_MB: usize = 128;

/// Solves boards of growing size from the start, with one thread and a fresh table each.
pub fn run(quick: bool, tell: &mut dyn FnMut(String)) {
    let mut signature = 0;
    for &(rows, columns, value) in QUICK {
        signature += prove(rows, columns, Some(value), 1, HASH_MB, tell);
    }
    if !quick {
        for &(rows, columns, value) in FULL {
            prove(rows, columns, Some(value), 1, HASH_MB, tell);
        }
    }
    tell(format!("signature {signature}"));
}

/// Proves the value of an empty board; the nodes that it took.
pub fn prove(
    rows: usize,
    columns: usize,
    expected: Option<i32>,
    threads: usize,
    hash_mb: usize,
    tell: &mut dyn FnMut(String),
) -> u64 {
    let started = Instant::now();
    let graph = Graph::grid(rows, columns);
    let strings = graph.whole().count_ones();
    let table = Table::new(Table::bytes_for(strings).min(hash_mb << 20));
    let budget = Budget::default();
    let solver = Solver::new(&graph, &table, threads, &budget);
    let bounds = solver.bounds(graph.whole());
    let seconds = started.elapsed().as_secs_f64();
    let verdict = match expected {
        Some(value) if bounds.value() == Some(value) => " as known",
        Some(_) => " WRONG",
        None => "",
    };
    let margin = bounds.value().map_or_else(|| format!("{}..{}", bounds.lower, bounds.upper), |margin| margin.to_string());
    let nodes = solver.nodes();
    tell(format!("{rows}x{columns} margin {margin}{verdict} nodes {nodes} threads {threads} seconds {seconds:.3}"));
    nodes
}
