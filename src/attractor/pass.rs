//! The backward pass: from the goals of both players, rank by rank, over the predecessors.
//!
//! Each thread has its share of the vertices, and the edges from them: at each rank it is told of all vertices that have been
//! decided, and visits those of their predecessors that are its own. So nobody else writes what it reads, and threads meet only
//! after a rank. What it costs is that each looks up where the predecessors of every vertex are.

use std::ops::Range;
use std::panic::resume_unwind;

use super::graph::{GOAL_1, GOAL_2, Graph, OWNER};
use super::reverse::{MAPPED, Reverse};
use super::state::{self, Visits};
use crate::pages::Pages;
use crate::search::Budget;

/// Bits of the word of a vertex that has been won: by whom, and below them the rank. Else there is neither.
pub(super) const WON_1: u32 = 1 << 30;
/// See [`WON_1`].
pub(super) const WON_2: u32 = 1 << 31;
/// Either of them.
pub(super) const WON: u32 = WON_1 | WON_2;
/// See [`WON_1`].
pub(super) const NUMBER: u32 = WON_1 - 1;

/// From the bits of a byte that tell who has won to those of a word.
const SHIFT: u32 = WON_1.trailing_zeros() - state::WON_1.trailing_zeros();

/// A rank with at least one vertex of a share in so many is listed by number, which is how memory likes it.
const DENSE: usize = 12;

/// Vertices between two looks at the budget.
const LOOK: usize = 1 << 14;

/// Vertices that are taken together.
const BATCH: usize = 256;

/// Edges that are taken together.
const EDGES: usize = 1024;

/// Predecessors that are taken at one stroke, whether a vertex has so many or fewer: most have.
const STROKE: usize = 8;

/// A thread's share of the vertices.
struct Share<'a> {
    /// The number of the first one. All others are told by their places after it.
    first: u32,
    states: Vec<u8>,
    words: &'a mut [u32],
    reverse: Reverse<'a>,
    budget: &'a Budget,
    found: Found<'a>,
}

/// The vertices of a share that have been decided at a rank: numbers, with the bit of who has won.
struct Found<'a> {
    /// With room for one more than the share has vertices.
    list: &'a mut [u32],
    count: usize,
}

impl Found<'_> {
    fn list(&self) -> &[u32] {
        &self.list[..self.count]
    }
}

/// What a share is made of: its vertices, memory of zeros, and its words.
type Part<'a> = (Range<usize>, &'a mut [u32], &'a mut [u32]);

/// Edges not yet gone along: a predecessor, with the bit of who has won its successor.
struct Waiting {
    edges: [u32; EDGES + STROKE],
    filled: usize,
}

impl<'a> Share<'a> {
    /// How many numbers the memory of a range has.
    fn room(graph: &Graph, range: Range<usize>) -> usize {
        2 * (range.len() + 1) + Reverse::room(graph, range)
    }

    /// The vertices of a range before the first visit, and room for those of one more rank; `None` where the budget ends first.
    fn of(graph: &Graph, (range, memory, words): Part<'a>, budget: &'a Budget) -> Option<(Share<'a>, Found<'a>)> {
        let (lists, zeros) = memory.split_at_mut(2 * (range.len() + 1));
        let (found, ranked) = lists.split_at_mut(range.len() + 1);
        let [found, ranked] = [found, ranked].map(|list| Found { list, count: 0 });
        let reverse = Reverse::of(graph, range.clone(), zeros, budget)?;
        let mut begin = range.start.checked_sub(1).map_or(0, |before| graph.ends()[before]);
        let first = |((&tag, &end), word): ((&u8, &u32), &mut u32)| {
            let degree = end - std::mem::replace(&mut begin, end);
            *word = degree;
            let won = if tag & GOAL_1 != 0 { state::WON_1 } else { 0 } | if tag & GOAL_2 != 0 { state::WON_2 } else { 0 };
            // A final vertex has no edge: nothing visits it, and so nobody is ever forced there.
            state::open(degree, tag & OWNER != 0) | if won != 0 { won | state::fresh(0) } else { 0 }
        };
        let (tags, ends) = (&graph.tags()[range.clone()], &graph.ends()[range.clone()]);
        let states: Vec<u8> = tags.iter().zip(ends).zip(&mut *words).map(first).collect();
        let mut share = Share { first: range.start as u32, states, words, reverse, budget, found };
        share.list_by_number(0);
        Some((share, ranked))
    }

    /// Goes on from the vertices of a rank to those of its own that this decides. Where the budget ends it stops half-way.
    fn go_on(&mut self, lists: &[&[u32]], rank: u32) {
        let visits = Visits::from(rank);
        let mut waiting = Waiting { edges: [0; EDGES + STROKE], filled: 0 };
        self.found.count = 0;
        for some in lists.iter().flat_map(|list| list.chunks(LOOK)) {
            if self.budget.is_over() {
                return;
            }
            some.chunks(BATCH).for_each(|vertices| self.batch(vertices, &visits, &mut waiting));
        }
        self.visit_all(&visits, &mut waiting);
        if self.found.count * DENSE >= self.states.len() {
            self.list_by_number(rank + 1);
        } else {
            self.write_down(rank + 1);
        }
    }

    /// Visits the predecessors of some vertices.
    ///
    /// Nearly every step waits for memory, so steps are taken in batches: where the predecessors of many vertices are, then who
    /// they are, then their bytes. The loads of a batch do not wait for each other, and no branch waits for a load.
    fn batch(&mut self, vertices: &[u32], visits: &Visits, waiting: &mut Waiting) {
        let mut spans = [(0, 0); BATCH];
        for (span, &vertex) in spans.iter_mut().zip(vertices) {
            *span = self.reverse.span(vertex & NUMBER);
        }
        for (&(begin, end), &vertex) in spans.iter().zip(vertices) {
            let (won, count) = (vertex & WON, (end - begin) as usize);
            if waiting.filled + count > EDGES {
                self.visit_all(visits, waiting);
            }
            match self.reverse.some::<STROKE>(begin) {
                Some(some) if count <= STROKE => {
                    let room = &mut waiting.edges[waiting.filled..][..STROKE];
                    room.iter_mut().zip(some).for_each(|(edge, &source)| *edge = source | won);
                    waiting.filled += count;
                }
                _ => self.many(begin..end, won, visits, waiting),
            }
        }
    }

    /// Visits the predecessors between two places, of one vertex.
    #[cold]
    fn many(&mut self, span: Range<u32>, won: u32, visits: &Visits, waiting: &mut Waiting) {
        for begin in span.clone().step_by(EDGES) {
            self.visit_all(visits, waiting);
            let some = self.reverse.between(begin, span.end.min(begin + EDGES as u32));
            waiting.edges.iter_mut().zip(some).for_each(|(edge, &source)| *edge = source | won);
            waiting.filled = some.len();
        }
    }

    /// Goes along all edges that are waiting.
    fn visit_all(&mut self, visits: &Visits, waiting: &mut Waiting) {
        // In places of their own, which no visit can touch.
        let (found, mut count, states) = (&mut self.found.list[..], self.found.count, &mut self.states[..]);
        for &edge in &waiting.edges[..waiting.filled] {
            let place = (edge & NUMBER) as usize;
            found[count] = edge + self.first;
            let won = ((edge & WON) >> SHIFT) as u8;
            count += usize::from(visits.visit(&mut states[place], &mut self.words[place], won));
        }
        (self.found.count, waiting.filled) = (count, 0);
    }

    /// Lists the vertices that have this rank by number, and writes it down.
    fn list_by_number(&mut self, rank: u32) {
        let mark = state::fresh(rank);
        self.found.count = 0;
        for (place, state) in self.states.iter_mut().enumerate() {
            let won = u32::from(*state & state::WON) << SHIFT;
            self.found.list[self.found.count] = (self.first + place as u32) | won;
            self.found.count += usize::from(state::is_fresh(*state, mark));
        }
        self.write_down(rank);
    }

    /// Writes down the rank of the vertices that have been found.
    fn write_down(&mut self, rank: u32) {
        for &vertex in &self.found.list[..self.found.count] {
            let place = ((vertex & NUMBER) - self.first) as usize;
            self.states[place] = state::done(self.states[place]);
            self.words[place] = vertex & WON | rank;
        }
    }

    /// Makes the words of vertices that nobody wins 0: what is left of counts.
    fn finish(&mut self) {
        let all = self.words.iter_mut().zip(&self.states);
        all.filter(|(_, state)| *state & state::WON == 0).for_each(|(word, _)| *word = 0);
    }
}

/// Ranks of fewer vertices are left to one thread: to wake others costs more.
const SHARED: usize = 1 << 13;

/// All words after the pass; `None` where the budget ends first.
pub(super) fn run(graph: &Graph, threads: usize, budget: &Budget) -> Option<Vec<u32>> {
    let mut words = vec![0; graph.vertex_count()];
    let step = words.len().div_ceil(threads).max(1);
    let ranges = (0..words.len()).step_by(step).map(|first| first..(first + step).min(words.len()));
    let rooms: Vec<_> = ranges.map(|range| (Share::room(graph, range.clone()), range)).collect();
    let mut memory = Pages::new(rooms.iter().map(|(room, _)| room).sum(), MAPPED);
    let mut rest = &mut memory[..];
    let parts = rooms.into_iter().zip(words.chunks_mut(step)).map(|((room, range), words)| {
        let (own, others) = std::mem::take(&mut rest).split_at_mut(room);
        rest = others;
        (range, own, words)
    });
    let shares = by_all(parts.collect(), |part| Share::of(graph, part, budget));
    let (mut shares, mut ranked): (Vec<_>, Vec<_>) = shares.into_iter().collect::<Option<Vec<_>>>()?.into_iter().unzip();
    for rank in 0.. {
        let found = shares.iter_mut().map(|share| &mut share.found);
        ranked.iter_mut().zip(found).for_each(|(ranked, found)| std::mem::swap(ranked, found));
        let lists: Vec<&[u32]> = ranked.iter().map(Found::list).collect();
        match lists.iter().map(|list| list.len()).sum() {
            0 => break,
            1..SHARED => shares.iter_mut().for_each(|share| share.go_on(&lists, rank)),
            _ => drop(by_all(shares.iter_mut().collect(), |share| share.go_on(&lists, rank))),
        }
        if budget.is_over() {
            return None;
        }
    }
    by_all(shares, |mut share| share.finish());
    Some(words)
}

/// Does something with each of some things, with a thread for each, this one among them; what comes of it, in their order.
fn by_all<T: Send, R: Send>(mut things: Vec<T>, act: impl Fn(T) -> R + Sync) -> Vec<R> {
    let Some(last) = things.pop() else { return Vec::new() };
    std::thread::scope(|scope| {
        let act = &act;
        let workers: Vec<_> = things.into_iter().map(|thing| scope.spawn(move || act(thing))).collect();
        let own = act(last);
        let others = workers.into_iter().map(|worker| worker.join().unwrap_or_else(|panic| resume_unwind(panic)));
        others.chain([own]).collect()
    })
}
