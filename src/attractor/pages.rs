//! Memory of a pass: mapped, and in huge pages where the system has them. A pass over a million edges writes on each page of
//! some megabytes once; to be given them in pages of 4 KiB takes a sixth of its time.

use bytemuck::{Pod, cast_slice_mut};
use memmap2::MmapMut;

/// Bytes of a huge page.
const HUGE: usize = 2 << 20;

/// Bytes from which on memory is mapped: given back, it is the system's again at once.
const MAPPED: usize = 1 << 16;

/// Numbers that are zero at first.
pub(super) enum Pages<T> {
    /// On the heap.
    Heap(Vec<T>),
    /// Mapped.
    Mapped(MmapMut),
}

impl<T: Pod> Pages<T> {
    /// At least so many zeros.
    pub(super) fn new(count: usize) -> Pages<T> {
        let bytes = count * size_of::<T>();
        // Whole huge ones, so that the last one is huge too.
        let size = if bytes < HUGE { bytes } else { bytes.next_multiple_of(HUGE) };
        let mapped = if bytes < MAPPED { None } else { MmapMut::map_anon(size).ok() };
        let Some(map) = mapped else { return Pages::Heap(vec![T::zeroed(); count]) };
        // Small pages do as well, only slower.
        #[cfg(target_os = "linux")]
        if size >= HUGE {
            let _ = map.advise(memmap2::Advice::HugePage);
        }
        Pages::Mapped(map)
    }

    /// The numbers.
    pub(super) fn numbers(&mut self) -> &mut [T] {
        match self {
            Pages::Heap(numbers) => numbers,
            Pages::Mapped(map) => cast_slice_mut(map),
        }
    }
}
