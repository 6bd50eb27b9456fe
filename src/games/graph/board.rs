//! A play on a game graph: the vertices gone through, whose turn it is, who has won.

use std::sync::Arc;

use super::reading::Loaded;
use crate::attractor::{Goal, Graph, Vertex};
use crate::color::Color;

/// A play. Player 1 is black.
#[derive(Clone, Debug)]
pub struct Board {
    loaded: Arc<Loaded>,
    /// Where the play began.
    first: Vertex,
    /// The vertices after the first.
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
    /// Creates a play that begins at the start of a graph.
    #[must_use]
    pub fn new(loaded: Arc<Loaded>) -> Self {
        let first = loaded.graph.start();
        Board::from(loaded, first)
    }

    /// Returns a play that begins at a vertex.
    #[must_use]
    pub fn from(loaded: Arc<Loaded>, first: Vertex) -> Self {
        Board { loaded, first, moves: Vec::new(), resigned: None }
    }

    /// Returns the graph.
    #[must_use]
    pub fn graph(&self) -> &Graph {
        &self.loaded.graph
    }

    /// Returns the graph with its names.
    #[must_use]
    pub fn loaded(&self) -> &Arc<Loaded> {
        &self.loaded
    }

    /// Returns where the play began.
    #[must_use]
    pub fn first(&self) -> Vertex {
        self.first
    }

    /// Returns the moves so far.
    #[must_use]
    pub fn moves(&self) -> &[Vertex] {
        &self.moves
    }

    /// Returns where the play stands.
    #[must_use]
    pub fn current(&self) -> Vertex {
        self.moves.last().copied().unwrap_or(self.first)
    }

    /// Returns who is to move: the owner of the current vertex.
    #[must_use]
    pub fn to_move(&self) -> Color {
        self.graph().owner(self.current())
    }

    /// Returns who has given up.
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

    /// Gives the game up.
    ///
    /// # Errors
    /// It is over.
    pub fn resign(&mut self, player: Color) -> Result<(), Refusal> {
        if self.outcome().is_some() {
            return Err(Refusal::Over);
        }
        self.resigned = Some(player);
        Ok(())
    }

    /// Returns the number of moves that can be taken back, a resignation among them.
    #[must_use]
    pub fn length(&self) -> usize {
        self.moves.len() + usize::from(self.resigned.is_some())
    }

    /// Takes the last move back, if there is one.
    pub fn undo(&mut self) {
        if self.resigned.take().is_none() {
            self.moves.pop();
        }
    }
}
