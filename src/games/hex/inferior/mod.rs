//! Cells that a player need not look at: those that can be filled in, and those that need not be tried.
//!
//! A cell that is on no minimal path between a colour's edges is *dead*: whose stone lies there does not matter. That is so
//! where, of its neighbours, those that the colour has or may still get are all neighbours of each other, or of one chain: a
//! path through the cell has a shortcut. From this one test, put to each colour, the local rules follow; the regions
//! that stones cut off are in [`regions`]. These can be filled in, and no position changes its winner:
//!
//! - dead cells, for either colour;
//! - *captured* pairs: each of two neighbours is dead once a colour has the other, so it answers a stone on the one on the other;
//! - *permanently inferior* cells, those at which the other colour gets nothing, whatever happens.
//!
//! These need not be tried, as long as one move of each cycle of dominated ones is kept:
//!
//! - a *vulnerable* cell: an answer of the opponent makes it dead;
//! - a *reversible* cell: an answer of the opponent captures two cells that make it dead;
//! - a *dominated* cell: an own stone elsewhere makes it dead or captures it.
//!
//! After R. Hayward and J. van Rijswijck, *Hex and combinatorics* (2006), B. Arneson, R. Hayward and P. Henderson, *Solving
//! Hex: beyond humans* (2010), and P. Henderson and R. Hayward, *Captured-reversible moves and star-decomposition domination
//! in Hex* (2013).

pub mod regions;

use arrayvec::ArrayVec;

use super::board::cellset::CellSet;
use super::board::geometry::Geometry;
use super::vc::ends::Ends;
use crate::color::Color;
use crate::grid::Cell;

/// A position as the rules see it: endpoints of both colours, filled-in cells among their stones.
pub struct Surroundings<'a, const W: usize> {
    geometry: &'a Geometry<W>,
    ends: [&'a Ends<W>; 2],
    /// The cells without a stone.
    empty: CellSet<W>,
    /// The cells beside stones and edges of each colour, perhaps some with stones.
    beside: [CellSet<W>; 2],
}

/// Stones that are thought of.
struct Extra<const W: usize> {
    stones: [CellSet<W>; 2],
    /// What those of each colour join, themselves included; no two of these have anything in common.
    chains: [ArrayVec<CellSet<W>, MOST_THOUGHT>; 2],
}

/// Most stones of a colour that are thought of at once.
const MOST_THOUGHT: usize = 3;

/// Why a cell need not be tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The opponent's answer at this cell makes it dead.
    Vulnerable(Cell),
    /// The opponent's answer at this cell captures two cells, and these make it dead.
    Reversible(Cell, [Cell; 2]),
    /// The player's own stone at this cell, instead, makes it dead or captures it.
    Dominated(Cell),
}

impl Reason {
    /// The cells that the opponent needs to refute the move; `None` where another move is only as good.
    #[must_use]
    pub fn refutation<const W: usize>(&self) -> Option<CellSet<W>> {
        match *self {
            Reason::Vulnerable(answer) => Some([answer].into_iter().collect()),
            Reason::Reversible(answer, [a, b]) => Some([answer, a, b].into_iter().collect()),
            Reason::Dominated(_) => None,
        }
    }
}

/// Why cells can be filled in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// They do not matter.
    Dead,
    /// Their colour answers a stone on one of them on another.
    Captured,
    /// The other colour gets nothing there, whatever happens.
    Permanent,
}

impl Kind {
    /// All of them, in order.
    pub const ALL: [Self; 3] = [Kind::Dead, Kind::Captured, Kind::Permanent];
}

/// Cells that can be filled in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FillIn<const W: usize> {
    /// Why.
    pub kind: Kind,
    /// The colour that their stones get; black where they do not matter.
    pub color: Color,
    /// The cells.
    pub cells: CellSet<W>,
    /// The empty cells beside them at which their colour may have to answer.
    pub answers: CellSet<W>,
}

impl<const W: usize> FillIn<W> {
    fn dead(cells: CellSet<W>) -> Self {
        FillIn { kind: Kind::Dead, color: Color::Black, cells, answers: CellSet::EMPTY }
    }

    fn captured(color: Color, cells: CellSet<W>) -> Self {
        FillIn { kind: Kind::Captured, color, cells, answers: CellSet::EMPTY }
    }
}

impl<'a, const W: usize> Surroundings<'a, W> {
    /// The position with these endpoints of black and of white, and these cells without a stone.
    #[must_use]
    pub fn new(geometry: &'a Geometry<W>, ends: [&'a Ends<W>; 2], empty: CellSet<W>) -> Self {
        let beside = Color::BOTH.map(|color| {
            let edges = geometry.edges[color.index()];
            geometry.around(ends[color.index()].own()) | edges[0] | edges[1]
        });
        Surroundings { geometry, ends, empty, beside }
    }

    fn around(&self, cell: Cell) -> CellSet<W> {
        self.geometry.near[cell.index()] & self.empty
    }

    /// Stones that are thought of, at most [`MOST_THOUGHT`] of a colour.
    fn with(&self, stones: &[(Color, Cell)]) -> Extra<W> {
        let mut extra = Extra { stones: [CellSet::EMPTY; 2], chains: [ArrayVec::new(), ArrayVec::new()] };
        stones.iter().for_each(|&(color, cell)| extra.stones[color.index()].insert(cell));
        for &(color, cell) in stones {
            let own = color.index();
            let mut chain =
                self.ends[own].solid_around(self.geometry, cell) | (self.geometry.near[cell.index()] & extra.stones[own]);
            chain.insert(cell);
            let mut chains = ArrayVec::new();
            for other in extra.chains[own].drain(..) {
                if other.meets(&chain) {
                    chain |= other;
                } else {
                    chains.push(other);
                }
            }
            chains.push(chain);
            extra.chains[own] = chains;
        }
        extra
    }

    /// Whether a cell is dead where these stones are on the board too.
    fn is_dead_with(&self, cell: Cell, stones: &[(Color, Cell)]) -> bool {
        let mut open = self.around(cell);
        stones.iter().for_each(|&(_, stone)| open.remove(stone));
        let mut extra = None;
        Color::BOTH.into_iter().any(|color| {
            let own = stones.iter().filter(|stone| stone.0 == color);
            let beside = own.fold(self.beside[color.index()], |all, stone| all | self.geometry.near[stone.1.index()]);
            self.may_be_joined(cell, open, beside)
                && self.is_useless(cell, color, Some(extra.get_or_insert_with(|| self.with(stones))))
        })
    }

    fn is_dead(&self, cell: Cell) -> bool {
        let open = self.around(cell);
        Color::BOTH
            .into_iter()
            .any(|color| self.may_be_joined(cell, open, self.beside[color.index()]) && self.is_useless(cell, color, None))
    }

    /// What [`Surroundings::is_useless`] asks, as far as it can be told from the cells beside a colour's stones and edges.
    fn may_be_joined(&self, cell: Cell, open: CellSet<W>, beside: CellSet<W>) -> bool {
        let apart = open - beside;
        if beside.contains(cell) {
            return apart.is_empty();
        }
        apart.iter().all(|lone| {
            let mut others = open;
            others.remove(lone);
            others.is_within(&self.geometry.near[lone.index()])
        })
    }

    /// Whether what a colour has or may get around a cell is all joined without it, once it is had.
    fn is_useless(&self, cell: Cell, color: Color, extra: Option<&Extra<W>>) -> bool {
        let taken = extra.map_or(CellSet::EMPTY, |extra| extra.stones[0] | extra.stones[1]);
        let open = self.around(cell) - taken;
        let solid = self.chains_around(cell, color, extra);
        // Two chains that touch would be one: a cell between two of them is needed.
        if solid.len() > 1 {
            return false;
        }
        let mut before: ArrayVec<(Cell, CellSet<W>), 6> = ArrayVec::new();
        open.iter().all(|other| {
            let chains = self.chains_around(other, color, extra);
            let is_joined =
                |&(earlier, of): &(Cell, CellSet<W>)| self.geometry.near[other.index()].contains(earlier) || chains.meets(&of);
            let fits = if solid.is_empty() { before.iter().all(is_joined) } else { solid.is_within(&chains) };
            before.push((other, chains));
            fits
        })
    }

    /// The chains and edges of a colour beside a cell, with more of its stones on the board: what these join goes by one name.
    fn chains_around(&self, cell: Cell, color: Color, extra: Option<&Extra<W>>) -> CellSet<W> {
        let mut found = self.ends[color.index()].solid_around(self.geometry, cell);
        let Some(extra) = extra else { return found };
        found |= self.geometry.near[cell.index()] & extra.stones[color.index()];
        for chain in &extra.chains[color.index()] {
            if chain.meets(&found) {
                found = (found - *chain) | chain.iter().take(1).collect();
            }
        }
        found
    }

    /// Whether a colour captures two cells, perhaps with one more stone of its own on the board.
    fn captures(&self, color: Color, cells: [Cell; 2], with: Option<Cell>) -> bool {
        let is_dead_by = |cell: Cell, answer: Cell| {
            let stones: ArrayVec<(Color, Cell), 2> = with.into_iter().chain([answer]).map(|cell| (color, cell)).collect();
            self.is_dead_with(cell, &stones)
        };
        let [a, b] = cells;
        is_dead_by(a, b) && is_dead_by(b, a)
    }

    /// What can be filled in after stones on some cells, unless somebody has won: the first find. All that can be is found
    /// where these are all cells.
    #[must_use]
    pub fn fill_in(&self, changed: CellSet<W>) -> Option<FillIn<W>> {
        if self.ends.iter().any(|ends| ends.is_one()) {
            return None;
        }
        self.fill_in_locally(self.geometry.around(self.geometry.around(changed)) & self.empty).or_else(|| {
            Color::BOTH.into_iter().find_map(|color| {
                let beside = |cell| self.ends[color.index()].solid_around(self.geometry, cell);
                self.dead_behind(color, changed.iter().fold(CellSet::EMPTY, |all, cell| all | beside(cell)))
            })
        })
    }

    fn fill_in_locally(&self, among: CellSet<W>) -> Option<FillIn<W>> {
        for cell in among.iter() {
            if self.is_dead(cell) {
                return Some(FillIn::dead([cell].into_iter().collect()));
            }
            for color in Color::BOTH {
                if let Some(partner) = self.around(cell).iter().find(|&partner| self.captures(color, [cell, partner], None)) {
                    return Some(FillIn::captured(color, [cell, partner].into_iter().collect()));
                }
            }
        }
        among.iter().find_map(|cell| Color::BOTH.into_iter().find_map(|color| self.permanent(color, cell)))
    }

    /// Whether a colour can be given a cell at which the other gets nothing, whatever happens, and why.
    ///
    /// There are an *answer* and a *spare* beside the cell. The colour's stone on the answer makes the cell dead, so it replies
    /// there to a stone on the cell. Once the other has the answer, the colour captures the cell and the spare. Once the other
    /// has the spare, either the colour captures the cell and the answer, or its stone on the answer makes the spare dead
    /// as well. So the colour, without the stone on the cell, does as well as with it.
    fn permanent(&self, color: Color, cell: Cell) -> Option<FillIn<W>> {
        let other = color.other();
        self.around(cell).iter().filter(|&answer| self.is_dead_with(cell, &[(color, answer)])).find_map(|answer| {
            let is_spare = |spare: Cell| {
                spare != answer
                    && self.is_dead_with(cell, &[(other, answer), (color, spare)])
                    && self.is_dead_with(spare, &[(other, answer), (color, cell)])
                    && (self.is_dead_with(spare, &[(color, answer)])
                        || self.is_dead_with(answer, &[(other, spare), (color, cell)]))
            };
            let spare = self.around(cell).iter().find(|&spare| is_spare(spare))?;
            let answers = [answer, spare].into_iter().collect();
            Some(FillIn { kind: Kind::Permanent, color, cells: [cell].into_iter().collect(), answers })
        })
    }

    /// Whether a stone of a colour makes another cell dead or captures it.
    fn settles(&self, color: Color, stone: Cell, cell: Cell) -> bool {
        let partners = self.around(cell) & self.geometry.near[stone.index()];
        self.is_dead_with(cell, &[(color, stone)])
            || partners.iter().any(|partner| self.captures(color, [cell, partner], Some(stone)))
    }

    /// The cells among some that `color`, to move, need not try, with the reason for each. Some cell is always left.
    ///
    /// Where a vulnerable or reversible cell wins, the answer that makes it dead leaves the player to move again; a winning
    /// move there that is not itself of these kinds wins at once, for the opponent's stones only help to answer it so. Where
    /// a dominated cell wins, so does its dominator, which is kept.
    #[must_use]
    pub fn inferior(&self, color: Color, among: CellSet<W>) -> Vec<(Cell, Reason)> {
        let mut found = Vec::new();
        let mut left = among;
        let mut kept = CellSet::<W>::EMPTY;
        for cell in among.iter() {
            if let Some(reason) = self.vulnerable(color, cell).or_else(|| self.reversible(color, cell)) {
                left.remove(cell);
                found.push((cell, reason));
            }
        }
        for cell in left.iter() {
            if kept.contains(cell) {
                continue;
            }
            let better = (self.around(cell) & left).iter().find(|&at| self.settles(color, at, cell));
            if let Some(better) = better {
                left.remove(cell);
                kept.insert(better);
                found.push((cell, Reason::Dominated(better)));
            }
        }
        if left.is_empty() { Vec::new() } else { found }
    }

    fn vulnerable(&self, color: Color, cell: Cell) -> Option<Reason> {
        let answer = self.around(cell).iter().find(|&at| self.is_dead_with(cell, &[(color.other(), at)]))?;
        Some(Reason::Vulnerable(answer))
    }

    fn reversible(&self, color: Color, cell: Cell) -> Option<Reason> {
        let (near, opponent) = (&self.geometry.near, color.other());
        let around = self.around(cell);
        // In the open three stones are too few.
        if around == near[cell.index()] {
            return None;
        }
        around.iter().find_map(|a| {
            (around & near[a.index()]).iter().take_while(|&b| b < a).find_map(|b| {
                let mut answers = self.around(a) | self.around(b);
                [a, b, cell].into_iter().for_each(|cell| answers.remove(cell));
                let refutes = |answer: Cell| {
                    self.is_dead_with(cell, &[(opponent, answer), (opponent, a), (opponent, b)])
                        && self.captures(opponent, [a, b], Some(answer))
                };
                Some(Reason::Reversible(answers.iter().find(|&answer| refutes(answer))?, [b, a]))
            })
        })
    }
}
