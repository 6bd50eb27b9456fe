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

    /// Puts `new` in the place of `old`; `false` where another thread was faster.
    fn replace(&self, old: u32, new: u32) -> bool;
}

impl Word for Cell<u32> {
    #[inline]
    fn read(&self) -> u32 {
        self.get()
    }

    #[inline]
    fn replace(&self, _: u32, new: u32) -> bool {
        self.set(new);
        true
    }
}

impl Word for AtomicU32 {
    // A word stands for itself alone: what a thread sees of other words does not matter until the threads meet after a rank.
    #[inline]
    fn read(&self) -> u32 {
        self.load(Ordering::Relaxed)
    }

    #[inline]
    fn replace(&self, old: u32, new: u32) -> bool {
        self.compare_exchange_weak(old, new, Ordering::Relaxed, Ordering::Relaxed).is_ok()
    }
}

/// The word of a vertex when an edge of it is found to lead to a vertex of this rank that `won` wins; `None` where nothing changes.
#[inline]
fn visited(word: u32, won: u32, rank: u32) -> Option<u32> {
    if word & WON != 0 {
        return None;
    }
    let is_own = (word & OF_2 != 0) == (won == WON_2);
    if is_own || word & NUMBER == 1 {
        return Some(won | word & OF_2 | (rank + 1));
    }
    Some(word - 1)
}

/// The words before the first visit.
fn first_words(graph: &Graph) -> Vec<u32> {
    let mut begin = 0;
    let tagged = graph.tags().iter().zip(graph.ends());
    tagged
        .map(|(&tag, &end)| {
            let degree = end - std::mem::replace(&mut begin, end);
            let won = if tag & GOAL_1 != 0 { WON_1 } else { 0 } | if tag & GOAL_2 != 0 { WON_2 } else { 0 };
            // A final vertex has no edge: nothing visits it, and so nobody is ever forced there.
            won | u32::from(tag & OWNER) * OF_2 | degree
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

/// Visits the predecessors of some vertices of a rank; those that are won now go to `next`.
fn expand<W: Word>(words: &[W], reverse: &Reverse, level: Level<'_>, rank: u32, next: &mut Vec<u32>) {
    let mut visit_all = |vertex: u32, won: u32| {
        for &source in reverse.sources(vertex) {
            let place = &words[source as usize];
            loop {
                let word = place.read();
                let Some(new) = visited(word, won, rank) else { break };
                if place.replace(word, new) {
                    if new & WON != 0 {
                        next.push(source);
                    }
                    break;
                }
            }
        }
    };
    match level {
        Level::List(list) => list.iter().for_each(|&vertex| visit_all(vertex, words[vertex as usize].read() & WON)),
        Level::Range(range) => {
            for vertex in range {
                let word = words[vertex as usize].read();
                if word & WON != 0 && word & NUMBER == rank {
                    visit_all(vertex, word & WON);
                }
            }
        }
    }
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
    let goals: Vec<u32> = (0..words.len() as u32).filter(|&vertex| words[vertex as usize] & WON != 0).collect();
    if threads == 1 {
        let cells = Cell::from_mut(&mut words[..]).as_slice_of_cells();
        ranks(goals, budget, |list, rank, next| expand(cells, &reverse, part(list, cells.len(), 0, 1), rank, next))?;
        return Some(words);
    }
    let words: Vec<AtomicU32> = words.into_iter().map(AtomicU32::new).collect();
    ranks(goals, budget, |list, rank, next| {
        if list.len() < SHARED {
            return expand(&words, &reverse, part(list, words.len(), 0, 1), rank, next);
        }
        let found: Vec<Vec<u32>> = std::thread::scope(|scope| {
            let one = |n| {
                let mut found = Vec::new();
                expand(&words, &reverse, part(list, words.len(), n, threads), rank, &mut found);
                found
            };
            let workers: Vec<_> = (1..threads).map(|n| scope.spawn(move || one(n))).collect();
            let own = one(0);
            std::iter::once(own).chain(workers.into_iter().filter_map(|worker| worker.join().ok())).collect()
        });
        found.iter().for_each(|found| next.extend_from_slice(found));
    })?;
    Some(words.into_iter().map(AtomicU32::into_inner).collect())
}

/// Goes through the ranks from the goals on, as long as there are vertices of the next one.
fn ranks(goals: Vec<u32>, budget: &Budget, mut expand: impl FnMut(&[u32], u32, &mut Vec<u32>)) -> Option<()> {
    let (mut list, mut next) = (goals, Vec::new());
    for rank in 0.. {
        if list.is_empty() {
            break;
        }
        if budget.is_over() {
            return None;
        }
        expand(&list, rank, &mut next);
        list.clear();
        std::mem::swap(&mut list, &mut next);
    }
    Some(())
}
