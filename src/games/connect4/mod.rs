//! Connect Four: black and white drop stones into columns in turn. Whoever first has four in a row, column or diagonal wins; a full
//! board is a draw.
//!
//! The rules are in [`board`], on the bitboards of [`bits`]. [`solver`] finds exact scores ([`score`]); those of the first positions
//! are in the table of [`openings`]. [`position`] adapts the game to the shared alpha-beta, and [`graph`] to the attractor solver.
//! The game was solved by J. D. Allen (1988) and V. Allis (*A Knowledge-based Approach of Connect-Four*, 1988): black wins by the
//! middle column.

pub mod bench;
pub mod bits;
mod board;
mod commands;
mod graph;
mod notation;
pub mod openings;
mod picture;
mod player;
mod position;
pub mod score;
pub mod solver;

use bits::Shape;
use board::Position;
use player::Player;

use crate::game::turn::{RecordGame, TurnGame};
use crate::game::{Bench, Command, Game};

/// A game of Connect Four.
pub type Connect4 = RecordGame<Position, Player>;

impl Default for Connect4 {
    fn default() -> Self {
        RecordGame::new(Shape::default(), Player::default())
    }
}

impl Game for Connect4 {
    const NAME: &'static str = "connect4";
    const SUMMARY: &'static str = "Connect Four, boards up to 8x7, solved exactly";
    const COMMANDS: &'static [&'static [Command<Self>]] = &[commands::COMMANDS, Self::SHARED];
    const BENCH: Option<Bench> = Some(bench::run);

    fn rebuilt(&self) -> Self {
        self.replay(Player::default())
    }
}
