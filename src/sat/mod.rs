//! The boolean kernel that puzzles share: clauses, sums and lazy constraints, over the CDCL solver *batsat*.
//!
//! Connectivity and other properties without a short clause form are [`LazyConstraint`]s: each checks every full candidate in
//! mid-search and returns a clause that the candidate violates. Clauses stay between calls: to prove that a solution is the
//! only one, exclude it by a clause and solve again.
//!
//! Exact: `Satisfiable` and `Unsatisfiable` are proofs. Time is exponential at worst; a [`Budget`](crate::search::Budget) ends it.
//! After N. Eén and N. Sörensson, *An Extensible SAT-solver* (2003), whose design batsat follows.

mod lazy;
pub mod program;
mod solver;
mod sums;
#[cfg(test)]
mod tests;

pub use batsat::Lit;
pub use lazy::{Candidate, LazyConstraint};
pub use solver::{SatResult, Solver};
pub use sums::{Number, at_least, at_most, exactly, sum_at_least, sum_at_most, sum_is};
