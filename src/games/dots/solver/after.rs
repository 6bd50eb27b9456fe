//! What becomes of the parts of a position when one is opened and taken: which go, and which grow together.
//!
//! So the parts of what is left need not be read from its strings: of some twenty parts three or four change.

use arrayvec::ArrayVec;

use super::graph::{GROUND, Strings};
use super::opening::Part;
use super::shape::{LONG, Shape, rivals};

/// What changes.
#[derive(Clone, Debug, Default)]
pub struct After {
    /// Arcs that are gone, by their places.
    pub gone: u64,
    /// Joints that are gone, by their places.
    pub ended: u64,
    /// Joints of four strings that have three now.
    pub weaker: u64,
    /// Arcs that have grown together.
    pub grown: ArrayVec<Grown, MOST_GROWN>,
    /// Lengths of arcs that have become loops.
    pub closed: ArrayVec<u8, MOST_GROWN>,
    /// A loop that is gone, by its place.
    pub lost: Option<u8>,
    /// Coins of pairs that were dropped.
    pub dropped_coins: u32,
}

/// Two joints end at most, and each joins two arcs.
const MOST_GROWN: usize = 2;

/// An arc that was two.
#[derive(Clone, Copy, Debug)]
pub struct Grown {
    /// Its ends, as in [`Shape::arcs`].
    pub ends: [u8; 2],
    /// Its coins.
    pub length: u8,
    /// Its strings.
    pub strings: Strings,
}

impl Grown {
    /// Whether opening one of two makes opening the other needless.
    #[must_use]
    pub fn is_like(&self, other: &Grown) -> bool {
        let is_same = self.ends == other.ends || self.ends == [other.ends[1], other.ends[0]];
        is_same && rivals(self.ends, self.length, other.length)
    }
}

impl After {
    /// What changes when a part is opened and all that it offers is taken.
    #[must_use]
    pub fn of(shape: &Shape, part: Part) -> After {
        let mut after = After::default();
        match part {
            Part::Loop(place) => after.lost = Some(place),
            Part::Arc(place) => after.cut(shape, usize::from(place)),
        }
        after
    }

    fn cut(&mut self, shape: &Shape, place: usize) {
        self.gone |= 1 << place;
        let [a, b] = shape.arcs[place].ends;
        if let Some(third) = shape.third(place) {
            self.gone |= 1 << third;
            self.ended |= 1 << a;
            let ends = shape.arcs[usize::from(third)].ends;
            let far = ends[usize::from(ends[0] == a)];
            self.loosen(shape, far);
        } else if a == b && a != GROUND {
            self.join(shape, a);
        } else {
            self.loosen(shape, a);
            self.loosen(shape, b);
        }
    }

    /// A joint, or the ground, loses an arc.
    fn loosen(&mut self, shape: &Shape, joint: u8) {
        if joint == GROUND {
            return;
        }
        if shape.degrees[usize::from(joint)] > 3 {
            self.weaker |= 1 << joint;
        } else {
            self.join(shape, joint);
        }
    }

    /// A joint that has two strings left: what ends there becomes one.
    fn join(&mut self, shape: &Shape, joint: u8) {
        self.ended |= 1 << joint;
        let mut whole = Grown { ends: [GROUND; 2], length: 1, strings: 0 };
        let mut count = 0;
        let mut take = |ends: [u8; 2], length: u8, strings: Strings| {
            whole.length += length;
            whole.strings |= strings;
            if count < 2 {
                whole.ends[count] = ends[usize::from(ends[0] == joint)];
            }
            count += 1;
        };
        for &place in shape.arcs_at(joint) {
            if self.gone >> place & 1 == 0 {
                self.gone |= 1 << place;
                let arc = &shape.arcs[usize::from(place)];
                take(arc.ends, arc.length, arc.strings);
            }
        }
        self.grown.retain(|other| {
            let ends_here = other.ends.contains(&joint);
            if ends_here {
                take(other.ends, other.length, other.strings);
            }
            !ends_here
        });
        if count == 1 {
            // Both its ends were here.
            self.closed.push(whole.length);
        } else {
            self.grown.push(whole);
        }
    }

    /// Drops pairs of short chains between ground and ground, which are worth nothing (see [`Shape::drop_pairs`]); their
    /// strings. There is no such pair in the shape.
    pub fn drop_pairs(&mut self, shape: &Shape) -> Strings {
        let mut dropped = 0;
        let is_short = |ends: [u8; 2], length: u8| ends == [GROUND; 2] && u32::from(length) < LONG;
        let mut place = 0;
        while place < self.grown.len() {
            let one = self.grown[place];
            place += 1;
            if !is_short(one.ends, one.length) {
                continue;
            }
            let lone = shape.lone_arcs().find(|&other| shape.arcs[other].length == one.length && self.gone >> other & 1 == 0);
            if let Some(other) = lone {
                self.gone |= 1 << other;
                self.dropped_coins += 2 * u32::from(one.length);
                dropped |= one.strings | shape.arcs[other].strings;
                place -= 1;
                self.grown.remove(place);
            } else if self.grown[place..].iter().any(|two| is_short(two.ends, two.length) && two.length == one.length) {
                self.dropped_coins += 2 * u32::from(one.length);
                dropped |= self.grown.iter().fold(0, |all, grown| all | grown.strings);
                self.grown.clear();
            }
        }
        dropped
    }
}
