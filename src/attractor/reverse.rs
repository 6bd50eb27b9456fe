//! The reverse graph: the predecessors of all vertices in compressed sparse rows.
//!
//! Edges are first sorted by the band of their target, a range of vertices whose counters and lists fit the cache. A sorted edge is
//! one word: the offset of its source within a block, which has as many vertices as a band, and the offset of its target within
//! the band. The sorted edges use the memory of the final lists: each band is copied out before its lists are filled. In the
//! first step each thread processes blocks of sources, in the second bands of targets.

use std::ops::Range;

use parking_lot::Mutex;

use super::graph::Graph;
use super::parallel::{parallel_map, split_evenly};
use crate::pages::Pages;
use crate::search::Budget;

/// Arrays of this many bytes or more are mapped, so that freed memory returns to the system at once.
const MIN_MAPPED: usize = 1 << 16;

/// Binary logarithm of the most vertices of a band or block: two offsets fit one word.
const MAX_BITS: u32 = 16;

/// Binary logarithm of the least number of bands, so that threads can share a smaller graph.
const MIN_BAND_BITS: u32 = 6;

/// Predecessors of all vertices, with their multiplicity.
pub(super) struct Reverse {
    /// Binary logarithm of the number of vertices of a band.
    bits: u32,
    /// The begin of the predecessors of each vertex in `sources`, then the end of the last ones.
    begins: Pages<u32>,
    sources: Pages<u32>,
}

/// A sorted edge: the offset of its target within a band, and in the upper bits that of its source within a block.
type Edge = u32;

/// The sorting of the edges of a graph.
struct Sorting<'a> {
    graph: &'a Graph,
    bits: u32,
    /// Number of edges from each block to each band, block by block.
    counts: Vec<u32>,
    budget: &'a Budget,
}

impl Sorting<'_> {
    /// Returns the number of bands, which is that of blocks.
    fn bands(&self) -> usize {
        self.graph.vertex_count().div_ceil(1 << self.bits)
    }

    /// Returns the vertices of a block.
    fn block(&self, block: usize) -> Range<usize> {
        block << self.bits..((block + 1) << self.bits).min(self.graph.vertex_count())
    }

    /// Returns the beginning of the edges of a block.
    fn begin(&self, block: usize) -> usize {
        let first = (block << self.bits).min(self.graph.vertex_count());
        first.checked_sub(1).map_or(0, |before| self.graph.ends()[before] as usize)
    }

    /// Counts the edges of some blocks by band; stops early when the budget ends.
    fn count(&self, blocks: Range<usize>) -> Vec<u32> {
        let mut counts = vec![0; blocks.len() * self.bands()];
        for (block, counts) in blocks.zip(counts.chunks_mut(self.bands())) {
            if self.budget.is_over() {
                break;
            }
            let targets = &self.graph.targets()[self.begin(block)..self.begin(block + 1)];
            targets.iter().for_each(|&target| counts[(target >> self.bits) as usize] += 1);
        }
        counts
    }

    /// Returns the number of edges from some blocks to a band.
    fn count_edges(&self, blocks: Range<usize>, band: usize) -> usize {
        blocks.map(|block| self.counts[block * self.bands() + band] as usize).sum()
    }

    /// Sorts the edges of some blocks into `slots`, their part of each band.
    fn sort(&self, blocks: Range<usize>, mut slots: Vec<std::slice::IterMut<'_, Edge>>) {
        let mask = (1 << self.bits) - 1;
        for block in blocks {
            if self.budget.is_over() {
                break;
            }
            let mut begin = self.begin(block);
            for (place, &end) in (0..).zip(&self.graph.ends()[self.block(block)]) {
                for &target in &self.graph.targets()[begin..end as usize] {
                    // There is a slot for each edge counted.
                    if let Some(edge) = slots[(target >> self.bits) as usize].next() {
                        *edge = place << MAX_BITS | target & mask;
                    }
                }
                begin = end as usize;
            }
        }
    }

    /// Sorts all edges by band, with a thread for each range of blocks.
    fn sort_all(&self, shares: Vec<Range<usize>>, mut edges: &mut [Edge]) {
        let mut slots: Vec<_> = shares.iter().map(|_| Vec::with_capacity(self.bands())).collect();
        for band in 0..self.bands() {
            for (blocks, slots) in shares.iter().zip(&mut slots) {
                let (own, others) = std::mem::take(&mut edges).split_at_mut(self.count_edges(blocks.clone(), band));
                slots.push(own.iter_mut());
                edges = others;
            }
        }
        parallel_map(shares.into_iter().zip(slots).collect(), |(blocks, slots)| self.sort(blocks, slots));
    }

    /// Fills all bands from the sorted edges; stops early when the budget ends.
    fn fill_all(&self, threads: usize, begins: &mut [u32], mut sources: &mut [u32]) {
        let vertices = self.graph.vertex_count();
        begins[vertices] = sources.len() as u32;
        let mut first = 0;
        let unfilled = begins[..vertices].chunks_mut(1 << self.bits).enumerate().map(|(band, begins)| {
            let (own, others) = std::mem::take(&mut sources).split_at_mut(self.count_edges(0..self.bands(), band));
            sources = others;
            let before = first;
            first += own.len() as u32;
            (band, before, begins, own)
        });
        let unfilled = Mutex::new(unfilled);
        parallel_map(vec![Vec::new(); threads], |mut edges| {
            // The braces release the lock before the band is filled.
            while let Some((band, before, begins, sources)) = { unfilled.lock().next() } {
                if self.budget.is_over() {
                    break;
                }
                edges.clear();
                edges.extend_from_slice(sources);
                self.fill(band, &edges, begins, sources);
                begins.iter_mut().for_each(|begin| *begin += before);
            }
        });
    }

    /// Fills the index and the lists of a band from its edges, from the last edge to the first (counting sort).
    fn fill(&self, band: usize, mut edges: &[Edge], begins: &mut [u32], sources: &mut [u32]) {
        edges.iter().for_each(|&edge| begins[target(edge)] += 1);
        let mut sum = 0;
        for begin in &mut *begins {
            sum += *begin;
            *begin = sum;
        }
        // From the back, so that each list keeps the order of its sources and each sum becomes the beginning of its list.
        for block in (0..self.bands()).rev() {
            let (others, own) = edges.split_at(edges.len() - self.count_edges(block..block + 1, band));
            let first = (block << self.bits) as u32;
            for &edge in own.iter().rev() {
                let place = &mut begins[target(edge)];
                *place -= 1;
                sources[*place as usize] = first + (edge >> MAX_BITS);
            }
            edges = others;
        }
    }
}

/// Returns the offset of the target of an edge within its band.
const fn target(edge: Edge) -> usize {
    (edge & ((1 << MAX_BITS) - 1)) as usize
}

impl Reverse {
    /// Builds the reverse of a graph; `None` if the budget ends first.
    pub(super) fn build(graph: &Graph, threads: usize, budget: &Budget) -> Option<Reverse> {
        let bits = graph.vertex_count().ilog2().saturating_sub(MIN_BAND_BITS).min(MAX_BITS);
        let mut sorting = Sorting { graph, bits, counts: Vec::new(), budget };
        let bands = sorting.bands();
        let shares = split_evenly(bands, threads, |block| sorting.begin(block));
        sorting.counts = parallel_map(shares.clone(), |blocks| sorting.count(blocks)).concat();

        let mut sources = Pages::new(graph.edge_count(), MIN_MAPPED);
        let mut begins = Pages::new(graph.vertex_count() + 1, MIN_MAPPED);
        sorting.sort_all(shares, &mut sources);
        sorting.fill_all(threads, &mut begins, &mut sources);
        (!budget.is_over()).then_some(Reverse { bits, begins, sources })
    }

    /// Returns the number of vertices.
    fn count(&self) -> usize {
        self.begins.len() - 1
    }

    /// Returns the number of bands.
    pub(super) fn bands(&self) -> usize {
        self.count().div_ceil(1 << self.bits)
    }

    /// Returns the band of a vertex.
    #[inline]
    pub(super) fn band(&self, vertex: u32) -> usize {
        (vertex >> self.bits) as usize
    }

    /// Returns the vertices of some bands.
    pub(super) fn vertices(&self, bands: Range<usize>) -> Range<usize> {
        let [start, end] = [bands.start, bands.end].map(|band| (band << self.bits).min(self.count()));
        start..end
    }

    /// Returns the number of edges to vertices before a band.
    pub(super) fn edges_before(&self, band: usize) -> usize {
        self.begins[(band << self.bits).min(self.count())] as usize
    }

    /// Returns the lists of predecessors.
    pub(super) fn lists(&self) -> Lists<'_> {
        Lists { begins: &self.begins, sources: &self.sources }
    }
}

/// The lists of predecessors.
#[derive(Clone, Copy)]
pub(super) struct Lists<'a> {
    begins: &'a [u32],
    sources: &'a [u32],
}

impl Lists<'_> {
    /// Returns the index range of the predecessors of a vertex.
    #[inline]
    pub(super) fn span(&self, vertex: u32) -> (u32, u32) {
        (self.begins[vertex as usize], self.begins[vertex as usize + 1])
    }

    /// Returns the predecessors in an index range.
    #[inline]
    pub(super) fn slice(&self, begin: u32, end: u32) -> &[u32] {
        &self.sources[begin as usize..end as usize]
    }

    /// Returns the next `N` predecessors from an index on, of any vertices; `None` near the end.
    #[inline]
    pub(super) fn chunk<const N: usize>(&self, begin: u32) -> Option<&[u32; N]> {
        self.sources[begin as usize..].first_chunk()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::attractor::{Builder, Goal, Vertex};
    use crate::color::Color;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    /// Creates a graph of many bands. Each tenth vertex is a goal; so many edges lead to the first vertex that they take several
    /// batches.
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
    fn lists_in_order() {
        let graph = graph();
        let mut wanted = vec![Vec::new(); 150_000];
        for source in graph.vertices() {
            graph.successors(source).for_each(|next| wanted[next.index()].push(source.0));
        }
        for threads in 1..=3 {
            let reverse = Reverse::build(&graph, threads, &Budget::default()).unwrap();
            for (vertex, wanted) in (0..).zip(&wanted) {
                let (begin, end) = reverse.lists().span(vertex);
                assert_eq!(reverse.lists().slice(begin, end), wanted, "{vertex}");
            }
        }
    }
}
