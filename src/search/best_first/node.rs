//! The nodes of the tree: positions with their moves and values.

use super::super::value::Value;
use crate::color::Color;

/// Index of a node in its tree.
pub type NodeId = u32;

pub(super) const NO_NODE: NodeId = NodeId::MAX;

/// An estimate of this many units is tanh(1) of a win.
const SCALE: f32 = 1000.0;

/// A move of a position.
pub struct Edge<M> {
    pub mv: M,
    /// The node that it leads to; [`NO_NODE`] before its first visit.
    pub child: NodeId,
    /// Visits through this edge; the child may have more through others.
    pub visits: u32,
    /// Prior weight, relative to the other moves of the position.
    pub prior: f32,
    /// Whether an examination pruned it. Edges are never removed, because other workers may be below them.
    pub is_pruned: bool,
}

/// Which moves of a position are its edges.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Listing {
    /// None yet.
    Nothing,
    /// Legal moves, not examined.
    Legal,
    /// Moves that an examination did not prune.
    Examined,
}

/// A position.
pub struct Node<M> {
    /// The player to move.
    pub to_move: Color,
    /// Its moves, the most promising first.
    pub edges: Vec<Edge<M>>,
    pub listing: Listing,
    /// Whether a worker is examining it.
    pub is_in_examination: bool,
    /// Whether the priors come from an evaluator; otherwise they follow from the move order.
    pub has_priors: bool,
    /// Whether all moves that may be best are edges, so that the edges can prove a loss.
    pub is_complete: bool,
    /// Its own value, an estimate or a proof; `None` before it is expanded.
    pub value: Option<Value>,
    /// The mean of the values at it and below it, for the player to move, in -1 ..= 1.
    pub mean: f32,
    /// One for its expansion, and the visits of its edges.
    pub visits: u32,
    /// Number of workers at it or below it. They count as visits without a value (Liu et al., *Watch the Unobserved*, 2020).
    pub pending: u32,
}

impl<M> Node<M> {
    /// Creates a node that is not expanded.
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

    /// Returns its value if that is proved.
    pub fn proof(&self) -> Option<Value> {
        self.value.filter(|value| value.is_proof())
    }

    /// Returns whether no worker may descend to it now: another one is expanding it or listing its first moves.
    pub fn is_blocked(&self) -> bool {
        match self.value {
            None => self.pending > 0,
            Some(_) => self.edges.is_empty() && self.is_in_examination,
        }
    }

    /// Returns the edges that are not pruned.
    pub fn open_edges(&self) -> impl Iterator<Item = &Edge<M>> {
        self.edges.iter().filter(|edge| !edge.is_pruned)
    }
}

impl<M: Copy + Eq> Node<M> {
    /// Adds an edge, or restores it if it was pruned.
    pub fn add_edge(&mut self, mv: M, prior: f32) {
        match self.edges.iter_mut().find(|edge| edge.mv == mv) {
            Some(edge) => edge.is_pruned = false,
            None => self.edges.push(Edge { mv, child: NO_NODE, visits: 0, prior, is_pruned: false }),
        }
    }

    /// Returns whether all of these moves are edges that are not pruned.
    pub fn covers(&self, moves: &[M]) -> bool {
        moves.iter().all(|mv| self.open_edges().any(|edge| edge.mv == *mv))
    }
}

/// Maps a value to -1 ..= 1 by the hyperbolic tangent.
pub(super) fn squash(value: Value) -> f32 {
    match value {
        _ if value.is_win() => 1.0,
        _ if value.is_loss() => -1.0,
        _ => libm::tanhf(value.units() as f32 / SCALE),
    }
}

/// Returns the estimate of a mean: the inverse of [`squash`].
pub(super) fn unsquash(mean: f32) -> Value {
    const MAX: f32 = 0.999;
    Value::estimate((libm::atanhf(mean.clamp(-MAX, MAX)) * SCALE).round() as i32)
}
