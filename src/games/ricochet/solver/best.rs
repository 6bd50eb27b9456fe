//! The fast solver: A* by contours of the length, with all states of a contour expanded before the next length is tried.
//!
//! The lower bound (moves to the target if a robot could stop anywhere) is consistent, so states are met in the order of
//! `length = moves so far + bound`, and a contour is a list. For each length two passes are made over the contours below it. The
//! first only *tries*: a state whose length is the one tried can be solved by moves of one robot alone, each of them one
//! nearer, and that is tested where the state is generated; the states of the last contour are never stored. Where no
//! trial succeeds the second pass stores them. States are sets of robots ([`super::state`]); the same robot never moves
//! twice running along one axis.
//!
//! Exact, and complete: where the contours run dry there is no solution. Memory: 4 or 8 bytes a place of the table, as
//! many and one for each state in the lists.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use parking_lot::Mutex;

use super::super::position::Position;
use super::influence::Influence;
use super::state::{Arrival, Moves, START, State, Step};
use super::table::{LONGEST, Table, Word};
use super::{End, Limits};

/// Parents of one step of a pass: few enough that their children stay in the cache, and that a budget is seen in time.
const BLOCK: usize = 1024;

/// States of a contour from which on the filter of trials is worth its making.
const WORTH_A_FILTER: usize = 500;

/// Children whose places in the table are fetched together.
const AHEAD: usize = 32;

/// The states of one length.
#[derive(Clone, Debug)]
struct Contour<W> {
    keys: Vec<W>,
    arrivals: Vec<Arrival>,
}

impl<W> Default for Contour<W> {
    fn default() -> Self {
        Contour { keys: Vec::new(), arrivals: Vec::new() }
    }
}

/// The part of all states that one thread keeps.
pub struct Shard<W: Word> {
    table: Table<W>,
    contours: Vec<Contour<W>>,
}

/// A child on its way to the table.
type Child<W> = (W, Arrival);

/// A move to a state from which one robot alone reaches the target, and the state before it.
#[derive(Clone, Copy, Debug)]
pub struct Trial<const N: usize> {
    /// The state before the move; `None` where the first state itself is meant.
    pub before: Option<State<N>>,
    /// The state after it.
    pub state: State<N>,
}

/// A search under way.
pub struct Search<'a, const N: usize, const ANY: bool, W: Word> {
    /// The moves.
    pub moves: Moves<'a, N, ANY>,
    /// The first state.
    pub root: State<N>,
    limits: Limits<'a>,
    /// The filter of trials, once there are enough of them.
    influence: Option<Influence>,
    /// The parts of the states, by their mixed key's lowest bits.
    pub shards: Vec<Shard<W>>,
    /// States generated.
    pub states: u64,
    /// Whether a limit came while solutions were being found.
    pub cut: bool,
    /// The last moves but those of one robot alone, where a solution is found.
    pub trials: Vec<Trial<N>>,
}

impl<'a, const N: usize, const ANY: bool, W: Word> Search<'a, N, ANY, W> {
    /// A search from a state.
    #[must_use]
    pub fn new(moves: Moves<'a, N, ANY>, root: State<N>, limits: Limits<'a>) -> Self {
        let threads = if limits.threads > 1 { 1 << limits.threads.min(16).ilog2() } else { 1 };
        let shards = (0..threads).map(|_| Shard { table: Table::new(moves.key_bits()), contours: Vec::new() }).collect();
        Search { moves, root, limits, influence: None, shards, states: 0, cut: false, trials: Vec::new() }
    }

    /// Searches to the end; `position` is that of the root.
    pub fn run(&mut self, position: &Position) -> End {
        let first = self.moves.bound(&self.root);
        if first > LONGEST {
            return End::Unsolvable;
        }
        self.states += 1;
        if self.moves.is_straight(&self.root) {
            self.trials.push(Trial { before: None, state: self.root });
            return End::Solved(first);
        }
        self.open(first);
        let key: W = self.moves.pack(&self.root);
        let shard = self.shard_of(key);
        self.shards[shard].store(key, START, first);
        if !self.close(first) {
            return End::Unknown(first + 1);
        }
        for length in first + 1..=LONGEST {
            let sources = self.sources(length);
            if sources.is_empty() {
                return End::Unsolvable;
            }
            if self.influence.is_none() && self.shards[0].keys(length - 1).len() > WORTH_A_FILTER {
                self.influence = Influence::new(position, self.moves.ground);
            }
            if !self.attempt(length, &sources) {
                self.cut = true;
                return if self.trials.is_empty() { End::Unknown(length) } else { End::Solved(length) };
            }
            if !self.trials.is_empty() {
                return End::Solved(length);
            }
            self.open(length);
            if !(self.expand(length, &sources) && self.close(length)) {
                return End::Unknown(length + 1);
            }
            self.shards.iter_mut().for_each(|shard| shard.trim(length));
        }
        End::Unknown(LONGEST + 1)
    }

    /// The contours from which a move can lead to a length: the bound of a state grows by no more than the greatest bound.
    fn sources(&self, length: u8) -> Vec<u8> {
        let greatest = self.moves.ground.greatest_bound();
        let first = self.moves.bound(&self.root).max(length.saturating_sub(greatest + 1));
        (first..length).filter(|&below| self.shards.iter().any(|shard| !shard.keys(below).is_empty())).collect()
    }

    fn open(&mut self, length: u8) {
        for shard in &mut self.shards {
            shard.contours.resize_with(usize::from(length) + 1, Contour::default);
        }
    }

    fn shard_of(&self, key: W) -> usize {
        if self.shards.len() == 1 {
            return 0;
        }
        self.shards[0].table.mixed(key) as usize & (self.shards.len() - 1)
    }

    /// The length that a state is stored with.
    #[must_use]
    pub fn length_of(&self, state: &State<N>) -> Option<u8> {
        let key: W = self.moves.pack(state);
        let table = &self.shards[self.shard_of(key)].table;
        table.get(table.mixed(key))
    }

    /// Memory for states, in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.shards.iter().map(|shard| shard.table.bytes() + shard.list_bytes()).sum()
    }

    /// Whether an interrupt has come, when the fewest moves are known already: one way is still told.
    #[must_use]
    pub fn is_interrupted(&self) -> bool {
        self.limits.all && self.limits.budget.is_over()
    }

    fn is_over(&self, states: u64) -> bool {
        self.limits.is_over(states, 0)
    }

    /// Tests the children of a length; whether no limit came in between.
    fn attempt(&mut self, length: u8, sources: &[u8]) -> bool {
        let (over, found) = (AtomicBool::new(false), AtomicBool::new(false));
        let (states, trials) = (AtomicU64::new(self.states), Mutex::new(Vec::new()));
        let this = &*self;
        let work = |shard: &Shard<W>| {
            for &below in sources {
                for block in shard.blocks(below) {
                    if found.load(Ordering::Relaxed) && !this.limits.all || over.load(Ordering::Relaxed) {
                        return;
                    }
                    let mut good = Vec::new();
                    let tried = this.attempt_block(block, below, length, &mut good);
                    let total = states.fetch_add(tried, Ordering::Relaxed) + tried;
                    if !good.is_empty() {
                        found.store(true, Ordering::Relaxed);
                        trials.lock().extend(good);
                    }
                    if this.is_over(total) {
                        over.store(true, Ordering::Relaxed);
                    }
                }
            }
        };
        let parents: usize = sources.iter().flat_map(|&below| this.shards.iter().map(move |shard| shard.keys(below).len())).sum();
        if this.is_worth_threads(parents) {
            std::thread::scope(|scope| this.shards.iter().for_each(|shard| drop(scope.spawn(|| work(shard)))));
        } else {
            this.shards.iter().for_each(work);
        }
        let complete = !over.load(Ordering::Relaxed);
        let (states, trials) = (states.into_inner(), trials.into_inner());
        self.states = states;
        self.trials = trials;
        complete
    }

    fn attempt_block(&self, (keys, arrivals): Block<'_, W>, below: u8, length: u8, good: &mut Vec<Trial<N>>) -> u64 {
        let mut tried = 0;
        for (&key, &arrival) in keys.iter().zip(arrivals) {
            let state = self.moves.unpack(key);
            if let Some(influence) = self.influence.as_ref().filter(|_| length - below == 1) {
                tried += self.moves.opening(&state, arrival, influence, &mut |next| {
                    good.push(Trial { before: Some(state), state: next });
                });
                continue;
            }
            let bound = self.moves.bound(&state);
            let wanted = length - below + bound - 1;
            self.each_towards(&state, arrival, length - below, &mut |step: Step<N>| {
                tried += 1;
                if step.bound == wanted && self.moves.is_straight(&step.state) {
                    good.push(Trial { before: Some(state), state: step.state });
                }
            });
        }
        tried
    }

    /// The moves that may raise the length by so much: more than 1 only by robots that determine the bound.
    #[inline]
    fn each_towards(&self, state: &State<N>, arrival: Arrival, rise: u8, tell: &mut impl FnMut(Step<N>)) {
        if rise == 1 {
            self.moves.each(state, arrival, tell);
        } else if !ANY {
            self.moves.each_of(state, arrival, 0, tell);
        } else {
            self.moves.leaders(state).into_iter().for_each(|slot| self.moves.each_of(state, arrival, slot, tell));
        }
    }

    /// Stores the children of a length; whether no limit came in between.
    fn expand(&mut self, length: u8, sources: &[u8]) -> bool {
        sources.iter().all(|&below| self.pass(below, length))
    }

    /// Stores the children of a length that are no longer than their parents, until there are no more.
    fn close(&mut self, length: u8) -> bool {
        self.pass(length, length)
    }

    /// Stores the children of one length of all states of another, those that are added meanwhile too.
    fn pass(&mut self, below: u8, length: u8) -> bool {
        let mut done = vec![0; self.shards.len()];
        loop {
            let ends: Vec<usize> =
                self.shards.iter().zip(&done).map(|(s, &d)| s.keys(below).len().min(d + self.block())).collect();
            if ends == done {
                return true;
            }
            let ranges: Vec<_> = done.iter().zip(&ends).map(|(&from, &to)| from..to).collect();
            let mail = self.children(below, length, &ranges);
            self.states += mail.iter().flatten().map(|children| children.len() as u64).sum::<u64>();
            if self.is_over(self.states) || self.is_memory_full(&mail) {
                return false;
            }
            self.deliver(length, &mail);
            done = ends;
        }
    }

    /// Whether so many states are worth the start of threads.
    fn is_worth_threads(&self, states: usize) -> bool {
        self.shards.len() > 1 && states >= 8 * BLOCK
    }

    /// With threads the blocks are larger, as they wait for each other after each.
    fn block(&self) -> usize {
        if self.shards.len() == 1 { BLOCK } else { 32 * BLOCK }
    }

    /// The children of some parents of each shard, by the shard that they belong to.
    fn children(&self, below: u8, length: u8, ranges: &[std::ops::Range<usize>]) -> Vec<Vec<Vec<Child<W>>>> {
        let work = |(shard, range): (&Shard<W>, std::ops::Range<usize>)| {
            let mut out: Vec<Vec<Child<W>>> = self.shards.iter().map(|_| Vec::with_capacity(4 * range.len())).collect();
            let contour = &shard.contours[usize::from(below)];
            for (&key, &arrival) in contour.keys[range.clone()].iter().zip(&contour.arrivals[range]) {
                let state = self.moves.unpack(key);
                let wanted = length - below + self.moves.bound(&state) - 1;
                let mut tell = |step: Step<N>| {
                    if step.bound == wanted {
                        let key = self.moves.pack(&step.state);
                        out[self.shard_of(key)].push((key, step.arrival));
                    }
                };
                if length == below {
                    let leaders = self.moves.leaders(&state);
                    leaders.into_iter().for_each(|slot| self.moves.each_of(&state, arrival, slot, &mut tell));
                } else {
                    self.each_towards(&state, arrival, length - below, &mut tell);
                }
            }
            out
        };
        let jobs = self.shards.iter().zip(ranges.iter().cloned());
        if !self.is_worth_threads(ranges.iter().map(ExactSizeIterator::len).sum()) {
            return jobs.map(work).collect();
        }
        std::thread::scope(|scope| {
            let running: Vec<_> = jobs.map(|job| scope.spawn(|| work(job))).collect();
            running.into_iter().map(|thread| thread.join().unwrap_or_default()).collect()
        })
    }

    fn deliver(&mut self, length: u8, mail: &[Vec<Vec<Child<W>>>]) {
        let deliver = |(to, shard): (usize, &mut Shard<W>)| {
            for children in mail.iter().filter_map(|sent| sent.get(to)) {
                shard.store_all(children, length);
            }
        };
        if self.is_worth_threads(mail.iter().flatten().map(Vec::len).sum()) {
            std::thread::scope(|scope| {
                self.shards.iter_mut().enumerate().for_each(|job| drop(scope.spawn(|| deliver(job))));
            });
        } else {
            self.shards.iter_mut().enumerate().for_each(deliver);
        }
    }

    fn is_memory_full(&self, mail: &[Vec<Vec<Child<W>>>]) -> bool {
        let share = self.limits.bytes / self.shards.len();
        self.shards.iter().enumerate().any(|(to, shard)| {
            let coming = mail.iter().filter_map(|sent| sent.get(to)).map(Vec::len).sum();
            let table = if shard.table.is_nearly_full(coming) { shard.table.bytes_to_grow() } else { shard.table.bytes() };
            table + shard.list_bytes() > share
        })
    }
}

/// Keys and arrivals of some states.
type Block<'a, W> = (&'a [W], &'a [Arrival]);

impl<W: Word> Shard<W> {
    fn keys(&self, length: u8) -> &[W] {
        self.contours.get(usize::from(length)).map_or(&[], |contour| &contour.keys)
    }

    fn blocks(&self, length: u8) -> impl Iterator<Item = Block<'_, W>> {
        let contour = &self.contours[usize::from(length)];
        contour.keys.chunks(BLOCK).zip(contour.arrivals.chunks(BLOCK))
    }

    /// Gives back what a finished list does not need.
    fn trim(&mut self, length: u8) {
        self.contours[usize::from(length)].keys.shrink_to_fit();
        self.contours[usize::from(length)].arrivals.shrink_to_fit();
    }

    fn list_bytes(&self) -> usize {
        self.contours.iter().map(|contour| contour.keys.capacity() * size_of::<W>() + contour.arrivals.capacity()).sum()
    }

    fn store(&mut self, key: W, arrival: Arrival, length: u8) {
        if self.table.insert(self.table.mixed(key), length) {
            let contour = &mut self.contours[usize::from(length)];
            contour.keys.push(key);
            contour.arrivals.push(arrival);
        }
    }

    fn store_all(&mut self, children: &[Child<W>], length: u8) {
        for batch in children.chunks(AHEAD) {
            let near = batch.iter().fold(0, |near, &(key, _)| near ^ self.table.touch(self.table.mixed(key)));
            std::hint::black_box(near);
            batch.iter().for_each(|&(key, arrival)| self.store(key, arrival, length));
        }
    }
}
