//! Time-bounded, multithreaded search for any two-player game that is a [`Position`]: alpha-beta, and best-first.
//!
//! [`search`] is alpha-beta: iterative deepening; principal-variation search (Marsland and Campbell 1982) in aspiration windows; a transposition
//! table that all threads share; the table's move, killer moves, the history heuristic and the game's own knowledge order
//! the moves; workers share the tree by not searching a move that another worker is on (Kerrigan, *Simplified ABDADA*). [`best_first()`] asks for no more of a game.
//! A value beyond [`Value::PROVED`] is a proof, never an estimate.

mod alphabeta;
mod best_first;
mod budget;
mod clock;
#[cfg(test)]
pub mod conformance;
mod control;
mod deepening;
mod entry;
mod history;
mod move_picker;
mod position;
mod report;
mod shared;
pub mod table;
mod value;
mod workers;

pub use best_first::{Estimate, Puct, Tree, TreePosition, best_first};
pub use budget::{Budget, Stop};
pub use clock::Clock;
pub use control::{Control, Halted};
pub use entry::Table;
pub use position::Position;
pub use report::{Limits, Line, RankedMove, Report};
pub use value::Value;
pub use workers::search;
