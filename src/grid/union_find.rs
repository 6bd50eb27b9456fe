//! Union-find over small numbers: one with unions that can be undone, and one with path halving.
//!
//! Source: R. E. Tarjan and J. van Leeuwen, *Worst-case analysis of set union algorithms* (1984).

/// The parent of a node that is in no set.
const ABSENT: u16 = u16::MAX;

/// Disjoint sets with union by size and without path compression, so that the last unions can be undone.
#[derive(Clone, Debug)]
pub struct UndoableUnionFind {
    parent: Vec<u16>,
    size: Vec<u16>,
    /// The roots that unions made children, in order.
    children: Vec<u16>,
}

impl UndoableUnionFind {
    /// Creates `nodes` sets of one node each.
    #[must_use]
    pub fn new(nodes: usize) -> Self {
        UndoableUnionFind { parent: (0..nodes as u16).collect(), size: vec![1; nodes], children: Vec::with_capacity(nodes) }
    }

    /// Creates a structure of `nodes` nodes that are in no set yet: see [`UndoableUnionFind::insert`].
    #[must_use]
    pub fn empty(nodes: usize) -> Self {
        UndoableUnionFind { parent: vec![ABSENT; nodes], ..Self::new(nodes) }
    }

    /// Puts a node that is in no set into a set of its own.
    #[inline]
    pub fn insert(&mut self, node: usize) {
        self.parent[node] = node as u16;
        self.size[node] = 1;
    }

    /// Removes a node from its set; its unions must have been undone.
    #[inline]
    pub fn remove(&mut self, node: usize) {
        self.parent[node] = ABSENT;
    }

    /// Returns whether a node is in a set.
    #[inline]
    #[must_use]
    pub fn contains(&self, node: usize) -> bool {
        self.parent[node] != ABSENT
    }

    /// Returns the root of a node's set.
    #[inline]
    #[must_use]
    pub fn find(&self, mut node: usize) -> usize {
        while usize::from(self.parent[node]) != node {
            node = usize::from(self.parent[node]);
        }
        node
    }

    /// Unites the sets of two nodes.
    #[inline]
    pub fn union(&mut self, a: usize, b: usize) {
        let (a, b) = (self.find(a), self.find(b));
        if a == b {
            return;
        }
        let (root, child) = if self.size[a] >= self.size[b] { (a, b) } else { (b, a) };
        self.parent[child] = root as u16;
        self.size[root] += self.size[child];
        self.children.push(child as u16);
    }

    /// Returns the number of unions that can be undone.
    #[inline]
    #[must_use]
    pub const fn unions(&self) -> usize {
        self.children.len()
    }

    /// Undoes all unions except the first `unions`.
    #[inline]
    pub fn undo_to(&mut self, unions: usize) {
        for child in self.children.drain(unions..).rev() {
            let root = std::mem::replace(&mut self.parent[usize::from(child)], child);
            self.size[usize::from(root)] -= self.size[usize::from(child)];
        }
    }
}

/// Disjoint sets with path halving; the caller chooses which root is linked below which.
#[derive(Clone, Debug)]
pub struct UnionFind {
    parent: Vec<u16>,
}

impl UnionFind {
    /// Creates `nodes` sets of one node each.
    #[must_use]
    pub fn new(nodes: usize) -> Self {
        UnionFind { parent: (0..nodes as u16).collect() }
    }

    /// Splits all sets into sets of one node each.
    pub fn reset(&mut self) {
        (0..).zip(&mut self.parent).for_each(|(node, parent)| *parent = node);
    }

    /// Returns the number of nodes.
    #[must_use]
    pub fn nodes(&self) -> usize {
        self.parent.len()
    }

    /// Returns the root of a node's set.
    #[inline]
    pub fn find(&mut self, mut node: usize) -> usize {
        while usize::from(self.parent[node]) != node {
            let above = self.parent[usize::from(self.parent[node])];
            self.parent[node] = above;
            node = usize::from(above);
        }
        node
    }

    /// Makes the root `child` a child of the root `root`.
    #[inline]
    pub fn link(&mut self, child: usize, root: usize) {
        self.parent[child] = root as u16;
    }

    /// Unites the sets of two nodes under the smaller root. Returns false if they are in the same set already.
    #[inline]
    pub fn union(&mut self, a: usize, b: usize) -> bool {
        let (a, b) = (self.find(a), self.find(b));
        if a != b {
            self.link(a.max(b), a.min(b));
        }
        a != b
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unions_can_be_undone() {
        let mut sets = UndoableUnionFind::empty(4);
        (0..3).for_each(|node| sets.insert(node));
        assert!(sets.contains(2) && !sets.contains(3));
        sets.union(0, 1);
        sets.union(2, 1);
        assert_eq!(sets.find(0), sets.find(2));
        sets.undo_to(1);
        assert_eq!(sets.find(0), sets.find(1));
        assert_ne!(sets.find(0), sets.find(2));
        sets.remove(2);
        assert!(!sets.contains(2));
    }

    #[test]
    fn unions_have_the_smaller_root() {
        let mut sets = UnionFind::new(5);
        assert!(sets.union(4, 3) && sets.union(3, 1) && !sets.union(1, 4));
        assert_eq!(sets.find(4), 1);
        sets.reset();
        assert_eq!(sets.find(4), 4);
    }
}
