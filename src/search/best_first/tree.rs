//! The tree: positions, the moves between them, and what they are worth.

use std::collections::HashMap;

use super::super::value::Value;
use crate::color::Color;

/// Estimates of this many units count as tanh 1 of a win.
const SCALE: f32 = 1000.0;

/// How much a prior weighs beside what was found.
const EXPLORE: f32 = 1.0;

/// How much less than its position a move that was not visited yet counts, when all likely ones have been.
const UNVISITED: f32 = 0.2;

/// The prior of the n-th move in the order is in proportion to n to the power of minus this.
const PRIOR_POWER: f32 = 1.3;

/// Share of the visits that a move has had, for which a worker stays below it.
const STAY: f32 = 0.25;

/// Bytes of a position with its moves, about.
const NODE_BYTES: usize = 400;

/// Number of a position in the tree.
pub type Place = u32;

/// No position.
pub const NOWHERE: Place = Place::MAX;

/// A move of a position.
pub struct Edge<M> {
    pub mv: M,
    /// The position that it leads to; [`NOWHERE`]: none yet.
    pub child: Place,
    /// Visits by this move; the child may have had more by others.
    pub visits: u32,
}

impl<M> Edge<M> {
    const fn new(mv: M) -> Self {
        Edge { mv, child: NOWHERE, visits: 0 }
    }
}

/// A position.
pub struct Node<M> {
    /// Whose turn it is.
    to_move: Color,
    /// Its moves, the most promising first; empty until they are asked for.
    pub edges: Vec<Edge<M>>,
    /// Whether these are all moves, those that are not worth trying too.
    whole: bool,
    /// What the position is worth by itself, an estimate or a proof; `None` until a worker has looked at it.
    value: Option<Value>,
    /// What it is worth by all that was found below, for the player to move, in -1 ..= 1.
    mean: f32,
    /// 1, and those of its edges.
    visits: u32,
    /// Workers that look at it or are below it.
    pending: u32,
}

impl<M> Node<M> {
    /// A position that nobody has looked at.
    const fn new() -> Self {
        Node { to_move: Color::Black, edges: Vec::new(), whole: false, value: None, mean: 0.0, visits: 0, pending: 0 }
    }

    /// Its value where that is proved.
    pub fn proof(&self) -> Option<Value> {
        self.value.filter(|value| value.is_proof())
    }
}

/// What to do next at a position.
pub enum Step<M> {
    /// Nothing: it is proved, or other workers are at all that is open.
    Leave,
    /// List its moves; `all` of them, because those worth trying lose.
    List { all: bool },
    /// Look at the new position that an edge leads to.
    Look { edge: usize, mv: M, child: Place },
    /// Go on below an edge, for so many visits.
    Descend { edge: usize, mv: M, child: Place, visits: u32 },
    /// Count these visits, which the child has had by other orders of moves.
    Count { edge: usize, visits: u32 },
}

/// All positions that were looked at, from search to search.
pub struct Tree<M> {
    nodes: Vec<Node<M>>,
    /// Where they stand, by key.
    places: HashMap<u64, Place>,
    /// The position that was asked for.
    root: Place,
    /// In proportion to the priors of the moves of a position, by rank.
    priors: Vec<f32>,
    bytes: usize,
}

impl<M: Copy + Eq> Tree<M> {
    /// A tree without positions, with room for about so many bytes.
    #[must_use]
    pub fn new(bytes: usize) -> Self {
        Tree { nodes: Vec::new(), places: HashMap::new(), root: NOWHERE, priors: Vec::new(), bytes }
    }

    /// Its room in bytes, as it was asked for.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// Forgets all positions.
    pub(super) fn clear(&mut self) {
        self.nodes.clear();
        self.places.clear();
    }

    /// Makes an undecided position the one that is asked for. What is known of it stays, unless little room is left.
    pub(super) fn stand_at(&mut self, key: u64, to_move: Color) {
        if self.nodes.len() > self.most() / 2 {
            self.clear();
        }
        let new = self.nodes.len() as Place;
        self.root = *self.places.entry(key).or_insert(new);
        if self.root == new {
            self.nodes.push(Node::new());
        }
        let root = &mut self.nodes[self.root as usize];
        // A proof by the position itself would not say which move is the best.
        if root.edges.is_empty() {
            *root = Node { to_move, value: Some(Value::EVEN), ..Node::new() };
        }
    }

    /// Where the position stands that was asked for.
    pub(super) fn root(&self) -> Place {
        self.root
    }

    /// Most positions.
    fn most(&self) -> usize {
        self.bytes / NODE_BYTES
    }

    pub(super) fn node(&self, at: Place) -> &Node<M> {
        &self.nodes[at as usize]
    }

    /// Whether there is no room for more positions.
    pub(super) fn is_full(&self) -> bool {
        self.nodes.len() > self.most()
    }

    /// The moves of a position become known, the first `count` of them as worth trying.
    pub(super) fn list(&mut self, at: Place, moves: &[M], count: usize) {
        let node = &mut self.nodes[at as usize];
        for &mv in &moves[..count] {
            if !node.edges.iter().any(|edge| edge.mv == mv) {
                node.edges.push(Edge::new(mv));
            }
        }
        node.whole = count == moves.len();
        let ranks = self.priors.len()..node.edges.len();
        self.priors.extend(ranks.map(|rank| libm::powf(1.0 + rank as f32, -PRIOR_POWER)));
    }

    /// A position was looked at.
    pub(super) fn look(&mut self, at: Place, to_move: Color, value: Value) {
        let node = &mut self.nodes[at as usize];
        (node.to_move, node.value, node.mean, node.visits) = (to_move, Some(value), squashed(value), 1);
    }

    /// What a move that was visited is worth to the player of `node`, who makes it.
    fn mean(&self, node: &Node<M>, edge: &Edge<M>) -> f32 {
        let child = self.node(edge.child);
        if child.to_move == node.to_move { child.mean } else { -child.mean }
    }

    /// The same where it is proved.
    fn proof(&self, node: &Node<M>, edge: &Edge<M>) -> Option<Value> {
        let child = Some(edge.child).filter(|&child| child != NOWHERE).map(|child| self.node(child))?;
        child.proof().map(|value| if child.to_move == node.to_move { value } else { -value }.one_ply_up())
    }

    /// Whether the position that a move leads to was looked at; by another order of moves perhaps, before the move was visited.
    pub(super) fn is_known(&self, edge: &Edge<M>) -> bool {
        edge.child != NOWHERE && self.node(edge.child).value.is_some()
    }

    /// What a known move is worth to the player of `node`, as an estimate or a proof.
    pub(super) fn value(&self, node: &Node<M>, edge: &Edge<M>) -> Value {
        self.proof(node, edge).unwrap_or_else(|| estimate_of(self.mean(node, edge)))
    }

    /// What to do next at a position, in so many visits at most; `key_after` tells the key after a move.
    pub(super) fn step(&mut self, at: Place, quota: u32, key_after: impl FnOnce(M) -> u64) -> Step<M> {
        self.settle(at);
        let node = self.node(at);
        if node.proof().is_some() {
            return Step::Leave;
        }
        if node.edges.is_empty() {
            return Step::List { all: false };
        }
        let Some(edge) = self.most_promising(at) else {
            let are_lost = node.edges.iter().all(|edge| self.proof(node, edge).is_some());
            return if are_lost { Step::List { all: true } } else { Step::Leave };
        };
        let Edge { mv, child, visits, .. } = node.edges[edge];
        let child = if child == NOWHERE {
            let new = self.nodes.len() as Place;
            let child = *self.places.entry(key_after(mv)).or_insert(new);
            if child == new {
                self.nodes.push(Node::new());
            }
            self.nodes[at as usize].edges[edge].child = child;
            child
        } else {
            child
        };
        let quota = quota.min(1 + (visits as f32 * STAY) as u32);
        let node = &mut self.nodes[child as usize];
        if node.value.is_none() {
            if node.pending > 0 {
                return Step::Leave;
            }
            node.pending = 1;
            Step::Look { edge, mv, child }
        } else if node.visits > visits {
            Step::Count { edge, visits: quota.min(node.visits - visits) }
        } else {
            node.pending += 1;
            Step::Descend { edge, mv, child, visits: quota }
        }
    }

    /// The move of a position to visit next, among those that are not proved and that no other worker looks at for the first
    /// time.
    fn most_promising(&self, at: Place) -> Option<usize> {
        let node = self.node(at);
        let priors = &self.priors[..node.edges.len()];
        let total: f32 = priors.iter().sum();
        let visited = |(edge, prior): (&Edge<M>, &f32)| if edge.visits == 0 { 0.0 } else { *prior };
        let explored: f32 = node.edges.iter().zip(priors).map(visited).sum();
        let unvisited = node.mean - UNVISITED * (explored / total).sqrt();
        let unit = EXPLORE * ((node.visits + node.pending) as f32).sqrt() / total;
        let mut best: Option<(f32, usize)> = None;
        for ((place, edge), prior) in node.edges.iter().enumerate().zip(priors) {
            let score = if edge.child == NOWHERE {
                unvisited + unit * prior
            } else {
                let child = self.node(edge.child);
                if child.value.map_or(child.pending > 0, Value::is_proof) {
                    continue;
                }
                self.mean(node, edge) + unit * prior / (1 + edge.visits + child.pending) as f32
            };
            if best.is_none_or(|(most, _)| score > most) {
                best = Some((score, place));
            }
        }
        best.map(|(_, place)| place)
    }

    /// A worker that looked at a position or was below it has left it.
    pub(super) fn leave(&mut self, at: Place) {
        self.nodes[at as usize].pending -= 1;
    }

    /// Counts visits below an edge, and values the position anew.
    pub(super) fn learn(&mut self, at: Place, edge: usize, visits: u32) {
        let node = &mut self.nodes[at as usize];
        node.visits += visits;
        node.edges[edge].visits += visits;
        self.settle(at);
        if self.node(at).proof().is_none() {
            self.nodes[at as usize].mean = self.mean_of_all(at);
        }
    }

    /// Takes up what its moves prove of a position: some of them may have been proved by other orders of moves.
    fn settle(&mut self, at: Place) {
        let node = self.node(at);
        let proofs = || node.edges.iter().map(|edge| self.proof(node, edge));
        let won = proofs().flatten().filter(|value| value.is_win()).max();
        let value = won.or_else(|| if node.whole { proofs().collect::<Option<Vec<Value>>>()?.into_iter().max() } else { None });
        if let Some(value) = value {
            let node = &mut self.nodes[at as usize];
            (node.value, node.mean) = (Some(value), squashed(value));
        }
    }

    /// The mean of a position's own estimate and of all visits, but for moves that are proved to lose.
    fn mean_of_all(&self, at: Place) -> f32 {
        let node = self.node(at);
        let own = node.value.map_or(0.0, squashed);
        let (sum, count) = node
            .edges
            .iter()
            .filter(|edge| edge.visits > 0 && self.proof(node, edge).is_none())
            .fold((own, 1), |(sum, count), edge| (sum + self.mean(node, edge) * edge.visits as f32, count + edge.visits));
        sum / count as f32
    }
}

/// A value in -1 ..= 1.
fn squashed(value: Value) -> f32 {
    match value {
        _ if value.is_win() => 1.0,
        _ if value.is_loss() => -1.0,
        _ => libm::tanhf(value.units() as f32 / SCALE),
    }
}

/// The estimate that a mean stands for.
fn estimate_of(mean: f32) -> Value {
    const MOST: f32 = 0.999;
    Value::estimate((libm::atanhf(mean.clamp(-MOST, MOST)) * SCALE).round() as i32)
}
