//! A barrier for a fixed number of threads, which also sums a number over them.
//!
//! Threads spin before they sleep, because a wake-up takes longer than most steps of a pass. Unlike `std::sync::Barrier` it
//! propagates panics: if one thread panics, all threads that wait for it panic too.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use parking_lot::{Condvar, Mutex};

/// Spins before a thread sleeps: about 50 microseconds, the time of a wake-up.
const SPINS: usize = 1 << 12;

/// A reusable barrier for a fixed number of threads.
pub(super) struct Barrier {
    threads: usize,
    arrived: AtomicUsize,
    generation: AtomicUsize,
    /// Sums of the current generation and of the next one.
    sums: [AtomicUsize; 2],
    is_poisoned: AtomicBool,
    mutex: Mutex<()>,
    condvar: Condvar,
}

impl Barrier {
    /// Creates a barrier for `threads` threads.
    pub(super) fn new(threads: usize) -> Self {
        let [arrived, generation, one, other] = [0; 4].map(AtomicUsize::new);
        Barrier {
            threads,
            arrived,
            generation,
            sums: [one, other],
            is_poisoned: AtomicBool::new(false),
            mutex: Mutex::new(()),
            condvar: Condvar::new(),
        }
    }

    fn wake_all(&self) {
        drop(self.mutex.lock());
        self.condvar.notify_all();
    }

    /// Returns the handle of one thread. If that thread panics, the others panic when they wait.
    pub(super) fn handle(&self) -> Handle<'_> {
        Handle { barrier: self }
    }
}

/// One thread's handle of a barrier.
pub(super) struct Handle<'a> {
    barrier: &'a Barrier,
}

impl Handle<'_> {
    /// Waits until all threads have arrived, and returns the sum of their `addend`s.
    pub(super) fn wait(&self, addend: usize) -> usize {
        let Barrier { threads, arrived, generation, sums, is_poisoned, mutex, condvar } = self.barrier;
        let now = generation.load(Ordering::Relaxed);
        sums[now % 2].fetch_add(addend, Ordering::Relaxed);
        if arrived.fetch_add(1, Ordering::AcqRel) + 1 == *threads {
            // All threads have left the previous generation, so its sum is not read any more.
            sums[(now + 1) % 2].store(0, Ordering::Relaxed);
            arrived.store(0, Ordering::Relaxed);
            generation.store(now + 1, Ordering::Release);
            self.barrier.wake_all();
        }
        let must_wait = || generation.load(Ordering::Acquire) == now && !is_poisoned.load(Ordering::Relaxed);
        for _ in 0..SPINS {
            if !must_wait() {
                break;
            }
            std::hint::spin_loop();
        }
        if must_wait() {
            condvar.wait_while(&mut mutex.lock(), |()| must_wait());
        }
        assert!(!is_poisoned.load(Ordering::Relaxed), "another thread has panicked");
        sums[now % 2].load(Ordering::Relaxed)
    }
}

impl Drop for Handle<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.barrier.is_poisoned.store(true, Ordering::Relaxed);
            self.barrier.wake_all();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::attractor::parallel::parallel_map;

    #[test]
    fn all_threads_get_the_sum() {
        for threads in 1..=3 {
            let barrier = Barrier::new(threads);
            parallel_map((1..=threads).collect(), |own| {
                let handle = barrier.handle();
                for number in 0..200 {
                    assert_eq!(handle.wait(own * number), threads * (threads + 1) / 2 * number);
                }
            });
        }
    }

    #[test]
    #[should_panic(expected = "stays away")]
    fn a_panic_reaches_who_waits() {
        let barrier = Barrier::new(2);
        parallel_map(vec![true, false], |stays_away| {
            let handle = barrier.handle();
            assert!(!stays_away, "stays away");
            std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| handle.wait(0))).unwrap_err();
        });
    }
}
