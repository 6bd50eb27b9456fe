//! The two-distance evaluation (van Rijswijk, *Search and Evaluation in Hex*, 2002, section 4; the heart of Queenbee).
//!
//! The two-distance of a cell to an edge is 1 beside the edge (through own chains), else one more than the *second* least
//! two-distance among its neighbours (through own chains): the opponent may always take away the best way on. The
//! potential of a player is the least sum of a cell's two-distances to both edges, the mobility the number of cells that
//! attain it.

use super::super::board::Board;
use super::super::board::cellset::{CellSet, with_width};
use super::super::board::geometry::Geometry;
use super::{Evaluator, Leaf};
use crate::color::Color;
use crate::grid::Cell;
use crate::search::{Estimate, Value};

/// The two-distance of a cell from which an edge cannot be forced, and the potential of a player who has no cell left.
const FAR: u16 = 100;

/// One ply of potential in units of the evaluation; mobility counts single units below that.
pub(crate) const UNITS_PER_PLY: i32 = 100;

/// Most units that the difference of mobilities may come to: it never outweighs a ply.
const MAX_MOBILITY: i32 = UNITS_PER_PLY - 1;

/// The two-distances of one player.
#[derive(Clone, Debug)]
pub(crate) struct TwoDistance {
    /// For each cell the sum of its two-distances to both edges; of an occupied one [`FAR`] twice.
    sums: Vec<u16>,
    /// The least of them.
    pub potential: u16,
    /// How many cells attain it.
    pub mobility: u16,
}

impl TwoDistance {
    /// Returns the two-distances of a player in a position that is not decided.
    #[must_use]
    pub fn new<const W: usize>(board: &Board, geometry: &Geometry<W>, color: Color) -> Self {
        let steps = Steps::new(board, geometry, color);
        let mut sums = vec![0; board.size().area()];
        for start in steps.starts {
            steps.add_distances(start, &mut sums);
        }
        for cell in board.size().cells().filter(|&cell| board.stone(cell).is_some()) {
            sums[cell.index()] = 2 * FAR;
        }
        let potential = sums.iter().copied().min().unwrap_or(2 * FAR);
        let mobility = sums.iter().filter(|&&sum| sum == potential).count() as u16;
        TwoDistance { sums, potential, mobility }
    }

    /// Computes the same, for one position alone.
    #[must_use]
    pub fn compute(board: &Board, color: Color) -> Self {
        fn compute<const W: usize>(board: &Board, color: Color) -> TwoDistance {
            TwoDistance::new::<W>(board, &Geometry::new(board), color)
        }
        with_width!(board.size(), compute(board, color))
    }

    /// Returns the sum of a cell's two-distances to both edges.
    #[must_use]
    pub fn sum(&self, cell: Cell) -> u16 {
        self.sums[cell.index()]
    }

    /// Returns the evaluation for the first of two players.
    #[must_use]
    pub fn compare(own: &TwoDistance, other: &TwoDistance) -> i32 {
        let potential = i32::from(other.potential) - i32::from(own.potential);
        let mobility = i32::from(own.mobility) - i32::from(other.mobility);
        potential * UNITS_PER_PLY + mobility.clamp(-MAX_MOBILITY, MAX_MOBILITY)
    }
}

/// Evaluates by the two-distances of both players.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TwoDistanceEvaluator;

impl TwoDistanceEvaluator {
    fn two_distances<const W: usize>(leaf: &Leaf<'_, W>) -> [TwoDistance; 2] {
        leaf.players().map(|color| TwoDistance::new(leaf.board, leaf.geometry, color))
    }
}

impl<const W: usize> Evaluator<W> for TwoDistanceEvaluator {
    fn evaluate(&self, leaf: &Leaf<'_, W>) -> Estimate<Cell> {
        let [own, other] = Self::two_distances(leaf);
        Value::estimate(TwoDistance::compare(&own, &other)).into()
    }

    fn sort_moves(&self, leaf: &Leaf<'_, W>, cells: &mut [Cell]) -> usize {
        let [own, other] = Self::two_distances(leaf);
        cells.sort_by_cached_key(|&cell| i64::from(own.sum(cell) + other.sum(cell)));
        cells.len()
    }
}

/// The steps of a player between empty cells: the liberties of an own chain are neighbours of each other.
struct Steps<const W: usize> {
    near: Vec<CellSet<W>>,
    starts: [CellSet<W>; 2],
}

impl<const W: usize> Steps<W> {
    fn new(board: &Board, geometry: &Geometry<W>, color: Color) -> Self {
        let size = board.size();
        let near = &geometry.near;
        let edges = geometry.edges[color.index()];
        let empty = CellSet::filter(size, |cell| board.stone(cell).is_none());
        let mut own = CellSet::filter(size, |cell| board.stone(cell) == Some(color));
        let mut steps = Steps { near: near.iter().map(|&set| set & empty).collect(), starts: edges };
        while let Some(stone) = own.iter().next() {
            let chain = geometry.flood([stone].into_iter().collect(), own);
            own = own - chain;
            let liberties = geometry.neighbors_of(chain) & empty;
            for cell in liberties.iter() {
                steps.near[cell.index()] |= liberties;
                steps.near[cell.index()].remove(cell);
            }
            for (start, edge) in steps.starts.iter_mut().zip(edges) {
                if chain.intersects(&edge) {
                    *start |= liberties;
                }
            }
        }
        steps.starts = steps.starts.map(|start| start & empty);
        steps
    }

    /// Adds each cell's two-distance from the cells `start`, level by level: a cell is reached when a second way to it is found.
    fn add_distances(&self, start: CellSet<W>, sums: &mut [u16]) {
        let (mut once, mut twice, mut done) = (CellSet::EMPTY, CellSet::EMPTY, CellSet::EMPTY);
        let mut level = start;
        let mut distance = 1;
        sums.iter_mut().for_each(|sum| *sum += FAR);
        while !level.is_empty() {
            for cell in level.iter() {
                let sum = &mut sums[cell.index()];
                *sum = *sum - FAR + distance.min(FAR);
                let near = self.near[cell.index()];
                twice |= once & near;
                once |= near;
            }
            done |= level;
            level = twice - done;
            distance += 1;
        }
    }
}
