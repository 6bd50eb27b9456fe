//! Dots and Boxes: players draw lines between neighbouring dots in turn. Who closes a box owns it and moves again. Who owns
//! more boxes at the end wins.
//!
//! The rules: [`board`]; exact values: [`solver`]; the strategy of *La Pipopipette*: [`rules`] and [`nimstring`]; the players: [`player`]. After
//! *La Pipopipette* (a French web page: the strategy and its terms), E. R. Berlekamp, *The Dots-and-Boxes Game* (2000),
//! J. K. Barker and R. E. Korf, *Solving Dots-And-Boxes* (2012), K. Buzzard and M. Ciere, *Playing simple loony
//! dots and boxes endgames optimally* (2014), and D. Wilson's tables.

pub mod bench;
pub mod board;
mod commands;
mod dual;
mod explain;
mod nimstring;
mod notation;
mod picture;
mod player;
mod playout;
mod position;
mod published;
mod rules;
pub mod solver;
mod strategy;

use board::{Board, Line, Refusal, Setup, Size, Start};
use player::{Kind as PlayerKind, Player};

use crate::color::{Color, Ending};
use crate::game::turn::{self, TurnGame, TurnRules};
use crate::game::undo::Undo;
use crate::game::{Bench, Command, Game};
use crate::param::{Param, choice};
use crate::protocol::{Args, Failure};
use crate::search::Clock;

/// A game of Dots and Boxes.
pub struct Dots {
    board: Board,
    clock: Clock,
    player: Player,
    options: Options,
}

/// The settings of Dots and Boxes.
#[derive(Clone, Copy, Debug, Default)]
struct Options {
    player: PlayerKind,
}

/// Boxes a side when the engine starts.
const FIRST_SIDE: usize = 5;

impl Default for Dots {
    fn default() -> Self {
        let size = Size { rows: FIRST_SIDE, columns: FIRST_SIDE };
        Dots {
            board: Board::new(Setup::new(size, Start::Empty)),
            clock: Clock::default(),
            player: Player::default(),
            options: Options::default(),
        }
    }
}

impl Dots {
    /// The board.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }
}

impl TurnRules for Dots {
    type Move = Line;

    const IS_IMPARTIAL: bool = true;

    fn to_move(&self) -> Color {
        self.board.to_move()
    }

    fn ending(&self) -> Option<Ending> {
        let [black, white] = self.board.score();
        match self.board.resigned() {
            Some(loser) => Some(Ending::Won(loser.other())),
            None if !self.board.is_over() => None,
            None if black == white => Some(Ending::Draw),
            None => Some(Ending::Won(if black > white { Color::Black } else { Color::White })),
        }
    }

    /// Boxes decide, and by how many; unless a player has resigned.
    fn score(&self) -> Option<String> {
        let [black, white] = self.board.score();
        let margin = black.abs_diff(white);
        let margin = if margin == 0 || self.board.resigned().is_some() { String::new() } else { margin.to_string() };
        self.ending().map(|ending| ending.score() + &margin)
    }

    fn legal_moves(&self, _: Color) -> impl Iterator<Item = Line> {
        self.board.open_lines()
    }

    fn play(&mut self, color: Color, mv: Line) -> Result<(), String> {
        self.board.play(color, mv).map_err(|refusal| match refusal {
            Refusal::Drawn => format!("{} is drawn", self.move_name(mv)),
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
        self.board = Board::new(notation::parse_size(args)?);
        Ok(())
    }

    fn position(&self) -> String {
        notation::position_text(&self.board)
    }

    fn set_position(&mut self, args: &mut Args<'_>) -> Result<(), Failure> {
        self.board = Board::new(notation::parse_position(args.rest())?);
        Ok(())
    }

    fn parse_move(&self, word: &str) -> Result<Line, Failure> {
        notation::parse_move(self.board.size(), word)
    }

    fn move_name(&self, mv: Line) -> String {
        notation::line_name(self.board.size(), mv)
    }

    fn clock(&mut self) -> &mut Clock {
        &mut self.clock
    }
}

impl Undo for Dots {
    fn move_count(&self) -> usize {
        self.board.record().len()
    }

    fn undo(&mut self, count: usize) {
        for _ in 0..count {
            self.board.undo();
        }
    }
}

impl Game for Dots {
    const NAME: &'static str = "dots";
    const SUMMARY: &'static str = "Dots and Boxes, boards up to 10x10 boxes";
    const COMMANDS: &'static [&'static [Command<Self>]] = &[commands::COMMANDS, Self::SHARED];
    const BENCH: Option<Bench> = Some(bench::run);
    const PARAMS: &'static [Param<Self>] = &[Param {
        key: "player",
        summary: "the player of genmove: exact (solver and search), rules (the decision tree of La Pipopipette), greedy",
        kind: choice!(&["exact", "rules", "greedy"], PlayerKind, options.player),
    }];

    fn rebuilt(&self) -> Self {
        let mut board = Board::new(self.board.setup().clone());
        for step in self.board.record() {
            let played = match step.line {
                Some(line) => board.play(step.color, line),
                None => board.resign(step.color),
            };
            if played.is_err() {
                break;
            }
        }
        Dots { board, clock: self.clock.clone(), player: Player::default(), options: self.options }
    }
}
