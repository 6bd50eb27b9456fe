//! The connections of one pair of endpoints: a short, representative set of carriers.
//!
//! No carrier contains another. A new full is kept if it displaces one that contains it or has not a cell that all others
//! have: what all carriers of a pair have in common is what the opponent can aim at, and a carrier that leaves this as it is
//! adds little. That keeps a table at thousands of connections. Semis are many more; of these the small ones are kept.

use super::super::board::cellset::CellSet;
use crate::grid::Cell;

/// Most semis of a pair.
pub const MOST_SEMIS: usize = 24;

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
    /// The cells that all fulls have; all cells where there is none.
    full_meet: CellSet<W>,
    /// The cells that all semis have; all cells where there is none.
    semi_meet: CellSet<W>,
    /// All cells that some carrier has, and perhaps others that one had.
    union: CellSet<W>,
    /// The ply in which it was saved.
    pub(super) stamp: u32,
    /// Whether it waits for OR.
    pub(super) waiting: bool,
}

impl<const W: usize> Default for Pair<W> {
    fn default() -> Self {
        Pair {
            fulls: Vec::new(),
            semis: Vec::new(),
            full_meet: CellSet::ALL,
            semi_meet: CellSet::ALL,
            union: CellSet::EMPTY,
            stamp: 0,
            waiting: false,
        }
    }
}

impl<const W: usize> Pair<W> {
    /// The carriers of the fulls.
    #[must_use]
    pub fn fulls(&self) -> &[CellSet<W>] {
        &self.fulls
    }

    /// The semis, smallest carrier first.
    #[must_use]
    pub fn semis(&self) -> &[Semi<W>] {
        &self.semis
    }

    /// The cells that all fulls have; all cells where there is none.
    #[must_use]
    pub fn full_meet(&self) -> CellSet<W> {
        self.full_meet
    }

    /// The cells that all semis have; all cells where there is none.
    #[must_use]
    pub fn semi_meet(&self) -> CellSet<W> {
        self.semi_meet
    }

    /// Whether [`Pair::add_full`] would keep it.
    pub(super) fn wants_full(&self, carrier: CellSet<W>) -> bool {
        let displaces = || self.fulls.iter().any(|full| carrier.is_within(full));
        let shrinks = self.full_meet & carrier != self.full_meet;
        self.fulls.is_empty() || (!self.fulls.iter().any(|full| full.is_within(&carrier)) && (shrinks || displaces()))
    }

    /// Keeps a full, in place of those that contain it and of semis that do.
    pub(super) fn add_full(&mut self, carrier: CellSet<W>) {
        self.fulls.retain(|full| !carrier.is_within(full));
        self.fulls.push(carrier);
        // Those displaced contain it: what all had, cut by it, is what all that are left have.
        self.full_meet &= carrier;
        self.union |= carrier;
        let before = self.semis.len();
        self.semis.retain(|semi| !carrier.is_within(&semi.carrier));
        if self.semis.len() < before {
            self.semi_meet = self.semis.iter().fold(CellSet::ALL, |meet, semi| meet & semi.carrier);
        }
    }

    /// Whether [`Pair::add_semi`] would keep it.
    pub(super) fn wants_semi(&self, carrier: CellSet<W>) -> bool {
        if self.fulls.iter().any(|full| full.is_within(&carrier))
            || self.semis.iter().any(|semi| semi.carrier.is_within(&carrier))
        {
            return false;
        }
        match self.semis.last() {
            Some(largest) if self.semis.len() >= MOST_SEMIS => carrier.len() < largest.carrier.len(),
            _ => true,
        }
    }

    /// Keeps a semi, in place of those that contain it, or of the largest where there are too many.
    pub(super) fn add_semi(&mut self, semi: Semi<W>) {
        self.semis.retain(|other| !semi.carrier.is_within(&other.carrier));
        let size = semi.carrier.len();
        let place = self.semis.partition_point(|other| other.carrier.len() <= size);
        self.semis.insert(place, semi);
        self.union |= semi.carrier;
        if self.semis.len() > MOST_SEMIS {
            self.semis.pop();
            self.semi_meet = self.semis.iter().fold(CellSet::ALL, |meet, semi| meet & semi.carrier);
        } else {
            self.semi_meet &= semi.carrier;
        }
    }

    /// Whether some carrier has this cell.
    pub(super) fn needs(&self, cell: Cell) -> bool {
        self.union.contains(cell) && self.has(cell)
    }

    fn has(&self, cell: Cell) -> bool {
        self.fulls.iter().any(|full| full.contains(cell)) || self.semis.iter().any(|semi| semi.carrier.contains(cell))
    }

    /// Drops the connections that need a cell; whether a full was among them.
    pub(super) fn drop_through(&mut self, cell: Cell) -> bool {
        let before = self.fulls.len();
        self.fulls.retain(|full| !full.contains(cell));
        self.semis.retain(|semi| !semi.carrier.contains(cell));
        self.full_meet = self.fulls.iter().fold(CellSet::ALL, |meet, full| meet & *full);
        self.semi_meet = self.semis.iter().fold(CellSet::ALL, |meet, semi| meet & semi.carrier);
        self.union.remove(cell);
        self.fulls.len() < before
    }

    /// Takes all connections out.
    pub(super) fn take(&mut self) -> (Vec<CellSet<W>>, Vec<Semi<W>>) {
        (self.full_meet, self.semi_meet, self.union) = (CellSet::ALL, CellSet::ALL, CellSet::EMPTY);
        (std::mem::take(&mut self.fulls), std::mem::take(&mut self.semis))
    }
}

/// Pairs one after the other, in little memory.
pub struct Packed<const W: usize> {
    /// Of each pair how many fulls and semis it has.
    counts: Vec<(u16, u16)>,
    fulls: Vec<CellSet<W>>,
    semis: Vec<Semi<W>>,
}

impl<const W: usize> Packed<W> {
    /// Packs pairs.
    pub(super) fn new<'a>(pairs: impl Iterator<Item = &'a Pair<W>> + Clone) -> Self {
        let counts: Vec<(u16, u16)> = pairs.clone().map(|pair| (pair.fulls.len() as u16, pair.semis.len() as u16)).collect();
        let sum = |of: fn(&(u16, u16)) -> u16| counts.iter().map(|counts| usize::from(of(counts))).sum();
        let (mut fulls, mut semis) = (Vec::with_capacity(sum(|count| count.0)), Vec::with_capacity(sum(|count| count.1)));
        for pair in pairs {
            fulls.extend_from_slice(&pair.fulls);
            semis.extend_from_slice(&pair.semis);
        }
        Packed { counts, fulls, semis }
    }

    /// The pairs in their order, as if saved in the ply of this stamp.
    pub(super) fn pairs(&self, stamp: u32) -> impl Iterator<Item = Pair<W>> {
        let (mut fulls, mut semis) = (&self.fulls[..], &self.semis[..]);
        self.counts.iter().map(move |&(full_count, semi_count)| {
            let (own_fulls, own_semis);
            (own_fulls, fulls) = fulls.split_at(full_count.into());
            (own_semis, semis) = semis.split_at(semi_count.into());
            let mut pair = Pair { fulls: own_fulls.to_vec(), semis: own_semis.to_vec(), stamp, ..Pair::default() };
            for carrier in own_fulls {
                pair.full_meet &= *carrier;
                pair.union |= *carrier;
            }
            for Semi { carrier, .. } in own_semis {
                pair.semi_meet &= *carrier;
                pair.union |= *carrier;
            }
            pair
        })
    }
}
