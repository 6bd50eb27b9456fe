//! Dots and Boxes (draft).
pub mod solver;
