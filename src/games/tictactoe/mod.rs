//! Tic-tac-toe and its larger relatives: black (`X`) and white (`O`) mark cells in turn; who first has so many in a row,
//! column or diagonal wins, or loses in the misere game. A full board is a draw.
//!
//! The rules: [`board`]; all positions of small boards with value and rank: [`census`]; exact values of any: [`solver`];
//! what the shared search sees: [`position`]; the player: [`player`]; the game as an explicit graph: [`graph`]. After *Jeux
//! d'accessibilité à deux joueurs sur un graphe* (attractors, ranks, min-max with a heuristic; its 3^9 positions and 9!
//! games are bounds: 5,478 positions and 255,168 games occur), and J. W. H. M. Uiterwijk and H. J. van den Herik, *The
//! advantage of the initiative* (2000), for the `m,n,k` games.

use std::sync::Arc;

pub mod board;
pub mod census;
mod commands;
pub mod graph;
pub mod minmax;
pub mod notation;
pub mod outcome;
mod picture;
pub mod player;
pub mod position;
pub mod solver;

use board::{Board, Marks, Rules, Variant};

use crate::game::timed::Timed;
use crate::game::undone::Undone;
use crate::game::{Command, Game};
use crate::param::Param;
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

impl TicTacToe {
    /// A new game; clocks start again.
    fn restart(&mut self, rules: Arc<Rules>, start: Marks) {
        self.board = Board::new(rules, start);
        self.clock.restart();
    }
}

impl Timed for TicTacToe {
    fn clock(&mut self) -> &mut Clock {
        &mut self.clock
    }
}

impl Undone for TicTacToe {
    fn made(&self) -> usize {
        self.board.record().len()
    }

    fn take_back(&mut self, count: usize) {
        (0..count).for_each(|_| self.board.undo());
    }
}

impl Game for TicTacToe {
    const NAME: &'static str = "tictactoe";
    const SUMMARY: &'static str = "Tic-tac-toe and its relatives, lines of any length on boards up to 11x11, misere too";
    const COMMANDS: &'static [&'static [Command<Self>]] = &[commands::COMMANDS];
    const PARAMS: &'static [Param<Self>] = &[];

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
