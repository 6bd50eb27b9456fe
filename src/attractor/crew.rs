//! Threads that work on one thing: a thread for each part, and a place where they meet between two steps.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use parking_lot::{Condvar, Mutex};

/// How often a thread looks whether the others have come before it goes to sleep: some 50 microseconds, as to be woken takes.
const LOOKS: usize = 1 << 12;

/// Does something with each of some things, with a thread for each, this one among them; what comes of it, in their order.
pub(super) fn by_all<T: Send, R: Send>(mut things: Vec<T>, act: impl Fn(T) -> R + Sync) -> Vec<R> {
    let Some(last) = things.pop() else { return Vec::new() };
    std::thread::scope(|scope| {
        let act = &act;
        let workers: Vec<_> = things.into_iter().map(|thing| scope.spawn(move || act(thing))).collect();
        let own = act(last);
        let others = workers.into_iter().map(|worker| worker.join().unwrap_or_else(|panic| resume_unwind(panic)));
        others.chain([own]).collect()
    })
}

/// Ranges that a number of things is cut into, one for each thread, so that each has about as much of what `before` tells of
/// any of them, and of their end: how much the things before it have.
pub(super) fn cut(count: usize, threads: usize, before: impl Fn(usize) -> usize) -> Vec<std::ops::Range<usize>> {
    let whole = before(count);
    let end = |thread: usize| {
        let (mut low, mut high) = (0, count);
        while low < high {
            let middle = low.midpoint(high);
            if before(middle) < whole * thread / threads { low = middle + 1 } else { high = middle }
        }
        if thread == threads { count } else { low }
    };
    (0..threads).map(|thread| end(thread)..end(thread + 1)).collect()
}

/// Where threads wait for each other. They look again and again for a while, since to be woken takes longer than many a step;
/// then they sleep, since who is late may be waiting for this very processor.
pub(super) struct Meeting {
    members: usize,
    present: AtomicUsize,
    number: AtomicUsize,
    /// What the members bring to this meeting and the next one.
    sums: [AtomicUsize; 2],
    is_off: AtomicBool,
    bed: Mutex<()>,
    bell: Condvar,
}

impl Meeting {
    /// For so many threads.
    pub(super) fn of(members: usize) -> Self {
        let [present, number, one, other] = [0; 4].map(AtomicUsize::new);
        Meeting {
            members,
            present,
            number,
            sums: [one, other],
            is_off: AtomicBool::new(false),
            bed: Mutex::new(()),
            bell: Condvar::new(),
        }
    }

    /// Wakes those who sleep.
    fn ring(&self) {
        drop(self.bed.lock());
        self.bell.notify_all();
    }

    /// A member of the meetings. If it panics, so do the others when they wait for it.
    pub(super) fn join(&self) -> Member<'_> {
        Member { meeting: self }
    }
}

/// A thread that takes part in meetings.
pub(super) struct Member<'a> {
    meeting: &'a Meeting,
}

impl Member<'_> {
    /// Waits until all are there; the sum of what they bring.
    pub(super) fn meet(&self, brought: usize) -> usize {
        let Meeting { members, present, number, sums, is_off, bed, bell } = self.meeting;
        let now = number.load(Ordering::Relaxed);
        sums[now % 2].fetch_add(brought, Ordering::Relaxed);
        if present.fetch_add(1, Ordering::AcqRel) + 1 == *members {
            // Nobody needs the sum of the meeting before any more: all have come from there.
            sums[(now + 1) % 2].store(0, Ordering::Relaxed);
            present.store(0, Ordering::Relaxed);
            number.store(now + 1, Ordering::Release);
            self.meeting.ring();
        }
        let is_on = || number.load(Ordering::Acquire) == now && !is_off.load(Ordering::Relaxed);
        for _ in 0..LOOKS {
            if !is_on() {
                break;
            }
            std::hint::spin_loop();
        }
        if is_on() {
            bell.wait_while(&mut bed.lock(), |()| is_on());
        }
        assert!(!is_off.load(Ordering::Relaxed), "another thread has panicked");
        sums[now % 2].load(Ordering::Relaxed)
    }
}

impl Drop for Member<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.meeting.is_off.store(true, Ordering::Relaxed);
            self.meeting.ring();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges() {
        let weights = [5, 0, 0, 1, 9, 1, 1, 1, 0, 2];
        let before = |end: usize| weights[..end].iter().sum();
        assert_eq!(cut(10, 1, before).first(), Some(&(0..10)));
        assert_eq!(cut(10, 2, before), [0..5, 5..10]);
        assert_eq!(cut(10, 3, before).iter().map(ExactSizeIterator::len).sum::<usize>(), 10);
        assert_eq!(cut(3, 2, |_| 0), [0..0, 0..3]);
    }

    #[test]
    fn sums_of_meetings() {
        for threads in 1..=3 {
            let meeting = Meeting::of(threads);
            by_all((1..=threads).collect(), |own| {
                let member = meeting.join();
                for number in 0..200 {
                    assert_eq!(member.meet(own * number), threads * (threads + 1) / 2 * number);
                }
            });
        }
    }

    #[test]
    #[should_panic(expected = "stays away")]
    fn nobody_waits_for_who_has_panicked() {
        let meeting = Meeting::of(2);
        by_all(vec![true, false], |stays_away| {
            let member = meeting.join();
            assert!(!stays_away, "stays away");
            std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| member.meet(0))).unwrap_err();
        });
    }
}
