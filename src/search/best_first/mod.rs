//! Monte-Carlo tree search with an evaluation in place of playouts: the tree grows by one position at a time.
//!
//! Moves are selected by PUCT (Rosin, *Multi-armed bandits with episode context*, 2011). A new node has the value of its
//! evaluation; the value of a node is the mean of the evaluations below it, which tolerates a noisy evaluation better than the
//! minimax value of alpha-beta. The prior of a move comes from the evaluator or from the game's move order. Transpositions share
//! a node, and the tree is kept from move to move. Proofs are propagated as in MCTS-Solver (Winands, Björnsson and Saito,
//! *Monte-Carlo tree search solver*, 2008).
//!
//! A position offers two computations ([`TreePosition`]): an evaluation, requested once for each node, and a more expensive
//! examination, which proves the position or prunes moves. The examination is deferred until a node has had
//! [`Puct::examine_at`] visits; the root is examined at once. A game may evaluate the root of each search more thoroughly
//! ([`TreePosition::evaluate_root`]): its priors are then those.

mod node;
mod parameters;
mod position;
mod report;
mod select;
#[cfg(test)]
mod tests;
mod tree;
mod worker;

use super::budget::{Budget, Stop};
use super::control::Control;
use super::report::{Limits, ROOT_WIDTH, Report, Watch};
use super::threads::run_workers;
use super::watcher::Watcher;
use crate::sync::Mutex;
use node::Listing;
pub use parameters::Puct;
pub use position::{Estimate, TreePosition};
pub use tree::Tree;
use worker::Worker;

/// What the workers of one search share. Unlike those of alpha-beta ([`super::shared`]) they publish no results of their own: the
/// report is read from the tree.
struct SharedTree<'a, M> {
    tree: Mutex<&'a mut Tree<M>>,
    /// Counts the nodes that this search expands.
    control: Control<'a>,
    /// The visit of a node at which it is examined.
    examine_at: u32,
}

impl<M> SharedTree<'_, M> {
    /// Returns whether the search must end.
    fn is_over(&self) -> bool {
        self.control.halt_flag().is_raised() || self.control.is_spent()
    }
}

/// Searches an unfinished game until the budget ends, the tree is full or the root is proved. Returns a move that is proved to win,
/// else the most visited one that is not proved to lose; the first legal move if there was no time to search. The tree may contain
/// nodes of earlier searches. `watch` is called with the results so far and can end the search. [`Limits::max_depth`] does not
/// apply.
///
/// With one thread, a node limit and a new tree the result is deterministic.
pub fn best_first<P: TreePosition>(
    mut position: P,
    tree: &mut Tree<P::Move>,
    limits: &Limits,
    budget: &Budget,
    watch: Watch<'_, P::Move>,
) -> Report<P::Move> {
    let control = Control::new(budget, limits.threads);
    position.set_stop(control.halt_flag());
    let is_proved = prepare_root(&mut position, tree, control.halt_flag());
    let shared = SharedTree {
        // If the root is proved by its examination, that of its children is likely to prove them: examine them at once.
        examine_at: if is_proved { 1 } else { tree.parameters.examine_at },
        tree: Mutex::new(tree),
        control,
    };
    let work = |position, watcher| {
        let mut worker = Worker { shared: &shared, position, watcher };
        worker.run();
        (worker.position, worker.watcher)
    };
    run_workers(&shared.control, position, watch, work, |watcher| shared.inform(watcher));
    if shared.tree.lock().is_full() {
        log::info!("the search has ended early: its tree is full (param hash_mb)");
    }
    shared.report()
}

/// Makes a position the root, evaluates it if it is new, examines it and lists its moves. Returns whether the examination proves
/// it.
fn prepare_root<P: TreePosition>(position: &mut P, tree: &mut Tree<P::Move>, halt: &Stop) -> bool {
    let is_new = tree.set_root(position.key(), position.to_move());
    let root = tree.root();
    // Without priors the evaluation of the root is not used.
    if position.has_priors() {
        let estimate = position.evaluate_root();
        if is_new { tree.expand(root, position.to_move(), estimate) } else { tree.replace_priors(root, estimate.priors) }
    }
    let proof = position.examine();
    let mut moves = Vec::new();
    let count = position.moves(&mut moves).saturating_mul(ROOT_WIDTH).min(moves.len());
    // A listing that was halted may be in another order: the next search makes it anew.
    let listing = if halt.is_raised() { Listing::Legal } else { Listing::Examined };
    tree.add_edges(root, &moves, count, listing);
    proof.is_some()
}

impl<M: Copy + Eq> SharedTree<'_, M> {
    /// Calls the watch with the result so far, and halts the search if it says so.
    fn inform(&self, watcher: &mut Watcher<'_, M>) {
        if watcher.call(&self.report()).is_break() {
            self.control.halt();
        }
    }
}
