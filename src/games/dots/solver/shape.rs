//! A quiet position cut into its parts: joints, the arcs between them, and loops.
//!
//! Quiet means that no coin can be taken at once. A coin of three or four strings is a joint; coins of two strings form
//! chains. An arc is a chain of any number of coins, none too (then it is a single string), with a joint or the ground at
//! each end. All strings of a chain of three or more are the same move: whichever is cut, the other player gets all coins but
//! the last two and both ends fall (the document's rule 4 thinks in the same graph). Of a chain of two only the
//! cut in the middle counts: the hard-hearted handout, which leaves no choice.

use arrayvec::ArrayVec;

use super::graph::{GROUND, Graph, MOST_STRINGS, Strings, each, lowest};
use super::table::Known;

/// Most joints: each has three strings or more, and each string two ends.
pub const MOST_JOINTS: usize = MOST_STRINGS * 2 / 3;

/// Shortest chain that lets its taker double-deal.
pub const LONG: u32 = 3;

/// Coins that a double-dealing move leaves in a chain.
pub const CHAIN_HANDOUT: u32 = 2;

/// Coins that a double-dealing move leaves in a loop.
pub const LOOP_HANDOUT: u32 = 4;

/// A chain, or a single string, between joints or the ground.
#[derive(Clone, Copy, Debug)]
pub struct Arc {
    /// Its ends: places in [`Shape::joints`], or [`GROUND`].
    pub ends: [u8; 2],
    /// Its coins.
    pub length: u8,
    /// Its strings: one more than coins.
    pub strings: Strings,
    /// The string to cut where it is opened: the middle one of a chain of two, else one at an end.
    pub cut: u8,
    /// Whether an arc before it has the same ends and the same length: opening it is the same move.
    pub is_twin: bool,
}

/// A closed chain.
#[derive(Clone, Copy, Debug)]
pub struct Loop {
    /// Its coins, as many as its strings.
    pub length: u8,
    /// Its strings.
    pub strings: Strings,
}

/// The parts of a quiet position.
#[derive(Clone, Debug, Default)]
pub struct Shape {
    /// Coins of three or four strings.
    pub joints: ArrayVec<u8, MOST_JOINTS>,
    /// How many strings each joint has.
    pub degrees: ArrayVec<u8, MOST_JOINTS>,
    /// What lies between joints and ground.
    pub arcs: ArrayVec<Arc, MOST_STRINGS>,
    /// Chains without ends.
    pub loops: ArrayVec<Loop, { MOST_STRINGS / 4 }>,
    /// Coins that are not taken.
    pub coins: u32,
}

/// What cutting a string of a quiet position leads to, once the other player has taken all that is free.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opening {
    /// What is left when all coins on offer are taken.
    pub rest: Strings,
    /// Coins on offer.
    pub offered: u32,
    /// How many of them a double-dealing move would leave; 0 where it cannot be made.
    pub handout: u32,
    /// The string.
    pub cut: u8,
}

impl Opening {
    /// Coins that the other player gets in any case.
    #[must_use]
    pub const fn free(&self) -> i32 {
        self.offered as i32 - self.handout as i32
    }

    /// Between which bounds `V(rest)` must lie for the move to be worth at least `t`; without a handout the lower one is void.
    #[must_use]
    pub const fn wanted(&self, t: i32) -> [i32; 2] {
        let most = -t - self.free();
        [-most - self.handout as i32, most - self.handout as i32]
    }

    /// What the move is worth, for a given margin of the rest.
    #[must_use]
    pub const fn worth(&self, rest: i32) -> i32 {
        let taken = self.handout as i32 + rest;
        -self.free() - if self.handout > 0 { taken.abs() } else { taken }
    }

    /// Between which bounds the move's worth lies, by what is known of the rest.
    #[must_use]
    pub fn range(&self, rest: Known) -> (i32, i32) {
        let ends = [self.worth(rest.lower), self.worth(rest.upper)];
        let balance = -(self.handout as i32);
        let inside = self.handout > 0 && rest.lower < balance && balance < rest.upper;
        let high = if inside { -self.free() } else { ends[0].max(ends[1]) };
        (ends[0].min(ends[1]), high)
    }
}

impl Shape {
    /// The parts of a position in which no coin has just one string.
    #[must_use]
    pub fn of(graph: &Graph, left: Strings) -> Shape {
        let mut shape = Shape::default();
        shape.read(graph, left);
        shape
    }

    /// As [`Shape::of`], in place.
    pub fn read(&mut self, graph: &Graph, left: Strings) {
        let shape = self;
        shape.joints.clear();
        shape.degrees.clear();
        shape.arcs.clear();
        shape.loops.clear();
        shape.coins = 0;
        let mut places = [GROUND; MOST_STRINGS];
        for coin in 0..graph.coin_count() as u8 {
            let degree = graph.degree(left, coin);
            shape.coins += u32::from(degree > 0);
            if degree > 2 {
                places[usize::from(coin) % MOST_STRINGS] = shape.joints.len() as u8;
                shape.joints.push(coin);
                shape.degrees.push(degree as u8);
            }
        }
        let mut fresh = left;
        for place in 0..shape.joints.len() as u8 {
            let coin = shape.joints[usize::from(place)];
            let strings = graph.strings_of(coin);
            while fresh & strings != 0 {
                let string = lowest(fresh & strings);
                shape.follow(graph, left, &places, &mut fresh, (place, coin, string));
            }
        }
        while fresh & graph.grounded() != 0 {
            let string = lowest(fresh & graph.grounded());
            shape.follow(graph, left, &places, &mut fresh, (GROUND, GROUND, string));
        }
        while fresh != 0 {
            shape.close(graph, left, &mut fresh);
        }
    }

    /// Drops pairs of chains of one, and pairs of chains of two, that lie between ground and ground, and tells their strings.
    ///
    /// Such a pair is worth nothing: to open one is to pass for a price, the other player takes it and may pass back
    /// for the same price by opening the other, and at the end the two cancel out. So the margin with them is the margin without them.
    pub fn drop_pairs(&mut self) -> Strings {
        let mut dropped = 0;
        // Chains from ground to ground come last.
        let joined = self.arcs.iter().rposition(|arc| arc.ends[0] != GROUND).map_or(0, |last| last + 1);
        if self.arcs.len() < joined + 2 {
            return 0;
        }
        for length in 1..LONG as u8 {
            let mut single: Option<Strings> = None;
            for arc in self.arcs[joined..].iter().filter(|arc| arc.length == length) {
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
        if dropped != 0 {
            self.arcs.retain(|arc| arc.strings & dropped == 0);
        }
        dropped
    }

    /// Follows an arc from its first end (a place and its coin) along a string.
    fn follow(
        &mut self,
        graph: &Graph,
        left: Strings,
        places: &[u8; MOST_STRINGS],
        fresh: &mut Strings,
        (place, mut from, mut string): (u8, u8, u8),
    ) {
        let mut arc = Arc { ends: [place, GROUND], length: 0, strings: 1 << string, cut: string, is_twin: false };
        loop {
            let coin = graph.other(string, from);
            if coin == GROUND {
                break;
            }
            if places[usize::from(coin) % MOST_STRINGS] != GROUND {
                arc.ends[1] = places[usize::from(coin) % MOST_STRINGS];
                break;
            }
            arc.length += 1;
            from = coin;
            string = lowest(left & graph.strings_of(coin) & !(1 << string));
            arc.strings |= 1 << string;
            if arc.length == 1 {
                arc.cut = string;
            }
        }
        if arc.length != 2 {
            arc.cut = string;
        }
        *fresh &= !arc.strings;
        let is_like = |other: &Arc| other.ends == arc.ends && other.length == arc.length;
        // The arcs of a joint stand one after the other.
        arc.is_twin = self.arcs.iter().rev().take_while(|other| other.ends[0] == place).any(is_like);
        self.arcs.push(arc);
    }

    /// Follows a loop from its lowest string.
    fn close(&mut self, graph: &Graph, left: Strings, fresh: &mut Strings) {
        let mut string = lowest(*fresh);
        let mut coin = graph.ends(string)[0];
        let mut found = Loop { length: 0, strings: 0 };
        while *fresh & (1 << string) != 0 {
            *fresh &= !(1 << string);
            found.strings |= 1 << string;
            found.length += 1;
            coin = graph.other(string, coin);
            string = lowest(left & graph.strings_of(coin) & !(1 << string));
        }
        self.loops.push(found);
    }

    /// Every move that can be best, as what it leads to, with how many of the joints at its ends it ends.
    pub fn openings(&self, left: Strings) -> impl Iterator<Item = (Opening, u32)> + '_ {
        let is_ended = |&&end: &&u8| end != GROUND && self.degrees[usize::from(end)] == 3;
        let arcs = self.arcs.iter().filter(|arc| !arc.is_twin);
        let arcs = arcs.map(move |arc| (self.opened(left, arc), arc.ends.iter().filter(is_ended).count() as u32));
        arcs.chain(self.loops.iter().map(move |found| {
            let (rest, offered) = (left & !found.strings, u32::from(found.length));
            (Opening { rest, offered, handout: LOOP_HANDOUT, cut: lowest(found.strings) }, 0)
        }))
    }

    fn opened(&self, left: Strings, arc: &Arc) -> Opening {
        let handout = if u32::from(arc.length) >= LONG { CHAIN_HANDOUT } else { 0 };
        let mut opening = Opening { rest: left & !arc.strings, offered: u32::from(arc.length), handout, cut: arc.cut };
        // A joint of three strings with both ends of a chain falls with it, and takes its third chain along.
        if arc.ends[0] == arc.ends[1] && arc.ends[0] != GROUND && self.degrees[usize::from(arc.ends[0])] == 3 {
            let third = self.arcs.iter().find(|other| other.strings != arc.strings && other.ends.contains(&arc.ends[0]));
            if let Some(third) = third {
                opening.rest &= !third.strings;
                opening.offered += 1 + u32::from(third.length);
            }
        }
        opening
    }

    /// How many moves there are that lead to different positions, as far as that shows at once.
    #[must_use]
    pub fn move_count(&self) -> usize {
        self.arcs.iter().filter(|arc| !arc.is_twin).count() + self.loops.len()
    }

    /// Whether there is a move that gives nothing away.
    #[must_use]
    pub fn has_safe_move(&self) -> bool {
        self.arcs.iter().any(|arc| arc.length == 0)
    }

    /// The strings that can be cut without giving anything away.
    #[must_use]
    pub fn safe_strings(&self) -> Strings {
        self.arcs.iter().filter(|arc| arc.length == 0).fold(0, |all, arc| all | arc.strings)
    }

    /// The lengths of the chains, where there is no joint: all of them lie between ground and ground.
    pub fn chain_lengths(&self) -> impl Iterator<Item = u32> + '_ {
        self.arcs.iter().map(|arc| u32::from(arc.length))
    }

    /// The coins of a set of strings.
    #[must_use]
    pub fn coins_of(graph: &Graph, strings: Strings) -> u64 {
        each(strings).flat_map(|string| graph.ends(string)).filter(|&end| end != GROUND).fold(0, |coins, end| coins | 1 << end)
    }
}
