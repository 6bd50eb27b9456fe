//! What the tree says of the position that was asked for.

use std::cmp::Reverse;
use std::sync::atomic::Ordering;

use super::super::value::Value;
use super::super::workers::{Line, Ranked, Report};
use super::Shared;
use super::tree::{Edge, NOWHERE, Node, Tree};

impl<M: Copy + Eq> Shared<'_, M> {
    /// What has been found so far.
    pub fn report(&self) -> Report<M> {
        let tree = self.tree.lock();
        let line = line(&tree);
        let ranked = ranked(&tree);
        let (best, value) = ranked.first().map_or((line[0], Value::EVEN), |ranked| (ranked.mv, ranked.value));
        let value = tree.node(tree.root()).proof().unwrap_or(value);
        let depth = if ranked.is_empty() { 0 } else { line.len() as u32 };
        // What is known from before is looked at, too.
        let nodes = self.looked.load(Ordering::Relaxed).max(u64::from(depth > 0));
        Report { depth, value, best, line, nodes, ranked }
    }
}

/// Its moves, best first: proved wins, those that are not proved by visits, proved losses.
fn ranked<M: Copy + Eq>(tree: &Tree<M>) -> Vec<Ranked<M>> {
    let root = tree.node(tree.root());
    let mut edges: Vec<&Edge<M>> = root.edges.iter().filter(|edge| tree.is_known(edge)).collect();
    edges.sort_by_key(|edge| rank(tree, root, edge));
    let ranked = |edge: &Edge<M>| Ranked { mv: edge.mv, value: tree.value(root, edge), exact: true, nodes: edge.visits.into() };
    edges.into_iter().map(ranked).collect()
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

/// Best play of both sides as far as it was looked at; the first move in any case.
fn line<M: Copy + Eq>(tree: &Tree<M>) -> Line<M> {
    let mut line = Line::new();
    let mut at = tree.root();
    while !line.is_full() {
        let node = tree.node(at);
        let visited = node.edges.iter().filter(|edge| tree.is_known(edge));
        let best = visited.min_by_key(|edge| rank(tree, node, edge));
        let Some(edge) = best.or(node.edges.first().filter(|_| line.is_empty())) else {
            break;
        };
        line.push(edge.mv);
        at = edge.child;
        if at == NOWHERE {
            break;
        }
    }
    line
}
