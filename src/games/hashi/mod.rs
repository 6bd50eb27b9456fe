//! Hashi, also called Bridges.

pub mod board;
pub mod check;
pub mod deduce;
pub mod network;
