//! Deduction: what follows from the numbers by named rules, without search.
//!
//! The rules stand on a ladder of four rungs ([`Level`](crate::puzzle::Level)). The weakest rule that finds something always goes first, so the
//! strongest rule that was used is the strongest that is needed: every rule finds at least as much when more is known. All
//! rules are sound for any grid, whether it has one solution, several or none. The rules are the human ones: see J. Harvey's
//! notes in S. Tatham's *Singles*, and menneske.no.

mod ladder;
mod patterns;
mod plan;
mod state;
mod words;

pub use ladder::{deduce, rate};
pub use plan::{Plan, Spot};
pub use state::{Rule, State, Step};
pub use words::{conflict_text, explain};
