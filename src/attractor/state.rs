//! What a backward pass remembers of a vertex: a byte while it goes on, and a word for the rank.
//!
//! Nearly all the time of a pass goes into visits to random vertices. A byte for each lets four times as many of them lie in
//! the cache as a word would; the word is touched when the rank is known, mostly in order, or by vertices of many edges.

use std::cell::Cell;
use std::sync::atomic::{AtomicU8, AtomicU32, Ordering};

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

/// What the count of a vertex of this rank is until its predecessors are visited: no other one than of the ranks next to it.
pub(super) const fn fresh(rank: u32) -> u8 {
    1 + (rank & 1) as u8
}

/// The byte of a vertex with so many edges that nobody has won yet.
pub(super) const fn open(degree: u32, of_2: bool) -> u8 {
    let count = if degree < MANY as u32 { degree as u8 } else { MANY };
    count | if of_2 { OF_2 } else { 0 }
}

/// How bytes and words are kept: for one thread, or for several.
pub(super) trait Memory {
    /// A byte that visits change.
    type Byte;
    /// A word that they may change.
    type Word;

    fn read(byte: &Self::Byte) -> u8;

    fn write(byte: &Self::Byte, state: u8);

    /// Writes a byte anew where it still is what it was; else what it is now.
    fn exchange(byte: &Self::Byte, old: u8, new: u8) -> Result<(), u8>;

    fn set(word: &Self::Word, number: u32);

    /// Takes one from a word; what is left.
    fn take_one(word: &Self::Word) -> u32;
}

/// For one thread.
pub(super) struct Alone;

impl Memory for Alone {
    type Byte = Cell<u8>;
    type Word = Cell<u32>;

    #[inline]
    fn read(byte: &Cell<u8>) -> u8 {
        byte.get()
    }

    #[inline]
    fn write(byte: &Cell<u8>, state: u8) {
        byte.set(state);
    }

    #[inline]
    fn exchange(byte: &Cell<u8>, _: u8, new: u8) -> Result<(), u8> {
        byte.set(new);
        Ok(())
    }

    #[inline]
    fn set(word: &Cell<u32>, number: u32) {
        word.set(number);
    }

    #[inline]
    fn take_one(word: &Cell<u32>) -> u32 {
        word.set(word.get() - 1);
        word.get()
    }
}

/// For several threads. A byte stands for itself alone: what a thread sees of others does not matter until the threads meet
/// after a rank.
pub(super) struct Shared;

impl Memory for Shared {
    type Byte = AtomicU8;
    type Word = AtomicU32;

    #[inline]
    fn read(byte: &AtomicU8) -> u8 {
        byte.load(Ordering::Relaxed)
    }

    #[inline]
    fn write(byte: &AtomicU8, state: u8) {
        byte.store(state, Ordering::Relaxed);
    }

    #[inline]
    fn exchange(byte: &AtomicU8, old: u8, new: u8) -> Result<(), u8> {
        if old == new {
            return Ok(());
        }
        byte.compare_exchange_weak(old, new, Ordering::Relaxed, Ordering::Relaxed).map(|_| ())
    }

    #[inline]
    fn set(word: &AtomicU32, number: u32) {
        word.store(number, Ordering::Relaxed);
    }

    #[inline]
    fn take_one(word: &AtomicU32) -> u32 {
        word.fetch_sub(1, Ordering::Relaxed) - 1
    }
}

/// What a visit makes of each byte, by who has won the successor: a look at a table has no branches, and nothing about random
/// edges can be predicted.
pub(super) struct Visits {
    bytes: [[u8; 256]; 2],
    mark: u8,
}

impl Visits {
    /// The visits from vertices of a rank: what they decide gets the mark of the next one.
    pub(super) fn from(rank: u32) -> Visits {
        let mark = fresh(rank + 1);
        let table = |won| std::array::from_fn(|state| visited(state as u8, won, mark));
        Visits { bytes: [WON_1, WON_2].map(table), mark }
    }

    /// An edge of a vertex is found to lead to one that `won` wins; whether this decides the vertex.
    #[inline]
    pub(super) fn visit<M: Memory>(&self, byte: &M::Byte, word: &M::Word, won: u8) -> bool {
        let mut old = M::read(byte);
        loop {
            let new = self.bytes[usize::from(won >> 7)][usize::from(old)];
            if new & (WON | COUNT) == MANY {
                return counted_by_word::<M>(byte, word, won | old & OF_2 | self.mark);
            }
            match M::exchange(byte, old, new) {
                Ok(()) => return old & WON != new & WON,
                Err(other) => old = other,
            }
        }
    }
}

/// The byte after a visit. One whose edges the word counts stays as it is, unless its owner wins by this one.
const fn visited(state: u8, won: u8, mark: u8) -> u8 {
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

/// A visit by an edge to the opponent's attractor, to a vertex whose edges the word counts. With the last edge it is lost, and
/// then no edge is left by which it could be won: nobody else writes its byte.
#[cold]
fn counted_by_word<M: Memory>(byte: &M::Byte, word: &M::Word, decided: u8) -> bool {
    let is_decided = M::take_one(word) == 0;
    if is_decided {
        M::write(byte, decided);
    }
    is_decided
}

/// The byte of a vertex that has been won, once its predecessors are visited: no mark is 0.
pub(super) const fn done(state: u8) -> u8 {
    state & !COUNT
}

/// Whether a vertex has been won with this mark of a rank.
#[inline]
pub(super) const fn is_fresh(state: u8, mark: u8) -> bool {
    (state & WON != 0) & (state & COUNT == mark)
}
