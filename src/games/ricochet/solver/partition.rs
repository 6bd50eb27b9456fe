//! The part of the closed list that one HDA* worker owns: a table of its states, and the states by contour.

use super::limits::list_bytes;
use super::state::Arrival;
use super::table::{Table, Word};

/// A state sent to the partition that owns it.
pub type Message<W> = (W, Arrival);

/// The states of one f-value.
#[derive(Clone, Debug)]
pub struct Contour<W> {
    /// The states.
    pub keys: Vec<W>,
    /// How each was first reached.
    pub arrivals: Vec<Arrival>,
}

impl<W> Default for Contour<W> {
    fn default() -> Self {
        Contour { keys: Vec::new(), arrivals: Vec::new() }
    }
}

/// Maps keys to partitions, so that most moves stay in the partition of their state.
#[derive(Clone, Copy, Debug)]
pub(super) struct Partitioning {
    /// Number of low bits of a key that are ignored.
    ignored: u32,
    /// Logarithm of the number of partitions.
    bits: u32,
}

impl Partitioning {
    /// Returns a partitioning into 2^`bits` partitions that ignores this many low bits of a key.
    #[must_use]
    pub fn new(bits: u32, ignored: u32) -> Self {
        Partitioning { ignored, bits }
    }

    /// Returns the number of partitions.
    #[must_use]
    pub fn count(self) -> usize {
        1 << self.bits
    }

    /// Returns the partition of a key.
    #[inline]
    #[must_use]
    pub fn partition_of<W: Word>(self, key: W) -> usize {
        // Another multiplier than that of the table: the two hashes must be independent.
        ((key.to_u64() >> self.ignored).wrapping_mul(0xc2b2_ae3d_27d4_eb4f) >> 32) as usize & (self.count() - 1)
    }
}

/// One partition of the states.
pub struct Partition<W: Word> {
    /// The states, with their f-values.
    pub table: Table<W>,
    contours: Vec<Contour<W>>,
    /// Emptied outbox for states of this partition, kept from one contour to the next.
    pub buffer: Vec<Message<W>>,
}

/// A partition whose last contour is being stored.
pub struct OpenContour<'a, W: Word> {
    table: &'a mut Table<W>,
    /// The last contour.
    pub contour: &'a mut Contour<W>,
    f: u8,
    /// Bytes of the other contours.
    beside: usize,
}

impl<W: Word> Partition<W> {
    /// Creates an empty partition for keys of this many bits.
    #[must_use]
    pub fn new(key_bits: u32) -> Self {
        Partition { table: Table::new(key_bits), contours: Vec::new(), buffer: Vec::new() }
    }

    /// Returns the states of an f-value.
    #[must_use]
    pub fn keys(&self, f: u8) -> &[W] {
        self.contours.get(usize::from(f)).map_or(&[], |contour| &contour.keys)
    }

    /// Returns how the states of an f-value were first reached.
    #[must_use]
    pub fn arrivals(&self, f: u8) -> &[Arrival] {
        self.contours.get(usize::from(f)).map_or(&[], |contour| &contour.arrivals)
    }

    /// Opens a new contour of greater f than all others. Returns the stored contours, the open one, and the buffer.
    pub fn open_contour(&mut self, f: u8) -> (&[Contour<W>], OpenContour<'_, W>, &mut Vec<Message<W>>) {
        let at = usize::from(f);
        self.contours.resize_with(at + 1, Contour::default);
        let (stored, last) = self.contours.split_at_mut(at);
        let beside = stored.iter().map(contour_bytes).sum();
        (stored, OpenContour { table: &mut self.table, contour: &mut last[0], f, beside }, &mut self.buffer)
    }

    /// Frees the spare capacity of a finished contour.
    pub fn trim(&mut self, f: u8) {
        self.contours[usize::from(f)].keys.shrink_to_fit();
        self.contours[usize::from(f)].arrivals.shrink_to_fit();
    }

    /// Returns the memory in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.table.bytes() + self.contours.iter().map(contour_bytes).sum::<usize>()
    }
}

impl<W: Word> OpenContour<'_, W> {
    /// Returns the memory in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.table.bytes() + self.beside + contour_bytes(self.contour)
    }

    /// Returns the memory in bytes after this many more states, if the table does not grow.
    #[must_use]
    pub fn bytes_with(&self, more: usize) -> usize {
        let Contour { keys, arrivals } = &*self.contour;
        self.table.bytes() + self.beside + list_bytes(keys, more) + list_bytes(arrivals, more)
    }

    /// Inserts the unseen states. Returns false if stopped before the last one. For `request_bytes` see [`Table::reserve`].
    pub fn store_all(&mut self, messages: &[Message<W>], request_bytes: &impl Fn(usize) -> bool) -> bool {
        self.table.insert_all(messages, self.f, request_bytes, |&(key, arrival)| {
            self.contour.keys.push(key);
            self.contour.arrivals.push(arrival);
        })
    }
}

fn contour_bytes<W>(contour: &Contour<W>) -> usize {
    list_bytes(&contour.keys, 0) + list_bytes(&contour.arrivals, 0)
}
