//! The queue of requests between the reader thread and the loop that answers, with the flags that the reader raises: interrupt
//! the running request, another request is pending, input has ended.

use std::time::Duration;

use crossbeam::channel::{Receiver, Sender, unbounded};
use parking_lot::{Condvar, Mutex};

use crate::protocol::Request;
use crate::search::Stop;

/// Most bytes of queued requests.
const MAX_BYTES: usize = 16 << 20;

/// How long the reader waits at a full inbox for a request to be answered. After that it refuses further requests and reads on,
/// because an interrupt may follow them.
const PATIENCE: Duration = Duration::from_secs(1);

/// Bytes that a refusal counts for. When refusals fill the inbox a second time the reader waits without a limit.
const REFUSAL: usize = 32;

/// An item to answer.
#[derive(Debug)]
pub enum Item {
    /// A request.
    Request(Request),
    /// A line that is answered by a failure: its request number and the message.
    Refused(Option<u32>, &'static str),
}

/// A queue of requests, bounded by their bytes, between one reader and one loop.
pub struct Inbox {
    sender: Mutex<Option<Sender<(Item, usize)>>>,
    receiver: Receiver<(Item, usize)>,
    state: Mutex<State>,
    /// Notified when an item is taken or answered.
    changed: Condvar,
    pending: Stop,
}

#[derive(Default)]
struct State {
    /// Bytes of queued items.
    bytes: usize,
    /// Items put in so far.
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

impl Default for Inbox {
    fn default() -> Self {
        let (sender, receiver) = unbounded();
        Inbox {
            sender: Mutex::new(Some(sender)),
            receiver,
            state: Mutex::default(),
            changed: Condvar::new(),
            pending: Stop::default(),
        }
    }
}

impl Inbox {
    /// Queues an item. Waits while the inbox is full and requests are being answered; otherwise queues a refusal in its place.
    pub fn put(&self, item: Item) {
        let size = |item: &Item| match item {
            Item::Request(request) => request.name.len() + request.args.len() + size_of::<Item>(),
            Item::Refused(..) => REFUSAL,
        };
        let mut state = self.state.lock();
        let mut item = item;
        while state.bytes + size(&item) > MAX_BYTES {
            let answered = state.answered;
            if state.stalled != Some(answered) {
                let waited = self.changed.wait_for(&mut state, PATIENCE);
                if !waited.timed_out() || state.answered != answered {
                    continue;
                }
                state.stalled = Some(answered);
            }
            item = match item {
                Item::Request(Request { id, .. }) => Item::Refused(id, "too many requests wait"),
                refused @ Item::Refused(..) => refused,
            };
            if state.bytes + REFUSAL <= 2 * MAX_BYTES {
                break;
            }
            self.changed.wait_for(&mut state, PATIENCE);
        }
        let bytes = size(&item);
        state.bytes += bytes;
        state.put += 1;
        self.pending.raise();
        if let Some(sender) = &*self.sender.lock() {
            // The receiver lives as long as the inbox.
            let _ = sender.send((item, bytes));
        }
    }

    /// Raises the stop flag of the oldest item that has not been answered, if there is one.
    pub fn interrupt(&self) {
        let mut state = self.state.lock();
        if state.answered < state.put {
            state.interrupted = Some(state.answered);
            if let Some(running) = &state.running {
                running.raise();
            }
        }
    }

    /// Records that input has ended.
    pub fn end(&self) {
        let mut state = self.state.lock();
        state.ended = true;
        self.pending.raise();
        *self.sender.lock() = None;
    }

    /// Waits for the next item and returns it with its stop flag; `None` when input has ended and all items are taken.
    pub fn take(&self) -> Option<(Item, Stop)> {
        let (item, bytes) = self.receiver.recv().ok()?;
        let mut state = self.state.lock();
        state.bytes -= bytes;
        let stop = Stop::default();
        if state.interrupted == Some(state.answered) {
            stop.raise();
        }
        state.running = Some(stop.clone());
        self.pending.set(state.ended || !self.receiver.is_empty());
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
        let mut state = self.state.lock();
        if state.written < state.put {
            self.changed.wait_for(&mut state, timeout);
        }
        state.written == state.put
    }

    /// Returns the flag that is raised while another item is queued or input has ended.
    pub fn pending_flag(&self) -> Stop {
        self.pending.clone()
    }
}
