//! The rules of Hex: stones, chains, who has won.

#[cfg(test)]
pub(super) mod brute;
pub(super) mod cellset;
pub(super) mod geometry;
pub(super) mod groups;
pub(super) mod record;
pub(super) mod zobrist;

use std::collections::VecDeque;
use std::sync::Arc;

use arrayvec::ArrayVec;

use crate::color::Color;
use crate::grid::{Cell, Size, UndoableUnionFind};

/// Longest side of a board.
pub const MAX_SIDE: usize = 19;

/// The six neighbours of a cell as steps, in a fixed order: the row above, this row, the row below.
const STEPS: [(isize, isize); 6] = [(0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1)];

/// A side of the board. Black owns north and south, white owns west and east.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edge {
    /// Above row 1.
    North,
    /// Below the last row.
    South,
    /// Left of the first column.
    West,
    /// Right of the last column.
    East,
}

impl Edge {
    /// Returns the two edges that a colour joins.
    #[must_use]
    pub const fn pair(color: Color) -> [Edge; 2] {
        match color {
            Color::Black => [Edge::North, Edge::South],
            Color::White => [Edge::West, Edge::East],
        }
    }

    /// Returns `north`, `south`, `west` or `east`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Edge::North => "north",
            Edge::South => "south",
            Edge::West => "west",
            Edge::East => "east",
        }
    }

    /// Returns whether a cell lies along this edge.
    #[must_use]
    pub const fn touches(self, size: Size, cell: Cell) -> bool {
        match self {
            Edge::North => size.y(cell) == 0,
            Edge::South => size.y(cell) + 1 == size.height,
            Edge::West => size.x(cell) == 0,
            Edge::East => size.x(cell) + 1 == size.width,
        }
    }
}

/// The neighbours of every cell of a board.
#[derive(Debug)]
pub struct Neighbors(Vec<ArrayVec<Cell, 6>>);

impl Neighbors {
    fn new(size: Size) -> Self {
        Neighbors(size.cells().map(|cell| STEPS.iter().filter_map(|&(dx, dy)| size.step(cell, dx, dy)).collect()).collect())
    }

    /// Returns the neighbours of a cell, in a fixed order.
    #[must_use]
    pub fn get(&self, cell: Cell) -> &[Cell] {
        &self.0[cell.index()]
    }
}

/// A position: stones on a board, with the chains that they form. Playing is incremental and can be undone.
#[derive(Clone, Debug)]
pub struct Board {
    size: Size,
    neighbors: Arc<Neighbors>,
    stones: Vec<Option<Color>>,
    chains: UndoableUnionFind,
    played: Vec<(Cell, usize)>,
}

impl Board {
    /// Creates an empty board. Sides go from 1 to [`MAX_SIDE`].
    #[must_use]
    pub fn new(size: Size) -> Self {
        debug_assert!(size.width.max(size.height) <= MAX_SIDE && size.area() > 0);
        Board {
            size,
            neighbors: Arc::new(Neighbors::new(size)),
            stones: vec![None; size.area()],
            chains: UndoableUnionFind::new(size.area() + 4),
            played: Vec::with_capacity(size.area()),
        }
    }

    /// Returns the size of the board.
    #[must_use]
    pub fn size(&self) -> Size {
        self.size
    }

    /// Returns the neighbours of every cell.
    #[must_use]
    pub fn neighbors(&self) -> &Neighbors {
        &self.neighbors
    }

    /// Returns the stone on a cell.
    #[must_use]
    pub fn stone(&self, cell: Cell) -> Option<Color> {
        self.stones[cell.index()]
    }

    /// Returns the empty cells, in row order.
    pub fn empty_cells(&self) -> impl Iterator<Item = Cell> + '_ {
        self.size.cells().filter(|&cell| self.stone(cell).is_none())
    }

    /// Returns the number of stones.
    #[must_use]
    pub fn stone_count(&self) -> usize {
        self.played.len()
    }

    /// Returns the stones, in the order in which they were put down.
    pub fn stones(&self) -> impl Iterator<Item = (Color, Cell)> + '_ {
        self.played.iter().filter_map(|&(cell, _)| self.stone(cell).map(|color| (color, cell)))
    }

    /// Returns the last stone that was put down.
    #[must_use]
    pub fn last(&self) -> Option<(Color, Cell)> {
        let &(cell, _) = self.played.last()?;
        self.stone(cell).map(|color| (color, cell))
    }

    /// Puts a stone on a cell. Returns false, and changes nothing, if the cell is occupied.
    pub fn play(&mut self, color: Color, cell: Cell) -> bool {
        if self.stone(cell).is_some() {
            return false;
        }
        self.played.push((cell, self.chains.unions()));
        self.stones[cell.index()] = Some(color);
        for &near in self.neighbors.get(cell) {
            if self.stones[near.index()] == Some(color) {
                self.chains.union(cell.index(), near.index());
            }
        }
        for edge in Edge::pair(color) {
            if edge.touches(self.size, cell) {
                self.chains.union(cell.index(), self.edge_node(edge));
            }
        }
        true
    }

    /// Removes the last stone and returns its cell.
    pub fn undo(&mut self) -> Option<Cell> {
        let (cell, unions) = self.played.pop()?;
        self.chains.undo_to(unions);
        self.stones[cell.index()] = None;
        Some(cell)
    }

    /// Returns the colour whose edges are joined. There is at most one (Gale 1979).
    #[must_use]
    pub fn winner(&self) -> Option<Color> {
        Color::BOTH.into_iter().find(|&color| self.has_joined(color))
    }

    /// Returns whether a colour's edges are joined.
    #[must_use]
    pub fn has_joined(&self, color: Color) -> bool {
        let [from, to] = Edge::pair(color);
        self.chains.find(self.edge_node(from)) == self.chains.find(self.edge_node(to))
    }

    /// Returns a cell where a stone of a colour joins its edges.
    #[must_use]
    pub fn joining_cell(&self, color: Color) -> Option<Cell> {
        match self.shortest_path(color, |_| true)?[..] {
            [cell] => Some(cell),
            _ => None,
        }
    }

    /// Finds a path between a colour's edges over its stones and as few empty cells as possible, all of them of the given ones.
    /// Returns these cells; `None` if there is no path.
    #[must_use]
    pub fn shortest_path(&self, color: Color, given: impl Fn(Cell) -> bool) -> Option<Vec<Cell>> {
        let [from, to] = Edge::pair(color);
        // Cells to go on from, those behind fewer empty cells first, each with the empty cells up to it.
        let mut open: VecDeque<(Cell, Vec<Cell>)> = VecDeque::new();
        let mut is_reached = vec![false; self.size.area()];
        let push = |open: &mut VecDeque<(Cell, Vec<Cell>)>, cell: Cell, path: &[Cell]| match self.stone(cell) {
            Some(stone) if stone == color => open.push_front((cell, path.to_vec())),
            None if given(cell) => open.push_back((cell, [path, &[cell]].concat())),
            _ => {}
        };
        self.size.cells().filter(|&cell| from.touches(self.size, cell)).for_each(|cell| push(&mut open, cell, &[]));
        while let Some((cell, path)) = open.pop_front() {
            if std::mem::replace(&mut is_reached[cell.index()], true) {
                continue;
            }
            if to.touches(self.size, cell) {
                return Some(path);
            }
            self.neighbors.get(cell).iter().for_each(|&near| push(&mut open, near, &path));
        }
        None
    }

    fn edge_node(&self, edge: Edge) -> usize {
        self.size.area() + edge as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use rand::seq::SliceRandom;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    /// Returns whether a colour joins its edges, by walking from stone to stone: the definition.
    fn has_path(board: &Board, color: Color) -> bool {
        let [from, to] = Edge::pair(color);
        let own = |cell: &Cell| board.stone(*cell) == Some(color);
        let mut reached: Vec<Cell> = board.size().cells().filter(own).filter(|&cell| from.touches(board.size(), cell)).collect();
        let mut next = 0;
        while next < reached.len() {
            for near in board.neighbors().get(reached[next]) {
                if own(near) && !reached.contains(near) {
                    reached.push(*near);
                }
            }
            next += 1;
        }
        reached.iter().any(|&cell| to.touches(board.size(), cell))
    }

    fn sides() -> impl Strategy<Value = Size> {
        (1..=MAX_SIDE, 1..=MAX_SIDE).prop_map(|(width, height)| Size { width, height })
    }

    proptest! {
        #[test]
        fn a_full_board_has_exactly_one_winner(size in sides(), seed in any::<u64>()) {
            let mut board = Board::new(size);
            let mut random = Pcg64Mcg::seed_from_u64(seed);
            let mut cells: Vec<Cell> = size.cells().collect();
            cells.shuffle(&mut random);
            for &cell in &cells {
                let color = if random.random() { Color::Black } else { Color::White };
                prop_assert!(board.play(color, cell));
            }
            prop_assert_eq!(Color::BOTH.map(|color| has_path(&board, color)).iter().filter(|&&won| won).count(), 1);
            prop_assert!(has_path(&board, board.winner().unwrap()));
        }

        /// On a path with the fewest empty cells no stone less joins the edges, and the stones on all of them do.
        #[test]
        fn the_shortest_path_joins_the_edges(size in (1..=4_usize, 1..=4_usize), seed in any::<u64>()) {
            let mut board = Board::new(Size { width: size.0, height: size.1 });
            let mut random = Pcg64Mcg::seed_from_u64(seed);
            let mut empty: Vec<Cell> = board.size().cells().collect();
            empty.shuffle(&mut random);
            while empty.len() > 8 || random.random_bool(0.5) {
                let Some(cell) = empty.pop() else { break };
                board.play(if random.random() { Color::Black } else { Color::White }, cell);
            }
            for color in Color::BOTH {
                let joins = |cells: &[Cell]| {
                    let mut board = board.clone();
                    for &cell in cells {
                        board.play(color, cell);
                    }
                    board.has_joined(color)
                };
                let sets = (0..1_usize << empty.len()).map(|set| empty.iter().enumerate().filter(move |(i, _)| set >> i & 1 == 1));
                let sets = sets.map(|set| set.map(|(_, &cell)| cell).collect::<Vec<_>>());
                let fewest = sets.filter(|set| joins(set)).map(|set| set.len()).min();
                let path = board.shortest_path(color, |_| true);
                prop_assert_eq!(path.as_ref().map(Vec::len), fewest);
                prop_assert!(path.is_none_or(|path| joins(&path)));
            }
        }

        #[test]
        fn undo_takes_back_stones_and_chains(size in sides(), seed in any::<u64>()) {
            let mut board = Board::new(size);
            let mut random = Pcg64Mcg::seed_from_u64(seed);
            for _ in 0..400 {
                if random.random_ratio(3, 5) {
                    let cell = Cell(random.random_range(0..size.area() as u16));
                    let was = board.stone(cell);
                    prop_assert_eq!(board.play(if random.random() { Color::Black } else { Color::White }, cell), was.is_none());
                } else {
                    board.undo();
                }
                for color in Color::BOTH {
                    prop_assert_eq!(board.winner() == Some(color), has_path(&board, color));
                }
            }
            while board.undo().is_some() {}
            prop_assert_eq!(board.stone_count(), 0);
            prop_assert_eq!(board.winner(), None);
        }
    }
}
