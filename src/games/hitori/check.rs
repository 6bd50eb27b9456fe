//! Checks marks against the rules. It shares no code with the solvers, so that it can test them.

use super::board::{Grid, Mark, Marks, neighbors};
use crate::grid::Cell;
pub use crate::puzzle::Verdict;

/// A broken rule, with its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The same number is white twice in a line.
    Repeated(Cell, Cell),
    /// Two neighbours are black.
    Adjacent(Cell, Cell),
    /// The cell cannot be reached from the other whites, whatever the unknown cells become.
    Disconnected(Cell),
    /// No cell is white.
    AllBlack,
}

/// Checks marks. Returns the first fault in the order of [`Fault`], then in row order.
#[must_use]
pub fn check(grid: &Grid, marks: &Marks) -> Verdict<Fault> {
    let fault = find_repetition(grid, marks).or_else(|| find_adjacent_blacks(marks)).or_else(|| find_disconnection(marks));
    match fault {
        Some(fault) => Verdict::Wrong(fault),
        None if marks.are_complete() => Verdict::Solved,
        None => Verdict::Incomplete,
    }
}

fn find_repetition(grid: &Grid, marks: &Marks) -> Option<Fault> {
    let size = grid.size();
    let shown = |cell: &Cell| marks.get(*cell) == Mark::White && grid.clue(*cell).is_some();
    size.cells().filter(shown).find_map(|first| {
        let (x, y) = (size.x(first), size.y(first));
        let right = (x + 1..size.width).filter_map(move |x| size.cell(x, y));
        let below = (y + 1..size.height).filter_map(move |y| size.cell(x, y));
        let mut twins = right.chain(below).filter(shown).filter(|&other| grid.clue(other) == grid.clue(first));
        twins.next().map(|second| Fault::Repeated(first, second))
    })
}

fn find_adjacent_blacks(marks: &Marks) -> Option<Fault> {
    marks.cells(Mark::Black).find_map(|first| {
        let mut others = neighbors(marks.size(), first).filter(|&other| other > first && marks.is_black(other));
        others.next().map(|second| Fault::Adjacent(first, second))
    })
}

/// Finds a white cell that is not connected with the first one, whatever the unknown cells become.
fn find_disconnection(marks: &Marks) -> Option<Fault> {
    let size = marks.size();
    if marks.count(Mark::Black) == size.area() {
        return Some(Fault::AllBlack);
    }
    let start = marks.cells(Mark::White).next()?;
    let mut reached = vec![false; size.area()];
    let mut open = vec![start];
    reached[start.index()] = true;
    while let Some(cell) = open.pop() {
        for other in neighbors(size, cell).filter(|&other| !marks.is_black(other)) {
            if !std::mem::replace(&mut reached[other.index()], true) {
                open.push(other);
            }
        }
    }
    marks.cells(Mark::White).find(|cell| !reached[cell.index()]).map(Fault::Disconnected)
}
