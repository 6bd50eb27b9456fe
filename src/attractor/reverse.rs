//! The edges of a graph turned round: the predecessors of each vertex in one list after the other.
//!
//! Edges are first sorted roughly by their targets, into bands of vertices whose counters and lists stay in the cache while
//! they are filled. An edge on the way is one word, its source in a block of as many vertices as a band and its target in the
//! band, in the very memory where the lists will be: each band is copied out when its turn comes, and filled. Threads take blocks
//! of sources as they sort, and bands of targets as they fill.

use std::ops::Range;

use parking_lot::Mutex;

use super::crew::{by_all, cut};
use super::graph::Graph;
use crate::pages::Pages;
use crate::search::Budget;

/// Bytes from which on memory is mapped: what is given back is then the system's again at once.
const MAPPED: usize = 1 << 16;

/// Vertices of a band and of a block are 2 to this at the most: a place in both takes one word.
const MOST_BITS: u32 = 16;

/// They are fewer in smaller graphs, so that threads share the bands of those too: at least 2 to this many.
const BANDS: u32 = 6;

/// Predecessors of all vertices, with their multiplicity.
pub(super) struct Reverse {
    /// Vertices of a band are 2 to this.
    bits: u32,
    /// Where the predecessors of each vertex begin, and those of the last end.
    begins: Pages<u32>,
    sources: Pages<u32>,
}

/// An edge on the way: its target within a band, and above it its source within a block.
type Edge = u32;

/// A graph whose edges are sorted.
struct Sorting<'a> {
    graph: &'a Graph,
    bits: u32,
    /// How many edges lead from each block to each band, block by block.
    cells: Vec<u32>,
    budget: &'a Budget,
}

impl Sorting<'_> {
    /// Number of bands, and of blocks.
    fn bands(&self) -> usize {
        self.graph.vertex_count().div_ceil(1 << self.bits)
    }

    /// The vertices of a block.
    fn block(&self, block: usize) -> Range<usize> {
        block << self.bits..((block + 1) << self.bits).min(self.graph.vertex_count())
    }

    /// Where the edges of a block begin.
    fn begin(&self, block: usize) -> usize {
        let first = (block << self.bits).min(self.graph.vertex_count());
        first.checked_sub(1).map_or(0, |before| self.graph.ends()[before] as usize)
    }

    /// Counts the edges of some blocks by their bands. Where the budget ends it stops half-way.
    fn count(&self, blocks: Range<usize>) -> Vec<u32> {
        let mut cells = vec![0; blocks.len() * self.bands()];
        for (block, cells) in blocks.zip(cells.chunks_mut(self.bands())) {
            if self.budget.is_over() {
                break;
            }
            let targets = &self.graph.targets()[self.begin(block)..self.begin(block + 1)];
            targets.iter().for_each(|&target| cells[(target >> self.bits) as usize] += 1);
        }
        cells
    }

    /// Number of edges from some blocks to a band.
    fn between(&self, blocks: Range<usize>, band: usize) -> usize {
        blocks.map(|block| self.cells[block * self.bands() + band] as usize).sum()
    }

    /// Sorts the edges of some blocks into rooms of their own in all bands.
    fn sort(&self, blocks: Range<usize>, mut rooms: Vec<std::slice::IterMut<'_, Edge>>) {
        let mask = (1 << self.bits) - 1;
        for block in blocks {
            if self.budget.is_over() {
                break;
            }
            let mut begin = self.begin(block);
            for (place, &end) in (0..).zip(&self.graph.ends()[self.block(block)]) {
                for &target in &self.graph.targets()[begin..end as usize] {
                    // There are as many as have been counted.
                    if let Some(edge) = rooms[(target >> self.bits) as usize].next() {
                        *edge = place << MOST_BITS | target & mask;
                    }
                }
                begin = end as usize;
            }
        }
    }

    /// Sorts all edges by their bands, with a thread for each share of the blocks.
    fn sort_all(&self, shares: Vec<Range<usize>>, mut edges: &mut [Edge]) {
        let mut rooms: Vec<_> = shares.iter().map(|_| Vec::with_capacity(self.bands())).collect();
        for band in 0..self.bands() {
            for (blocks, rooms) in shares.iter().zip(&mut rooms) {
                let (own, others) = std::mem::take(&mut edges).split_at_mut(self.between(blocks.clone(), band));
                rooms.push(own.iter_mut());
                edges = others;
            }
        }
        by_all(shares.into_iter().zip(rooms).collect(), |(blocks, rooms)| self.sort(blocks, rooms));
    }

    /// Fills all bands from edges that are sorted, with so many threads. Where the budget ends it stops half-way.
    fn fill_all(&self, threads: usize, begins: &mut [u32], mut sources: &mut [u32]) {
        let vertices = self.graph.vertex_count();
        begins[vertices] = sources.len() as u32;
        let mut first = 0;
        let unfilled = begins[..vertices].chunks_mut(1 << self.bits).enumerate().map(|(band, begins)| {
            let (own, others) = std::mem::take(&mut sources).split_at_mut(self.between(0..self.bands(), band));
            sources = others;
            let before = first;
            first += own.len() as u32;
            (band, before, begins, own)
        });
        let unfilled = Mutex::new(unfilled);
        by_all(vec![Vec::new(); threads], |mut edges| {
            // In braces, so that the others can have the next one while this is filled.
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

    /// Fills a band from its edges, the last ones first: where the predecessors of its vertices begin, and they themselves.
    fn fill(&self, band: usize, mut edges: &[Edge], begins: &mut [u32], sources: &mut [u32]) {
        edges.iter().for_each(|&edge| begins[target(edge)] += 1);
        let mut sum = 0;
        for begin in &mut *begins {
            sum += *begin;
            *begin = sum;
        }
        // They come from the back: so each list is in the order of its sources, and the sums become the beginnings.
        for block in (0..self.bands()).rev() {
            let (others, own) = edges.split_at(edges.len() - self.between(block..block + 1, band));
            let first = (block << self.bits) as u32;
            for &edge in own.iter().rev() {
                let place = &mut begins[target(edge)];
                *place -= 1;
                sources[*place as usize] = first + (edge >> MOST_BITS);
            }
            edges = others;
        }
    }
}

/// The place of an edge's target in its band.
const fn target(edge: Edge) -> usize {
    (edge & ((1 << MOST_BITS) - 1)) as usize
}

impl Reverse {
    /// Turns all edges of a graph round, with so many threads; `None` where the budget ends first.
    pub(super) fn of(graph: &Graph, threads: usize, budget: &Budget) -> Option<Reverse> {
        let bits = graph.vertex_count().ilog2().saturating_sub(BANDS).min(MOST_BITS);
        let mut sorting = Sorting { graph, bits, cells: Vec::new(), budget };
        let bands = sorting.bands();
        let shares = cut(bands, threads, |block| sorting.begin(block));
        sorting.cells = by_all(shares.clone(), |blocks| sorting.count(blocks)).concat();

        let mut sources = Pages::new(graph.edge_count(), MAPPED);
        let mut begins = Pages::new(graph.vertex_count() + 1, MAPPED);
        sorting.sort_all(shares, &mut sources);
        sorting.fill_all(threads, &mut begins, &mut sources);
        (!budget.is_over()).then_some(Reverse { bits, begins, sources })
    }

    /// Number of vertices.
    fn count(&self) -> usize {
        self.begins.len() - 1
    }

    /// Number of bands.
    pub(super) fn bands(&self) -> usize {
        self.count().div_ceil(1 << self.bits)
    }

    /// The band of a vertex.
    #[inline]
    pub(super) fn band(&self, vertex: u32) -> usize {
        (vertex >> self.bits) as usize
    }

    /// The vertices of some bands.
    pub(super) fn vertices(&self, bands: Range<usize>) -> Range<usize> {
        let [start, end] = [bands.start, bands.end].map(|band| (band << self.bits).min(self.count()));
        start..end
    }

    /// How many edges lead to vertices before a band.
    pub(super) fn before(&self, band: usize) -> usize {
        self.begins[(band << self.bits).min(self.count())] as usize
    }

    /// The lists, as they are read.
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
    use crate::attractor::{Builder, Goal, Vertex};
    use crate::color::Color;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    /// Vertices in many bands, each tenth a goal; so many lead to the first one that it takes several batches.
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
            let reverse = Reverse::of(&graph, threads, &Budget::default()).unwrap();
            for (vertex, wanted) in (0..).zip(&wanted) {
                let (begin, end) = reverse.lists().span(vertex);
                assert_eq!(reverse.lists().between(begin, end), wanted, "{vertex}");
            }
        }
    }
}
