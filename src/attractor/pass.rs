//! The backward pass: from the goals of both players, rank by rank, over the predecessors.

use std::cell::Cell;
use std::ops::Range;
use std::sync::atomic::{AtomicU8, AtomicU32};

use super::graph::{GOAL_1, GOAL_2, Graph, OWNER};
use super::reverse::Reverse;
use super::state::{self, Alone, Memory, Shared, Visits};
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

/// The bytes and the words before the first visit.
fn first_states(graph: &Graph) -> (Vec<u8>, Vec<u32>) {
    let mut begin = 0;
    let degrees = graph.ends().iter().map(|&end| end - std::mem::replace(&mut begin, end));
    let words: Vec<u32> = degrees.collect();
    let first = |(&tag, &degree): (&u8, &u32)| {
        let won = [(GOAL_1, state::WON_1), (GOAL_2, state::WON_2)]
            .iter()
            .fold(0, |won, &(flag, bit)| won | if tag & flag != 0 { bit } else { 0 });
        // A final vertex has no edge: nothing visits it, and so nobody is ever forced there.
        state::open(degree, tag & OWNER != 0) | if won != 0 { won | state::fresh(0) } else { 0 }
    };
    (graph.tags().iter().zip(&words).map(first).collect(), words)
}

/// A rank with at least one vertex in so many is gone through by number, which is how memory likes it.
const DENSE: usize = 32;

/// The vertices of one rank.
enum Level<'a> {
    /// A part of their list.
    List(&'a [u32]),
    /// Those in a range.
    Range(Range<u32>),
}

/// Vertices between two looks at the budget.
const LOOK: usize = 1 << 14;

/// Vertices that are taken together.
const BATCH: usize = 256;

/// Edges that are taken together.
const EDGES: usize = 1024;

/// A game in the middle of a pass.
struct Field<'a, M: Memory> {
    states: &'a [M::Byte],
    words: &'a [M::Word],
    reverse: &'a Reverse,
    budget: &'a Budget,
}

impl<M: Memory> Clone for Field<'_, M> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<M: Memory> Copy for Field<'_, M> {}

/// One thread's work at one rank.
///
/// Nearly every step waits for memory, so steps are taken in batches: where the predecessors of many vertices are, then who they
/// are, then their words. The loads of a batch do not wait for each other, and no branch waits for a load.
struct Expansion<'a, M: Memory> {
    game: Field<'a, M>,
    rank: u32,
    visits: Visits,
    /// The vertices that have been decided; with room for one more than all vertices.
    found: &'a mut [u32],
    count: usize,
    /// Edges not yet gone along: a predecessor, with the bit of who has won its successor.
    edges: [u32; EDGES],
    filled: usize,
}

impl<M: Memory> Expansion<'_, M> {
    /// Visits the predecessors of some vertices of this rank, and writes the rank down.
    fn batch(&mut self, vertices: &[u32]) {
        let mut spans = [(0, 0, 0); BATCH];
        for (span, &vertex) in spans.iter_mut().zip(vertices) {
            let (begin, end) = self.game.reverse.span(vertex);
            let byte = &self.game.states[vertex as usize];
            let state = M::read(byte);
            M::write(byte, state::done(state));
            let won = u32::from(state & state::WON) << SHIFT;
            M::set(&self.game.words[vertex as usize], won | self.rank);
            *span = (begin, end, won);
        }
        for &(begin, end, won) in &spans[..vertices.len().min(BATCH)] {
            let mut sources = self.game.reverse.between(begin, end);
            while !sources.is_empty() {
                let taken = sources.len().min(EDGES - self.filled);
                let (now, later) = sources.split_at(taken);
                self.edges[self.filled..].iter_mut().zip(now).for_each(|(edge, &source)| *edge = source | won);
                self.filled += taken;
                sources = later;
                if self.filled == EDGES {
                    self.visit_all();
                }
            }
        }
    }

    /// Goes along all edges that are waiting.
    fn visit_all(&mut self) {
        let Field { states, words, .. } = self.game;
        // In places of their own, which no visit can touch.
        let (found, mut count) = (&mut *self.found, self.count);
        for edge in &self.edges[..self.filled] {
            let source = edge & NUMBER;
            found[count] = source;
            let won = ((edge & WON) >> SHIFT) as u8;
            count += usize::from(self.visits.visit::<M>(&states[source as usize], &words[source as usize], won));
        }
        (self.count, self.filled) = (count, 0);
    }

    /// Visits the predecessors of those vertices in a range that have this rank.
    fn range(&mut self, range: Range<u32>) {
        let mark = state::fresh(self.rank);
        let mut vertices = [0; BATCH];
        for first in range.clone().step_by(BATCH) {
            let mut size = 0;
            for vertex in first..(first + BATCH as u32).min(range.end) {
                vertices[size] = vertex;
                size += usize::from(state::is_fresh(M::read(&self.game.states[vertex as usize]), mark));
            }
            self.batch(&vertices[..size]);
        }
    }
}

/// Visits the predecessors of some vertices of a rank, and writes down those that this decides; how many they are. `found` has
/// room for one more than all vertices. Where the budget ends it stops half-way.
fn expand<M: Memory>(game: Field<'_, M>, level: Level<'_>, rank: u32, found: &mut [u32]) -> usize {
    let mut expansion = Expansion { game, rank, visits: Visits::from(rank), found, count: 0, edges: [0; EDGES], filled: 0 };
    match level {
        Level::List(list) => {
            for some in list.chunks(LOOK).take_while(|_| !game.budget.is_over()) {
                some.chunks(BATCH).for_each(|vertices| expansion.batch(vertices));
            }
        }
        Level::Range(range) => {
            for first in range.clone().step_by(LOOK).take_while(|_| !game.budget.is_over()) {
                expansion.range(first..(first + LOOK as u32).min(range.end));
            }
        }
    }
    expansion.visit_all();
    expansion.count
}

/// Part `n` of `of` of a rank.
fn part(list: &[u32], vertices: usize, n: usize, of: usize) -> Level<'_> {
    let cut = |length: usize| length * n / of..length * (n + 1) / of;
    if list.len() * DENSE >= vertices {
        let range = cut(vertices);
        Level::Range(range.start as u32..range.end as u32)
    } else {
        Level::List(&list[cut(list.len())])
    }
}

/// Ranks of fewer vertices are left to one thread: to wake others costs more.
const SHARED: usize = 1 << 13;

/// All words after the pass; `None` where the budget ends first.
pub(super) fn run(graph: &Graph, threads: usize, budget: &Budget) -> Option<Vec<u32>> {
    let reverse = Reverse::of(graph, threads, budget)?;
    let (mut states, mut words) = first_states(graph);
    let count = words.len();
    let goals: Vec<u32> = (0..count as u32).filter(|&vertex| states[vertex as usize] & state::WON != 0).collect();
    if threads == 1 {
        let states = Cell::from_mut(&mut states[..]).as_slice_of_cells();
        let cells = Cell::from_mut(&mut words[..]).as_slice_of_cells();
        let game = Field::<Alone> { states, words: cells, reverse: &reverse, budget };
        ranks(goals, count, budget, |list, rank, found| expand(game, part(list, count, 0, 1), rank, found))?;
        return Some(finished(words, states.iter().map(Cell::get)));
    }
    let states: Vec<AtomicU8> = states.into_iter().map(AtomicU8::new).collect();
    let words: Vec<AtomicU32> = words.into_iter().map(AtomicU32::new).collect();
    let game = Field::<Shared> { states: &states, words: &words, reverse: &reverse, budget };
    // Only the pages that are written on take memory.
    let mut others: Vec<Vec<u32>> = (1..threads).map(|_| vec![0; count + 1]).collect();
    ranks(goals, count, budget, |list, rank, found| {
        if list.len() < SHARED {
            return expand(game, part(list, count, 0, 1), rank, found);
        }
        std::thread::scope(|scope| {
            let workers = others.iter_mut().zip(1..).map(|(found, n)| {
                scope.spawn(move || {
                    let size = expand(game, part(list, count, n, threads), rank, found);
                    &found[..size]
                })
            });
            let workers: Vec<_> = workers.collect();
            let mut size = expand(game, part(list, count, 0, threads), rank, found);
            for its in workers.into_iter().filter_map(|worker| worker.join().ok()) {
                found[size..size + its.len()].copy_from_slice(its);
                size += its.len();
            }
            size
        })
    })?;
    let words = words.into_iter().map(AtomicU32::into_inner).collect();
    Some(finished(words, states.into_iter().map(AtomicU8::into_inner)))
}

/// The words at the end, without what is left of counts.
fn finished(mut words: Vec<u32>, states: impl Iterator<Item = u8>) -> Vec<u32> {
    words.iter_mut().zip(states).filter(|(_, state)| state & state::WON == 0).for_each(|(word, _)| *word = 0);
    words
}

/// Goes through the ranks from the goals on, as long as there are vertices of the next one.
fn ranks(
    goals: Vec<u32>,
    vertices: usize,
    budget: &Budget,
    mut expand: impl FnMut(&[u32], u32, &mut [u32]) -> usize,
) -> Option<()> {
    // Only the pages that are written on take memory.
    let (mut list, mut found) = (vec![0; vertices + 1], vec![0; vertices + 1]);
    let mut size = goals.len();
    list[..size].copy_from_slice(&goals);
    drop(goals);
    for rank in 0.. {
        if size == 0 {
            break;
        }
        size = expand(&list[..size], rank, &mut found);
        if budget.is_over() {
            return None;
        }
        std::mem::swap(&mut list, &mut found);
    }
    Some(())
}
