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
use board::{Board, Column};
use player::Player;

use crate::color::{Color, Ending};
use crate::game::turn::{TurnGame, TurnRules};
use crate::game::undo::Undo;
use crate::game::{Bench, Command, Game};
use crate::protocol::{Args, Failure};
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

impl TurnRules for Connect4 {
    type Move = Column;

    fn to_move(&self) -> Color {
        self.board.to_move()
    }

    fn ending(&self) -> Option<Ending> {
        self.board.ending()
    }

    fn legal_moves(&self, _: Color) -> impl Iterator<Item = Column> {
        self.board.open()
    }

    fn play(&mut self, color: Color, mv: Column) -> Result<(), String> {
        self.board.play(color, mv).map_err(|refusal| notation::reason(self.board.shape(), mv, refusal))
    }

    fn resign(&mut self, color: Color) {
        // Only a finished game refuses it.
        let _ = self.board.resign(color);
    }

    fn clear(&mut self) {
        self.board = Board::new(*self.board.shape());
    }

    fn set_size(&mut self, args: &mut Args<'_>) -> Result<(), Failure> {
        self.board = Board::new(notation::shape(args)?);
        Ok(())
    }

    fn position(&self) -> String {
        notation::position_text(&self.board)
    }

    fn set_position(&mut self, args: &mut Args<'_>) -> Result<(), Failure> {
        self.board = notation::parse_position(args, *self.board.shape())?;
        Ok(())
    }

    fn parse_move(&self, word: &str) -> Result<Column, Failure> {
        notation::parse_move(word)
    }

    fn move_name(&self, mv: Column) -> String {
        notation::column_name(mv)
    }

    fn clock(&mut self) -> &mut Clock {
        &mut self.clock
    }
}

impl Undo for Connect4 {
    fn move_count(&self) -> usize {
        self.board.record().len()
    }

    fn undo(&mut self, count: usize) {
        (0..count).for_each(|_| self.board.undo());
    }
}

impl Game for Connect4 {
    const NAME: &'static str = "connect4";
    const SUMMARY: &'static str = "Connect Four, boards up to 8x7, solved exactly";
    const COMMANDS: &'static [&'static [Command<Self>]] = &[commands::COMMANDS, Self::SHARED];
    const BENCH: Option<Bench> = Some(bench::run);

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
