//! Solving by an integer program with cuts that are added as answers turn out to need them.

use super::{Answer, NextSolution};
use crate::sat::program::{Outcome, Program};
use crate::search::Budget;

/// A puzzle as the rows of an integer program.
pub trait Encoding {
    /// A solution of the puzzle.
    type Solution;

    /// Returns the program.
    fn program(&self) -> &Program;

    /// Reads a solution off the values of the program.
    fn decode(&self, values: &Outcome) -> Self::Solution;

    /// Adds rows that exclude a solution which breaks a rule that no row knows yet. Returns whether there was such a rule.
    fn cut(&mut self, solution: &Self::Solution) -> bool;

    /// Adds a row that excludes a solution.
    fn exclude(&mut self, solution: &Self::Solution);
}

/// Solves an encoding: `None`, `Unique` and `Several` are meant in its sense.
pub fn solve<E: Encoding>(mut encoding: E, budget: &Budget) -> Answer<E::Solution> {
    Answer::find(|| {
        loop {
            let outcome = encoding.program().solve(budget);
            match outcome {
                Outcome::Infeasible => return NextSolution::Exhausted,
                Outcome::Unknown => return NextSolution::Unknown,
                Outcome::Values(_) => {}
            }
            let solution = encoding.decode(&outcome);
            if !encoding.cut(&solution) {
                encoding.exclude(&solution);
                return NextSolution::Found(solution);
            }
        }
    })
}
