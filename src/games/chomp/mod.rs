//! Chomp: players bite in turn into a bar of chocolate. A bite takes a square with all squares to the right of it and above.
//! The square at the bottom left is poisoned: who eats it loses.
//!
//! After the course text *Jeux d'accessibilité à deux joueurs sur un graphe* (croque-chocolat, and the theft of strategies), D. Gale,
//! *A curious Nim-type game* (1974), and A. E. Brouwer's page *The game of Chomp* for the first bites.

mod bench;
mod board;
mod commands;
mod graph;
mod notation;
mod picture;
mod player;
mod table;

use board::{Position, Size};
use player::Player;

use crate::game::turn::{RecordGame, TurnGame};
use crate::game::{Bench, Command, Game};

/// A game of Chomp.
pub type Chomp = RecordGame<Position, Player>;

/// The bar at start.
const FIRST_BAR: Size = Size { rows: 4, columns: 6 };

impl Default for Chomp {
    fn default() -> Self {
        RecordGame::new(Position::new(FIRST_BAR), Player::default())
    }
}

impl Game for Chomp {
    const NAME: &'static str = "chomp";
    const SUMMARY: &'static str = "Chomp, bars up to 15x15 and 3x1000";
    const COMMANDS: &'static [&'static [Command<Self>]] = &[commands::COMMANDS, Self::SHARED];
    const BENCH: Option<Bench> = Some(bench::run);

    fn rebuilt(&self) -> Self {
        self.replay(Player::default())
    }
}
