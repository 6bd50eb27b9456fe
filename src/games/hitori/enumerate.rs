//! Enumerates all solutions by backtracking: deduction up to the cut rule at the root, then both colours of an open cell, with what
//! follows from each by propagation. Exact; memory is that of one solution, time grows with the number of solutions and, at worst, exponentially with the open
//! cells.

use std::ops::ControlFlow;

use super::board::{Grid, Mark, Marks};
use super::deduce::{PaddedGrid, Spot, State, deduce};
use crate::puzzle::{Count, Level};
use crate::search::Budget;

/// Counts the solutions, up to a limit.
#[must_use]
pub fn count(grid: &Grid, limit: Option<u64>, budget: &Budget) -> Count {
    let mut seen = 0;
    let flow = visit_solutions(grid, budget, &mut |_| {
        seen += 1;
        if limit == Some(seen) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    if flow.is_break() { Count::AtLeast(seen) } else { Count::Exactly(seen) }
}

/// Calls `visit` with each solution. Breaks if `visit` does or the budget ends.
pub fn visit_solutions(grid: &Grid, budget: &Budget, visit: &mut dyn FnMut(Marks) -> ControlFlow<()>) -> ControlFlow<()> {
    if is_limit_reached(budget, 0) {
        return ControlFlow::Break(());
    }
    let padded = PaddedGrid::new(grid);
    let mut state = State::new(&padded);
    if deduce(&mut state, Level::Hard, budget).is_err() {
        return ControlFlow::Continue(());
    }
    let spots = padded.spots().filter(|&spot| state.mark(spot) == Mark::Unknown).collect();
    let mut walk = Walk { spots: order(&padded, spots), budget, nodes: 0, visit };
    walk.descend(&mut state, 0)
}

/// Moves cells with a twin to the front: the colours of the others repeat no number.
fn order(padded: &PaddedGrid, mut spots: Vec<Spot>) -> Vec<Spot> {
    spots.sort_by_key(|&spot| !padded.has_twin(spot));
    spots
}

fn is_limit_reached(budget: &Budget, nodes: u64) -> bool {
    budget.max_nodes.is_some_and(|most| nodes >= most) || nodes.is_multiple_of(64) && budget.is_over()
}

struct Walk<'a> {
    /// The cells that deduction left open, in the order in which they are tried.
    spots: Vec<Spot>,
    budget: &'a Budget,
    nodes: u64,
    visit: &'a mut dyn FnMut(Marks) -> ControlFlow<()>,
}

impl Walk<'_> {
    fn descend(&mut self, state: &mut State<'_>, from: usize) -> ControlFlow<()> {
        self.nodes += 1;
        if is_limit_reached(self.budget, self.nodes) {
            return ControlFlow::Break(());
        }
        let open = (from..self.spots.len()).find(|&at| state.mark(self.spots[at]) == Mark::Unknown);
        let Some(open) = open else { return (self.visit)(state.marks()) };
        for mark in [Mark::Black, Mark::White] {
            let before = state.checkpoint();
            if state.assume(self.spots[open], mark).is_ok() {
                self.descend(state, open + 1)?;
            }
            state.roll_back(before);
        }
        ControlFlow::Continue(())
    }
}
