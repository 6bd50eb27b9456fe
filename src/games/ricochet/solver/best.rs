//! The fast solver: A* by contours of the length, with all states of a contour expanded before the next length is tried.
//!
//! The lower bound is consistent, so states are met in the order of `length = moves so far + bound`, and a contour is a list.
//! States are sets of robots ([`super::state`]); the same robot never moves twice running along one axis.
//!
//! At first the bound is the grid: moves to the target if a robot could stop anywhere. For each length two passes are made
//! over the contours below it. The first only *tries*: a state whose length is the one tried can be solved by moves of one
//! robot alone, each of them one nearer, and that is tested where the state is generated; the states of the last contour are
//! never stored. Where no trial succeeds the second pass stores them. A search that has met some thousand states begins
//! again with the sharper bound of [`super::guide`], where there is one. With it a length is searched once, and what is
//! left at its end is again tried where it is generated.
//!
//! Exact, and complete: where the contours run dry there is no solution. Memory: 4 or 8 bytes a place of the table, as
//! many and one for each state in the lists.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use parking_lot::Mutex;

use super::guide::Guide;
use super::interest::Interest;
use super::raising::Child;
use super::state::{Arrival, Moves, START, State};
use super::table::{LONGEST, Table, Word};
use super::{End, Limits};

/// Parents of one step of a pass: few enough that their children stay in the cache, and that a budget is seen in time.
const BLOCK: usize = 1024;

/// States from which on a guide is worth its making: both take half a millisecond.
const WORTH_A_GUIDE: u64 = 12_000;

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
type Letter<W> = (W, Arrival);

/// What some parents have: children by the shard that they belong to, and how many states were generated for them.
struct Brood<const N: usize, W> {
    children: Vec<Vec<Letter<W>>>,
    trials: Vec<Trial<N>>,
    states: u64,
}

impl<const N: usize, W> Default for Brood<N, W> {
    fn default() -> Self {
        Brood { children: Vec::new(), trials: Vec::new(), states: 0 }
    }
}

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
    /// Whether a guide would help: set where the search ends for the want of one.
    pub is_impatient: bool,
    /// States of the current length, by shard, whose children of this length are stored.
    closed: Vec<usize>,
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
        let closed = vec![0; threads];
        Search { moves, root, limits, is_impatient: false, closed, shards, states: 0, cut: false, trials: Vec::new() }
    }

    /// Searches to the end.
    pub fn run(&mut self) -> End {
        let first = self.moves.bound(&self.root);
        if first > LONGEST {
            return End::Unsolvable;
        }
        self.states += 1;
        if self.moves.is_straight(&self.root, first) {
            self.trials.push(Trial { before: None, state: self.root });
            return End::Solved(first);
        }
        self.open(first);
        let key: W = self.moves.pack(&self.root);
        let shard = self.shard_of(key);
        self.shards[shard].store_all(&[(key, START)], first);
        let (mut length, mut lower) = (first, first + u8::from(self.moves.guide.is_none()));
        let mut ended = !self.close(first);
        while !ended && self.trials.is_empty() && length < LONGEST {
            length += 1;
            lower = lower.max(length);
            let sources = self.sources(length);
            if sources.is_empty() {
                return End::Unsolvable;
            }
            if self.moves.guide.is_none() {
                self.is_impatient = self.states > WORTH_A_GUIDE && Guide::fits(self.moves.ground);
                if self.is_impatient {
                    return End::Unknown(length);
                }
                ended = !self.attempt(length, &sources);
                if ended || !self.trials.is_empty() {
                    break;
                }
                lower = length + 1;
            }
            self.open(length);
            ended = !self.expand(length, &sources);
            self.shards.iter_mut().for_each(|shard| shard.trim(length));
        }
        self.cut = ended;
        if self.trials.is_empty() { End::Unknown(if ended { lower } else { length + 1 }) } else { End::Solved(length) }
    }

    /// The contours from which a move can lead to a length.
    fn sources(&self, length: u8) -> Vec<u8> {
        let first = self.moves.bound(&self.root).max(length.saturating_sub(self.moves.greatest_rise()));
        (first..length).filter(|&below| self.shards.iter().any(|shard| !shard.keys(below).is_empty())).collect()
    }

    fn open(&mut self, length: u8) {
        self.closed.fill(0);
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
            let mut interest = Interest::new();
            for &below in sources {
                for block in shard.blocks(below) {
                    if found.load(Ordering::Relaxed) && !this.limits.all || over.load(Ordering::Relaxed) {
                        return;
                    }
                    let mut good = Vec::new();
                    let tried = this.attempt_block(block, length - below, &mut interest, &mut good);
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

    fn attempt_block(&self, (keys, arrivals): Block<'_, W>, rise: u8, interest: &mut Interest, good: &mut Vec<Trial<N>>) -> u64 {
        let mut tried = 0;
        for (&key, &arrival) in keys.iter().zip(arrivals) {
            let state = self.moves.unpack(key);
            tried += self.moves.each_trial(&state, (arrival, rise), interest, &mut |child: Child<N>| {
                if self.moves.is_straight(&child.state, child.bound) {
                    good.push(Trial { before: Some(state), state: child.state });
                }
            });
        }
        tried
    }

    /// Stores the children of a length; whether no limit came in between.
    fn expand(&mut self, length: u8, sources: &[u8]) -> bool {
        for &below in sources {
            let mut done = vec![0; self.shards.len()];
            while let Some(ends) = self.next_block(below, &done) {
                if !(self.pass(below, length, &done, &ends) && self.close(length)) {
                    return false;
                }
                if self.is_done() {
                    return true;
                }
                done = ends;
            }
        }
        true
    }

    /// Stores the children of a length that are no longer than their parents, until there are no more.
    fn close(&mut self, length: u8) -> bool {
        while let Some(ends) = self.next_block(length, &self.closed).filter(|_| !self.is_done()) {
            let closed = std::mem::replace(&mut self.closed, ends.clone());
            if !self.pass(length, length, &closed, &ends) {
                return false;
            }
        }
        true
    }

    /// Whether all that is wanted has been found.
    fn is_done(&self) -> bool {
        !self.trials.is_empty() && !self.limits.all
    }

    /// Where the next block of a contour ends in each shard; none at its end.
    fn next_block(&self, below: u8, done: &[usize]) -> Option<Vec<usize>> {
        let ends: Vec<usize> = self.shards.iter().zip(done).map(|(s, &d)| s.keys(below).len().min(d + self.block())).collect();
        (ends != done).then_some(ends)
    }

    /// Stores the children of one length of some states of another.
    fn pass(&mut self, below: u8, length: u8, done: &[usize], ends: &[usize]) -> bool {
        let ranges: Vec<_> = done.iter().zip(ends).map(|(&from, &to)| from..to).collect();
        let broods = self.children(below, length, &ranges);
        let mut mail = Vec::with_capacity(broods.len());
        for brood in broods {
            self.states += brood.states;
            self.trials.extend(brood.trials);
            mail.push(brood.children);
        }
        if self.is_over(self.states) || self.is_memory_full(&mail) {
            return false;
        }
        self.deliver(length, &mail);
        true
    }

    /// Whether so many states are worth the start of threads.
    fn is_worth_threads(&self, states: usize) -> bool {
        self.shards.len() > 1 && states >= 8 * BLOCK
    }

    /// With threads the blocks are larger, as they wait for each other after each.
    fn block(&self) -> usize {
        if self.shards.len() == 1 { BLOCK } else { 32 * BLOCK }
    }

    /// The children of some parents of each shard.
    fn children(&self, below: u8, length: u8, ranges: &[std::ops::Range<usize>]) -> Vec<Brood<N, W>> {
        let jobs = self.shards.iter().zip(ranges.iter().cloned());
        let work = |(shard, range): (&Shard<W>, std::ops::Range<usize>)| self.brood(below, length, shard, range);
        if !self.is_worth_threads(ranges.iter().map(ExactSizeIterator::len).sum()) {
            return jobs.map(work).collect();
        }
        std::thread::scope(|scope| {
            let running: Vec<_> = jobs.map(|job| scope.spawn(|| work(job))).collect();
            running.into_iter().map(|thread| thread.join().unwrap_or_default()).collect()
        })
    }

    /// The children of some parents of one shard.
    fn brood(&self, below: u8, length: u8, shard: &Shard<W>, range: std::ops::Range<usize>) -> Brood<N, W> {
        let mut brood = Brood::default();
        brood.children.resize_with(self.shards.len(), || Vec::with_capacity(4 * range.len()));
        let guided = self.moves.guide.is_some();
        let contour = &shard.contours[usize::from(below)];
        for (&key, &arrival) in contour.keys[range.clone()].iter().zip(&contour.arrivals[range]) {
            let state = self.moves.unpack(key);
            let states = self.moves.each_raising(&state, arrival, length - below, &mut |child: Child<N>| {
                // Without a guide the length has been tried before.
                if guided && self.moves.is_straight(&child.state, child.bound) {
                    brood.trials.push(Trial { before: Some(state), state: child.state });
                    return;
                }
                let key = self.moves.pack(&child.state);
                brood.children[self.shard_of(key)].push((key, child.arrival));
            });
            brood.states += states;
        }
        brood
    }

    fn deliver(&mut self, length: u8, mail: &[Vec<Vec<Letter<W>>>]) {
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

    fn is_memory_full(&self, mail: &[Vec<Vec<Letter<W>>>]) -> bool {
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

    fn store_all(&mut self, children: &[Letter<W>], length: u8) {
        let contour = &mut self.contours[usize::from(length)];
        let mut places = [0; AHEAD];
        for batch in children.chunks(AHEAD) {
            self.table.reserve(batch.len());
            let mut near = 0;
            for (place, &(key, _)) in places.iter_mut().zip(batch) {
                *place = self.table.mixed(key);
                near ^= self.table.touch(*place);
            }
            std::hint::black_box(near);
            for (&place, &(key, arrival)) in places.iter().zip(batch) {
                if self.table.insert(place, length) {
                    contour.keys.push(key);
                    contour.arrivals.push(arrival);
                }
            }
        }
    }
}
