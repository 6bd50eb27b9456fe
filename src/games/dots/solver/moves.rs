//! The moves of a position that the table does not decide, in the order in which they are searched.
//!
//! Each arc at a joint is a move, even the longer of two with the same ends: they are few. Of the isolated parts only the shortest
//! of each kind needs to be opened (see [`opening`](super::opening)).
//!
//! The order is the same in all positions: strings near the middle, which cut the board in two, come first. An order that depends
//! on the position finds good moves sooner, but reaches more different positions.

use arrayvec::ArrayVec;

use super::arc_graph::ArcGraph;
use super::graph::{MAX_STRINGS, Strings, iter_bits};
use super::opening::Offer;
use super::successor::Successor;
use super::symmetric_hash::{LOOP, Zobrist};
use super::table::{Entry, Table};

/// Successors whose table entries are prefetched together, while earlier ones are looked up. Few, because a move that the table
/// knows to be good is usually among the first.
const PREFETCHED: usize = 4;

/// A move that has to be searched.
#[derive(Clone, Copy, Debug)]
pub struct Move {
    /// The arc that is opened.
    pub index: u8,
    /// The position that it leads to.
    pub successor: Successor,
}

impl Move {
    /// Returns the offer that it makes.
    #[must_use]
    pub const fn offer(&self) -> Offer {
        self.successor.offer
    }

    /// Returns the bounds on its value, by the table.
    #[must_use]
    #[inline]
    pub fn value_bounds(&self, table: &Table<'_>) -> [i32; 2] {
        self.successor.offer.value_bounds(self.successor.lookup(table))
    }
}

impl Successor {
    /// Returns what the table knows of it.
    #[must_use]
    #[inline]
    pub fn lookup(&self, table: &Table<'_>) -> Entry {
        table.get(self.key, self.coins)
    }
}

/// The question of a null window: is the margin of a position at least `target`?
pub(super) struct Question<'a> {
    pub position: &'a ArcGraph,
    /// Of the same parity as the coins.
    pub target: i32,
}

/// `Ok`: a move that reaches the target, with a lower bound of its value. `Err`: an upper bound of the values of all moves
/// examined.
pub(super) type SearchResult = Result<(Move, i32), i32>;

/// The moves of a position.
pub type Moves = ArrayVec<Move, MAX_STRINGS>;

impl Question<'_> {
    /// Appends the moves that could reach the target, in their order, unless the table already has one that does.
    pub fn generate(&self, table: &Table<'_>, zobrist: &Zobrist, moves: &mut Moves) -> SearchResult {
        let Question { position, target } = *self;
        let mut most = -i32::from(position.coins);
        let mut indices = iter_bits(candidates(position));
        let mut fetched: ArrayVec<Move, PREFETCHED> = ArrayVec::new();
        loop {
            let mut next: ArrayVec<Move, PREFETCHED> = ArrayVec::new();
            while !next.is_full()
                && let Some(index) = indices.next()
            {
                let successor = position.successor(index, zobrist);
                let free = successor.offer.free();
                if successor.offer.handout > 0 && -free < target {
                    most = most.max(round_to_parity(target, -free));
                } else {
                    next.push(Move { index, successor });
                }
            }
            next.iter().for_each(|mv| table.prefetch(mv.successor.key));
            for mv in std::mem::replace(&mut fetched, next) {
                let [low, high] = mv.value_bounds(table);
                if low >= target {
                    return Ok((mv, low));
                }
                if high < target {
                    most = most.max(round_to_parity(target, high));
                } else if !moves.iter().any(|other| other.is_same_as(&mv)) {
                    moves.push(mv);
                }
            }
            if fetched.is_empty() {
                return Err(most);
            }
        }
    }
}

/// Returns the arcs and loops that may have to be opened.
fn candidates(position: &ArcGraph) -> Strings {
    // A loop, a short chain, a long one.
    let mut shortest: [Option<(u8, u8)>; 3] = [None; 3];
    for index in iter_bits(position.isolated) {
        let arc = position.arcs[usize::from(index)];
        let kind = if arc.ends[0] == LOOP { 0 } else { 2 - usize::from(arc.is_short()) };
        if shortest[kind].is_none_or(|(length, _)| arc.length < length) {
            shortest[kind] = Some((arc.length, index));
        }
    }
    shortest.iter().flatten().fold(position.alive & !position.isolated, |all, &(_, index)| all | 1 << index)
}

/// Returns the largest number up to `most` of the same parity as `target`.
#[must_use]
pub(super) const fn round_to_parity(target: i32, most: i32) -> i32 {
    most - ((most - target) & 1)
}

impl Move {
    /// Returns whether another move leads to the same position by the same offer.
    fn is_same_as(&self, other: &Move) -> bool {
        (self.successor.key, self.successor.offer) == (other.successor.key, other.successor.offer)
    }
}
