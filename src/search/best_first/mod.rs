//! Best-first search: a tree that grows by one position at a time, where it promises most.
//!
//! PUCT (Rosin, *Multi-armed bandits with episode context*, 2011) without playouts. A new node counts by its estimate, and a
//! node is worth the mean of what was found below it, which bears a noisy evaluation better than the extremes of alpha-beta
//! do. A move's prior comes from the evaluator, or from its place in the game's order of moves. Positions that several
//! orders of moves lead to stand in the tree once, and the tree goes on growing when the game has gone on. Proofs go up it as
//! in alpha-beta (Winands, Björnsson and Saito, *Monte-Carlo tree search solver*, 2008).
//!
//! A position answers two questions ([`TreePosition`]): its evaluation, once a node, and its examination, which proves it or
//! leaves moves out. The second is put off until a node has had [`Puct::examine_at`] visits; at a root it never is.

mod node;
mod parameters;
mod position;
mod report;
mod select;
#[cfg(test)]
mod tests;
mod tree;
mod worker;

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use parking_lot::{Condvar, Mutex};

use super::budget::Budget;
use super::control::Control;
use super::report::{Limits, ROOT_WIDTH, Report};
use super::shared::OnDrop;
use node::Listing;
pub use parameters::Puct;
pub use position::{Estimate, TreePosition};
pub use tree::Tree;
use worker::Worker;

/// The calling thread looks after the workers at least this often.
const WATCH: Duration = Duration::from_millis(10);

/// What the workers of one search share.
struct Shared<'a, M> {
    tree: Mutex<&'a mut Tree<M>>,
    /// Its nodes are those that this search expanded.
    control: Control<'a>,
    /// At which visit of a node it is examined.
    examine_at: u32,
    /// Workers that have not ended.
    working: Mutex<usize>,
    ended: Condvar,
}

impl<M> Shared<'_, M> {
    /// Whether the search is to end.
    fn is_over(&self) -> bool {
        self.control.is_halted() || self.control.is_spent()
    }

    fn retire(&self) {
        *self.working.lock() -= 1;
        self.ended.notify_all();
    }
}

/// Searches a position that is not decided by the rules, in a tree that may know of it from earlier searches of positions
/// with the same keys. Ends when the budget does, when the tree is full or when there is a proof, with the move that was
/// visited most: the first legal move where there was no time for any search. `watch` sees the findings as they come and can
/// break the search off. [`Limits::max_depth`] does not apply.
///
/// With one thread, a node limit and a new tree the answer is always the same.
pub fn best_first<P: TreePosition>(
    mut position: P,
    tree: &mut Tree<P::Move>,
    limits: &Limits<P::Move>,
    budget: &Budget,
    watch: &mut dyn FnMut(&Report<P::Move>) -> ControlFlow<()>,
) -> Report<P::Move> {
    // A tree that knows some moves of its root alone is of no use to other searches.
    let is_partial = limits.among.is_some();
    if is_partial {
        tree.clear();
    }
    let is_proved = prepare_root(&mut position, tree, limits);
    let shared = Shared {
        // What proves the root is near its children, too.
        examine_at: if is_proved { 1 } else { tree.parameters.examine_at },
        tree: Mutex::new(tree),
        control: Control::new(budget, limits.threads),
        working: Mutex::new(limits.threads),
        ended: Condvar::new(),
    };
    std::thread::scope(|scope| {
        for mut position in std::iter::repeat_n(position, limits.threads) {
            let shared = &shared;
            position.set_stop(shared.control.halt_flag());
            scope.spawn(move || {
                let _retire = OnDrop(|| shared.retire());
                Worker { shared, position }.run();
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

/// Makes a position the root, evaluates it if it is new, examines it and lists its moves. Returns whether it is proved by
/// itself.
fn prepare_root<P: TreePosition>(position: &mut P, tree: &mut Tree<P::Move>, limits: &Limits<P::Move>) -> bool {
    let is_new = tree.set_root(position.key(), position.to_move());
    let root = tree.root();
    // Without priors the evaluation of a root is of no use.
    if is_new && position.has_priors() {
        tree.expand(root, position.to_move(), position.evaluate_leaf());
    }
    let is_proved = position.examine().is_some();
    let mut moves = Vec::new();
    let worth = position.moves(&mut moves).min(moves.len());
    let mut count = worth.saturating_mul(ROOT_WIDTH).min(moves.len());
    if let Some(among) = &limits.among {
        moves.retain(|mv| among.contains(mv));
        count = moves.len();
    }
    tree.list(root, &moves, count, Listing::Examined);
    is_proved
}

/// Waits for the workers, ends them when the budget does, and shows what they have found to `watch`.
fn supervise<M: Copy + Eq>(shared: &Shared<'_, M>, watch: &mut dyn FnMut(&Report<M>) -> ControlFlow<()>) {
    let mut working = shared.working.lock();
    while *working > 0 {
        let left = shared.control.budget().deadline.map_or(WATCH, |deadline| deadline.saturating_duration_since(Instant::now()));
        shared.ended.wait_for(&mut working, left.clamp(Duration::from_micros(100), WATCH));
        if watch(&shared.report()).is_break() {
            shared.control.halt();
        }
        shared.control.check_budget();
    }
}
