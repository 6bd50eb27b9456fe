//! Positions on a game graph: a vertex, its owner, where edges lead from it.

use std::collections::HashSet;
use std::sync::Arc;

use super::parser::NamedGraph;
use crate::attractor::{Goal, Graph, Vertex};
use crate::color::{Color, Ending};
use crate::game::turn::{GamePosition, GameRecord};

/// A vertex of a graph. Player 1 is black.
#[derive(Clone, Debug)]
pub struct Position {
    named: Arc<NamedGraph>,
    current: Vertex,
}

/// A play.
pub type Board = GameRecord<Position>;

/// A move is refused because no edge leads there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoEdge;

impl From<Arc<NamedGraph>> for Position {
    /// Returns the start vertex of a graph.
    fn from(named: Arc<NamedGraph>) -> Self {
        let current = named.graph.start();
        Position { named, current }
    }
}

impl Position {
    /// Creates the position at any vertex.
    #[must_use]
    pub fn new(named: Arc<NamedGraph>, current: Vertex) -> Self {
        Position { named, current }
    }

    #[must_use]
    pub fn graph(&self) -> &Graph {
        &self.named.graph
    }

    /// Returns the graph with its names.
    #[must_use]
    pub fn named_graph(&self) -> &Arc<NamedGraph> {
        &self.named
    }

    #[must_use]
    pub fn current(&self) -> Vertex {
        self.current
    }
}

impl GamePosition for Position {
    type Move = Vertex;
    type Refusal = NoEdge;

    /// Returns the owner of the current vertex.
    fn to_move(&self) -> Color {
        self.graph().owner(self.current)
    }

    fn ending(&self) -> Option<Ending> {
        self.graph().goal(self.current).map(|goal| match goal {
            Goal::Of(winner) => Ending::Won(winner),
            Goal::Nobody => Ending::Draw,
        })
    }

    /// Returns the successors of the current vertex, each once.
    fn legal_moves(&self) -> impl Iterator<Item = Vertex> {
        let mut seen = HashSet::new();
        self.graph().successors(self.current).filter(move |&next| seen.insert(next))
    }

    fn play(&mut self, to: Vertex) -> Result<(), NoEdge> {
        if self.graph().successors(self.current).all(|next| next != to) {
            return Err(NoEdge);
        }
        self.current = to;
        Ok(())
    }
}
