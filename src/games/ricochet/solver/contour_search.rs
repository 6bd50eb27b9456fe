//! The fast solver: A* by contours of f, with all states of a contour expanded before the next f is tried.
//!
//! The lower bound is consistent, so states are generated in the order of `f = moves so far + bound`; a contour is the list of
//! states with one f. States are sets of robots ([`state`](super::state)); the same robot never moves twice in a row along one
//! axis.
//!
//! The search begins with the bound of the grid: the number of moves if a robot could stop anywhere. For each f it passes twice
//! over the contours below. The first pass stores nothing. It looks for *goals* among the children with this f: states from which
//! the target robot reaches the target alone, one nearer with each move. Only such states have a solution of this length, so that
//! the last and largest contour is never stored. If there is no goal, the second pass generates the children again and stores them.
//! After some thousand states the search begins again with the sharper bound of [`heuristic`](super::heuristic), if there is one; a
//! single pass then stores children and looks for goals.
//!
//! Exact and complete: when no contour has children there is no solution. Memory: 4 or 8 bytes a slot of the table, and as many and
//! one more for each state in the lists.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use parking_lot::Mutex;

use super::hda::{Goal, Hda};
use super::limits::{End, Limits};
use super::partial_expansion::Child;
use super::partition::{Partition, Partitioning};
use super::relevance::Relevance;
use super::search_board::NEVER;
use super::state::{Arrival, Moves, START, State};
use super::table::{MAX_F, Word};

/// States tried between two checks of the budget.
const BLOCK: usize = 1024;

/// States after which the heuristic is computed: that takes as long as their generation.
const MIN_STATES_FOR_HEURISTIC: u64 = 12_000;

pub struct ContourSearch<'a, const N: usize, const ANY: bool, W: Word> {
    pub moves: Moves<'a, N, ANY>,
    /// The state that the search begins with.
    pub root: State<N>,
    limits: Limits<'a>,
    /// Whether the search ended because the heuristic should be computed now.
    pub wants_heuristic: bool,
    /// The states, divided among threads.
    pub partitions: Vec<Partition<W>>,
    /// The partition of each state.
    partitioning: Partitioning,
    /// States generated.
    pub states: u64,
    /// Whether a limit stopped the search while it was finding solutions.
    pub is_cut: bool,
    /// The relevant cells that were computed, one set for each thread that asks at once.
    relevances: Mutex<Vec<Relevance>>,
    /// The goals that were found.
    pub goals: Vec<Goal<N>>,
}

impl<'a, const N: usize, const ANY: bool, W: Word> ContourSearch<'a, N, ANY, W> {
    /// Makes a search from a state.
    #[must_use]
    pub fn new(moves: Moves<'a, N, ANY>, root: State<N>, limits: Limits<'a>) -> Self {
        // A search without the heuristic yet is too short for threads.
        let is_short = moves.heuristic.is_none() && moves.board.fits_code_sets();
        let bits = if limits.threads > 1 && !is_short { limits.threads.min(16).ilog2() } else { 0 };
        let partitioning = Partitioning::new(bits, moves.low_bits_of_others());
        let partitions = (0..partitioning.count()).map(|_| Partition::new(moves.key_bits())).collect();
        let relevances = Mutex::new(Vec::new());
        ContourSearch {
            moves,
            root,
            limits,
            wants_heuristic: false,
            partitions,
            partitioning,
            states: 0,
            is_cut: false,
            relevances,
            goals: Vec::new(),
        }
    }

    /// Searches to the end.
    pub fn run(&mut self) -> End {
        let first = self.moves.bound(&self.root);
        if first == NEVER {
            return End::Unsolvable;
        }
        if first > MAX_F {
            return End::Unknown(first);
        }
        self.states += 1;
        if self.moves.has_direct_solution(&self.root, first) {
            self.goals.push(Goal { parent: None, state: self.root });
            return End::Solved(first);
        }
        let key: W = self.moves.pack(&self.root);
        self.partitions[self.partitioning.partition_of(key)]
            .open_contour(first)
            .1
            .store_all(&[(key, START)], &|_| !self.limits.budget.is_over());
        let (mut f, mut lower) = (first, first + u8::from(self.moves.heuristic.is_none()));
        let mut ended = !self.store_contour(first, &[]);
        while !ended && self.goals.is_empty() && f < MAX_F {
            f += 1;
            lower = lower.max(f);
            let sources = self.source_contours(f);
            if sources.is_empty() {
                return End::Unsolvable;
            }
            if self.moves.heuristic.is_none() {
                self.wants_heuristic = self.states > MIN_STATES_FOR_HEURISTIC && self.moves.board.fits_code_sets();
                if self.wants_heuristic {
                    return End::Unknown(f);
                }
                ended = !self.try_contour(f, &sources);
                if ended || !self.goals.is_empty() {
                    break;
                }
                lower = f + 1;
            }
            ended = !self.store_contour(f, &sources);
            self.partitions.iter_mut().for_each(|partition| partition.trim(f));
        }
        self.is_cut = ended;
        if self.goals.is_empty() { End::Unknown(if ended { lower } else { f + 1 }) } else { End::Solved(f) }
    }

    /// Returns the contours that have children of a given f.
    fn source_contours(&self, f: u8) -> Vec<u8> {
        let first = self.moves.bound(&self.root).max(f.saturating_sub(self.moves.greatest_rise()));
        (first..f).filter(|&below| self.partitions.iter().any(|partition| !partition.keys(below).is_empty())).collect()
    }

    /// Returns the f of a stored state.
    #[must_use]
    pub fn f_of(&self, state: &State<N>) -> Option<u8> {
        let key: W = self.moves.pack(state);
        let table = &self.partitions[self.partitioning.partition_of(key)].table;
        table.get(table.mix(key))
    }

    /// Returns the memory for states in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.partitions.iter().map(Partition::bytes).sum()
    }

    /// Returns whether the listing of all solutions is interrupted.
    #[must_use]
    pub fn is_interrupted(&self) -> bool {
        self.limits.all && self.limits.budget.is_over()
    }

    /// Generates the children of an f and looks for goals among them. Returns false if a limit was reached.
    fn try_contour(&mut self, f: u8, sources: &[u8]) -> bool {
        let (over, found) = (AtomicBool::new(false), AtomicBool::new(false));
        let (states, goals) = (AtomicU64::new(self.states), Mutex::new(Vec::new()));
        let this = &*self;
        let work = |partition: &Partition<W>| {
            let kept = this.relevances.lock().pop();
            let mut relevance = kept.unwrap_or_default();
            // The last contour first: a small rise of f more often leads to the target.
            for &below in sources.iter().rev() {
                for block in partition.keys(below).chunks(BLOCK).zip(partition.arrivals(below).chunks(BLOCK)) {
                    if found.load(Ordering::Relaxed) && !this.limits.all || over.load(Ordering::Relaxed) {
                        return;
                    }
                    let mut good = Vec::new();
                    let tried = this.try_block(block, f - below, &mut relevance, &mut good);
                    let total = states.fetch_add(tried, Ordering::Relaxed) + tried;
                    if !good.is_empty() {
                        found.store(true, Ordering::Relaxed);
                        goals.lock().extend(good);
                    }
                    if this.limits.is_over(total, 0) {
                        over.store(true, Ordering::Relaxed);
                    }
                }
            }
            this.relevances.lock().push(relevance);
        };
        let parents: usize =
            sources.iter().flat_map(|&below| this.partitions.iter().map(move |partition| partition.keys(below).len())).sum();
        if this.partitions.len() > 1 && parents >= 8 * BLOCK {
            std::thread::scope(|scope| this.partitions.iter().for_each(|partition| drop(scope.spawn(|| work(partition)))));
        } else {
            this.partitions.iter().for_each(work);
        }
        let complete = !over.load(Ordering::Relaxed);
        let (states, goals) = (states.into_inner(), goals.into_inner());
        self.states = states;
        self.goals = goals;
        complete
    }

    /// Generates the children of a block of states and looks for goals among them. Returns their number.
    fn try_block(&self, (keys, arrivals): Block<'_, W>, rise: u8, relevance: &mut Relevance, good: &mut Vec<Goal<N>>) -> u64 {
        let mut tried = 0;
        for (&key, &arrival) in keys.iter().zip(arrivals) {
            // If one solution is enough, so is one goal.
            if !(good.is_empty() || self.limits.all) {
                break;
            }
            let state = self.moves.unpack(key);
            tried += self.moves.expand_trials(&state, (arrival, rise), relevance, &mut |child: Child<N>| {
                if self.moves.has_direct_solution(&child.state, child.bound) {
                    good.push(Goal { parent: Some(state), state: child.state });
                }
            });
        }
        tried
    }

    /// Stores the states of an f. Returns false if a limit was reached.
    fn store_contour(&mut self, f: u8, sources: &[u8]) -> bool {
        let report = Hda::run(self.moves, self.limits, f, sources, self.partitioning, &mut self.partitions, self.states);
        self.states = report.states;
        self.goals.extend(report.goals);
        !report.is_over
    }
}

/// Keys and arrivals of some states.
type Block<'a, W> = (&'a [W], &'a [Arrival]);
