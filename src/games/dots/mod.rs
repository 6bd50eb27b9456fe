//! Dots and Boxes: players draw lines between neighbouring dots in turn. Who closes a box owns it and moves again. Who owns
//! more boxes at the end wins.
//!
//! The rules: [`board`]; exact values: [`solver`]; the strategy of *La Pipopipette*: [`rules`] and [`nimstring`]; the players: [`player`]. Successor
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
mod position;
mod published;
mod rules;
pub mod solver;
mod strategy;

use board::{Board, Setup, Size, Start};
use player::{Kind as PlayerKind, Player};

use crate::game::timed::Timed;
use crate::game::undone::Undone;
use crate::game::{Command, Game};
use crate::param::{Kind, Param};
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

    /// Begins a new game and restarts the clocks.
    fn restart(&mut self, setup: Setup) {
        self.board = Board::new(setup);
        self.clock.restart();
    }
}

impl Timed for Dots {
    fn clock(&mut self) -> &mut Clock {
        &mut self.clock
    }
}

impl Undone for Dots {
    fn made(&self) -> usize {
        self.board.record().len()
    }

    fn take_back(&mut self, count: usize) {
        for _ in 0..count {
            self.board.undo();
        }
    }
}

impl Game for Dots {
    const NAME: &'static str = "dots";
    const SUMMARY: &'static str = "Dots and Boxes, boards up to 10x10 boxes";
    const COMMANDS: &'static [&'static [Command<Self>]] = &[commands::COMMANDS];
    const PARAMS: &'static [Param<Self>] = &[Param {
        key: "player",
        summary: "who chooses for genmove: exact (solver and search), rules (the decision tree of La Pipopipette), greedy",
        kind: Kind::Choice(
            &["exact", "rules", "greedy"],
            |dots| dots.options.player as usize,
            |dots, n| dots.options.player = PlayerKind::ALL[n],
        ),
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
