//! HDA* (hash-distributed A*) within one contour: a worker for each partition of the states. They run in threads or, in a small
//! contour, in turns.
//!
//! A worker expands the states of its own partition, then helps with those of others. It sends each child to the worker whose
//! partition owns it, in batches (Kishimoto, Fukunaga and Botea, *Evaluation of a simple, scalable, parallel best-first search
//! strategy*, 2013). States are partitioned so that most children stay with their parents, which leaves some partitions larger
//! than others: hence the help. No worker waits for another until it has nothing to do; the contour is finished when none has,
//! and no batch is on its way.

use std::cell::Cell;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

use parking_lot::Mutex;

use super::limits::Limits;
use super::partial_expansion::Child;
use super::partition::{Contour, Message, OpenContour, Partition, Partitioning};
use super::state::{Arrival, Moves, State};
use super::table::Word;

/// Parents expanded in one step: few enough that their children stay in the cache, and that a budget is checked in time.
const BLOCK: usize = 1024;

/// Fewest parents for which threads are started.
const MIN_PARALLEL: usize = 8 * BLOCK;

/// Messages of a batch: fewer are kept back until there is nothing else to do.
const BATCH: usize = 2 * BLOCK;

/// Most emptied batches that a worker keeps for reuse.
const MAX_SPARE: usize = 8;

/// Batches sent to one worker.
type Inbox<W> = Mutex<Vec<Vec<Message<W>>>>;

/// A goal of the search: a state from which one robot alone reaches the target.
#[derive(Clone, Copy, Debug)]
pub struct Goal<const N: usize> {
    /// The state before it; `None` for the root.
    pub parent: Option<State<N>>,
    pub state: State<N>,
}

/// States of one contour that are expanded in one step.
struct Block<'a, W> {
    partition: usize,
    f: u8,
    keys: &'a [W],
    arrivals: &'a [Arrival],
}

/// The states of a partition to expand, those of the greatest f first.
struct WorkQueue<'a, W> {
    blocks: Vec<Block<'a, W>>,
    /// Number of calls so far: the index of the next block, or beyond the last one.
    taken: AtomicUsize,
}

/// What the workers of a contour share.
pub(super) struct Hda<'a, const N: usize, const ANY: bool, W> {
    moves: Moves<'a, N, ANY>,
    limits: Limits<'a>,
    /// The f-value of the contour.
    f: u8,
    partitioning: Partitioning,
    queues: Vec<WorkQueue<'a, W>>,
    inboxes: Vec<Inbox<W>>,
    /// Number of busy workers and of batches not yet stored.
    pending: AtomicUsize,
    /// Whether a limit was reached. [`Control`](crate::search::Control) counts nodes alone; this search is limited by memory too, which
    /// is known only where states are stored.
    over: AtomicBool,
    /// Memory of all partitions in bytes, including what is reserved for states being stored.
    bytes: AtomicUsize,
    states: AtomicU64,
    goals: Mutex<Vec<Goal<N>>>,
    /// Whether there is a goal. It ends the search, unless all goals are wanted.
    found: AtomicBool,
}

/// The result of a contour.
pub struct Report<const N: usize> {
    /// Whether a limit was reached.
    pub is_over: bool,
    /// States generated so far, by earlier contours too.
    pub states: u64,
    /// Solutions found.
    pub goals: Vec<Goal<N>>,
}

/// The worker that owns a partition.
struct Worker<'a, W: Word> {
    number: usize,
    open: OpenContour<'a, W>,
    /// Memory of the partition that is counted in `Hda::bytes`.
    bytes: usize,
    /// Number of states of the contour being stored that have been expanded.
    closed: usize,
    /// Outboxes: children by the partition that owns them.
    out: Vec<Vec<Message<W>>>,
    /// Children that another partition may own.
    unrouted: Vec<Message<W>>,
    /// Emptied batches, for reuse.
    spare: Vec<Vec<Message<W>>>,
}

impl<'a, const N: usize, const ANY: bool, W: Word> Hda<'a, N, ANY, W> {
    /// Stores the contour of an f-value, from the children of the contours `sources` below it.
    #[must_use]
    pub fn run(
        moves: Moves<'a, N, ANY>,
        limits: Limits<'a>,
        f: u8,
        sources: &[u8],
        partitioning: Partitioning,
        partitions: &'a mut [Partition<W>],
        states: u64,
    ) -> Report<N> {
        let count = partitions.len();
        let (mut workers, mut queues, mut buffers) = (Vec::with_capacity(count), Vec::with_capacity(count), Vec::new());
        for (number, partition) in partitions.iter_mut().enumerate() {
            let mut out: Vec<_> = (0..count).map(|_| Vec::new()).collect();
            out[number] = std::mem::take(&mut partition.buffer);
            let (stored, open, buffer) = partition.open_contour(f);
            queues.push(WorkQueue::new(number, stored, sources));
            workers.push(Worker { number, bytes: open.bytes(), open, closed: 0, out, unrouted: Vec::new(), spare: Vec::new() });
            buffers.push(buffer);
        }
        let parents: usize = queues.iter().flat_map(|queue| &queue.blocks).map(|block| block.keys.len()).sum();
        let hda = Hda {
            moves,
            limits,
            f,
            partitioning,
            queues,
            inboxes: workers.iter().map(|_| Mutex::new(Vec::new())).collect(),
            pending: AtomicUsize::new(count),
            over: AtomicBool::new(false),
            bytes: AtomicUsize::new(workers.iter().map(|worker| worker.bytes).sum()),
            states: AtomicU64::new(states),
            goals: Mutex::new(Vec::new()),
            found: AtomicBool::new(false),
        };
        match workers.split_first_mut() {
            Some((first, others)) if !others.is_empty() && parents >= MIN_PARALLEL => std::thread::scope(|scope| {
                for worker in others {
                    scope.spawn(|| hda.run_worker(worker));
                }
                hda.run_worker(first);
            }),
            _ => while !hda.is_ended() && workers.iter_mut().any(|worker| hda.step(worker)) {},
        }
        for (buffer, worker) in buffers.into_iter().zip(&mut workers) {
            *buffer = std::mem::take(&mut worker.out[worker.number]);
        }
        Report { is_over: hda.over.into_inner(), states: hda.states.into_inner(), goals: hda.goals.into_inner() }
    }

    /// Returns whether a limit was reached, or what is wanted has been found.
    fn is_ended(&self) -> bool {
        self.over.load(Ordering::Relaxed) || self.found.load(Ordering::Relaxed) && !self.limits.all
    }

    /// Runs a worker until no worker has anything left.
    fn run_worker(&self, worker: &mut Worker<'_, W>) {
        let _halt = HaltOnPanic(&self.over);
        loop {
            while !self.is_ended() && self.step(worker) {}
            self.pending.fetch_sub(1, Ordering::AcqRel);
            while self.inboxes[worker.number].lock().is_empty() {
                if self.is_ended() || self.pending.load(Ordering::Acquire) == 0 {
                    return;
                }
                std::thread::yield_now();
            }
            if self.is_ended() {
                return;
            }
            // The batch still counts as pending, so no worker can have finished.
            self.pending.fetch_add(1, Ordering::AcqRel);
        }
    }

    /// Stores the received states, then expands a block. Returns false if there was nothing to do.
    fn step(&self, worker: &mut Worker<'_, W>) -> bool {
        let received = if self.inboxes.len() > 1 { std::mem::take(&mut *self.inboxes[worker.number].lock()) } else { Vec::new() };
        let count = received.len();
        for messages in received {
            self.store(worker, &messages);
            worker.recycle(messages);
        }
        if count > 0 {
            self.pending.fetch_sub(count, Ordering::AcqRel);
        }
        let Worker { number, open, closed, out, unrouted, .. } = worker;
        if let Some(block) = open.contour.block((*number, self.f), closed) {
            self.expand(&block, (out, unrouted));
        } else if let Some(block) = self.next_block(*number) {
            self.expand(block, (out, unrouted));
        } else {
            return self.send(worker, 1) || count > 0;
        }
        let mut own = std::mem::take(&mut worker.out[worker.number]);
        self.store(worker, &own);
        own.clear();
        worker.out[worker.number] = own;
        self.send(worker, BATCH);
        true
    }

    /// Returns the next block of a worker's own partition, or of the next other partition that has one.
    fn next_block(&self, number: usize) -> Option<&Block<'a, W>> {
        (0..self.queues.len()).find_map(|offset| self.queues[(number + offset) % self.queues.len()].next())
    }

    /// Sends the outboxes of at least this many messages. Returns false if there were none.
    fn send(&self, worker: &mut Worker<'_, W>, least: usize) -> bool {
        let mut sent = false;
        for to in (0..self.inboxes.len()).filter(|&to| to != worker.number) {
            if worker.out[to].len() >= least {
                let messages = std::mem::replace(&mut worker.out[to], worker.spare.pop().unwrap_or_default());
                self.pending.fetch_add(1, Ordering::AcqRel);
                self.inboxes[to].lock().push(messages);
                sent = true;
            }
        }
        sent
    }

    /// Expands the states of a block.
    fn expand(&self, block: &Block<'_, W>, (out, unrouted): (&mut [Vec<Message<W>>], &mut Vec<Message<W>>)) {
        let has_one_partition = out.len() == 1;
        let home = &mut out[block.partition];
        let has_heuristic = self.moves.heuristic.is_some();
        let (mut states, mut goals) = (0, Vec::new());
        for (&key, &arrival) in block.keys.iter().zip(block.arrivals) {
            let state: State<N> = self.moves.unpack(key);
            states += self.moves.expand(&state, arrival, self.f - block.f, &mut |child: Child<N>| {
                // Without a heuristic this f-value has been tried before.
                if has_heuristic && self.moves.has_direct_solution(&child.state, child.bound) {
                    goals.push(Goal { parent: Some(state), state: child.state });
                    return;
                }
                let message = (self.moves.pack(&child.state), child.arrival);
                if has_one_partition || !ANY && child.state[0] == state[0] {
                    home.push(message);
                } else {
                    unrouted.push(message);
                }
            });
        }
        for message in unrouted.drain(..) {
            out[self.partitioning.partition_of(message.0)].push(message);
        }
        let states = self.states.fetch_add(states, Ordering::Relaxed) + states;
        if !goals.is_empty() {
            self.goals.lock().append(&mut goals);
            self.found.store(true, Ordering::Relaxed);
        }
        if self.limits.is_over(states, 0) {
            self.over.store(true, Ordering::Relaxed);
        }
    }

    /// Stores states in a worker's partition, as far as the memory of all partitions allows. While its table grows, the old one
    /// takes memory too: the table asks before it takes more, and what it was granted is counted exactly in the end.
    fn store(&self, worker: &mut Worker<'_, W>, messages: &[Message<W>]) {
        let has_room = self.count_bytes(&mut worker.bytes, worker.open.bytes_with(messages.len())) <= self.limits.bytes;
        let granted = Cell::new(0);
        let request_bytes = |more: usize| {
            granted.set(granted.get() + more);
            let bytes = self.bytes.fetch_add(more, Ordering::Relaxed) + more;
            bytes <= self.limits.bytes && !self.limits.budget.is_over()
        };
        if self.over.load(Ordering::Relaxed) || !has_room || !worker.open.store_all(messages, &request_bytes) {
            self.over.store(true, Ordering::Relaxed);
        }
        worker.bytes += granted.get();
        self.count_bytes(&mut worker.bytes, worker.open.bytes());
    }

    /// Updates the memory of a partition, and returns that of all.
    fn count_bytes(&self, before: &mut usize, bytes: usize) -> usize {
        // Wraps around where memory has become less.
        let more = bytes.wrapping_sub(std::mem::replace(before, bytes));
        if more == 0 {
            self.bytes.load(Ordering::Relaxed)
        } else {
            self.bytes.fetch_add(more, Ordering::Relaxed).wrapping_add(more)
        }
    }
}

impl<'a, W> WorkQueue<'a, W> {
    /// Returns a queue of the blocks of some contours of a partition.
    fn new(partition: usize, stored: &'a [Contour<W>], sources: &[u8]) -> Self {
        let mut blocks = Vec::new();
        for &f in sources.iter().rev() {
            let Contour { keys, arrivals } = &stored[usize::from(f)];
            let parts = keys.rchunks(BLOCK).zip(arrivals.rchunks(BLOCK));
            blocks.extend(parts.map(|(keys, arrivals)| Block { partition, f, keys, arrivals }));
        }
        WorkQueue { blocks, taken: AtomicUsize::new(0) }
    }

    /// Takes the next block.
    fn next(&self) -> Option<&Block<'a, W>> {
        self.blocks.get(self.taken.fetch_add(1, Ordering::Relaxed))
    }
}

impl<W> Contour<W> {
    /// Takes the next block of a contour that is still being stored.
    fn block(&self, (partition, f): (usize, u8), closed: &mut usize) -> Option<Block<'_, W>> {
        let from = *closed;
        *closed = self.keys.len().min(from + BLOCK);
        (from < *closed).then(|| Block { partition, f, keys: &self.keys[from..*closed], arrivals: &self.arrivals[from..*closed] })
    }
}

impl<W: Word> Worker<'_, W> {
    /// Keeps an emptied batch for reuse.
    fn recycle(&mut self, mut messages: Vec<Message<W>>) {
        if self.spare.len() < MAX_SPARE {
            messages.clear();
            self.spare.push(messages);
        }
    }
}

/// Halts all workers when its thread panics, because they would wait for it for ever.
struct HaltOnPanic<'a>(&'a AtomicBool);

impl Drop for HaltOnPanic<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.store(true, Ordering::Relaxed);
        }
    }
}
