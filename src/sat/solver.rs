//! The solver: variables, clauses, and whether they can all be met.

use std::cell::Cell;

use batsat::{Callbacks, ClauseKind, Lit, Solver as Core, SolverInterface, SolverOpts, lbool};

use super::law::{Anything, Enforced, Law};
use crate::search::{Budget, Stop};

/// Whether clauses, assumptions and law can be met together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// They are, by the model that [`Solver::is_true`] reads.
    Satisfied,
    /// They cannot be.
    Impossible,
    /// The budget ended first.
    Unknown,
}

/// A set of clauses that grows, and what has been learnt from it.
pub struct Solver {
    core: Core<Guard>,
    clause: Vec<Lit>,
}

/// Decisions between two looks at the clock.
const PATIENCE: u32 = 64;

/// Ends a search whose budget is spent. Its nodes are conflicts.
struct Guard {
    budget: Budget,
    conflicts: u64,
    calls: Cell<u32>,
    over: Cell<bool>,
    /// Raised to break a search off that is to be taken up again.
    pause: Stop,
}

impl Callbacks for Guard {
    fn on_new_clause(&mut self, _: &[Lit], _: ClauseKind) {
        self.conflicts += 1;
    }

    fn stop(&self) -> bool {
        let calls = self.calls.get().wrapping_add(1);
        self.calls.set(calls);
        let spent = self.budget.max_nodes.is_some_and(|most| self.conflicts >= most)
            || self.budget.stop.is_raised()
            || calls.is_multiple_of(PATIENCE) && self.budget.is_over();
        self.over.set(self.over.get() || spent);
        self.over.get() || self.pause.is_raised()
    }
}

impl Solver {
    /// No variables, no clauses; every [`Solver::solve`] of it lives from the same budget.
    #[must_use]
    pub fn new(budget: &Budget) -> Self {
        let over = budget.is_over();
        let guard =
            Guard { budget: budget.clone(), conflicts: 0, calls: Cell::new(0), over: Cell::new(over), pause: Stop::default() };
        Solver { core: Core::new(SolverOpts::default(), guard), clause: Vec::new() }
    }

    /// A new variable, as the literal that it is true; `likely` is the value that is tried first.
    pub fn new_lit(&mut self, likely: bool) -> Lit {
        // The polarity of the core is that of the sign: true means "try false".
        Lit::new(self.core.new_var(lbool::new(!likely), true), true)
    }

    /// Demands that one of some literals holds. The empty clause makes everything impossible.
    pub fn add(&mut self, clause: &[Lit]) {
        self.clause.clear();
        self.clause.extend_from_slice(clause);
        // Its answer says whether the clauses can still be met; the next solve says the same.
        self.core.add_clause_reuse(&mut self.clause);
    }

    /// Whether all clauses can be met while the assumptions hold, which are forgotten afterwards.
    pub fn solve(&mut self, assumptions: &[Lit]) -> Verdict {
        self.solve_under(&mut Anything, assumptions)
    }

    /// As [`Solver::solve`], obeying a law too. The law must be the same in every call: what is learnt from it is kept.
    pub fn solve_under(&mut self, law: &mut dyn Law, assumptions: &[Lit]) -> Verdict {
        let pause = self.core.cb().pause.clone();
        loop {
            if self.core.cb().over.get() {
                return Verdict::Unknown;
            }
            let mut enforced = Enforced::new(law, pause.clone());
            let answer = self.core.solve_limited_th(&mut enforced, assumptions);
            let more = enforced.more;
            pause.set(false);
            if answer == lbool::TRUE {
                return Verdict::Satisfied;
            }
            if answer == lbool::FALSE {
                return Verdict::Impossible;
            }
            more.iter().for_each(|clause| self.add(clause));
        }
    }

    /// Whether a literal holds in the last model; it stays readable until the next solve.
    #[must_use]
    pub fn is_true(&self, literal: Lit) -> bool {
        self.core.value_lit(literal) == lbool::TRUE
    }

    /// Conflicts of all calls so far.
    #[must_use]
    pub fn conflicts(&self) -> u64 {
        self.core.num_conflicts()
    }

    /// Assumptions of the last call that are impossible together, negated; empty where the clauses are so alone.
    #[must_use]
    pub fn refuted(&self) -> &[Lit] {
        self.core.unsat_core()
    }
}
