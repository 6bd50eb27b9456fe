//! Figures of Dots and Boxes: the boards that the solver is measured by.

use std::time::Instant;

use super::board::Size;
use super::solver::graph::{Graph, MOST_STRINGS};
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

/// Values of larger boards: Wilson's tables for 3x5 and 4x4, Barker and Korf (2012) for 4x5.
const PROVED: &[(usize, usize, i32)] = &[(3, 5, -1), (4, 4, 0), (4, 5, 0)];

/// Size of the table of a proof on demand, in MiB: two thirds of 4 GiB fill 4x4 and leave room for the process.
const PROOF_HASH_MB: usize = 3072;

/// Proves the value of the empty board that is named as `4x4`, with all cores.
///
/// # Errors
/// No such board, or one of more than 64 lines.
pub fn prove_named(instance: &str, tell: &mut dyn FnMut(String)) -> Result<(), String> {
    let sides = instance.split_once(['x', 'X']).and_then(|(rows, columns)| Some((rows.parse().ok()?, columns.parse().ok()?)));
    let sized = sides.map(|(rows, columns)| Size { rows, columns });
    let size = sized.filter(|size| size.is_playable() && size.line_count() <= MOST_STRINGS);
    let size = size.ok_or_else(|| format!("{instance:?} is not a board of at most {MOST_STRINGS} lines, as 4x4"))?;
    let known = QUICK.iter().chain(FULL).chain(PROVED).find(|&&(rows, columns, _)| (rows, columns) == (size.rows, size.columns));
    let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    prove(size.rows, size.columns, known.map(|&(_, _, value)| value), threads, PROOF_HASH_MB, tell);
    Ok(())
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
