//! The groups of one colour in a position: what each cell belongs to. Groups are the endpoints of connections.
//!
//! A group is an empty cell, a chain, or one of the colour's two edges with the chains that touch it. It is numbered like a
//! cell: an empty cell is itself, a chain goes by one of its cells, and the two edges follow the last cell.

use super::cellset::CellSet;
use super::geometry::Geometry;
use crate::color::Color;
use crate::grid::Cell;

/// The groups of one colour in a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Groups<const W: usize> {
    color: Color,
    /// Number of cells; the edges follow.
    area: u16,
    /// For each cell and edge its group; [`NONE`] under a stone of the other colour.
    group_of: Vec<u16>,
    /// The groups that are chains or edges.
    solid: CellSet<W>,
    /// All groups.
    all: CellSet<W>,
    /// The colour's stones.
    stones: CellSet<W>,
    /// The cells without a stone of the other colour.
    open: CellSet<W>,
}

const NONE: u16 = u16::MAX;

impl<const W: usize> Groups<W> {
    /// Returns the groups of a colour with these stones, where these cells are empty.
    #[must_use]
    pub fn new(geometry: &Geometry<W>, color: Color, stones: CellSet<W>, empty: CellSet<W>) -> Self {
        let area = geometry.size.area() as u16;
        let cells = geometry.size.cells().map(|cell| if empty.contains(cell) { cell.0 } else { NONE });
        let group_of = cells.chain([area, area + 1]).collect();
        let edges = [Cell(area), Cell(area + 1)].into_iter().collect();
        let mut groups = Groups { color, area, group_of, solid: edges, all: empty | edges, stones: CellSet::EMPTY, open: empty };
        for stone in stones.iter() {
            groups.add_stone(geometry, stone);
        }
        groups
    }

    /// Returns the bytes of memory that they take beside their own.
    #[must_use]
    pub fn bytes(&self) -> usize {
        size_of_val(&self.group_of[..])
    }

    /// Returns the colour.
    #[must_use]
    pub fn color(&self) -> Color {
        self.color
    }

    /// Returns the two edges.
    #[must_use]
    pub fn edges(&self) -> [Cell; 2] {
        [Cell(self.area), Cell(self.area + 1)]
    }

    /// Returns whether stones join the two edges: the colour has won.
    #[must_use]
    pub fn are_edges_joined(&self) -> bool {
        let [from, to] = self.edges();
        self.group_of(from) == self.group_of(to)
    }

    /// Returns whether a group is one of the edges.
    #[must_use]
    pub fn is_edge(&self, group: Cell) -> bool {
        group.0 >= self.area
    }

    /// Returns the group that a cell or an edge belongs to; `None` under a stone of the other colour.
    #[must_use]
    pub fn group_of(&self, cell: Cell) -> Option<Cell> {
        Some(self.group_of[cell.index()]).filter(|&group| group != NONE).map(Cell)
    }

    /// Returns whether a group is a chain or an edge.
    #[must_use]
    pub fn is_solid(&self, group: Cell) -> bool {
        self.solid.contains(group)
    }

    /// Returns all groups.
    #[must_use]
    pub fn all(&self) -> CellSet<W> {
        self.all
    }

    /// Returns the chains and edges beside a cell.
    #[must_use]
    pub fn solid_neighbors(&self, geometry: &Geometry<W>, cell: Cell) -> CellSet<W> {
        let chains = (geometry.near[cell.index()] & self.stones).iter().filter_map(|stone| self.group_of(stone));
        let edges = self.edges().into_iter().zip(geometry.edges[self.color.index()]);
        let beside = edges.filter(|(_, cells)| cells.contains(cell)).filter_map(|(edge, _)| self.group_of(edge));
        chains.chain(beside).collect()
    }

    /// Returns the colour's stones.
    #[must_use]
    pub fn stones(&self) -> CellSet<W> {
        self.stones
    }

    /// Returns the cells without a stone of the other colour.
    #[must_use]
    pub fn open(&self) -> CellSet<W> {
        self.open
    }

    /// Adds a stone of the colour. Returns the group that it belongs to, and the groups that this one has absorbed.
    pub fn add_stone(&mut self, geometry: &Geometry<W>, cell: Cell) -> (Cell, CellSet<W>) {
        let mut absorbed = self.solid_neighbors(geometry, cell);
        // An edge keeps its number; among chains the least number stays.
        let edge = self.edges().into_iter().find(|&edge| absorbed.contains(edge));
        let group = edge.or_else(|| absorbed.iter().next()).unwrap_or(cell);
        absorbed.insert(cell);
        absorbed.remove(group);
        self.group_of[cell.index()] = cell.0;
        self.stones.insert(cell);
        self.open.insert(cell);
        for number in &mut self.group_of {
            if *number != NONE && absorbed.contains(Cell(*number)) {
                *number = group.0;
            }
        }
        self.solid = self.solid - absorbed;
        self.solid.insert(group);
        self.all = self.all - absorbed;
        self.all.insert(group);
        (group, absorbed)
    }

    /// Adds a stone of the other colour.
    pub fn add_opponent_stone(&mut self, cell: Cell) {
        self.group_of[cell.index()] = NONE;
        self.open.remove(cell);
        self.all.remove(cell);
    }
}
