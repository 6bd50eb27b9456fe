//! Who stores the states of a length: one worker for each shard, on threads of their own or in turns.
//!
//! A worker makes the children of the states of its own shard, and sends each to the worker whose shard it belongs to, in
//! batches (Kishimoto, Fukunaga and Botea, *Evaluation of a simple, scalable, parallel best-first search strategy*, 2013). No
//! worker waits for another until it has nothing to do; the length is finished when none has, and no batch is on its way.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

use parking_lot::Mutex;

use super::Limits;
use super::best::Trial;
use super::raising::Child;
use super::shard::{Letter, Shard};
use super::state::{Moves, State};
use super::table::Word;

/// Parents of one step: few enough that their children stay in the cache, and that a budget is seen in time.
const BLOCK: usize = 1024;

/// Parents from which on the start of threads is worth its while.
const WORTH_THREADS: usize = 8 * BLOCK;

/// Batches for one worker.
type Inbox<W> = Mutex<Vec<Vec<Letter<W>>>>;

/// What the workers of a length share.
pub struct Crew<'a, const N: usize, const ANY: bool, W> {
    moves: Moves<'a, N, ANY>,
    limits: Limits<'a>,
    length: u8,
    /// The lengths from which a move can lead to this one.
    sources: &'a [u8],
    inboxes: Vec<Inbox<W>>,
    /// Workers that are not idle, and batches that have not been stored.
    pending: AtomicUsize,
    over: AtomicBool,
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
    shard: &'a mut Shard<W>,
    number: usize,
    /// Sources that are left, and states of the last of them.
    sources: usize,
    left: usize,
    /// States of the length itself whose children have been stored.
    closed: usize,
    /// Children by the shard that they belong to.
    out: Vec<Vec<Letter<W>>>,
}

impl<'a, const N: usize, const ANY: bool, W: Word> Crew<'a, N, ANY, W> {
    /// Stores the states of a length.
    #[must_use]
    pub fn run(
        moves: Moves<'a, N, ANY>,
        limits: Limits<'a>,
        (length, sources): (u8, &'a [u8]),
        shards: &mut [Shard<W>],
        states: u64,
    ) -> Report<N> {
        let crew = Crew {
            moves,
            limits,
            length,
            sources,
            inboxes: shards.iter().map(|_| Mutex::new(Vec::new())).collect(),
            pending: AtomicUsize::new(shards.len()),
            over: AtomicBool::new(false),
            states: AtomicU64::new(states),
            trials: Mutex::new(Vec::new()),
            found: AtomicBool::new(false),
        };
        let parents: usize = shards.iter().map(|shard| sources.iter().map(|&below| shard.keys(below).len()).sum::<usize>()).sum();
        let count = shards.len();
        let mut workers = Vec::with_capacity(count);
        for (number, shard) in shards.iter_mut().enumerate() {
            let mut out: Vec<_> = (0..count).map(|_| Vec::new()).collect();
            out[number] = std::mem::take(&mut shard.desk);
            workers.push(Worker { shard, number, sources: sources.len(), left: 0, closed: 0, out });
        }
        if count > 1 && parents >= WORTH_THREADS {
            std::thread::scope(|scope| {
                for worker in &mut workers {
                    scope.spawn(|| {
                        let _halt = HaltOnPanic(&crew.over);
                        crew.labour(worker);
                    });
                }
            });
        } else {
            while !crew.is_ended() && workers.iter_mut().any(|worker| crew.turn(worker)) {}
        }
        for worker in &mut workers {
            worker.shard.desk = std::mem::take(&mut worker.out[worker.number]);
        }
        drop(workers);
        Report { is_over: crew.over.into_inner(), states: crew.states.into_inner(), trials: crew.trials.into_inner() }
    }

    /// Whether a limit has come, or all that is wanted has been found.
    fn is_ended(&self) -> bool {
        self.over.load(Ordering::Relaxed) || self.found.load(Ordering::Relaxed) && !self.limits.all
    }

    /// Works until there is nothing left for anyone.
    fn labour(&self, worker: &mut Worker<'_, W>) {
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
        let mail = std::mem::take(&mut *self.inboxes[worker.number].lock());
        for letters in &mail {
            self.store(worker.shard, letters);
        }
        self.pending.fetch_sub(mail.len(), Ordering::AcqRel);
        let Some((below, range)) = worker.next_block(self.length, self.sources) else { return !mail.is_empty() };
        self.breed(worker, below, range);
        let own = std::mem::take(&mut worker.out[worker.number]);
        self.store(worker.shard, &own);
        worker.out[worker.number] = own;
        for (inbox, letters) in self.inboxes.iter().zip(&mut worker.out) {
            if !letters.is_empty() && !std::ptr::eq(inbox, &raw const self.inboxes[worker.number]) {
                self.pending.fetch_add(1, Ordering::AcqRel);
                inbox.lock().push(std::mem::take(letters));
            }
        }
        true
    }

    /// Makes the children of some states of a worker's shard.
    fn breed(&self, worker: &mut Worker<'_, W>, below: u8, range: std::ops::Range<usize>) {
        let Worker { shard, out, .. } = worker;
        out.iter_mut().for_each(Vec::clear);
        let guided = self.moves.guide.is_some();
        let (mut states, mut trials) = (0, Vec::new());
        for (&key, &arrival) in shard.keys(below)[range.clone()].iter().zip(&shard.arrivals(below)[range]) {
            let state: State<N> = self.moves.unpack(key);
            states += self.moves.each_raising(&state, arrival, self.length - below, &mut |child: Child<N>| {
                // Without a guide the length has been tried before.
                if guided && self.moves.is_straight(&child.state, child.bound) {
                    trials.push(Trial { before: Some(state), state: child.state });
                    return;
                }
                let key = self.moves.pack(&child.state);
                let to = if out.len() == 1 { 0 } else { shard.table.mixed(key) as usize & (out.len() - 1) };
                out[to].push((key, child.arrival));
            });
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
    fn store(&self, shard: &mut Shard<W>, letters: &[Letter<W>]) {
        let has_room = shard.bytes_with(letters.len(), self.length) <= self.limits.bytes / self.inboxes.len();
        if self.over.load(Ordering::Relaxed) || !has_room || !shard.store_all(letters, self.length, self.limits.budget) {
            self.over.store(true, Ordering::Relaxed);
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

impl<W: Word> Worker<'_, W> {
    /// The next states of one length: those of the length itself first, then those of the sources from the last one on.
    fn next_block(&mut self, length: u8, sources: &[u8]) -> Option<(u8, std::ops::Range<usize>)> {
        let stored = self.shard.keys(length).len();
        if self.closed < stored {
            let from = self.closed;
            self.closed = stored.min(from + BLOCK);
            return Some((length, from..self.closed));
        }
        while self.left == 0 {
            self.sources = self.sources.checked_sub(1)?;
            self.left = self.shard.keys(sources[self.sources]).len();
        }
        let to = self.left;
        self.left -= to.min(BLOCK);
        Some((sources[self.sources], self.left..to))
    }
}
