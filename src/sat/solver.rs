//! The SAT solver: variables, clauses, solving within a budget.

use std::cell::Cell;

use batsat::{Callbacks, ClauseKind, Lit, Solver as Core, SolverInterface, SolverOpts, lbool};

use super::lazy::{LazyConstraint, TheoryAdapter};
use crate::search::{Budget, Stop};

/// Whether the clauses and the lazy constraint can be satisfied together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SatResult {
    /// They can: [`Solver::is_true`] reads the model.
    Satisfiable,
    /// They cannot.
    Unsatisfiable,
    /// The budget ended first.
    Unknown,
}

/// A growing set of clauses, with the clauses learnt from it.
pub struct Solver {
    core: Core<Guard>,
    clause: Vec<Lit>,
}

/// Calls between two checks of the clock.
const CLOCK_INTERVAL: u32 = 64;

/// Ends a search when its budget is spent. The node limit counts conflicts.
struct Guard {
    budget: Budget,
    conflicts: u64,
    calls: Cell<u32>,
    over: Cell<bool>,
    /// Raised to interrupt a search that will be resumed.
    pause: Stop,
}

impl Callbacks for Guard {
    fn on_new_clause(&mut self, _: &[Lit], _: ClauseKind) {
        self.conflicts += 1;
    }

    fn stop(&self) -> bool {
        let calls = self.calls.get().wrapping_add(1);
        self.calls.set(calls);
        let spent = self.budget.max_nodes.is_some_and(|limit| self.conflicts >= limit)
            || self.budget.stop.is_raised()
            || calls.is_multiple_of(CLOCK_INTERVAL) && self.budget.is_over();
        self.over.set(self.over.get() || spent);
        self.over.get() || self.pause.is_raised()
    }
}

impl Solver {
    /// Creates a solver without clauses; all its calls of [`Solver::solve`] share the budget.
    #[must_use]
    pub fn new(budget: &Budget) -> Self {
        let over = budget.is_over();
        let guard =
            Guard { budget: budget.clone(), conflicts: 0, calls: Cell::new(0), over: Cell::new(over), pause: Stop::default() };
        Solver { core: Core::new(SolverOpts::default(), guard), clause: Vec::new() }
    }

    /// Adds a variable and returns its positive literal; `first_value` is the value that the search tries first.
    pub fn new_lit(&mut self, first_value: bool) -> Lit {
        // The polarity in batsat is that of the sign: true means "try false first".
        Lit::new(self.core.new_var(lbool::new(!first_value), true), true)
    }

    /// Adds a clause. The empty clause is unsatisfiable.
    pub fn add_clause(&mut self, clause: &[Lit]) {
        self.clause.clear();
        self.clause.extend_from_slice(clause);
        // The result, whether the clauses are still satisfiable, is not needed: the next solve returns it too.
        self.core.add_clause_reuse(&mut self.clause);
    }

    /// Decides whether all clauses and a lazy constraint can be satisfied. The constraint must be the same in every call because its
    /// clauses are kept.
    pub fn solve(&mut self, constraint: &mut dyn LazyConstraint) -> SatResult {
        let pause = self.core.cb().pause.clone();
        loop {
            if self.core.cb().over.get() {
                return SatResult::Unknown;
            }
            let mut theory = TheoryAdapter::new(constraint, pause.clone());
            let answer = self.core.solve_limited_th(&mut theory, &[]);
            let further = theory.further;
            pause.set(false);
            if answer == lbool::TRUE {
                return SatResult::Satisfiable;
            }
            if answer == lbool::FALSE {
                return SatResult::Unsatisfiable;
            }
            further.iter().for_each(|clause| self.add_clause(clause));
        }
    }

    /// Returns whether a literal is true in the last model.
    #[must_use]
    pub fn is_true(&self, literal: Lit) -> bool {
        self.core.value_lit(literal) == lbool::TRUE
    }

    /// Returns the number of conflicts of all calls so far.
    #[must_use]
    #[cfg(test)]
    pub fn conflicts(&self) -> u64 {
        self.core.num_conflicts()
    }
}
