//! `ludion bench connect4`: random positions by number of stones.

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use super::bits::{Shape, Stones};
use super::solver::Solver;
use crate::figures::Stopwatch;
use crate::game::BenchPart;
use crate::search::{Budget, Control};

/// Stones and number of the random positions that make the node-count signature.
const QUICK: &[(u32, usize)] = &[(30, 1000), (26, 1000)];

/// Stones and number of further random positions.
const FULL: &[(u32, usize)] = &[(22, 1000), (18, 200), (14, 20)];

/// Size of the large table of a measured search, in bytes.
pub const BYTES: usize = 128 << 20;

/// Scores random positions with one thread and a fresh table for each number of stones.
pub fn run(part: BenchPart, tell: &mut dyn FnMut(String)) {
    let quick = part == BenchPart::Signature;
    let mut signature = 0;
    for &(stones, count) in QUICK {
        signature += measure(stones, count, &mut part.figures(tell));
    }
    if !quick {
        for &(stones, count) in FULL {
            measure(stones, count, tell);
        }
    }
    tell(format!("signature {signature}"));
}

/// Scores some random positions of the usual board. Returns the nodes.
fn measure(stones: u32, count: usize, tell: &mut dyn FnMut(String)) -> u64 {
    let positions = random(stones, count);
    let (mut solver, budget) = (Solver::new(Shape::default(), BYTES), Budget::default());
    let control = Control::new(&budget, 1);
    let watch = Stopwatch::start();
    let sum: i32 = positions.iter().filter_map(|&stones| solver.score(stones, &control).ok()).map(|score| score.0.abs()).sum();
    tell(format!("stones {stones} positions {count} scores {sum} {}", rates(&watch, &control, count)));
    control.nodes()
}

/// Formats nodes, time, and millions of nodes for each second of one thread.
#[must_use]
pub fn rates(watch: &Stopwatch, control: &Control<'_>, count: usize) -> String {
    let nodes = control.nodes();
    let (each, speed) = (nodes / count.max(1) as u64, nodes as f64 / watch.cpu() / 1e6);
    format!("nodes {nodes} each {each} {watch} million nodes/s a thread {speed:.1}")
}

/// Returns random positions with this number of stones in which the player to move cannot win at once.
fn random(stones: u32, count: usize) -> Vec<Stones> {
    let shape = Shape::default();
    let mut random = Pcg64Mcg::seed_from_u64(stones.into());
    let mut found = Vec::new();
    while found.len() < count {
        let mut position = Stones::default();
        while position.count() < stones && shape.immediate_wins(position) == 0 {
            let column = shape.column(random.random_range(0..shape.width));
            let cell = shape.landings(position) & column;
            if cell != 0 {
                position = position.play(cell);
            }
        }
        if position.count() == stones && shape.immediate_wins(position) == 0 {
            found.push(position);
        }
    }
    found
}
