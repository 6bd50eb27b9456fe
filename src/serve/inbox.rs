//! The queue of requests between the reader thread and the loop that answers, with the flags that the reader raises: interrupt
//! the running request, another request is pending, input has ended. A full queue does not block the reader for long, because an
//! interrupt may follow.

use std::time::{Duration, Instant};

use super::queue::{Item, Queue};
use crate::search::Stop;
use crate::sync::{Condvar, Mutex};

/// How long the reader waits at a full inbox for a request to be answered. After that it refuses further requests and reads on,
/// because an interrupt may follow them.
const PATIENCE: Duration = Duration::from_millis(50);

/// A queue of lines, in bounded memory, between one reader and one loop.
#[derive(Default)]
pub struct Inbox {
    state: Mutex<State>,
    /// Notified when an item is put, taken, answered or written.
    changed: Condvar,
    pending: Stop,
}

#[derive(Default)]
struct State {
    queue: Queue,
    /// Items queued so far.
    put: u64,
    /// Items answered so far.
    answered: u64,
    /// Items whose replies have been written so far.
    written: u64,
    /// Number of the item that an interrupt ends.
    interrupted: Option<u64>,
    /// Stop flag of the item that is being answered.
    running: Option<Stop>,
    /// Value of `answered` when the reader's patience last ended: until it changes, the reader refuses at once.
    stalled: Option<u64>,
    /// Whether input has ended.
    ended: bool,
}

impl Inbox {
    /// Queues a line that has a reply; `None` is a line that is too long. Waits while the inbox is full and requests are being
    /// answered; otherwise queues a refusal in its place.
    pub fn put(&self, line: Option<&[u8]>) {
        let mut state = self.state.lock();
        while !state.queue.has_room(line) && state.stalled != Some(state.answered) {
            let answered = state.answered;
            if self.changed.wait_for(&mut state, PATIENCE).timed_out() && state.answered == answered {
                state.stalled = Some(answered);
            }
        }
        state.queue.push(line);
        state.put += 1;
        self.pending.raise();
        self.changed.notify_all();
    }

    /// Raises the stop flag of the oldest item that has not been answered. Returns whether there is one.
    pub fn interrupt(&self) -> bool {
        let mut state = self.state.lock();
        let is_busy = state.answered < state.put;
        if is_busy {
            state.interrupted = Some(state.answered);
            if let Some(running) = &state.running {
                running.raise();
            }
        }
        is_busy
    }

    /// Records that input has ended.
    pub fn end(&self) {
        self.state.lock().ended = true;
        self.pending.raise();
        self.changed.notify_all();
    }

    /// Drops all waiting items, interrupts the running one and records that input has ended. For a client that reads no more
    /// replies.
    #[cfg(feature = "page")]
    pub fn abandon(&self) {
        {
            let mut state = self.state.lock();
            state.queue = Queue::default();
            state.put = state.answered + u64::from(state.running.is_some());
        }
        self.interrupt();
        self.end();
    }

    /// Returns how many items have not been answered.
    #[cfg(feature = "page")]
    pub fn count_open(&self) -> u64 {
        let state = self.state.lock();
        state.put - state.answered
    }

    /// Waits for the next item and returns it with its stop flag; `None` when input has ended and all items are taken.
    pub fn take(&self) -> Option<(Item, Stop)> {
        let mut state = self.state.lock();
        let item = loop {
            match state.queue.pop() {
                Some(item) => break item,
                None if state.ended => return None,
                None => self.changed.wait(&mut state),
            }
        };
        let stop = Stop::default();
        if state.interrupted == Some(state.answered) {
            stop.raise();
        }
        state.running = Some(stop.clone());
        self.pending.set(state.ended || !state.queue.is_empty());
        self.changed.notify_all();
        Some((item, stop))
    }

    /// Records that the item taken last has been answered.
    pub fn mark_answered(&self) {
        let mut state = self.state.lock();
        state.answered += 1;
        state.running = None;
        self.changed.notify_all();
    }

    /// Records that the reply to it has been written.
    pub fn mark_written(&self) {
        self.state.lock().written += 1;
        self.changed.notify_all();
    }

    /// Waits until all replies have been written, at most `timeout`. Returns whether they have.
    pub fn wait_idle(&self, timeout: Duration) -> bool {
        let end = Instant::now() + timeout;
        let mut state = self.state.lock();
        while state.written < state.put {
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                break;
            }
            self.changed.wait_for(&mut state, left);
        }
        state.written == state.put
    }

    /// Returns the flag that is raised while another item is queued or input has ended.
    pub fn pending_flag(&self) -> Stop {
        self.pending.clone()
    }
}

#[cfg(all(test, not(shuttle)))]
mod tests {
    use super::*;

    #[test]
    fn what_happens_to_other_items_does_not_end_a_wait() {
        let inbox = Inbox::default();
        inbox.put(Some(b"1 name"));
        let timeout = Duration::from_millis(60);
        let since = Instant::now();
        std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(Duration::from_millis(10));
                inbox.put(Some(b"2 name"));
                inbox.take();
                inbox.mark_answered();
                inbox.mark_written();
            });
            assert!(!inbox.wait_idle(timeout));
        });
        assert!(since.elapsed() >= timeout, "{:?}", since.elapsed());
        inbox.take();
        inbox.mark_answered();
        inbox.mark_written();
        assert!(inbox.wait_idle(Duration::ZERO));
    }
}

#[cfg(all(test, shuttle))]
mod models {
    use std::sync::Arc;

    use super::*;
    use crate::sync::thread;

    #[test]
    fn each_line_is_taken_once_and_an_interrupt_ends_one_request() {
        shuttle::check_random(
            || {
                let inbox = Arc::new(Inbox::default());
                let reader = inbox.clone();
                let reading = thread::spawn(move || {
                    reader.put(Some(b"1 name"));
                    reader.put(Some(b"2 name"));
                    let is_heard = reader.interrupt();
                    reader.put(Some(b"3 name"));
                    reader.end();
                    is_heard
                });
                let (mut ids, mut stops) = (Vec::new(), Vec::new());
                while let Some((item, stop)) = inbox.take() {
                    let Item::Request(request) = item else { panic!("{item:?}") };
                    ids.push(request.id);
                    stops.push(stop);
                    thread::yield_now();
                    inbox.mark_answered();
                    inbox.mark_written();
                }
                let is_heard = reading.join().expect("it does not panic");
                assert_eq!(ids, [Some(1), Some(2), Some(3)]);
                assert_eq!(stops.iter().filter(|stop| stop.is_raised()).count(), usize::from(is_heard));
                assert!(!stops[2].is_raised() && inbox.wait_idle(Duration::ZERO));
            },
            5_000,
        );
    }
}
