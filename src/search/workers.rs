//! The threads of a search, and what they share.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use arrayvec::ArrayVec;
use parking_lot::{Condvar, Mutex};

use super::alphabeta::{Halted, Worker};
use super::budget::{Budget, Stop};
use super::busy::Busy;
use super::position::Position;
use super::table::Table;
use super::value::Value;

/// A line of best play, cut where it grows longer than anyone reads.
pub type Line<M> = ArrayVec<M, 64>;

/// How the calling thread looks after the workers: at least this often.
const WATCH: Duration = Duration::from_millis(10);

/// At the root this many times as many moves are tried as the position says: a move left out there is never found.
pub const ROOT_WIDTH: usize = 2;

/// What a search is asked for.
#[derive(Clone, Debug)]
pub struct Limits<M> {
    /// Threads that search.
    pub threads: usize,
    /// Deepest iteration, in plies; the rest of the game at most.
    pub max_depth: u32,
    /// The moves to choose from; `None`: all legal ones.
    pub among: Option<Vec<M>>,
}

/// A move at the root with what the last iteration found of it.
#[derive(Clone, Copy, Debug)]
pub struct Ranked<M> {
    /// The move.
    pub mv: M,
    /// Its value for the player who makes it.
    pub value: Value,
    /// Whether that is its value; otherwise it is only a bound from above.
    pub exact: bool,
    /// Positions looked at for it; 0 where the search does not count them by move.
    pub nodes: u64,
}

/// What a search has found.
#[derive(Clone, Debug)]
pub struct Report<M> {
    /// Plies searched below the root; 0: nothing was searched.
    pub depth: u32,
    /// The value for the player to move.
    pub value: Value,
    /// The best move.
    pub best: M,
    /// Best play of both sides, the best move first.
    pub line: Line<M>,
    /// Nodes searched, by all workers.
    pub nodes: u64,
    /// The moves tried in the last iteration, best first.
    pub ranked: Vec<Ranked<M>>,
}

/// What the workers of one search share.
pub struct Shared<'a, P: Position> {
    pub table: &'a Table,
    pub busy: Busy,
    pub threads: usize,
    /// Whether all moves are searched at the root.
    pub whole: bool,
    /// How many moves are tried at the root unless they all lose.
    pub worth: usize,
    budget: &'a Budget,
    halted: Stop,
    nodes: AtomicU64,
    completed: AtomicU32,
    progress: Mutex<Progress<P::Move>>,
    changed: Condvar,
}

struct Progress<M> {
    /// The best finding so far.
    report: Report<M>,
    /// Whether `report` is of an iteration that goes on.
    partial: bool,
    /// The last whole iteration.
    complete: Report<M>,
    /// Whether `report` has not been shown yet.
    fresh: bool,
    /// Workers that have not ended.
    working: usize,
}

impl<'a, P: Position> Shared<'a, P> {
    /// Counts a node; an error when the search is to end, or another worker has finished the iteration.
    pub fn count_node(&self, iteration: u32) -> Result<(), Halted> {
        let before = self.nodes.fetch_add(1, Ordering::Relaxed);
        if self.budget.max_nodes.is_some_and(|most| before >= most) {
            self.nodes.fetch_sub(1, Ordering::Relaxed);
            self.halted.raise();
        }
        if self.is_halted() || self.completed.load(Ordering::Relaxed) >= iteration { Err(Halted) } else { Ok(()) }
    }

    /// Whether the search is to end.
    pub fn is_halted(&self) -> bool {
        self.halted.is_raised() || self.budget.stop.is_raised()
    }

    /// The last whole iteration.
    pub fn published(&self) -> Report<P::Move> {
        self.progress.lock().complete.clone()
    }

    /// Makes a finding known: of a whole iteration, or of the moves tried in one so far. A deeper one counts more than a
    /// shallower, a whole one more than a part, among parts the better value.
    pub fn publish(&self, mut report: Report<P::Move>, whole: bool) {
        let mut progress = self.progress.lock();
        report.nodes = self.nodes.load(Ordering::Relaxed);
        let now = &progress.report;
        if (report.depth, whole, report.value) <= (now.depth, !progress.partial, now.value) {
            return;
        }
        if whole {
            self.completed.store(report.depth, Ordering::Relaxed);
            progress.complete = report.clone();
        } else if report.ranked.len() < progress.report.ranked.len() {
            report.ranked.clone_from(&progress.report.ranked);
        }
        progress.report = report;
        progress.partial = !whole;
        progress.fresh = true;
        self.changed.notify_all();
    }

    fn retire(&self) {
        self.progress.lock().working -= 1;
        self.changed.notify_all();
    }

    /// Waits for the workers, ends them when the budget does, and shows each new finding to `watch`, at least every [`WATCH`].
    fn supervise(&self, watch: &mut dyn FnMut(&Report<P::Move>) -> ControlFlow<()>) {
        let mut progress = self.progress.lock();
        while progress.working > 0 {
            let wake =
                self.budget.deadline.map_or(WATCH, |deadline| deadline.saturating_duration_since(Instant::now()).min(WATCH));
            self.changed.wait_for(&mut progress, wake.max(Duration::from_micros(100)));
            progress.report.nodes = self.nodes.load(Ordering::Relaxed);
            let fresh = std::mem::take(&mut progress.fresh);
            if fresh {
                log_iteration(&progress.report);
            }
            if watch(&progress.report).is_break() || self.budget.is_over() {
                self.halted.raise();
            }
        }
    }
}

/// Searches a position that is not decided, and answers with the best that was found when the budget ended: the first legal
/// move where there was no time for any search. `watch` sees the findings as they come and can break the search off.
///
/// With one thread, a node limit and a table in a known state the answer is always the same.
pub fn search<P: Position>(
    mut position: P,
    table: &Table,
    limits: &Limits<P::Move>,
    budget: &Budget,
    watch: &mut dyn FnMut(&Report<P::Move>) -> ControlFlow<()>,
) -> Report<P::Move> {
    let halted = Stop::default();
    halted.set(budget.is_over());
    let mut moves = Vec::new();
    let worth = position.moves(&mut moves).min(moves.len());
    if let Some(among) = &limits.among {
        moves.retain(|mv| among.contains(mv));
    }
    let nothing = Report {
        depth: 0,
        value: Value::EVEN,
        best: moves[0],
        line: [moves[0]].into_iter().collect(),
        nodes: 0,
        ranked: Vec::new(),
    };
    let shared: Shared<'_, P> = Shared {
        table,
        busy: Busy::new(),
        threads: limits.threads,
        whole: limits.among.is_none(),
        worth: if limits.among.is_none() { worth.saturating_mul(ROOT_WIDTH).min(moves.len()) } else { moves.len() },
        budget,
        halted,
        nodes: AtomicU64::new(0),
        completed: AtomicU32::new(0),
        progress: Mutex::new(Progress {
            report: nothing.clone(),
            complete: nothing,
            partial: false,
            fresh: false,
            working: limits.threads,
        }),
        changed: Condvar::new(),
    };
    let max_depth = limits.max_depth.min(position.horizon());
    std::thread::scope(|scope| {
        for mut position in std::iter::repeat_n(position, limits.threads) {
            let (shared, moves) = (&shared, moves.clone());
            position.obey(&shared.halted);
            scope.spawn(move || {
                let _retire = OnDrop(|| shared.retire());
                Worker::new(position, shared).deepen(moves, max_depth);
            });
        }
        shared.supervise(watch);
    });
    let mut report = shared.progress.into_inner().report;
    report.nodes = shared.nodes.into_inner();
    report
}

/// Runs its function when it goes, in a panic too: the supervisor must not wait for a worker that is gone.
pub struct OnDrop<F: FnMut()>(pub F);

impl<F: FnMut()> Drop for OnDrop<F> {
    fn drop(&mut self) {
        (self.0)();
    }
}

fn log_iteration<M: Copy + Into<u16>>(report: &Report<M>) {
    log::debug!("depth {} value {} nodes {}", report.depth, report.value, report.nodes);
}
