//! Tic-tac-toe and its larger relatives: black (`X`) and white (`O`) mark cells in turn; who first has so many in a row,
//! column or diagonal wins, or loses in the misere game. A full board is a draw.
//!
//! The rules: [`board`]; all positions of small boards with value and rank: [`census`]; exact values of any: [`solver`];
//! what the shared search sees: [`position`]; the player: [`player`]; the game as an explicit graph: [`graph`]. After *Jeux
//! d'accessibilité à deux joueurs sur un graphe* (attractors, ranks, min-max with a heuristic; its 3^9 positions and 9!
//! games are bounds: 5,478 positions and 255,168 games occur), and J. W. H. M. Uiterwijk and H. J. van den Herik, *The
//! advantage of the initiative* (2000), for the `m,n,k` games.

use std::sync::Arc;

mod board;
mod census;
mod commands;
mod graph;
mod minmax;
mod notation;
mod outcome;
mod picture;
mod player;
mod position;
mod solver;

use board::{Board, Marks, Refusal, Rules, Variant};

use crate::color::{Color, Ending};
use crate::game::turn::{self, TurnGame, TurnRules};
use crate::game::undo::Undo;
use crate::game::{Command, Game};
use crate::grid::Cell;
use crate::protocol::{Args, Failure};
use crate::search::Clock;

/// A game of tic-tac-toe.
pub struct TicTacToe {
    board: Board,
    clock: Clock,
}

impl Default for TicTacToe {
    fn default() -> Self {
        TicTacToe { board: Board::new(Arc::new(Rules::new(Variant::default())), Marks::default()), clock: Clock::default() }
    }
}

impl TurnRules for TicTacToe {
    type Move = Cell;

    fn to_move(&self) -> Color {
        self.board.to_move()
    }

    fn ending(&self) -> Option<Ending> {
        self.board.ending()
    }

    fn legal_moves(&self, _: Color) -> impl Iterator<Item = Cell> {
        self.board.free()
    }

    fn play(&mut self, color: Color, mv: Cell) -> Result<(), String> {
        self.board.play(color, mv).map_err(|refusal| match refusal {
            Refusal::Occupied => format!("{} is occupied", self.move_name(mv)),
            Refusal::OutOfTurn(color) => turn::out_of_turn(color),
            Refusal::Over => turn::GAME_OVER.to_owned(),
        })
    }

    fn resign(&mut self, color: Color) {
        // Only a finished game refuses it.
        let _ = self.board.resign(color);
    }

    fn clear(&mut self) {
        self.board = Board::new(Arc::clone(self.board.rules()), self.board.start());
    }

    fn set_size(&mut self, args: &mut Args<'_>) -> Result<(), Failure> {
        let variant = notation::variant(args)?;
        args.end()?;
        self.board = Board::new(Arc::new(Rules::new(variant)), Marks::default());
        Ok(())
    }

    fn position(&self) -> String {
        notation::position_text(self.board.rules().variant, self.board.marks())
    }

    fn set_position(&mut self, args: &mut Args<'_>) -> Result<(), Failure> {
        let (rules, marks) = notation::parse_position(args)?;
        self.board = Board::new(Arc::new(rules), marks);
        Ok(())
    }

    fn parse_move(&self, word: &str) -> Result<Cell, Failure> {
        notation::parse_move(self.board.rules().variant.size, word)
    }

    fn move_name(&self, mv: Cell) -> String {
        notation::cell_name(self.board.rules().variant.size, mv)
    }

    fn clock(&mut self) -> &mut Clock {
        &mut self.clock
    }
}

impl Undo for TicTacToe {
    fn move_count(&self) -> usize {
        self.board.record().len()
    }

    fn undo(&mut self, count: usize) {
        (0..count).for_each(|_| self.board.undo());
    }
}

impl Game for TicTacToe {
    const NAME: &'static str = "tictactoe";
    const SUMMARY: &'static str = "Tic-tac-toe and its relatives, lines of any length on boards up to 11x11, misere too";
    const COMMANDS: &'static [&'static [Command<Self>]] = &[commands::COMMANDS, Self::SHARED];

    fn rebuilt(&self) -> Self {
        let mut board = Board::new(Arc::new(Rules::new(self.board.rules().variant)), self.board.start());
        for step in self.board.record() {
            let played = match step.cell {
                Some(cell) => board.play(step.color, cell),
                None => board.resign(step.color),
            };
            if played.is_err() {
                break;
            }
        }
        TicTacToe { board, clock: self.clock.clone() }
    }
}
