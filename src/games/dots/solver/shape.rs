//! A quiet position cut into its parts: joints, the arcs between them, and loops.
//!
//! Quiet means that no coin can be taken at once. A coin of three or four strings is a joint; coins of two strings form
//! chains. An arc is a chain of any number of coins, none too (then it is a single string), with a joint or the ground at
//! each end. All strings of a chain of three or more are the same move: whichever is cut, the other player gets all coins but
//! the last two and both ends fall (rule 4 of *La Pipopipette* thinks in the same graph). Of a chain of two only the
//! cut in the middle counts: the hard-hearted handout, which leaves no choice.

use arrayvec::ArrayVec;

use super::bits::{Bits, each};
use super::graph::{GROUND, Graph, MOST_STRINGS, Strings, lowest};

/// Most joints of a position that is searched: each has three strings or more, and each string two ends.
pub const MOST_JOINTS: usize = MOST_STRINGS * 2 / 3;

/// Most strings of a coin.
const MOST_DEGREE: usize = 4;

/// Shortest chain that lets its taker double-deal.
pub const LONG: u32 = 3;

/// Coins that a double-dealing move leaves in a chain.
pub const CHAIN_HANDOUT: u32 = 2;

/// Coins that a double-dealing move leaves in a loop.
pub const LOOP_HANDOUT: u32 = 4;

/// A chain, or a single string, between joints or the ground.
#[derive(Clone, Copy, Debug)]
pub struct Arc<S = Strings> {
    /// Its ends: places in [`Shape::joints`], or [`GROUND`].
    pub ends: [u8; 2],
    /// Its coins.
    pub length: u8,
    /// Its strings: one more than coins.
    pub strings: S,
    /// The string to cut where it is opened: the middle one of a chain of two, else one at an end.
    pub cut: u8,
    /// Whether opening another arc is at least as good, see [`opening`](super::opening).
    pub is_idle: bool,
}

/// A closed chain.
#[derive(Clone, Copy, Debug)]
pub struct Loop<S = Strings> {
    /// Its coins, as many as its strings.
    pub length: u8,
    /// Its strings.
    pub strings: S,
}

/// The parts of a quiet position.
#[derive(Clone, Debug)]
pub struct Shape<S = Strings> {
    /// Coins of three or four strings.
    pub joints: Vec<u8>,
    /// How many strings each joint has.
    pub degrees: Vec<u8>,
    /// What lies between joints and ground.
    pub arcs: Vec<Arc<S>>,
    /// Chains without ends.
    pub loops: Vec<Loop<S>>,
    /// Coins that are not taken.
    pub coins: u32,
    /// The arcs at each joint, by their places; an arc with both ends there stands twice.
    incident: Vec<ArrayVec<u8, MOST_DEGREE>>,
    /// Where the arcs begin that lie between ground and ground.
    lone: usize,
}

/// By the number of a coin its place among the joints; [`GROUND`] where it is none.
type Places = [u8; 1 << u8::BITS];

impl<S> Default for Shape<S> {
    fn default() -> Self {
        let (joints, degrees, arcs, loops, incident) = Default::default();
        Shape { joints, degrees, arcs, loops, coins: 0, incident, lone: 0 }
    }
}

/// Whether of two arcs with the same ends only the shorter needs to be opened.
#[must_use]
fn rivals(ends: [u8; 2], one: u8, other: u8) -> bool {
    let (less, more) = (u32::from(one.min(other)), u32::from(one.max(other)));
    less == more || less >= LONG || ends == [GROUND; 2] && more < LONG
}

impl<S: Bits> Shape<S> {
    /// The parts of a position in which no coin has just one string.
    #[must_use]
    pub fn of(graph: &Graph<S>, left: S) -> Self {
        let mut shape = Shape::default();
        shape.read(graph, left);
        shape
    }

    /// As [`Shape::of`], in place.
    pub fn read(&mut self, graph: &Graph<S>, left: S) {
        let shape = self;
        shape.joints.clear();
        shape.degrees.clear();
        shape.arcs.clear();
        shape.loops.clear();
        shape.coins = 0;
        shape.incident.clear();
        let mut places: Places = [GROUND; 1 << u8::BITS];
        for coin in 0..graph.coin_count() as u8 {
            let degree = graph.degree(left, coin);
            shape.coins += u32::from(degree > 0);
            if degree > 2 {
                places[usize::from(coin)] = shape.joints.len() as u8;
                shape.joints.push(coin);
                shape.degrees.push(degree as u8);
                shape.incident.push(ArrayVec::new());
            }
        }
        let mut fresh = left;
        for place in 0..shape.joints.len() as u8 {
            let coin = shape.joints[usize::from(place)];
            let strings = graph.strings_of(coin);
            while !(fresh & strings).is_empty() {
                let string = lowest(fresh & strings);
                shape.follow(graph, left, &places, &mut fresh, (place, coin, string));
            }
        }
        shape.lone = shape.arcs.len();
        while !(fresh & graph.grounded()).is_empty() {
            let string = lowest(fresh & graph.grounded());
            shape.follow(graph, left, &places, &mut fresh, (GROUND, GROUND, string));
        }
        while !fresh.is_empty() {
            shape.close(graph, left, &mut fresh);
        }
    }

    /// Drops pairs of chains of one, and pairs of chains of two, that lie between ground and ground, and tells their strings.
    ///
    /// Such a pair is worth nothing: to open one is to pass for a price, the other player takes it and may pass back
    /// for the same price by opening the other, and at the end the two cancel out. So the margin with them is the margin without them.
    pub fn drop_pairs(&mut self) -> S {
        let mut dropped = S::default();
        for length in 1..LONG as u8 {
            let mut single: Option<S> = None;
            for arc in self.arcs[self.lone..].iter().filter(|arc| arc.length == length) {
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
        dropped
    }

    /// Follows an arc from its first end (a place and its coin) along a string.
    fn follow(&mut self, graph: &Graph<S>, left: S, places: &Places, fresh: &mut S, (place, mut from, mut string): (u8, u8, u8)) {
        let mut arc = Arc { ends: [place, GROUND], length: 0, strings: S::one(string), cut: string, is_idle: false };
        loop {
            let coin = graph.other(string, from);
            if coin == GROUND {
                break;
            }
            if places[usize::from(coin)] != GROUND {
                arc.ends[1] = places[usize::from(coin)];
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
        *fresh &= !arc.strings;
        self.idle(&mut arc);
        for end in arc.ends.into_iter().filter(|&end| end != GROUND) {
            self.incident[usize::from(end)].push(self.arcs.len() as u8);
        }
        self.arcs.push(arc);
    }

    /// Marks the longer of a new arc and another that lies alike.
    fn idle(&mut self, arc: &mut Arc<S>) {
        // The arcs of a joint stand one after the other.
        let place = arc.ends[0];
        for other in self.arcs.iter_mut().rev().take_while(|other| other.ends[0] == place) {
            if other.ends != arc.ends || other.is_idle || !rivals(arc.ends, arc.length, other.length) {
                continue;
            }
            if arc.length >= other.length {
                arc.is_idle = true;
            } else {
                other.is_idle = true;
            }
        }
    }

    /// The coin of a joint; [`GROUND`] of the ground.
    #[must_use]
    pub fn coin(&self, joint: u8) -> u8 {
        if joint == GROUND { GROUND } else { self.joints[usize::from(joint)] }
    }

    /// The places of the arcs that lie between ground and ground.
    #[must_use]
    pub fn lone_arcs(&self) -> std::ops::Range<usize> {
        self.lone..self.arcs.len()
    }

    /// The arcs at a joint, by their places; an arc with both ends there stands twice.
    #[must_use]
    pub fn arcs_at(&self, joint: u8) -> &[u8] {
        &self.incident[usize::from(joint)]
    }

    /// Follows a loop from its lowest string.
    fn close(&mut self, graph: &Graph<S>, left: S, fresh: &mut S) {
        let mut string = lowest(*fresh);
        let mut coin = graph.ends(string)[0];
        let mut found = Loop { length: 0, strings: S::default() };
        while fresh.has(string) {
            *fresh &= !S::one(string);
            found.strings |= S::one(string);
            found.length += 1;
            coin = graph.other(string, coin);
            string = lowest(left & graph.strings_of(coin) & !S::one(string));
        }
        self.loops.push(found);
    }

    /// Whether there is a move that gives nothing away.
    #[must_use]
    pub fn has_safe_move(&self) -> bool {
        self.arcs.iter().any(|arc| arc.length == 0)
    }

    /// The strings that can be cut without giving anything away.
    #[must_use]
    pub fn safe_strings(&self) -> S {
        self.arcs.iter().filter(|arc| arc.length == 0).fold(S::default(), |all, arc| all | arc.strings)
    }

    /// The lengths of the chains, where there is no joint: all of them lie between ground and ground.
    pub fn chain_lengths(&self) -> impl Iterator<Item = u32> + '_ {
        self.arcs.iter().map(|arc| u32::from(arc.length))
    }

    /// The coins of a set of strings.
    #[must_use]
    pub fn coins_of(graph: &Graph<S>, strings: S) -> u128 {
        each(strings).flat_map(|string| graph.ends(string)).filter(|&end| end != GROUND).fold(0, |coins, end| coins | 1 << end)
    }
}
