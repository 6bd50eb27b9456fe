//! The connections of both colours in a position, brought along from stone to stone.

use std::sync::Arc;

use super::super::board::Board;
use super::super::cellset::CellSet;
use super::super::geometry::Geometry;
use super::Connections;
use crate::color::Color;
use crate::grid::Cell;
use crate::search::Stop;

/// Both colours' connections.
#[derive(Clone)]
pub struct Tables<const W: usize> {
    geometry: Arc<Geometry<W>>,
    sides: [Connections<W>; 2],
    /// The stones of the position, in the order in which they were put down.
    stones: Vec<(Color, Cell)>,
    /// How many of them were there when the tables were built: these cannot be undone.
    base: usize,
}

impl<const W: usize> Tables<W> {
    /// The tables of a position, made from scratch.
    #[must_use]
    pub fn new(board: &Board, stop: &Stop) -> Self {
        let geometry = Arc::new(Geometry::new(board));
        Self::built(board, geometry, |geometry, color, own, empty| Connections::build(geometry, color, own, empty, stop))
    }

    /// Tables of the connections between neighbours alone.
    #[must_use]
    pub fn adjacent(board: &Board, geometry: &Arc<Geometry<W>>) -> Self {
        Self::built(board, geometry.clone(), Connections::adjacent)
    }

    fn built(
        board: &Board,
        geometry: Arc<Geometry<W>>,
        build: impl Fn(&Arc<Geometry<W>>, Color, CellSet<W>, CellSet<W>) -> Connections<W>,
    ) -> Self {
        let stones_of = |color| CellSet::of(board.size(), |cell| board.stone(cell) == color);
        let sides = Color::BOTH.map(|color| build(&geometry, color, stones_of(Some(color)), stones_of(None)));
        let stones: Vec<(Color, Cell)> = board.stones().collect();
        Tables { geometry, sides, base: stones.len(), stones }
    }

    /// Builds them again, for the same size of board.
    pub fn rebuild(&mut self, board: &Board, stop: &Stop) {
        *self = Self::built(board, self.geometry.clone(), |geometry, color, own, empty| {
            Connections::build(geometry, color, own, empty, stop)
        });
    }

    /// The same tables without what undoing needs.
    #[must_use]
    pub fn snapshot(&self) -> Self {
        Tables {
            geometry: self.geometry.clone(),
            sides: self.sides.each_ref().map(Connections::snapshot),
            stones: self.stones.clone(),
            base: self.stones.len(),
        }
    }

    /// The connections of a colour.
    #[must_use]
    pub fn side(&self, color: Color) -> &Connections<W> {
        &self.sides[color.index()]
    }

    /// The geometry of their board.
    #[must_use]
    pub fn geometry(&self) -> &Arc<Geometry<W>> {
        &self.geometry
    }

    /// Number of stones that the tables know of.
    #[must_use]
    pub fn stone_count(&self) -> usize {
        self.stones.len()
    }

    /// Whether they are of this position.
    #[must_use]
    pub fn are_of(&self, board: &Board) -> bool {
        self.stones.iter().copied().eq(board.stones())
    }

    /// Brings them up to a stone on an empty cell; see [`Connections::play`].
    pub fn play(&mut self, color: Color, cell: Cell, stop: &Stop) {
        self.stones.push((color, cell));
        self.sides.iter_mut().for_each(|side| side.play(color, cell, stop));
    }

    /// Takes the last stone back, if it was there only after they were built.
    pub fn undo(&mut self) -> bool {
        let undoable = self.stones.len() > self.base;
        if undoable {
            self.stones.pop();
            self.sides.iter_mut().for_each(Connections::undo);
        }
        undoable
    }

    /// Brings them to another position on a board of the same size: back to where the two part, and on from there.
    pub fn follow(&mut self, board: &Board, stop: &Stop) {
        let stones: Vec<(Color, Cell)> = board.stones().collect();
        let common = self.stones.iter().zip(&stones).take_while(|(ours, theirs)| ours == theirs).count();
        while self.stones.len() > common {
            if !self.undo() {
                return self.rebuild(board, stop);
            }
        }
        for &(color, cell) in &stones[common..] {
            self.play(color, cell, stop);
        }
    }
}
