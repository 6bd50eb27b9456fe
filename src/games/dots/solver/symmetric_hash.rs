//! A hash of a position for each symmetry of its board, updated together (Zobrist 1970).
//!
//! Each part between two nodes adds one random word per symmetry. A move changes few parts, so that the hashes follow from those
//! before it. The key is made of the least of the hashes and of the sum of the mixed ones, the same for all symmetric images. The
//! numbered joints and the lengths between them determine the game, so a key is valid on every board.

use super::graph::{Graph, MAX_STRINGS, SYMMETRIES, Strings, iter_bits};
use super::key::fold;
use super::mix::mix;
use super::table::Key;

/// A node of an [`ArcGraph`](super::arc_graph::ArcGraph): the ground, the ends of loops, or a joint.
pub type Node = u8;

pub(crate) const GROUND: Node = 0;

/// Both ends of every loop.
pub(super) const LOOP: Node = 1;

/// The first joint; the others follow.
const FIRST_JOINT: Node = 2;

/// One word for each symmetry.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(align(64))]
pub(super) struct SymmetricHash([u64; SYMMETRIES]);

impl SymmetricHash {
    /// Adds the words of a part.
    #[inline]
    pub fn add(&mut self, part: &SymmetricHash) {
        for symmetry in 0..SYMMETRIES {
            self.0[symmetry] = self.0[symmetry].wrapping_add(part.0[symmetry]);
        }
    }

    /// Subtracts the words of a part.
    #[inline]
    pub fn subtract(&mut self, part: &SymmetricHash) {
        for symmetry in 0..SYMMETRIES {
            self.0[symmetry] = self.0[symmetry].wrapping_sub(part.0[symmetry]);
        }
    }

    /// Returns two numbers that are the same for all symmetric images: the least of the hashes, and the sum of the hashes mixed. The
    /// sum of the hashes as they are would be the same wherever parts have the same images, however they are combined.
    #[inline]
    #[must_use]
    pub fn key(&self) -> Key {
        let least = self.0.iter().fold(u64::MAX, |least, &hash| least.min(hash));
        let sum = self.0.iter().fold(0, |sum: u64, &hash| sum.wrapping_add(fold(hash)));
        Key::from(fold(least)) << 64 | Key::from(fold(sum))
    }
}

/// The random words of all parts that positions of a graph can have, and the order in which moves are tried.
pub(super) struct Zobrist {
    parts: Vec<SymmetricHash>,
    nodes: usize,
    lengths: usize,
    /// The node of each coin that can be a joint.
    node_of_coin: [Node; 1 << u8::BITS],
    /// The place of each string among all, the nearest to the middle of the board first.
    ranks: [u8; MAX_STRINGS],
}

impl Zobrist {
    /// Makes the words for a graph: 64 bytes for each pair of nodes and each length.
    #[must_use]
    pub fn new(graph: &Graph) -> Self {
        let joints: Vec<u8> = (0..graph.coin_count() as u8).filter(|&coin| graph.degree(graph.all_strings(), coin) > 2).collect();
        let mut node_of_coin = [GROUND; 1 << u8::BITS];
        for (node, &coin) in (FIRST_JOINT..).zip(&joints) {
            node_of_coin[usize::from(coin)] = node;
        }
        let labels: Vec<[u8; SYMMETRIES]> = [[GROUND_LABEL; SYMMETRIES], [LOOP_LABEL; SYMMETRIES]]
            .into_iter()
            .chain(joints.iter().map(|&coin| graph.images(coin)))
            .collect();
        let (nodes, lengths) = (labels.len(), graph.coin_count() + 1);
        let mut parts = Vec::with_capacity(nodes * nodes * lengths);
        for a in &labels {
            for b in &labels {
                let ends: [u64; SYMMETRIES] = std::array::from_fn(|symmetry| hash_ends(a[symmetry], b[symmetry]));
                parts.extend((0..lengths as u64).map(|length| SymmetricHash(ends.map(|ends| mix(ends ^ length)))));
            }
        }
        let mut strings: Vec<u8> = iter_bits(graph.all_strings()).collect();
        strings.sort_by_key(|&string| graph.distance_from_middle(string));
        let mut ranks = [0; MAX_STRINGS];
        (0..).zip(strings).for_each(|(rank, string)| ranks[usize::from(string)] = rank);
        Zobrist { parts, nodes, lengths, node_of_coin, ranks }
    }

    /// Returns the node of a coin that is a joint.
    #[must_use]
    pub fn node(&self, coin: u8) -> Node {
        self.node_of_coin[usize::from(coin)]
    }

    /// Returns the number of a part in an [`ArcGraph`](super::arc_graph::ArcGraph): the least rank of its strings. Parts are searched
    /// in the order of their numbers.
    #[must_use]
    pub fn number(&self, strings: Strings) -> u8 {
        iter_bits(strings).map(|string| self.ranks[usize::from(string)]).min().unwrap_or(0)
    }

    /// Returns the words of a part with these ends and this number of coins.
    #[inline]
    #[must_use]
    pub fn part(&self, ends: [Node; 2], length: u8) -> &SymmetricHash {
        &self.parts[(usize::from(ends[0]) * self.nodes + usize::from(ends[1])) * self.lengths + usize::from(length)]
    }
}

/// Labels of the ground and of the ends of loops: no coin has so high a number.
const GROUND_LABEL: u8 = u8::MAX;
const LOOP_LABEL: u8 = u8::MAX - 1;

/// Hashes an unordered pair; the low eight bits are free for a length.
fn hash_ends(a: u8, b: u8) -> u64 {
    mix(u64::from(a.min(b)) << 8 | u64::from(a.max(b))) & !0xff
}
