//! Patterns of black cells for puzzles with one solution.
//!
//! A white cell that could be black as well (no black beside it, no ring closed) would give a second solution, so patterns
//! are filled up until there is none. Cells that only the cut rule knows to be white make a puzzle hard; for the lower rungs such a
//! cell is made black and the ring that it closes is opened elsewhere, until a black cell or a last exit speaks for each white
//! one.

use rand::RngExt;
use rand::seq::{IndexedRandom, SliceRandom};
use rand_pcg::Pcg64Mcg;

use crate::games::hitori::board::{Grid, Mark, Marks, neighbours};
use crate::games::hitori::deduce::{Level, Plan, Spot, State};
use crate::games::hitori::walls;
use crate::grid::{Cell, Size};
use crate::search::Budget;

/// Patterns that are drawn to come near to a density.
const DENSITY_TRIES: usize = 12;

/// How near is near enough.
const DENSITY_ERROR: f64 = 0.005;

/// Moves per cell before a pattern that should have no cell for the cut rule is given up.
const MOVES_A_CELL: usize = 4;

/// A full pattern; fit for puzzles of this difficulty. `None` where chance was against it.
pub fn draw(size: Size, density: Option<f64>, level: Level, random: &mut Pcg64Mcg, budget: &Budget) -> Option<Marks> {
    let mut bias = 0.0;
    let mut best: Option<(f64, Marks)> = None;
    for _ in 0..DENSITY_TRIES {
        let mut marks = full(size, bias, random);
        if level < Level::Hard && !dominate(&mut marks, random, budget) {
            continue;
        }
        let Some(wanted) = density else { return Some(marks) };
        let found = marks.count(Mark::Black) as f64 / size.area() as f64;
        let error = (found - wanted).abs();
        if best.as_ref().is_none_or(|(least, _)| error < *least) {
            best = Some((error, marks));
        }
        if error < DENSITY_ERROR {
            break;
        }
        // A bias of one moves the density by about five points.
        bias = f64::clamp(bias + (wanted - found) * 20.0, -8.0, 8.0);
    }
    best.map(|(_, marks)| marks)
}

/// A random pattern that no cell can be added to. A positive bias looks at more candidates for each cell and takes the one
/// that blocks fewest new cells, a negative one the one that blocks most.
fn full(size: Size, bias: f64, random: &mut Pcg64Mcg) -> Marks {
    let blank = Grid::new(size, vec![None; size.area()]);
    let plan = Plan::new(&blank);
    let mut state = State::new(&plan);
    let mut open: Vec<Spot> = plan.spots().collect();
    open.shuffle(random);
    while !open.is_empty() {
        let candidates = 1 + bias.abs() as usize + usize::from(random.random_bool(bias.abs().fract()));
        let blocked = |at: usize, open: &[Spot]| {
            let fresh = plan.beside(open[at]).into_iter().filter(|&other| state.mark(other) == Mark::Unknown).count() as i32;
            if bias < 0.0 { -fresh } else { fresh }
        };
        let picks = (0..candidates).map(|_| random.random_range(0..open.len()));
        let Some(at) = picks.min_by_key(|&at| blocked(at, &open)) else { break };
        let spot = open.swap_remove(at);
        if state.mark(spot) == Mark::Unknown {
            let mark = if state.closes_ring(spot) { Mark::White } else { Mark::Black };
            // On a blank grid nothing contradicts a cell that closes no ring.
            if state.suppose(spot, mark).is_err() {
                break;
            }
        }
    }
    let marks = state.marks();
    let cells = size.cells().map(|cell| if marks.is_black(cell) { Mark::Black } else { Mark::White });
    Marks::new(size, cells.collect())
}

/// Rearranges a pattern until each white cell has a black neighbour or is a last exit; whether it came to that.
fn dominate(marks: &mut Marks, random: &mut Pcg64Mcg, budget: &Budget) -> bool {
    let mut lonely = lonely(marks);
    for _ in 0..MOVES_A_CELL * marks.size().area() {
        if budget.is_over() {
            return false;
        }
        let Some(&cell) = lonely.choose(random) else { return true };
        let before = marks.clone();
        blacken(marks, cell, random);
        let after = self::lonely(marks);
        if after.len() <= lonely.len() {
            lonely = after;
        } else {
            *marks = before;
        }
    }
    lonely.is_empty()
}

/// White cells that neither a black neighbour nor the exit rule speaks for.
fn lonely(marks: &Marks) -> Vec<Cell> {
    let size = marks.size();
    let is_thin = size.width == 1 || size.height == 1;
    let exits = |cell: Cell| neighbours(size, cell).filter(|&other| !marks.is_black(other)).count();
    let speaks = |other: Cell| marks.is_black(other) || !is_thin && exits(other) == 1;
    marks.cells(Mark::White).filter(|&cell| !neighbours(size, cell).any(speaks)).collect()
}

/// Makes a cell black, opens the rings that it closes, and fills up what that frees.
fn blacken(marks: &mut Marks, cell: Cell, random: &mut Pcg64Mcg) {
    let size = marks.size();
    let mut freed = Vec::new();
    while let Some(wall) = walls::through(marks, cell) {
        let others: Vec<Cell> = wall.cells.into_iter().filter(|&other| other != cell).collect();
        let Some(&other) = others.choose(random) else { return };
        marks.set(other, Mark::White);
        freed.push(other);
        freed.extend(neighbours(size, other));
    }
    marks.set(cell, Mark::Black);
    freed.shuffle(random);
    for other in freed {
        let blocked = marks.is_black(other) || neighbours(size, other).any(|beside| marks.is_black(beside));
        if !blocked && walls::through(marks, other).is_none() {
            marks.set(other, Mark::Black);
        }
    }
}
