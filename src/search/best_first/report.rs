//! The report of a search: what the tree says of its root.

use std::cmp::Reverse;

use super::super::report::{Line, RankedMove, Report};
use super::super::value::Value;
use super::Shared;
use super::node::{Edge, NO_NODE, Node};
use super::tree::Tree;

impl<M: Copy + Eq> Shared<'_, M> {
    /// Reports what has been found so far.
    pub fn report(&self) -> Report<M> {
        let tree = self.tree.lock();
        let line = line(&tree);
        let ranked = rank_moves(&tree);
        let (best, value) = ranked.first().map_or((line[0], Value::EVEN), |ranked| (ranked.mv, ranked.value));
        let value = tree.node(tree.root()).proof().unwrap_or(value);
        let depth = if ranked.is_empty() { 0 } else { line.len() as u32 };
        // A line that an earlier search has found counts as a node.
        let nodes = self.control.nodes().max(u64::from(depth > 0));
        Report { depth, value, best, line, nodes, ranked }
    }
}

/// The moves of the root, best first: proved wins, those that are not proved by visits, proved losses.
fn rank_moves<M: Copy + Eq>(tree: &Tree<M>) -> Vec<RankedMove<M>> {
    let root = tree.node(tree.root());
    let mut edges: Vec<&Edge<M>> = root.edges.iter().filter(|edge| is_listed(tree, root, edge)).collect();
    edges.sort_by_key(|edge| rank(tree, root, edge));
    let ranked =
        |edge: &Edge<M>| RankedMove { mv: edge.mv, value: tree.value(root, edge), exact: true, nodes: edge.visits.into() };
    edges.into_iter().map(ranked).collect()
}

/// Whether a report tells of a move: it was visited, and it is not pruned, or it wins all the same.
fn is_listed<M: Copy + Eq>(tree: &Tree<M>, node: &Node<M>, edge: &Edge<M>) -> bool {
    tree.is_expanded(edge) && (!edge.is_pruned || tree.value(node, edge).is_win())
}

/// Sorts the moves of a position, the best first.
fn rank<M: Copy + Eq>(tree: &Tree<M>, node: &Node<M>, edge: &Edge<M>) -> (u8, Reverse<u32>, Reverse<Value>) {
    let value = tree.value(node, edge);
    match value {
        _ if value.is_win() => (0, Reverse(0), Reverse(value)),
        _ if value.is_loss() => (2, Reverse(0), Reverse(value)),
        _ => (1, Reverse(edge.visits), Reverse(value)),
    }
}

/// Best play of both sides as far as it was visited; the first move in any case.
fn line<M: Copy + Eq>(tree: &Tree<M>) -> Line<M> {
    let mut line = Line::new();
    let mut at = tree.root();
    while !line.is_full() {
        let node = tree.node(at);
        let visited = node.edges.iter().filter(|edge| is_listed(tree, node, edge));
        let best = visited.min_by_key(|edge| rank(tree, node, edge));
        let Some(edge) = best.or(node.open_edges().next().filter(|_| line.is_empty())) else {
            break;
        };
        line.push(edge.mv);
        at = edge.child;
        if at == NO_NODE {
            break;
        }
    }
    line
}
