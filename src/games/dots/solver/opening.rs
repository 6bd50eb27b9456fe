//! The moves of a position without captures on offer that can be best, each as what it leads to.
//!
//! All strings of a chain of three or more are the same move; of a chain of two only the middle one counts (see
//! [`shape`](super::shape)). Of two parts that differ in length alone, both long or both short, only the shorter needs to be opened.
//! Positions that differ by `d` coins in one part differ by at most `d` in value, by induction: every move of one has its like in
//! the other. So the longer part costs its opener `d` more and gains at most `d`.
//!
//! Long arcs differ in length alone if they have the same ends. For short arcs that holds only between ground and ground, where
//! nothing can join them to others.

use super::bits::Bits;
use super::graph::{GROUND, Strings, lowest};
use super::shape::{Arc, CHAIN_HANDOUT, LONG, LOOP_HANDOUT, Shape};
use super::table::Entry;

/// The coins that opening a part gives away.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Offer {
    /// Coins on offer.
    pub offered: u8,
    /// How many of them a double-dealing move would leave; 0 where it cannot be made.
    pub handout: u8,
}

impl Offer {
    /// Returns the coins that the other player takes in any case.
    #[must_use]
    pub const fn free(&self) -> i32 {
        self.offered as i32 - self.handout as i32
    }

    /// Returns the bounds between which the value of the rest must lie for the move to be worth at least `target`. Without a handout
    /// only the upper one counts.
    #[must_use]
    pub const fn rest_bounds(&self, target: i32) -> [i32; 2] {
        let most = -target - self.free();
        [-most - self.handout as i32, most - self.handout as i32]
    }

    /// Returns the value of the move, given the margin of the rest.
    #[must_use]
    pub const fn value(&self, rest: i32) -> i32 {
        let taken = self.handout as i32 + rest;
        -self.free() - if self.handout > 0 { taken.abs() } else { taken }
    }

    /// Returns the bounds on the value of the move, given the bounds on the rest.
    #[must_use]
    pub fn value_bounds(&self, rest: Entry) -> [i32; 2] {
        let ends = [self.value(rest.lower), self.value(rest.upper)];
        let balance = -i32::from(self.handout);
        let inside = self.handout > 0 && rest.lower < balance && balance < rest.upper;
        let high = if inside { -self.free() } else { ends[0].max(ends[1]) };
        [ends[0].min(ends[1]), high]
    }
}

/// A move that opens a part, and what is left once the coins on offer are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opening<S = Strings> {
    /// The strings that are left then.
    pub rest: S,
    /// The coins on offer.
    pub offer: Offer,
    /// The string that is cut.
    pub cut: u8,
}

impl<S: Bits> Shape<S> {
    /// Iterates over the moves that can be best, each with the number of joints at its ends that become ordinary coins.
    pub fn openings(&self, left: S) -> impl Iterator<Item = (Opening<S>, u32)> + '_ {
        let arcs = self.arcs.iter().enumerate().filter(|(_, arc)| !arc.is_dominated);
        let arcs = arcs.map(move |(place, arc)| (self.open_arc(left, place, arc), self.count_dissolved_joints(arc)));
        let least = self.loops.iter().map(|found| found.length).min();
        let shortest_loop = self.loops.iter().position(|found| Some(found.length) == least);
        arcs.chain(shortest_loop.map(move |place| {
            let found = &self.loops[place];
            let offer = Offer { offered: found.length, handout: LOOP_HANDOUT as u8 };
            (Opening { rest: left & !found.strings, offer, cut: lowest(found.strings) }, 0)
        }))
    }

    /// Returns the number of joints at the ends of an arc that lose their third string with it.
    fn count_dissolved_joints(&self, arc: &Arc<S>) -> u32 {
        arc.ends.iter().filter(|&&end| end != GROUND && self.degrees[usize::from(end)] == 3).count() as u32
    }

    fn open_arc(&self, left: S, place: usize, arc: &Arc<S>) -> Opening<S> {
        let handout = if u32::from(arc.length) >= LONG { CHAIN_HANDOUT } else { 0 };
        let offer = Offer { offered: arc.length, handout: handout as u8 };
        let mut opening = Opening { rest: left & !arc.strings, offer, cut: arc.cut };
        if let Some(third) = self.third_arc(place) {
            let third = &self.arcs[usize::from(third)];
            opening.rest &= !third.strings;
            opening.offer.offered += 1 + third.length;
        }
        opening
    }

    /// Returns the third arc at a joint of which this arc takes both other strings: it is taken together with the joint.
    fn third_arc(&self, place: usize) -> Option<u8> {
        let [end, other] = self.arcs[place].ends;
        if end != other || end == GROUND || self.degrees[usize::from(end)] != 3 {
            return None;
        }
        self.arcs_at(end).iter().copied().find(|&third| usize::from(third) != place)
    }
}
