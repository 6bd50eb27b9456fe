//! Who stores the states of a length: one worker for each shard, on threads of their own or in turns.
//!
//! A worker makes the children of the states of its own shard, then of those of others that have not come to it yet, and
//! sends each child to the worker whose shard it belongs to, in batches (Kishimoto, Fukunaga and Botea, *Evaluation of a
//! simple, scalable, parallel best-first search strategy*, 2013). Shards are chosen so that most children stay where they
//! are made, which leaves some shards larger than others: hence the help. No worker waits for another until it has nothing
//! to do; the length is finished when none has, and no batch is on its way.

use std::cell::Cell;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

use parking_lot::Mutex;

use super::Limits;
use super::best::Trial;
use super::raising::Child;
use super::shard::{Contour, Letter, Open, Shard, Split};
use super::state::{Arrival, Moves, State};
use super::table::Word;

/// Parents of one step: few enough that their children stay in the cache, and that a budget is seen in time.
const BLOCK: usize = 1024;

/// Parents from which on the start of threads is worth its while.
const WORTH_THREADS: usize = 8 * BLOCK;

/// Children for another worker that are worth sending: less is kept until there is nothing else to do.
const BATCH: usize = 2 * BLOCK;

/// Emptied batches that a worker keeps for its own.
const SPARE: usize = 8;

/// Batches for one worker.
type Inbox<W> = Mutex<Vec<Vec<Letter<W>>>>;

/// States of one length whose children are made in one step.
struct Block<'a, W> {
    shard: usize,
    length: u8,
    keys: &'a [W],
    arrivals: &'a [Arrival],
}

/// The states of a shard whose children have to be made: those of the last length first.
struct Queue<'a, W> {
    blocks: Vec<Block<'a, W>>,
    /// How many have been taken, or have been asked for when there were none left.
    taken: AtomicUsize,
}

/// What the workers of a length share.
pub struct Crew<'a, const N: usize, const ANY: bool, W> {
    moves: Moves<'a, N, ANY>,
    limits: Limits<'a>,
    length: u8,
    split: Split,
    queues: Vec<Queue<'a, W>>,
    inboxes: Vec<Inbox<W>>,
    /// Workers that are not idle, and batches that have not been stored.
    pending: AtomicUsize,
    over: AtomicBool,
    /// Memory of all shards, in bytes, with what is to be stored next.
    bytes: AtomicUsize,
    states: AtomicU64,
    trials: Mutex<Vec<Trial<N>>>,
    found: AtomicBool,
}

/// What a crew has done.
pub struct Report<const N: usize> {
    /// Whether a limit came.
    pub is_over: bool,
    /// States generated, those before included.
    pub states: u64,
    /// Solutions found.
    pub trials: Vec<Trial<N>>,
}

/// Who stores the states of a shard.
struct Worker<'a, W: Word> {
    number: usize,
    open: Open<'a, W>,
    /// Memory of the shard that the crew counts, in bytes.
    bytes: usize,
    /// States of the length itself whose children have been stored.
    closed: usize,
    /// Children by the shard that they belong to.
    out: Vec<Vec<Letter<W>>>,
    /// Children that may belong to another shard than the state before.
    apart: Vec<Letter<W>>,
    /// Empty lists for children.
    spare: Vec<Vec<Letter<W>>>,
}

impl<'a, const N: usize, const ANY: bool, W: Word> Crew<'a, N, ANY, W> {
    /// Stores the states of a length, which are children of those of some lengths below it.
    #[must_use]
    pub fn run(
        moves: Moves<'a, N, ANY>,
        limits: Limits<'a>,
        (length, sources): (u8, &[u8]),
        (split, shards): (Split, &'a mut [Shard<W>]),
        states: u64,
    ) -> Report<N> {
        let count = shards.len();
        let (mut workers, mut queues, mut desks) = (Vec::with_capacity(count), Vec::with_capacity(count), Vec::new());
        for (number, shard) in shards.iter_mut().enumerate() {
            let mut out: Vec<_> = (0..count).map(|_| Vec::new()).collect();
            out[number] = std::mem::take(&mut shard.desk);
            let (stored, open, desk) = shard.open(length);
            queues.push(Queue::new(number, stored, sources));
            workers.push(Worker { number, bytes: open.bytes(), open, closed: 0, out, apart: Vec::new(), spare: Vec::new() });
            desks.push(desk);
        }
        let parents: usize = queues.iter().flat_map(|queue| &queue.blocks).map(|block| block.keys.len()).sum();
        let crew = Crew {
            moves,
            limits,
            length,
            split,
            queues,
            inboxes: workers.iter().map(|_| Mutex::new(Vec::new())).collect(),
            pending: AtomicUsize::new(count),
            over: AtomicBool::new(false),
            bytes: AtomicUsize::new(workers.iter().map(|worker| worker.bytes).sum()),
            states: AtomicU64::new(states),
            trials: Mutex::new(Vec::new()),
            found: AtomicBool::new(false),
        };
        match workers.split_first_mut() {
            Some((first, others)) if !others.is_empty() && parents >= WORTH_THREADS => std::thread::scope(|scope| {
                for worker in others {
                    scope.spawn(|| crew.labour(worker));
                }
                crew.labour(first);
            }),
            _ => while !crew.is_ended() && workers.iter_mut().any(|worker| crew.turn(worker)) {},
        }
        for (desk, worker) in desks.into_iter().zip(&mut workers) {
            *desk = std::mem::take(&mut worker.out[worker.number]);
        }
        Report { is_over: crew.over.into_inner(), states: crew.states.into_inner(), trials: crew.trials.into_inner() }
    }

    /// Whether a limit has come, or all that is wanted has been found.
    fn is_ended(&self) -> bool {
        self.over.load(Ordering::Relaxed) || self.found.load(Ordering::Relaxed) && !self.limits.all
    }

    /// Works until there is nothing left for anyone.
    fn labour(&self, worker: &mut Worker<'_, W>) {
        let _halt = HaltOnPanic(&self.over);
        loop {
            while !self.is_ended() && self.turn(worker) {}
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
            // The batch still counts, so nobody can have thought that all was done.
            self.pending.fetch_add(1, Ordering::AcqRel);
        }
    }

    /// Stores what has come, then makes the children of a block; whether there was anything to do.
    fn turn(&self, worker: &mut Worker<'_, W>) -> bool {
        let mail = if self.inboxes.len() > 1 { std::mem::take(&mut *self.inboxes[worker.number].lock()) } else { Vec::new() };
        let received = mail.len();
        for letters in mail {
            self.store(worker, &letters);
            worker.keep(letters);
        }
        if received > 0 {
            self.pending.fetch_sub(received, Ordering::AcqRel);
        }
        let Worker { number, open, closed, out, apart, .. } = worker;
        if let Some(block) = open.contour.block((*number, self.length), closed) {
            self.breed(&block, (out, apart));
        } else if let Some(block) = self.next_block(*number) {
            self.breed(block, (out, apart));
        } else {
            return self.send(worker, 1) || received > 0;
        }
        let mut own = std::mem::take(&mut worker.out[worker.number]);
        self.store(worker, &own);
        own.clear();
        worker.out[worker.number] = own;
        self.send(worker, BATCH);
        true
    }

    /// The next states of a worker's own shard, or of the first of the others that has some left.
    fn next_block(&self, number: usize) -> Option<&Block<'a, W>> {
        (0..self.queues.len()).find_map(|away| self.queues[(number + away) % self.queues.len()].next())
    }

    /// Sends the children for other workers of which there are so many; whether there were such.
    fn send(&self, worker: &mut Worker<'_, W>, least: usize) -> bool {
        let mut sent = false;
        for to in (0..self.inboxes.len()).filter(|&to| to != worker.number) {
            if worker.out[to].len() >= least {
                let letters = std::mem::replace(&mut worker.out[to], worker.spare.pop().unwrap_or_default());
                self.pending.fetch_add(1, Ordering::AcqRel);
                self.inboxes[to].lock().push(letters);
                sent = true;
            }
        }
        sent
    }

    /// Makes the children of some states.
    fn breed(&self, block: &Block<'_, W>, (out, apart): (&mut [Vec<Letter<W>>], &mut Vec<Letter<W>>)) {
        let one = out.len() == 1;
        let home = &mut out[block.shard];
        let guided = self.moves.guide.is_some();
        let (mut states, mut trials) = (0, Vec::new());
        for (&key, &arrival) in block.keys.iter().zip(block.arrivals) {
            let state: State<N> = self.moves.unpack(key);
            states += self.moves.each_raising(&state, arrival, self.length - block.length, &mut |child: Child<N>| {
                // Without a guide the length has been tried before.
                if guided && self.moves.is_straight(&child.state, child.bound) {
                    trials.push(Trial { before: Some(state), state: child.state });
                    return;
                }
                let letter = (self.moves.pack(&child.state), child.arrival);
                if one || !ANY && child.state[0] == state[0] {
                    home.push(letter);
                } else {
                    apart.push(letter);
                }
            });
        }
        for letter in apart.drain(..) {
            out[self.split.of(letter.0)].push(letter);
        }
        let states = self.states.fetch_add(states, Ordering::Relaxed) + states;
        if !trials.is_empty() {
            self.trials.lock().append(&mut trials);
            self.found.store(true, Ordering::Relaxed);
        }
        if self.limits.is_over(states, 0) {
            self.over.store(true, Ordering::Relaxed);
        }
    }

    /// Stores some states, if the memory is enough.
    fn store(&self, worker: &mut Worker<'_, W>, letters: &[Letter<W>]) {
        let has_room = self.count_bytes(&mut worker.bytes, worker.open.bytes_with(letters.len())) <= self.limits.bytes;
        let granted = Cell::new(0);
        // While the table grows the one before is there, too.
        let is_over = |more: usize| {
            granted.set(granted.get() + more);
            let bytes = self.bytes.fetch_add(more, Ordering::Relaxed) + more;
            bytes > self.limits.bytes || self.limits.budget.is_over()
        };
        if self.over.load(Ordering::Relaxed) || !has_room || !worker.open.store_all(letters, &is_over) {
            self.over.store(true, Ordering::Relaxed);
        }
        worker.bytes += granted.get();
        self.count_bytes(&mut worker.bytes, worker.open.bytes());
    }

    /// Counts other bytes than before for a shard; those of all shards.
    fn count_bytes(&self, before: &mut usize, bytes: usize) -> usize {
        // Wraps where there are less.
        let more = bytes.wrapping_sub(std::mem::replace(before, bytes));
        if more == 0 {
            self.bytes.load(Ordering::Relaxed)
        } else {
            self.bytes.fetch_add(more, Ordering::Relaxed).wrapping_add(more)
        }
    }
}

impl<'a, W> Queue<'a, W> {
    /// The states of some of the lengths of a shard.
    fn new(shard: usize, stored: &'a [Contour<W>], sources: &[u8]) -> Self {
        let mut blocks = Vec::new();
        for &length in sources.iter().rev() {
            let Contour { keys, arrivals } = &stored[usize::from(length)];
            let parts = keys.rchunks(BLOCK).zip(arrivals.rchunks(BLOCK));
            blocks.extend(parts.map(|(keys, arrivals)| Block { shard, length, keys, arrivals }));
        }
        Queue { blocks, taken: AtomicUsize::new(0) }
    }

    /// Some that nobody has taken.
    fn next(&self) -> Option<&Block<'a, W>> {
        self.blocks.get(self.taken.fetch_add(1, Ordering::Relaxed))
    }
}

impl<W> Contour<W> {
    /// The next states of a length that is being stored.
    fn block(&self, (shard, length): (usize, u8), closed: &mut usize) -> Option<Block<'_, W>> {
        let from = *closed;
        *closed = self.keys.len().min(from + BLOCK);
        (from < *closed).then(|| Block {
            shard,
            length,
            keys: &self.keys[from..*closed],
            arrivals: &self.arrivals[from..*closed],
        })
    }
}

impl<W: Word> Worker<'_, W> {
    /// Keeps the room of a batch that has been stored.
    fn keep(&mut self, mut letters: Vec<Letter<W>>) {
        if self.spare.len() < SPARE {
            letters.clear();
            self.spare.push(letters);
        }
    }
}

/// Ends the work of all when its thread panics: the others would wait for it.
struct HaltOnPanic<'a>(&'a AtomicBool);

impl Drop for HaltOnPanic<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.store(true, Ordering::Relaxed);
        }
    }
}
