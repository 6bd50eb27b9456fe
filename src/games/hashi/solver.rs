//! The best solver: deduction first, then the SAT solver for what it leaves open.
//!
//! Exact. Deduction is linear for each round of rules; the SAT solver is exponential at worst, and quick in practice: see the
//! bench. It also proves uniqueness: the solution is excluded, and it searches for another.

use std::ops::ControlFlow;

use super::board::{Bridges, Puzzle};
use super::deduce::solve_by_rules;
use super::sat_model::SatModel;
use crate::puzzle::{Answer, Level, Progress};
use crate::sat::{SatResult, Solver};
use crate::search::Budget;

/// Solves a puzzle, and proves that there is one solution, or finds a second.
#[must_use]
pub fn solve(puzzle: &Puzzle, budget: &Budget) -> Answer<Bridges> {
    let mut found = Vec::with_capacity(2);
    let flow = visit_solutions(puzzle, budget, &mut |bridges| {
        found.push(bridges);
        if found.len() == 2 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    let (last, first) = (found.pop(), found.pop());
    match (first, last) {
        (Some(one), Some(other)) => Answer::Several(one, other),
        (_, found) if flow.is_break() => Answer::Unknown(found),
        (_, Some(only)) => Answer::Unique(only),
        (_, None) => Answer::None,
    }
}

/// Calls `visit` with each solution. Breaks if `visit` does or the budget ends.
pub fn visit_solutions(puzzle: &Puzzle, budget: &Budget, visit: &mut dyn FnMut(Bridges) -> ControlFlow<()>) -> ControlFlow<()> {
    if budget.is_over() {
        return ControlFlow::Break(());
    }
    let state = match solve_by_rules(puzzle, Level::Hard, budget) {
        (Err(_), _) => return ControlFlow::Continue(()),
        (Ok(Progress::Solved), state) => return visit(state.certain_bridges()),
        (Ok(_), state) => state,
    };
    let mut model = SatModel::new(&state, Solver::new(budget));
    loop {
        match model.solve() {
            SatResult::Satisfiable => visit(model.solution())?,
            SatResult::Unsatisfiable => return ControlFlow::Continue(()),
            SatResult::Unknown => return ControlFlow::Break(()),
        }
        model.exclude();
    }
}
