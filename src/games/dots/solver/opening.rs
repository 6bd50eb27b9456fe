//! The moves of a quiet position that may matter, as what they lead to.
//!
//! All strings of a chain of three or more are the same move, and of a chain of two only the middle one counts (see
//! [`shape`](super::shape)). Of two parts that lie alike and differ in length alone, both long or both short, only the shorter needs
//! to be opened: positions that differ by `d` coins in one part differ by at most `d` in value (by induction: every move of one
//! has its like in the other), so that the longer one costs its opener `d` more and gains at most `d`. Arcs lie alike where
//! they have the same ends; of short ones that holds only between ground and ground, where nothing can join them to others.

use super::bits::Bits;
use super::graph::{GROUND, Strings, lowest};
use super::shape::{Arc, CHAIN_HANDOUT, LONG, LOOP_HANDOUT, Shape};
use super::table::Known;

/// The coins that opening a part gives away.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Offer {
    /// Coins on offer.
    pub offered: u8,
    /// How many of them a double-dealing move would leave; 0 where it cannot be made.
    pub handout: u8,
}

impl Offer {
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
    pub fn range(&self, rest: Known) -> [i32; 2] {
        let ends = [self.worth(rest.lower), self.worth(rest.upper)];
        let balance = -i32::from(self.handout);
        let inside = self.handout > 0 && rest.lower < balance && balance < rest.upper;
        let high = if inside { -self.free() } else { ends[0].max(ends[1]) };
        [ends[0].min(ends[1]), high]
    }
}

/// What cutting a string of a quiet position leads to, once the other player has taken all that is free.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opening<S = Strings> {
    /// What is left when all coins on offer are taken.
    pub rest: S,
    /// The coins on offer.
    pub offer: Offer,
    /// The string.
    pub cut: u8,
}

impl<S: Bits> Shape<S> {
    /// Every move that can be best, as what it leads to, with how many of the joints at its ends it ends.
    pub fn openings(&self, left: S) -> impl Iterator<Item = (Opening<S>, u32)> + '_ {
        let arcs = self.arcs.iter().enumerate().filter(|(_, arc)| !arc.is_idle);
        let arcs = arcs.map(move |(place, arc)| (self.opened(left, place, arc), self.ended(arc)));
        let shortest = self.loops.iter().map(|found| found.length).min();
        let closed = self.loops.iter().position(|found| Some(found.length) == shortest);
        arcs.chain(closed.map(move |place| {
            let found = &self.loops[place];
            let offer = Offer { offered: found.length, handout: LOOP_HANDOUT as u8 };
            (Opening { rest: left & !found.strings, offer, cut: lowest(found.strings) }, 0)
        }))
    }

    /// How many of the joints at the ends of an arc end with it.
    fn ended(&self, arc: &Arc<S>) -> u32 {
        arc.ends.iter().filter(|&&end| end != GROUND && self.degrees[usize::from(end)] == 3).count() as u32
    }

    fn opened(&self, left: S, place: usize, arc: &Arc<S>) -> Opening<S> {
        let handout = if u32::from(arc.length) >= LONG { CHAIN_HANDOUT } else { 0 };
        let offer = Offer { offered: arc.length, handout: handout as u8 };
        let mut opening = Opening { rest: left & !arc.strings, offer, cut: arc.cut };
        if let Some(third) = self.third(place) {
            let third = &self.arcs[usize::from(third)];
            opening.rest &= !third.strings;
            opening.offer.offered += 1 + third.length;
        }
        opening
    }

    /// A joint of three strings with both ends of a chain falls with it, and takes its third chain along: this one.
    fn third(&self, place: usize) -> Option<u8> {
        let [end, other] = self.arcs[place].ends;
        if end != other || end == GROUND || self.degrees[usize::from(end)] != 3 {
            return None;
        }
        self.arcs_at(end).iter().copied().find(|&third| usize::from(third) != place)
    }
}
