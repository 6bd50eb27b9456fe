//! Solving by an integer program, to which cuts are added for each violated rule.

use super::answer::{Answer, NextSolution};
use crate::sat::program::{Program, ProgramResult};
use crate::search::Budget;

/// A puzzle as the rows of an integer program.
pub trait Encoding {
    /// A solution of the puzzle.
    type Solution;

    /// Returns the program whose solutions are those of the puzzle.
    fn program(&self) -> &Program;

    /// Decodes the values of the program as a solution.
    fn decode(&self, values: &ProgramResult) -> Self::Solution;

    /// Adds rows that exclude a solution which breaks a rule that the rows do not express. Returns whether it breaks one.
    fn cut(&mut self, solution: &Self::Solution) -> bool;

    /// Adds a row that excludes a solution.
    fn exclude(&mut self, solution: &Self::Solution);
}

/// Solves an encoding. The answer is about the solutions of the encoding, whose rules may be fewer than those of the puzzle.
pub fn solve<E: Encoding>(mut encoding: E, budget: &Budget) -> Answer<E::Solution> {
    Answer::find(|| {
        loop {
            let outcome = encoding.program().solve(budget);
            match outcome {
                ProgramResult::Infeasible => return NextSolution::Exhausted,
                ProgramResult::Unknown => return NextSolution::Unknown,
                ProgramResult::Values(_) => {}
            }
            let solution = encoding.decode(&outcome);
            if !encoding.cut(&solution) {
                encoding.exclude(&solution);
                return NextSolution::Found(solution);
            }
        }
    })
}
