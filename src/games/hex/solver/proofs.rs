//! What the solver knows of positions: proof numbers, and proofs with the cells that the winner needs.

use std::sync::OnceLock;

use parking_lot::Mutex;

use super::super::board::cellset::CellSet;
use super::state::State;
use crate::grid::{Cell, Size};

/// Entries in a bucket.
const WAYS: usize = 4;

/// Buckets that are made together, when the first of them is used.
const CHUNK: usize = 256;

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

    fn is_proof(&self) -> bool {
        self.phi == 0 || self.delta == 0
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

#[derive(Clone, Copy)]
struct Slot<const W: usize> {
    key: u64,
    entry: Entry<W>,
}

type Bucket<const W: usize> = Mutex<[Option<Slot<W>>; WAYS]>;

/// The table that all workers share.
pub struct Proofs<const W: usize> {
    chunks: Vec<OnceLock<Box<[Bucket<W>]>>>,
    buckets: usize,
}

impl<const W: usize> Proofs<W> {
    pub fn new(bytes: usize) -> Self {
        let buckets = Self::rounded(bytes) / size_of::<Bucket<W>>();
        Proofs { chunks: std::iter::repeat_with(OnceLock::new).take(buckets.div_ceil(CHUNK)).collect(), buckets }
    }

    /// Whole buckets, one at least.
    pub const fn rounded(bytes: usize) -> usize {
        let buckets = bytes / size_of::<Bucket<W>>();
        size_of::<Bucket<W>>() * if buckets == 0 { 1 } else { buckets }
    }

    pub fn bytes(&self) -> usize {
        self.buckets * size_of::<Bucket<W>>()
    }

    /// What is known of a position.
    pub fn get(&self, state: &State<W>) -> Option<Entry<W>> {
        self.named(state.name(), state.size())
    }

    /// What is known of the position after a move.
    pub fn after(&self, state: &State<W>, cell: Cell) -> Option<Entry<W>> {
        self.named(state.name_after(cell), state.size())
    }

    /// The proof of a position.
    pub fn proof(&self, state: &State<W>) -> Option<Proof<W>> {
        let entry = self.get(state).filter(Entry::is_proof)?;
        Some(Proof { is_win: entry.phi == 0, carrier: entry.carrier, mv: entry.mv })
    }

    fn named(&self, (key, turned): (u64, bool), size: Size) -> Option<Entry<W>> {
        let bucket = self.bucket(key).lock();
        let slot = bucket.iter().flatten().find(|slot| slot.key == key)?;
        Some(if turned { slot.entry.turned(size) } else { slot.entry })
    }

    /// Keeps an entry, over the one that cost least. A proof is never replaced by less than a proof.
    pub fn put(&self, state: &State<W>, entry: Entry<W>) {
        let (key, turned) = state.name();
        let entry = if turned { entry.turned(state.size()) } else { entry };
        let mut bucket = self.bucket(key).lock();
        let same = bucket.iter().position(|slot| slot.is_some_and(|slot| slot.key == key));
        let way = same.unwrap_or_else(|| {
            let worth = |slot: &Option<Slot<W>>| slot.map_or((false, 0), |slot| (true, slot.entry.work));
            (0..WAYS).min_by_key(|&way| worth(&bucket[way])).unwrap_or(0)
        });
        if same.is_some() && !entry.is_proof() && bucket[way].is_some_and(|slot| slot.entry.is_proof()) {
            return;
        }
        bucket[way] = Some(Slot { key, entry });
    }

    fn bucket(&self, key: u64) -> &Bucket<W> {
        // The high bits choose: a product spreads them over any number of buckets (Lemire 2019).
        let place = ((u128::from(key) * self.buckets as u128) >> 64) as usize;
        let fresh = || std::iter::repeat_with(|| Mutex::new([None; WAYS])).take(CHUNK).collect();
        &self.chunks[place / CHUNK].get_or_init(fresh)[place % CHUNK]
    }
}
