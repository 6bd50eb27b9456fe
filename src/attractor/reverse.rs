//! The edges of a graph turned round: the predecessors of each vertex in one list after the other.

use super::graph::Graph;

/// Predecessors, with their multiplicity.
pub(super) struct Reverse {
    /// Where the predecessors of each vertex begin, and those of the last end.
    begins: Vec<u32>,
    sources: Vec<u32>,
}

impl Reverse {
    /// Turns all edges round: count, sum up, and put each in its place.
    pub(super) fn of(graph: &Graph) -> Reverse {
        let vertices = graph.vertex_count();
        let mut begins = vec![0_u32; vertices + 1];
        for &target in graph.targets() {
            begins[target as usize] += 1;
        }
        // Filled from the back, each list is in the order of its sources, and the sums become the beginnings.
        let mut sum = 0;
        for begin in &mut begins {
            sum += *begin;
            *begin = sum;
        }
        let mut sources = vec![0_u32; graph.edge_count()];
        let mut edges = graph.targets().iter().rev();
        let ends = graph.ends();
        for source in (0..vertices).rev() {
            let before = source.checked_sub(1).map_or(0, |before| ends[before]);
            for &target in edges.by_ref().take((ends[source] - before) as usize) {
                let place = &mut begins[target as usize];
                *place -= 1;
                sources[*place as usize] = source as u32;
            }
        }
        Reverse { begins, sources }
    }

    /// The predecessors of a vertex by its number.
    #[inline]
    pub(super) fn sources(&self, vertex: u32) -> &[u32] {
        let vertex = vertex as usize;
        &self.sources[self.begins[vertex] as usize..self.begins[vertex + 1] as usize]
    }
}
