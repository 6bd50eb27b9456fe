//! The games, each in its folder, and the registry.

use crate::game::AnyGame;

pub mod dots;
pub mod hex;
pub mod ricochet;

/// A fresh one of every game; the first is the one that a process starts with.
#[must_use]
pub fn all() -> Vec<Box<dyn AnyGame>> {
    vec![Box::new(hex::Hex::default()), Box::new(dots::Dots::default()), Box::new(ricochet::Ricochet::default())]
}

/// Measures a game and tells its figures line by line; where the flag is set only its node-count signature.
pub type Bench = fn(bool, &mut dyn FnMut(String));

/// The games that can be measured.
pub const BENCHES: &[(&str, Bench)] = &[("hex", hex::bench::run), ("dots", dots::bench::run), ("ricochet", ricochet::bench::run)];

/// Proves one instance, named by words of the game's own, with all cores; an error where the words name none.
pub type Proof = fn(&str, &mut dyn FnMut(String)) -> Result<(), String>;

/// The games that have proofs to reproduce.
pub const PROOFS: &[(&str, Proof)] = &[("dots", dots::bench::prove_named)];
