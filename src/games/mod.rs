//! The games, each in its folder, and the registry.

use crate::game::AnyGame;

pub mod chomp;
pub mod connect4;
pub mod dots;
pub mod graph;
pub mod hashi;
pub mod hex;
pub mod hitori;
pub mod nim;
pub mod ricochet;
pub mod tictactoe;

/// A fresh one of every game; the first is the one that a process starts with.
#[must_use]
pub fn all() -> Vec<Box<dyn AnyGame>> {
    vec![
        Box::new(hex::Hex::default()),
        Box::new(dots::Dots::default()),
        Box::new(ricochet::Ricochet::default()),
        Box::new(hashi::Hashi::default()),
        Box::new(hitori::Hitori::default()),
        Box::new(graph::GraphGame::default()),
        Box::new(nim::Nim::default()),
        Box::new(chomp::Chomp::default()),
        Box::new(tictactoe::TicTacToe::default()),
        Box::new(connect4::Connect4::default()),
    ]
}

/// Measures a game and tells its figures line by line; where the flag is set only its node-count signature.
pub type Bench = fn(bool, &mut dyn FnMut(String));

/// The games that can be measured.
pub const BENCHES: &[(&str, Bench)] = &[
    ("hex", hex::bench::run),
    ("dots", dots::bench::run),
    ("ricochet", ricochet::bench::run),
    ("hashi", hashi::bench::run),
    ("hitori", hitori::bench::run),
    ("graph", graph::bench::run),
    ("chomp", chomp::bench::run),
    ("connect4", connect4::bench::run),
];

/// A long piece of work on one instance, named by words of the game's own, with all cores; an error where the words name none.
pub type Work = fn(&str, &mut dyn FnMut(String)) -> Result<(), String>;

/// The games that have proofs to reproduce.
pub const PROOFS: &[(&str, Work)] = &[
    ("hex", hex::bench::openings::prove_named),
    ("dots", dots::bench::prove_named),
    ("hashi", hashi::bench::solve_files),
    ("connect4", connect4::bench::prove_named),
];

/// Measures a game and tells what it finds line by line.
pub type Measure = fn(&mut dyn FnMut(String));

/// How often what a game's player promises comes true.
pub const CALIBRATIONS: &[(&str, Measure)] = &[("hex", hex::bench::calibration::measure)];

/// The games of which a player may take the first move over, and what finds which ones he is to take.
pub const SWAP_MAPS: &[(&str, Work)] = &[("hex", hex::bench::swap_map::map_named)];

/// What finds the tables that a game is built with.
pub const MINERS: &[(&str, Measure)] = &[("hex", hex::bench::mining::mine)];

/// The benches that leave the files that they measure with in the working directory.
pub const WRITERS: &[(&str, Measure)] = &[("graph", graph::bench::write)];
