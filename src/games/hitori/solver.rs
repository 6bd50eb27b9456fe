//! The best solver: deduction first, and what it leaves open by search.

use std::ops::ControlFlow;

use super::board::{Grid, Marks};
use super::deduce::{Level, Plan, Progress, State, deduce};
use super::enumerate;
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

/// Solves a grid, and proves that there is one solution, or finds a second.
#[must_use]
pub fn solve(grid: &Grid, budget: &Budget) -> Answer {
    let plan = Plan::new(grid);
    let mut state = State::new(&plan);
    match deduce(&mut state, Level::Hard, budget) {
        Err(_) => return Answer::None,
        Ok(Progress::Solved) => return Answer::Unique(state.marks()),
        _ => {}
    }
    let mut found = Vec::new();
    let flow = enumerate::each(grid, budget, &mut |marks| {
        found.push(marks);
        if found.len() == 2 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    let (first, second) = (found.pop(), found.pop());
    match (second, first) {
        (Some(one), Some(other)) => Answer::Several(one, other),
        (_, found) if flow.is_break() => Answer::Unknown(found),
        (_, Some(only)) => Answer::Unique(only),
        (_, None) => Answer::None,
    }
}
