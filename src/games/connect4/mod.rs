//! Connect Four: black and white let stones fall into columns in turn; who first has four in a row, column or diagonal wins. A
//! full board is a draw.
//!
//! The rules: [`board`], over the bits of [`bits`]; exact scores: [`score`] and [`solver`], of the first positions
//! [`openings`]; what the shared search sees:
//! [`position`]; the player: [`player`]; the game as an explicit graph: [`graph`]. After J. D. Allen (1988) and V. Allis,
//! *A Knowledge-based Approach of Connect-Four* (1988): black wins by the middle column.

pub mod bench;
pub mod bits;
pub mod board;
mod commands;
pub mod graph;
pub mod notation;
pub mod openings;
mod picture;
pub mod player;
pub mod position;
pub mod score;
pub mod solver;

use bits::Shape;
use board::Board;
use player::Player;

use crate::game::timed::Timed;
use crate::game::undone::Undone;
use crate::game::{Command, Game};
use crate::param::Param;
use crate::search::Clock;

/// A game of Connect Four.
pub struct Connect4 {
    board: Board,
    clock: Clock,
    player: Player,
}

impl Default for Connect4 {
    fn default() -> Self {
        Connect4 { board: Board::new(Shape::default()), clock: Clock::default(), player: Player::default() }
    }
}

impl Connect4 {
    /// Another game; clocks start again.
    fn restart(&mut self, board: Board) {
        self.board = board;
        self.clock.restart();
    }
}

impl Timed for Connect4 {
    fn clock(&mut self) -> &mut Clock {
        &mut self.clock
    }
}

impl Undone for Connect4 {
    fn made(&self) -> usize {
        self.board.record().len()
    }

    fn take_back(&mut self, count: usize) {
        (0..count).for_each(|_| self.board.undo());
    }
}

impl Game for Connect4 {
    const NAME: &'static str = "connect4";
    const SUMMARY: &'static str = "Connect Four, boards up to 8x7, solved exactly";
    const COMMANDS: &'static [Command<Self>] = commands::COMMANDS;
    const PARAMS: &'static [Param<Self>] = &[];

    fn rebuilt(&self) -> Self {
        let mut board = Board::new(*self.board.shape());
        for step in self.board.record() {
            let played = match step.column {
                Some(column) => board.play(step.color, column),
                None => board.resign(step.color),
            };
            if played.is_err() {
                break;
            }
        }
        Connect4 { board, clock: self.clock.clone(), player: Player::default() }
    }
}
