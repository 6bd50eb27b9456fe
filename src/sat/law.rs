//! Laws: constraints that are checked only when a candidate is at hand.

use batsat::{Lit, Theory, TheoryArg, lbool};

use crate::search::Stop;

/// A constraint of any kind, checked lazily.
pub trait Law {
    /// Looks at a candidate that satisfies all clauses. Where it breaks the law, writes a clause into `cut` (empty when called)
    /// that is false for the candidate and true for everything that obeys the law.
    fn judge(&mut self, candidate: &Candidate<'_, '_>, cut: &mut Vec<Lit>);

    /// Further clauses that everything which obeys the law satisfies, found on the way. Where there are some the search is broken
    /// off, they are added, and it is taken up again with what it has learnt: worth it where a candidate is broken in many places.
    fn more(&mut self) -> Vec<Vec<Lit>> {
        Vec::new()
    }
}

/// Values of all variables, in mid-search.
pub struct Candidate<'a, 'b>(&'a TheoryArg<'b>);

impl Candidate<'_, '_> {
    /// Whether a literal holds.
    #[must_use]
    pub fn is_true(&self, literal: Lit) -> bool {
        self.0.value(literal.var()) == lbool::new(literal.sign())
    }
}

/// The law as the solver below calls it.
pub(super) struct Enforced<'a> {
    law: &'a mut dyn Law,
    cut: Vec<Lit>,
    /// What the law has found beside its cuts; raises `pause` in the solver.
    pub(super) more: Vec<Vec<Lit>>,
    pause: Stop,
    levels: usize,
}

impl<'a> Enforced<'a> {
    pub(super) fn new(law: &'a mut dyn Law, pause: Stop) -> Self {
        Enforced { law, cut: Vec::new(), more: Vec::new(), pause, levels: 0 }
    }
}

impl Theory for Enforced<'_> {
    fn final_check(&mut self, acts: &mut TheoryArg<'_>) {
        self.cut.clear();
        self.law.judge(&Candidate(acts), &mut self.cut);
        if !self.cut.is_empty() {
            // Kept beside what is learnt from it: it holds in later calls too.
            acts.raise_conflict(&self.cut, true);
        }
        self.more.append(&mut self.law.more());
        if !self.more.is_empty() {
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
        // A law never propagates, so that nobody asks.
        &[]
    }
}

/// The law that everything obeys.
pub(super) struct Anything;

impl Law for Anything {
    fn judge(&mut self, _: &Candidate<'_, '_>, _: &mut Vec<Lit>) {}
}
