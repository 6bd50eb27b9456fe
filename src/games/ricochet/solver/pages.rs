//! Memory of large tables: mapped, and in huge pages where the system has them, so that a random access costs one miss
//! and not two.

use std::ops::{Deref, DerefMut};

use bytemuck::{Pod, cast_slice, cast_slice_mut};
use memmap2::MmapMut;

/// Bytes from which on memory is mapped: two huge pages.
const MAPPED: usize = 4 << 20;

/// Values that are zero at first.
pub enum Pages<T> {
    /// On the heap.
    Heap(Vec<T>),
    /// Mapped.
    Mapped(MmapMut),
}

impl<T: Pod> Pages<T> {
    /// So many zeros.
    #[must_use]
    pub fn new(count: usize) -> Self {
        let bytes = count * size_of::<T>();
        let mapped = if bytes >= MAPPED { MmapMut::map_anon(bytes).ok() } else { None };
        let Some(map) = mapped else { return Pages::Heap(vec![T::zeroed(); count]) };
        // Small pages do as well, only slower.
        #[cfg(target_os = "linux")]
        let _ = map.advise(memmap2::Advice::HugePage);
        Pages::Mapped(map)
    }
}

impl<T: Pod> Deref for Pages<T> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        match self {
            Pages::Heap(values) => values,
            Pages::Mapped(map) => cast_slice(map),
        }
    }
}

impl<T: Pod> DerefMut for Pages<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [T] {
        match self {
            Pages::Heap(values) => values,
            Pages::Mapped(map) => cast_slice_mut(map),
        }
    }
}
