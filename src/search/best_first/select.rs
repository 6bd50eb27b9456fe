//! Selects the move of a node that a worker visits next.

use super::node::{Edge, Listing, NO_NODE, Node, NodeId};
use super::tree::Tree;

/// The next step of a worker at a node.
pub enum Step<M> {
    /// Return to the parent: the node is proved, or other workers block all its open edges.
    Return,
    /// List the legal moves.
    List,
    /// Examine the position and list the moves that are not pruned: all of them if `all`, because those to search lose.
    Examine { all: bool },
    /// Expand the new node that an edge leads to.
    Expand { edge: usize, mv: M, child: NodeId },
    /// Descend an edge for a batch of visits.
    Descend { edge: usize, mv: M, child: NodeId, visits: u32 },
    /// Add visits to an edge without a descent, because its child has had them through other edges.
    Count { edge: usize, visits: u32 },
}

impl<M: Copy + Eq> Tree<M> {
    /// Selects the next step at an expanded node, for at most `quota` visits; `key_after` returns the key after a move.
    pub(super) fn select(&mut self, at: NodeId, quota: u32, key_after: impl FnOnce(M) -> u64) -> Step<M> {
        self.prove(at);
        let node = self.node(at);
        if node.proof().is_some() {
            return Step::Return;
        }
        let is_due = node.visits + 1 >= self.parameters.examine_at;
        if is_due && node.listing != Listing::Examined && !node.is_in_examination {
            return self.begin_examination(at, false);
        }
        if node.edges.is_empty() {
            return if node.is_in_examination { Step::Return } else { Step::List };
        }
        let Some(edge) = self.best_edge(at) else { return self.step_without_open_edge(at) };
        let Edge { mv, child, visits, .. } = node.edges[edge];
        let child = if child == NO_NODE {
            let child = self.find_or_insert(key_after(mv));
            self.node_mut(at).edges[edge].child = child;
            child
        } else {
            child
        };
        let quota = quota.min(1 + (visits as f32 * self.parameters.batch) as u32);
        self.step_to(edge, mv, child, visits, quota)
    }

    /// Returns the step along an edge that has had `visits` visits.
    fn step_to(&mut self, edge: usize, mv: M, child: NodeId, visits: u32, quota: u32) -> Step<M> {
        let node = self.node(child);
        if node.is_blocked() {
            Step::Return
        } else if node.value.is_none() {
            self.add_virtual_loss(child);
            Step::Expand { edge, mv, child }
        } else if node.visits > visits {
            Step::Count { edge, visits: quota.min(node.visits - visits) }
        } else {
            self.add_virtual_loss(child);
            Step::Descend { edge, mv, child, visits: quota }
        }
    }

    /// Returns the step at a node whose edges are all proved or blocked. If all of them lose, more moves are listed.
    fn step_without_open_edge(&mut self, at: NodeId) -> Step<M> {
        let node = self.node(at);
        let are_lost = node.open_edges().all(|edge| self.proof(node, edge).is_some());
        if are_lost && !node.is_in_examination {
            self.begin_examination(at, node.listing == Listing::Examined)
        } else {
            Step::Return
        }
    }

    fn begin_examination(&mut self, at: NodeId, all: bool) -> Step<M> {
        self.node_mut(at).is_in_examination = true;
        Step::Examine { all }
    }

    /// Returns the edge with the highest PUCT score, among those that are neither proved nor pruned nor blocked by another worker.
    fn best_edge(&self, at: NodeId) -> Option<usize> {
        let node = self.node(at);
        let parameters = &self.parameters;
        let total: f32 = node.open_edges().map(|edge| edge.prior).sum();
        let unit = parameters.exploration * ((node.visits + node.pending) as f32).sqrt() / total;
        let unvisited = self.urgency(node, total);
        let mut best: Option<(f32, usize)> = None;
        for (number, edge) in node.edges.iter().enumerate().filter(|(_, edge)| !edge.is_pruned) {
            let score = if edge.child == NO_NODE {
                unvisited + unit * edge.prior
            } else {
                let child = self.node(edge.child);
                if child.is_blocked() || child.proof().is_some() {
                    continue;
                }
                self.mean(node, edge) + unit * edge.prior / (1 + edge.visits + child.pending) as f32
            };
            if best.is_none_or(|(most, _)| score > most) {
                best = Some((score, number));
            }
        }
        best.map(|(_, number)| number)
    }

    /// Returns the first-play urgency: the mean value that a move without visits counts with. `total` is the sum of all priors.
    fn urgency(&self, node: &Node<M>, total: f32) -> f32 {
        let parameters = &self.parameters;
        if !parameters.scales_urgency {
            return node.mean - parameters.urgency_reduction;
        }
        let visited = |edge: &Edge<M>| if edge.visits == 0 { 0.0 } else { edge.prior };
        let explored: f32 = node.open_edges().map(visited).sum();
        node.mean - parameters.urgency_reduction * (explored / total).sqrt()
    }
}
