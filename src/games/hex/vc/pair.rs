//! The connections of one pair of endpoints: a short, representative set of carriers.
//!
//! No carrier contains another. The opponent can break the pair only at the cells that all carriers share. A new full is therefore
//! accepted if it lacks one of these cells, or if it replaces a carrier that contains it; any other would add little. That keeps a
//! table at thousands of connections. Semis are many more; of these the small ones are kept.

use super::super::board::cellset::CellSet;
use crate::grid::Cell;

/// Maximum number of semis of a pair.
const MAX_SEMIS: usize = 24;

/// A semi connection: its carrier, and the cell in it that makes it a full one when its owner plays there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Semi<const W: usize> {
    /// The empty cells that it needs, the key among them.
    pub carrier: CellSet<W>,
    /// The owner's first move.
    pub key: Cell,
}

/// The connections of a pair.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pair<const W: usize> {
    fulls: Vec<CellSet<W>>,
    /// Smallest carrier first, among equals the older.
    semis: Vec<Semi<W>>,
    /// The cells that all fulls share; all cells where there is none.
    full_intersection: CellSet<W>,
    /// The cells that all semis share; all cells where there is none.
    semi_intersection: CellSet<W>,
    /// A superset of the cells of all carriers.
    union: CellSet<W>,
    /// The ply in which the pair was last saved.
    pub(super) stamp: u32,
    /// Whether the pair is queued for OR.
    pub(super) is_queued: bool,
}

impl<const W: usize> Default for Pair<W> {
    fn default() -> Self {
        Pair {
            fulls: Vec::new(),
            semis: Vec::new(),
            full_intersection: CellSet::ALL,
            semi_intersection: CellSet::ALL,
            union: CellSet::EMPTY,
            stamp: 0,
            is_queued: false,
        }
    }
}

impl<const W: usize> Pair<W> {
    /// Returns the carriers of the fulls.
    #[must_use]
    pub fn fulls(&self) -> &[CellSet<W>] {
        &self.fulls
    }

    /// Returns the semis, smallest carrier first.
    #[must_use]
    pub fn semis(&self) -> &[Semi<W>] {
        &self.semis
    }

    /// Returns the cells that all fulls share; all cells where there is none.
    #[must_use]
    pub fn full_intersection(&self) -> CellSet<W> {
        self.full_intersection
    }

    /// Returns the cells that all semis share; all cells where there is none.
    #[must_use]
    pub fn semi_intersection(&self) -> CellSet<W> {
        self.semi_intersection
    }

    /// Returns whether a full with this carrier is worth keeping.
    pub(super) fn accepts_full(&self, carrier: CellSet<W>) -> bool {
        let displaces = || self.fulls.iter().any(|full| carrier.is_subset(full));
        let shrinks = self.full_intersection & carrier != self.full_intersection;
        self.fulls.is_empty() || (!self.fulls.iter().any(|full| full.is_subset(&carrier)) && (shrinks || displaces()))
    }

    /// Adds a full. Drops the fulls and semis that contain it.
    pub(super) fn add_full(&mut self, carrier: CellSet<W>) {
        self.fulls.retain(|full| !carrier.is_subset(full));
        self.fulls.push(carrier);
        // The displaced fulls contain the new one, so the intersection needs no recount.
        self.full_intersection &= carrier;
        self.union |= carrier;
        let before = self.semis.len();
        self.semis.retain(|semi| !carrier.is_subset(&semi.carrier));
        if self.semis.len() < before {
            self.semi_intersection = self.semis.iter().fold(CellSet::ALL, |common, semi| common & semi.carrier);
        }
    }

    /// Returns whether a semi with this carrier is worth keeping.
    #[inline]
    pub(super) fn accepts_semi(&self, carrier: CellSet<W>) -> bool {
        if self.fulls.iter().any(|full| full.is_subset(&carrier))
            || self.semis.iter().any(|semi| semi.carrier.is_subset(&carrier))
        {
            return false;
        }
        match self.semis.last() {
            Some(largest) if self.semis.len() >= MAX_SEMIS => carrier.len() < largest.carrier.len(),
            _ => true,
        }
    }

    /// Adds a semi. Drops the semis that contain it, and the largest where there are too many.
    #[inline]
    pub(super) fn add_semi(&mut self, semi: Semi<W>) {
        self.semis.retain(|other| !semi.carrier.is_subset(&other.carrier));
        let size = semi.carrier.len();
        let place = self.semis.partition_point(|other| other.carrier.len() <= size);
        self.semis.insert(place, semi);
        self.union |= semi.carrier;
        if self.semis.len() > MAX_SEMIS {
            self.semis.pop();
            self.semi_intersection = self.semis.iter().fold(CellSet::ALL, |common, semi| common & semi.carrier);
        } else {
            self.semi_intersection &= semi.carrier;
        }
    }

    /// Returns whether some carrier has this cell.
    pub(super) fn needs(&self, cell: Cell) -> bool {
        self.union.contains(cell) && self.has(cell)
    }

    fn has(&self, cell: Cell) -> bool {
        self.fulls.iter().any(|full| full.contains(cell)) || self.semis.iter().any(|semi| semi.carrier.contains(cell))
    }

    /// Removes the connections that need a cell.
    pub(super) fn remove_through(&mut self, cell: Cell) {
        self.fulls.retain(|full| !full.contains(cell));
        self.semis.retain(|semi| !semi.carrier.contains(cell));
        self.full_intersection = self.fulls.iter().fold(CellSet::ALL, |common, full| common & *full);
        self.semi_intersection = self.semis.iter().fold(CellSet::ALL, |common, semi| common & semi.carrier);
        self.union.remove(cell);
    }

    /// Removes and returns all connections.
    pub(super) fn take_all(&mut self) -> (Vec<CellSet<W>>, Vec<Semi<W>>) {
        (self.full_intersection, self.semi_intersection, self.union) = (CellSet::ALL, CellSet::ALL, CellSet::EMPTY);
        (std::mem::take(&mut self.fulls), std::mem::take(&mut self.semis))
    }
}

/// Copies of pairs, packed into three vectors to save memory.
pub(super) struct PackedPairs<const W: usize> {
    /// For each pair the number of its fulls and of its semis.
    counts: Vec<(u16, u16)>,
    fulls: Vec<CellSet<W>>,
    semis: Vec<Semi<W>>,
}

impl<const W: usize> PackedPairs<W> {
    /// Packs pairs.
    pub(super) fn new<'a>(pairs: impl Iterator<Item = &'a Pair<W>> + Clone) -> Self {
        let counts: Vec<(u16, u16)> = pairs.clone().map(|pair| (pair.fulls.len() as u16, pair.semis.len() as u16)).collect();
        let sum = |of: fn(&(u16, u16)) -> u16| counts.iter().map(|counts| usize::from(of(counts))).sum();
        let (mut fulls, mut semis) = (Vec::with_capacity(sum(|count| count.0)), Vec::with_capacity(sum(|count| count.1)));
        for pair in pairs {
            fulls.extend_from_slice(&pair.fulls);
            semis.extend_from_slice(&pair.semis);
        }
        PackedPairs { counts, fulls, semis }
    }

    /// Returns the bytes of memory that they take.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(&self.counts[..]) + size_of_val(&self.fulls[..]) + size_of_val(&self.semis[..])
    }

    /// Unpacks the pairs in their order, each with this stamp.
    pub(super) fn unpack(&self, stamp: u32) -> impl Iterator<Item = Pair<W>> {
        let (mut fulls, mut semis) = (&self.fulls[..], &self.semis[..]);
        self.counts.iter().map(move |&(full_count, semi_count)| {
            let (own_fulls, own_semis);
            (own_fulls, fulls) = fulls.split_at(full_count.into());
            (own_semis, semis) = semis.split_at(semi_count.into());
            let mut pair = Pair { fulls: own_fulls.to_vec(), semis: own_semis.to_vec(), stamp, ..Pair::default() };
            for carrier in own_fulls {
                pair.full_intersection &= *carrier;
                pair.union |= *carrier;
            }
            for Semi { carrier, .. } in own_semis {
                pair.semi_intersection &= *carrier;
                pair.union |= *carrier;
            }
            pair
        })
    }
}
