//! Nim and its relatives: the players take tokens from heaps in turn. Whoever makes the last move wins, or loses if the game is
//! misère. The [`rule`] says how many tokens a move may take and whether it may split a heap.
//!
//! After the course text *Jeux d'accessibilité à deux joueurs sur un graphe* (the game of ten matches and its attractors), C. L.
//! Bouton, *Nim, a game with a complete mathematical theory* (1901), and E. R. Berlekamp, J. H. Conway and R. K. Guy, *Winning Ways
//! for your mathematical plays*, chapters 3, 4 and 13.

mod board;
mod commands;
#[cfg(test)]
mod data_tests;
mod distance;
mod distance_table;
mod graph;
mod grundy;
mod notation;
mod period;
mod picture;
mod player;
mod positions;
mod rule;
mod single_heap;
mod sparse;
mod split_solver;
mod theory;
mod wythoff;

use board::{Board, Move, Setup};
use player::Player;
use rule::{Rule, TakeSet};

use crate::color::{Color, Ending};
use crate::game::turn::{TurnGame, TurnRules};
use crate::game::undo::Undo;
use crate::game::{Command, Game};
use crate::protocol::{Args, Failure};
use crate::search::Clock;

/// A game of heaps.
pub struct Nim {
    board: Board,
    clock: Clock,
    player: Player,
}

/// The course's game, which is set up at start: a heap of ten matches, of which a move takes one to three.
const FIRST_HEAP: u32 = 10;

impl Default for Nim {
    fn default() -> Self {
        let rule = TakeSet::new(vec![(1, 3)]).map_or(Rule::Any, Rule::Take);
        let player = Player::new(&rule, false);
        Nim { board: Board::new(Setup::new(rule, vec![FIRST_HEAP])), clock: Clock::default(), player }
    }
}

impl Nim {
    /// Returns the board.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the player of this game, a new one if the rule has changed.
    fn player(&mut self) -> &mut Player {
        if !self.player.is_for(&self.board) {
            self.player = Player::new(self.board.rule(), self.board.is_misere());
        }
        &mut self.player
    }
}

impl TurnRules for Nim {
    type Move = Move;

    const IS_IMPARTIAL: bool = true;

    fn to_move(&self) -> Color {
        self.board.to_move()
    }

    fn ending(&self) -> Option<Ending> {
        self.board.winner().map(Ending::Won)
    }

    fn legal_moves(&self, _: Color) -> impl Iterator<Item = Move> {
        board::moves(self.board.rule(), self.board.heaps())
    }

    fn count_moves(&self, _: Color) -> u64 {
        board::count_moves(self.board.rule(), self.board.heaps())
    }

    fn play(&mut self, color: Color, mv: Move) -> Result<(), String> {
        self.board.play(color, mv).map_err(|refusal| notation::reason(&self.board, mv, refusal))
    }

    fn resign(&mut self, color: Color) {
        // Only a finished game refuses it.
        let _ = self.board.resign(color);
    }

    fn clear(&mut self) {
        self.board = Board::new(self.board.setup().clone());
    }

    fn set_size(&mut self, args: &mut Args<'_>) -> Result<(), Failure> {
        self.set_position(args)
    }

    fn position(&self) -> String {
        notation::position_text(&self.board)
    }

    fn set_position(&mut self, args: &mut Args<'_>) -> Result<(), Failure> {
        self.board = Board::new(notation::parse_setup(args.rest())?);
        Ok(())
    }

    fn parse_move(&self, word: &str) -> Result<Move, Failure> {
        notation::parse_move(self.board.heaps(), word)
    }

    fn move_name(&self, mv: Move) -> String {
        notation::move_name(self.board.heaps(), mv)
    }

    fn clock(&mut self) -> &mut Clock {
        &mut self.clock
    }
}

impl Undo for Nim {
    fn move_count(&self) -> usize {
        self.board.record().len()
    }

    fn undo(&mut self, count: usize) {
        for _ in 0..count {
            self.board.undo();
        }
    }
}

impl Game for Nim {
    const NAME: &'static str = "nim";
    const SUMMARY: &'static str = "Nim, subtraction games, octal games, Grundy's and Wythoff's game; heaps up to 10^9";
    const COMMANDS: &'static [&'static [Command<Self>]] = &[commands::COMMANDS, Self::SHARED];

    fn rebuilt(&self) -> Self {
        let mut board = Board::new(self.board.setup().clone());
        for mv in self.board.record() {
            let color = board.to_move();
            let played = match mv {
                Some(mv) => board.play(color, mv),
                None => board.resign(self.board.winner().map_or(color, Color::other)),
            };
            if played.is_err() {
                break;
            }
        }
        let player = Player::new(board.rule(), board.is_misere());
        Nim { board, clock: self.clock.clone(), player }
    }
}
