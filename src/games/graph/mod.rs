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
mod minmax;
mod notation;
mod parser;
mod picture;
mod player;
mod strategy;
#[cfg(test)]
mod theory_tests;

use std::collections::HashSet;
use std::io;
use std::sync::Arc;

use board::{Board, Refusal};
use notation::ParsedPosition;
use parser::NamedGraph;

use crate::attractor::{ExploreError, Goal, Graph, Solution, Vertex};
use crate::color::{Color, Ending};
use crate::game::export::{Export, GraphWriter};
use crate::game::turn::{self, TurnGame, TurnRules};
use crate::game::undo::Undo;
use crate::game::{Bench, Command, Game};
use crate::protocol::{Args, Failure};
use crate::search::{Budget, Clock, Stop};

/// A game on a graph.
pub struct GraphGame {
    board: Board,
    /// The solution of the graph, once it has been asked for.
    solution: Option<Arc<Solution>>,
    clock: Clock,
}

/// Returns the game that is set up at start: the course's heap of ten matches, of which a move takes one to three. Who takes the
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

impl Default for GraphGame {
    fn default() -> Self {
        GraphGame { board: Board::new(Arc::new(ten_matches())), solution: None, clock: Clock::default() }
    }
}

impl GraphGame {
    /// Starts a new play, on this graph or another, and resets the clocks.
    fn restart(&mut self, board: Board) {
        if !Arc::ptr_eq(board.named_graph(), self.board.named_graph()) {
            self.solution = None;
        }
        self.board = board;
        self.clock.restart();
    }

    /// Returns the solution of the graph, solving it if needed. Returns `None` if the budget ends first.
    fn solution(&mut self, threads: usize, budget: &Budget) -> Option<Arc<Solution>> {
        if self.solution.is_none() {
            self.solution = Solution::solve_within(self.board.graph(), threads, budget).map(Arc::new);
        }
        self.solution.clone()
    }
}

impl Export for GraphGame {
    fn with_graph(&mut self, most: usize, _: &Stop, write: GraphWriter<'_>) -> Result<io::Result<()>, ExploreError> {
        let named: &Arc<NamedGraph> = self.board.named_graph();
        let graph: &Graph = &named.graph;
        if graph.vertex_count() > most {
            return Err(ExploreError::TooMany(most));
        }
        let name = |vertex: Vertex| named.names.as_ref().map_or_else(String::new, |names| names.get(vertex).to_owned());
        Ok(write(graph, &name))
    }
}

impl TurnRules for GraphGame {
    type Move = Vertex;

    fn to_move(&self) -> Color {
        self.board.to_move()
    }

    fn ending(&self) -> Option<Ending> {
        self.board.outcome().map(|goal| match goal {
            Goal::Of(winner) => Ending::Won(winner),
            Goal::Nobody => Ending::Draw,
        })
    }

    /// The successors of the current vertex, each once.
    fn legal_moves(&self, _: Color) -> impl Iterator<Item = Vertex> {
        let mut seen = HashSet::new();
        self.board.graph().successors(self.board.current()).filter(move |&next| seen.insert(next))
    }

    fn play(&mut self, color: Color, mv: Vertex) -> Result<(), String> {
        self.board.play(color, mv).map_err(|refusal| match refusal {
            Refusal::NoEdge => {
                format!("no edge leads from {} to {}", self.move_name(self.board.current()), self.move_name(mv))
            }
            Refusal::OutOfTurn(color) => turn::out_of_turn(color),
            Refusal::Over => turn::GAME_OVER.to_owned(),
        })
    }

    fn resign(&mut self, color: Color) {
        // Only a finished game refuses it.
        let _ = self.board.resign(color);
    }

    fn clear(&mut self) {
        self.board = Board::starting_at(self.board.named_graph().clone(), self.board.start());
    }

    fn position(&self) -> String {
        notation::position_text(&self.board)
    }

    fn set_position(&mut self, args: &mut Args<'_>) -> Result<(), Failure> {
        let (named, at) = match notation::parse_position(args.rest())? {
            ParsedPosition::Vertex(at) => (self.board.named_graph().clone(), Some(at)),
            ParsedPosition::Graph(named, at) => (Arc::new(named), at),
        };
        let first = at.map_or(Ok(named.graph.start()), |word| notation::find_vertex(&named, word))?;
        self.restart(Board::starting_at(named, first));
        Ok(())
    }

    fn parse_move(&self, word: &str) -> Result<Vertex, Failure> {
        let found = notation::find_vertex(self.board.named_graph(), word);
        found.map_err(|failure| Failure::IllegalMove(failure.to_string()))
    }

    fn move_name(&self, mv: Vertex) -> String {
        notation::vertex_name(self.board.named_graph(), mv)
    }

    fn clock(&mut self) -> &mut Clock {
        &mut self.clock
    }
}

impl Undo for GraphGame {
    fn move_count(&self) -> usize {
        self.board.move_count()
    }

    fn undo(&mut self, count: usize) {
        for _ in 0..count {
            self.board.undo();
        }
    }
}

impl Game for GraphGame {
    const NAME: &'static str = "graph";
    const SUMMARY: &'static str = "reachability games on any graph: attractors, strategies, min-max";
    const COMMANDS: &'static [&'static [Command<Self>]] = &[commands::COMMANDS, Self::SHARED];
    const BENCH: Option<Bench> = Some(bench::run);

    fn rebuilt(&self) -> Self {
        let mut board = Board::starting_at(self.board.named_graph().clone(), self.board.start());
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
