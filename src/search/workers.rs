//! The threads of a search, and what they share.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use arrayvec::ArrayVec;
use parking_lot::{Condvar, Mutex};

use super::alphabeta::Worker;
use super::budget::Budget;
use super::control::{Control, Halted};
use super::entry::Table;
use super::position::Position;
use super::value::Value;

/// A principal variation, cut where it grows longer than anyone reads.
pub type Line<M> = ArrayVec<M, 64>;

/// The calling thread checks the budget at least this often.
const WATCH: Duration = Duration::from_millis(10);

/// At the root this many times as many moves are searched as the position asks for: a move left out there is never found.
pub const ROOT_WIDTH: usize = 2;

/// The limits of a search.
#[derive(Clone, Debug)]
pub struct Limits<M> {
    /// Threads that search.
    pub threads: usize,
    /// Deepest iteration, in plies; the rest of the game at most.
    pub max_depth: u32,
    /// The moves to choose from; `None`: all legal ones.
    pub among: Option<Vec<M>>,
}

/// A root move with its result in the last iteration.
#[derive(Clone, Copy, Debug)]
pub struct Ranked<M> {
    /// The move.
    pub mv: M,
    /// Its value for the player who makes it.
    pub value: Value,
    /// Whether `value` is exact; otherwise it is an upper bound.
    pub exact: bool,
    /// Nodes searched below it; 0 where the search does not count them by move.
    pub nodes: u64,
}

/// The result of a search.
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
    pub control: Control<'a>,
    /// Whether all moves are searched at the root.
    pub all_root_moves: bool,
    /// How many root moves to search unless they all lose.
    pub root_count: usize,
    completed: AtomicU32,
    progress: Mutex<Progress<P::Move>>,
    changed: Condvar,
}

struct Progress<M> {
    /// The best result so far.
    report: Report<M>,
    /// Whether `report` is of an unfinished iteration.
    is_partial: bool,
    /// The last finished iteration.
    complete: Report<M>,
    /// Whether `watch` has not seen `report` yet.
    is_new: bool,
    /// Workers still running.
    working: usize,
}

impl<'a, P: Position> Shared<'a, P> {
    /// Counts a node; an error when the search is to end, or another worker has finished the iteration.
    pub fn count_node(&self, iteration: u32) -> Result<(), Halted> {
        self.control.count_node()?;
        if self.completed.load(Ordering::Relaxed) >= iteration { Err(Halted) } else { Ok(()) }
    }

    /// The last finished iteration.
    pub fn last_iteration(&self) -> Report<P::Move> {
        self.progress.lock().complete.clone()
    }

    /// Publishes the result of a finished iteration, or of the moves searched in it so far. A deeper result replaces a
    /// shallower one, a finished iteration an unfinished one, and among the unfinished the better value.
    pub fn publish(&self, mut report: Report<P::Move>, is_finished: bool) {
        let mut progress = self.progress.lock();
        report.nodes = self.control.nodes();
        let now = &progress.report;
        if (report.depth, is_finished, report.value) <= (now.depth, !progress.is_partial, now.value) {
            return;
        }
        if is_finished {
            self.completed.store(report.depth, Ordering::Relaxed);
            progress.complete = report.clone();
        } else if report.ranked.len() < progress.report.ranked.len() {
            report.ranked.clone_from(&progress.report.ranked);
        }
        progress.report = report;
        progress.is_partial = !is_finished;
        progress.is_new = true;
        self.changed.notify_all();
    }

    fn retire(&self) {
        self.progress.lock().working -= 1;
        self.changed.notify_all();
    }

    /// Waits for the workers and halts them when the budget is over. Calls `watch` on each new result and at least every [`WATCH`].
    fn supervise(&self, watch: &mut dyn FnMut(&Report<P::Move>) -> ControlFlow<()>) {
        let mut progress = self.progress.lock();
        while progress.working > 0 {
            let wake = self
                .control
                .budget()
                .deadline
                .map_or(WATCH, |deadline| deadline.saturating_duration_since(Instant::now()).min(WATCH));
            self.changed.wait_for(&mut progress, wake.max(Duration::from_micros(100)));
            progress.report.nodes = self.control.nodes();
            let is_new = std::mem::take(&mut progress.is_new);
            if is_new {
                log_iteration(&progress.report);
            }
            if watch(&progress.report).is_break() {
                self.control.halt();
            }
            self.control.check_budget();
        }
    }
}

/// Searches an unfinished game and returns the best result when the budget ends: the first legal move where there was no time
/// for any search. `watch` sees the results as they come and can break the search off.
///
/// With one thread, a node limit and a table in a known state the answer is always the same.
pub fn search<P: Position>(
    mut position: P,
    table: &Table,
    limits: &Limits<P::Move>,
    budget: &Budget,
    watch: &mut dyn FnMut(&Report<P::Move>) -> ControlFlow<()>,
) -> Report<P::Move> {
    let mut moves = Vec::new();
    let count = position.moves(&mut moves).min(moves.len());
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
        control: Control::new(budget, limits.threads),
        all_root_moves: limits.among.is_none(),
        root_count: if limits.among.is_none() { count.saturating_mul(ROOT_WIDTH).min(moves.len()) } else { moves.len() },
        completed: AtomicU32::new(0),
        progress: Mutex::new(Progress {
            report: nothing.clone(),
            complete: nothing,
            is_partial: false,
            is_new: false,
            working: limits.threads,
        }),
        changed: Condvar::new(),
    };
    let max_depth = limits.max_depth.min(position.horizon());
    std::thread::scope(|scope| {
        for mut position in std::iter::repeat_n(position, limits.threads) {
            let (shared, moves) = (&shared, moves.clone());
            position.set_stop(shared.control.halt_flag());
            scope.spawn(move || {
                let _retire = OnDrop(|| shared.retire());
                Worker::new(position, shared).deepen(moves, max_depth);
            });
        }
        shared.supervise(watch);
    });
    let nodes = shared.control.nodes();
    let mut report = shared.progress.into_inner().report;
    report.nodes = nodes;
    report
}

/// Calls its function when dropped, in a panic too: the supervisor must not wait for a dead worker.
pub struct OnDrop<F: FnMut()>(pub F);

impl<F: FnMut()> Drop for OnDrop<F> {
    fn drop(&mut self) {
        (self.0)();
    }
}

fn log_iteration<M: Copy + Into<u16>>(report: &Report<M>) {
    log::debug!("depth {} value {} nodes {}", report.depth, report.value, report.nodes);
}
