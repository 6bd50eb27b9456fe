//! The backward pass: from the goals of both players, rank by rank, over the predecessors.
//!
//! Nearly all the time goes into visits to random vertices, so a large rank is visited in two steps: the edges into its vertices
//! are sorted into boxes, one for each band of vertices that they come from, and then the boxes are emptied one after the other,
//! each into a band that the cache holds. Threads have bands of their own, to look up predecessors of and to visit, and meet
//! after each step: nobody else writes what one reads. A small rank is visited at once, by one thread.

use std::ops::Range;

use parking_lot::RwLock;

use super::crew::{Meeting, by_all, cut};
use super::graph::{GOAL_1, GOAL_2, Graph, MOST_VERTICES, OWNER};
use super::reverse::{Lists, Reverse};
use super::state::{self, Visits};
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

/// Ranks of fewer vertices are visited at once: less work than a few meetings and a look at all boxes.
const LARGE: usize = 1 << 11;

/// What a rank has of a band is listed by number if it is at least one vertex in so many: that is how memory likes it.
const DENSE: usize = 32;

/// A graph of so many vertices is visited at once by a thread that has nobody to share it with: the cache holds it as it is.
const CACHED: usize = 1 << 22;

/// Vertices between two looks at the budget.
const LOOK: usize = 1 << 14;

/// Vertices that are taken together.
const BATCH: usize = 256;

/// Edges that are taken together.
const EDGES: usize = 1024;

/// Predecessors that are taken at one stroke, whether a vertex has so many or fewer: most have.
const STROKE: usize = 8;

/// Vertices that have been decided, or edges to go along: numbers, with the bit of who has won.
type List = Vec<u32>;

/// The vertices of one thread.
struct Share<'a> {
    /// The bands that they make.
    bands: Range<usize>,
    /// The number of the first one.
    first: u32,
    states: &'a mut [u8],
    words: &'a mut [u32],
    /// Those that have been decided at the last rank.
    found: &'a mut List,
}

impl Share<'_> {
    /// The vertices before the first visit, the goals among them found.
    fn open(&mut self, graph: &Graph) {
        let from = self.first as usize;
        let mut begin = from.checked_sub(1).map_or(0, |before| graph.ends()[before]);
        let given = graph.tags()[from..].iter().zip(&graph.ends()[from..]);
        for ((state, word), (&tag, &end)) in self.states.iter_mut().zip(&mut *self.words).zip(given) {
            let degree = end - std::mem::replace(&mut begin, end);
            let won = if tag & GOAL_1 != 0 { state::WON_1 } else { 0 } | if tag & GOAL_2 != 0 { state::WON_2 } else { 0 };
            // A final vertex has no edge: nothing visits it, and so nobody is ever forced there.
            *state = state::open(degree, tag & OWNER != 0) | if won != 0 { won | state::fresh(0) } else { 0 };
            *word = degree;
        }
        self.list_by_number(0, 0..self.states.len(), 0);
        self.write_down(0, 0);
    }

    /// Goes along some edges, to vertices of its own.
    #[inline]
    fn visit(&mut self, edges: &[u32], visits: &Visits) {
        let before = self.found.len();
        self.found.resize(before + edges.len(), 0);
        // In places of their own, which no visit can touch.
        let (found, states, mut count) = (&mut self.found[before..], &mut *self.states, 0);
        for &edge in edges {
            let place = ((edge & NUMBER) - self.first) as usize;
            found[count] = edge;
            let won = ((edge & WON) >> SHIFT) as u8;
            count += usize::from(visits.visit(&mut states[place], &mut self.words[place], won));
        }
        self.found.truncate(before + count);
    }

    /// Lists the vertices among some that have this rank by number, in place of those found from a place on.
    fn list_by_number(&mut self, from: usize, places: Range<usize>, rank: u32) {
        let (states, mark) = (&self.states[places.clone()], state::fresh(rank));
        self.found.truncate(from);
        for (first, some) in (places.start..).step_by(state::SOME).zip(states.chunks(state::SOME)) {
            let mut fresh = state::fresh_among(some, mark);
            while fresh != 0 {
                let place = fresh.trailing_zeros() as usize;
                let won = u32::from(some[place] & state::WON) << SHIFT;
                self.found.push((self.first + (first + place) as u32) | won);
                fresh &= fresh - 1;
            }
        }
    }

    /// Ends the finding of vertices of a rank among some, which are those from a place on.
    fn settle(&mut self, from: usize, places: Range<usize>, rank: u32) {
        if (self.found.len() - from) * DENSE >= places.len() {
            self.list_by_number(from, places, rank);
        }
        self.write_down(from, rank);
    }

    /// Writes down the rank of the vertices that have been found from a place on.
    fn write_down(&mut self, from: usize, rank: u32) {
        for &vertex in &self.found[from..] {
            let place = ((vertex & NUMBER) - self.first) as usize;
            self.states[place] = state::done(self.states[place]);
            self.words[place] = vertex & WON | rank;
        }
    }

    /// Sorts the edges into the vertices found into boxes, by where they come from.
    fn send(&self, boxes: &mut [List], reverse: &Reverse, budget: &Budget) {
        boxes.iter_mut().for_each(Vec::clear);
        edges_into(self.found, reverse.lists(), budget, |edges| {
            edges.iter().for_each(|&edge| boxes[reverse.band(edge & NUMBER)].push(edge));
        });
    }

    /// Goes along the edges of a rank in all boxes for its own bands, and finds what this decides.
    fn receive(&mut self, boxes: &[RwLock<Vec<List>>], reverse: &Reverse, rank: u32) {
        let (visits, boxes) = (Visits::from(rank), boxes.iter().map(RwLock::read).collect::<Vec<_>>());
        self.found.clear();
        for band in self.bands.clone() {
            let before = self.found.len();
            let edges = boxes.iter().flat_map(|boxes| boxes[band].chunks(EDGES));
            edges.for_each(|edges| self.visit(edges, &visits));
            let vertices = reverse.vertices(band..band + 1);
            self.settle(before, vertices.start - self.first as usize..vertices.end - self.first as usize, rank + 1);
        }
    }

    /// Makes the words of vertices that nobody wins 0: what is left of counts.
    fn finish(&mut self) {
        let all = self.words.iter_mut().zip(&*self.states);
        all.filter(|(_, state)| *state & state::WON == 0).for_each(|(word, _)| *word = 0);
    }
}

/// Passes the edges into some vertices on, many at a time; where the budget ends it stops half-way.
///
/// Nearly every step waits for memory, so steps are taken in batches: where the predecessors of many vertices are, then who
/// they are. The loads of a batch do not wait for each other, and no branch waits for a load.
fn edges_into(vertices: &[u32], lists: Lists<'_>, budget: &Budget, mut pass_on: impl FnMut(&[u32])) {
    let mut waiting = [0; EDGES + STROKE];
    let mut filled = 0;
    for (number, batch) in vertices.chunks(BATCH).enumerate() {
        if number % (LOOK / BATCH) == 0 && budget.is_over() {
            return;
        }
        let mut spans = [(0, 0); BATCH];
        for (span, &vertex) in spans.iter_mut().zip(batch) {
            *span = lists.span(vertex & NUMBER);
        }
        for (&(begin, end), &vertex) in spans.iter().zip(batch) {
            let (won, count) = (vertex & WON, (end - begin) as usize);
            if filled + count > EDGES {
                pass_on(&waiting[..std::mem::take(&mut filled)]);
            }
            match lists.some::<STROKE>(begin) {
                Some(some) if count <= STROKE => {
                    let room = &mut waiting[filled..][..STROKE];
                    room.iter_mut().zip(some).for_each(|(edge, &source)| *edge = source | won);
                    filled += count;
                }
                _ => {
                    pass_on(&waiting[..std::mem::take(&mut filled)]);
                    for some in lists.between(begin, end).chunks(EDGES) {
                        waiting.iter_mut().zip(some).for_each(|(edge, &source)| *edge = source | won);
                        pass_on(&waiting[..some.len()]);
                    }
                }
            }
        }
    }
    pass_on(&waiting[..filled]);
}

/// A pass over a graph, between two ranks.
struct Pass<'a> {
    reverse: &'a Reverse,
    budget: &'a Budget,
    /// The bands of each share.
    bands: Vec<Range<usize>>,
    states: Vec<u8>,
    words: Vec<u32>,
    /// The vertices of each share that have been decided at this rank.
    found: Vec<List>,
    /// All of them, while one thread goes on from them.
    ranked: List,
    /// What each share has found to visit in each band.
    boxes: Vec<RwLock<Vec<List>>>,
}

impl<'a> Pass<'a> {
    /// Before the first visit.
    fn over(graph: &Graph, reverse: &'a Reverse, threads: usize, budget: &'a Budget) -> Pass<'a> {
        let bands = cut(reverse.bands(), threads, |band| reverse.before(band));
        let boxes = bands.iter().map(|_| RwLock::new(vec![Vec::new(); reverse.bands()])).collect();
        let found = vec![Vec::new(); bands.len()];
        let (states, words) = (vec![0; graph.vertex_count()], vec![0; graph.vertex_count()]);
        let mut pass = Pass { reverse, budget, bands, states, words, found, ranked: Vec::new(), boxes };
        by_all(pass.shares(), |mut share| share.open(graph));
        pass
    }

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

    /// How many vertices have been decided at this rank.
    fn count(&self) -> usize {
        self.found.iter().map(Vec::len).sum()
    }

    /// Goes on from the vertices of a rank to those that this decides, one thread for all. Where the budget ends it stops half-way.
    fn alone(&mut self, rank: u32) {
        self.ranked.clear();
        self.found.iter_mut().for_each(|found| self.ranked.append(found));
        let (states, words, found) = (&mut self.states[..], &mut self.words[..], &mut self.found[0]);
        let mut share = Share { bands: 0..self.reverse.bands(), first: 0, states, words, found };
        let visits = Visits::from(rank);
        edges_into(&self.ranked, self.reverse.lists(), self.budget, |edges| share.visit(edges, &visits));
        share.settle(0, 0..share.states.len(), rank + 1);
    }

    /// Goes on from the vertices of a rank, and of those after it while they are many, a thread for each share; to which rank.
    /// Where the budget ends it stops half-way.
    fn together(&mut self, rank: u32) -> u32 {
        let (reverse, budget) = (self.reverse, self.budget);
        let boxes = std::mem::take(&mut self.boxes);
        let meeting = Meeting::of(boxes.len());
        let ranks = by_all(self.shares().into_iter().zip(&boxes).collect(), |(mut share, own)| {
            let (member, mut rank) = (meeting.join(), rank);
            loop {
                share.send(&mut own.write(), reverse, budget);
                member.meet(0);
                share.receive(&boxes, reverse, rank);
                rank += 1;
                // Who has no time left brings more than any rank has, so that all of them stop.
                let brought = if budget.is_over() { OVER } else { share.found.len() };
                if !(LARGE..OVER).contains(&member.meet(brought)) {
                    return rank;
                }
            }
        });
        self.boxes = boxes;
        ranks[0]
    }
}

/// More vertices than there are.
const OVER: usize = MOST_VERTICES + 1;

/// All words after the pass; `None` where the budget ends first.
pub(super) fn run(graph: &Graph, threads: usize, budget: &Budget) -> Option<Vec<u32>> {
    let reverse = Reverse::of(graph, threads, budget)?;
    let mut pass = Pass::over(graph, &reverse, threads, budget);
    let mut rank = 0;
    while pass.count() > 0 {
        if pass.count() < LARGE || threads == 1 && graph.vertex_count() <= CACHED {
            pass.alone(rank);
            rank += 1;
        } else {
            rank = pass.together(rank);
        }
        if budget.is_over() {
            return None;
        }
    }
    by_all(pass.shares(), |mut share| share.finish());
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

    /// A random graph, of which each tenth vertex is a goal and `next` chooses the successors.
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
        let alone = Solution::of(graph);
        assert_eq!(verify(graph, &alone), Ok(()));
        for threads in 2..=4 {
            let shared = Solution::within(graph, threads, &Budget::default()).unwrap();
            assert!(graph.vertices().all(|vertex| shared.verdict(vertex) == alone.verdict(vertex)), "{threads}");
        }
        alone
    }

    #[test]
    fn shares_make_one_solution() {
        let solution = check(&graph(|_, random| random.random_range(0..COUNT)));
        assert!(Color::BOTH.iter().all(|&player| solution.won(player) > 20_000 && solution.longest(player) > 5));
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
        // Its edges are counted by the word, and the edges into it take several batches.
        check(&graph(|number, random| if number % 3 == 0 { 5 } else { random.random_range(0..COUNT) }));
    }

    #[test]
    fn a_raised_flag_ends_it() {
        let graph = graph(|_, random| random.random_range(0..COUNT));
        let stop = Stop::default();
        stop.raise();
        for threads in 1..=3 {
            assert!(Solution::within(&graph, threads, &Budget::new(None, 0, stop.clone())).is_none());
        }
    }
}
