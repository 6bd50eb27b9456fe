//! The memory of a table: pages that cost nothing before they are written, large ones where the system has them.
//!
//! A proof looks up hundreds of millions of keys, each in another place: in pages of 4 KiB much of its time goes to finding out
//! where these lie.

use memmap2::MmapMut;
use zerocopy::FromBytes;

use super::table::{BUCKET_BYTES, Table};

/// Memory of one table.
pub struct Memory {
    bytes: MmapMut,
    /// Which search it serves.
    age: u8,
}

impl Memory {
    /// Memory of at most this size in bytes, one bucket at least; less where the system has less to give.
    ///
    /// # Panics
    /// The system has not even a page.
    #[must_use]
    pub fn new(bytes: usize) -> Self {
        let mut size = bytes / BUCKET_BYTES * BUCKET_BYTES;
        let bytes = loop {
            match MmapMut::map_anon(size.max(BUCKET_BYTES)) {
                Ok(bytes) => break bytes,
                Err(error) => {
                    log::warn!("no memory of {size} bytes: {error}");
                    assert!(size > BUCKET_BYTES, "a page of memory");
                    size = size / 2 / BUCKET_BYTES * BUCKET_BYTES;
                }
            }
        };
        #[cfg(target_os = "linux")]
        if let Err(error) = bytes.advise(memmap2::Advice::HugePage) {
            log::debug!("no large pages: {error}");
        }
        Memory { bytes, age: 0 }
    }

    /// A size in which the search of a position of so many strings loses little.
    #[must_use]
    pub fn bytes_for(strings: u32) -> usize {
        // From 3x3 to 3x4 seven strings more mean 25 times the positions, from there to 3x5 150 times; this is 64 times.
        BUCKET_BYTES << (strings * 6 / 7).saturating_sub(8).min(34)
    }

    /// Its size in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.bytes.len()
    }

    /// Begins a new search: entries of earlier ones are given up first.
    pub fn begin(&mut self) {
        self.age = (self.age + 1) % 64;
    }

    /// The table that it holds.
    pub fn table(&mut self) -> Table<'_> {
        // A mapping begins with a page and holds whole buckets: this cannot fail.
        Table::new(FromBytes::mut_from_bytes(&mut self.bytes).unwrap_or_default(), self.age)
    }
}
