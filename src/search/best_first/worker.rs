//! The workers: each descends the tree with its own position.

use super::super::watcher::Watcher;
use super::SharedTree;
use super::node::{Listing, NodeId};
use super::position::{Estimate, TreePosition};
use super::select::Step;
use crate::sync::thread;

/// Visits between two checks whether the root is proved.
const ROUND: u32 = 64;

/// A worker of a search.
pub struct Worker<'a, 'b, P: TreePosition> {
    pub shared: &'a SharedTree<'b, P::Move>,
    pub position: P,
    /// The watch of the search; one worker has it.
    pub watcher: Option<Watcher<'a, P::Move>>,
}

impl<P: TreePosition> Worker<'_, '_, P> {
    /// Grows the tree until the search is over.
    pub fn run(&mut self) {
        let root = self.shared.tree.lock().root();
        while !self.is_over() {
            if self.grow(root, ROUND) == 0 {
                thread::yield_now();
            }
        }
    }

    fn is_over(&self) -> bool {
        let tree = self.shared.tree.lock();
        self.shared.is_over() || tree.is_full() || tree.node(tree.root()).proof().is_some()
    }

    /// Grows the tree below a node, whose position is the worker's, by at most `quota` visits. Returns the number of visits. The
    /// more visits a move has had, the larger is the batch of visits below it, so that few moves are played and undone for each
    /// new node.
    fn grow(&mut self, at: NodeId, quota: u32) -> u32 {
        let mut total = 0;
        while total < quota && !self.shared.is_over() {
            let shared = self.shared;
            if let Some(watcher) = &mut self.watcher
                && watcher.count_node()
            {
                shared.inform(watcher);
            }
            let step = shared.tree.lock().select(at, quota - total, |mv| self.position.key_after(mv));
            let (edge, visits) = match step {
                Step::Return => break,
                Step::List => {
                    self.list(at);
                    continue;
                }
                Step::Examine { all } => {
                    self.examine(at, all);
                    continue;
                }
                Step::Count { edge, visits } => (edge, visits),
                Step::Expand { edge, mv, child } => (edge, self.visit(mv, child, |worker| worker.expand(child))),
                Step::Descend { edge, mv, child, visits } => (edge, self.visit(mv, child, |worker| worker.grow(child, visits))),
            };
            shared.tree.lock().backpropagate(at, edge, visits);
            if visits == 0 {
                break;
            }
            total += visits;
        }
        total
    }

    /// Plays a move, calls `below` and undoes the move. Returns the visits that `below` made.
    fn visit(&mut self, mv: P::Move, child: NodeId, below: impl FnOnce(&mut Self) -> u32) -> u32 {
        self.position.play(mv);
        let visits = below(self);
        // A position whose search has ended is not used again, and to undo may take long.
        if !self.shared.control.halt_flag().is_raised() {
            self.position.undo();
        }
        self.shared.tree.lock().remove_virtual_loss(child);
        visits
    }

    /// Evaluates and expands a new node, whose position is the worker's. Returns its visits: 0 if the search has been halted.
    fn expand(&mut self, at: NodeId) -> u32 {
        let position = &mut self.position;
        let proof = if self.shared.examine_at <= 1 { position.examine() } else { position.outcome() };
        let estimate = proof.map_or_else(|| position.evaluate_leaf(), Estimate::from);
        if self.shared.control.halt_flag().is_raised() {
            return 0;
        }
        self.shared.control.add_nodes(1);
        self.shared.tree.lock().expand(at, self.position.to_move(), estimate);
        1
    }

    /// Lists the legal moves of a node, whose position is the worker's.
    fn list(&mut self, at: NodeId) {
        let mut moves = Vec::new();
        let count = self.position.legal_moves(&mut moves).min(moves.len());
        self.shared.tree.lock().add_edges(at, &moves, count, Listing::Legal);
    }

    /// Examines a node, whose position is the worker's: proves it or lists the moves that are not pruned. Other workers may be
    /// below it.
    fn examine(&mut self, at: NodeId, all: bool) {
        let proof = self.position.examine();
        let mut moves = Vec::new();
        let count = if proof.is_none() { self.position.moves(&mut moves).min(moves.len()) } else { 0 };
        let mut tree = self.shared.tree.lock();
        tree.node_mut(at).is_in_examination = false;
        // The result of an examination that was halted may be incomplete.
        if self.shared.control.halt_flag().is_raised() {
            return;
        }
        match proof {
            Some(value) => tree.set_proof(at, value),
            None => tree.add_edges(at, &moves, if all { moves.len() } else { count }, Listing::Examined),
        }
    }
}
