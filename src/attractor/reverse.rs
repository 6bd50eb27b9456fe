//! The edges of a graph turned round: the predecessors of each vertex in one list after the other.
//!
//! Edges are first sorted roughly by their targets, into bands of vertices whose counters and lists stay in the cache while
//! they are filled. Each thread sorts its share of the edges, then fills its share of the bands.

use super::graph::Graph;
use crate::search::Budget;

/// Vertices of a band: 2 to this.
const BAND_BITS: u32 = 16;

/// Predecessors, with their multiplicity.
pub(super) struct Reverse {
    /// Where the predecessors of each vertex begin, and those of the last end.
    begins: Vec<u32>,
    sources: Vec<u32>,
}

/// An edge: its source, and its target within the band.
type Edge = (u32, u16);

/// A thread's share of the edges, by bands.
type Share = Vec<Vec<Edge>>;

/// Vertices between two looks at the budget.
const LOOK: usize = 1 << 14;

/// The edges from the vertices of a range, by bands.
fn sorted(graph: &Graph, from: std::ops::Range<usize>, budget: &Budget) -> Share {
    let bands = (graph.vertex_count() >> BAND_BITS) + 1;
    let ends = graph.ends();
    let mut begin = from.start.checked_sub(1).map_or(0, |before| ends[before]) as usize;
    let last = if from.is_empty() { begin } else { ends[from.end - 1] as usize };
    let mut sizes = vec![0_usize; bands];
    graph.targets()[begin..last].iter().for_each(|&target| sizes[(target >> BAND_BITS) as usize] += 1);
    let mut share: Share = sizes.into_iter().map(Vec::with_capacity).collect();
    for source in from {
        if source % LOOK == 0 && budget.is_over() {
            break;
        }
        let end = ends[source] as usize;
        for &target in &graph.targets()[begin..end] {
            share[(target >> BAND_BITS) as usize].push((source as u32, target as u16));
        }
        begin = end;
    }
    share
}

/// Fills one band: where the predecessors of its vertices begin, and they themselves.
fn fill(edges: &[&[Edge]], first: u32, begins: &mut [u32], sources: &mut [u32]) {
    begins.fill(0);
    edges.iter().flat_map(|edges| edges.iter()).for_each(|&(_, target)| begins[usize::from(target)] += 1);
    let mut sum = 0;
    for begin in begins.iter_mut() {
        sum += *begin;
        *begin = sum;
    }
    // From the back, so that each list is in the order of its sources, and the sums become the beginnings.
    for &(source, target) in edges.iter().rev().flat_map(|edges| edges.iter().rev()) {
        let place = &mut begins[usize::from(target)];
        *place -= 1;
        sources[*place as usize] = source;
    }
    begins.iter_mut().for_each(|begin| *begin += first);
}

impl Reverse {
    /// Turns all edges round; `None` where the budget ends first.
    pub(super) fn of(graph: &Graph, threads: usize, budget: &Budget) -> Option<Reverse> {
        let (vertices, edges) = (graph.vertex_count(), graph.edge_count());
        let step = vertices.div_ceil(threads);
        let mut shares: Vec<Share> = std::thread::scope(|scope| {
            let ranges = (0..threads).map(|n| (n * step).min(vertices)..((n + 1) * step).min(vertices));
            let workers: Vec<_> = ranges.map(|range| scope.spawn(move || sorted(graph, range, budget))).collect();
            workers.into_iter().filter_map(|worker| worker.join().ok()).collect()
        });
        if budget.is_over() {
            return None;
        }
        let mut begins = vec![0_u32; vertices + 1];
        let mut sources = vec![0_u32; edges];
        begins[vertices] = edges as u32;
        let mut rest = &mut sources[..];
        let mut first = 0;
        let mut bands = Vec::new();
        for (band, begins) in begins[..vertices].chunks_mut(1 << BAND_BITS).enumerate() {
            let edges: Vec<Vec<Edge>> = shares.iter_mut().map(|share| std::mem::take(&mut share[band])).collect();
            let size = edges.iter().map(Vec::len).sum();
            let (own, others) = rest.split_at_mut(size);
            rest = others;
            bands.push((edges, first, begins, own));
            first += size as u32;
        }
        let queue = parking_lot::Mutex::new(bands);
        let work = || {
            while let Some((edges, first, begins, sources)) = { queue.lock().pop() } {
                if budget.is_over() {
                    return;
                }
                let slices: Vec<&[Edge]> = edges.iter().map(Vec::as_slice).collect();
                fill(&slices, first, begins, sources);
            }
        };
        std::thread::scope(|scope| {
            (1..threads).for_each(|_| drop(scope.spawn(work)));
            work();
        });
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
}
