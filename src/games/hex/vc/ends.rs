//! Endpoints of connections: which empty cell, chain or edge each cell belongs to.

use super::super::board::cellset::CellSet;
use super::super::board::geometry::Geometry;
use crate::color::Color;
use crate::grid::Cell;

/// The endpoints of one colour in a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ends<const W: usize> {
    color: Color,
    /// Number of cells; the edges follow.
    area: u16,
    /// For each cell and edge its endpoint; [`NONE`] under a stone of the other colour.
    of: Vec<u16>,
    /// The endpoints that are chains or edges.
    solid: CellSet<W>,
    /// All endpoints.
    all: CellSet<W>,
    /// The colour's stones.
    own: CellSet<W>,
    /// The cells without a stone of the other colour.
    open: CellSet<W>,
}

const NONE: u16 = u16::MAX;

impl<const W: usize> Ends<W> {
    /// The endpoints where these are the colour's stones and these the empty cells.
    #[must_use]
    pub fn new(geometry: &Geometry<W>, color: Color, own: CellSet<W>, empty: CellSet<W>) -> Self {
        let area = geometry.size.area() as u16;
        let of =
            geometry.size.cells().map(|cell| if empty.contains(cell) { cell.0 } else { NONE }).chain([area, area + 1]).collect();
        let edges = [Cell(area), Cell(area + 1)].into_iter().collect();
        let mut ends = Ends { color, area, of, solid: edges, all: empty | edges, own: CellSet::EMPTY, open: empty };
        for stone in own.iter() {
            ends.add_stone(geometry, stone);
        }
        ends
    }

    /// The two edges.
    pub fn edges(&self) -> [Cell; 2] {
        [Cell(self.area), Cell(self.area + 1)]
    }

    /// Whether the two edges are one: the colour has won.
    pub fn is_one(&self) -> bool {
        let [from, to] = self.edges();
        self.of(from) == self.of(to)
    }

    /// Whether an endpoint is one of the edges.
    #[must_use]
    pub fn is_edge(&self, end: Cell) -> bool {
        end.0 >= self.area
    }

    /// The endpoint that a cell or an edge belongs to; `None` under a stone of the other colour.
    #[must_use]
    pub fn of(&self, cell: Cell) -> Option<Cell> {
        Some(self.of[cell.index()]).filter(|&end| end != NONE).map(Cell)
    }

    /// Whether an endpoint is a chain or an edge.
    #[must_use]
    pub fn is_solid(&self, end: Cell) -> bool {
        self.solid.contains(end)
    }

    /// All endpoints.
    #[must_use]
    pub fn all(&self) -> CellSet<W> {
        self.all
    }

    /// The chains and edges beside a cell.
    pub fn solid_around(&self, geometry: &Geometry<W>, cell: Cell) -> CellSet<W> {
        let near = (geometry.near[cell.index()] & self.own).iter().filter_map(|stone| self.of(stone));
        let edges = geometry.edges[self.color.index()];
        let beside =
            self.edges().into_iter().zip(edges).filter(|(_, cells)| cells.contains(cell)).filter_map(|(edge, _)| self.of(edge));
        near.chain(beside).collect()
    }

    /// The colour's stones.
    pub fn own(&self) -> CellSet<W> {
        self.own
    }

    /// The cells without a stone of the other colour.
    pub fn open(&self) -> CellSet<W> {
        self.open
    }

    /// A stone of the colour on a cell: which endpoint it is now, and those that are now one with it.
    pub fn add_stone(&mut self, geometry: &Geometry<W>, cell: Cell) -> (Cell, CellSet<W>) {
        let mut merged = self.solid_around(geometry, cell);
        // An edge keeps its name; so does the chain with the least one.
        let name = self.edges().into_iter().find(|&edge| merged.contains(edge)).or_else(|| merged.iter().next()).unwrap_or(cell);
        merged.insert(cell);
        merged.remove(name);
        self.of[cell.index()] = cell.0;
        self.own.insert(cell);
        self.open.insert(cell);
        for end in &mut self.of {
            if *end != NONE && merged.contains(Cell(*end)) {
                *end = name.0;
            }
        }
        self.solid = self.solid - merged;
        self.solid.insert(name);
        self.all = self.all - merged;
        self.all.insert(name);
        (name, merged)
    }

    /// A stone of the other colour on a cell.
    pub fn add_obstacle(&mut self, cell: Cell) {
        self.of[cell.index()] = NONE;
        self.open.remove(cell);
        self.all.remove(cell);
    }
}
