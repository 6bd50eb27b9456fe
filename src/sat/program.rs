//! 0-1 integer programs, for comparison with the SAT solver: *microlp* by branch and bound, through `good_lp`.
//!
//! microlp cannot be interrupted and keeps nothing between calls. So it runs in a thread of its own with a time limit, and again
//! from the start with twice the limit if that was too short. When the budget ends first, the thread is abandoned. Solutions are
//! rounded from floating point and then checked against the rows; infeasibility cannot be checked.

use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

use good_lp::solvers::WithTimeLimit;
use good_lp::{Expression, ProblemVariables, ResolutionError, Solution, SolverModel, Variable, constraint, microlp, variable};

use crate::search::Budget;

/// The first time limit.
const FIRST_LIMIT: Duration = Duration::from_millis(500);

/// Time between two checks of the budget.
const CHECK_INTERVAL: Duration = Duration::from_millis(5);

/// A 0-1 variable, by its index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bit(usize);

/// The comparison of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// The sum is at most the bound.
    AtMost,
    /// The sum is at least the bound.
    AtLeast,
    /// The sum equals the bound.
    Equal,
}

/// A linear constraint.
#[derive(Clone, Debug)]
struct Row {
    terms: Vec<(Bit, i32)>,
    relation: Relation,
    bound: i32,
}

impl Row {
    fn holds(&self, values: &[bool]) -> bool {
        let sum: i32 = self.terms.iter().filter(|(bit, _)| values[bit.0]).map(|&(_, factor)| factor).sum();
        match self.relation {
            Relation::AtMost => sum <= self.bound,
            Relation::AtLeast => sum >= self.bound,
            Relation::Equal => sum == self.bound,
        }
    }
}

/// An integer program without an objective: a feasibility problem.
#[derive(Clone, Debug, Default)]
pub struct Program {
    bits: usize,
    rows: Vec<Row>,
}

/// The result of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProgramResult {
    /// A feasible assignment: values by index.
    Values(Vec<bool>),
    /// No assignment satisfies all rows.
    Infeasible,
    /// The budget ended first, or the rounded values violate a row.
    Unknown,
}

impl ProgramResult {
    /// Returns the value of a bit; false if there are no values.
    #[must_use]
    pub fn is_set(&self, bit: Bit) -> bool {
        matches!(self, ProgramResult::Values(values) if values[bit.0])
    }
}

impl Program {
    /// Adds a variable.
    pub fn new_bit(&mut self) -> Bit {
        self.bits += 1;
        Bit(self.bits - 1)
    }

    /// Adds a row: a weighted sum of bits compared with a bound.
    pub fn add(&mut self, terms: Vec<(Bit, i32)>, relation: Relation, bound: i32) {
        self.rows.push(Row { terms, relation, bound });
    }

    /// Searches for values until the budget ends.
    #[must_use]
    pub fn solve(&self, budget: &Budget) -> ProgramResult {
        // The solver does not accept rows without variables.
        if self.rows.iter().any(|row| row.terms.is_empty() && !row.holds(&[])) {
            return ProgramResult::Infeasible;
        }
        if self.bits == 0 {
            return ProgramResult::Values(Vec::new());
        }
        let program = Arc::new(self.clone());
        let mut limit = FIRST_LIMIT;
        while !budget.is_over() {
            match program.solve_within(limit, budget) {
                Some(outcome) => return outcome,
                None => limit *= 2,
            }
        }
        ProgramResult::Unknown
    }

    /// Runs the solver in a thread of its own; `None` if the time limit was too short.
    fn solve_within(self: &Arc<Self>, limit: Duration, budget: &Budget) -> Option<ProgramResult> {
        let left = budget.deadline.map_or(limit, |deadline| limit.min(deadline.saturating_duration_since(Instant::now())));
        let (sender, receiver) = mpsc::channel();
        let program = Arc::clone(self);
        std::thread::spawn(move || {
            // The send fails if the budget has ended and the receiver is gone.
            let _ = sender.send(program.attempt(left));
        });
        loop {
            match receiver.recv_timeout(CHECK_INTERVAL) {
                Ok(outcome) => return outcome,
                Err(RecvTimeoutError::Timeout) if !budget.is_over() => {}
                Err(_) => return Some(ProgramResult::Unknown),
            }
        }
    }

    fn attempt(&self, limit: Duration) -> Option<ProgramResult> {
        let mut variables = ProblemVariables::new();
        let bits: Vec<Variable> = (0..self.bits).map(|_| variables.add(variable().binary())).collect();
        let mut model = variables.minimise(Expression::from(0)).using(microlp).with_time_limit(limit.as_secs_f64());
        for row in self.rows.iter().filter(|row| !row.terms.is_empty()) {
            let sum: Expression = row.terms.iter().map(|&(bit, factor)| bits[bit.0] * f64::from(factor)).sum();
            let bound = f64::from(row.bound);
            model.add_constraint(match row.relation {
                Relation::AtMost => constraint!(sum <= bound),
                Relation::AtLeast => constraint!(sum >= bound),
                Relation::Equal => constraint!(sum == bound),
            });
        }
        match model.solve() {
            Ok(solution) => {
                let values: Vec<bool> = bits.iter().map(|&bit| solution.value(bit) > 0.5).collect();
                let holds = self.rows.iter().all(|row| row.holds(&values));
                Some(if holds { ProgramResult::Values(values) } else { ProgramResult::Unknown })
            }
            Err(ResolutionError::Infeasible) => Some(ProgramResult::Infeasible),
            // The time limit was reached.
            Err(ResolutionError::Other(_)) => None,
            Err(error) => {
                log::error!("microlp: {error}");
                Some(ProgramResult::Unknown)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};

    #[test]
    fn random_programs_agree_with_enumeration() {
        let mut random = rand_pcg::Pcg64Mcg::seed_from_u64(3);
        let mut infeasible = 0;
        for _ in 0..60 {
            let mut program = Program::default();
            let bits: Vec<Bit> = (0..random.random_range(1..=6)).map(|_| program.new_bit()).collect();
            for _ in 0..random.random_range(1..=5) {
                let terms =
                    bits.iter().map(|&bit| (bit, random.random_range(-2..=2))).filter(|&(_, factor)| factor != 0).collect();
                let relation = [Relation::AtMost, Relation::AtLeast, Relation::Equal][random.random_range(0..3)];
                program.add(terms, relation, random.random_range(-2..=3));
            }
            let values = |code: u32| (0..bits.len()).map(|at| code >> at & 1 == 1).collect::<Vec<bool>>();
            let exists = (0..1 << bits.len()).any(|code| program.rows.iter().all(|row| row.holds(&values(code))));
            match program.solve(&Budget::default()) {
                ProgramResult::Values(values) => assert!(exists && program.rows.iter().all(|row| row.holds(&values))),
                ProgramResult::Infeasible => assert!(!exists, "{program:?}"),
                ProgramResult::Unknown => panic!("no budget was set"),
            }
            infeasible += u32::from(!exists);
        }
        assert!((5..55).contains(&infeasible), "{infeasible}");
    }

    #[test]
    fn a_budget_ends_it() {
        let mut program = Program::default();
        let bit = program.new_bit();
        program.add(vec![(bit, 1)], Relation::Equal, 1);
        assert!(program.solve(&Budget::default()).is_set(bit));
        let budget = Budget::default();
        budget.stop.raise();
        assert_eq!(program.solve(&budget), ProgramResult::Unknown);
    }
}
