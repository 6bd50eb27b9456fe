//! The entries of the transposition table of alpha-beta.

use super::table::{CacheLine, TableEntry, TranspositionTable};
use super::value::Value;

/// The transposition table of alpha-beta: three entries in each cache line.
pub type Table = TranspositionTable<Entry, 3>;

/// How a stored value relates to the true value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// They are equal.
    Exact,
    /// The true value is at least the stored one.
    Lower,
    /// The true value is at most the stored one.
    Upper,
}

/// The result of a search of one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its value, or a bound.
    pub value: Value,
    /// Whether `value` is exact or a bound.
    pub bound: Bound,
    /// Plies searched below it.
    pub depth: u8,
    /// The best move, packed; [`Entry::NO_MOVE`] where none is known.
    pub mv: u16,
}

impl Entry {
    pub const NO_MOVE: u16 = u16::MAX;

    /// Returns whether the entry replaces a search to `depth` plies in this window. A proof replaces a search to any depth.
    #[must_use]
    pub fn allows_cutoff(&self, depth: u32, alpha: Value, beta: Value) -> bool {
        if u32::from(self.depth) < depth && !self.is_proof() {
            return false;
        }
        match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.value >= beta,
            Bound::Upper => self.value <= alpha,
        }
    }
}

/// An entry in eight bytes.
#[derive(Clone, Copy, Default)]
pub struct Slot {
    value: i32,
    mv: u16,
    depth: u8,
    /// Two bits of bound (0: empty), six of the age.
    mark: u8,
}

impl TableEntry for Entry {
    type Slot = Slot;
    type Align = CacheLine;

    #[inline]
    fn pack(self, age: u8) -> Slot {
        let bound = match self.bound {
            Bound::Exact => 1,
            Bound::Lower => 2,
            Bound::Upper => 3,
        };
        Slot { value: self.value.units(), mv: self.mv, depth: self.depth, mark: bound | age << 2 }
    }

    #[inline]
    fn unpack(slot: Slot) -> Option<Entry> {
        let bound = match slot.mark & 3 {
            0 => return None,
            1 => Bound::Exact,
            2 => Bound::Lower,
            _ => Bound::Upper,
        };
        Some(Entry { value: Value::from_units(slot.value), bound, depth: slot.depth, mv: slot.mv })
    }

    /// Returns whether the bound is a proof: a lower bound can prove a win only, an upper bound a loss only.
    #[inline]
    fn is_proof(&self) -> bool {
        match self.bound {
            Bound::Exact => self.value.is_proof(),
            Bound::Lower => self.value.is_win(),
            Bound::Upper => self.value.is_loss(),
        }
    }

    /// Proofs rank above estimates, then entries of this search above older ones, then deep above shallow ones.
    #[inline]
    fn priority(slot: &Slot, age: u8) -> impl Ord {
        let entry = Entry::unpack(*slot);
        (entry.is_some(), entry.is_some_and(|entry| entry.is_proof()), slot.mark >> 2 == age, slot.depth)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(depth: u8, value: Value) -> Entry {
        Entry { value, bound: Bound::Exact, depth, mv: 5 }
    }

    #[test]
    fn a_bucket_is_a_cache_line() {
        assert_eq!(Table::fit_bytes(1), 64);
    }

    #[test]
    fn an_entry_is_found_again() {
        let table = Table::new(1 << 20);
        assert_eq!(table.get(0), None, "an empty slot is not the position with key 0");
        table.put(0, entry(3, Value::estimate(17)));
        assert_eq!(table.get(0), Some(entry(3, Value::estimate(17))));
    }

    #[test]
    fn proofs_outlive_estimates() {
        let table = Table::new(64);
        table.put(1, entry(2, Value::loss_in(4)));
        table.put(1, entry(9, Value::estimate(1)));
        assert_eq!(table.get(1), Some(entry(2, Value::loss_in(4))));
        for key in 2..10 {
            table.put(key, entry(9, Value::estimate(1)));
        }
        assert!(table.get(1).is_some());
    }
}
