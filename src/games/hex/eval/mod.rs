//! The evaluation of undecided positions: the interface between the searches and the evaluators.
//!
//! A search asks an [`Evaluator`] once for each node. The answer depends on the board and the side to move alone, so that it
//! can be cached by the position's key. Evaluators here: points of cells, two-distances, the resistance of the circuit of
//! connections, a network, which has priors and asks for no tables.

pub(super) mod cells;
pub mod network;
pub(super) mod resistance;
pub(super) mod twod;

use super::board::Board;
use super::board::geometry::Geometry;
use super::tables::Tables;
use crate::color::Color;
use crate::grid::Cell;
use crate::search::{Estimate, Stop};

/// The input of an evaluator: an undecided position.
pub struct Leaf<'a, const W: usize> {
    /// The stones.
    pub board: &'a Board,
    /// Whose turn it is.
    pub to_move: Color,
    /// The geometry of the board.
    pub geometry: &'a Geometry<W>,
    /// The connections; `None` for an evaluator that does not use them.
    pub tables: Option<&'a Tables<W>>,
    /// After it is raised the result is discarded, so that an evaluator may return anything.
    pub stop: &'a Stop,
}

impl<const W: usize> Leaf<'_, W> {
    /// Returns the player to move and the other one.
    #[must_use]
    pub const fn players(&self) -> [Color; 2] {
        [self.to_move, self.to_move.other()]
    }
}

/// Evaluates undecided positions on boards of any size whose cell sets have width `W`. Threads share it.
pub trait Evaluator<const W: usize>: Send + Sync {
    /// Returns whether it uses [`Leaf::tables`]. If it does, they are brought up to date before each evaluation.
    fn uses_tables(&self) -> bool {
        false
    }

    /// Returns whether its estimates have priors.
    fn has_priors(&self) -> bool {
        false
    }

    /// Returns the value of a position for the player to move, and priors of its moves where it has them.
    fn evaluate(&self, leaf: &Leaf<'_, W>) -> Estimate<Cell>;

    /// Returns the same for the root of a search; it may take longer.
    fn evaluate_root(&self, leaf: &Leaf<'_, W>) -> Estimate<Cell> {
        self.evaluate(leaf)
    }

    /// Sorts the cells to play at, the most promising first. Returns how many of them to search. Sort by cached
    /// keys of type `i64`: that sort is compiled once, one by a closure once for each width.
    fn sort_moves(&self, leaf: &Leaf<'_, W>, cells: &mut [Cell]) -> usize;
}
