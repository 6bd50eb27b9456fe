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

use board::{Board, Refusal, Setup, Size, Square};
use player::Player;

use crate::color::{Color, Ending};
use crate::game::turn::{self, TurnGame, TurnRules};
use crate::game::undo::Undo;
use crate::game::{Bench, Command, Game};
use crate::protocol::{Args, Failure};
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
}

impl TurnRules for Chomp {
    type Move = Square;

    const IS_IMPARTIAL: bool = true;

    fn to_move(&self) -> Color {
        self.board.to_move()
    }

    fn ending(&self) -> Option<Ending> {
        self.board.winner().map(Ending::Won)
    }

    fn legal_moves(&self, _: Color) -> impl Iterator<Item = Square> {
        board::bites(self.board.rows())
    }

    fn play(&mut self, color: Color, mv: Square) -> Result<(), String> {
        self.board.play(color, mv).map_err(|refusal| match refusal {
            Refusal::NotThere => format!("{} is not there", self.move_name(mv)),
            Refusal::OutOfTurn(color) => turn::out_of_turn(color),
            Refusal::Over => turn::GAME_OVER.to_owned(),
        })
    }

    fn resign(&mut self, color: Color) {
        // Only a finished game refuses it.
        let _ = self.board.resign(color);
    }

    fn clear(&mut self) {
        self.board = Board::new(self.board.setup().clone());
    }

    fn set_size(&mut self, args: &mut Args<'_>) -> Result<(), Failure> {
        self.board = Board::new(Setup::new(notation::parse_size(args)?));
        Ok(())
    }

    fn position(&self) -> String {
        notation::position_text(&self.board)
    }

    fn set_position(&mut self, args: &mut Args<'_>) -> Result<(), Failure> {
        self.board = Board::new(notation::parse_position(args.rest())?);
        Ok(())
    }

    fn parse_move(&self, word: &str) -> Result<Square, Failure> {
        notation::parse_move(word)
    }

    fn move_name(&self, mv: Square) -> String {
        notation::bite_name(mv)
    }

    fn clock(&mut self) -> &mut Clock {
        &mut self.clock
    }
}

impl Undo for Chomp {
    fn move_count(&self) -> usize {
        self.board.record().len()
    }

    fn undo(&mut self, count: usize) {
        for _ in 0..count {
            self.board.undo();
        }
    }
}

impl Game for Chomp {
    const NAME: &'static str = "chomp";
    const SUMMARY: &'static str = "Chomp, bars up to 15x15 and 3x1000";
    const COMMANDS: &'static [&'static [Command<Self>]] = &[commands::COMMANDS, Self::SHARED];
    const BENCH: Option<Bench> = Some(bench::run);

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
