//! Memory of large tables: mapped, and in huge pages where the system has them. With huge pages a random access rarely misses the
//! TLB beside the cache; mapped memory is zeroed only when it is first touched.

use std::ops::{Deref, DerefMut};

use bytemuck::{Pod, cast_slice, cast_slice_mut};
use memmap2::MmapMut;

/// Bytes of a huge page.
const HUGE: usize = 2 << 20;

/// An array that is initially zero.
pub struct Pages<T> {
    memory: Memory<T>,
    count: usize,
}

enum Memory<T> {
    Heap(Vec<T>),
    /// When dropped, it returns to the system at once.
    Mapped(MmapMut),
}

impl<T: Pod> Pages<T> {
    /// Allocates `count` zeros. Arrays of `min_mapped` bytes or more are mapped, smaller ones are on the heap.
    #[must_use]
    pub fn new(count: usize, min_mapped: usize) -> Self {
        let bytes = count * size_of::<T>();
        // A multiple of the huge page, so that the last page is huge too.
        let size = if bytes < HUGE { bytes } else { bytes.next_multiple_of(HUGE) };
        let map = if bytes < min_mapped { None } else { MmapMut::map_anon(size).ok() };
        let Some(map) = map else {
            return Pages { memory: Memory::Heap(vec![T::zeroed(); count]), count };
        };
        // If the advice is refused the table works all the same, with small pages.
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
