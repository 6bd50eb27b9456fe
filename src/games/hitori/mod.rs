//! Hitori.

pub mod bench;
pub mod board;
pub mod check;
pub mod deduce;
pub mod enumerate;
pub mod generate;
pub mod notation;
pub mod solver;
pub mod walls;
#[cfg(test)]
mod oracle;
#[cfg(test)]
mod tests;
