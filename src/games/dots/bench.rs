//! Figures of Dots and Boxes: the boards that the solver is measured by.

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use super::board::Size;
use super::published;
use super::solver::graph::Graph;
use super::solver::memory::Memory;
use super::solver::solve::{Bounds, Solver};
use crate::figures::Stopwatch;
use crate::game::BenchPart;
use crate::search::Budget;

/// Boards that make the node-count signature.
const QUICK: &[(usize, usize)] = &[(2, 2), (2, 3), (2, 4), (3, 3), (2, 5)];

/// Boards that are measured beside them.
const FULL: &[(usize, usize)] = &[(3, 4), (2, 6)];

/// Size of the table of a measured proof, in MiB.
const HASH_MB: usize = 128;

/// Solves boards of growing size from the start, with one thread and a fresh table each.
pub fn run(part: BenchPart, tell: &mut dyn FnMut(String)) {
    let quick = part == BenchPart::Signature;
    let mut signature = 0;
    for &(rows, columns) in QUICK {
        signature += prove(Size { rows, columns }, &mut part.figures(tell));
    }
    if !quick {
        for &(rows, columns) in FULL {
            prove(Size { rows, columns }, tell);
        }
        solve_middles(tell);
    }
    tell(format!("signature {signature}"));
}

/// Proves the value of an empty board and prints it. Returns the nodes.
fn prove(size: Size, tell: &mut dyn FnMut(String)) -> u64 {
    let watch = Stopwatch::start();
    let graph = Graph::grid(size.rows, size.columns);
    let mut memory = Memory::new(Memory::bytes_for(graph.all_strings().count_ones()).min(HASH_MB << 20));
    let table = memory.table();
    let budget = Budget::default();
    let solver = Solver::new(&graph, &table, 1, &budget);
    let bounds = solver.bounds(graph.all_strings());
    tell(proof_line(size, bounds, solver.nodes(), 1, &watch));
    solver.nodes()
}

/// Formats what a proof has found so far.
#[must_use]
pub fn proof_line(size: Size, bounds: Bounds, nodes: u64, threads: usize, watch: &Stopwatch) -> String {
    let verdict = match (bounds.value(), published::margin(size)) {
        (Some(value), Some(expected)) if value != expected => " WRONG",
        (Some(_), Some(_)) => " as known",
        _ => "",
    };
    let margin = bounds.value().map_or_else(|| format!("{}..{}", bounds.lower, bounds.upper), |margin| margin.to_string());
    format!("{size} margin {margin} nodes {nodes} threads {threads} {watch}{verdict}")
}

/// How many positions of the middle of a game are measured.
const MIDDLES: usize = 100;

/// The fewest and the most open lines of such a position.
const MIDDLE_LINES: (u32, u32) = (26, 30);

/// Solves positions of 4x4 after random safe lines, each with one thread and a fresh table.
fn solve_middles(tell: &mut dyn FnMut(String)) {
    let graph = Graph::grid(4, 4);
    let mut random = Pcg64Mcg::seed_from_u64(1);
    let (mut times, mut solved, mut nodes) = (Vec::with_capacity(MIDDLES), 0, 0);
    while times.len() < MIDDLES {
        let open = random.random_range(MIDDLE_LINES.0..=MIDDLE_LINES.1);
        let mut left = graph.all_strings();
        while left.count_ones() > open {
            let cut = left & !(1 << random.random_range(0..graph.all_strings().count_ones()));
            if graph.capturable(cut).next().is_none() {
                left = cut;
            }
        }
        let watch = Stopwatch::start();
        let (mut memory, budget) = (Memory::new(HASH_MB << 20), Budget::default());
        let table = memory.table();
        let solver = Solver::new(&graph, &table, 1, &budget);
        solved += usize::from(solver.bounds(left).value().is_some());
        times.push(watch.cpu());
        nodes += solver.nodes();
    }
    times.sort_by(f64::total_cmp);
    let (fewest, most) = MIDDLE_LINES;
    let (median, longest) = (times[MIDDLES / 2], times[MIDDLES - 1]);
    let asked = format!("4x4 positions {MIDDLES} open {fewest}..{most}");
    tell(format!("{asked} solved {solved} nodes {nodes} cpu median {median:.3} longest {longest:.3}"));
}
