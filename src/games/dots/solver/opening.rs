//! The moves of a position without captures on offer that can be best, each with the position after it.
//!
//! All strings of a chain of three or more are the same move; of a chain of two only the middle one counts (see
//! [`shape`](super::shape)). Of two parts that differ in length alone, both long or both short, only the shorter needs to be
//! opened. Positions that differ by `d` coins in one part differ by at most `d` in value, by induction, because every move of one
//! corresponds to a move of the other. So the longer part costs its opener `d` more and gains at most `d`.
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
    ///
    /// They solve `value(rest) >= target` for the rest. Opening a chain of 5 gives 3 coins away for free, and the other player then
    /// chooses who moves next by taking the last 2 or leaving them: the move is worth `-3 - |2 + rest|`. It is worth at least -5 where
    /// `|2 + rest|` is at most 2: the rest lies between -4 and 0.
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

    /// Returns the bounds on the value of the move, given the bounds on the rest. With a handout of `c` the value is greatest at a
    /// rest of `-c`: for the chain of 5 above, -3 at a rest of -2. Bounds of -4 and 2 on the rest contain that point, so the value
    /// lies between `-3 - |2 + 2|` and -3.
    #[must_use]
    #[inline]
    pub fn value_bounds(&self, rest: Entry) -> [i32; 2] {
        let ends = [self.value(rest.lower), self.value(rest.upper)];
        let peak = -i32::from(self.handout);
        let holds_peak = self.handout > 0 && rest.lower < peak && peak < rest.upper;
        let high = if holds_peak { -self.free() } else { ends[0].max(ends[1]) };
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
        let arcs = arcs.map(move |(index, arc)| (self.open_arc(left, index, arc), self.count_dissolved_joints(arc)));
        let least = self.loops.iter().map(|found| found.length).min();
        let shortest_loop = self.loops.iter().position(|found| Some(found.length) == least);
        arcs.chain(shortest_loop.map(move |index| {
            let found = &self.loops[index];
            let offer = Offer { offered: found.length, handout: LOOP_HANDOUT as u8 };
            (Opening { rest: left & !found.strings, offer, cut: lowest(found.strings) }, 0)
        }))
    }

    /// Returns the number of joints at the ends of an arc that lose their third string with it.
    fn count_dissolved_joints(&self, arc: &Arc<S>) -> u32 {
        arc.ends.iter().filter(|&&end| end != GROUND && self.degrees[usize::from(end)] == 3).count() as u32
    }

    fn open_arc(&self, left: S, index: usize, arc: &Arc<S>) -> Opening<S> {
        let handout = if u32::from(arc.length) >= LONG { CHAIN_HANDOUT } else { 0 };
        let offer = Offer { offered: arc.length, handout: handout as u8 };
        let mut opening = Opening { rest: left & !arc.strings, offer, cut: arc.cut };
        if let Some(third) = self.third_arc(index) {
            let third = &self.arcs[usize::from(third)];
            opening.rest &= !third.strings;
            opening.offer.offered += 1 + third.length;
        }
        opening
    }

    /// Returns the third arc at a joint of which this arc takes both other strings: it is taken together with the joint.
    fn third_arc(&self, index: usize) -> Option<u8> {
        let [end, other] = self.arcs[index].ends;
        if end != other || end == GROUND || self.degrees[usize::from(end)] != 3 {
            return None;
        }
        self.arcs_at(end).iter().copied().find(|&third| usize::from(third) != index)
    }
}
