//! The memory of a table: pages that cost nothing before they are written, large ones where the system has them.
//!
//! A proof looks up hundreds of millions of keys at random places. With pages of 4 KiB much of its time would go to misses of the
//! TLB.

use super::table::{AGES, BUCKET_BYTES, Table};
use crate::pages::Pages;

/// Memory of one table.
pub struct Memory {
    buckets: Pages<[u64; BUCKET_BYTES / size_of::<u64>()]>,
    /// The number of the current search, from 1 to [`AGES`].
    age: u8,
}

impl Memory {
    /// Reserves at most this many bytes, one bucket at least, and less if the system refuses.
    #[must_use]
    pub fn new(bytes: usize) -> Self {
        Memory { buckets: Pages::at_most(bytes / BUCKET_BYTES), age: 1 }
    }

    /// Returns a size, in bytes, that is large enough for the search of a position with this many strings.
    #[must_use]
    pub fn bytes_for(strings: u32) -> usize {
        // Seven more strings mean 25 times the positions from 3x3 to 3x4, and 150 times from 3x4 to 3x5. This is 64 times.
        BUCKET_BYTES << (strings * 6 / 7).saturating_sub(9).min(34)
    }

    /// Returns its size in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.buckets.len() * BUCKET_BYTES
    }

    /// Begins a new search: entries of earlier ones are replaced first.
    pub fn begin(&mut self) {
        self.age = self.age % AGES + 1;
    }

    /// Returns the table that it holds.
    pub fn table(&mut self) -> Table<'_> {
        Table::new(self.buckets.words(), self.age)
    }
}
