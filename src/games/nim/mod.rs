//! Nim and its relatives: the players take tokens from heaps in turn. Whoever makes the last move wins, or loses if the game is
//! misère. The [`rule`] says how many tokens a move may take and whether it may split a heap.
//!
//! After the course text *Jeux d'accessibilité à deux joueurs sur un graphe* (the game of ten matches and its attractors), C. L.
//! Bouton, *Nim, a game with a complete mathematical theory* (1901), and E. R. Berlekamp, J. H. Conway and R. K. Guy, *Winning Ways
//! for your mathematical plays*, chapters 3, 4 and 13.

mod bench;
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
mod puzzle;
mod rule;
mod single_heap;
mod sparse;
mod split_solver;
mod theory;
mod wythoff;

use board::Position;
use player::Player;

use crate::game::Bench;
use crate::game::about::{About, about};
use crate::game::turn::{PositionGame, RecordGame};

/// A game of heaps.
pub type Nim = RecordGame<Position>;

impl Nim {
    /// Returns the player of this game, a new one if the rule has changed.
    fn player(&mut self) -> &mut Player {
        if !self.player.is_for(&self.board) {
            self.player = Player::new(&self.board.rule, self.board.misere);
        }
        &mut self.player
    }
}

impl PositionGame for Position {
    type Player = Player;

    const ABOUT: About = about!("nim");
    const BENCH: Option<Bench> = Some(bench::run);
}
