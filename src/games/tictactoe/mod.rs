//! Tic-tac-toe and its larger relatives: black (`X`) and white (`O`) mark cells in turn; who first has `k` in a row,
//! column or diagonal wins, or loses in the misere game. A full board is a draw.
//!
//! The rules: [`board`]; all positions of small boards with value and rank: [`census`]; exact values of any: [`solver`]; the
//! position of the shared search: [`position`]; the player: [`player`]; the game as an explicit graph: [`graph`]. After *Jeux
//! d'accessibilité à deux joueurs sur un graphe* (attractors, ranks, min-max with a heuristic; its 3^9 positions and 9! games are
//! bounds: 5,478 positions and 255,168 games occur), and J. W. H. M. Uiterwijk and H. J. van den Herik, *The advantage of the
//! initiative* (2000), for the `m,n,k` games.

mod bench;
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
mod puzzle;
mod solver;

use board::Position;
use player::Player;

use crate::game::Bench;
use crate::game::about::{About, about};
use crate::game::turn::{PositionGame, RecordGame};

/// A game of tic-tac-toe.
pub type TicTacToe = RecordGame<Position>;

impl PositionGame for Position {
    type Player = Player;

    const ABOUT: About = about!("tictactoe");
    const BENCH: Option<Bench> = Some(bench::run);
}
