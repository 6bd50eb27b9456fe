//! Hex as the alpha-beta sees it: stones, side to move, key and evaluation.

use std::sync::Arc;

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use super::board::Board;
use super::cells::CellPoints;
use super::geometry::Geometry;
use super::twod::TwoDistance;
use crate::color::Color;
use crate::grid::Cell;
use crate::search::{Position, Value};

/// How an undecided position is estimated and its moves are ordered.
#[derive(Clone, Debug)]
pub enum Evaluation {
    /// By points of cells, see [`CellPoints`].
    Cells(Arc<CellPoints>),
    /// By two-distance, see [`TwoDistance`].
    TwoDistance,
}

/// A position in a search. `W` is the width of its cell sets.
#[derive(Clone, Debug)]
pub struct HexPosition<const W: usize> {
    board: Board,
    to_move: Color,
    key: u64,
    lore: Arc<Lore<W>>,
}

/// What stays the same through a search.
#[derive(Debug)]
struct Lore<const W: usize> {
    geometry: Geometry<W>,
    /// Keys of a stone of each colour on each cell.
    stones: [Vec<u64>; 2],
    white_to_move: u64,
    evaluation: Evaluation,
}

impl<const W: usize> HexPosition<W> {
    /// The position of a board with a player to move.
    #[must_use]
    pub fn new(board: &Board, to_move: Color, evaluation: Evaluation) -> Self {
        let mut random = Pcg64Mcg::seed_from_u64(0);
        let mut keys = || board.size().cells().map(|_| random.random()).collect::<Vec<u64>>();
        let stones = [keys(), keys()];
        let lore = Lore { geometry: Geometry::new(board), stones, white_to_move: random.random(), evaluation };
        let placed =
            board.size().cells().filter_map(|cell| board.stone(cell).map(|color| lore.stones[color.index()][cell.index()]));
        let turn = if to_move == Color::White { lore.white_to_move } else { 0 };
        let key = placed.fold(turn, |key, stone| key ^ stone);
        HexPosition { board: board.clone(), to_move, key, lore: Arc::new(lore) }
    }

    /// The two-distances of the player to move and of the other.
    fn two_distances(&self) -> [TwoDistance; 2] {
        [self.to_move, self.to_move.other()].map(|color| TwoDistance::new(&self.board, &self.lore.geometry, color))
    }

    fn turn(&mut self, mover: Color, cell: Cell) {
        self.key ^= self.lore.stones[mover.index()][cell.index()] ^ self.lore.white_to_move;
        self.to_move = self.to_move.other();
    }
}

impl<const W: usize> Position for HexPosition<W> {
    type Move = Cell;

    fn key(&self) -> u64 {
        self.key
    }

    fn to_move(&self) -> Color {
        self.to_move
    }

    fn decided(&self) -> Option<Value> {
        let winner = self.board.winner()?;
        Some(if winner == self.to_move { -Value::loss_in(0) } else { Value::loss_in(0) })
    }

    fn estimate(&mut self) -> Value {
        Value::estimate(match &self.lore.evaluation {
            Evaluation::Cells(points) => points.evaluate(&self.board, self.to_move),
            Evaluation::TwoDistance => {
                let [own, other] = self.two_distances();
                TwoDistance::compare(&own, &other)
            }
        })
    }

    fn moves(&mut self, moves: &mut Vec<Cell>) {
        moves.extend(self.board.empty_cells());
        match &self.lore.evaluation {
            Evaluation::Cells(points) => moves.sort_by_key(|&cell| std::cmp::Reverse(points.of(cell))),
            Evaluation::TwoDistance => {
                let [own, other] = self.two_distances();
                moves.sort_by_key(|&cell| own.sum(cell) + other.sum(cell));
            }
        }
    }

    fn play(&mut self, cell: Cell) {
        let played = self.board.play(self.to_move, cell);
        debug_assert!(played, "a legal move goes to an empty cell");
        self.turn(self.to_move, cell);
    }

    fn undo(&mut self) {
        if let Some(cell) = self.board.undo() {
            self.turn(self.to_move.other(), cell);
        }
    }

    fn horizon(&self) -> u32 {
        (self.board.size().area() - self.board.stone_count()) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Size;
    use crate::search::{Budget, Limits, Table, conformance, search};

    fn played<const W: usize>(size: Size, evaluation: &Evaluation, moves: &[Cell]) -> HexPosition<W> {
        let mut position = HexPosition::new(&Board::new(size), Color::Black, evaluation.clone());
        moves.iter().for_each(|&cell| position.play(cell));
        position
    }

    /// Points that the half-turn leaves alone: those of random games are not quite symmetric.
    fn symmetric_points(size: Size) -> Evaluation {
        Evaluation::Cells(Arc::new(CellPoints::from_fn(size, |cell| u32::from(cell.0.min(size.half_turn(cell).0)))))
    }

    #[test]
    fn conforms() {
        for size in [Size::square(3), Size { width: 5, height: 4 }, Size::square(8)] {
            for evaluation in [Evaluation::TwoDistance, symmetric_points(size)] {
                conformance::check(|moves| played::<1>(size, &evaluation, moves), |cell| size.half_turn(cell), 7);
            }
        }
        let (size, evaluation) = (Size::square(11), Evaluation::TwoDistance);
        conformance::check(|moves| played::<2>(size, &evaluation, moves), |cell| size.half_turn(cell), 7);
    }

    /// Who wins with best play, by trying all moves.
    fn wins(board: &mut Board, to_move: Color) -> bool {
        let cells: Vec<Cell> = board.empty_cells().collect();
        board.winner().map_or_else(
            || {
                cells.into_iter().any(|cell| {
                    board.play(to_move, cell);
                    let won = !wins(board, to_move.other());
                    board.undo();
                    won
                })
            },
            |winner| winner == to_move,
        )
    }

    #[test]
    fn the_search_agrees_with_trying_all_moves() {
        let sizes =
            [Size::square(1), Size::square(2), Size::square(3), Size { width: 4, height: 2 }, Size { width: 2, height: 5 }];
        for size in sizes {
            for first in size.cells() {
                let mut board = Board::new(size);
                board.play(Color::Black, first);
                if board.winner().is_some() {
                    continue;
                }
                for threads in [1, 2] {
                    for evaluation in [Evaluation::TwoDistance, symmetric_points(size)] {
                        let position = HexPosition::<1>::new(&board, Color::White, evaluation);
                        let limits = Limits { threads, max_depth: u32::MAX, among: None };
                        let watch = &mut |_: &_| std::ops::ControlFlow::Continue(());
                        let report = search(&position, &Table::new(1 << 20), &limits, &Budget::default(), watch);
                        assert!(report.value.is_proof());
                        assert_eq!(report.value.is_win(), wins(&mut board, Color::White), "{size} {first:?}");
                    }
                }
            }
        }
    }
}
