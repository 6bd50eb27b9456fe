//! Exact margins: a position as strings and coins, divided into its parts, searched with a table of proved bounds.
//!
//! - [`graph`]: the position, of sets of strings ([`bits`]); [`shape`]: its parts; [`opening`]: the moves that can be best.
//! - [`arc_graph`]: the position as the search updates it; [`symmetric_hash`]: its key; [`successor`]: the key after a move.
//! - [`moves`]: the moves to search; [`search`]: one thread's proof; [`control`]: what threads share; [`table`], in its [`memory`]:
//!   the proved bounds.
//! - [`solve`]: any position, with captures and threads; [`endgame`]: the recurrence for chains and loops alone.
//! - [`mod@key`]: the key by which nimbers are kept; [`mod@mix`]: the mixing of hashes; `retrograde`: a second method, to check the others by.
//!
//! After Barker and Korf, *Solving Dots-And-Boxes* (AAAI 2012), who use the symmetries of the board, and D. Wilson's table of all
//! positions.

pub(super) mod arc_graph;
pub(super) mod bits;
pub(super) mod control;
#[cfg(test)]
mod data_tests;
pub(super) mod endgame;
pub mod graph;
pub(super) mod key;
pub mod memory;
pub(super) mod mix;
pub(super) mod moves;
pub(super) mod opening;
#[cfg(test)]
mod retrograde;
pub(super) mod search;
pub(super) mod shape;
pub mod solve;
pub(super) mod successor;
pub(super) mod symmetric_hash;
pub mod table;
