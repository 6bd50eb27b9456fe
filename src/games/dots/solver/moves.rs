//! The moves of a quiet position that the table does not settle, in the order in which they are to be searched.
//!
//! Arcs that hang together with others are all moves, even the longer of two with the same ends: they are few. Of parts that
//! stand alone only the shortest of each kind needs to be opened (see [`opening`](super::opening)).
//! What orders them: the move that the table names; moves that offer coins, for they are settled soon; those that the table
//! knows something of, the more so the less work it was; those that leave few moves; those in the middle of the board; those that
//! have answered such questions before.

use arrayvec::ArrayVec;

use super::after::After;
use super::graph::{MOST_STRINGS, Strings, each};
use super::lanes::{LOOP, Marks};
use super::opening::Offer;
use super::quiet::Quiet;
use super::table::{Known, Table};

/// The move that the table names comes before all others.
const TABLE_BONUS: i64 = 1 << 50;

/// Moves that offer coins come first, the smaller the offer the sooner.
const OFFER_BONUS: i64 = 1 << 31;
const OFFER_MALUS: i64 = 100_000;

/// What each short arc less counts for a move.
const GONE_BONUS: i64 = 1 << 18;

/// What each half box from the middle of the board counts against a move: 2x5, 3x4 and 2x6 take a fifth to a third fewer nodes than
/// without (`ludion bench dots`).
const REMOTE_MALUS: i64 = 1 << 18;

/// What the table knows, though not well enough, is looked at first; the less the more often its work has doubled.
const KNOWN_BONUS: i64 = 1 << 18;
const WORK_MALUS: i64 = 1 << 13;

/// Where a count of successes is so large, all are halved.
const MOST_HISTORY: u32 = 1 << 28;

/// How often each arc has answered a question yes, by the sign of what was asked.
#[derive(Clone)]
pub struct History([[u32; MOST_STRINGS]; 2]);

impl Default for History {
    fn default() -> Self {
        History([[0; MOST_STRINGS]; 2])
    }
}

impl History {
    /// An arc has answered whether a margin is at least `t`, in a position of so many short arcs.
    pub fn learn(&mut self, place: u8, t: i32, short: u8) {
        let counts = &mut self.0[usize::from(t > 0)];
        let count = &mut counts[usize::from(place)];
        *count += u32::from(short).pow(2);
        if *count > MOST_HISTORY {
            counts.iter_mut().for_each(|count| *count /= 2);
        }
    }
}

/// A move that has to be searched.
#[derive(Clone, Copy, Debug)]
pub struct Move {
    /// The arc that is opened.
    pub place: u8,
    /// What that leads to.
    pub after: After,
    score: i64,
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
    /// What the table knows of the position.
    pub known: Known,
}

/// The move that is good enough, with what it is worth at least; or what no move is worth more than, of those that were looked at.
pub type Found = Result<(Move, i32), i32>;

/// The moves of a position.
pub type Moves = ArrayVec<Move, MOST_STRINGS>;

impl Question<'_> {
    /// Fills in the moves that could be good enough, best first; or finds one that is.
    pub fn list(&self, table: &Table<'_>, marks: &Marks, history: &History, moves: &mut Moves) -> Found {
        let Question { quiet, t, known } = *self;
        let mut most = -i32::from(quiet.coins);
        let history = &history.0[usize::from(t > 0)];
        for place in each(candidates(quiet)) {
            let after = quiet.after(place, marks);
            let free = after.offer.free();
            if after.offer.handout > 0 && -free < t {
                most = most.max(even_with(t, -free));
                continue;
            }
            table.prefetch(after.key);
            let score = i64::from(history[usize::from(place)]) - i64::from(marks.remoteness(place)) * REMOTE_MALUS;
            moves.push(Move { place, after, score });
        }
        let mut kept = 0;
        for place in 0..moves.len() {
            let mut mv = moves[place];
            let rest = mv.after.known(table);
            let [low, high] = mv.after.offer.range(rest);
            if low >= t {
                return Ok((mv, low));
            }
            if high < t {
                most = most.max(even_with(t, high));
            } else if !moves[..kept].iter().any(|other| other.is_like(&mv)) {
                mv.score += score(&mv.after, rest, known);
                moves[kept] = mv;
                kept += 1;
            }
        }
        moves.truncate(kept);
        moves.sort_unstable_by_key(|mv| (-mv.score, mv.place));
        Err(most)
    }
}

/// What counts for a move beside its history.
fn score(after: &After, rest: Known, known: Known) -> i64 {
    let offered = i64::from(after.offer.offered);
    let mut score = i64::from(after.gone) * GONE_BONUS - i64::from(rest.work) * WORK_MALUS;
    if offered > 0 {
        score += OFFER_BONUS - OFFER_MALUS * offered;
    }
    if rest.work > 0 {
        score += KNOWN_BONUS;
    }
    if known.work > 0 && known.best == after.key as u16 {
        score += TABLE_BONUS;
    }
    score
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
