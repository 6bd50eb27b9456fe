//! `ludion bench tictactoe`: empty boards solved, and censuses of all positions.

use super::board::{Marks, Rules, Variant};
use super::census::Census;
use super::outcome::Outcome;
use super::solver::Solver;
use crate::figures::{self, Stopwatch};
use crate::game::{BenchPart, Tell};
use crate::search::Budget;

/// Size of the table of a solved board, in bytes.
const BYTES: usize = 128 << 20;

/// Boards that are always solved: columns, rows, the length of a line, and whether it loses.
const QUICK: &[(usize, usize, usize, bool)] = &[(4, 4, 4, false), (4, 4, 3, true), (5, 4, 4, false), (4, 4, 4, true)];

/// Boards that take longer.
const FULL: &[(usize, usize, usize, bool)] = &[(5, 5, 4, false), (6, 5, 4, false), (5, 4, 4, true), (6, 4, 5, false)];

/// Boards whose positions are all listed.
const CENSUSES: &[(usize, usize, usize, bool)] = &[(3, 3, 3, false), (4, 3, 3, false), (5, 3, 3, true), (4, 4, 4, false)];

/// Solves boards with one thread and a fresh table each, then lists all positions of small ones. The signature sums up the nodes of the
/// first boards.
pub fn run(part: BenchPart, tell: Tell<'_>) {
    let quick = part == BenchPart::Signature;
    let mut signature = 0;
    for (number, &board) in QUICK.iter().chain(if quick { &[] } else { FULL }).enumerate() {
        let (nodes, line) = solve(board);
        signature += if number < QUICK.len() { nodes } else { 0 };
        if !quick {
            tell(line);
        }
    }
    for &board in if quick { &[] } else { CENSUSES } {
        tell(list_positions(board));
    }
    tell(format!("signature {signature}"));
}

/// Solves an empty board. Returns the nodes and the line of figures.
fn solve((width, height, length, misere): (usize, usize, usize, bool)) -> (u64, String) {
    let rules = Rules::new(Variant::new(width, height, length, misere));
    let mut solver = Solver::new(&rules, BYTES, &Budget::default());
    let watch = Stopwatch::start();
    let outcome = match solver.outcome(Marks::default()) {
        Ok(Outcome::Win(plies)) => format!("win plies {plies}"),
        Ok(Outcome::Loss(plies)) => format!("loss plies {plies}"),
        Ok(Outcome::Draw) => "draw".to_owned(),
        Err(_) => "unknown".to_owned(),
    };
    let nodes = solver.nodes();
    let speed = nodes as f64 / watch.cpu() / 1e6;
    let name = board_name(width, height, length, misere);
    (nodes, format!("{name} {outcome} nodes {nodes} {watch} million nodes/s {speed:.2}"))
}

/// Lists and evaluates all positions of a board. Returns the line of figures.
fn list_positions((width, height, length, misere): (usize, usize, usize, bool)) -> String {
    let rules = Rules::new(Variant::new(width, height, length, misere));
    figures::reset_peak();
    let watch = Stopwatch::start();
    let summary = Census::new(&rules, &Budget::default()).and_then(|census| census.summary(&rules));
    let positions = summary.map_or(0, |summary| summary.positions);
    let peak = figures::peak();
    format!("census {} positions {positions} {watch} {peak}", board_name(width, height, length, misere))
}

fn board_name(width: usize, height: usize, length: usize, misere: bool) -> String {
    format!("{width},{height},{length}{}", if misere { " misere" } else { "" })
}
