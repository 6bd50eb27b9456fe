//! The requests that wait, and what the reader tells the loop beside them: an interrupt, that more waits, that input ended.

use std::time::Duration;

use crossbeam::channel::{Receiver, Sender, unbounded};
use parking_lot::{Condvar, Mutex};

use crate::protocol::Request;
use crate::search::Stop;

/// Bytes of requests that may wait.
const MAX_BYTES: usize = 16 << 20;

/// A full inbox makes the reader wait as long as requests are still being answered at least this often; then it refuses
/// what it reads, because an interrupt may stand behind it.
const PATIENCE: Duration = Duration::from_secs(1);

/// What a refusal costs, in bytes: the reader waits after all when refusals alone fill the inbox once more.
const REFUSAL: usize = 32;

/// What is to be answered.
#[derive(Debug)]
pub enum Item {
    /// A request.
    Request(Request),
    /// A line that is answered by a failure: its number, and the text.
    Refused(Option<u32>, &'static str),
}

/// A queue of requests, bounded by their bytes, between one reader and one loop.
pub struct Inbox {
    sender: Mutex<Option<Sender<(Item, usize)>>>,
    receiver: Receiver<(Item, usize)>,
    state: Mutex<State>,
    /// Something was taken out.
    taken: Condvar,
    awaited: Stop,
}

#[derive(Default)]
struct State {
    /// Bytes that wait.
    bytes: usize,
    /// Items put in so far.
    put: u64,
    /// Items answered so far.
    answered: u64,
    /// Items whose answers have been written so far.
    written: u64,
    /// The item that an interrupt is to end.
    interrupted: Option<u64>,
    /// Flag of the item that is being answered.
    running: Option<Stop>,
    /// How many items had been answered when the reader last lost its patience: until another one is, it refuses at once.
    stalled: Option<u64>,
    /// Nothing more will be put in.
    ended: bool,
}

impl Default for Inbox {
    fn default() -> Self {
        let (sender, receiver) = unbounded();
        Inbox {
            sender: Mutex::new(Some(sender)),
            receiver,
            state: Mutex::default(),
            taken: Condvar::new(),
            awaited: Stop::default(),
        }
    }
}

impl Inbox {
    /// Puts an item in; waits while the inbox is full and still being emptied, then refuses instead.
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
                let waited = self.taken.wait_for(&mut state, PATIENCE);
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
            self.taken.wait_for(&mut state, PATIENCE);
        }
        let bytes = size(&item);
        state.bytes += bytes;
        state.put += 1;
        self.awaited.raise();
        if let Some(sender) = &*self.sender.lock() {
            // The receiver lives as long as the inbox.
            let _ = sender.send((item, bytes));
        }
    }

    /// Ends the oldest item that has not been answered, if there is one.
    pub fn interrupt(&self) {
        let mut state = self.state.lock();
        if state.answered < state.put {
            state.interrupted = Some(state.answered);
            if let Some(running) = &state.running {
                running.raise();
            }
        }
    }

    /// Says that nothing more will come.
    pub fn end(&self) {
        let mut state = self.state.lock();
        state.ended = true;
        self.awaited.raise();
        *self.sender.lock() = None;
    }

    /// The next item, with the flag that ends it early; `None` when nothing more will come.
    pub fn take(&self) -> Option<(Item, Stop)> {
        let (item, bytes) = self.receiver.recv().ok()?;
        let mut state = self.state.lock();
        state.bytes -= bytes;
        let stop = Stop::default();
        if state.interrupted == Some(state.answered) {
            stop.raise();
        }
        state.running = Some(stop.clone());
        self.awaited.set(state.ended || !self.receiver.is_empty());
        self.taken.notify_all();
        Some((item, stop))
    }

    /// Says that the item taken last has been answered.
    pub fn answered(&self) {
        let mut state = self.state.lock();
        state.answered += 1;
        state.running = None;
        self.taken.notify_all();
    }

    /// Says that the answer has been written.
    pub fn written(&self) {
        self.state.lock().written += 1;
        self.taken.notify_all();
    }

    /// Waits until all answers have been written, but not longer than `timeout`; whether they have.
    pub fn wait_idle(&self, timeout: Duration) -> bool {
        let mut state = self.state.lock();
        if state.written < state.put {
            self.taken.wait_for(&mut state, timeout);
        }
        state.written == state.put
    }

    /// Up while another item waits, or nothing more will come.
    pub fn awaited(&self) -> Stop {
        self.awaited.clone()
    }
}
