//! A quiet position as the search keeps it: arcs between joints, changed in place as arcs go.
//!
//! Where a joint of three loses an arc, the other two grow together; what has grown between ground and ground, or into a
//! loop, stands alone. Nothing is read again from the strings: of some twenty parts a move changes three or four, and the
//! name changes with them (see [`lanes`](super::lanes)). A pair of short chains of one length between ground and ground is
//! dropped as soon as it comes about: to open one is to pass for a price, the other player may pass back for the same price,
//! and at the end the two cancel out.

use super::graph::{self, Graph, MOST_STRINGS, Strings, lowest};
use super::lanes::{GROUND, LOOP, Lanes, Marks, Node};
use super::opening::Offer;
use super::shape::{CHAIN_HANDOUT, LONG, LOOP_HANDOUT, MOST_JOINTS, Shape};

/// The ground, the ends of loops, and the joints.
const MOST_NODES: usize = MOST_JOINTS + 2;

/// An arc or a loop: a chain with its ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Arc {
    /// Both nodes; of a loop twice [`LOOP`].
    pub ends: [Node; 2],
    /// Its coins.
    pub length: u8,
}

impl Arc {
    /// Whether it hangs together with nothing else: a loop, or a chain from ground to ground.
    #[must_use]
    pub const fn is_alone(&self) -> bool {
        self.ends[0] == self.ends[1] && self.ends[0] <= LOOP
    }

    /// Whether it is a chain, or a single string, that gives no choice to who takes it.
    #[must_use]
    pub const fn is_short(&self) -> bool {
        (self.length as u32) < LONG
    }

    /// The end that is not this one.
    #[must_use]
    pub const fn other(&self, node: Node) -> Node {
        self.ends[0] ^ self.ends[1] ^ node
    }
}

/// A position in which nothing can be taken at once.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub struct Quiet {
    pub(super) name: Lanes,
    /// By the number of one of its strings.
    pub(super) arcs: [Arc; MOST_STRINGS],
    /// The arcs that each joint has.
    pub(super) incident: [Strings; MOST_NODES],
    /// The arcs and loops that there are.
    pub(super) alive: Strings,
    /// Those with both ends at one joint.
    pub(super) rings: Strings,
    /// Those that hang together with nothing else.
    pub(super) alone: Strings,
    /// The joints, as bits.
    pub(super) standing: Joints,
    /// By length, whether there is a chain of one, or of two, between ground and ground, and which.
    pub(super) lone: [Option<u8>; LONG as usize],
    /// Coins that are not taken.
    pub coins: u8,
}

/// A set of nodes.
pub(super) type Joints = u64;

impl Quiet {
    /// The position of a graph with these strings, in which no coin has just one.
    #[must_use]
    pub fn of(graph: &Graph, marks: &Marks, left: Strings) -> Self {
        let mut shape = Shape::of(graph, left);
        shape.drop_pairs();
        let mut quiet = Quiet {
            name: Lanes::default(),
            arcs: [Arc::default(); MOST_STRINGS],
            incident: [0; MOST_NODES],
            alive: 0,
            rings: 0,
            alone: 0,
            standing: 0,
            lone: [None; LONG as usize],
            coins: shape.coins as u8,
        };
        let node = |end| if end == graph::GROUND { GROUND } else { marks.node(shape.coin(end)) };
        for arc in &shape.arcs {
            quiet.put(marks, lowest(arc.strings), Arc { ends: arc.ends.map(node), length: arc.length });
        }
        for found in &shape.loops {
            quiet.put(marks, lowest(found.strings), Arc { ends: [LOOP; 2], length: found.length });
        }
        quiet
    }

    fn put(&mut self, marks: &Marks, place: u8, arc: Arc) {
        self.arcs[usize::from(place)] = arc;
        self.alive |= 1 << place;
        self.name.add(marks.of(arc.ends, arc.length));
        for end in arc.ends.into_iter().filter(|&end| end > LOOP) {
            self.incident[usize::from(end)] |= 1 << place;
            self.standing |= 1 << end;
        }
        if arc.is_alone() {
            self.alone |= 1 << place;
        }
        if arc.ends[0] == arc.ends[1] && arc.ends[0] > LOOP {
            self.rings |= 1 << place;
        }
        if arc.ends == [GROUND; 2] && arc.is_short() {
            self.lone[usize::from(arc.length)] = Some(place);
        }
    }

    /// How many coins of three or four strings there are.
    #[must_use]
    pub const fn joints(&self) -> u32 {
        self.standing.count_ones()
    }

    /// The key by where the parts lie.
    #[must_use]
    pub fn key(&self) -> u64 {
        self.name.key()
    }

    /// Opens an arc and takes all that this offers; what that was.
    pub fn open(&mut self, place: u8, marks: &Marks) -> Offer {
        let arc = self.arcs[usize::from(place)];
        self.name.subtract(marks.of(arc.ends, arc.length));
        self.alive &= !(1 << place);
        self.alone &= self.alive;
        let mut offer = offer(arc);
        match arc.ends {
            [LOOP, LOOP] => {}
            [GROUND, GROUND] => {
                if arc.is_short() {
                    self.lone[usize::from(arc.length)] = None;
                }
            }
            [joint, other] if joint == other => {
                self.rings &= !(1 << place);
                let left = self.incident[usize::from(joint)] & !(1 << place);
                if left.count_ones() == 1 && left & self.rings == 0 {
                    // A joint of three falls with both ends of a chain, and takes its third chain along.
                    let third = lowest(left);
                    offer = Offer { offered: arc.length + 1 + self.lose(joint, third, marks), handout: CHAIN_HANDOUT as u8 };
                } else {
                    self.settle(joint, left, marks);
                }
            }
            ends => ends.into_iter().for_each(|end| self.leave(end, place, marks)),
        }
        self.coins -= offer.offered;
        offer
    }

    /// The last arc of a joint goes with it; its coins.
    fn lose(&mut self, joint: Node, place: u8, marks: &Marks) -> u8 {
        let arc = self.arcs[usize::from(place)];
        self.name.subtract(marks.of(arc.ends, arc.length));
        self.alive &= !(1 << place);
        self.fell(joint);
        self.leave(arc.other(joint), place, marks);
        arc.length
    }

    /// A joint is one no longer.
    fn fell(&mut self, joint: Node) {
        self.incident[usize::from(joint)] = 0;
        self.standing &= !(1 << joint);
    }

    /// A node loses an arc.
    fn leave(&mut self, node: Node, place: u8, marks: &Marks) {
        if node > LOOP {
            self.settle(node, self.incident[usize::from(node)] & !(1 << place), marks);
        }
    }

    /// A joint keeps these arcs: where two strings are left, it is a joint no longer.
    fn settle(&mut self, joint: Node, left: Strings, marks: &Marks) {
        match left.count_ones() {
            2 if left & self.rings == 0 => self.join(joint, left, marks),
            1 => self.close(joint, lowest(left), marks),
            _ => self.incident[usize::from(joint)] = left,
        }
    }

    /// Two arcs grow together, over what was a joint.
    fn join(&mut self, joint: Node, pair: Strings, marks: &Marks) {
        let places = [lowest(pair), highest(pair)];
        let [one, other] = places.map(|place| self.arcs[usize::from(place)]);
        let grown = Arc { ends: [one.other(joint), other.other(joint)], length: one.length + other.length + 1 };
        self.name.subtract(marks.of(one.ends, one.length));
        self.name.subtract(marks.of(other.ends, other.length));
        self.name.add(marks.of(grown.ends, grown.length));
        self.alive &= !(1 << places[1]);
        self.arcs[usize::from(places[0])] = grown;
        self.fell(joint);
        let far = grown.ends[1];
        if far > LOOP {
            let incident = &mut self.incident[usize::from(far)];
            *incident = *incident & !(1 << places[1]) | 1 << places[0];
            if grown.ends[0] == far {
                self.rings |= 1 << places[0];
            }
        } else if grown.ends == [GROUND; 2] {
            self.alone |= 1 << places[0];
            if grown.is_short() {
                self.pair(places[0], grown.length, marks);
            }
        }
    }

    /// A short chain between ground and ground has come about: it stays, or cancels out with its like.
    fn pair(&mut self, place: u8, length: u8, marks: &Marks) {
        let lone = &mut self.lone[usize::from(length)];
        let Some(other) = lone.take() else {
            *lone = Some(place);
            return;
        };
        let mark = marks.of([GROUND; 2], length);
        self.name.subtract(mark);
        self.name.subtract(mark);
        self.alive &= !(1 << place | 1 << other);
        self.alone &= self.alive;
        self.coins -= 2 * length;
    }

    /// An arc with both ends at what was a joint becomes a loop.
    fn close(&mut self, joint: Node, place: u8, marks: &Marks) {
        let arc = &mut self.arcs[usize::from(place)];
        let closed = Arc { ends: [LOOP; 2], length: arc.length + 1 };
        self.name.subtract(marks.of(arc.ends, arc.length));
        self.name.add(marks.of(closed.ends, closed.length));
        *arc = closed;
        self.rings &= !(1 << place);
        self.alone |= 1 << place;
        self.fell(joint);
    }
}

/// What opening an arc offers, where no joint falls with it.
pub(super) const fn offer(arc: Arc) -> Offer {
    let handout = match arc.ends {
        [LOOP, LOOP] => LOOP_HANDOUT,
        _ if arc.is_short() => 0,
        _ => CHAIN_HANDOUT,
    };
    Offer { offered: arc.length, handout: handout as u8 }
}

/// The highest of a set of strings that is not empty.
pub(super) const fn highest(strings: Strings) -> u8 {
    (Strings::BITS - 1 - strings.leading_zeros()) as u8
}
