//! A network as an evaluator: its value head gives the value, its policy head the priors. The priors of the root of a search are
//! the mean over the position and its half-turn, because the outputs for the two differ a little.

use parking_lot::Mutex;

use super::super::board::Board;
use super::super::net::choice::{AnyNetwork, NetworkChoice};
use super::super::net::{Output, Workspace};
use super::{Evaluator, Leaf};
use crate::color::Color;
use crate::files::Access;
use crate::grid::Cell;
use crate::search::{Estimate, Value};

/// Units of the search for one logit of the value head: the search takes `tanh(units / 1000)`, the network `tanh(logit / 2)`.
pub(crate) const UNITS_PER_LOGIT: f32 = 500.0;

/// The logits of the policy are divided by this: the search also tries moves that the network thinks little of. It is worth most in
/// short searches (`weights.md`, Search).
const TEMPERATURE: f32 = 1.4;

/// Moves with a smaller prior are tried only when all others lose.
const MIN_PRIOR: f32 = 0.002;

/// Most moves of an estimate.
const MAX_MOVES: usize = 40;

/// A network with working memory for each thread that evaluates.
pub struct NetworkEvaluator {
    network: AnyNetwork,
    workspaces: Mutex<Vec<Workspace>>,
}

impl NetworkEvaluator {
    /// Creates the evaluator of a network.
    #[must_use]
    pub fn new(network: AnyNetwork) -> Self {
        NetworkEvaluator { network, workspaces: Mutex::default() }
    }

    /// Reads the network of a word: `builtin`, `none`, or the name of a file.
    ///
    /// # Errors
    /// The file cannot be read or is not a whole network.
    pub fn read(word: &str) -> Result<Option<Self>, String> {
        Ok(NetworkChoice::read(word, Access::Granted)?.network().cloned().map(NetworkEvaluator::new))
    }

    /// Evaluates a position for the player to move. With `half_turn` the network gets the position turned by half, and its output
    /// is turned back.
    pub(crate) fn output(&self, board: &Board, to_move: Color, half_turn: bool) -> Output {
        let mut workspace = self.workspaces.lock().pop().unwrap_or_default();
        let output = self.network.evaluate(board, to_move, half_turn, &mut workspace);
        self.workspaces.lock().push(workspace);
        output
    }

    /// Evaluates a position in both orientations, and returns the mean.
    fn mean_output(&self, board: &Board, to_move: Color) -> Output {
        let [mut mean, turned] = [false, true].map(|half_turn| self.output(board, to_move, half_turn));
        mean.value = 0.5 * (mean.value + turned.value);
        mean.policy.iter_mut().zip(turned.policy).for_each(|(logit, other)| *logit = 0.5 * (*logit + other));
        mean
    }

    /// Turns what the network says of a position into an estimate. It is not compiled for each width.
    fn estimate(board: &Board, output: &Output) -> Estimate<Cell> {
        let policy = |cell: Cell| output.policy[cell.index()];
        let highest = board.empty_cells().map(policy).fold(f32::NEG_INFINITY, f32::max);
        let share = |cell: Cell| ((policy(cell) - highest) / TEMPERATURE).exp();
        let sum: f32 = board.empty_cells().map(share).sum();
        let mut cells: Vec<Cell> = board.empty_cells().collect();
        output.sort_cells(&mut cells);
        let priors =
            cells.into_iter().take(MAX_MOVES).map(|cell| (cell, share(cell) / sum)).filter(|&(_, prior)| prior >= MIN_PRIOR);
        Estimate { value: Value::estimate((output.value * UNITS_PER_LOGIT).round() as i32), priors: Some(priors.collect()) }
    }

    /// Does the work of [`Evaluator::sort_moves`], which is compiled for each width.
    fn sort_cells(&self, board: &Board, to_move: Color, cells: &mut [Cell]) -> usize {
        let output = self.output(board, to_move, false);
        output.sort_cells(cells);
        let policy = |cell: &Cell| output.policy[cell.index()];
        let highest = cells.first().map_or(0.0, policy);
        cells.iter().take(MAX_MOVES).take_while(|&cell| (policy(cell) - highest).exp() >= MIN_PRIOR).count()
    }
}

impl<const W: usize> Evaluator<W> for NetworkEvaluator {
    fn has_priors(&self) -> bool {
        true
    }

    fn evaluate(&self, leaf: &Leaf<'_, W>) -> Estimate<Cell> {
        Self::estimate(leaf.board, &self.output(leaf.board, leaf.to_move, false))
    }

    fn evaluate_root(&self, leaf: &Leaf<'_, W>) -> Estimate<Cell> {
        Self::estimate(leaf.board, &self.mean_output(leaf.board, leaf.to_move))
    }

    fn sort_moves(&self, leaf: &Leaf<'_, W>, cells: &mut [Cell]) -> usize {
        self.sort_cells(leaf.board, leaf.to_move, cells)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::super::net::{Network, Shape};
    use super::*;
    use crate::games::hex::board::geometry::Geometry;
    use crate::grid::Size;
    use crate::search::Stop;

    #[test]
    fn priors_are_shares_in_falling_order_and_the_roots_do_not_depend_on_a_half_turn() {
        let shape = Shape { blocks: 1, channels: 16 };
        let weights = (0..shape.layout().count).map(|n| ((n * 37 % 101) as f32 - 50.0) / 300.0).collect();
        let evaluator = NetworkEvaluator::new(AnyNetwork::Own(Arc::new(Network::new(shape, weights).expect("a whole network"))));
        let mut board = Board::new(Size::square(6));
        assert!(board.play(Color::Black, Cell(8)) && board.play(Color::White, Cell(21)));
        let leaf = Leaf::<1> {
            board: &board,
            to_move: Color::Black,
            geometry: &Geometry::new(&board),
            tables: None,
            stop: &Stop::default(),
        };
        let mut turned = Board::new(Size::square(6));
        assert!(turned.play(Color::Black, Cell(35 - 8)) && turned.play(Color::White, Cell(35 - 21)));
        let [root, turned_root] = [&board, &turned].map(|board| evaluator.evaluate_root(&Leaf { board, ..leaf }));
        let cells = |estimate: Estimate<Cell>| {
            let mut cells = estimate.priors.expect("a network has priors");
            cells.sort_by_key(|(cell, _)| *cell);
            cells
        };
        assert!((root.value.units() - turned_root.value.units()).abs() <= 1);
        for (one, other) in cells(root).into_iter().zip(cells(turned_root).into_iter().rev()) {
            assert!(one.0 == Cell(35 - other.0.0) && (one.1 - other.1).abs() < 1e-5, "{one:?} {other:?}");
        }
        let estimate = evaluator.evaluate(&leaf);
        let priors = estimate.priors.expect("a network has priors");
        assert!(!estimate.value.is_proof() && !priors.is_empty());
        assert!(priors.iter().all(|&(cell, share)| board.stone(cell).is_none() && share >= MIN_PRIOR));
        assert!(priors.is_sorted_by(|a, b| a.1 >= b.1) && priors.iter().map(|(_, share)| share).sum::<f32>() < 1.0001);
        let mut cells: Vec<Cell> = board.empty_cells().collect();
        let count = evaluator.sort_moves(&leaf, &mut cells);
        assert!(count >= priors.len() && cells[..priors.len()].iter().zip(&priors).all(|(cell, (of, _))| cell == of));
    }
}
