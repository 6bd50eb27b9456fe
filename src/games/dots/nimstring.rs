//! Nimstring: the same moves, but the player who cannot move loses. Its values show who can force the other to open the first
//! long chain (Berlekamp, Conway and Guy, *Winning Ways*, chapter 16).
//!
//! A move after which the other player can choose who moves next is loony. It loses in Nimstring whatever the rest of the position
//! is, so it is left out. After any other move that offers coins, they are taken at once. The value of a position is the nim-sum of
//! its components; a component without joints is worth the parity of its short chains. Time and memory grow with the number of
//! different positions.

use std::collections::HashMap;

use super::solver::graph::{Graph, Strings};
use super::solver::key::key;
use super::solver::shape::{LONG, Shape};
use crate::search::Budget;

/// Computes nim-values of positions of one graph.
pub(super) struct Nimstring<'a> {
    graph: &'a Graph,
    budget: &'a Budget,
    values: HashMap<u64, u32>,
    /// Most values that are kept.
    capacity: usize,
    nodes: u64,
}

/// Bytes of a kept value: key and value, the free slots of the map, and the smaller map that it was copied from.
const ENTRY_BYTES: usize = 64;

impl<'a> Nimstring<'a> {
    /// Makes a solver that keeps values in at most `bytes` bytes.
    #[must_use]
    pub fn new(graph: &'a Graph, budget: &'a Budget, bytes: usize) -> Self {
        Nimstring { graph, budget, values: HashMap::new(), capacity: bytes / ENTRY_BYTES, nodes: 0 }
    }

    /// Returns the nim-value of a position without captures on offer; `None` if the budget or the memory runs out.
    pub fn value(&mut self, left: Strings) -> Option<u32> {
        let shape = Shape::new(self.graph, left);
        if shape.joints.is_empty() {
            return Some(shape.chain_lengths().filter(|&length| length < LONG).count() as u32 % 2);
        }
        let key = key(&shape);
        if let Some(&value) = self.values.get(&key) {
            return Some(value);
        }
        self.nodes += 1;
        if self.values.len() >= self.capacity
            || self.budget.max_nodes.is_some_and(|most| self.nodes > most)
            || (self.nodes.is_multiple_of(256) && self.budget.is_over())
        {
            return None;
        }
        let mut reached = 0_u64;
        for (opening, _) in shape.openings(left).filter(|(opening, _)| opening.offer.handout == 0) {
            reached |= 1 << self.value(opening.rest)?;
        }
        let value = reached.trailing_ones();
        self.values.insert(key, value);
        Some(value)
    }
}

#[cfg(test)]
mod tests {
    use super::super::solver::graph::iter_bits;
    use super::*;

    /// Returns whether the player to move wins the sum of a position and a heap, by the rules alone.
    fn wins(graph: &Graph, left: Strings, heap: u32, known: &mut HashMap<(Strings, u32), bool>) -> bool {
        if let Some(&wins) = known.get(&(left, heap)) {
            return wins;
        }
        let found = (0..heap).any(|smaller| !wins(graph, left, smaller, known))
            || iter_bits(left).any(|string| {
                let rest = left & !(1 << string);
                wins(graph, rest, heap, known) == (graph.gain(left, string) > 0)
            });
        known.insert((left, heap), found);
        found
    }

    #[test]
    fn a_full_memory_ends_the_search() {
        let (graph, budget) = (Graph::grid(2, 3), Budget::default());
        let value = |bytes| {
            let mut nimstring = Nimstring::new(&graph, &budget, bytes);
            (nimstring.value(graph.all_strings()), nimstring.values.len())
        };
        let (whole, needed) = value(1 << 20);
        assert!(whole.is_some() && needed > 100, "{needed}");
        assert_eq!(value(needed / 2 * ENTRY_BYTES), (None, needed / 2));
    }

    /// The value of a position is the heap whose sum with it is lost for the player to move.
    #[test]
    fn values_agree_with_the_rules() {
        for (rows, columns) in [(1, 1), (1, 3), (2, 2)] {
            let graph = Graph::grid(rows, columns);
            let (budget, mut known) = (Budget::default(), HashMap::new());
            let mut nimstring = Nimstring::new(&graph, &budget, 1 << 20);
            for left in (0..=graph.all_strings()).filter(|&left| graph.capturable(left).next().is_none()) {
                let value = nimstring.value(left).unwrap();
                let lost: Vec<u32> = (0..6).filter(|&heap| !wins(&graph, left, heap, &mut known)).collect();
                assert_eq!(lost, [value], "{rows}x{columns} {left:b}");
            }
        }
    }
}
