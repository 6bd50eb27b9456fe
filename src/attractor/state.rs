//! The state of a vertex in a backward pass: a byte during the pass, and a word for the rank.
//!
//! Nearly all the time of a pass is spent on random accesses to vertices, and the cache holds four times as many bytes as words.
//! The word is accessed only when the rank is known, mostly in order, or if the vertex has many edges.

use wide::u8x32;

/// Bit of a vertex that the first player wins.
pub(super) const WON_1: u8 = 1 << 6;
/// Bit of a vertex that the second player wins.
pub(super) const WON_2: u8 = 1 << 7;
/// Both bits of winners.
pub(super) const WON: u8 = WON_1 | WON_2;
/// Bit of a vertex that the second player owns.
pub(super) const OF_2: u8 = 1 << 5;
/// The lower bits. Of an open vertex: the number of edges that do not lead to the opponent's attractor yet. Of a decided vertex:
/// the mark of its rank until its predecessors are visited, then 0.
const COUNT: u8 = OF_2 - 1;

/// The count of a vertex with too many edges for the byte: its word counts them.
const MANY: u8 = COUNT;

/// Returns the mark of a rank, which differs from those of the previous and the next rank.
pub(super) const fn rank_mark(rank: u32) -> u8 {
    1 + (rank & 1) as u8
}

/// Returns the byte of an open vertex with `degree` edges.
pub(super) const fn open_state(degree: u32, of_2: bool) -> u8 {
    let count = if degree < MANY as u32 { degree as u8 } else { MANY };
    count | if of_2 { OF_2 } else { 0 }
}

/// The effect of a visit on each byte, by the winner of the successor. A table avoids branches, which would be mispredicted on random
/// edges.
pub(super) struct Visits {
    bytes: [[u8; 256]; 2],
    mark: u8,
}

impl Visits {
    /// Creates the visits from vertices of a rank, which mark the vertices that they decide with the next rank.
    pub(super) fn at_rank(rank: u32) -> Visits {
        let mark = rank_mark(rank + 1);
        let table = |won| std::array::from_fn(|state| visit_byte(state as u8, won, mark));
        Visits { bytes: [WON_1, WON_2].map(table), mark }
    }

    /// Records that an edge of the vertex leads to a vertex with the winner's bit `won`. Returns whether this decides the vertex.
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

/// Returns the byte after a visit. If the word counts the edges, the byte changes only if the owner wins by this edge.
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

/// Decrements the count in the word of a vertex for an edge into the opponent's attractor. The last edge decides the vertex.
#[cold]
fn count_by_word(byte: &mut u8, word: &mut u32, decided: u8) -> bool {
    *word -= 1;
    let is_decided = *word == 0;
    if is_decided {
        *byte = decided;
    }
    is_decided
}

/// Returns the byte of a decided vertex without its mark.
pub(super) const fn clear_count(state: u8) -> u8 {
    state & !COUNT
}

/// Vertices compared at once.
pub(super) const LANES: usize = 32;

/// Returns a bit mask of the vertices, at most [`LANES`], that are decided and have this mark of a rank.
#[inline]
pub(super) fn find_marked(states: &[u8], mark: u8) -> u32 {
    let mut some = [0; LANES];
    some[..states.len()].copy_from_slice(states);
    let states = u8x32::new(some);
    let is_marked = (states & u8x32::splat(COUNT)).simd_eq(u8x32::splat(mark));
    let is_open = (states & u8x32::splat(WON)).simd_eq(u8x32::splat(0));
    is_marked.to_bitmask() & !is_open.to_bitmask()
}
