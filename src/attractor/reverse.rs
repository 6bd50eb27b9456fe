//! The edges of a graph turned round: the predecessors of each vertex in one list after the other.
//!
//! Each thread of a pass has its share of the vertices, and turns round the edges that lead from them. In a large graph edges
//! are first sorted roughly by their targets, into bands of vertices whose counters and lists stay in the cache while they are
//! filled; the counters of a small one stay there anyway.

use std::ops::Range;

use super::graph::Graph;
use crate::search::Budget;

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

/// An edge: the place of its source in the share, and its target within the band.
type Edge = (u32, u16);

/// Vertices between two looks at the budget.
const LOOK: usize = 1 << 14;

/// Fills a band: where the predecessors of its vertices begin, and they themselves.
fn fill(edges: &[Edge], first: u32, begins: &mut [u32], sources: &mut [u32]) {
    edges.iter().for_each(|&(_, target)| begins[usize::from(target)] += 1);
    add_up(begins);
    // From the back, so that each list is in the order of its sources, and the sums become the beginnings.
    for &(source, target) in edges.iter().rev() {
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
    fn sorted(&self) -> Vec<Vec<Edge>> {
        let mut sizes = vec![0_usize; (self.graph.vertex_count() >> BAND_BITS) + 1];
        self.targets().iter().for_each(|&target| sizes[(target >> BAND_BITS) as usize] += 1);
        let mut bands: Vec<Vec<Edge>> = sizes.into_iter().map(Vec::with_capacity).collect();
        self.backwards(|source, target| bands[(target >> BAND_BITS) as usize].push((source, target as u16)));
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
