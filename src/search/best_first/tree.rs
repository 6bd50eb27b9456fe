//! The tree: its nodes by key, their expansion, and backpropagation of values and proofs.

use std::collections::HashMap;

use super::super::value::Value;
use super::node::{Edge, Listing, NO_NODE, Node, NodeId, squash, unsquash};
use super::parameters::Puct;
use super::position::Estimate;
use crate::color::Color;

/// Without priors of an evaluator, the n-th move in the game's order has the weight n^-`PRIOR_POWER`.
const PRIOR_POWER: f32 = 1.3;

/// Approximate bytes of a node with its edges.
const NODE_BYTES: usize = 400;

/// Most bytes of a node besides its own size and that of its edges: its entry in the map, while the map grows, and the header of
/// the allocation of its edges.
const OVERHEAD: usize = 80;

/// A search tree, which is kept from search to search.
pub struct Tree<M> {
    nodes: Vec<Node<M>>,
    /// Indices of nodes by the keys of their positions.
    ids: HashMap<u64, NodeId>,
    root: NodeId,
    pub(super) parameters: Puct,
    /// Number of edges of all nodes.
    edges: usize,
    bytes: usize,
}

impl<M: Copy + Eq> Tree<M> {
    /// Creates a tree without nodes, with room for about `bytes` bytes.
    #[must_use]
    pub fn new(bytes: usize, parameters: Puct) -> Self {
        Tree { nodes: Vec::new(), ids: HashMap::new(), root: NO_NODE, parameters, edges: 0, bytes }
    }

    /// Returns the size in bytes that [`Tree::new`] was given.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// Removes all nodes.
    pub(super) fn clear(&mut self) {
        self.nodes.clear();
        self.ids.clear();
        self.edges = 0;
    }

    pub(super) fn node(&self, at: NodeId) -> &Node<M> {
        &self.nodes[at as usize]
    }

    pub(super) fn node_mut(&mut self, at: NodeId) -> &mut Node<M> {
        &mut self.nodes[at as usize]
    }

    #[cfg(all(test, shuttle))]
    pub(super) fn nodes(&self) -> &[Node<M>] {
        &self.nodes
    }

    pub(super) fn root(&self) -> NodeId {
        self.root
    }

    /// Returns whether there is no room for more nodes.
    pub(super) fn is_full(&self) -> bool {
        self.exceeds(self.bytes)
    }

    fn exceeds(&self, bytes: usize) -> bool {
        let used = self.nodes.len() * (size_of::<Node<M>>() + OVERHEAD) + self.edges * size_of::<Edge<M>>();
        self.nodes.len() > bytes / NODE_BYTES || used > bytes
    }

    /// Returns the node of a position; creates it if there is none.
    pub(super) fn find_or_insert(&mut self, key: u64) -> NodeId {
        let new = self.nodes.len() as NodeId;
        let id = *self.ids.entry(key).or_insert(new);
        if id == new {
            self.nodes.push(Node::new());
        }
        id
    }

    /// Removes all nodes that cannot be reached from that of a position.
    fn retain_below(&mut self, key: u64) {
        let Some(&top) = self.ids.get(&key) else { return self.clear() };
        let mut is_reached = vec![false; self.nodes.len()];
        let mut left = vec![top];
        is_reached[top as usize] = true;
        while let Some(at) = left.pop() {
            for child in self.nodes[at as usize].edges.iter().map(|edge| edge.child).filter(|&child| child != NO_NODE) {
                if !std::mem::replace(&mut is_reached[child as usize], true) {
                    left.push(child);
                }
            }
        }
        let mut count = 0;
        let new_ids: Vec<NodeId> = is_reached
            .iter()
            .map(|&is_reached| {
                count += NodeId::from(is_reached);
                if is_reached { count - 1 } else { NO_NODE }
            })
            .collect();
        let mut reached = is_reached.iter();
        self.nodes.retain(|_| *reached.next().expect("a flag for each node"));
        for edge in self.nodes.iter_mut().flat_map(|node| &mut node.edges).filter(|edge| edge.child != NO_NODE) {
            edge.child = new_ids[edge.child as usize];
        }
        self.ids.retain(|_, id| {
            *id = new_ids[*id as usize];
            *id != NO_NODE
        });
        self.edges = self.nodes.iter().map(|node| node.edges.len()).sum();
    }

    /// Makes a position the root. Where more than half of the room is used only what is below it is kept, if that leaves a half
    /// free. Returns whether the root has no edges yet.
    pub(super) fn set_root(&mut self, key: u64, to_move: Color) -> bool {
        if self.exceeds(self.bytes / 2) {
            self.retain_below(key);
        }
        if self.exceeds(self.bytes / 2) {
            self.clear();
        }
        self.root = self.find_or_insert(key);
        let is_new = self.node(self.root).edges.is_empty();
        if is_new {
            *self.node_mut(self.root) = Node { to_move, value: Some(Value::EVEN), ..Node::new() };
        } else if self.node(self.root).proof().is_some() && self.proof_by_edges(self.root).is_none() {
            // The edges do not prove the root, so its proof gives no best move: the root is reset.
            self.node_mut(self.root).value = Some(Value::EVEN);
            self.node_mut(self.root).mean = self.mean_of_edges(self.root);
        }
        is_new
    }

    /// Expands a node with the value and the priors of its evaluation; a proof has no priors.
    pub(super) fn expand(&mut self, at: NodeId, to_move: Color, estimate: Estimate<M>) {
        let node = self.node_mut(at);
        (node.to_move, node.value, node.mean, node.visits) = (to_move, Some(estimate.value), squash(estimate.value), 1);
        self.set_priors(at, estimate.priors);
    }

    /// Adds edges for the moves that have priors.
    pub(super) fn set_priors(&mut self, at: NodeId, priors: Option<Vec<(M, f32)>>) {
        let Some(mut priors) = priors.filter(|priors| !priors.is_empty()) else { return };
        priors.sort_by(|a, b| b.1.total_cmp(&a.1));
        let node = &mut self.nodes[at as usize];
        node.edges.reserve_exact(priors.len());
        priors.into_iter().for_each(|(mv, prior)| node.add_edge(mv, prior));
        (node.has_priors, node.listing) = (true, Listing::Legal);
        self.edges += node.edges.len();
    }

    /// Replaces the priors of edges by those of another evaluation. It adds no edges: an examination may have pruned them.
    pub(super) fn replace_priors(&mut self, at: NodeId, priors: Option<Vec<(M, f32)>>) {
        let node = self.node_mut(at);
        if !node.has_priors {
            return;
        }
        for (mv, prior) in priors.into_iter().flatten() {
            if let Some(edge) = node.edges.iter_mut().find(|edge| edge.mv == mv) {
                edge.prior = prior;
            }
        }
    }

    /// Adds edges for the first `count` moves. The first listing after an examination prunes the edges that are not in `moves`.
    pub(super) fn add_edges(&mut self, at: NodeId, moves: &[M], count: usize, listing: Listing) {
        let node = &mut self.nodes[at as usize];
        let before = node.edges.len();
        let narrows = (node.listing, listing) == (Listing::Legal, Listing::Examined);
        if narrows {
            for edge in &mut node.edges {
                match moves.iter().position(|mv| *mv == edge.mv) {
                    None => edge.is_pruned = true,
                    Some(rank) if !node.has_priors => edge.prior = rank_prior(rank),
                    Some(_) => {}
                }
            }
        }
        let least = node.edges.iter().map(|edge| edge.prior).reduce(f32::min).filter(|_| node.has_priors);
        // If the node has been listed before, most of the moves are edges already.
        node.edges.reserve_exact(count.saturating_sub(before));
        for &mv in &moves[..count] {
            let prior = least.unwrap_or_else(|| rank_prior(node.edges.len()));
            node.add_edge(mv, prior);
        }
        // If another worker has examined the position in the meantime, its listing stays.
        if node.listing != Listing::Examined || listing == Listing::Examined {
            (node.listing, node.is_complete) = (listing, node.covers(moves));
        }
        self.edges += node.edges.len() - before;
        if narrows && self.node(at).proof().is_none() {
            self.node_mut(at).mean = self.mean_of_edges(at);
        }
    }

    /// Sets the proved value of a node.
    pub(super) fn set_proof(&mut self, at: NodeId, value: Value) {
        let node = self.node_mut(at);
        (node.value, node.mean) = (Some(value), squash(value));
    }

    /// Returns the mean value of a visited move for the player to move at `node`.
    pub(super) fn mean(&self, node: &Node<M>, edge: &Edge<M>) -> f32 {
        let child = self.node(edge.child);
        if child.to_move == node.to_move { child.mean } else { -child.mean }
    }

    /// Returns the value of a move if it is proved.
    pub(super) fn proof(&self, node: &Node<M>, edge: &Edge<M>) -> Option<Value> {
        let child = Some(edge.child).filter(|&child| child != NO_NODE).map(|child| self.node(child))?;
        child.proof().map(|value| if child.to_move == node.to_move { value } else { -value }.one_ply_up())
    }

    /// Returns whether the node that a move leads to is expanded, through this edge or another.
    pub(super) fn is_expanded(&self, edge: &Edge<M>) -> bool {
        edge.child != NO_NODE && self.node(edge.child).value.is_some()
    }

    /// Returns the value of a move to an expanded node for the player to move at `node`: an estimate or a proof.
    pub(super) fn value(&self, node: &Node<M>, edge: &Edge<M>) -> Value {
        self.proof(node, edge).unwrap_or_else(|| unsquash(self.mean(node, edge)))
    }

    /// Adds the virtual loss of a worker at a node or below it.
    pub(super) fn add_virtual_loss(&mut self, at: NodeId) {
        self.node_mut(at).pending += 1;
    }

    /// Removes the virtual loss of a worker.
    pub(super) fn remove_virtual_loss(&mut self, at: NodeId) {
        self.node_mut(at).pending -= 1;
    }

    /// Adds visits of an edge, and updates the value of the node.
    pub(super) fn backpropagate(&mut self, at: NodeId, edge: usize, visits: u32) {
        let node = self.node_mut(at);
        node.visits += visits;
        node.edges[edge].visits += visits;
        self.prove(at);
        if self.node(at).proof().is_none() {
            self.node_mut(at).mean = self.mean_of_edges(at);
        }
    }

    /// Proves a node if its edges do: their children may have been proved through other edges.
    pub(super) fn prove(&mut self, at: NodeId) {
        if let Some(value) = self.proof_by_edges(at) {
            self.set_proof(at, value);
        }
    }

    /// Returns the value that the edges prove: a win by one winning move, a loss if all moves are edges and lose.
    fn proof_by_edges(&self, at: NodeId) -> Option<Value> {
        let node = self.node(at);
        let won = node.edges.iter().filter_map(|edge| self.proof(node, edge)).filter(|value| value.is_win()).max();
        let lost = || node.open_edges().map(|edge| self.proof(node, edge)).collect::<Option<Vec<Value>>>()?.into_iter().max();
        won.or_else(|| if node.is_complete { lost() } else { None })
    }

    /// Returns the mean of the node's own estimate and of all visits of open edges that are not proved.
    fn mean_of_edges(&self, at: NodeId) -> f32 {
        let node = self.node(at);
        let own = node.value.map_or(0.0, squash);
        let (sum, count) = node
            .open_edges()
            .filter(|edge| edge.visits > 0 && self.proof(node, edge).is_none())
            .fold((own, 1), |(sum, count), edge| (sum + self.mean(node, edge) * edge.visits as f32, count + edge.visits));
        sum / count as f32
    }
}

/// Returns the prior of a move by its index in the order.
fn rank_prior(rank: usize) -> f32 {
    libm::powf(1.0 + rank as f32, -PRIOR_POWER)
}
