//! H-search: virtual connections of one colour by the AND and OR rules, updated with each stone.
//!
//! A *full* connection between two endpoints holds even if the opponent moves first, a *semi* connection if its owner
//! does. Its *carrier* is the set of empty cells that it needs (Anshelevich, *A hierarchical approach to computer Hex*, 2002;
//! Vilars, *Construction d'un joueur au jeu de Hex*, section 4). The endpoints are the groups of
//! the colour, see [`super::board::groups`]: empty cells, chains and edges.
//!
//! AND: two fulls through a common middle, carriers disjoint and not containing the other's endpoint, make a full where
//! the middle is a chain, a semi where it is empty. OR: semis of one pair whose carriers have no cell in common make a full
//! with their union. Edges are not used as middles. H-search is sound but incomplete: that of Vilars (section 4.3) finds 70.7 % of
//! the interior and edge templates of M. Seymour, *Hex: A Strategy Guide* (www.mseymour.ca/hex_book).
//!
//! Of each pair only a representative set is kept, see [`pair`]. Each ply logs the pairs that it changes, so that undoing it
//! restores the table exactly, order included.

mod closure;
pub mod edge;
mod edge_rule;
#[cfg(test)]
mod exhaustive;
pub(super) mod pair;
#[cfg(test)]
mod templates;
mod update;

use std::collections::VecDeque;
use std::sync::Arc;

use super::board::cellset::CellSet;
use super::board::geometry::Geometry;
use super::board::groups::Groups;
use crate::color::Color;
use crate::grid::Cell;
use crate::search::Stop;
use edge::EdgeTemplates;
use pair::{PackedPairs, Pair, Semi};

/// Pairs that are copied between two checks of the stop flag.
const CHECK_INTERVAL: usize = 1 << 10;

/// The connections of one colour in a position.
///
/// The width `W` must have room for all cells and the two edges.
#[derive(Clone)]
pub struct Connections<const W: usize> {
    geometry: Arc<Geometry<W>>,
    templates: Arc<EdgeTemplates<W>>,
    color: Color,
    groups: Groups<W>,
    /// The pair of the endpoints `a < b` has index `b * (b - 1) / 2 + a`.
    pairs: Vec<Pair<W>>,
    /// For each endpoint those that it has a full connection with.
    fulls: Vec<CellSet<W>>,
    /// For each endpoint those that it has a semi connection with.
    semis: Vec<CellSet<W>>,
    pending: Pending<W>,
    /// The pairs that the current ply has changed, as they were before it.
    log: Vec<Saved<W>>,
    /// Empty logs whose memory is used again.
    spare_logs: Vec<Vec<Saved<W>>>,
    plies: Vec<Ply<W>>,
    /// The number of the ply: a pair with this stamp has been saved in it.
    stamp: u32,
}

/// What the closure has still to do.
#[derive(Clone, Default)]
struct Pending<const W: usize> {
    /// Fulls to which AND has not been applied.
    and_queue: VecDeque<(Cell, Cell, CellSet<W>)>,
    /// Pairs to whose semis OR has not been applied.
    or_queue: VecDeque<(Cell, Cell)>,
    /// Pairs that have lost connections to a stone and have not been searched again.
    damaged: Vec<(Cell, Cell)>,
}

/// A pair as it was before the current ply.
#[derive(Clone)]
struct Saved<const W: usize> {
    endpoints: (Cell, Cell),
    pair: Pair<W>,
}

/// What undoing a stone needs beside the saved pairs.
#[derive(Clone)]
struct Ply<const W: usize> {
    groups: Groups<W>,
    /// The log of the ply before.
    log: Vec<Saved<W>>,
    stamp: u32,
}

/// What an undone ply had changed: [`Connections::redo`] restores it.
pub struct Change<const W: usize> {
    groups: Groups<W>,
    /// The endpoints of the pairs that changed.
    endpoints: Vec<(Cell, Cell)>,
    /// These pairs as they were after the ply.
    pairs: PackedPairs<W>,
}

impl<const W: usize> Change<W> {
    /// Returns the bytes of memory that it takes.
    pub fn bytes(&self) -> usize {
        size_of::<Self>() + self.groups.bytes() + size_of_val(&self.endpoints[..]) + self.pairs.bytes()
    }
}

impl<const W: usize> Connections<W> {
    /// Builds the connections of the groups of a colour. When `stop` is raised meanwhile some are missing; those that are
    /// there hold.
    #[must_use]
    pub fn build(geometry: &Arc<Geometry<W>>, templates: &Arc<EdgeTemplates<W>>, groups: Groups<W>, stop: &Stop) -> Self {
        let mut table = Self::neighbors_only(geometry, templates, groups, stop);
        table.close(stop);
        table.clear_log();
        table
    }

    /// Makes the present table the one at which undoing ends.
    pub fn clear_log(&mut self) {
        self.log.clear();
    }

    /// Builds the connections between neighbours, and the edge templates, alone; none where `stop` is raised.
    #[must_use]
    pub fn neighbors_only(
        geometry: &Arc<Geometry<W>>,
        templates: &Arc<EdgeTemplates<W>>,
        groups: Groups<W>,
        stop: &Stop,
    ) -> Self {
        let count = geometry.size.area() + 2;
        let mut table = Connections {
            geometry: geometry.clone(),
            templates: templates.clone(),
            color: groups.color(),
            groups,
            pairs: vec![Pair::default(); count * (count - 1) / 2],
            fulls: vec![CellSet::EMPTY; count],
            semis: vec![CellSet::EMPTY; count],
            pending: Pending::default(),
            log: Vec::new(),
            spare_logs: Vec::new(),
            plies: Vec::new(),
            stamp: 0,
        };
        if !table.is_won() && !stop.is_raised() {
            table.add_neighbors();
            table.add_edge_templates();
        }
        table
    }

    /// Returns a copy without the log that undoing needs; `None` if `stop` is raised. On a large board a copy takes longer than
    /// some moves may.
    #[must_use]
    pub fn snapshot(&self, stop: &Stop) -> Option<Self> {
        let mut pairs = Vec::with_capacity(self.pairs.len());
        for copied in self.pairs.chunks(CHECK_INTERVAL) {
            if stop.is_raised() {
                return None;
            }
            pairs.extend_from_slice(copied);
        }
        Some(Connections {
            geometry: self.geometry.clone(),
            templates: self.templates.clone(),
            color: self.color,
            groups: self.groups.clone(),
            pairs,
            fulls: self.fulls.clone(),
            semis: self.semis.clone(),
            pending: Pending::default(),
            log: Vec::new(),
            spare_logs: Vec::new(),
            plies: Vec::new(),
            stamp: self.stamp,
        })
    }

    /// Returns the colour's two edges, as endpoints.
    #[must_use]
    pub fn edges(&self) -> [Cell; 2] {
        self.groups.edges()
    }

    /// Returns whether stones join the edges. No connections are kept then.
    #[must_use]
    pub fn is_won(&self) -> bool {
        self.groups.are_edges_joined()
    }

    /// Returns the endpoint that a cell belongs to; `None` under a stone of the other colour.
    #[must_use]
    pub fn endpoint_of(&self, cell: Cell) -> Option<Cell> {
        self.groups.group_of(cell)
    }

    /// Returns the groups, which are the endpoints.
    #[must_use]
    pub fn groups(&self) -> &Groups<W> {
        &self.groups
    }

    /// Returns whether an endpoint is a chain or an edge.
    #[must_use]
    pub fn is_solid(&self, endpoint: Cell) -> bool {
        self.groups.is_solid(endpoint)
    }

    /// Returns all endpoints: empty cells, chains and edges.
    #[must_use]
    pub fn endpoints(&self) -> CellSet<W> {
        self.groups.all()
    }

    /// Returns the endpoints that have a full connection with this one.
    #[must_use]
    pub fn full_neighbors(&self, endpoint: Cell) -> CellSet<W> {
        self.fulls[endpoint.index()]
    }

    /// Returns the endpoints that have a semi connection with this one.
    #[must_use]
    pub fn semi_neighbors(&self, endpoint: Cell) -> CellSet<W> {
        self.semis[endpoint.index()]
    }

    /// Returns the connections between two endpoints.
    #[must_use]
    pub fn pair(&self, a: Cell, b: Cell) -> &Pair<W> {
        &self.pairs[pair_index(a, b)]
    }

    /// Returns whether the owner wins even if the opponent moves first.
    #[must_use]
    pub fn has_winning_full(&self) -> bool {
        let [from, to] = self.edges();
        self.is_won() || self.full_neighbors(from).contains(to)
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

    /// Returns the number of fulls and of semis.
    #[must_use]
    pub fn count(&self) -> (usize, usize) {
        self.pairs.iter().fold((0, 0), |(fulls, semis), pair| (fulls + pair.fulls().len(), semis + pair.semis().len()))
    }

    /// Returns all connections of all pairs, order included.
    #[cfg(test)]
    #[must_use]
    pub fn contents(&self) -> Vec<(Cell, Cell, Vec<CellSet<W>>, Vec<Semi<W>>)> {
        let ends = || self.endpoints().iter();
        let pairs = ends().flat_map(|a| ends().take_while(move |&b| b < a).map(move |b| (a, b)));
        pairs.map(|(a, b)| (a, b, self.pair(a, b).fulls().to_vec(), self.pair(a, b).semis().to_vec())).collect()
    }

    /// Returns a pair to be changed; saves it before its first change in this ply.
    fn pair_mut(&mut self, a: Cell, b: Cell) -> &mut Pair<W> {
        let pair = &mut self.pairs[pair_index(a, b)];
        if pair.stamp != self.stamp {
            self.log.push(Saved { endpoints: (a, b), pair: pair.clone() });
            pair.stamp = self.stamp;
        }
        pair
    }

    /// Updates the sets of neighbours of two endpoints after a change of their pair.
    fn update_neighbors(&mut self, a: Cell, b: Cell) {
        let pair = &self.pairs[pair_index(a, b)];
        let (full, semi) = (!pair.fulls().is_empty(), !pair.semis().is_empty());
        for (a, b) in [(a, b), (b, a)] {
            self.fulls[a.index()].set(b, full);
            self.semis[a.index()].set(b, semi);
        }
    }
}

/// Returns the index of the pair of two different endpoints.
fn pair_index(a: Cell, b: Cell) -> usize {
    let (low, high) = if a < b { (a.index(), b.index()) } else { (b.index(), a.index()) };
    high * (high - 1) / 2 + low
}
