//! Regions that stones cut off from the rest of the board.
//!
//! A region that every path between a colour's edges enters and leaves through one chain and the empty cells beside it is
//! dead: the path has a shortcut along the chain (a *clique cut-set*: a chain makes all cells beside it neighbours). A
//! region with stones all around, a *chain decomposition*, is dead if a colour has at most one chain beside it. A colour
//! with two chains beside it captures the region if it connects them within the region (P. Henderson, *Playing and solving the
//! game of Hex*, 2010, chapter 3).

use super::super::board::cellset::CellSet;
use super::{FillIn, InferiorCells};
use crate::color::Color;
use crate::grid::Cell;

impl<const W: usize> InferiorCells<'_, W> {
    /// Returns the dead cells behind one of these chains or edges of a colour.
    pub(super) fn dead_behind(&self, color: Color, solids: CellSet<W>) -> Option<FillIn<W>> {
        let groups = self.groups[color.index()];
        solids.iter().find_map(|solid| {
            let edge_cells = |in_chain: bool| {
                let edges = groups.edges().into_iter().zip(self.geometry.edges[color.index()]);
                let picked = edges.filter(|&(edge, _)| (groups.group_of(edge) == Some(solid)) == in_chain);
                picked.fold(CellSet::EMPTY, |all, (_, row)| all | row)
            };
            let chain: CellSet<W> = groups.stones().iter().filter(|&stone| groups.group_of(stone) == Some(solid)).collect();
            let beside = (self.geometry.neighbors_of(chain) | edge_cells(true)) & self.empty;
            let open = (groups.open() - chain) - beside;
            let behind = (self.empty - beside) - self.geometry.flood(edge_cells(false), open);
            (!behind.is_empty()).then(|| FillIn::dead(behind))
        })
    }

    /// Returns the regions with stones all around that are dead or captured as a whole. `connects` tells whether a colour
    /// has a full connection between two groups with a carrier within a region.
    #[must_use]
    pub fn decompositions(&self, connects: impl Fn(Color, [Cell; 2], CellSet<W>) -> bool) -> Vec<FillIn<W>> {
        let mut found = Vec::new();
        let mut left = self.empty;
        while let Some(cell) = left.iter().next() {
            let region = self.geometry.flood([cell].into_iter().collect(), self.empty);
            if region == self.empty {
                break;
            }
            left = left - region;
            found.extend(Color::BOTH.into_iter().find_map(|color| self.decomposition(region, color, &connects)));
        }
        found
    }

    /// Returns the fill-in of a region by what one colour has beside it.
    fn decomposition(
        &self,
        region: CellSet<W>,
        color: Color,
        connects: impl Fn(Color, [Cell; 2], CellSet<W>) -> bool,
    ) -> Option<FillIn<W>> {
        let beside = |cell| self.groups[color.index()].solid_neighbors(self.geometry, cell);
        let chains: Vec<Cell> = region.iter().fold(CellSet::EMPTY, |all, cell| all | beside(cell)).iter().collect();
        match chains[..] {
            [] | [_] => Some(FillIn::dead(region)),
            [a, b] => connects(color, [a, b], region).then(|| FillIn::capture(color, region)),
            _ => None,
        }
    }
}
