//! Dots and Boxes: players draw lines between neighbouring dots in turn. Whoever closes a box owns it and moves again. Whoever owns
//! more boxes at the end wins.
//!
//! The rules: [`board`]; exact values: [`solver`]; the strategy of *La Pipopipette*: [`rules`] and [`nimstring`]; the players:
//! [`player`]. After *La Pipopipette* (a French web page: the strategy and its terms), E. R. Berlekamp, *The Dots-and-Boxes Game*
//! (2000), J. K. Barker and R. E. Korf, *Solving Dots-And-Boxes* (2012), K. Buzzard and M. Ciere, *Playing simple loony dots and
//! boxes endgames optimally* (2014), and D. Wilson's tables.

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
mod puzzle;
mod rule_players;
mod rules;
pub mod solver;
mod strategy;

use board::Position;
use player::{Player, PlayerKind};

use crate::game::Bench;
use crate::game::about::{About, about};
use crate::game::turn::{PositionGame, RecordGame};
use crate::param::{Param, choice};

/// A game of Dots and Boxes.
pub type Dots = RecordGame<Position>;

impl PositionGame for Position {
    type Player = Player;

    const ABOUT: About = about!("dots");
    const BENCH: Option<Bench> = Some(bench::run);
    const PARAMS: &'static [Param<Dots>] = &[Param::new(
        "player",
        "the player of genmove: exact (solver and search), rules (the decision tree of La Pipopipette), greedy",
        choice!(&["exact", "rules", "greedy"], PlayerKind, player.kind),
    )];

    fn fresh_player(player: &Player) -> Player {
        Player::new(player.kind)
    }
}
