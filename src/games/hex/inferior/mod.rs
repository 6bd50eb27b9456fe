//! Inferior-cell analysis: cells that can be filled in, and cells that need not be tried.
//!
//! A cell on no minimal path between a colour's edges is *dead*: a stone there makes no difference. A cell is dead if its
//! neighbours that the colour has or may still get are all neighbours of each other, or of one chain: every path through the
//! cell then has a shortcut. All local rules follow from this test, applied to each colour; the rules for regions that
//! stones cut off are in [`regions`]. Filling these cells in changes the winner of no position:
//!
//! - dead cells, for either colour;
//! - *captured* pairs: each of two neighbours is dead once a colour has the other, so it answers a stone on one at the other;
//! - *permanently inferior* cells: the other colour never gains from a stone there.
//!
//! The following cells need not be tried, if one cell of each cycle of dominated cells is kept:
//!
//! - a *vulnerable* cell: an answer of the opponent makes it dead;
//! - a *reversible* cell: an answer of the opponent captures two cells that make it dead;
//! - a *dominated* cell: an own stone elsewhere makes it dead or captures it.
//!
//! After R. Hayward and J. van Rijswijck, *Hex and combinatorics* (2006), B. Arneson, R. Hayward and P. Henderson, *Solving
//! Hex: beyond humans* (2010), and P. Henderson and R. Hayward, *Captured-reversible moves and star-decomposition domination
//! in Hex* (2013).

pub(super) mod regions;

use arrayvec::ArrayVec;

use super::board::cellset::CellSet;
use super::board::geometry::Geometry;
use super::board::groups::Groups;
use crate::color::Color;
use crate::grid::Cell;

/// The analysis of a position, given by the groups of both colours; cells filled in before count as stones.
pub struct InferiorCells<'a, const W: usize> {
    geometry: &'a Geometry<W>,
    groups: [&'a Groups<W>; 2],
    /// The cells without a stone.
    empty: CellSet<W>,
    /// The cells beside stones and edges of each colour, perhaps some with stones.
    beside: [CellSet<W>; 2],
}

/// Hypothetical stones on top of the position.
struct Hypothesis<const W: usize> {
    stones: [CellSet<W>; 2],
    /// For each colour the disjoint sets of stones and chains that the hypothetical stones join.
    chains: [ArrayVec<CellSet<W>, MAX_STONES>; 2],
}

/// Maximum number of hypothetical stones of a colour.
const MAX_STONES: usize = 3;

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
    /// Returns the cells that the opponent needs to refute the move; `None` where another move is at least as good.
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
pub enum FillInKind {
    /// No stone there makes a difference.
    Dead,
    /// Their colour answers a stone on one of them at another.
    Captured,
    /// The other colour never gains from a stone there.
    Permanent,
}

impl FillInKind {
    /// All of them, in order.
    pub const ALL: [Self; 3] = [FillInKind::Dead, FillInKind::Captured, FillInKind::Permanent];
}

/// Cells that can be filled in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FillIn<const W: usize> {
    /// Why.
    pub kind: FillInKind,
    /// The colour of the stones to fill in; black for dead cells.
    pub color: Color,
    pub cells: CellSet<W>,
    /// The empty cells beside them at which the colour may have to answer.
    pub answers: CellSet<W>,
}

impl<const W: usize> FillIn<W> {
    fn dead(cells: CellSet<W>) -> Self {
        FillIn { kind: FillInKind::Dead, color: Color::Black, cells, answers: CellSet::EMPTY }
    }

    fn capture(color: Color, cells: CellSet<W>) -> Self {
        FillIn { kind: FillInKind::Captured, color, cells, answers: CellSet::EMPTY }
    }
}

impl<'a, const W: usize> InferiorCells<'a, W> {
    /// Returns the analysis of the position with these groups of black and of white, and these empty cells.
    #[must_use]
    pub fn new(geometry: &'a Geometry<W>, groups: [&'a Groups<W>; 2], empty: CellSet<W>) -> Self {
        let beside = Color::BOTH.map(|color| {
            let edges = geometry.edges[color.index()];
            geometry.neighbors_of(groups[color.index()].stones()) | edges[0] | edges[1]
        });
        InferiorCells { geometry, groups, empty, beside }
    }

    fn empty_neighbors(&self, cell: Cell) -> CellSet<W> {
        self.geometry.near[cell.index()] & self.empty
    }

    /// Adds hypothetical stones, at most [`MAX_STONES`] of a colour.
    fn hypothesis(&self, stones: &[(Color, Cell)]) -> Hypothesis<W> {
        let mut hypothesis = Hypothesis { stones: [CellSet::EMPTY; 2], chains: [ArrayVec::new(), ArrayVec::new()] };
        stones.iter().for_each(|&(color, cell)| hypothesis.stones[color.index()].insert(cell));
        for &(color, cell) in stones {
            let own = color.index();
            let mut chain = self.groups[own].solid_neighbors(self.geometry, cell)
                | (self.geometry.near[cell.index()] & hypothesis.stones[own]);
            chain.insert(cell);
            let mut chains = ArrayVec::new();
            for other in hypothesis.chains[own].drain(..) {
                if other.intersects(&chain) {
                    chain |= other;
                } else {
                    chains.push(other);
                }
            }
            chains.push(chain);
            hypothesis.chains[own] = chains;
        }
        hypothesis
    }

    /// Returns whether a cell is dead with these stones added.
    fn is_dead_with(&self, cell: Cell, stones: &[(Color, Cell)]) -> bool {
        let mut open = self.empty_neighbors(cell);
        stones.iter().for_each(|&(_, stone)| open.remove(stone));
        let mut hypothesis = None;
        Color::BOTH.into_iter().any(|color| {
            let own = stones.iter().filter(|stone| stone.0 == color);
            let beside = own.fold(self.beside[color.index()], |all, stone| all | self.geometry.near[stone.1.index()]);
            self.may_be_dead_for(cell, open, beside)
                && self.is_dead_for(cell, color, Some(hypothesis.get_or_insert_with(|| self.hypothesis(stones))))
        })
    }

    fn is_dead(&self, cell: Cell) -> bool {
        let open = self.empty_neighbors(cell);
        Color::BOTH
            .into_iter()
            .any(|color| self.may_be_dead_for(cell, open, self.beside[color.index()]) && self.is_dead_for(cell, color, None))
    }

    /// Returns a cheap necessary condition of [`InferiorCells::is_dead_for`], by the cells beside a colour's stones and edges
    /// alone.
    fn may_be_dead_for(&self, cell: Cell, open: CellSet<W>, beside: CellSet<W>) -> bool {
        let isolated = open - beside;
        if beside.contains(cell) {
            return isolated.is_empty();
        }
        isolated.iter().all(|lone| {
            let mut others = open;
            others.remove(lone);
            others.is_subset(&self.geometry.near[lone.index()])
        })
    }

    /// Returns whether a cell is dead for a colour: the neighbours that the colour has or may get are all joined without it.
    fn is_dead_for(&self, cell: Cell, color: Color, hypothesis: Option<&Hypothesis<W>>) -> bool {
        let taken = hypothesis.map_or(CellSet::EMPTY, |hypothesis| hypothesis.stones[0] | hypothesis.stones[1]);
        let open = self.empty_neighbors(cell) - taken;
        let solid = self.chains_around(cell, color, hypothesis);
        // Two different chains do not touch, so the cell may join them.
        if solid.len() > 1 {
            return false;
        }
        let mut before: ArrayVec<(Cell, CellSet<W>), 6> = ArrayVec::new();
        open.iter().all(|other| {
            let chains = self.chains_around(other, color, hypothesis);
            let is_joined = |&(earlier, of): &(Cell, CellSet<W>)| {
                self.geometry.near[other.index()].contains(earlier) || chains.intersects(&of)
            };
            let fits = if solid.is_empty() { before.iter().all(is_joined) } else { solid.is_subset(&chains) };
            before.push((other, chains));
            fits
        })
    }

    /// Returns the chains and edges of a colour beside a cell; those that hypothetical stones join count as one.
    fn chains_around(&self, cell: Cell, color: Color, hypothesis: Option<&Hypothesis<W>>) -> CellSet<W> {
        let mut found = self.groups[color.index()].solid_neighbors(self.geometry, cell);
        let Some(hypothesis) = hypothesis else { return found };
        found |= self.geometry.near[cell.index()] & hypothesis.stones[color.index()];
        for chain in &hypothesis.chains[color.index()] {
            if chain.intersects(&found) {
                found = (found - *chain) | chain.iter().take(1).collect();
            }
        }
        found
    }

    /// Returns whether a colour captures two cells, perhaps with one more stone of its own on the board.
    fn captures(&self, color: Color, cells: [Cell; 2], with: Option<Cell>) -> bool {
        let is_dead_by = |cell: Cell, answer: Cell| {
            let stones: ArrayVec<(Color, Cell), 2> = with.into_iter().chain([answer]).map(|cell| (color, cell)).collect();
            self.is_dead_with(cell, &stones)
        };
        let [a, b] = cells;
        is_dead_by(a, b) && is_dead_by(b, a)
    }

    /// Returns the first fill-in found near cells with new stones; `None` where there is none, or a colour has won. Repeated
    /// with all cells as `changed` it finds all fill-in.
    #[must_use]
    pub fn fill_in(&self, changed: CellSet<W>) -> Option<FillIn<W>> {
        if self.groups.iter().any(|groups| groups.are_edges_joined()) {
            return None;
        }
        self.local_fill_in(self.geometry.neighbors_of(self.geometry.neighbors_of(changed)) & self.empty)
            .or_else(|| self.dead_regions(changed).next())
    }

    /// Iterates over dead cells behind the chains and edges beside some cells, at most one region for each colour.
    fn dead_regions(&self, cells: CellSet<W>) -> impl Iterator<Item = FillIn<W>> {
        Color::BOTH.into_iter().filter_map(move |color| {
            let beside = |cell| self.groups[color.index()].solid_neighbors(self.geometry, cell);
            self.dead_behind(color, cells.iter().fold(CellSet::EMPTY, |all, cell| all | beside(cell)))
        })
    }

    /// Returns the cells that are dead as the position stands.
    #[must_use]
    pub fn dead_cells(&self) -> CellSet<W> {
        let local: CellSet<W> = self.empty.iter().filter(|&cell| self.is_dead(cell)).collect();
        self.dead_regions(self.empty).fold(local, |all, found| all | found.cells)
    }

    fn local_fill_in(&self, among: CellSet<W>) -> Option<FillIn<W>> {
        for cell in among.iter() {
            if self.is_dead(cell) {
                return Some(FillIn::dead([cell].into_iter().collect()));
            }
            for color in Color::BOTH {
                if let Some(partner) =
                    self.empty_neighbors(cell).iter().find(|&partner| self.captures(color, [cell, partner], None))
                {
                    return Some(FillIn::capture(color, [cell, partner].into_iter().collect()));
                }
            }
        }
        among.iter().find_map(|cell| Color::BOTH.into_iter().find_map(|color| self.permanent_fill_in(color, cell)))
    }

    /// Returns the fill-in of a cell for a colour if the cell is permanently inferior for the other.
    ///
    /// There are an *answer* and a *spare* beside the cell. The colour's stone on the answer makes the cell dead, so it replies
    /// there to a stone on the cell. Once the other has the answer, the colour captures the cell and the spare. Once the other
    /// has the spare, either the colour captures the cell and the answer, or its stone on the answer makes the spare dead
    /// as well. So the colour, without the stone on the cell, does as well as with it.
    fn permanent_fill_in(&self, color: Color, cell: Cell) -> Option<FillIn<W>> {
        let other = color.other();
        self.empty_neighbors(cell).iter().filter(|&answer| self.is_dead_with(cell, &[(color, answer)])).find_map(|answer| {
            let is_spare = |spare: Cell| {
                spare != answer
                    && self.is_dead_with(cell, &[(other, answer), (color, spare)])
                    && self.is_dead_with(spare, &[(other, answer), (color, cell)])
                    && (self.is_dead_with(spare, &[(color, answer)])
                        || self.is_dead_with(answer, &[(other, spare), (color, cell)]))
            };
            let spare = self.empty_neighbors(cell).iter().find(|&spare| is_spare(spare))?;
            let answers = [answer, spare].into_iter().collect();
            Some(FillIn { kind: FillInKind::Permanent, color, cells: [cell].into_iter().collect(), answers })
        })
    }

    /// Returns whether a stone of a colour makes another cell dead or captures it.
    fn kills_or_captures(&self, color: Color, stone: Cell, cell: Cell) -> bool {
        let partners = self.empty_neighbors(cell) & self.geometry.near[stone.index()];
        self.is_dead_with(cell, &[(color, stone)])
            || partners.iter().any(|partner| self.captures(color, [cell, partner], Some(stone)))
    }

    /// Returns the cells of `among` that `color`, to move, need not try, each with the reason. It always leaves a cell.
    ///
    /// If a vulnerable or reversible cell wins, the answer makes it dead and leaves the same player to move; a winning move
    /// then that is neither vulnerable nor reversible wins at once, as the opponent has one stone less. If a dominated cell
    /// wins, so does the cell that dominates it, which is kept.
    #[must_use]
    pub fn find_prunable(&self, color: Color, among: CellSet<W>) -> Vec<(Cell, Reason)> {
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
            let better = (self.empty_neighbors(cell) & left).iter().find(|&at| self.kills_or_captures(color, at, cell));
            if let Some(better) = better {
                left.remove(cell);
                kept.insert(better);
                found.push((cell, Reason::Dominated(better)));
            }
        }
        if left.is_empty() { Vec::new() } else { found }
    }

    fn vulnerable(&self, color: Color, cell: Cell) -> Option<Reason> {
        let answer = self.empty_neighbors(cell).iter().find(|&at| self.is_dead_with(cell, &[(color.other(), at)]))?;
        Some(Reason::Vulnerable(answer))
    }

    fn reversible(&self, color: Color, cell: Cell) -> Option<Reason> {
        let (near, opponent) = (&self.geometry.near, color.other());
        let around = self.empty_neighbors(cell);
        // If all neighbours are empty, three stones are too few to make the cell dead.
        if around == near[cell.index()] {
            return None;
        }
        around.iter().find_map(|a| {
            (around & near[a.index()]).iter().take_while(|&b| b < a).find_map(|b| {
                let mut answers = self.empty_neighbors(a) | self.empty_neighbors(b);
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
