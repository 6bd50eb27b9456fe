//! Deduction: what follows from the numbers by named rules, without search.
//!
//! The rules stand on a ladder of four rungs ([`Level`](crate::puzzle::Level)). The weakest rule that finds something always goes first, so the
//! strongest rule that was used is the strongest that is needed: every rule finds at least as much when more is known. All
//! rules are sound for any puzzle, whether it has one solution, several or none. They are the human ones: see S. Tatham's
//! *Bridges*, and the tutorials of the magazine Nikoli, whose *Hashiwokakero* it is.

mod groups;
mod ladder;
mod state;
mod words;

pub use ladder::{assume, deduce, lay, rate, solve_by_rules};
pub use state::{Reason, Rule, State, Step};
pub use words::{conflict_text, explain, step_text};
