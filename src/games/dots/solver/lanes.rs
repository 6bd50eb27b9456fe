//! The name of a position by where its parts lie, under all symmetries of its board at once.
//!
//! Each part between two nodes adds a mark, one word for each symmetry, so that a name follows from the one before it by the few
//! parts that have changed (Zobrist 1970). The least of the words is the key: it is the same however the board is turned.
//! A key tells the multigraph of numbered joints, hence the game, whatever board it is on.

use std::collections::BTreeMap;

use super::graph::{Graph, SYMMETRIES, Strings, each};
use super::key::{fold, mix};

/// A node of a [`Quiet`](super::quiet::Quiet) position: the ground, what stands at the ends of a loop, or a joint.
pub type Node = u8;

/// The node that stands for the ground.
pub const GROUND: Node = 0;

/// The node that stands at both ends of a loop.
pub const LOOP: Node = 1;

/// The node of the first joint.
const FIRST: Node = 2;

/// A word for each symmetry.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(align(64))]
pub struct Lanes([u64; SYMMETRIES]);

impl Lanes {
    /// Adds the mark of a part.
    #[inline]
    pub fn add(&mut self, mark: &Lanes) {
        for lane in 0..SYMMETRIES {
            self.0[lane] = self.0[lane].wrapping_add(mark.0[lane]);
        }
    }

    /// Takes it away.
    #[inline]
    pub fn subtract(&mut self, mark: &Lanes) {
        for lane in 0..SYMMETRIES {
            self.0[lane] = self.0[lane].wrapping_sub(mark.0[lane]);
        }
    }

    /// The key.
    #[inline]
    #[must_use]
    pub fn key(&self) -> u64 {
        fold(self.0.iter().fold(u64::MAX, |least, &lane| least.min(lane)))
    }
}

/// The marks of all parts that positions of a graph can have.
pub struct Marks {
    marks: Vec<Lanes>,
    nodes: usize,
    lengths: usize,
    /// By the number of a coin its node, if it can be a joint.
    places: [Node; 1 << u8::BITS],
    /// The strings, those of one remoteness together, the nearest first.
    shells: Vec<Strings>,
}

impl Marks {
    /// The marks for a graph: 64 bytes for each pair of nodes and each length.
    #[must_use]
    pub fn new(graph: &Graph) -> Self {
        let joints: Vec<u8> = (0..graph.coin_count() as u8).filter(|&coin| graph.degree(graph.whole(), coin) > 2).collect();
        let mut places = [GROUND; 1 << u8::BITS];
        for (place, &coin) in (FIRST..).zip(&joints) {
            places[usize::from(coin)] = place;
        }
        let labels: Vec<[u8; SYMMETRIES]> = [[GROUND_LABEL; SYMMETRIES], [LOOP_LABEL; SYMMETRIES]]
            .into_iter()
            .chain(joints.iter().map(|&coin| graph.images(coin)))
            .collect();
        let (nodes, lengths) = (labels.len(), graph.coin_count() + 1);
        let mut marks = Vec::with_capacity(nodes * nodes * lengths);
        for a in &labels {
            for b in &labels {
                let ends: [u64; SYMMETRIES] = std::array::from_fn(|lane| ends_mark(a[lane], b[lane]));
                marks.extend((0..lengths as u64).map(|length| Lanes(ends.map(|ends| mix(ends ^ length)))));
            }
        }
        let mut shells = BTreeMap::new();
        each(graph.whole()).for_each(|string| *shells.entry(graph.remoteness(string)).or_insert(0) |= 1 << string);
        Marks { marks, nodes, lengths, places, shells: shells.into_values().collect() }
    }

    /// The node of a coin that is a joint.
    #[must_use]
    pub fn node(&self, coin: u8) -> Node {
        self.places[usize::from(coin)]
    }

    /// Some strings, the nearest to the middle of the board first.
    #[inline]
    pub fn nearest_first(&self, strings: Strings) -> impl Iterator<Item = u8> {
        self.shells.iter().flat_map(move |shell| each(shell & strings))
    }

    /// The mark of a part: its ends and its coins.
    #[inline]
    #[must_use]
    pub fn of(&self, ends: [Node; 2], length: u8) -> &Lanes {
        &self.marks[(usize::from(ends[0]) * self.nodes + usize::from(ends[1])) * self.lengths + usize::from(length)]
    }
}

/// What the ground and the ends of loops are called among the numbers of coins, of which there are at most 128.
const GROUND_LABEL: u8 = u8::MAX;
const LOOP_LABEL: u8 = u8::MAX - 1;

/// A word for an unordered pair, to which a length can be added.
fn ends_mark(a: u8, b: u8) -> u64 {
    mix(u64::from(a.min(b)) << 8 | u64::from(a.max(b))) & !0xff
}
