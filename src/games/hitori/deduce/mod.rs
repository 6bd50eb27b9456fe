//! Deduction: what follows from the numbers by named rules, without search.
//!
//! Each rule has one of four levels ([`Level`](crate::puzzle::Level)). The weakest rule that finds something always goes first, so the
//! strongest rule that was used is the strongest that is needed: every rule finds at least as much when more is known. All
//! rules are sound for any grid, whether it has one solution, several or none. The rules are the human ones: see J. Harvey's
//! notes in S. Tatham's *Singles*, and menneske.no.

mod explanation;
mod padded_grid;
mod patterns;
mod reasoner;
mod rules;
mod state;

pub use explanation::{conflict_text, explain};
pub use padded_grid::{PaddedGrid, Spot};
pub use reasoner::Reasoner;
pub use rules::{deduce, rate};
pub use state::{Rule, State, Step};
