//! Makes the allocator of the GNU C library return memory to the system. On other systems nothing is changed.
//!
//! By default it keeps most of the memory that a long session has used at its peak, because small blocks in use lie behind freed
//! ones: after ten minutes of searches in all games a process kept 160 MiB. With this module it kept 89 MiB after five minutes
//! (`scripts/torture soak --minutes 5 --seed 3`).
#![allow(unsafe_code, reason = "the C library offers no other way")]

/// Least size, in bytes, of blocks that are returned when they are freed. By default this bound rises to the size of freed blocks. The
/// tables of a Hex position are below it: short moves build them again and again, and to fault their pages in takes longer than all else.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const LARGE_BLOCK: i32 = 32 << 20;

/// Bytes at the end of the heap that are kept when they are freed: more than the tables of two Hex positions of 19x19 take.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const KEPT: i32 = 64 << 20;

/// Makes the allocator return large blocks when they are freed, and shares one arena between all threads where the address space is
/// limited (`ulimit -v`): each arena reserves 64 MiB of it, which tables and the stacks of threads would then lack. Called once, at
/// the start.
pub fn configure() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    // SAFETY: mallopt(3) may be called at any time; it sets a number under the lock of the allocator. getrlimit(2) writes one `rlimit`.
    unsafe {
        libc::mallopt(libc::M_MMAP_THRESHOLD, LARGE_BLOCK);
        libc::mallopt(libc::M_TRIM_THRESHOLD, KEPT);
        let mut limit = libc::rlimit { rlim_cur: libc::RLIM_INFINITY, rlim_max: libc::RLIM_INFINITY };
        if libc::getrlimit(libc::RLIMIT_AS, &raw mut limit) == 0 && limit.rlim_cur != libc::RLIM_INFINITY {
            libc::mallopt(libc::M_ARENA_MAX, 1);
        }
    }
}

/// Returns all unused pages to the system. Takes some milliseconds if there are many.
pub fn trim() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    // SAFETY: malloc_trim(3) may be called at any time and by several threads; it touches no block in use.
    unsafe {
        libc::malloc_trim(0);
    }
}
