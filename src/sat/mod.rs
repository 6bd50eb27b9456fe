//! Boolean constraints for puzzles: clauses, sums and lazy constraints, over the CDCL solver *batsat*.
//!
//! Connectivity and other properties without a short clause form are [`LazyConstraint`]s, which check full candidates during the
//! search and return clauses that the candidates violate. Clauses are kept between calls: to prove that a solution is unique,
//! exclude it by a clause and solve again.
//!
//! `Satisfiable` and `Unsatisfiable` are proofs. The time is exponential in the worst case and limited by a
//! [`Budget`](crate::search::Budget).
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
pub use sums::{Number, sum_at_least, sum_is};
