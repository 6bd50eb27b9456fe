//! The backward pass: from the goals of both players over the predecessors, rank by rank.
//!
//! Nearly all the time is spent on random accesses to vertices. A large rank is therefore visited in two steps. First the edges
//! into its vertices are bucketed by the band of their source, a range of vertices that fits the cache. Then the buckets are
//! processed one after the other. Each thread owns a range of bands, and a barrier separates the steps, so that no thread reads
//! what another one writes. A small rank is visited directly by one thread.

use std::ops::Range;

use parking_lot::RwLock;

use super::barrier::Barrier;
use super::graph::{GOAL_1, GOAL_2, Graph, MAX_VERTICES, OWNER};
use super::parallel::{parallel_map, split_evenly};
use super::reverse::{Lists, Reverse};
use super::state::{self, Visits};
use crate::search::Budget;

/// Bit of the word of a vertex that the first player wins. The lower bits are then the rank.
pub(super) const WON_1: u32 = 1 << 30;
/// Bit of the word of a vertex that the second player wins.
pub(super) const WON_2: u32 = 1 << 31;
/// Both bits of winners.
pub(super) const WON: u32 = WON_1 | WON_2;
/// The bits below them: a rank or a vertex.
pub(super) const NUMBER: u32 = WON_1 - 1;

/// Distance from the winner's bits of a byte to those of a word.
const SHIFT: u32 = WON_1.trailing_zeros() - state::WON_1.trailing_zeros();

/// Ranks with fewer vertices are visited by one thread, which costs less than the barriers and a scan of all buckets.
const MIN_PARALLEL: usize = 1 << 11;

/// If at least one in this many vertices of a band has the rank, they are listed in the order of their numbers by a scan of the band,
/// so that memory is read in order.
const DENSE: usize = 32;

/// Up to this many vertices a single thread visits every rank directly, because the states of all vertices fit the cache.
const CACHED: usize = 1 << 22;

/// Vertices between two checks of the budget.
const CHECK_INTERVAL: usize = 1 << 14;

/// Vertices of one batch.
const BATCH: usize = 256;

/// Edges of one batch.
const EDGES: usize = 1024;

/// Predecessors copied at once, even if a vertex has fewer; most vertices have no more.
const COPY_WIDTH: usize = 8;

/// Decided vertices, or sources of edges to visit: numbers with the bit of the winner.
type List = Vec<u32>;

/// The part of the vertices that one thread owns.
struct Share<'a> {
    bands: Range<usize>,
    /// Its first vertex.
    first: u32,
    /// The state of each vertex; see [`state`].
    states: &'a mut [u8],
    /// Of a decided vertex its winner and rank, of an open one the edges to count; see [`state`].
    words: &'a mut [u32],
    /// Its vertices that were decided in the last step.
    found: &'a mut List,
}

impl Share<'_> {
    /// Initializes the vertices and lists the goals as rank 0.
    fn initialize(&mut self, graph: &Graph) {
        let from = self.first as usize;
        let mut begin = from.checked_sub(1).map_or(0, |before| graph.ends()[before]);
        let given = graph.tags()[from..].iter().zip(&graph.ends()[from..]);
        for ((state, word), (&tag, &end)) in self.states.iter_mut().zip(&mut *self.words).zip(given) {
            let degree = end - std::mem::replace(&mut begin, end);
            let won = if tag & GOAL_1 != 0 { state::WON_1 } else { 0 } | if tag & GOAL_2 != 0 { state::WON_2 } else { 0 };
            // A final vertex has no outgoing edge, so no visit changes its state.
            *state = state::open_state(degree, tag & OWNER != 0) | if won != 0 { won | state::rank_mark(0) } else { 0 };
            *word = degree;
        }
        self.list_by_number(0, 0..self.states.len(), 0);
        self.write_ranks(0, 0);
    }

    /// Visits the sources of some edges, which must belong to this share.
    #[inline]
    fn visit(&mut self, edges: &[u32], visits: &Visits) {
        let before = self.found.len();
        self.found.resize(before + edges.len(), 0);
        // Separate slices show the compiler that a visit does not change `found`.
        let (found, states, mut count) = (&mut self.found[before..], &mut *self.states, 0);
        for &edge in edges {
            let place = ((edge & NUMBER) - self.first) as usize;
            found[count] = edge;
            let won = ((edge & WON) >> SHIFT) as u8;
            count += usize::from(visits.visit(&mut states[place], &mut self.words[place], won));
        }
        self.found.truncate(before + count);
    }

    /// Replaces the found vertices from index `from` on by the vertices of this rank in `places`, ordered by number.
    fn list_by_number(&mut self, from: usize, places: Range<usize>, rank: u32) {
        let (states, mark) = (&self.states[places.clone()], state::rank_mark(rank));
        self.found.truncate(from);
        for (first, some) in (places.start..).step_by(state::LANES).zip(states.chunks(state::LANES)) {
            let mut marked = state::find_marked(some, mark);
            while marked != 0 {
                let place = marked.trailing_zeros() as usize;
                let won = u32::from(some[place] & state::WON) << SHIFT;
                self.found.push((self.first + (first + place) as u32) | won);
                marked &= marked - 1;
            }
        }
    }

    /// Completes a rank in `places`, whose found vertices start at index `from`.
    fn finish_rank(&mut self, from: usize, places: Range<usize>, rank: u32) {
        if (self.found.len() - from) * DENSE >= places.len() {
            self.list_by_number(from, places, rank);
        }
        self.write_ranks(from, rank);
    }

    /// Writes the rank of the found vertices from index `from` on.
    fn write_ranks(&mut self, from: usize, rank: u32) {
        for &vertex in &self.found[from..] {
            let place = ((vertex & NUMBER) - self.first) as usize;
            self.states[place] = state::clear_count(self.states[place]);
            self.words[place] = vertex & WON | rank;
        }
    }

    /// Buckets the edges into the found vertices by the band of their source.
    fn scatter(&self, buckets: &mut [List], reverse: &Reverse, budget: &Budget) {
        buckets.iter_mut().for_each(Vec::clear);
        for_each_edge_into(self.found, reverse.lists(), budget, |edges| {
            edges.iter().for_each(|&edge| buckets[reverse.band(edge & NUMBER)].push(edge));
        });
    }

    /// Visits the edges in the buckets of its own bands, and lists the vertices that become decided.
    fn gather(&mut self, buckets: &[RwLock<Vec<List>>], reverse: &Reverse, rank: u32) {
        let (visits, buckets) = (Visits::at_rank(rank), buckets.iter().map(RwLock::read).collect::<Vec<_>>());
        self.found.clear();
        for band in self.bands.clone() {
            let before = self.found.len();
            let edges = buckets.iter().flat_map(|buckets| buckets[band].chunks(EDGES));
            edges.for_each(|edges| self.visit(edges, &visits));
            let vertices = reverse.vertices(band..band + 1);
            self.finish_rank(before, vertices.start - self.first as usize..vertices.end - self.first as usize, rank + 1);
        }
    }

    /// Clears the words of draws, which still contain edge counts.
    fn clear_draws(&mut self) {
        let all = self.words.iter_mut().zip(&*self.states);
        all.filter(|(_, state)| *state & state::WON == 0).for_each(|(word, _)| *word = 0);
    }
}

/// Calls `visit` on the edges into some vertices, in batches; stops early when the budget ends.
///
/// Memory latency dominates, so a batch first loads the index ranges of the predecessors of its vertices, then the predecessors.
/// The loads of a batch are independent of each other, and no branch depends on them.
fn for_each_edge_into(vertices: &[u32], lists: Lists<'_>, budget: &Budget, mut visit: impl FnMut(&[u32])) {
    let mut edges = [0; EDGES + COPY_WIDTH];
    let mut filled = 0;
    for (number, batch) in vertices.chunks(BATCH).enumerate() {
        if number % (CHECK_INTERVAL / BATCH) == 0 && budget.is_over() {
            return;
        }
        let mut spans = [(0, 0); BATCH];
        for (span, &vertex) in spans.iter_mut().zip(batch) {
            *span = lists.span(vertex & NUMBER);
        }
        for (&(begin, end), &vertex) in spans.iter().zip(batch) {
            let (won, count) = (vertex & WON, (end - begin) as usize);
            if filled + count > EDGES {
                visit(&edges[..std::mem::take(&mut filled)]);
            }
            match lists.chunk::<COPY_WIDTH>(begin) {
                Some(sources) if count <= COPY_WIDTH => {
                    let room = &mut edges[filled..][..COPY_WIDTH];
                    room.iter_mut().zip(sources).for_each(|(edge, &source)| *edge = source | won);
                    filled += count;
                }
                _ => {
                    visit(&edges[..std::mem::take(&mut filled)]);
                    for sources in lists.slice(begin, end).chunks(EDGES) {
                        edges.iter_mut().zip(sources).for_each(|(edge, &source)| *edge = source | won);
                        visit(&edges[..sources.len()]);
                    }
                }
            }
        }
    }
    visit(&edges[..filled]);
}

/// The state of the pass between two ranks.
struct Pass<'a> {
    reverse: &'a Reverse,
    budget: &'a Budget,
    /// The bands of each thread.
    bands: Vec<Range<usize>>,
    states: Vec<u8>,
    words: Vec<u32>,
    /// The vertices of the current rank, by the thread that owns them.
    found: Vec<List>,
    /// All of these in one list, for a rank that one thread visits.
    ranked: List,
    /// Edges to visit, by the thread that found them and by band.
    buckets: Vec<RwLock<Vec<List>>>,
}

impl<'a> Pass<'a> {
    /// Creates the state before the first visit.
    fn new(graph: &Graph, reverse: &'a Reverse, threads: usize, budget: &'a Budget) -> Pass<'a> {
        let bands = split_evenly(reverse.bands(), threads, |band| reverse.edges_before(band));
        let buckets = bands.iter().map(|_| RwLock::new(vec![Vec::new(); reverse.bands()])).collect();
        let found = vec![Vec::new(); bands.len()];
        let (states, words) = (vec![0; graph.vertex_count()], vec![0; graph.vertex_count()]);
        let mut pass = Pass { reverse, budget, bands, states, words, found, ranked: Vec::new(), buckets };
        parallel_map(pass.shares(), |mut share| share.initialize(graph));
        pass
    }

    /// Splits the state into the shares of the threads.
    fn shares(&mut self) -> Vec<Share<'_>> {
        let (mut states, mut words) = (&mut self.states[..], &mut self.words[..]);
        let mut shares = Vec::new();
        for (bands, found) in self.bands.iter().zip(&mut self.found) {
            let places = self.reverse.vertices(bands.clone());
            let (own, others) = std::mem::take(&mut states).split_at_mut(places.len());
            let (own_words, other_words) = std::mem::take(&mut words).split_at_mut(places.len());
            (states, words) = (others, other_words);
            shares.push(Share { bands: bands.clone(), first: places.start as u32, states: own, words: own_words, found });
        }
        shares
    }

    /// Returns the number of vertices of the current rank.
    fn count(&self) -> usize {
        self.found.iter().map(Vec::len).sum()
    }

    /// Visits one rank with one thread; stops early when the budget ends.
    fn visit_rank_directly(&mut self, rank: u32) {
        self.ranked.clear();
        self.found.iter_mut().for_each(|found| self.ranked.append(found));
        let (states, words, found) = (&mut self.states[..], &mut self.words[..], &mut self.found[0]);
        let mut share = Share { bands: 0..self.reverse.bands(), first: 0, states, words, found };
        let visits = Visits::at_rank(rank);
        for_each_edge_into(&self.ranked, self.reverse.lists(), self.budget, |edges| share.visit(edges, &visits));
        share.finish_rank(0, 0..share.states.len(), rank + 1);
    }

    /// Visits the current rank and the next ones in parallel while they are large. Returns the first rank that was not visited.
    /// Stops early when the budget ends.
    fn visit_ranks_in_parallel(&mut self, rank: u32) -> u32 {
        let (reverse, budget) = (self.reverse, self.budget);
        let buckets = std::mem::take(&mut self.buckets);
        let barrier = Barrier::new(buckets.len());
        let ranks = parallel_map(self.shares().into_iter().zip(&buckets).collect(), |(mut share, own)| {
            let (handle, mut rank) = (barrier.handle(), rank);
            loop {
                share.scatter(&mut own.write(), reverse, budget);
                handle.wait(0);
                share.gather(&buckets, reverse, rank);
                rank += 1;
                // The sum is the size of the rank, unless the budget of a thread is over. All threads get the same sum, so they
                // decide alike.
                let addend = if budget.is_over() { STOP } else { share.found.len() };
                let sum = handle.wait(addend);
                if !(MIN_PARALLEL..STOP).contains(&sum) {
                    return rank;
                }
            }
        });
        self.buckets = buckets;
        ranks[0]
    }
}

/// More vertices than a graph has: what a thread adds to the size of a rank to stop all threads.
const STOP: usize = MAX_VERTICES + 1;

/// Runs the pass and returns the words of all vertices; `None` if the budget ends first.
pub(super) fn run(graph: &Graph, threads: usize, budget: &Budget) -> Option<Vec<u32>> {
    let reverse = Reverse::build(graph, threads, budget)?;
    let mut pass = Pass::new(graph, &reverse, threads, budget);
    let mut rank = 0;
    while pass.count() > 0 {
        if pass.count() < MIN_PARALLEL || threads == 1 && graph.vertex_count() <= CACHED {
            pass.visit_rank_directly(rank);
            rank += 1;
        } else {
            rank = pass.visit_ranks_in_parallel(rank);
        }
        if budget.is_over() {
            return None;
        }
    }
    parallel_map(pass.shares(), |mut share| share.clear_draws());
    Some(pass.words)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::attractor::{Builder, Goal, Solution, Vertex, verify};
    use crate::color::Color;
    use crate::search::Stop;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    /// Vertices of the graphs.
    const COUNT: u32 = 150_000;

    /// Creates a random graph in which each tenth vertex is a goal and `next` chooses the successors.
    fn graph(mut next: impl FnMut(u32, &mut Pcg64Mcg) -> u32) -> Graph {
        let mut random = Pcg64Mcg::seed_from_u64(3);
        let mut builder = Builder::default();
        for number in 0..COUNT {
            let goal = (number % 10 == 0).then_some(Goal::Of(Color::BOTH[(number % 20 / 10) as usize]));
            let degree = if goal.is_some() { 0 } else { random.random_range(1..=5) };
            (0..degree).for_each(|_| builder.edge(Vertex(next(number, &mut random))));
            builder.vertex(Color::BOTH[random.random_range(0..2)], goal);
        }
        builder.finish(Vertex(0)).unwrap()
    }

    fn check(graph: &Graph) -> Solution {
        let single = Solution::solve(graph);
        assert_eq!(verify(graph, &single), Ok(()));
        for threads in 2..=4 {
            let shared = Solution::solve_within(graph, threads, &Budget::default()).unwrap();
            assert!(graph.vertices().all(|vertex| shared.verdict(vertex) == single.verdict(vertex)), "{threads}");
        }
        single
    }

    #[test]
    fn shares_make_one_solution() {
        let solution = check(&graph(|_, random| random.random_range(0..COUNT)));
        assert!(Color::BOTH.iter().all(|&player| solution.wins(player) > 20_000 && solution.longest(player) > 5));
    }

    #[test]
    fn shares_without_vertices() {
        // Nearly all edges lead to the first band, or to the last one.
        check(&graph(|number, random| if number < 1000 { random.random_range(0..COUNT) } else { random.random_range(0..100) }));
        check(&graph(
            |number, random| {
                if number < 1000 { random.random_range(0..COUNT) } else { COUNT - 1 - random.random_range(0..100) }
            },
        ));
    }

    #[test]
    fn many_edges_of_one_vertex() {
        // Its edges are counted in its word, and the edges into it take several batches.
        check(&graph(|number, random| if number % 3 == 0 { 5 } else { random.random_range(0..COUNT) }));
    }

    #[test]
    fn a_raised_flag_ends_it() {
        let graph = graph(|_, random| random.random_range(0..COUNT));
        let stop = Stop::default();
        stop.raise();
        for threads in 1..=3 {
            assert!(Solution::solve_within(&graph, threads, &Budget::new(None, 0, stop.clone())).is_none());
        }
    }
}
