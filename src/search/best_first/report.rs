//! What the tree says of the position that was asked for.

use std::cmp::Reverse;
use std::sync::atomic::Ordering;

use super::super::value::Value;
use super::super::workers::{Line, Ranked, Report};
use super::Shared;
use super::tree::{Edge, ROOT, Tree, estimate_of};

impl<M: Copy + Eq> Shared<'_, M> {
    /// What has been found so far.
    pub fn report(&self) -> Report<M> {
        let tree = self.tree.lock();
        let line = line(&tree);
        let ranked = ranked(&tree);
        let (best, value) = ranked.first().map_or((line[0], Value::EVEN), |ranked| (ranked.mv, ranked.value));
        let value = tree.node(ROOT).proof().unwrap_or(value);
        let depth = if ranked.is_empty() { 0 } else { line.len() as u32 };
        Report { depth, value, best, line, nodes: self.looked.load(Ordering::Relaxed), ranked }
    }
}

/// Its moves, best first: proved wins, those that are not proved by visits, proved losses.
fn ranked<M: Copy + Eq>(tree: &Tree<M>) -> Vec<Ranked<M>> {
    let mut edges: Vec<&Edge<M>> = tree.node(ROOT).edges.iter().filter(|edge| edge.visits > 0).collect();
    edges.sort_by_key(|edge| rank(tree, edge));
    edges.into_iter().map(|edge| Ranked { mv: edge.mv, value: value(tree, edge), exact: true }).collect()
}

/// Sorts moves, the best first.
fn rank<M: Copy + Eq>(tree: &Tree<M>, edge: &Edge<M>) -> (u8, Reverse<u32>, Reverse<Value>) {
    let value = value(tree, edge);
    match value {
        _ if value.is_win() => (0, Reverse(0), Reverse(value)),
        _ if value.is_loss() => (2, Reverse(0), Reverse(value)),
        _ => (1, Reverse(edge.visits), Reverse(value)),
    }
}

/// What a move is worth to the player who makes it.
fn value<M: Copy + Eq>(tree: &Tree<M>, edge: &Edge<M>) -> Value {
    let child = tree.node(edge.child);
    edge.above(child.proof().unwrap_or_else(|| estimate_of(child.mean)))
}

/// Best play of both sides as far as it was looked at; the first move in any case.
fn line<M: Copy + Eq>(tree: &Tree<M>) -> Line<M> {
    let mut line = Line::new();
    let mut at = ROOT;
    while !line.is_full() {
        let edges = &tree.node(at).edges;
        let visited = edges.iter().filter(|edge| edge.visits > 0);
        let Some(edge) = visited.min_by_key(|edge| rank(tree, edge)).or(edges.first().filter(|_| line.is_empty())) else {
            break;
        };
        line.push(edge.mv);
        at = edge.child;
        if at == ROOT {
            break;
        }
    }
    line
}
