//! Exact margins: a position as strings and coins, cut into its parts, searched with a table of canonical positions.
//!
//! [`graph`] is the position, [`shape`] its parts, [`opening`] the moves that may matter and [`after`] what they leave,
//! [`mod@key`], [`names`], [`mod@join`] and [`place`] what positions that play alike have in common, [`table`] what is proved of
//! them, [`endgame`] the recurrence for chains and loops alone, [`search`] one thread's proof, [`solve`] the whole with captures
//! and threads, [`retrograde`] a second method to check
//! it by. After Barker and Korf, *Solving Dots-And-Boxes* (AAAI 2012), whose keys know the symmetries of the board, and
//! Wilson's table of all positions.

pub mod after;
pub mod bits;
#[cfg(test)]
mod data_tests;
pub mod effort;
pub mod endgame;
pub mod estimate;
pub mod graph;
pub mod join;
pub mod key;
pub mod names;
pub mod opening;
pub mod place;
pub mod retrograde;
pub mod search;
pub mod shape;
pub mod solve;
pub mod table;
