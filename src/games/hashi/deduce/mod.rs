//! Deduction: what follows from the numbers by named rules, without search.
//!
//! Each rule has one of four levels ([`Level`](crate::puzzle::Level)). The weakest rule that finds something always goes first, so the
//! strongest rule that was used is the strongest that is needed: every rule finds at least as much when more is known. All
//! rules are sound for any puzzle, whether it has one solution, several or none. They are the human ones: see S. Tatham's
//! *Bridges*, and the tutorials of the magazine Nikoli, which invented *Hashiwokakero*.

mod explanation;
mod groups;
mod reasoner;
mod rules;
mod state;

pub(super) use explanation::step_text;
pub use explanation::{conflict_text, explain};
pub use reasoner::Reasoner;
pub(super) use rules::{add_given_bridges, solve_by_rules};
pub use rules::{assume, deduce, rate};
pub use state::{Reason, Rule, State, Step};
