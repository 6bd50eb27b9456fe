//! Cells that a player need not look at: dead, captured, vulnerable and dominated ones.
//!
//! A cell that is on no minimal path between a colour's edges is *dead*: whose stone lies there does not matter. That is so
//! where, of its neighbours, those that the colour has or may still get are all neighbours of each other, chains taken as
//! one: a path through the cell has a shortcut. From this one test, put to each colour, all else follows. Two neighbours of
//! which each is dead once a colour has the other are *captured* by that colour: it answers a stone on the one with a stone
//! on the other. Dead and captured cells can be filled in, for either and for that colour, and no position changes its
//! winner. A cell that the opponent can make dead by an answer is *vulnerable*, one that an own stone elsewhere makes dead
//! or captures is *dominated* by that stone: a player who leaves them out loses no win, as long as one move of each kind's cycle is kept.
//!
//! After R. Hayward and J. van Rijswijck, *Hex and combinatorics* (2006), and B. Arneson, R. Hayward and P. Henderson,
//! *Solving Hex: beyond humans* (2010); the dominated and the vulnerable ones are B. Arneson's "inferior cell analysis".

use arrayvec::ArrayVec;

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

/// Stones of one colour that are thought of.
struct Extra<const W: usize> {
    color: Color,
    cells: CellSet<W>,
    /// What each of them joins, itself included; no two of these have anything in common.
    chains: ArrayVec<CellSet<W>, 2>,
}

/// Why a cell need not be tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The opponent's answer at this cell makes it dead.
    Vulnerable(Cell),
    /// The player's own stone at this cell, instead, makes it dead or captures it.
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
    /// One or two stones that are thought of.
    fn with(&self, color: Color, cells: &[Cell]) -> Extra<W> {
        let mut extra = Extra { color, cells: cells.iter().copied().collect(), chains: ArrayVec::new() };
        for &cell in cells {
            let around = self.ends[color.index()].solid_around(self.geometry, cell);
            let mut chain = around | (self.geometry.near[cell.index()] & extra.cells);
            chain.insert(cell);
            match extra.chains.first_mut() {
                Some(first) if first.meets(&chain) => *first |= chain,
                _ => extra.chains.push(chain),
            }
        }
        extra
    }

    /// Whether a cell is dead, perhaps with more stones on the board.
    fn is_dead(&self, cell: Cell, extra: Option<&Extra<W>>) -> bool {
        Color::BOTH.into_iter().any(|color| self.is_useless(cell, color, extra))
    }

    /// Whether what a colour has or may get around a cell is all joined without it.
    fn is_useless(&self, cell: Cell, color: Color, extra: Option<&Extra<W>>) -> bool {
        /// Most cells that are all neighbours of each other.
        const MOST: usize = 3;
        let taken = extra.map_or(CellSet::EMPTY, |extra| extra.cells);
        let open = (self.geometry.near[cell.index()] & self.empty) - taken;
        if open.len() > MOST {
            return false;
        }
        let extra = extra.filter(|extra| extra.color == color);
        let solid = self.chains_around(cell, color, extra);
        // Two chains that touch would be one: a cell between two of them is needed.
        solid.len() <= 1
            && open.iter().all(|other| {
                let mut others = open;
                others.remove(other);
                others.is_within(&self.geometry.near[other.index()])
                    && (solid.is_empty() || solid.is_within(&self.chains_around(other, color, extra)))
            })
    }

    /// The chains and edges of a colour beside a cell, with more of its stones on the board: what these join goes by one name.
    fn chains_around(&self, cell: Cell, color: Color, extra: Option<&Extra<W>>) -> CellSet<W> {
        let mut found = self.ends[color.index()].solid_around(self.geometry, cell);
        let Some(extra) = extra else { return found };
        found |= self.geometry.near[cell.index()] & extra.cells;
        for chain in extra.chains.iter().filter(|chain| chain.meets(&found)).copied().collect::<ArrayVec<_, 2>>() {
            found = (found - chain) | chain.iter().take(1).collect();
        }
        found
    }

    /// Whether a colour captures two cells, perhaps with one more stone of its own on the board.
    fn captures(&self, color: Color, cells: [Cell; 2], with: Option<Cell>) -> bool {
        let is_dead_by = |cell: Cell, answer: Cell| {
            let stones: ArrayVec<Cell, 2> = with.into_iter().chain([answer]).collect();
            self.is_dead(cell, Some(&self.with(color, &stones)))
        };
        let [a, b] = cells;
        is_dead_by(a, b) && is_dead_by(b, a)
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
                if let Some(partner) = partners.iter().find(|&partner| self.captures(color, [cell, partner], None)) {
                    return Some(FillIn::Captured(color, [cell, partner].into_iter().collect()));
                }
            }
        }
        None
    }

    /// Whether a stone of a colour makes another cell dead or captures it.
    fn settles(&self, color: Color, stone: Cell, cell: Cell) -> bool {
        let partners = self.geometry.near[cell.index()] & self.geometry.near[stone.index()] & self.empty;
        self.is_dead(cell, Some(&self.with(color, &[stone])))
            || partners.iter().any(|partner| self.captures(color, [cell, partner], Some(stone)))
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
            if let Some(killer) = around(cell).find(|&at| self.is_dead(cell, Some(&self.with(color.other(), &[at])))) {
                left.remove(cell);
                found.push((cell, Reason::Vulnerable(killer)));
            }
        }
        for cell in left.iter() {
            if kept.contains(cell) {
                continue;
            }
            let better = around(cell).filter(|&at| left.contains(at)).find(|&at| self.settles(color, at, cell));
            if let Some(better) = better {
                left.remove(cell);
                kept.insert(better);
                found.push((cell, Reason::Dominated(better)));
            }
        }
        if left.is_empty() { Vec::new() } else { found }
    }
}
