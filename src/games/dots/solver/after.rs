//! The name of what a move leaves, told without making the move: four of five moves are never made.

use super::graph::{Strings, lowest};
use super::lanes::{GROUND, LOOP, Lanes, Marks, Node};
use super::opening::Offer;
use super::quiet::{Arc, Quiet, highest, offer};
use super::shape::LONG;

/// What a move leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct After {
    /// The key of what is left.
    pub key: u64,
    /// What was taken.
    pub offer: Offer,
    /// Coins that are left.
    pub coins: u8,
    /// How many short arcs less there are: moves that the next player will not have.
    pub gone: i8,
}

/// What one end of a move adds to that.
#[derive(Clone, Copy, Default)]
struct End {
    gone: i8,
    /// The length of a short chain between ground and ground that comes about, else 0.
    made: u8,
}

impl Quiet {
    /// What opening an arc leads to.
    #[must_use]
    #[inline]
    pub fn after(&self, place: u8, marks: &Marks) -> After {
        let arc = self.arcs[usize::from(place)];
        if !arc.is_alone() && self.is_tangled(place, arc) {
            return self.made(place, marks);
        }
        let mut name = self.name;
        name.subtract(marks.of(arc.ends, arc.length));
        let offer = offer(arc);
        let mut coins = self.coins - offer.offered;
        let mut gone = i8::from(arc.is_short());
        if !arc.is_alone() {
            let ends = arc.ends.map(|end| self.at_end(end, place, &mut name, marks));
            gone += ends[0].gone + ends[1].gone;
            for length in (1..LONG as u8).filter(|length| ends.iter().any(|end| end.made == *length)) {
                let made = ends.iter().filter(|end| end.made == length).count();
                if made + usize::from(self.lone[usize::from(length)].is_some()) > 1 {
                    let mark = marks.of([GROUND; 2], length);
                    name.subtract(mark);
                    name.subtract(mark);
                    coins -= 2 * length;
                    gone += 2;
                }
            }
        }
        After { key: name.key(), offer, coins, gone }
    }

    /// Whether what happens at one end of an arc between joints bears on the other.
    fn is_tangled(&self, place: u8, arc: Arc) -> bool {
        let [a, b] = arc.ends;
        let between = self.incident[usize::from(a)] & self.incident[usize::from(b)] & !(1 << place);
        a == b || a > LOOP && b > LOOP && between != 0
    }

    /// The same by making the move.
    fn made(&self, place: u8, marks: &Marks) -> After {
        let mut rest = *self;
        let offer = rest.open(place, marks);
        After { key: rest.key(), offer, coins: rest.coins, gone: self.short_count() as i8 - rest.short_count() as i8 }
    }

    /// What becomes of one end of an arc that goes.
    #[inline]
    fn at_end(&self, end: Node, place: u8, name: &mut Lanes, marks: &Marks) -> End {
        if end <= LOOP {
            return End::default();
        }
        let left: Strings = self.incident[usize::from(end)] & !(1 << place);
        match left.count_ones() {
            2 if left & self.rings == 0 => {
                let [one, other] = [lowest(left), highest(left)].map(|place| self.arcs[usize::from(place)]);
                let grown = Arc { ends: [one.other(end), other.other(end)], length: one.length + other.length + 1 };
                name.subtract(marks.of(one.ends, one.length));
                name.subtract(marks.of(other.ends, other.length));
                name.add(marks.of(grown.ends, grown.length));
                let gone = i8::from(one.is_short()) + i8::from(other.is_short()) - i8::from(grown.is_short());
                let is_lone = grown.ends == [GROUND; 2] && grown.is_short();
                End { gone, made: if is_lone { grown.length } else { 0 } }
            }
            1 => {
                let arc = self.arcs[usize::from(lowest(left))];
                name.subtract(marks.of(arc.ends, arc.length));
                name.add(marks.of([LOOP; 2], arc.length + 1));
                End::default()
            }
            _ => End::default(),
        }
    }
}
