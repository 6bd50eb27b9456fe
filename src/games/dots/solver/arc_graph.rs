//! The position that the search works on: a graph of joints and the arcs between them, updated in place by each move.
//!
//! Nothing can be taken at once in such a position. A move removes one arc. A joint that is left with two arcs is a joint no
//! longer: the two become one longer arc, which may be a loop or a chain from ground to ground, isolated from the rest. A move
//! changes three or four of some twenty arcs, and only these update the hash (see [`symmetric_hash`](super::symmetric_hash)).
//!
//! Two short chains of equal length from ground to ground are dropped as a pair, because they do not change the margin: opening one
//! passes the move at the cost of its coins, and the other player can pass it back at the same cost.

use super::graph::{self, Graph, MAX_STRINGS, Strings, lowest};
use super::opening::Offer;
use super::shape::{CHAIN_HANDOUT, LONG, LOOP_HANDOUT, MAX_JOINTS, Shape};
use super::symmetric_hash::{GROUND, LOOP, Node, SymmetricHash, Zobrist};
use super::table::Key;

/// The ground, the ends of loops, and the joints.
const MAX_NODES: usize = MAX_JOINTS + 2;

/// An arc or a loop: a chain with its ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Arc {
    /// Its two nodes; both are [`LOOP`] for a loop.
    pub ends: [Node; 2],
    /// Its coins.
    pub length: u8,
}

impl Arc {
    /// Returns whether it touches no joint: a loop, or a chain from ground to ground.
    #[must_use]
    pub const fn is_isolated(&self) -> bool {
        self.ends[0] == self.ends[1] && self.ends[0] <= LOOP
    }

    /// Returns whether its taker cannot double-deal in it.
    #[must_use]
    pub const fn is_short(&self) -> bool {
        (self.length as u32) < LONG
    }

    /// Returns the end opposite to `node`.
    #[must_use]
    pub const fn other_end(&self, node: Node) -> Node {
        self.ends[0] ^ self.ends[1] ^ node
    }
}

/// A position in which nothing can be taken at once.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(super) struct ArcGraph {
    /// The sum of the Zobrist words of all parts.
    pub(super) hash: SymmetricHash,
    /// The arcs and loops, each at its number ([`Zobrist::number`]).
    pub(super) arcs: [Arc; MAX_STRINGS],
    /// The arcs at each joint.
    pub(super) incident: [Strings; MAX_NODES],
    /// The indices in `arcs` that are in use.
    pub(super) alive: Strings,
    /// The arcs with both ends at one joint.
    pub(super) self_loops: Strings,
    /// The arcs and loops that touch no joint.
    pub(super) isolated: Strings,
    /// The joints, as bits.
    pub(super) joints: Joints,
    /// For the lengths 1 and 2 the chain between ground and ground of that length, of which there is at most one.
    pub(super) short_chains: [Option<u8>; LONG as usize],
    /// Number of coins not taken yet.
    pub coins: u8,
}

/// A set of nodes.
pub(super) type Joints = u64;

impl ArcGraph {
    /// Builds the position of the strings that are left; no coin may have just one.
    #[must_use]
    pub fn new(graph: &Graph, zobrist: &Zobrist, left: Strings) -> Self {
        let mut shape = Shape::new(graph, left);
        shape.drop_pairs();
        let mut position = ArcGraph {
            hash: SymmetricHash::default(),
            arcs: [Arc::default(); MAX_STRINGS],
            incident: [0; MAX_NODES],
            alive: 0,
            self_loops: 0,
            isolated: 0,
            joints: 0,
            short_chains: [None; LONG as usize],
            coins: shape.coins as u8,
        };
        let node = |end| if end == graph::GROUND { GROUND } else { zobrist.node(shape.coin(end)) };
        for arc in &shape.arcs {
            position.insert(zobrist, zobrist.number(arc.strings), Arc { ends: arc.ends.map(node), length: arc.length });
        }
        for found in &shape.loops {
            position.insert(zobrist, zobrist.number(found.strings), Arc { ends: [LOOP; 2], length: found.length });
        }
        position
    }

    fn insert(&mut self, zobrist: &Zobrist, index: u8, arc: Arc) {
        self.arcs[usize::from(index)] = arc;
        self.alive |= 1 << index;
        self.hash.add(zobrist.part(arc.ends, arc.length));
        for end in arc.ends.into_iter().filter(|&end| end > LOOP) {
            self.incident[usize::from(end)] |= 1 << index;
            self.joints |= 1 << end;
        }
        if arc.is_isolated() {
            self.isolated |= 1 << index;
        }
        if arc.ends[0] == arc.ends[1] && arc.ends[0] > LOOP {
            self.self_loops |= 1 << index;
        }
        if arc.ends == [GROUND; 2] && arc.is_short() {
            self.short_chains[usize::from(arc.length)] = Some(index);
        }
    }

    /// Returns the number of coins with three or four strings.
    #[must_use]
    pub const fn joint_count(&self) -> u32 {
        self.joints.count_ones()
    }

    /// Returns the key in the table: the same for all symmetric images of the position.
    #[must_use]
    pub fn key(&self) -> Key {
        self.hash.key()
    }

    /// Opens an arc or loop and takes the coins that this offers. Returns the offer.
    pub fn open(&mut self, index: u8, zobrist: &Zobrist) -> Offer {
        let arc = self.arcs[usize::from(index)];
        self.hash.subtract(zobrist.part(arc.ends, arc.length));
        self.alive &= !(1 << index);
        self.isolated &= self.alive;
        let mut offer = offer(arc);
        match arc.ends {
            [LOOP, LOOP] => {}
            [GROUND, GROUND] => {
                if arc.is_short() {
                    self.short_chains[usize::from(arc.length)] = None;
                }
            }
            [joint, other] if joint == other => {
                self.self_loops &= !(1 << index);
                let left = self.incident[usize::from(joint)] & !(1 << index);
                if left.count_ones() == 1 && left & self.self_loops == 0 {
                    // A joint of three that loses both ends of a chain is taken too, and its third chain with it.
                    let third = lowest(left);
                    offer = Offer {
                        offered: arc.length + 1 + self.remove_last_arc(joint, third, zobrist),
                        handout: CHAIN_HANDOUT as u8,
                    };
                } else {
                    self.set_incident(joint, left, zobrist);
                }
            }
            ends => ends.into_iter().for_each(|end| self.detach(end, index, zobrist)),
        }
        self.coins -= offer.offered;
        offer
    }

    /// Removes a joint with its last arc. Returns the coins of the arc.
    fn remove_last_arc(&mut self, joint: Node, index: u8, zobrist: &Zobrist) -> u8 {
        let arc = self.arcs[usize::from(index)];
        self.hash.subtract(zobrist.part(arc.ends, arc.length));
        self.alive &= !(1 << index);
        self.remove_joint(joint);
        self.detach(arc.other_end(joint), index, zobrist);
        arc.length
    }

    fn remove_joint(&mut self, joint: Node) {
        self.incident[usize::from(joint)] = 0;
        self.joints &= !(1 << joint);
    }

    /// Detaches an arc from a node.
    fn detach(&mut self, node: Node, index: u8, zobrist: &Zobrist) {
        if node > LOOP {
            self.set_incident(node, self.incident[usize::from(node)] & !(1 << index), zobrist);
        }
    }

    /// Sets the arcs of a joint. If only two ends of arcs remain, the joint becomes part of a longer arc or loop.
    fn set_incident(&mut self, joint: Node, left: Strings, zobrist: &Zobrist) {
        match left.count_ones() {
            2 if left & self.self_loops == 0 => self.merge(joint, left, zobrist),
            1 => self.close_loop(joint, lowest(left), zobrist),
            _ => self.incident[usize::from(joint)] = left,
        }
    }

    /// Merges the two arcs of a former joint into one.
    fn merge(&mut self, joint: Node, pair: Strings, zobrist: &Zobrist) {
        let indices = [lowest(pair), highest(pair)];
        let [first, second] = indices.map(|index| self.arcs[usize::from(index)]);
        let merged = Arc { ends: [first.other_end(joint), second.other_end(joint)], length: first.length + second.length + 1 };
        self.hash.subtract(zobrist.part(first.ends, first.length));
        self.hash.subtract(zobrist.part(second.ends, second.length));
        self.hash.add(zobrist.part(merged.ends, merged.length));
        self.alive &= !(1 << indices[1]);
        self.arcs[usize::from(indices[0])] = merged;
        self.remove_joint(joint);
        let far = merged.ends[1];
        if far > LOOP {
            let incident = &mut self.incident[usize::from(far)];
            *incident = *incident & !(1 << indices[1]) | 1 << indices[0];
            if merged.ends[0] == far {
                self.self_loops |= 1 << indices[0];
            }
        } else if merged.ends == [GROUND; 2] {
            self.isolated |= 1 << indices[0];
            if merged.is_short() {
                self.cancel_pair(indices[0], merged.length, zobrist);
            }
        }
    }

    /// Records a new short chain between ground and ground, or cancels it out with another of its length.
    fn cancel_pair(&mut self, index: u8, length: u8, zobrist: &Zobrist) {
        let slot = &mut self.short_chains[usize::from(length)];
        let Some(other) = slot.take() else {
            *slot = Some(index);
            return;
        };
        let word = zobrist.part([GROUND; 2], length);
        self.hash.subtract(word);
        self.hash.subtract(word);
        self.alive &= !(1 << index | 1 << other);
        self.isolated &= self.alive;
        self.coins -= 2 * length;
    }

    /// Turns an arc with both ends at a former joint into a loop.
    fn close_loop(&mut self, joint: Node, index: u8, zobrist: &Zobrist) {
        let arc = &mut self.arcs[usize::from(index)];
        let closed = Arc { ends: [LOOP; 2], length: arc.length + 1 };
        self.hash.subtract(zobrist.part(arc.ends, arc.length));
        self.hash.add(zobrist.part(closed.ends, closed.length));
        *arc = closed;
        self.self_loops &= !(1 << index);
        self.isolated |= 1 << index;
        self.remove_joint(joint);
    }
}

/// Returns what opening an arc offers if no joint is taken with it.
pub(super) const fn offer(arc: Arc) -> Offer {
    let handout = match arc.ends {
        [LOOP, LOOP] => LOOP_HANDOUT,
        _ if arc.is_short() => 0,
        _ => CHAIN_HANDOUT,
    };
    Offer { offered: arc.length, handout: handout as u8 }
}

/// Returns the highest string of a set that is not empty.
pub(super) const fn highest(strings: Strings) -> u8 {
    (Strings::BITS - 1 - strings.leading_zeros()) as u8
}
