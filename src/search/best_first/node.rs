//! A node of the tree: a position with its moves, and what they are worth.

use super::super::value::Value;
use crate::color::Color;

/// Index of a node in its tree.
pub type NodeId = u32;

/// No node.
pub const NO_NODE: NodeId = NodeId::MAX;

/// Estimates of this many units count as tanh 1 of a win.
const SCALE: f32 = 1000.0;

/// A move of a position.
pub struct Edge<M> {
    pub mv: M,
    /// The node that it leads to; [`NO_NODE`] before its first visit.
    pub child: NodeId,
    /// Visits by this move; the child may have had more by others.
    pub visits: u32,
    /// Its weight among the moves of the position.
    pub prior: f32,
    /// Whether an examination left it out. Edges never go away: other workers may be below them.
    pub is_pruned: bool,
}

/// Which moves of a position its edges are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Listing {
    /// None yet.
    Nothing,
    /// Some that the rules allow.
    Legal,
    /// Some that the examination has left.
    Examined,
}

/// A position.
pub struct Node<M> {
    /// Whose turn it is.
    pub to_move: Color,
    /// Its moves, the most promising first.
    pub edges: Vec<Edge<M>>,
    pub listing: Listing,
    /// Whether a worker is examining it.
    pub is_in_examination: bool,
    /// Whether its edges have priors of an evaluator; else the order of moves stands for them.
    pub has_priors: bool,
    /// Whether every move that can be better than the others is an edge: then the edges can prove a loss.
    pub is_complete: bool,
    /// Its own value, an estimate or a proof; `None` before it is expanded.
    pub value: Option<Value>,
    /// Its value by all that was found below, for the player to move, in -1 ..= 1.
    pub mean: f32,
    /// 1, and those of its edges.
    pub visits: u32,
    /// Virtual losses: workers that are at it or below it. They count as visits without a value (Liu et al., *Watch the
    /// unobserved*, 2020).
    pub pending: u32,
}

impl<M> Node<M> {
    /// A node that is not expanded.
    pub const fn new() -> Self {
        Node {
            to_move: Color::Black,
            edges: Vec::new(),
            listing: Listing::Nothing,
            is_in_examination: false,
            has_priors: false,
            is_complete: false,
            value: None,
            mean: 0.0,
            visits: 0,
            pending: 0,
        }
    }

    /// Its value where that is proved.
    pub fn proof(&self) -> Option<Value> {
        self.value.filter(|value| value.is_proof())
    }

    /// Whether no worker may go there now: another one is expanding it, or lists its first moves.
    pub fn is_blocked(&self) -> bool {
        match self.value {
            None => self.pending > 0,
            Some(_) => self.edges.is_empty() && self.is_in_examination,
        }
    }

    /// Its moves but for those that an examination left out.
    pub fn open_edges(&self) -> impl Iterator<Item = &Edge<M>> {
        self.edges.iter().filter(|edge| !edge.is_pruned)
    }
}

impl<M: Copy + Eq> Node<M> {
    /// Adds a move, or takes it up again where it was pruned.
    pub fn add_edge(&mut self, mv: M, prior: f32) {
        match self.edges.iter_mut().find(|edge| edge.mv == mv) {
            Some(edge) => edge.is_pruned = false,
            None => self.edges.push(Edge { mv, child: NO_NODE, visits: 0, prior, is_pruned: false }),
        }
    }

    /// Whether each of some moves is an edge.
    pub fn covers(&self, moves: &[M]) -> bool {
        moves.iter().all(|mv| self.open_edges().any(|edge| edge.mv == *mv))
    }
}

/// A value in -1 ..= 1.
pub fn squash(value: Value) -> f32 {
    match value {
        _ if value.is_win() => 1.0,
        _ if value.is_loss() => -1.0,
        _ => libm::tanhf(value.units() as f32 / SCALE),
    }
}

/// The estimate that a mean stands for: the inverse of [`squash`].
pub fn unsquash(mean: f32) -> Value {
    const MAX: f32 = 0.999;
    Value::estimate((libm::atanhf(mean.clamp(-MAX, MAX)) * SCALE).round() as i32)
}
