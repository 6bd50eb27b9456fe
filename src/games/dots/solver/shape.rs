//! A position without captures on offer, divided into its parts: joints, the arcs between them, and loops.
//!
//! A coin of three or four strings is a joint; coins of two strings form chains. An arc is a chain of any number of coins, or a
//! single string, with a joint or the ground at each end.
//!
//! All strings of a chain of three or more are the same move: whichever is cut, the other player gets all coins but the last two
//! and both ends are cut off (rule 4 of *La Pipopipette* thinks in the same graph). Of a chain of two only the cut in the middle
//! counts: the hard-hearted handout, which leaves no choice.

use arrayvec::ArrayVec;

use super::bits::{Bits, iter_bits};
use super::graph::{GROUND, Graph, MAX_STRINGS, Strings, lowest};

/// Most joints of a position that is searched: each has three strings or more, and each string two ends.
pub(super) const MAX_JOINTS: usize = MAX_STRINGS * 2 / 3;

/// Most strings of a coin.
const MAX_DEGREE: usize = 4;

/// Shortest chain that lets its taker double-deal.
pub const LONG: u32 = 3;

/// Coins that a double-dealing move leaves in a chain.
pub(crate) const CHAIN_HANDOUT: u32 = 2;

/// Coins that a double-dealing move leaves in a loop.
pub(crate) const LOOP_HANDOUT: u32 = 4;

/// A chain, or a single string, between joints or the ground.
#[derive(Clone, Copy, Debug)]
pub struct Arc<S = Strings> {
    /// Its ends: indices in [`Shape::joints`], or [`GROUND`].
    pub ends: [u8; 2],
    /// Its coins.
    pub length: u8,
    /// Its strings: one more than coins.
    pub strings: S,
    /// The string to cut where it is opened: the middle one of a chain of two, else one at an end.
    pub cut: u8,
    /// Whether opening another arc is at least as good, see [`opening`](super::opening).
    pub is_dominated: bool,
}

/// A closed chain.
#[derive(Clone, Copy, Debug)]
pub struct Loop<S = Strings> {
    /// Its coins, as many as its strings.
    pub length: u8,
    pub strings: S,
}

/// The parts of a position without captures on offer.
#[derive(Clone, Debug)]
pub struct Shape<S = Strings> {
    /// Coins of three or four strings.
    pub joints: Vec<u8>,
    /// How many strings each joint has.
    pub degrees: Vec<u8>,
    /// The chains and single strings between joints and the ground, those between ground and ground last.
    pub arcs: Vec<Arc<S>>,
    /// Chains without ends.
    pub loops: Vec<Loop<S>>,
    /// Coins that are not taken.
    pub coins: u32,
    /// The indices of the arcs at each joint; an arc with both ends there is listed twice.
    incident: Vec<ArrayVec<u8, MAX_DEGREE>>,
    /// The index of the first arc between ground and ground.
    first_isolated: usize,
}

/// The index of each coin among the joints, or [`GROUND`].
type JointIndices = [u8; 1 << u8::BITS];

impl<S> Default for Shape<S> {
    fn default() -> Self {
        let (joints, degrees, arcs, loops, incident) = Default::default();
        Shape { joints, degrees, arcs, loops, coins: 0, incident, first_isolated: 0 }
    }
}

/// Returns whether the shorter of two arcs with the same ends dominates the longer.
fn are_comparable(ends: [u8; 2], one: u8, other: u8) -> bool {
    let (less, more) = (u32::from(one.min(other)), u32::from(one.max(other)));
    less == more || less >= LONG || ends == [GROUND; 2] && more < LONG
}

impl<S: Bits> Shape<S> {
    /// Divides a position in which no coin has just one string.
    #[must_use]
    pub fn new(graph: &Graph<S>, left: S) -> Self {
        let mut shape = Shape::default();
        shape.rebuild(graph, left);
        shape
    }

    /// Works as [`Shape::new`], reusing the memory of this shape.
    pub fn rebuild(&mut self, graph: &Graph<S>, left: S) {
        let joint_of = self.find_joints(graph, left);
        self.arcs.clear();
        self.loops.clear();
        let mut unvisited = left;
        for index in 0..self.joints.len() as u8 {
            let coin = self.joints[usize::from(index)];
            let strings = graph.strings_of(coin);
            while !(unvisited & strings).is_empty() {
                let string = lowest(unvisited & strings);
                self.trace_arc(graph, left, &joint_of, &mut unvisited, (index, coin, string));
            }
        }
        self.first_isolated = self.arcs.len();
        while !(unvisited & graph.ground_strings()).is_empty() {
            let string = lowest(unvisited & graph.ground_strings());
            self.trace_arc(graph, left, &joint_of, &mut unvisited, (GROUND, GROUND, string));
        }
        while !unvisited.is_empty() {
            self.trace_loop(graph, left, &mut unvisited);
        }
    }

    fn find_joints(&mut self, graph: &Graph<S>, left: S) -> JointIndices {
        self.joints.clear();
        self.degrees.clear();
        self.incident.clear();
        self.coins = 0;
        let mut joint_of: JointIndices = [GROUND; 1 << u8::BITS];
        for coin in 0..graph.coin_count() as u8 {
            let degree = graph.degree(left, coin);
            self.coins += u32::from(degree > 0);
            if degree > 2 {
                joint_of[usize::from(coin)] = self.joints.len() as u8;
                self.joints.push(coin);
                self.degrees.push(degree as u8);
                self.incident.push(ArrayVec::new());
            }
        }
        joint_of
    }

    /// Drops pairs of chains of one, and pairs of chains of two, between ground and ground: they cancel out (see
    /// [`arc_graph`](super::arc_graph)).
    pub fn drop_pairs(&mut self) {
        let mut dropped = S::default();
        for length in 1..LONG as u8 {
            let mut single: Option<S> = None;
            for arc in self.arcs[self.first_isolated..].iter().filter(|arc| arc.length == length) {
                single = match single {
                    None => Some(arc.strings),
                    Some(other) => {
                        dropped |= arc.strings | other;
                        self.coins -= 2 * u32::from(length);
                        None
                    }
                };
            }
        }
        if !dropped.is_empty() {
            self.arcs.retain(|arc| (arc.strings & dropped).is_empty());
        }
    }

    /// Adds the arc that begins at a joint or the ground (its index and its coin) with a string.
    fn trace_arc(
        &mut self,
        graph: &Graph<S>,
        left: S,
        joint_of: &JointIndices,
        unvisited: &mut S,
        (index, mut from, mut string): (u8, u8, u8),
    ) {
        let mut arc = Arc { ends: [index, GROUND], length: 0, strings: S::one(string), cut: string, is_dominated: false };
        loop {
            let coin = graph.other_end(string, from);
            if coin == GROUND {
                break;
            }
            if joint_of[usize::from(coin)] != GROUND {
                arc.ends[1] = joint_of[usize::from(coin)];
                break;
            }
            arc.length += 1;
            from = coin;
            string = lowest(left & graph.strings_of(coin) & !S::one(string));
            arc.strings |= S::one(string);
            if arc.length == 1 {
                arc.cut = string;
            }
        }
        if arc.length != 2 {
            arc.cut = string;
        }
        *unvisited &= !arc.strings;
        self.mark_dominated(&mut arc);
        for end in arc.ends.into_iter().filter(|&end| end != GROUND) {
            self.incident[usize::from(end)].push(self.arcs.len() as u8);
        }
        self.arcs.push(arc);
    }

    /// Marks the longer of a new arc and another that is comparable.
    fn mark_dominated(&mut self, arc: &mut Arc<S>) {
        // The arcs that begin at one joint are consecutive.
        let index = arc.ends[0];
        for other in self.arcs.iter_mut().rev().take_while(|other| other.ends[0] == index) {
            if other.ends != arc.ends || other.is_dominated || !are_comparable(arc.ends, arc.length, other.length) {
                continue;
            }
            if arc.length >= other.length {
                arc.is_dominated = true;
            } else {
                other.is_dominated = true;
            }
        }
    }

    /// Returns the coin of a joint; [`GROUND`] of the ground.
    #[must_use]
    pub fn coin(&self, joint: u8) -> u8 {
        if joint == GROUND { GROUND } else { self.joints[usize::from(joint)] }
    }

    /// Returns the indices of the arcs that lie between ground and ground.
    #[must_use]
    pub fn isolated_arcs(&self) -> std::ops::Range<usize> {
        self.first_isolated..self.arcs.len()
    }

    /// Returns the indices of the arcs at a joint; an arc with both ends there is listed twice.
    #[must_use]
    pub fn arcs_at(&self, joint: u8) -> &[u8] {
        &self.incident[usize::from(joint)]
    }

    /// Adds the loop of the lowest unvisited string.
    fn trace_loop(&mut self, graph: &Graph<S>, left: S, unvisited: &mut S) {
        let mut string = lowest(*unvisited);
        let mut coin = graph.ends(string)[0];
        let mut found = Loop { length: 0, strings: S::default() };
        while unvisited.has(string) {
            *unvisited &= !S::one(string);
            found.strings |= S::one(string);
            found.length += 1;
            coin = graph.other_end(string, coin);
            string = lowest(left & graph.strings_of(coin) & !S::one(string));
        }
        self.loops.push(found);
    }

    /// Returns whether there is a move that gives nothing away.
    #[must_use]
    pub fn has_safe_move(&self) -> bool {
        self.arcs.iter().any(|arc| arc.length == 0)
    }

    /// Returns the strings that can be cut without giving anything away.
    #[must_use]
    pub fn safe_strings(&self) -> S {
        self.arcs.iter().filter(|arc| arc.length == 0).fold(S::default(), |all, arc| all | arc.strings)
    }

    /// Returns the lengths of the chains of a position without joints.
    pub fn chain_lengths(&self) -> impl Iterator<Item = u32> + '_ {
        self.arcs.iter().map(|arc| u32::from(arc.length))
    }

    /// Returns the coins of a set of strings.
    #[must_use]
    pub fn coins_of(graph: &Graph<S>, strings: S) -> u128 {
        iter_bits(strings)
            .flat_map(|string| graph.ends(string))
            .filter(|&end| end != GROUND)
            .fold(0, |coins, end| coins | 1 << end)
    }
}
