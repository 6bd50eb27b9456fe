//! The best solver: deduction first, then the SAT solver for what it leaves open.

use super::board::{Grid, Marks};
use super::deduce::{PaddedGrid, State, deduce};
use super::kernel::Kernel;
use crate::puzzle::{Answer, Level, Progress};
use crate::search::Budget;

/// Solves a grid, and proves that there is one solution, or finds a second. Exact. Deduction takes time linear in the cells, the
/// rest exponential time at worst.
#[must_use]
pub fn solve(grid: &Grid, budget: &Budget) -> Answer<Marks> {
    let padded = PaddedGrid::new(grid);
    let mut state = State::new(&padded);
    match deduce(&mut state, Level::Hard, budget) {
        Err(_) => return Answer::None,
        Ok(Progress::Solved) => return Answer::Unique(state.marks()),
        _ => {}
    }
    let mut kernel = Kernel::new(&state, budget);
    Answer::find(|| kernel.next_solution())
}
