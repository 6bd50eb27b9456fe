//! Cells that a player need not look at: dead, captured, vulnerable and dominated ones.
//!
//! A cell that is on no minimal path between a colour's edges is *dead*: whose stone lies there does not matter. That is so
//! where, of its neighbours, those that the colour has or may still get are all neighbours of each other, chains taken as
//! one: a path through the cell has a shortcut. From this one test, put to each colour, all else follows. Two neighbours of
//! which each is dead once a colour has the other are *captured* by that colour: it answers a stone on the one with a stone
//! on the other. Dead and captured cells can be filled in, for either and for that colour, and no position changes its
//! winner. A cell that the opponent can make dead by an answer is *vulnerable*, one that an own stone elsewhere makes dead
//! is *dominated* by that stone: a player who leaves them out loses no win, as long as one move of each kind's cycle is kept.
//!
//! After R. Hayward and J. van Rijswijck, *Hex and combinatorics* (2006), and B. Arneson, R. Hayward and P. Henderson,
//! *Solving Hex: beyond humans* (2010); the dominated and the vulnerable ones are B. Arneson's "inferior cell analysis".

use super::cellset::CellSet;
use super::geometry::Geometry;
use super::hsearch::ends::Ends;
use crate::color::Color;
use crate::grid::Cell;

/// A position as the local rules see it: endpoints of both colours, filled-in cells among their stones.
pub struct Surroundings<'a, const W: usize> {
    /// The board's geometry.
    pub geometry: &'a Geometry<W>,
    /// The endpoints of black and of white.
    pub ends: [&'a Ends<W>; 2],
    /// The cells without a stone.
    pub empty: CellSet<W>,
}

/// A stone that is thought of.
type Stone = (Color, Cell);

/// Why a cell need not be tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The opponent's answer at this cell makes it dead.
    Vulnerable(Cell),
    /// The player's own stone at this cell, instead, makes it dead.
    Dominated(Cell),
}

/// Cells that can be filled in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FillIn<const W: usize> {
    /// A cell that does not matter.
    Dead(Cell),
    /// Cells that are as good as a colour's stones.
    Captured(Color, CellSet<W>),
}

impl<const W: usize> FillIn<W> {
    /// The colour that its stones get; dead cells go to black.
    #[must_use]
    pub fn color(&self) -> Color {
        match self {
            FillIn::Dead(_) => Color::Black,
            FillIn::Captured(color, _) => *color,
        }
    }

    /// Its cells.
    #[must_use]
    pub fn cells(&self) -> CellSet<W> {
        match self {
            FillIn::Dead(cell) => [*cell].into_iter().collect(),
            FillIn::Captured(_, cells) => *cells,
        }
    }
}

impl<const W: usize> Surroundings<'_, W> {
    /// Whether a cell is dead, perhaps with one more stone on the board.
    #[must_use]
    pub fn is_dead(&self, cell: Cell, extra: Option<Stone>) -> bool {
        Color::BOTH.into_iter().any(|color| self.is_useless(cell, color, extra))
    }

    /// Whether what a colour has or may get around a cell is all joined without it.
    fn is_useless(&self, cell: Cell, color: Color, extra: Option<Stone>) -> bool {
        let ends = self.ends[color.index()];
        let mut open = self.geometry.near[cell.index()] & self.empty;
        let mut solid = ends.solid_around(self.geometry, cell);
        // The chain of the extra stone: its endpoints, and the cell itself.
        let mut grown = CellSet::EMPTY;
        if let Some((owner, at)) = extra {
            if owner == color {
                grown = ends.solid_around(self.geometry, at);
                if open.contains(at) || solid.meets(&grown) {
                    solid = solid - grown;
                    solid.insert(at);
                }
                grown.insert(at);
            }
            open.remove(at);
        }
        // Two chains that touch would be one: a cell between two of them is needed.
        let mut chains = solid.iter();
        let chain = chains.next();
        if chains.next().is_some() {
            return false;
        }
        open.iter().all(|other| {
            let near = &self.geometry.near[other.index()];
            let mut others = open;
            others.remove(other);
            others.is_within(near)
                && chain.is_none_or(|chain| {
                    let around = ends.solid_around(self.geometry, other);
                    if grown.contains(chain) {
                        around.meets(&grown) || extra.is_some_and(|(_, at)| near.contains(at))
                    } else {
                        around.contains(chain)
                    }
                })
        })
    }

    /// Whether a colour captures two cells.
    fn captures(&self, color: Color, a: Cell, b: Cell) -> bool {
        self.is_dead(a, Some((color, b))) && self.is_dead(b, Some((color, a)))
    }

    /// What can be filled in among some cells: the first find.
    #[must_use]
    pub fn fill_in(&self, among: CellSet<W>) -> Option<FillIn<W>> {
        for cell in (among & self.empty).iter() {
            if self.is_dead(cell, None) {
                return Some(FillIn::Dead(cell));
            }
            let partners = self.geometry.near[cell.index()] & self.empty;
            for color in Color::BOTH {
                if let Some(partner) = partners.iter().find(|&partner| self.captures(color, cell, partner)) {
                    return Some(FillIn::Captured(color, [cell, partner].into_iter().collect()));
                }
            }
        }
        None
    }

    /// The cells among some that `color`, to move, need not try, with the reason for each. Some cell is always left.
    ///
    /// Where a vulnerable cell wins, the answer that makes it dead leaves the player to move again; a winning move there
    /// that is not itself vulnerable wins at once. Where a dominated cell wins, so does its dominator, which is kept.
    #[must_use]
    pub fn inferior(&self, color: Color, among: CellSet<W>) -> Vec<(Cell, Reason)> {
        let mut found = Vec::new();
        let mut left = among;
        let mut kept = CellSet::<W>::EMPTY;
        let around = |cell: Cell| (self.geometry.near[cell.index()] & self.empty).iter();
        for cell in among.iter() {
            if let Some(killer) = around(cell).find(|&at| self.is_dead(cell, Some((color.other(), at)))) {
                left.remove(cell);
                found.push((cell, Reason::Vulnerable(killer)));
            }
        }
        for cell in left.iter() {
            if kept.contains(cell) {
                continue;
            }
            let better = around(cell).filter(|&at| left.contains(at)).find(|&at| self.is_dead(cell, Some((color, at))));
            if let Some(better) = better {
                left.remove(cell);
                kept.insert(better);
                found.push((cell, Reason::Dominated(better)));
            }
        }
        if left.is_empty() { Vec::new() } else { found }
    }
}
