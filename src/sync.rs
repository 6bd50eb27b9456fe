//! Locks, condition variables, atomic values and threads as the concurrent parts use them: those of parking_lot and std.
//!
//! `RUSTFLAGS="--cfg shuttle" cargo test --target-dir target/shuttle --lib models` puts those of shuttle in their place, which runs
//! the tests named `models` under thousands of random schedules. A failure names the schedule that repeats it.

#[cfg(not(all(test, shuttle)))]
mod real {
    pub use parking_lot::{Condvar, Mutex};
    pub use std::sync::atomic;
    pub use std::thread;
}

/// The interface of parking_lot over the types of shuttle.
#[cfg(all(test, shuttle))]
mod real {
    use std::ops::{Deref, DerefMut};
    use std::time::Duration;

    use shuttle::sync;
    pub use shuttle::sync::atomic;
    pub use shuttle::thread;

    /// As that of parking_lot.
    #[derive(Debug, Default)]
    pub struct Mutex<T>(sync::Mutex<T>);

    /// Without its inner guard while it waits.
    pub struct MutexGuard<'a, T>(Option<sync::MutexGuard<'a, T>>);

    impl<T> Mutex<T> {
        /// Creates a lock.
        pub fn new(value: T) -> Self {
            Mutex(sync::Mutex::new(value))
        }

        /// Waits for the lock.
        pub fn lock(&self) -> MutexGuard<'_, T> {
            MutexGuard(Some(self.0.lock().expect("no thread has panicked")))
        }

        /// Returns the value.
        pub fn into_inner(self) -> T {
            self.0.into_inner().expect("no thread has panicked")
        }
    }

    impl<T> Deref for MutexGuard<'_, T> {
        type Target = T;

        fn deref(&self) -> &T {
            self.0.as_ref().expect("it is not waiting")
        }
    }

    impl<T> DerefMut for MutexGuard<'_, T> {
        fn deref_mut(&mut self) -> &mut T {
            self.0.as_mut().expect("it is not waiting")
        }
    }

    /// As that of parking_lot.
    #[derive(Debug, Default)]
    pub struct Condvar(sync::Condvar);

    /// No wait times out.
    pub struct WaitTimeoutResult;

    impl WaitTimeoutResult {
        /// Returns false.
        pub fn timed_out(&self) -> bool {
            false
        }
    }

    impl Condvar {
        /// Creates a variable.
        pub fn new() -> Self {
            Condvar(sync::Condvar::new())
        }

        /// Wakes all that wait.
        pub fn notify_all(&self) {
            self.0.notify_all();
        }

        /// Waits to be woken, without the lock.
        pub fn wait<T>(&self, guard: &mut MutexGuard<'_, T>) {
            guard.0 = guard.0.take().map(|inner| self.0.wait(inner).expect("no thread has panicked"));
        }

        /// Does the same as `wait`: there is no time in a model.
        pub fn wait_for<T>(&self, guard: &mut MutexGuard<'_, T>, _: Duration) -> WaitTimeoutResult {
            self.wait(guard);
            WaitTimeoutResult
        }
    }
}

pub use real::{Condvar, Mutex, atomic, thread};
