//! Regions that stones cut off from the rest of the board.
//!
//! What no path between a colour's edges enters but through one chain and the empty cells beside it is dead: the path has a
//! shortcut along the chain (a *clique cut-set*: a chain makes all cells beside it neighbours). A region all of whose
//! neighbours are stones, a *chain decomposition*, is dead where a colour has at most one chain beside it, and captured by a
//! colour that has two, connected within the region: nothing else is to be had there (P. Henderson, *Playing and solving the
//! game of Hex*, 2010, chapter 3).

use super::super::board::cellset::CellSet;
use super::super::board::geometry::Geometry;
use super::super::vc::Connections;
use super::{FillIn, Surroundings};
use crate::color::Color;
use crate::grid::Cell;

impl<const W: usize> Surroundings<'_, W> {
    /// The dead cells behind one of these chains or edges of a colour and the empty cells beside it.
    pub(super) fn dead_behind(&self, color: Color, solids: CellSet<W>) -> Option<FillIn<W>> {
        let ends = self.ends[color.index()];
        solids.iter().find_map(|solid| {
            let rows = |joined: bool| {
                let edges = ends.edges().into_iter().zip(self.geometry.edges[color.index()]);
                let picked = edges.filter(|&(edge, _)| (ends.of(edge) == Some(solid)) == joined);
                picked.fold(CellSet::EMPTY, |all, (_, row)| all | row)
            };
            let chain: CellSet<W> = ends.own().iter().filter(|&stone| ends.of(stone) == Some(solid)).collect();
            let beside = (self.geometry.around(chain) | rows(true)) & self.empty;
            let open = (ends.open() - chain) - beside;
            let behind = (self.empty - beside) - flood(self.geometry, rows(false), open);
            (!behind.is_empty()).then(|| FillIn::dead(behind))
        })
    }

    /// The regions that only stones surround and that are dead or captured as a whole.
    #[must_use]
    pub fn decompositions(&self, sides: [&Connections<W>; 2]) -> Vec<FillIn<W>> {
        let mut found = Vec::new();
        let mut left = self.empty;
        while let Some(cell) = left.iter().next() {
            let region = flood(self.geometry, [cell].into_iter().collect(), self.empty);
            if region == self.empty {
                break;
            }
            left = left - region;
            found.extend(Color::BOTH.into_iter().find_map(|color| self.decomposition(region, sides[color.index()])));
        }
        found
    }

    /// What a colour alone makes of a region.
    fn decomposition(&self, region: CellSet<W>, side: &Connections<W>) -> Option<FillIn<W>> {
        let beside = |cell| side.ends().solid_around(self.geometry, cell);
        let chains: Vec<Cell> = region.iter().fold(CellSet::EMPTY, |all, cell| all | beside(cell)).iter().collect();
        match chains[..] {
            [] | [_] => Some(FillIn::dead(region)),
            [a, b] => {
                let is_joined = side.pair(a, b).fulls().iter().any(|full| full.is_within(&region));
                is_joined.then(|| FillIn::captured(side.color(), region))
            }
            _ => None,
        }
    }
}

/// The open cells that are joined to some of these by open cells.
fn flood<const W: usize>(geometry: &Geometry<W>, from: CellSet<W>, open: CellSet<W>) -> CellSet<W> {
    let mut reached = from & open;
    let mut fresh = reached;
    while !fresh.is_empty() {
        fresh = (geometry.around(fresh) & open) - reached;
        reached |= fresh;
    }
    reached
}
