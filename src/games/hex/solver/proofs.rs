//! What the solver knows of positions: proof numbers, and proofs with the cells that the winner needs.

use super::super::board::cellset::CellSet;
use super::state::State;
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

/// What is known of a position, for the player to move.
#[derive(Clone, Copy, Debug)]
pub struct Entry<const W: usize> {
    /// How much is still to be proved for a win; 0: it is one.
    pub phi: u32,
    /// How much is still to be proved for a loss; 0: it is one.
    pub delta: u32,
    /// Positions that were looked at for it.
    pub work: u32,
    /// The best move.
    pub mv: Option<Cell>,
    /// The cells that the winner of a proved position needs.
    pub carrier: CellSet<W>,
}

impl<const W: usize> Entry<W> {
    /// What a position is before it has been looked at.
    pub const NEW: Self = Entry { phi: 1, delta: 1, work: 0, mv: None, carrier: CellSet::EMPTY };

    /// The entry of a proof.
    pub fn proved(proof: &Proof<W>, work: u32) -> Self {
        let (phi, delta) = if proof.is_win { (0, NEVER) } else { (NEVER, 0) };
        Entry { phi, delta, work, mv: proof.mv, carrier: proof.carrier }
    }

    /// The same for the position turned by half.
    fn turned(mut self, size: Size) -> Self {
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

    /// The entry that took least work is replaced first.
    fn worth(slot: &Option<Self>, _: u8) -> impl Ord {
        slot.map(|entry| entry.work)
    }
}

/// The table that all workers share.
pub struct Proofs<const W: usize>(TranspositionTable<Entry<W>, WAYS>);

impl<const W: usize> Proofs<W> {
    pub fn new(bytes: usize) -> Self {
        Proofs(TranspositionTable::new(bytes))
    }

    /// The size of a table that was asked to have so many bytes.
    pub const fn rounded(bytes: usize) -> usize {
        TranspositionTable::<Entry<W>, WAYS>::fit_bytes(bytes)
    }

    pub fn bytes(&self) -> usize {
        self.0.bytes()
    }

    /// What is known of a position.
    pub fn get(&self, state: &State<W>) -> Option<Entry<W>> {
        self.named(state.canonical_key(), state.size())
    }

    /// What is known of the position after a move.
    pub fn get_after(&self, state: &State<W>, cell: Cell) -> Option<Entry<W>> {
        self.named(state.canonical_key_after(cell), state.size())
    }

    /// The proof of a position.
    pub fn proof(&self, state: &State<W>) -> Option<Proof<W>> {
        let entry = self.get(state).filter(Entry::is_proof)?;
        Some(Proof { is_win: entry.phi == 0, carrier: entry.carrier, mv: entry.mv })
    }

    fn named(&self, (key, turned): (u64, bool), size: Size) -> Option<Entry<W>> {
        let entry = self.0.get(key)?;
        Some(if turned { entry.turned(size) } else { entry })
    }

    /// Stores an entry.
    pub fn put(&self, state: &State<W>, entry: Entry<W>) {
        let (key, turned) = state.canonical_key();
        let entry = if turned { entry.turned(state.size()) } else { entry };
        self.0.put(key, entry);
    }
}
