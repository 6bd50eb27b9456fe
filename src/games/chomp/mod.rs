//! Chomp: players bite in turn into a bar of chocolate. A bite takes a square with all squares to the right of it and above.
//! The square at the bottom left is poisoned: whoever eats it loses.
//!
//! After the course text *Jeux d'accessibilité à deux joueurs sur un graphe* (croque-chocolat, and strategy stealing), D. Gale, *A
//! curious Nim-type game* (1974), and A. E. Brouwer's page *The game of Chomp* for the first bites.

mod bench;
mod board;
mod commands;
mod graph;
mod notation;
mod picture;
mod player;
mod puzzle;
mod table;

use board::Position;
use player::Player;

use crate::game::Bench;
use crate::game::about::{About, about};
use crate::game::turn::{PositionGame, RecordGame};

/// A game of Chomp.
pub type Chomp = RecordGame<Position>;

impl PositionGame for Position {
    type Player = Player;

    const ABOUT: About = about!("chomp");
    const BENCH: Option<Bench> = Some(bench::run);
}
