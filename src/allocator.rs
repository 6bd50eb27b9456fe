//! When the allocator of the GNU C library gives memory back to the system. On other systems nothing is changed.
//!
//! By default it keeps most of what a long session has ever used at one time: freed blocks stay, since a small one in use stands
//! behind them. After ten minutes of searches in all games a process kept 160 MiB by default, and after 85 minutes 46 MiB with what
//! stands here (`scripts/torture soak`).
#![allow(unsafe_code, reason = "the C library offers no other way")]

/// Bytes from which on a block goes back when it is freed. By default this bound rises to the size of what was freed.
#[cfg(target_env = "gnu")]
const LARGE_BLOCK: i32 = 1 << 20;

/// Has large blocks go back when they are freed.
pub fn return_large_blocks() {
    #[cfg(target_env = "gnu")]
    // SAFETY: mallopt(3) may be called at any time; it sets a number under the lock of the allocator.
    unsafe {
        libc::mallopt(libc::M_MMAP_THRESHOLD, LARGE_BLOCK);
    }
}

/// Gives back all whole pages that are not in use. It takes some milliseconds where there are many.
pub fn trim() {
    #[cfg(target_env = "gnu")]
    // SAFETY: malloc_trim(3) may be called at any time and by several threads; it touches no block in use.
    unsafe {
        libc::malloc_trim(0);
    }
}
