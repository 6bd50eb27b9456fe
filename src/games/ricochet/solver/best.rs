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
use super::hda::Hda;
use super::interest::Interest;
use super::partition::{Partition, Partitioning};
use super::raising::Child;
use super::state::{Arrival, Moves, START, State};
use super::table::{MAX_F, Word};
use super::{End, Limits};

/// States that are tried between looks at the clock.
const BLOCK: usize = 1024;

/// States from which on a guide is worth its making: both take half a millisecond.
const WORTH_A_GUIDE: u64 = 12_000;

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
    /// The parts of the states.
    pub partitions: Vec<Partition<W>>,
    /// Which of them a state belongs to.
    partitioning: Partitioning,
    /// States generated.
    pub states: u64,
    /// Whether a limit came while solutions were being found.
    pub cut: bool,
    /// What has been found of the cells that matter, for as many threads as ask at once.
    interests: Mutex<Vec<Interest>>,
    /// The last moves but those of one robot alone, where a solution is found.
    pub trials: Vec<Trial<N>>,
}

impl<'a, const N: usize, const ANY: bool, W: Word> Search<'a, N, ANY, W> {
    /// A search from a state.
    #[must_use]
    pub fn new(moves: Moves<'a, N, ANY>, root: State<N>, limits: Limits<'a>) -> Self {
        // Without a guide a search that may have one is over soon.
        let alone = moves.guide.is_none() && Guide::fits(moves.ground);
        let bits = if limits.threads > 1 && !alone { limits.threads.min(16).ilog2() } else { 0 };
        let partitioning = Partitioning::new(bits, moves.low_bits_of_others());
        let partitions = (0..partitioning.count()).map(|_| Partition::new(moves.key_bits())).collect();
        let interests = Mutex::new(Vec::new());
        Search {
            moves,
            root,
            limits,
            is_impatient: false,
            partitions,
            partitioning,
            states: 0,
            cut: false,
            interests,
            trials: Vec::new(),
        }
    }

    /// Searches to the end.
    pub fn run(&mut self) -> End {
        let first = self.moves.bound(&self.root);
        if first > MAX_F {
            return End::Unsolvable;
        }
        self.states += 1;
        if self.moves.has_direct_solution(&self.root, first) {
            self.trials.push(Trial { before: None, state: self.root });
            return End::Solved(first);
        }
        let key: W = self.moves.pack(&self.root);
        self.partitions[self.partitioning.partition_of(key)]
            .open_contour(first)
            .1
            .store_all(&[(key, START)], &|_| self.limits.budget.is_over());
        let (mut length, mut lower) = (first, first + u8::from(self.moves.guide.is_none()));
        let mut ended = !self.expand(first, &[]);
        while !ended && self.trials.is_empty() && length < MAX_F {
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
            ended = !self.expand(length, &sources);
            self.partitions.iter_mut().for_each(|partition| partition.trim(length));
        }
        self.cut = ended;
        if self.trials.is_empty() { End::Unknown(if ended { lower } else { length + 1 }) } else { End::Solved(length) }
    }

    /// The contours from which a move can lead to a length.
    fn sources(&self, length: u8) -> Vec<u8> {
        let first = self.moves.bound(&self.root).max(length.saturating_sub(self.moves.greatest_rise()));
        (first..length).filter(|&below| self.partitions.iter().any(|partition| !partition.keys(below).is_empty())).collect()
    }

    /// The length that a state is stored with.
    #[must_use]
    pub fn f_of(&self, state: &State<N>) -> Option<u8> {
        let key: W = self.moves.pack(state);
        let table = &self.partitions[self.partitioning.partition_of(key)].table;
        table.get(table.mix(key))
    }

    /// Memory for states, in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.partitions.iter().map(Partition::bytes).sum()
    }

    /// Whether an interrupt has come, when the fewest moves are known already: one way is still told.
    #[must_use]
    pub fn is_interrupted(&self) -> bool {
        self.limits.all && self.limits.budget.is_over()
    }

    /// Tests the children of a length; whether no limit came in between.
    fn attempt(&mut self, length: u8, sources: &[u8]) -> bool {
        let (over, found) = (AtomicBool::new(false), AtomicBool::new(false));
        let (states, trials) = (AtomicU64::new(self.states), Mutex::new(Vec::new()));
        let this = &*self;
        let work = |partition: &Partition<W>| {
            let kept = this.interests.lock().pop();
            let mut interest = kept.unwrap_or_default();
            // From the last on: a move that raises the length by little more often leads to the end.
            for &below in sources.iter().rev() {
                for block in partition.keys(below).chunks(BLOCK).zip(partition.arrivals(below).chunks(BLOCK)) {
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
                    if this.limits.is_over(total, 0) {
                        over.store(true, Ordering::Relaxed);
                    }
                }
            }
            this.interests.lock().push(interest);
        };
        let parents: usize =
            sources.iter().flat_map(|&below| this.partitions.iter().map(move |partition| partition.keys(below).len())).sum();
        if this.partitions.len() > 1 && parents >= 8 * BLOCK {
            std::thread::scope(|scope| this.partitions.iter().for_each(|partition| drop(scope.spawn(|| work(partition)))));
        } else {
            this.partitions.iter().for_each(work);
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
            // Where one way is enough, so is one trial.
            if !(good.is_empty() || self.limits.all) {
                break;
            }
            let state = self.moves.unpack(key);
            tried += self.moves.each_trial(&state, (arrival, rise), interest, &mut |child: Child<N>| {
                if self.moves.has_direct_solution(&child.state, child.bound) {
                    good.push(Trial { before: Some(state), state: child.state });
                }
            });
        }
        tried
    }

    /// Stores the states of a length; whether no limit came in between.
    fn expand(&mut self, length: u8, sources: &[u8]) -> bool {
        let report = Hda::run(self.moves, self.limits, (length, sources), (self.partitioning, &mut self.partitions), self.states);
        self.states = report.states;
        self.trials.extend(report.trials);
        !report.is_over
    }
}

/// Keys and arrivals of some states.
type Block<'a, W> = (&'a [W], &'a [Arrival]);
