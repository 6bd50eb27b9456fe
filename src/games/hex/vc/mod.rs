//! H-search: virtual connections of one colour by the AND and OR rules, kept true from stone to stone.
//!
//! A *full* connection between two endpoints holds even if the opponent moves first, a *semi* connection if its owner
//! does; its *carrier* is the set of empty cells that it needs (Anshelevich, *A hierarchical approach to computer Hex*, 2002;
//! Vilars, *Construction d'un joueur au jeu de Hex*, section 4). Endpoints are empty cells, chains and the colour's two
//! edges; a chain that touches an edge is one endpoint with it.
//!
//! AND: two fulls through a common middle, carriers disjoint and not containing the other's endpoint, make a full where
//! the middle is a chain, a semi where it is empty. OR: semis of one pair whose carriers have no cell in common make a full
//! with their union. Edges are no middles. H-search is sound, not complete: Vilars counts 70.7 % of a book's templates.
//!
//! Of each pair only a representative set is kept, see [`pair`]. Every table change since a stone was played is logged and
//! undone exactly, order included.

mod closure;
pub mod edge;
pub mod ends;
pub mod pair;
#[cfg(test)]
mod proof;
#[cfg(test)]
mod templates;
mod update;

use std::collections::VecDeque;
use std::sync::Arc;

use super::board::cellset::CellSet;
use super::board::geometry::Geometry;
use crate::color::Color;
use crate::grid::Cell;
use crate::search::Stop;
use ends::Ends;
use pair::{Packed, Pair, Semi};

/// The connections of one colour in a position.
///
/// Endpoints are numbered like cells: an empty cell is itself, a chain goes by one of its cells, and the two edges follow
/// the last cell. The width `W` must have room for them all.
#[derive(Clone)]
pub struct Connections<const W: usize> {
    geometry: Arc<Geometry<W>>,
    color: Color,
    ends: Ends<W>,
    /// Of the endpoints `a < b`: place `b * (b - 1) / 2 + a`.
    pairs: Vec<Pair<W>>,
    /// For each endpoint those that it has a full with.
    fulls: Vec<CellSet<W>>,
    /// For each endpoint those that it has a semi with.
    semis: Vec<CellSet<W>>,
    /// Fulls to which AND has not been applied yet.
    ands: VecDeque<(Cell, Cell, CellSet<W>)>,
    /// Pairs to whose semis OR has not been applied yet.
    ors: VecDeque<(Cell, Cell)>,
    /// Pairs that have lost connections to a stone and have not been joined anew yet.
    hurt: Vec<(Cell, Cell)>,
    /// The pairs that the current ply has changed, as they were before it.
    log: Vec<Saved<W>>,
    /// Empty logs, for their room.
    spare: Vec<Vec<Saved<W>>>,
    plies: Vec<Ply<W>>,
    /// Counts changes of the ply, so that a pair is saved once for each.
    stamp: u32,
}

/// A pair as it was before the current ply.
#[derive(Clone)]
struct Saved<const W: usize> {
    ends: (Cell, Cell),
    pair: Pair<W>,
}

/// What undoing a stone needs beside the saved pairs.
#[derive(Clone)]
struct Ply<const W: usize> {
    ends: Ends<W>,
    /// The log of the ply before.
    log: Vec<Saved<W>>,
    stamp: u32,
}

/// All that a ply had changed which was taken back: what [`Connections::redo`] needs to make it again.
pub struct Change<const W: usize> {
    ends: Ends<W>,
    /// The endpoints of the pairs that changed.
    places: Vec<(Cell, Cell)>,
    /// These pairs as they were after the ply.
    pairs: Packed<W>,
}

impl<const W: usize> Connections<W> {
    /// The connections of a colour where these are its stones and these the empty cells, made from scratch. When `stop` is
    /// raised meanwhile some are missing; those that are there hold.
    #[must_use]
    pub fn build(geometry: &Arc<Geometry<W>>, color: Color, own: CellSet<W>, empty: CellSet<W>, stop: &Stop) -> Self {
        let mut table = Self::adjacent(geometry, color, own, empty);
        table.close(stop);
        table.forget();
        table
    }

    /// Makes the table as it is what undoing ends at.
    pub fn forget(&mut self) {
        self.log.clear();
    }

    /// The connections between neighbours alone.
    #[must_use]
    pub fn adjacent(geometry: &Arc<Geometry<W>>, color: Color, own: CellSet<W>, empty: CellSet<W>) -> Self {
        let count = geometry.size.area() + 2;
        let mut table = Connections {
            geometry: geometry.clone(),
            color,
            ends: Ends::new(geometry, color, own, empty),
            pairs: vec![Pair::default(); count * (count - 1) / 2],
            fulls: vec![CellSet::EMPTY; count],
            semis: vec![CellSet::EMPTY; count],
            ands: VecDeque::new(),
            ors: VecDeque::new(),
            hurt: Vec::new(),
            log: Vec::new(),
            spare: Vec::new(),
            plies: Vec::new(),
            stamp: 0,
        };
        if !table.is_won() {
            table.add_neighbors(empty);
            table.add_edge_templates();
        }
        table
    }

    /// The same table without what undoing needs.
    #[must_use]
    pub fn snapshot(&self) -> Self {
        Connections {
            geometry: self.geometry.clone(),
            color: self.color,
            ends: self.ends.clone(),
            pairs: self.pairs.clone(),
            fulls: self.fulls.clone(),
            semis: self.semis.clone(),
            ands: VecDeque::new(),
            ors: VecDeque::new(),
            hurt: Vec::new(),
            log: Vec::new(),
            spare: Vec::new(),
            plies: Vec::new(),
            stamp: self.stamp,
        }
    }

    /// The colour whose connections these are.
    #[must_use]
    pub fn color(&self) -> Color {
        self.color
    }

    /// The colour's two edges, as endpoints.
    #[must_use]
    pub fn edges(&self) -> [Cell; 2] {
        self.ends.edges()
    }

    /// Whether the edges are joined by stones. No connections are kept then.
    #[must_use]
    pub fn is_won(&self) -> bool {
        self.ends.is_one()
    }

    /// The endpoint that a cell belongs to; `None` where a stone of the other colour stands.
    #[must_use]
    pub fn end_of(&self, cell: Cell) -> Option<Cell> {
        self.ends.of(cell)
    }

    /// All endpoints, and which cells belong to which.
    #[must_use]
    pub fn ends(&self) -> &Ends<W> {
        &self.ends
    }

    /// Whether an endpoint is a chain or an edge.
    #[must_use]
    pub fn is_solid(&self, end: Cell) -> bool {
        self.ends.is_solid(end)
    }

    /// All endpoints: empty cells, chains and edges.
    #[must_use]
    pub fn all_ends(&self) -> CellSet<W> {
        self.ends.all()
    }

    /// The endpoints that have a full with this one.
    #[must_use]
    pub fn joined(&self, end: Cell) -> CellSet<W> {
        self.fulls[end.index()]
    }

    /// The endpoints that have a semi with this one.
    #[must_use]
    pub fn half_joined(&self, end: Cell) -> CellSet<W> {
        self.semis[end.index()]
    }

    /// The connections between two endpoints.
    #[must_use]
    pub fn pair(&self, a: Cell, b: Cell) -> &Pair<W> {
        &self.pairs[place(a, b)]
    }

    /// Whether the owner wins even if the other moves first.
    #[must_use]
    pub fn has_winning_full(&self) -> bool {
        let [from, to] = self.edges();
        self.is_won() || self.joined(from).contains(to)
    }

    /// Returns the carriers of the fulls between the edges; none where stones join them.
    #[must_use]
    pub fn winning_fulls(&self) -> &[CellSet<W>] {
        let [from, to] = self.edges();
        if self.is_won() { &[] } else { self.pair(from, to).fulls() }
    }

    /// Returns the smallest carrier of the fulls between the edges; empty where stones join them or there is none.
    #[must_use]
    pub fn winning_full_carrier(&self) -> CellSet<W> {
        self.winning_fulls().iter().copied().min_by_key(CellSet::len).unwrap_or(CellSet::EMPTY)
    }

    /// Returns the semis between the edges, which win for their owner to move; the smallest carrier first.
    #[must_use]
    pub fn winning_semis(&self) -> &[Semi<W>] {
        let [from, to] = self.edges();
        if self.is_won() { &[] } else { self.pair(from, to).semis() }
    }

    /// Number of fulls and of semis.
    #[must_use]
    pub fn count(&self) -> (usize, usize) {
        self.pairs.iter().fold((0, 0), |(fulls, semis), pair| (fulls + pair.fulls().len(), semis + pair.semis().len()))
    }

    /// Saves a pair before its first change in this ply, and gives it to be changed.
    fn touch(&mut self, a: Cell, b: Cell) -> &mut Pair<W> {
        let pair = &mut self.pairs[place(a, b)];
        if pair.stamp != self.stamp {
            self.log.push(Saved { ends: (a, b), pair: pair.clone() });
            pair.stamp = self.stamp;
        }
        pair
    }

    /// Brings the sets of joined endpoints in line with a pair.
    fn relink(&mut self, a: Cell, b: Cell) {
        let pair = &self.pairs[place(a, b)];
        let (full, semi) = (!pair.fulls().is_empty(), !pair.semis().is_empty());
        for (a, b) in [(a, b), (b, a)] {
            self.fulls[a.index()].set(b, full);
            self.semis[a.index()].set(b, semi);
        }
    }
}

/// Where the pair of two different endpoints stands.
fn place(a: Cell, b: Cell) -> usize {
    let (low, high) = if a < b { (a.index(), b.index()) } else { (b.index(), a.index()) };
    high * (high - 1) / 2 + low
}
