//! Networks of other makers in ONNX files, run by rten.
//!
//! The layout, for a board of `w` columns and `h` rows in the frame of the player to move (white's board is mirrored at the long
//! diagonal, so that the mover always joins the top row to the bottom row):
//!
//! - one input `[1, 2, h + 2, w + 2]` of floats: the stones of the mover, then those of the other player, with a ring in which the
//!   mover's edges and those of the other player are stones; the corners are empty;
//! - a first output of `h * w` logits, one for each cell as a move, row by row;
//! - perhaps a second output, the logit of a win of the mover. Without it the greatest logit of a legal move is taken: networks
//!   that learn the probability of winning after a move, such as HexHex's, have no other value. Such a network is asked for both
//!   half-turns of a position and its logits are averaged, because the greatest of them is the one that is overestimated most.

use std::sync::Arc;

use parking_lot::Mutex;
use rten::{Dimension, Model, NodeId, RunOptions, ThreadPool};
use rten_tensor::prelude::*;
use rten_tensor::{NdTensor, Tensor};

use super::Output;
use super::padded_grid::View;
use crate::color::Color;
use crate::games::hex::board::{Board, MAX_SIDE};
use crate::grid::Size;

/// Planes of the input.
const PLANES: usize = 2;

/// Side of the board on which a network for boards of all sizes is tried when it is read.
const TRIED_SIDE: usize = 11;

/// A network in an ONNX file.
pub struct OnnxNetwork {
    model: Model,
    input: NodeId,
    outputs: Vec<NodeId>,
    /// Rows and columns of the only boards that it knows, if it is for boards of one size.
    only: [Option<usize>; 2],
    /// Pools of one thread each, of those that have asked it: as many positions are evaluated at once as there are askers.
    pools: Mutex<Vec<Arc<ThreadPool>>>,
}

impl OnnxNetwork {
    /// Reads a network and tries it on an empty board.
    ///
    /// # Errors
    /// It is no ONNX file, or its inputs and outputs are not those of the layout.
    pub fn decode(bytes: Vec<u8>) -> Result<Self, String> {
        let model = Model::load(bytes).map_err(|error| format!("not a network: {error}"))?;
        let &[input] = model.input_ids() else {
            return Err(format!("{} inputs; a network has one", model.input_ids().len()));
        };
        let outputs: Vec<NodeId> = model.output_ids().iter().copied().take(2).collect();
        let shape = model.input_shape(0).unwrap_or_default();
        let side = |at: usize| match shape.get(at) {
            Some(Dimension::Fixed(number)) => {
                Ok(Some(number.checked_sub(2).filter(|side| (1..=MAX_SIDE).contains(side)).ok_or("a board of no playable size")?))
            }
            _ => Ok::<_, String>(None),
        };
        let only = if shape.is_empty() { [None; 2] } else { [side(2)?, side(3)?] };
        let network = OnnxNetwork { model, input, outputs, only, pools: Mutex::default() };
        let [height, width] = network.only.map(|side| side.unwrap_or(TRIED_SIDE));
        network.try_on(Size { width, height })?;
        Ok(network)
    }

    /// Returns whether it plays on boards of a size, with either colour to move.
    #[must_use]
    pub fn plays_on(&self, size: Size) -> bool {
        let fits = |side: usize, only: Option<usize>| only.is_none_or(|only| only == side);
        let Size { width, height } = size;
        let known = [[height, width], [width, height]];
        known.iter().all(|sides| fits(sides[0], self.only[0]) && fits(sides[1], self.only[1])) && self.try_on(size).is_ok()
    }

    /// Names the boards that it knows: `boards of all sizes`, or of one.
    #[must_use]
    pub fn boards(&self) -> String {
        match self.only {
            [Some(height), Some(width)] => format!("boards of {width}x{height}"),
            _ => "boards of all sizes".to_owned(),
        }
    }

    fn try_on(&self, size: Size) -> Result<(), String> {
        self.run(&Board::new(size), Color::Black, false).map(|_| ())
    }

    /// Evaluates a position for the colour to move; as an even one where the network fails. Without a value of its own a network
    /// is asked for both half-turns, whatever `half_turn`.
    #[must_use]
    pub fn evaluate(&self, board: &Board, to_move: Color, half_turn: bool) -> Output {
        let output = if self.outputs.len() == 1 {
            self.evaluate_best_move(board, to_move)
        } else {
            self.run(board, to_move, half_turn).map(|(policy, value)| Output { value: value.unwrap_or_default(), policy })
        };
        output.unwrap_or_else(|error| {
            log::warn!("the network failed: {error}");
            Output { value: 0.0, policy: vec![0.0; board.size().area()] }
        })
    }

    /// Returns the mean logits of both half-turns, with the greatest of a legal move as the value.
    fn evaluate_best_move(&self, board: &Board, to_move: Color) -> Result<Output, String> {
        let (mut policy, _) = self.run(board, to_move, false)?;
        let (turned, _) = self.run(board, to_move, true)?;
        policy.iter_mut().zip(turned).for_each(|(logit, other)| *logit = 0.5 * (*logit + other));
        let value = board.empty_cells().map(|cell| policy[cell.index()]).fold(f32::NEG_INFINITY, f32::max).max(-1e3);
        Ok(Output { value, policy })
    }

    /// Returns the logits of all cells, and the value if the network has one.
    fn run(&self, board: &Board, to_move: Color, half_turn: bool) -> Result<(Vec<f32>, Option<f32>), String> {
        let size = board.size();
        let view = View { size, to_move, half_turn };
        let (width, height) = if to_move == Color::Black { (size.width, size.height) } else { (size.height, size.width) };
        let stride = width + 2;
        // As the place of a cell in a grid with a ring at both ends of each row.
        let place = |cell| {
            let at = view.place(cell) - 1;
            at / view.grid().stride() * stride + at % view.grid().stride() + 1
        };
        let plane = stride * (height + 2);
        let mut planes = vec![0.0_f32; PLANES * plane];
        for (color, cell) in board.stones() {
            planes[usize::from(color != to_move) * plane + place(cell)] = 1.0;
        }
        for x in 1..=width {
            (planes[x], planes[plane - stride + x]) = (1.0, 1.0);
        }
        for y in 1..=height {
            let row = plane + y * stride;
            (planes[row], planes[row + stride - 1]) = (1.0, 1.0);
        }
        let input = NdTensor::from_data([1, PLANES, height + 2, stride], planes);
        let pool = self.pools.lock().pop().unwrap_or_else(|| Arc::new(ThreadPool::with_num_threads(1)));
        let options = RunOptions::default().with_thread_pool(Some(pool.clone()));
        let results = self.model.run(vec![(self.input, input.view().into())], &self.outputs, Some(options));
        self.pools.lock().push(pool);
        let mut results = results.map_err(|error| error.to_string())?.into_iter().map(|value| value.into_tensor::<f32>());
        let mut next = || results.next().flatten().map(|tensor: Tensor<f32>| tensor.to_vec());
        let logits =
            next().filter(|logits| logits.len() == size.area()).ok_or("the first output is not a logit for each cell")?;
        let cell_logit = |cell| {
            let at = place(cell);
            logits[(at / stride - 1) * width + at % stride - 1]
        };
        let value = match self.outputs.len() {
            1 => None,
            _ => Some(next().filter(|value| value.len() == 1).ok_or("the second output is not one number")?[0]),
        };
        if value.is_some_and(|value| !value.is_finite()) || logits.iter().any(|logit| !logit.is_finite()) {
            return Err("an output is not a number".to_owned());
        }
        Ok((size.cells().map(cell_logit).collect(), value))
    }
}

impl std::fmt::Debug for OnnxNetwork {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("OnnxNetwork").field("only", &self.only).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Cell;

    fn network(name: &str) -> OnnxNetwork {
        let bytes = std::fs::read(format!("tests/data/hex/{name}.onnx")).expect("a file of the repository");
        OnnxNetwork::decode(bytes).expect("a network")
    }

    /// Returns the logit of the place in a column and row of the mover's frame, by the definition in `tests/data/hex/README.md`.
    fn logit(board: &Board, to_move: Color, x: usize, y: usize) -> f32 {
        let size = board.size();
        let (width, height) = if to_move == Color::Black { (size.width, size.height) } else { (size.height, size.width) };
        let plane = |x: usize, y: usize| {
            let (in_columns, in_rows) = ((1..=width).contains(&x), (1..=height).contains(&y));
            let owner = match (in_columns, in_rows) {
                (true, true) => {
                    let (x, y) = if to_move == Color::Black { (x - 1, y - 1) } else { (y - 1, x - 1) };
                    board.stone(Cell((y * size.width + x) as u16))
                }
                (true, false) => Some(to_move),
                (false, true) => Some(to_move.other()),
                (false, false) => None,
            };
            owner.map(|color| usize::from(color != to_move))
        };
        let taps = (0..3).flat_map(|dy| (0..3).map(move |dx| (dx, dy)));
        let weight = |(dx, dy)| plane(x + dx, y + dy).map_or(0.0, |plane| (9 * plane + 3 * dy + dx) as f32 / 16.0 - 0.5);
        taps.map(weight).sum()
    }

    /// Returns the logit of a cell with black to move, by that definition.
    fn policy_of(board: &Board, cell: Cell) -> f32 {
        logit(board, Color::Black, board.size().x(cell), board.size().y(cell))
    }

    #[test]
    fn outputs_are_those_of_the_definition() {
        let (any, only) = (network("any-size"), network("5x5"));
        for (width, height) in [(5, 5), (3, 7), (11, 11)] {
            let size = Size { width, height };
            assert!(any.plays_on(size));
            let mut board = Board::new(size);
            for (number, cell) in size.cells().step_by(3).enumerate() {
                assert!(board.play(Color::BOTH[number % 2], cell));
            }
            let mut turned = Board::new(size);
            for (color, cell) in board.stones() {
                assert!(turned.play(color, size.half_turn(cell)));
            }
            for to_move in Color::BOTH {
                let output = any.evaluate(&board, to_move, false);
                let of_turned = any.evaluate(&turned, to_move, true);
                assert!(size.cells().all(|cell| of_turned.policy[size.half_turn(cell).index()] == output.policy[cell.index()]));
                let mut mean = 0.0;
                for cell in size.cells() {
                    let (x, y) =
                        if to_move == Color::Black { (size.x(cell), size.y(cell)) } else { (size.y(cell), size.x(cell)) };
                    let expected = logit(&board, to_move, x, y);
                    mean += expected / size.area() as f32;
                    assert!((output.policy[cell.index()] - expected).abs() < 1e-4, "{cell:?}");
                }
                assert!((output.value - mean).abs() < 1e-4);
            }
            let output = only.evaluate(&board, Color::Black, false);
            let best = board.empty_cells().map(|cell| output.policy[cell.index()]).fold(f32::NEG_INFINITY, f32::max);
            assert_eq!(output.value, if width == 5 { best } else { 0.0 });
            if width == 5 {
                let mean = |cell| 0.5 * (policy_of(&board, cell) + policy_of(&turned, size.half_turn(cell)));
                assert!(size.cells().all(|cell| (output.policy[cell.index()] - mean(cell)).abs() < 1e-4));
            }
        }
        assert!(only.plays_on(Size::square(5)) && !only.plays_on(Size::square(6)) && only.boards() == "boards of 5x5");
    }

    #[test]
    fn other_bytes_are_refused() {
        let whole = std::fs::read("tests/data/hex/any-size.onnx").expect("a file of the repository");
        for bytes in [&b"GIF89a"[..], &[], &whole[..whole.len() / 2]] {
            assert!(OnnxNetwork::decode(bytes.to_vec()).is_err());
        }
    }
}
