//! Reachability games on explicit graphs. The owner of the current vertex moves along an edge. A player wins when the play reaches
//! one of the player's goals; a play that ends elsewhere, or never, is drawn.
//!
//! They are solved by [`attractor`](crate::attractor). After the course text *Jeux d'accessibilité à deux joueurs sur un graphe*
//! (graphs, strategies, attractors, min-max).

pub mod bench;
mod board;
mod commands;
#[cfg(test)]
mod data_tests;
mod explain;
mod minmax;
mod notation;
mod parser;
mod picture;
mod player;
mod puzzle;
mod strategy;
#[cfg(test)]
mod theory_tests;

use std::io;
use std::sync::Arc;

use board::Position;
use parser::NamedGraph;
use player::Player;

use crate::attractor::{ExploreError, ExploreLimits, Graph, Vertex};
use crate::game::Bench;
use crate::game::about::{About, about};
use crate::game::export::{Export, GraphWriter};
use crate::game::turn::{PositionGame, RecordGame};

/// A game on a graph.
pub type GraphGame = RecordGame<Position>;

/// Returns the game that is set up at start: the course's heap of ten matches, of which a move takes one to three. Whoever takes the
/// last match wins. Vertex `10.1` has ten matches and player 1 to move.
fn ten_matches() -> NamedGraph {
    let mut text = String::from("game 22 10.1");
    for left in (0..=10_u32).rev() {
        for player in [1, 2] {
            let other = 3 - player;
            let goal = if left == 0 { format!("G{other}") } else { "-".to_owned() };
            text.push_str(&format!(";{left}.{player} {player} {goal}"));
            (1..=left.min(3)).for_each(|taken| text.push_str(&format!(" {}.{other}", left - taken)));
        }
    }
    parser::parse_text(&text).expect("a game that is right")
}

impl Default for Position {
    fn default() -> Self {
        Position::from(Arc::new(ten_matches()))
    }
}

impl Export for GraphGame {
    fn with_graph(&mut self, limits: &ExploreLimits<'_>, write: GraphWriter<'_>) -> Result<io::Result<()>, ExploreError> {
        let named: &Arc<NamedGraph> = self.board.named_graph();
        let graph: &Graph = &named.graph;
        if graph.vertex_count() > limits.states {
            return Err(ExploreError::TooMany(limits.states));
        }
        let name = |vertex: Vertex| named.names.as_ref().map_or_else(String::new, |names| names.get(vertex).to_owned());
        Ok(write(graph, &name))
    }
}

impl PositionGame for Position {
    type Player = Player;

    const ABOUT: About = about!("graph");
    const BENCH: Option<Bench> = Some(bench::run);
}
