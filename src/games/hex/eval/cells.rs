//! The evaluation by cells: the points of a cell are the number of random games that it decided as the final move (Hayward, *Hex: A
//! Playful Introduction*, 2020; Vilars, *Construction d'un joueur au jeu de Hex*, section 3.1 and figure 2).

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_pcg::Pcg64Mcg;

use super::super::board::Board;
use super::{Evaluator, Leaf};
use crate::color::Color;
use crate::grid::{Cell, Size};
use crate::search::{Estimate, Value};

/// Stones of the random games that are played for a table: a twentieth of a second on any board.
const STONES: usize = 1_000_000;

/// The points of every cell of a board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CellPoints(Vec<u32>);

impl CellPoints {
    /// Plays random games of `STONES` stones in all, black first, and gives a point to the cell of the final move of each. The
    /// same seed gives the same table on every machine.
    #[must_use]
    pub fn new(size: Size, seed: u64) -> Self {
        let mut random = Pcg64Mcg::seed_from_u64(seed);
        let mut order: Vec<Cell> = size.cells().collect();
        let mut points = vec![0; size.area()];
        let mut board = Board::new(size);
        for _ in 0..STONES / size.area() {
            order.shuffle(&mut random);
            points[final_move(&mut board, &order).index()] += 1;
        }
        CellPoints(points)
    }

    /// Creates a table with the points that a function returns.
    #[must_use]
    #[cfg(test)]
    pub fn from_fn(size: Size, points: impl FnMut(Cell) -> u32) -> Self {
        CellPoints(size.cells().map(points).collect())
    }

    /// Returns the points of a cell.
    #[must_use]
    pub fn get(&self, cell: Cell) -> u32 {
        self.0[cell.index()]
    }

    /// Returns the points of a colour's stones minus those of the other's.
    fn balance(&self, board: &Board, color: Color) -> i32 {
        let points = |cell: Cell| match board.stone(cell) {
            Some(stone) if stone == color => self.get(cell) as i32,
            Some(_) => -(self.get(cell) as i32),
            None => 0,
        };
        board.size().cells().map(points).sum()
    }
}

impl<const W: usize> Evaluator<W> for CellPoints {
    fn evaluate(&self, leaf: &Leaf<'_, W>) -> Estimate<Cell> {
        Value::estimate(self.balance(leaf.board, leaf.to_move)).into()
    }

    fn sort_moves(&self, _: &Leaf<'_, W>, cells: &mut [Cell]) -> usize {
        cells.sort_by_cached_key(|&cell| -i64::from(self.get(cell)));
        cells.len()
    }
}

/// Fills the empty board in this order until somebody wins. Returns the deciding move, and empties the board.
fn final_move(board: &mut Board, order: &[Cell]) -> Cell {
    let colors = Color::BOTH.into_iter().cycle();
    let decisive = order.iter().zip(colors).find(|&(&cell, color)| {
        board.play(color, cell);
        board.has_joined(color)
    });
    while board.undo().is_some() {}
    decisive.map_or(order[0], |(&cell, _)| cell)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reproducible_and_centred() {
        let size = Size::square(8);
        let points = CellPoints::new(size, 1);
        assert_eq!(points, CellPoints::new(size, 1));
        assert_ne!(points, CellPoints::new(size, 2));
        assert_eq!(points.0.iter().sum::<u32>() as usize, STONES / size.area());
        let at = |x, y| points.get(size.cell(x, y).unwrap());
        // Figure 2: the centre is worth most, the acute corners least.
        assert!(at(3, 3).min(at(4, 4)) > 3 * at(0, 0).max(at(7, 7)));
        assert!(at(0, 7).min(at(7, 0)) > at(0, 0).max(at(7, 7)));
    }
}
