//! Exact margins: a position as strings and coins, cut into its parts, searched with a table of what is proved.
//!
//! [`graph`] is the position, [`shape`] its parts, [`opening`] the moves of a whole position and what they offer, [`quiet`] what a search
//! keeps of it and [`after`] what a move leaves; [`lanes`] names positions by where they lie, [`mod@key`], for nimbers, by how they play;
//! [`table`] is what is proved of them, in its own [`memory`], [`moves`] what is still to be searched, [`endgame`] the recurrence for chains and loops
//! alone, [`search`] one thread's proof, [`solve`] the whole with captures and threads, [`retrograde`] a second method to check
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
pub mod key;
pub mod lanes;
pub mod memory;
pub mod moves;
pub mod opening;
pub mod quiet;
pub mod retrograde;
pub mod search;
pub mod shape;
pub mod solve;
pub mod table;
