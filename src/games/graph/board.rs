//! A play on a game graph: the path so far, whose turn it is, who has won.

use std::sync::Arc;

use super::parser::NamedGraph;
use crate::attractor::{Goal, Graph, Vertex};
use crate::color::Color;

/// A play. Player 1 is black.
#[derive(Clone, Debug)]
pub struct Board {
    named: Arc<NamedGraph>,
    start: Vertex,
    /// The vertices entered since the start.
    moves: Vec<Vertex>,
    resigned: Option<Color>,
}

/// Why a move is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// This player is to move.
    OutOfTurn(Color),
    /// The game is over.
    Over,
    /// No edge leads there.
    NoEdge,
}

impl Board {
    /// Creates a play from the start vertex of a graph.
    #[must_use]
    pub fn new(named: Arc<NamedGraph>) -> Self {
        let start = named.graph.start();
        Board::starting_at(named, start)
    }

    /// Creates a play from any vertex.
    #[must_use]
    pub fn starting_at(named: Arc<NamedGraph>, start: Vertex) -> Self {
        Board { named, start, moves: Vec::new(), resigned: None }
    }

    /// Returns the graph.
    #[must_use]
    pub fn graph(&self) -> &Graph {
        &self.named.graph
    }

    /// Returns the graph with its names.
    #[must_use]
    pub fn named_graph(&self) -> &Arc<NamedGraph> {
        &self.named
    }

    /// Returns the vertex that the play started from.
    #[must_use]
    pub fn start(&self) -> Vertex {
        self.start
    }

    /// Returns the vertices entered since the start.
    #[must_use]
    pub fn moves(&self) -> &[Vertex] {
        &self.moves
    }

    /// Returns the current vertex.
    #[must_use]
    pub fn current(&self) -> Vertex {
        self.moves.last().copied().unwrap_or(self.start)
    }

    /// Returns the player to move, who is the owner of the current vertex.
    #[must_use]
    pub fn to_move(&self) -> Color {
        self.graph().owner(self.current())
    }

    /// Returns the player who has resigned.
    #[must_use]
    pub fn resigned(&self) -> Option<Color> {
        self.resigned
    }

    /// Returns how the game has ended, if it has.
    #[must_use]
    pub fn outcome(&self) -> Option<Goal> {
        match self.resigned {
            Some(loser) => Some(Goal::Of(loser.other())),
            None => self.graph().goal(self.current()),
        }
    }

    /// Moves along an edge.
    ///
    /// # Errors
    /// The move is against the rules.
    pub fn play(&mut self, player: Color, to: Vertex) -> Result<(), Refusal> {
        if self.outcome().is_some() {
            return Err(Refusal::Over);
        }
        if player != self.to_move() {
            return Err(Refusal::OutOfTurn(self.to_move()));
        }
        if self.graph().successors(self.current()).all(|next| next != to) {
            return Err(Refusal::NoEdge);
        }
        self.moves.push(to);
        Ok(())
    }

    /// Resigns for a player, whose turn it need not be.
    ///
    /// # Errors
    /// [`Refusal::Over`].
    pub fn resign(&mut self, player: Color) -> Result<(), Refusal> {
        if self.outcome().is_some() {
            return Err(Refusal::Over);
        }
        self.resigned = Some(player);
        Ok(())
    }

    /// Returns the number of moves that can be undone, a resignation included.
    #[must_use]
    pub fn move_count(&self) -> usize {
        self.moves.len() + usize::from(self.resigned.is_some())
    }

    /// Takes back the last move or resignation, if there is one.
    pub fn undo(&mut self) {
        if self.resigned.take().is_none() {
            self.moves.pop();
        }
    }
}
