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
mod explain;
mod graph;
mod notation;
pub mod openings;
mod picture;
mod player;
mod position;
mod puzzle;
pub mod score;
pub mod solver;

use board::Position;
use player::Player;

use crate::game::Bench;
use crate::game::about::{About, about};
use crate::game::turn::{PositionGame, RecordGame};

/// A game of Connect Four.
pub type Connect4 = RecordGame<Position>;

impl PositionGame for Position {
    type Player = Player;

    const ABOUT: About = about!("connect4");
    const BENCH: Option<Bench> = Some(bench::run);
}
