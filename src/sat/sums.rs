//! Bounds on sums of small numbers, as clauses without auxiliary variables.
//!
//! A number is in order encoding (Tamura et al. 2009): its literals mean "at least 1", "at least 2" and so on, each implying the
//! one before (see [`Number::new`]). An upper bound forbids each minimal tuple of values above it by a clause, a lower bound each
//! maximal tuple below it. There are at most as many clauses as tuples with a given sum: 85 for four numbers up to 4, the binomial
//! coefficient of `n` over `k + 1` for at most `k` of `n` numbers up to 1. Unit propagation on these clauses enforces arc
//! consistency.

use super::{Lit, Solver};

/// A number from 0 to the length of its list of literals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Number(Vec<Lit>);

impl Number {
    /// Adds a number from 0 to `max`. The search tries values from 0 up or, with `first_value`, from `max` down.
    pub fn new(solver: &mut Solver, max: usize, first_value: bool) -> Self {
        let steps: Vec<Lit> = (0..max).map(|_| solver.new_lit(first_value)).collect();
        steps.windows(2).for_each(|pair| solver.add_clause(&[pair[0], !pair[1]]));
        Number(steps)
    }

    /// Returns the greatest value.
    #[must_use]
    pub fn max(&self) -> usize {
        self.0.len()
    }

    /// Returns the literal "at least `value`", for a value from 1 to [`Number::max`].
    #[must_use]
    pub fn at_least(&self, value: usize) -> Lit {
        self.0[value - 1]
    }

    /// Returns the value in the last model.
    #[must_use]
    pub fn value(&self, solver: &Solver) -> usize {
        self.0.iter().take_while(|&&step| solver.is_true(step)).count()
    }
}

/// Constrains the sum to at most `total`.
pub(super) fn sum_at_most(solver: &mut Solver, numbers: &[&Number], total: usize) {
    // In each tuple with the sum total + 1 at least one number must be smaller.
    each_tuple(numbers, total + 1, &mut |tuple| {
        let positive = tuple.iter().zip(numbers).filter(|&(&value, _)| value > 0);
        let clause: Vec<Lit> = positive.map(|(&value, number)| !number.at_least(value)).collect();
        solver.add_clause(&clause);
    });
}

/// Constrains the sum to at least `total`.
pub fn sum_at_least(solver: &mut Solver, numbers: &[&Number], total: usize) {
    let Some(below) = total.checked_sub(1) else { return };
    if below > numbers.iter().map(|number| number.max()).sum() {
        return solver.add_clause(&[]);
    }
    // Of the tuples with a sum of total - 1 one number at least must exceed its value.
    each_tuple(numbers, below, &mut |tuple| {
        let beyond = tuple.iter().zip(numbers).filter(|&(&value, number)| value < number.max());
        let clause: Vec<Lit> = beyond.map(|(&value, number)| number.at_least(value + 1)).collect();
        solver.add_clause(&clause);
    });
}

/// Constrains the sum to `total`.
pub fn sum_is(solver: &mut Solver, numbers: &[&Number], total: usize) {
    sum_at_most(solver, numbers, total);
    sum_at_least(solver, numbers, total);
}

/// Calls `visit` on all tuples of values with a given sum.
fn each_tuple(numbers: &[&Number], sum: usize, visit: &mut dyn FnMut(&[usize])) {
    // The greatest sum of the numbers from each place on.
    let mut room: Vec<usize> = numbers.iter().map(|number| number.max()).chain([0]).collect();
    (0..numbers.len()).rev().for_each(|at| room[at] += room[at + 1]);
    extend_tuple(numbers, &room, sum, &mut Vec::with_capacity(numbers.len()), visit);
}

fn extend_tuple(numbers: &[&Number], room: &[usize], left: usize, tuple: &mut Vec<usize>, visit: &mut dyn FnMut(&[usize])) {
    let at = tuple.len();
    if left > room[at] {
        return;
    }
    if at == numbers.len() {
        return visit(tuple);
    }
    for value in 0..=numbers[at].max().min(left) {
        tuple.push(value);
        extend_tuple(numbers, room, left - value, tuple, visit);
        tuple.pop();
    }
}
