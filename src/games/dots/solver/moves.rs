//! The moves of a quiet position that the table does not settle, in the order in which they are to be searched.
//!
//! Arcs that hang together with others are all moves, even the longer of two with the same ends: they are few. Of parts that
//! stand alone only the shortest of each kind needs to be opened (see [`opening`](super::opening)).
//! Their order does not hang on the position: those that cut the board in two come first, so that the same positions come about in
//! many ways: an order that hangs on the position finds a good move at fewer tries, and meets more positions.

use arrayvec::ArrayVec;

use super::after::After;
use super::graph::{MOST_STRINGS, Strings, each};
use super::lanes::{LOOP, Marks};
use super::opening::Offer;
use super::quiet::Quiet;
use super::table::{Known, Table};

/// Moves that are named, and fetched from memory all at once, while those before them are looked up. Where a good one is known, it is
/// most often among the first few.
const AHEAD: usize = 4;

/// A move that has to be searched.
#[derive(Clone, Copy, Debug)]
pub struct Move {
    /// The arc that is opened.
    pub place: u8,
    /// What that leads to.
    pub after: After,
}

impl Move {
    /// The offer that it makes.
    #[must_use]
    pub const fn offer(&self) -> Offer {
        self.after.offer
    }

    /// What it is worth, by what the table knows.
    #[must_use]
    pub fn range(&self, table: &Table<'_>) -> [i32; 2] {
        self.after.offer.range(self.after.known(table))
    }
}

impl After {
    /// What the table knows of it.
    #[must_use]
    pub fn known(&self, table: &Table<'_>) -> Known {
        table.get(self.key).unwrap_or(Known::nothing(u32::from(self.coins)))
    }
}

/// A question: whether the margin of a position is at least `t`.
pub struct Question<'a> {
    /// The position.
    pub quiet: &'a Quiet,
    /// As even or odd as its coins.
    pub t: i32,
}

/// The move that is good enough, with what it is worth at least; or what no move is worth more than, of those that were looked at.
pub type Found = Result<(Move, i32), i32>;

/// The moves of a position.
pub type Moves = ArrayVec<Move, MOST_STRINGS>;

impl Question<'_> {
    /// Fills in the moves that could be good enough, in their order; or finds one that is.
    pub fn list(&self, table: &Table<'_>, marks: &Marks, moves: &mut Moves) -> Found {
        let Question { quiet, t } = *self;
        let mut most = -i32::from(quiet.coins);
        let mut places = marks.nearest_first(candidates(quiet));
        let mut ahead: ArrayVec<Move, AHEAD> = ArrayVec::new();
        loop {
            let mut next: ArrayVec<Move, AHEAD> = ArrayVec::new();
            while !next.is_full()
                && let Some(place) = places.next()
            {
                let after = quiet.after(place, marks);
                let free = after.offer.free();
                if after.offer.handout > 0 && -free < t {
                    most = most.max(even_with(t, -free));
                } else {
                    next.push(Move { place, after });
                }
            }
            next.iter().for_each(|mv| table.prefetch(mv.after.key));
            for mv in std::mem::replace(&mut ahead, next) {
                let [low, high] = mv.range(table);
                if low >= t {
                    return Ok((mv, low));
                }
                if high < t {
                    most = most.max(even_with(t, high));
                } else if !moves.iter().any(|other| other.is_like(&mv)) {
                    moves.push(mv);
                }
            }
            if ahead.is_empty() {
                return Err(most);
            }
        }
    }
}

/// The arcs and loops that may have to be opened.
fn candidates(quiet: &Quiet) -> Strings {
    // A loop, a short chain, a long one.
    let mut shortest: [Option<(u8, u8)>; 3] = [None; 3];
    for place in each(quiet.alone) {
        let arc = quiet.arcs[usize::from(place)];
        let kind = if arc.ends[0] == LOOP { 0 } else { 2 - usize::from(arc.is_short()) };
        if shortest[kind].is_none_or(|(length, _)| arc.length < length) {
            shortest[kind] = Some((arc.length, place));
        }
    }
    shortest.iter().flatten().fold(quiet.alive & !quiet.alone, |all, &(_, place)| all | 1 << place)
}

/// The largest number up to `most` that is as even or odd as `t`.
#[must_use]
pub const fn even_with(t: i32, most: i32) -> i32 {
    most - ((most - t) & 1)
}

impl Move {
    /// Whether another move leads to the same.
    fn is_like(&self, other: &Move) -> bool {
        (self.after.key, self.after.offer) == (other.after.key, other.after.offer)
    }
}
