//! Memory of large tables: mapped, and in huge pages where the system has them. With huge pages a random access rarely misses the
//! TLB as well as the cache. Mapped memory is zeroed only when it is first touched.

use std::ops::{Deref, DerefMut};

use bytemuck::{Pod, cast_slice, cast_slice_mut};
use memmap2::MmapMut;
use zerocopy::{FromBytes, IntoBytes};

/// Bytes of a huge page.
const HUGE: usize = 2 << 20;

/// An array that is initially zero.
pub struct Pages<T> {
    memory: Memory<T>,
    count: usize,
}

enum Memory<T> {
    Heap(Vec<T>),
    /// A mapping, which returns to the system when dropped.
    Mapped(MmapMut),
}

impl<T: Pod> Pages<T> {
    /// Maps `count` zeros, or a half, a quarter and so on of them where the system refuses; one at least.
    #[must_use]
    pub fn at_most(count: usize) -> Self {
        let mut count = count.max(1);
        loop {
            match MmapMut::map_anon(count * size_of::<T>()) {
                Ok(map) => return Pages { memory: Memory::Mapped(ask_for_huge_pages(map)), count },
                Err(_) if count == 1 => return Self::new(count, usize::MAX),
                Err(error) => log::warn!("no memory for {count} entries of {} bytes: {error}", size_of::<T>()),
            }
            count /= 2;
        }
    }

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
        Pages { memory: Memory::Mapped(ask_for_huge_pages(map)), count }
    }

    /// Returns the array as words that threads can share, such as atomic integers.
    ///
    /// # Panics
    /// The size of an element is not a multiple of that of a word.
    pub fn words<W: FromBytes + IntoBytes>(&mut self) -> &mut [W] {
        FromBytes::mut_from_bytes(cast_slice_mut(&mut self[..])).expect("elements of whole, aligned words")
    }
}

/// Advises huge pages. If they are refused, the table works all the same, with small ones.
fn ask_for_huge_pages(map: MmapMut) -> MmapMut {
    #[cfg(target_os = "linux")]
    if map.len() >= HUGE {
        let _ = map.advise(memmap2::Advice::HugePage);
    }
    map
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

/// Frees a value of many small parts on a thread of its own, because freeing millions of parts would delay an interrupt.
pub fn free_in_background<T: Send + 'static>(value: T) {
    // Where there is no thread it is freed here.
    let _ = std::thread::Builder::new().spawn(move || drop(value));
}

/// Checks that the process can have so much memory, without taking it.
///
/// # Errors
/// It is more than the system gives to one process, or more than the machine or the control group of the process has.
pub fn check_available(bytes: usize) -> Result<(), String> {
    let refused = |why: &str| format!("cannot have {} MiB of memory: {why}", bytes >> 20);
    if let Some(most) = memory_limit().filter(|&most| bytes as u64 > most) {
        return Err(refused(&format!("there are {} MiB", most >> 20)));
    }
    MmapMut::map_anon(bytes.max(1)).map(drop).map_err(|error| refused(&error.to_string()))
}

/// Returns the memory of the machine or of the control group of the process, whichever is less, in bytes; `None` where neither
/// is known.
fn memory_limit() -> Option<u64> {
    let number = |path: &str| std::fs::read_to_string(path).ok()?.trim().parse::<u64>().ok();
    let group = ["/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"].into_iter().filter_map(number);
    let machine = std::fs::read_to_string("/proc/meminfo").ok().and_then(|text| {
        let kibibytes = text.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
        Some(kibibytes.trim().strip_suffix(" kB")?.parse::<u64>().ok()? << 10)
    });
    group.chain(machine).min()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_had_is_refused_or_cut() {
        assert_eq!(check_available(1 << 20), Ok(()));
        assert!(check_available(1 << 56).unwrap_err().starts_with("cannot have 68719476736 MiB of memory: "));
        let pages: Pages<u64> = Pages::at_most(1 << 53);
        assert!(!pages.is_empty() && pages.len() < 1 << 53 && pages[pages.len() - 1] == 0);
        assert_eq!(Pages::<u64>::at_most(0).len(), 1);
    }
}
