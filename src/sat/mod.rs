//! The boolean kernel that puzzles share: clauses, sums, and laws that are checked lazily, over the CDCL solver *batsat*.
//!
//! What clauses cannot say briefly (that something hangs together) is said by a [`Law`]: it looks at each full candidate in
//! mid-search and answers a clause that the candidate breaks, and the search goes on from there. Clauses stay between
//! calls: to prove that a solution is the only one, exclude it by a clause and solve again.
//!
//! Exact: `Satisfied` and `Impossible` are proofs. Time is exponential at worst; a [`Budget`](crate::search::Budget) ends it.
//! After N. Eén and N. Sörensson, *An Extensible SAT-solver* (2003), whose design batsat follows.

mod law;
pub mod program;
mod solver;
mod sums;
#[cfg(test)]
mod tests;

pub use batsat::Lit;
pub use law::{Candidate, Law};
pub use solver::{Solver, Verdict};
pub use sums::{Number, at_least, at_most, exactly, sum_at_least, sum_at_most, sum_is};
