//! The backward pass: from the goals of both players, rank by rank, over the predecessors.

use std::cell::Cell;
use std::ops::Range;
use std::sync::atomic::{AtomicU32, Ordering};

use super::graph::{GOAL_1, GOAL_2, Graph, OWNER};
use super::reverse::Reverse;
use crate::search::Budget;

/// Bits of a word: who has won it, once that is known; who owns it; and below them the rank, or while nobody has won it the
/// number of edges that do not yet lead to the opponent's attractor. One word a vertex keeps a visit to one line of cache.
pub(super) const WON_1: u32 = 1 << 30;
/// See [`WON_1`].
pub(super) const WON_2: u32 = 1 << 31;
/// Either of them.
pub(super) const WON: u32 = WON_1 | WON_2;
/// See [`WON_1`].
const OF_2: u32 = 1 << 29;
/// See [`WON_1`].
pub(super) const NUMBER: u32 = OF_2 - 1;

/// A word that a visit may change.
trait Word {
    fn read(&self) -> u32;

    /// An edge of the vertex is found to lead to a vertex of this rank that `won` wins; whether this decides the vertex.
    fn visit(&self, won: u32, rank: u32) -> bool;
}

impl Word for Cell<u32> {
    #[inline]
    fn read(&self) -> u32 {
        self.get()
    }

    #[inline]
    fn visit(&self, won: u32, rank: u32) -> bool {
        let (word, is_decided) = visited(self.get(), won, rank);
        self.set(word);
        is_decided
    }
}

impl Word for AtomicU32 {
    // A word stands for itself alone: what a thread sees of other words does not matter until the threads meet after a rank.
    #[inline]
    fn read(&self) -> u32 {
        self.load(Ordering::Relaxed)
    }

    #[inline]
    fn visit(&self, won: u32, rank: u32) -> bool {
        let mut old = self.read();
        loop {
            let (new, is_decided) = visited(old, won, rank);
            if new == old {
                return false;
            }
            match self.compare_exchange_weak(old, new, Ordering::Relaxed, Ordering::Relaxed) {
                Ok(_) => return is_decided,
                Err(other) => old = other,
            }
        }
    }
}

/// The word after a visit, and whether it decides the vertex. Without branches: nothing about random edges can be predicted.
#[inline]
fn visited(word: u32, won: u32, rank: u32) -> (u32, bool) {
    let is_open = word & WON == 0;
    let is_own = (word & OF_2 != 0) == (won == WON_2);
    let is_decided = is_open & (is_own | (word & NUMBER == 1));
    let counted = word - u32::from(is_open);
    let decided = won | word & OF_2 | (rank + 1);
    (if is_decided { decided } else { counted }, is_decided)
}

/// The words before the first visit.
fn first_words(graph: &Graph) -> Vec<u32> {
    let mut begin = 0;
    let tagged = graph.tags().iter().zip(graph.ends());
    tagged
        .map(|(&tag, &end)| {
            let degree = end - std::mem::replace(&mut begin, end);
            let won = [(GOAL_1, WON_1), (GOAL_2, WON_2), (OWNER, OF_2)];
            // A final vertex has no edge: nothing visits it, and so nobody is ever forced there.
            won.iter().fold(degree, |word, &(flag, bit)| if tag & flag != 0 { word | bit } else { word })
        })
        .collect()
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

/// One thread's work at one rank.
///
/// Nearly every step waits for memory, so steps are taken in batches: where the predecessors of many vertices are, then who they
/// are, then their words. The loads of a batch do not wait for each other, and no branch waits for a load.
struct Expansion<'a, W> {
    words: &'a [W],
    reverse: &'a Reverse,
    rank: u32,
    /// The vertices that have been decided; with room for one more than all vertices.
    found: &'a mut [u32],
    count: usize,
    /// Edges not yet gone along: a predecessor, with the bit of who has won its successor.
    edges: [u32; EDGES],
    filled: usize,
}

impl<W: Word> Expansion<'_, W> {
    /// Visits the predecessors of some vertices of this rank.
    fn batch(&mut self, vertices: &[u32]) {
        let mut spans = [(0, 0, 0); BATCH];
        for (span, &vertex) in spans.iter_mut().zip(vertices) {
            let (begin, end) = self.reverse.span(vertex);
            *span = (begin, end, self.words[vertex as usize].read() & WON);
        }
        for &(begin, end, won) in &spans[..vertices.len().min(BATCH)] {
            let mut sources = self.reverse.between(begin, end);
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
        for edge in &self.edges[..self.filled] {
            let source = edge & NUMBER;
            self.found[self.count] = source;
            self.count += usize::from(self.words[source as usize].visit(edge & WON, self.rank));
        }
        self.filled = 0;
    }

    /// Visits the predecessors of those vertices in a range that have this rank.
    fn range(&mut self, range: Range<u32>) {
        let mut vertices = [0; BATCH];
        for first in range.clone().step_by(BATCH) {
            let mut size = 0;
            for vertex in first..(first + BATCH as u32).min(range.end) {
                let word = self.words[vertex as usize].read();
                vertices[size] = vertex;
                size += usize::from((word & WON != 0) & (word & NUMBER == self.rank));
            }
            self.batch(&vertices[..size]);
        }
    }
}

/// Visits the predecessors of some vertices of a rank, and writes down those that this decides; how many they are. `found` has
/// room for one more than all vertices. Where the budget ends it stops half-way.
fn expand<W: Word>((words, reverse, budget): (&[W], &Reverse, &Budget), level: Level<'_>, rank: u32, found: &mut [u32]) -> usize {
    let mut expansion = Expansion { words, reverse, rank, found, count: 0, edges: [0; EDGES], filled: 0 };
    match level {
        Level::List(list) => {
            for some in list.chunks(LOOK).take_while(|_| !budget.is_over()) {
                some.chunks(BATCH).for_each(|vertices| expansion.batch(vertices));
            }
        }
        Level::Range(range) => {
            for first in range.clone().step_by(LOOK).take_while(|_| !budget.is_over()) {
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
    let mut words = first_words(graph);
    let count = words.len();
    let goals: Vec<u32> = (0..count as u32).filter(|&vertex| words[vertex as usize] & WON != 0).collect();
    if threads == 1 {
        let cells = Cell::from_mut(&mut words[..]).as_slice_of_cells();
        ranks(goals, count, budget, |list, rank, found| expand((cells, &reverse, budget), part(list, count, 0, 1), rank, found))?;
        return Some(words);
    }
    let words: Vec<AtomicU32> = words.into_iter().map(AtomicU32::new).collect();
    // Only the pages that are written on take memory.
    let mut others: Vec<Vec<u32>> = (1..threads).map(|_| vec![0; count + 1]).collect();
    ranks(goals, count, budget, |list, rank, found| {
        if list.len() < SHARED {
            return expand((&words, &reverse, budget), part(list, count, 0, 1), rank, found);
        }
        std::thread::scope(|scope| {
            let game = (&words[..], &reverse, budget);
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
    Some(words.into_iter().map(AtomicU32::into_inner).collect())
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
