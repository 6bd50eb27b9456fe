//! The edges of a graph turned round: the predecessors of each vertex in one list after the other.
//!
//! Each thread of a pass has its share of the vertices, and turns round the edges that lead from them. In a large graph edges
//! are first sorted roughly by their targets, into bands of vertices whose counters and lists stay in the cache while they are
//! filled; the counters of a small one stay there anyway.

use std::ops::Range;

use super::graph::Graph;
use crate::pages::Pages;
use crate::search::Budget;

/// Bytes from which on memory is mapped: what is given back is then the system's again at once.
pub(super) const MAPPED: usize = 1 << 16;

/// Vertices of a band: 2 to this.
const BAND_BITS: u32 = 16;

/// Most vertices of a graph without bands: 2 MiB of counters.
const MOST_AT_ONCE: usize = 1 << 19;

/// Predecessors of all vertices among those of a share, with their multiplicity.
#[derive(Clone, Copy)]
pub(super) struct Reverse<'a> {
    /// Where the predecessors of each vertex begin, and those of the last end.
    begins: &'a [u32],
    /// They, by their places in the share.
    sources: &'a [u32],
}

/// An edge: its target, and above it the place of its source in the share.
type Edge = u64;

/// Its source, and its target within the band.
const fn parted(edge: Edge) -> (u32, u16) {
    ((edge >> 32) as u32, edge as u16)
}

/// The edges to a band, in memory that is given back once they have been used.
type Band = Pages<Edge>;

/// Vertices between two looks at the budget.
const LOOK: usize = 1 << 14;

/// Fills a band from its edges, the last ones first: where the predecessors of its vertices begin, and they themselves.
fn fill(edges: &[Edge], first: u32, begins: &mut [u32], sources: &mut [u32]) {
    edges.iter().for_each(|&edge| begins[usize::from(parted(edge).1)] += 1);
    add_up(begins);
    // They come from the back: so each list is in the order of its sources, and the sums become the beginnings.
    for &edge in edges {
        let (source, target) = parted(edge);
        let place = &mut begins[usize::from(target)];
        *place -= 1;
        sources[*place as usize] = source;
    }
    begins.iter_mut().for_each(|begin| *begin += first);
}

/// Makes of counts where each of them ends.
fn add_up(counts: &mut [u32]) {
    let mut sum = 0;
    for count in counts {
        sum += *count;
        *count = sum;
    }
}

/// The edges from some vertices of a graph.
struct Edges<'a> {
    graph: &'a Graph,
    from: Range<usize>,
    budget: &'a Budget,
}

impl Edges<'_> {
    /// Where the edges of a vertex begin.
    fn begin(&self, vertex: usize) -> usize {
        vertex.checked_sub(1).map_or(0, |before| self.graph.ends()[before]) as usize
    }

    /// Where they all lead.
    fn targets(&self) -> &[u32] {
        &self.graph.targets()[self.begin(self.from.start)..self.begin(self.from.end)]
    }

    /// Each from the back, with the place of its source. Where the budget ends this stops half-way.
    #[inline]
    fn backwards(&self, mut each: impl FnMut(u32, u32)) {
        let (ends, mut end) = (self.graph.ends(), self.begin(self.from.end));
        for source in self.from.clone().rev() {
            if source % LOOK == 0 && self.budget.is_over() {
                break;
            }
            let begin = source.checked_sub(1).map_or(0, |before| ends[before]) as usize;
            let place = (source - self.from.start) as u32;
            self.graph.targets()[begin..end].iter().rev().for_each(|&target| each(place, target));
            end = begin;
        }
    }

    /// All turned round at once.
    fn at_once(&self, begins: &mut [u32], sources: &mut [u32]) {
        self.targets().iter().for_each(|&target| begins[target as usize] += 1);
        add_up(begins);
        self.backwards(|source, target| {
            let place = &mut begins[target as usize];
            *place -= 1;
            sources[*place as usize] = source;
        });
    }

    /// All sorted by the bands of their targets, from the back.
    fn sorted(&self) -> Vec<Band> {
        let mut sizes = vec![0_usize; (self.graph.vertex_count() >> BAND_BITS) + 1];
        self.targets().iter().for_each(|&target| sizes[(target >> BAND_BITS) as usize] += 1);
        let mut bands: Vec<Band> = sizes.into_iter().map(|count| Pages::new(count, MAPPED)).collect();
        let mut rooms: Vec<_> = bands.iter_mut().map(|band| band.iter_mut()).collect();
        self.backwards(|source, target| {
            // There are as many as have been counted.
            if let Some(edge) = rooms[(target >> BAND_BITS) as usize].next() {
                *edge = u64::from(source) << 32 | u64::from(target);
            }
        });
        bands
    }

    /// All turned round band by band.
    fn by_bands(&self, begins: &mut [u32], sources: &mut [u32]) {
        let vertices = self.graph.vertex_count();
        begins[vertices] = sources.len() as u32;
        let mut first = 0;
        for (edges, begins) in self.sorted().into_iter().zip(begins[..vertices].chunks_mut(1 << BAND_BITS)) {
            if self.budget.is_over() {
                break;
            }
            fill(&edges, first as u32, begins, &mut sources[first..first + edges.len()]);
            first += edges.len();
        }
    }
}

impl<'a> Reverse<'a> {
    /// How many numbers it needs.
    pub(super) fn room(graph: &Graph, from: Range<usize>) -> usize {
        graph.vertex_count() + 1 + Edges { graph, from, budget: &Budget::default() }.targets().len()
    }

    /// Turns the edges from some vertices round, into zeros of its room; `None` where the budget ends first.
    pub(super) fn of(graph: &Graph, from: Range<usize>, zeros: &'a mut [u32], budget: &Budget) -> Option<Reverse<'a>> {
        let edges = Edges { graph, from, budget };
        let (begins, sources) = zeros.split_at_mut(graph.vertex_count() + 1);
        if graph.vertex_count() <= MOST_AT_ONCE {
            edges.at_once(begins, sources);
        } else {
            edges.by_bands(begins, sources);
        }
        (!budget.is_over()).then_some(Reverse { begins, sources })
    }

    /// Where the predecessors of a vertex begin and end, by its number.
    #[inline]
    pub(super) fn span(&self, vertex: u32) -> (u32, u32) {
        (self.begins[vertex as usize], self.begins[vertex as usize + 1])
    }

    /// The predecessors between two places.
    #[inline]
    pub(super) fn between(&self, begin: u32, end: u32) -> &[u32] {
        &self.sources[begin as usize..end as usize]
    }

    /// So many predecessors from a place on, whose ever they are; none near the end.
    #[inline]
    pub(super) fn some<const N: usize>(&self, begin: u32) -> Option<&[u32; N]> {
        self.sources[begin as usize..].first_chunk()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::attractor::{Builder, Goal, Solution, Vertex, verify};
    use crate::color::Color;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    /// Vertices in three bands, each tenth a goal; so many lead to the first one that it takes several batches.
    fn graph() -> Graph {
        let mut random = Pcg64Mcg::seed_from_u64(3);
        let mut builder = Builder::default();
        for number in 0..150_000_u32 {
            let goal = (number % 10 == 0).then_some(Goal::Of(Color::BOTH[(number % 20 / 10) as usize]));
            let degree = if goal.is_some() { 0 } else { random.random_range(1..=5) };
            (0..degree).for_each(|_| builder.edge(Vertex(random.random_range(0..150_000))));
            (0..u32::from(number % 30 == 7)).for_each(|_| builder.edge(Vertex(0)));
            builder.vertex(Color::BOTH[random.random_range(0..2)], goal);
        }
        builder.finish(Vertex(0)).unwrap()
    }

    #[test]
    fn with_bands_and_without() {
        let (graph, budget) = (graph(), Budget::default());
        for from in [0..150_000, 70_000..140_001] {
            let mut wanted = vec![Vec::new(); 150_000];
            for source in from.clone() {
                let vertex = Vertex(source as u32);
                graph.successors(vertex).for_each(|next| wanted[next.index()].push((source - from.start) as u32));
            }
            let edges = Edges { graph: &graph, from: from.clone(), budget: &budget };
            for turn in [Edges::at_once, Edges::by_bands] {
                let mut room = vec![0; Reverse::room(&graph, from.clone())];
                let (begins, sources) = room.split_at_mut(150_001);
                turn(&edges, begins, sources);
                let reverse = Reverse { begins, sources };
                for (vertex, wanted) in (0..).zip(&wanted) {
                    let (begin, end) = reverse.span(vertex);
                    assert_eq!(reverse.between(begin, end), wanted, "{vertex}");
                }
            }
        }
    }

    #[test]
    fn shares_make_one_solution() {
        let graph = graph();
        let alone = Solution::of(&graph);
        assert_eq!(verify(&graph, &alone), Ok(()));
        assert!(Color::BOTH.iter().all(|&player| alone.won(player) > 20_000 && alone.longest(player) > 5));
        for threads in 2..=4 {
            let shared = Solution::within(&graph, threads, &Budget::default()).unwrap();
            assert!(graph.vertices().all(|vertex| shared.verdict(vertex) == alone.verdict(vertex)), "{threads}");
        }
    }
}
