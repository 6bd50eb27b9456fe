//! Memory of a pass: mapped, and in huge pages where the system has them. A pass over a million edges writes on each page of
//! some megabytes once; to be given them in pages of 4 KiB takes a sixth of its time.

use bytemuck::cast_slice_mut;
use memmap2::MmapMut;

/// Bytes of a huge page, and from which on memory is mapped.
const HUGE: usize = 2 << 20;

/// Numbers that are zero at first.
pub(super) enum Pages {
    /// On the heap.
    Heap(Vec<u32>),
    /// Mapped.
    Mapped(MmapMut),
}

impl Pages {
    /// At least so many zeros.
    pub(super) fn new(count: usize) -> Pages {
        let bytes = count * size_of::<u32>();
        // Whole ones, so that the last one is huge too.
        let mapped = if bytes < HUGE { None } else { MmapMut::map_anon(bytes.next_multiple_of(HUGE)).ok() };
        let Some(map) = mapped else { return Pages::Heap(vec![0; count]) };
        // Small pages do as well, only slower.
        #[cfg(target_os = "linux")]
        let _ = map.advise(memmap2::Advice::HugePage);
        Pages::Mapped(map)
    }

    /// The numbers.
    pub(super) fn numbers(&mut self) -> &mut [u32] {
        match self {
            Pages::Heap(numbers) => numbers,
            Pages::Mapped(map) => cast_slice_mut(map),
        }
    }
}
