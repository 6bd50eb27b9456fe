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

use board::{Position, Setup, Size, Start};
use player::{Kind as PlayerKind, Player};

use crate::game::turn::{RecordGame, TurnGame};
use crate::game::{Bench, Command, Game};
use crate::param::{Param, choice};

/// A game of Dots and Boxes.
pub type Dots = RecordGame<Position, Player>;

/// Boxes a side when the engine starts.
const FIRST_SIDE: usize = 5;

impl Default for Dots {
    fn default() -> Self {
        let size = Size { rows: FIRST_SIDE, columns: FIRST_SIDE };
        RecordGame::new(Setup::new(size, Start::Empty), Player::default())
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
        kind: choice!(&["exact", "rules", "greedy"], PlayerKind, player.kind),
    }];

    fn rebuilt(&self) -> Self {
        self.replay(Player::new(self.player.kind))
    }
}
