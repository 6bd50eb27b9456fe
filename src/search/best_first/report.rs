//! The report of a search, read from the root of the tree.

use std::cmp::Reverse;

use super::super::report::{Line, MAX_LINES, RankedMove, Report};
use super::super::value::Value;
use super::SharedTree;
use super::node::{Edge, NO_NODE, Node, NodeId};
use super::tree::Tree;

impl<M: Copy + Eq> SharedTree<'_, M> {
    /// Returns the result so far.
    pub fn report(&self) -> Report<M> {
        let tree = self.tree.lock();
        let line = principal_variation(&tree, Line::new(), tree.root());
        let ranked = rank_moves(&tree, line.len() as u32);
        let (best, value) = ranked.first().map_or((line[0], Value::EVEN), |ranked| (ranked.mv, ranked.value));
        let value = tree.node(tree.root()).proof().unwrap_or(value);
        let depth = if ranked.is_empty() { 0 } else { line.len() as u32 };
        // A line from an earlier search counts as a node, since a report without nodes means that nothing is known.
        let nodes = self.control.nodes().max(u64::from(depth > 0));
        Report { depth, value, best, line, nodes, ranked }
    }
}

/// Returns the moves of the root, best first: proved wins, then unproved moves by visits, then proved losses. The first few have
/// their lines; `depth` is that of the report.
fn rank_moves<M: Copy + Eq>(tree: &Tree<M>, depth: u32) -> Vec<RankedMove<M>> {
    let root = tree.node(tree.root());
    let mut edges: Vec<&Edge<M>> = root.edges.iter().filter(|edge| is_listed(tree, root, edge)).collect();
    edges.sort_by_cached_key(|edge| rank(tree, root, edge));
    let ranked = |(order, edge): (usize, &Edge<M>)| {
        let line = if order < MAX_LINES { line_of_edge(tree, edge) } else { Line::new() };
        RankedMove { mv: edge.mv, value: tree.value(root, edge), exact: true, depth, nodes: edge.visits.into(), line }
    };
    edges.into_iter().enumerate().map(ranked).collect()
}

/// Returns whether a report lists a move: it is expanded, and it is not pruned or wins nevertheless.
fn is_listed<M: Copy + Eq>(tree: &Tree<M>, node: &Node<M>, edge: &Edge<M>) -> bool {
    tree.is_expanded(edge) && (!edge.is_pruned || tree.value(node, edge).is_win())
}

/// Returns the sorting key of a move: the best move has the least.
fn rank<M: Copy + Eq>(tree: &Tree<M>, node: &Node<M>, edge: &Edge<M>) -> (u8, Reverse<u32>, Reverse<Value>) {
    let value = tree.value(node, edge);
    match value {
        _ if value.is_win() => (0, Reverse(0), Reverse(value)),
        _ if value.is_loss() => (2, Reverse(0), Reverse(value)),
        _ => (1, Reverse(edge.visits), Reverse(value)),
    }
}

/// Returns a move of the root with best play after it.
fn line_of_edge<M: Copy + Eq>(tree: &Tree<M>, edge: &Edge<M>) -> Line<M> {
    let line: Line<M> = [edge.mv].into_iter().collect();
    if edge.child == NO_NODE { line } else { principal_variation(tree, line, edge.child) }
}

/// Returns a line with best play of both sides from a node on, as far as it was visited, and at least one move.
fn principal_variation<M: Copy + Eq>(tree: &Tree<M>, mut line: Line<M>, from: NodeId) -> Line<M> {
    let mut at = from;
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
