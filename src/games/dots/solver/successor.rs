//! The successor of a position by a move, computed without making the move.
//!
//! The search looks up all successors in the table, which decides four of five: only the rest are made.

use super::arc_graph::{Arc, ArcGraph, highest, offer};
use super::graph::{Strings, lowest};
use super::opening::Offer;
use super::shape::LONG;
use super::symmetric_hash::{GROUND, LOOP, Node, SymmetricHash, Zobrist};
use super::table::Key;

/// The position that a move leads to, as far as the table needs it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Successor {
    pub key: Key,
    /// The coins that the move offered.
    pub offer: Offer,
    pub coins: u8,
}

impl ArcGraph {
    /// Returns the successor by opening an arc or loop.
    #[must_use]
    #[inline]
    pub fn successor(&self, index: u8, zobrist: &Zobrist) -> Successor {
        let arc = self.arcs[usize::from(index)];
        if !arc.is_isolated() && self.ends_interact(index, arc) {
            return self.make_successor(index, zobrist);
        }
        let mut hash = self.hash;
        hash.subtract(zobrist.part(arc.ends, arc.length));
        let offer = offer(arc);
        let mut coins = self.coins - offer.offered;
        if !arc.is_isolated() {
            let [a, b] = arc.ends;
            let new_chains = [self.merge_at(a, index, &mut hash, zobrist), self.merge_at(b, index, &mut hash, zobrist)];
            for length in (1..LONG as u8).filter(|length| new_chains.contains(length)) {
                let count = new_chains.iter().filter(|&&chain| chain == length).count();
                if count + usize::from(self.short_chains[usize::from(length)].is_some()) > 1 {
                    let pair = zobrist.part([GROUND; 2], length);
                    hash.subtract(pair);
                    hash.subtract(pair);
                    coins -= 2 * length;
                }
            }
        }
        Successor { key: hash.key(), offer, coins }
    }

    /// Returns whether what happens at one end of an arc can change what happens at the other.
    fn ends_interact(&self, index: u8, arc: Arc) -> bool {
        let [a, b] = arc.ends;
        let between = self.incident[usize::from(a)] & self.incident[usize::from(b)] & !(1 << index);
        a == b || a > LOOP && b > LOOP && between != 0
    }

    /// Works as [`ArcGraph::successor`], by making the move on a copy.
    fn make_successor(&self, index: u8, zobrist: &Zobrist) -> Successor {
        let mut rest = *self;
        let offer = rest.open(index, zobrist);
        Successor { key: rest.key(), offer, coins: rest.coins }
    }

    /// Updates `hash` for the change at one end of the arc that is opened. Returns the length of the short chain between ground and
    /// ground that this makes, or 0.
    #[inline]
    fn merge_at(&self, end: Node, index: u8, hash: &mut SymmetricHash, zobrist: &Zobrist) -> u8 {
        if end <= LOOP {
            return 0;
        }
        let left: Strings = self.incident[usize::from(end)] & !(1 << index);
        match left.count_ones() {
            2 if left & self.self_loops == 0 => {
                let [first, second] = [lowest(left), highest(left)].map(|index| self.arcs[usize::from(index)]);
                let merged =
                    Arc { ends: [first.other_end(end), second.other_end(end)], length: first.length + second.length + 1 };
                hash.subtract(zobrist.part(first.ends, first.length));
                hash.subtract(zobrist.part(second.ends, second.length));
                hash.add(zobrist.part(merged.ends, merged.length));
                if merged.ends == [GROUND; 2] && merged.is_short() { merged.length } else { 0 }
            }
            1 => {
                let arc = self.arcs[usize::from(lowest(left))];
                hash.subtract(zobrist.part(arc.ends, arc.length));
                hash.add(zobrist.part([LOOP; 2], arc.length + 1));
                0
            }
            _ => 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::graph::{Graph, iter_bits};
    use super::super::opening::Opening;
    use super::super::shape::Shape;
    use super::*;
    use rand::{RngExt, SeedableRng};

    /// Returns what identifies a position, however its arcs are numbered.
    fn fingerprint(position: &ArcGraph) -> (Key, u8, u8, u32) {
        let short = position.short_chains.iter().flatten().fold(0, |all: Strings, index| all | 1 << index);
        assert_eq!(short & !position.alive, 0);
        (position.key(), position.coins, position.joint_count() as u8, position.alive.count_ones())
    }

    /// A successor is the same without making the move, by making it, and built from the strings that are left: on boards and on
    /// graphs without a board, from full positions down to the last chain.
    #[test]
    fn successor_equals_the_move_made_and_the_position_built_anew() {
        let mut random = rand_pcg::Pcg64Mcg::seed_from_u64(5);
        let mut checked = 0;
        for (rows, columns) in [(2, 2), (3, 3), (3, 5), (4, 4), (1, 9), (5, 5)] {
            let board = Graph::grid(rows, columns);
            let ends: Vec<[u8; 2]> = iter_bits(board.all_strings()).map(|string| board.ends(string)).collect();
            for graph in [board, Graph::new(&ends)] {
                let zobrist = Zobrist::new(&graph);
                for _ in 0..40 {
                    let mut left = graph.all_strings();
                    while left != 0 {
                        let position = ArcGraph::new(&graph, &zobrist, left);
                        let openings: Vec<Opening> =
                            Shape::new(&graph, left).openings(left).map(|(opening, _)| opening).collect();
                        for index in iter_bits(position.alive) {
                            let successor = position.successor(index, &zobrist);
                            let mut rest = position;
                            let offer = rest.open(index, &zobrist);
                            assert_eq!(
                                (successor.offer, successor.key, successor.coins),
                                (offer, rest.key(), rest.coins),
                                "{left:b} {index}"
                            );
                            checked += 1;
                        }
                        for opening in openings {
                            let same = iter_bits(position.alive).any(|index| {
                                let mut rest = position;
                                let offer = rest.open(index, &zobrist);
                                offer == opening.offer
                                    && fingerprint(&rest) == fingerprint(&ArcGraph::new(&graph, &zobrist, opening.rest))
                            });
                            // One of a pair of short chains is no move of the search.
                            let of_pair = opening.offer.handout == 0 && opening.offer.offered > 0;
                            assert!(same || of_pair, "{rows}x{columns} {left:b} {opening:?}");
                        }
                        let openings: Vec<_> = Shape::new(&graph, left).openings(left).collect();
                        left = if openings.is_empty() { 0 } else { openings[random.random_range(0..openings.len())].0.rest };
                    }
                }
            }
        }
        assert!(checked > 20_000, "{checked}");
    }

    /// Mirrored and turned positions have one key.
    #[test]
    fn symmetries_keep_the_key() {
        let mut random = rand_pcg::Pcg64Mcg::seed_from_u64(6);
        for (rows, columns) in [(3, 4), (4, 4)] {
            let graph = Graph::grid(rows, columns);
            let zobrist = Zobrist::new(&graph);
            let image = |coin: u8, turn: usize| if coin == super::super::graph::GROUND { coin } else { graph.images(coin)[turn] };
            for _ in 0..2_000 {
                let left = graph.all_strings() & (random.random::<u64>() | random.random::<u64>());
                if graph.capturable(left).next().is_some() {
                    continue;
                }
                let key = ArcGraph::new(&graph, &zobrist, left).key();
                for turn in 0..super::super::graph::SYMMETRIES {
                    // Strings between the same coins play alike, whichever of them stands for the other.
                    let mut turned: Strings = 0;
                    for string in iter_bits(left) {
                        let sorted = |mut ends: [u8; 2]| {
                            ends.sort_unstable();
                            ends
                        };
                        let ends = sorted(graph.ends(string).map(|end| image(end, turn)));
                        let like = iter_bits(graph.all_strings() & !turned).find(|&other| sorted(graph.ends(other)) == ends);
                        turned |= 1 << like.expect("a symmetry maps strings to strings");
                    }
                    assert_eq!(ArcGraph::new(&graph, &zobrist, turned).key(), key, "{rows}x{columns} {left:b} {turn}");
                }
            }
        }
    }
}
