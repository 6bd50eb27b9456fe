//! The state of a vertex in a backward pass: a byte while the pass runs, and a word for the rank.
//!
//! Nearly all the time of a pass goes into visits to random vertices. Four times as many bytes as words fit the cache. The word
//! is touched only when the rank is known, mostly in order, or where the vertex has many edges.

use wide::u8x32;

/// Bits of a byte: who has won the vertex, once that is known; who owns it; and below them the number of edges that do not
/// yet lead to the opponent's attractor, or once somebody has won it, when its predecessors are to be visited.
pub(super) const WON_1: u8 = 1 << 6;
/// See [`WON_1`].
pub(super) const WON_2: u8 = 1 << 7;
/// Either of them.
pub(super) const WON: u8 = WON_1 | WON_2;
/// See [`WON_1`].
pub(super) const OF_2: u8 = 1 << 5;
/// See [`WON_1`].
const COUNT: u8 = OF_2 - 1;

/// More edges than the byte can count: then the word does.
const MANY: u8 = COUNT;

/// The count of a vertex of this rank until its predecessors are visited: it differs from those of the ranks next to it.
pub(super) const fn fresh(rank: u32) -> u8 {
    1 + (rank & 1) as u8
}

/// The byte of a vertex with so many edges that nobody has won yet.
pub(super) const fn open(degree: u32, of_2: bool) -> u8 {
    let count = if degree < MANY as u32 { degree as u8 } else { MANY };
    count | if of_2 { OF_2 } else { 0 }
}

/// The effect of a visit on each byte, by the winner of the successor. A table has no branches, and branches on random edges are
/// mispredicted.
pub(super) struct Visits {
    bytes: [[u8; 256]; 2],
    mark: u8,
}

impl Visits {
    /// The visits from vertices of a rank; what they decide is marked with the next rank.
    pub(super) fn at_rank(rank: u32) -> Visits {
        let mark = fresh(rank + 1);
        let table = |won| std::array::from_fn(|state| visit_byte(state as u8, won, mark));
        Visits { bytes: [WON_1, WON_2].map(table), mark }
    }

    /// Records that an edge of the vertex leads to one that `won` wins. Returns whether this decides the vertex.
    #[inline]
    pub(super) fn visit(&self, byte: &mut u8, word: &mut u32, won: u8) -> bool {
        let old = *byte;
        let new = self.bytes[usize::from(won >> 7)][usize::from(old)];
        if new & (WON | COUNT) == MANY {
            return count_by_word(byte, word, won | old & OF_2 | self.mark);
        }
        *byte = new;
        old & WON != new & WON
    }
}

/// The byte after a visit. A byte whose edges the word counts stays as it is, unless its owner wins by this edge.
const fn visit_byte(state: u8, won: u8, mark: u8) -> u8 {
    let is_own = (state & OF_2 != 0) == (won == WON_2);
    let count = state & COUNT;
    if state & WON != 0 {
        state
    } else if is_own || count == 1 {
        won | state & OF_2 | mark
    } else if count == MANY || count == 0 {
        state
    } else {
        state - 1
    }
}

/// Counts down the word of a vertex by an edge into the opponent's attractor. With the last edge the vertex is lost.
#[cold]
fn count_by_word(byte: &mut u8, word: &mut u32, decided: u8) -> bool {
    *word -= 1;
    let is_decided = *word == 0;
    if is_decided {
        *byte = decided;
    }
    is_decided
}

/// The byte of a vertex that has been won, once its predecessors are visited: no mark is 0.
pub(super) const fn clear_count(state: u8) -> u8 {
    state & !COUNT
}

/// Vertices compared at once.
pub(super) const LANES: usize = 32;

/// Returns a bit for each of at most [`LANES`] vertices that was won with this mark of a rank.
#[inline]
pub(super) fn fresh_among(states: &[u8], mark: u8) -> u32 {
    let mut some = [0; LANES];
    some[..states.len()].copy_from_slice(states);
    let states = u8x32::new(some);
    let is_marked = (states & u8x32::splat(COUNT)).simd_eq(u8x32::splat(mark));
    let is_open = (states & u8x32::splat(WON)).simd_eq(u8x32::splat(0));
    is_marked.to_bitmask() & !is_open.to_bitmask()
}
