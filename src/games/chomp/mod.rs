//! Chomp: players bite in turn into a bar of chocolate. A bite takes a square with all squares to the right of it and above.
//! The square at the bottom left is poisoned: who eats it loses.
//!
//! After the course text *Jeux d'accessibilité à deux joueurs sur un graphe* (croque-chocolat, and the theft of strategies), D. Gale,
//! *A curious Nim-type game* (1974), and A. E. Brouwer's page *The game of Chomp* for the first bites.

pub mod bench;
pub mod board;
mod commands;
pub mod graph;
pub mod notation;
mod picture;
pub mod player;
pub mod table;

use board::{Board, Setup, Size};
use player::Player;

use crate::color::Color;
use crate::game::timed::Timed;
use crate::game::undone::Undone;
use crate::game::{Command, Game};
use crate::param::Param;
use crate::search::Clock;

/// A game of Chomp.
pub struct Chomp {
    board: Board,
    clock: Clock,
    player: Player,
}

/// The bar at start.
const FIRST_BAR: Size = Size { rows: 4, columns: 6 };

impl Default for Chomp {
    fn default() -> Self {
        Chomp { board: Board::new(Setup::new(FIRST_BAR)), clock: Clock::default(), player: Player::default() }
    }
}

impl Chomp {
    /// Returns the board.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// A new game; clocks start again.
    fn restart(&mut self, setup: Setup) {
        self.board = Board::new(setup);
        self.clock.restart();
    }
}

impl Timed for Chomp {
    fn clock(&mut self) -> &mut Clock {
        &mut self.clock
    }
}

impl Undone for Chomp {
    fn made(&self) -> usize {
        self.board.record().len()
    }

    fn take_back(&mut self, count: usize) {
        for _ in 0..count {
            self.board.undo();
        }
    }
}

impl Game for Chomp {
    const NAME: &'static str = "chomp";
    const SUMMARY: &'static str = "Chomp, bars up to 15x15 and 3x1000";
    const COMMANDS: &'static [&'static [Command<Self>]] = &[commands::COMMANDS];
    const PARAMS: &'static [Param<Self>] = &[];

    fn rebuilt(&self) -> Self {
        let mut board = Board::new(self.board.setup().clone());
        for bite in self.board.record() {
            let color = board.to_move();
            let played = match bite {
                Some(bite) => board.play(color, bite),
                None => board.resign(self.board.winner().map_or(color, Color::other)),
            };
            if played.is_err() {
                break;
            }
        }
        Chomp { board, clock: self.clock.clone(), player: Player::default() }
    }
}
