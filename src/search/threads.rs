//! Runs the workers of a search on threads, and its watch beside them.

use super::control::Control;
use super::report::Watch;
use super::watcher::{INTERVAL, Watcher};
use crate::sync::{Condvar, Mutex, thread};

/// Runs `work` on each thread of a search with a copy of the position, and returns when all have ended. `work` returns the position and
/// the watcher that it was given; only the calling thread is given a watcher. If its work ends before that of others, `inform` is
/// called with the watcher meanwhile; it is called once more at the end.
pub(super) fn run_workers<'w, P: Clone + Send + 'static, M: 'w>(
    control: &Control<'_>,
    position: P,
    watch: Watch<'w, M>,
    work: impl Fn(P, Option<Watcher<'w, M>>) -> (P, Option<Watcher<'w, M>>) + Sync,
    inform: impl Fn(&mut Watcher<'w, M>),
) {
    let working = Mutex::new(control.threads);
    let ended = Condvar::new();
    let run = |position, watcher| {
        let _retire = OnDrop(|| {
            *working.lock() -= 1;
            ended.notify_all();
        });
        let (position, watcher) = work(position, watcher);
        control.budget().leftovers.keep(position);
        watcher
    };
    thread::scope(|scope| {
        for position in std::iter::repeat_n(position.clone(), control.threads - 1) {
            scope.spawn(|| {
                run(position, None);
            });
        }
        let Some(mut watcher) = run(position, Some(Watcher::new(watch))) else { return };
        loop {
            let is_working = {
                let mut working = working.lock();
                if *working > 0 {
                    ended.wait_for(&mut working, INTERVAL);
                }
                *working > 0
            };
            inform(&mut watcher);
            if !is_working {
                return;
            }
        }
    });
}

/// Calls its function when dropped, in a panic too, so that no thread waits for a worker that has panicked.
struct OnDrop<F: FnMut()>(F);

impl<F: FnMut()> Drop for OnDrop<F> {
    fn drop(&mut self) {
        (self.0)();
    }
}
