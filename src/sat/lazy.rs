//! Lazy constraints: checked on full assignments only, and turned into clauses when they are violated.

use batsat::{Lit, Theory, TheoryArg, lbool};

use crate::search::Stop;

/// A constraint that is checked on full assignments only.
pub trait LazyConstraint {
    /// Checks a candidate that satisfies all clauses. If it violates the constraint, writes to `cut` (initially empty) a clause
    /// that the constraint implies and the candidate falsifies.
    fn explain_violation(&mut self, candidate: &Candidate<'_, '_>, cut: &mut Vec<Lit>);

    /// Returns further clauses that the constraint implies. A running search cannot take clauses in. If there are any, it pauses;
    /// [`Solver::solve`](super::Solver) adds them and resumes it with its learnt clauses. This pays if a candidate violates the
    /// constraint in many places.
    fn further_clauses(&mut self) -> Vec<Vec<Lit>> {
        Vec::new()
    }
}

/// A full assignment during a search.
pub struct Candidate<'a, 'b>(&'a TheoryArg<'b>);

impl Candidate<'_, '_> {
    /// Returns whether a literal is true.
    #[must_use]
    pub fn is_true(&self, literal: Lit) -> bool {
        self.0.value(literal.var()) == lbool::new(literal.sign())
    }
}

/// A lazy constraint as a theory of batsat.
pub(super) struct TheoryAdapter<'a> {
    constraint: &'a mut dyn LazyConstraint,
    cut: Vec<Lit>,
    /// Clauses beside the cuts, to be added after the pause.
    pub(super) further: Vec<Vec<Lit>>,
    /// Raised to make the search return, so that these clauses can be added.
    pause: Stop,
    levels: usize,
}

impl<'a> TheoryAdapter<'a> {
    pub(super) fn new(constraint: &'a mut dyn LazyConstraint, pause: Stop) -> Self {
        TheoryAdapter { constraint, cut: Vec::new(), further: Vec::new(), pause, levels: 0 }
    }
}

impl Theory for TheoryAdapter<'_> {
    fn final_check(&mut self, acts: &mut TheoryArg<'_>) {
        self.cut.clear();
        self.constraint.explain_violation(&Candidate(acts), &mut self.cut);
        if !self.cut.is_empty() {
            // `true` keeps the clause, which is valid in later calls too.
            acts.raise_conflict(&self.cut, true);
        }
        self.further.append(&mut self.constraint.further_clauses());
        if !self.further.is_empty() {
            self.pause.raise();
        }
    }

    fn create_level(&mut self) {
        self.levels += 1;
    }

    fn pop_levels(&mut self, n: usize) {
        self.levels -= n;
    }

    fn n_levels(&self) -> usize {
        self.levels
    }

    fn explain_propagation(&mut self, _: Lit) -> &[Lit] {
        // Lazy constraints never propagate.
        &[]
    }
}
