//! Reachability games on any explicit graph: the owner of the vertex moves along an edge; who reaches a goal of her own wins;
//! a play that ends elsewhere, or never, is drawn.
//!
//! The kernel that solves them is [`attractor`](crate::attractor). After the course text *Jeux d'accessibilité à deux joueurs
//! sur un graphe* (graphs, strategies, attractors, min-max), with two things in it put right: the recurrence of the attractors
//! must not add final vertices, and min-max must pass on whose turn it is.

pub mod bench;
mod board;
mod commands;
#[cfg(test)]
mod data_tests;
pub mod minmax;
pub mod notation;
mod picture;
pub mod player;
pub mod reading;
pub mod strategy;
#[cfg(test)]
mod theory_tests;

use std::io;
use std::sync::Arc;

use board::Board;
use reading::Loaded;

use crate::attractor::{Graph, Solution, Unexplored, Vertex};
use crate::game::export::{Export, GraphWriter};
use crate::game::timed::Timed;
use crate::game::undone::Undone;
use crate::game::{Command, Game};
use crate::param::Param;
use crate::search::{Budget, Clock, Stop};

/// A game on a graph.
pub struct GraphGame {
    board: Board,
    /// What all vertices are worth, once somebody has asked.
    solution: Option<Arc<Solution>>,
    clock: Clock,
}

/// Returns the game at start: the course's ten matches, of which one to three are taken; who takes the last wins. `10.1` are ten
/// matches and player 1 to move.
fn matches() -> Loaded {
    let mut text = String::from("game 22 10.1");
    for left in (0..=10_u32).rev() {
        for player in [1, 2] {
            let other = 3 - player;
            let goal = if left == 0 { format!("G{other}") } else { "-".to_owned() };
            text.push_str(&format!(";{left}.{player} {player} {goal}"));
            (1..=left.min(3)).for_each(|taken| text.push_str(&format!(" {}.{other}", left - taken)));
        }
    }
    reading::text(&text).expect("a game that is right")
}

impl Default for GraphGame {
    fn default() -> Self {
        GraphGame { board: Board::new(Arc::new(matches())), solution: None, clock: Clock::default() }
    }
}

impl GraphGame {
    /// Another graph, or another beginning on it; clocks start again.
    fn restart(&mut self, board: Board) {
        if !Arc::ptr_eq(board.loaded(), self.board.loaded()) {
            self.solution = None;
        }
        self.board = board;
        self.clock.restart();
    }

    /// Returns what all vertices are worth; `None` where the budget ends first.
    fn solution(&mut self, threads: usize, budget: &Budget) -> Option<Arc<Solution>> {
        if self.solution.is_none() {
            self.solution = Solution::solve_within(self.board.graph(), threads, budget).map(Arc::new);
        }
        self.solution.clone()
    }
}

impl Timed for GraphGame {
    fn clock(&mut self) -> &mut Clock {
        &mut self.clock
    }
}

impl Export for GraphGame {
    fn with_graph(&mut self, most: usize, _: &Stop, write: GraphWriter<'_>) -> Result<io::Result<()>, Unexplored> {
        let loaded: &Arc<Loaded> = self.board.loaded();
        let graph: &Graph = &loaded.graph;
        if graph.vertex_count() > most {
            return Err(Unexplored::TooMany(most));
        }
        let name = |vertex: Vertex| loaded.names.as_ref().map_or_else(String::new, |names| names.of(vertex).to_owned());
        Ok(write(graph, &name))
    }
}

impl Undone for GraphGame {
    fn made(&self) -> usize {
        self.board.length()
    }

    fn take_back(&mut self, count: usize) {
        (0..count).for_each(|_| self.board.undo());
    }
}

impl Game for GraphGame {
    const NAME: &'static str = "graph";
    const SUMMARY: &'static str = "reachability games on any graph: attractors, strategies, min-max";
    const COMMANDS: &'static [&'static [Command<Self>]] = &[commands::COMMANDS];
    const PARAMS: &'static [Param<Self>] = &[];

    fn rebuilt(&self) -> Self {
        let mut board = Board::from(self.board.loaded().clone(), self.board.first());
        for &to in self.board.moves() {
            if board.play(board.to_move(), to).is_err() {
                break;
            }
        }
        if let Some(loser) = self.board.resigned() {
            // It cannot fail where it did not before; and if it does, the rest stands.
            let _ = board.resign(loser);
        }
        GraphGame { board, solution: None, clock: self.clock.clone() }
    }
}
