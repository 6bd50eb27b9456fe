//! What the workers of an alpha-beta search share: the table, the control and the results so far.

use super::control::{Control, Halted};
use super::entry::Table;
use super::position::Position;
use super::report::Report;
use super::watcher::Watcher;
use crate::sync::Mutex;
use crate::sync::atomic::{AtomicU32, Ordering};

/// What the workers of a search share.
pub struct Shared<'a, P: Position> {
    pub table: &'a Table,
    pub control: Control<'a>,
    /// Number of root moves to search unless they all lose.
    pub root_count: usize,
    /// See [`Limits::lines`](super::report::Limits::lines).
    pub lines: usize,
    completed: AtomicU32,
    progress: Mutex<Progress<P::Move>>,
}

struct Progress<M> {
    /// The best result so far.
    report: Report<M>,
    /// Whether `report` is from an unfinished iteration.
    is_partial: bool,
    /// The result of the last finished iteration.
    complete: Report<M>,
    /// Whether `report` has not been logged yet.
    is_new: bool,
}

impl<'a, P: Position> Shared<'a, P> {
    /// Creates the shared state before the workers start; `nothing` is the report to return if no node is searched.
    pub fn new(table: &'a Table, control: Control<'a>, root_count: usize, lines: usize, nothing: Report<P::Move>) -> Self {
        let (report, complete) = (nothing.clone(), nothing);
        Shared {
            table,
            control,
            root_count,
            lines,
            completed: AtomicU32::new(0),
            progress: Mutex::new(Progress { report, complete, is_partial: false, is_new: false }),
        }
    }

    /// Returns the best result with the node count of all workers.
    pub fn into_report(self) -> Report<P::Move> {
        let nodes = self.control.nodes();
        Report { nodes, ..self.progress.into_inner().report }
    }

    /// Counts a node before it is searched. Fails if the search must end or another worker has finished the iteration.
    pub fn count_node(&self, iteration: u32) -> Result<(), Halted> {
        self.control.count_node()?;
        if self.completed.load(Ordering::Relaxed) >= iteration { Err(Halted) } else { Ok(()) }
    }

    /// Returns the result of the last finished iteration.
    pub fn last_iteration(&self) -> Report<P::Move> {
        self.progress.lock().complete.clone()
    }

    /// Publishes the result of an iteration, finished or not. A deeper result replaces a shallower one, a finished iteration an
    /// unfinished one, and of two unfinished ones the better value stays. In an analysis of several lines the best move of an
    /// unfinished iteration stands before the moves of the last finished one, unless one of those has a higher value.
    pub fn publish(&self, mut report: Report<P::Move>, is_finished: bool) {
        let mut progress = self.progress.lock();
        report.nodes = self.control.nodes();
        let (now, last) = (&progress.report, &progress.complete);
        if (report.depth, is_finished, report.value) <= (now.depth, !progress.is_partial, now.value) {
            return;
        }
        if is_finished {
            self.completed.store(report.depth, Ordering::Relaxed);
            progress.complete = report.clone();
        } else if self.lines > 1 && last.depth > 0 {
            let mut others = last.ranked.iter().filter(|other| other.exact && other.mv != report.best);
            if others.any(|other| other.value > report.value) {
                return;
            }
            report.ranked.clone_from(&last.ranked);
        } else if report.ranked.len() < progress.report.ranked.len() {
            report.ranked.clone_from(&progress.report.ranked);
        }
        progress.report = report;
        progress.is_partial = !is_finished;
        progress.is_new = true;
    }

    /// Calls the watch with the result so far, and halts the search if it returns `Break`.
    pub fn inform(&self, watcher: &mut Watcher<'_, P::Move>) {
        let report = {
            let mut progress = self.progress.lock();
            progress.report.nodes = self.control.nodes();
            if std::mem::take(&mut progress.is_new) {
                log_iteration(&progress.report);
            }
            progress.report.clone()
        };
        if watcher.call(&report).is_break() {
            self.control.halt();
        }
    }
}

fn log_iteration<M: Copy + Into<u16>>(report: &Report<M>) {
    log::debug!("depth {} value {} nodes {}", report.depth, report.value, report.nodes);
}
