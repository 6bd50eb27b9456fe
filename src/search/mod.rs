//! Time-bounded, multithreaded search for any two-player game that is a [`Position`]: alpha-beta, and best-first.
//!
//! [`search`] is alpha-beta with iterative deepening: principal-variation search (Marsland and Campbell 1982) in aspiration windows,
//! with a transposition table that all threads share. Moves are ordered by the table move, killer moves, the history heuristic and
//! the game's own order. Threads divide the tree by deferring moves that another thread is searching (Kerrigan, *Simplified
//! ABDADA*). [`best_first()`] is Monte-Carlo tree search with an evaluation in place of playouts, for games without
//! draws. A value beyond [`Value::PROVED`] is a proof, never an estimate.

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
mod kept_table;
mod leftovers;
mod move_picker;
mod position;
mod report;
mod shared;
pub mod table;
mod threads;
mod value;
mod watcher;
mod workers;

/// 2^64 divided by the golden ratio, to an odd number: multiplying by it spreads a number over the high bits (Knuth, *The Art of
/// Computer Programming* 3, section 6.4).
pub const FIBONACCI: u64 = 0x9e37_79b9_7f4a_7c15;

pub use best_first::{Estimate, Puct, Tree, TreePosition, best_first};
pub use budget::{Budget, Stop};
pub use clock::Clock;
pub use control::{Control, Halted};
pub use entry::Table;
pub use kept_table::{KeptTable, table_within};
pub use leftovers::Leftovers;
pub use position::{Position, hash_words};
pub use report::{Limits, MAX_LINES, RankedMove, Report, Watch};
pub use value::Value;
pub use workers::search;
