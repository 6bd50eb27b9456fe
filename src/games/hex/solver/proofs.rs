//! The table of the solver: proof numbers, and proofs with their carriers.

use super::super::board::cellset::CellSet;
use crate::grid::{Cell, Size};
use crate::search::table::{TableEntry, TranspositionTable};

/// Entries in a bucket.
const WAYS: usize = 4;

/// A proof or disproof number that stands for "never".
pub const NEVER: u32 = u32::MAX / 4;

/// A proved position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proof<const W: usize> {
    /// Whether the player to move wins.
    pub is_win: bool,
    /// The empty cells that the winner needs.
    pub carrier: CellSet<W>,
    /// The winning move, or the one that was hardest to refute.
    pub mv: Option<Cell>,
}

/// The proof numbers of a position for the player to move, or its proof.
#[derive(Clone, Copy, Debug)]
pub struct Entry<const W: usize> {
    /// Proof number of a win: the least number of positions still to be proved for it; 0: it is proved.
    pub phi: u32,
    /// Proof number of a loss; 0: it is proved.
    pub delta: u32,
    /// Positions searched for it.
    pub work: u32,
    /// The best move.
    pub mv: Option<Cell>,
    /// The cells that the winner of a proved position needs.
    pub carrier: CellSet<W>,
}

impl<const W: usize> Entry<W> {
    /// The entry of a position before its search.
    pub const NEW: Self = Entry { phi: 1, delta: 1, work: 0, mv: None, carrier: CellSet::EMPTY };

    /// Returns the entry of a proof that took this many positions.
    pub fn from_proof(proof: &Proof<W>, work: u32) -> Self {
        let (phi, delta) = if proof.is_win { (0, NEVER) } else { (NEVER, 0) };
        Entry { phi, delta, work, mv: proof.mv, carrier: proof.carrier }
    }

    /// Returns the proof, if it is one.
    pub fn proof(self) -> Option<Proof<W>> {
        self.is_proof().then_some(Proof { is_win: self.phi == 0, carrier: self.carrier, mv: self.mv })
    }

    /// Returns the entry of the position turned by half.
    fn half_turn(mut self, size: Size) -> Self {
        self.mv = self.mv.map(|cell| size.half_turn(cell));
        if self.is_proof() {
            self.carrier = self.carrier.iter().map(|cell| size.half_turn(cell)).collect();
        }
        self
    }
}

impl<const W: usize> TableEntry for Entry<W> {
    type Slot = Option<Self>;
    type Align = ();

    fn pack(self, _: u8) -> Option<Self> {
        Some(self)
    }

    fn unpack(slot: Option<Self>) -> Option<Self> {
        slot
    }

    fn is_proof(&self) -> bool {
        self.phi == 0 || self.delta == 0
    }

    /// Returns the work: the entry with the least is replaced first.
    fn priority(slot: &Option<Self>, _: u8) -> impl Ord {
        slot.map(|entry| entry.work)
    }
}

/// The key of a position. It shares its entry with the position turned by half.
#[derive(Clone, Copy)]
pub(super) struct ProofKey {
    /// The lesser hash of the two.
    pub hash: u64,
    /// The size of the board if that is the hash of the turned position.
    turned: Option<Size>,
}

impl ProofKey {
    /// Returns the key of a position from its hash and that of the position turned by half.
    pub fn new([own, turned]: [u64; 2], size: Size) -> Self {
        ProofKey { hash: own.min(turned), turned: (turned < own).then_some(size) }
    }

    /// Maps an entry of the position to the stored one, and back.
    fn orient<const W: usize>(self, entry: Entry<W>) -> Entry<W> {
        self.turned.map_or(entry, |size| entry.half_turn(size))
    }
}

/// The table that all workers share.
pub struct Proofs<const W: usize>(TranspositionTable<Entry<W>, WAYS>);

impl<const W: usize> Proofs<W> {
    pub fn new(bytes: usize) -> Self {
        Proofs(TranspositionTable::new(bytes))
    }

    /// Returns the size in bytes of the table that is created for a requested size.
    pub const fn fit_bytes(bytes: usize) -> usize {
        TranspositionTable::<Entry<W>, WAYS>::fit_bytes(bytes)
    }

    pub fn bytes(&self) -> usize {
        self.0.bytes()
    }

    /// Returns the entry of a position.
    pub fn get(&self, key: ProofKey) -> Option<Entry<W>> {
        self.0.get(key.hash).map(|entry| key.orient(entry))
    }

    /// Stores an entry.
    pub fn put(&self, key: ProofKey, entry: Entry<W>) {
        self.0.put(key.hash, key.orient(entry));
    }
}
