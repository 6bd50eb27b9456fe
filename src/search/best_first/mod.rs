//! Best-first search: a tree that grows by one position at a time, where it promises most.
//!
//! PUCT (Rosin, *Multi-armed bandits with episode context*, 2011) without playouts: a move's prior follows from its place in
//! the game's order of moves, a new position counts by its estimate, and a position is worth the mean of what was found
//! below it, which bears a noisy evaluation better than the extremes of alpha-beta do. Positions that several orders of
//! moves lead to stand in the tree once, and it goes on growing when the game has gone on. Proofs go up it as in alpha-beta
//! (Winands, Björnsson and Saito, *Monte-Carlo tree search solver*, 2008).

mod report;
#[cfg(test)]
mod tests;
mod tree;
mod worker;

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use parking_lot::{Condvar, Mutex};

use super::budget::{Budget, Stop};
use super::position::Position;
use super::workers::{Limits, OnDrop, ROOT_WIDTH, Report};
pub use tree::Tree;
use worker::Worker;

/// How the calling thread looks after the workers: at least this often.
const WATCH: Duration = Duration::from_millis(10);

/// What the workers of one search share.
struct Shared<'a, M> {
    tree: Mutex<&'a mut Tree<M>>,
    budget: &'a Budget,
    halted: Stop,
    /// Positions looked at.
    looked: AtomicU64,
    /// Workers that have not ended.
    working: Mutex<usize>,
    ended: Condvar,
}

impl<M> Shared<'_, M> {
    /// Whether the search is to end.
    fn is_over(&self) -> bool {
        self.halted.is_raised()
            || self.budget.stop.is_raised()
            || self.budget.max_nodes.is_some_and(|most| self.looked.load(Ordering::Relaxed) >= most)
    }

    fn retire(&self) {
        *self.working.lock() -= 1;
        self.ended.notify_all();
    }
}

/// Searches a position that is not decided, in a tree that may know of it from earlier searches of positions with the same
/// keys, and answers with the move that was looked at most when the budget ended, when the tree is full or when there is a
/// proof: the first legal move where there was no time for any search. `watch` sees the findings as they come and can break the
/// search off. [`Limits::max_depth`] does not apply.
///
/// With one thread, a node limit and a new tree the answer is always the same.
pub fn best_first<P: Position>(
    mut position: P,
    tree: &mut Tree<P::Move>,
    limits: &Limits<P::Move>,
    budget: &Budget,
    watch: &mut dyn FnMut(&Report<P::Move>) -> ControlFlow<()>,
) -> Report<P::Move> {
    let mut moves = Vec::new();
    let worth = position.moves(&mut moves).min(moves.len());
    let mut count = worth.saturating_mul(ROOT_WIDTH).min(moves.len());
    if let Some(among) = &limits.among {
        moves.retain(|mv| among.contains(mv));
        count = moves.len();
    }
    // A tree that knows some moves of its root alone is of no use to other searches.
    let is_partial = limits.among.is_some();
    if is_partial {
        tree.clear();
    }
    tree.stand_at(position.key(), position.to_move());
    tree.list(tree.root(), &moves, count);
    let halted = Stop::default();
    halted.set(budget.is_over());
    let shared = Shared {
        tree: Mutex::new(tree),
        budget,
        halted,
        looked: AtomicU64::new(0),
        working: Mutex::new(limits.threads),
        ended: Condvar::new(),
    };
    std::thread::scope(|scope| {
        for mut position in std::iter::repeat_n(position, limits.threads) {
            let shared = &shared;
            position.set_stop(&shared.halted);
            scope.spawn(move || {
                let _retire = OnDrop(|| shared.retire());
                Worker { shared, position }.work();
            });
        }
        supervise(&shared, watch);
    });
    let report = shared.report();
    if is_partial {
        shared.tree.lock().clear();
    }
    report
}

/// Waits for the workers, ends them when the budget does, and shows what they have found to `watch`.
fn supervise<M: Copy + Eq>(shared: &Shared<'_, M>, watch: &mut dyn FnMut(&Report<M>) -> ControlFlow<()>) {
    let mut working = shared.working.lock();
    while *working > 0 {
        let left = shared.budget.deadline.map_or(WATCH, |deadline| deadline.saturating_duration_since(Instant::now()));
        shared.ended.wait_for(&mut working, left.clamp(Duration::from_micros(100), WATCH));
        if watch(&shared.report()).is_break() || shared.budget.is_over() {
            shared.halted.raise();
        }
    }
}
