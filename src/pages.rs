//! Memory of large tables: mapped, and in huge pages where the system has them, so that a random access costs one miss and not
//! two, and that to be given it costs little.

use std::ops::{Deref, DerefMut};

use bytemuck::{Pod, cast_slice, cast_slice_mut};
use memmap2::MmapMut;

/// Bytes of a huge page.
const HUGE: usize = 2 << 20;

/// Values that are zero at first.
pub struct Pages<T> {
    memory: Memory<T>,
    count: usize,
}

enum Memory<T> {
    Heap(Vec<T>),
    /// Given back, it is the system's again at once.
    Mapped(MmapMut),
}

impl<T: Pod> Pages<T> {
    /// So many zeros; from `mapped` bytes on they are mapped.
    #[must_use]
    pub fn new(count: usize, mapped: usize) -> Self {
        let bytes = count * size_of::<T>();
        // Whole huge ones, so that the last one is huge too.
        let size = if bytes < HUGE { bytes } else { bytes.next_multiple_of(HUGE) };
        let map = if bytes < mapped { None } else { MmapMut::map_anon(size).ok() };
        let Some(map) = map else {
            return Pages { memory: Memory::Heap(vec![T::zeroed(); count]), count };
        };
        // Small pages do as well, only slower.
        #[cfg(target_os = "linux")]
        if size >= HUGE {
            let _ = map.advise(memmap2::Advice::HugePage);
        }
        Pages { memory: Memory::Mapped(map), count }
    }
}

impl<T: Pod> Deref for Pages<T> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        match &self.memory {
            Memory::Heap(values) => values,
            Memory::Mapped(map) => &cast_slice(map)[..self.count],
        }
    }
}

impl<T: Pod> DerefMut for Pages<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [T] {
        match &mut self.memory {
            Memory::Heap(values) => values,
            Memory::Mapped(map) => &mut cast_slice_mut(map)[..self.count],
        }
    }
}
