//! The best solver: deduction first, and what it leaves open by the boolean kernel.

use super::board::{Grid, Marks};
use super::deduce::{Plan, Progress, State, deduce};
use super::kernel::Kernel;
use crate::puzzle::Level;
use crate::search::Budget;

/// What a grid comes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// It has this solution only.
    Unique(Marks),
    /// It has these two, and perhaps more.
    Several(Marks, Marks),
    /// It has none.
    None,
    /// The budget ended first; a solution, if one was found by then.
    Unknown(Option<Marks>),
}

/// Solves a grid, and proves that there is one solution, or finds a second. Exact; what deduction finds takes time in
/// proportion to the cells, the rest at worst exponential time.
#[must_use]
pub fn solve(grid: &Grid, budget: &Budget) -> Answer {
    let plan = Plan::new(grid);
    let mut state = State::new(&plan);
    match deduce(&mut state, Level::Hard, budget) {
        Err(_) => return Answer::None,
        Ok(Progress::Solved) => return Answer::Unique(state.marks()),
        _ => {}
    }
    let mut kernel = Kernel::new(&state, budget);
    let first = match kernel.another() {
        None => return Answer::Unknown(None),
        Some(None) => return Answer::None,
        Some(Some(first)) => first,
    };
    match kernel.another() {
        None => Answer::Unknown(Some(first)),
        Some(None) => Answer::Unique(first),
        Some(Some(second)) => Answer::Several(first, second),
    }
}
