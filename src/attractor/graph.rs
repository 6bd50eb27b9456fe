//! A game graph: owner and goal of each vertex, and its successors in one list after the other.

use crate::color::Color;

/// A vertex by its number, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Vertex(pub u32);

impl Vertex {
    /// Its place in a table of vertices.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Whose goal a final vertex is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Goal {
    /// This player has won there: G1 or G2.
    Of(Color),
    /// Drawn: N.
    Nobody,
}

/// Most vertices of a graph: a rank and three flags share 32 bits.
pub const MAX_VERTICES: usize = 1 << 29;

/// Most edges of a graph: their numbers have 32 bits.
pub const MAX_EDGES: usize = u32::MAX as usize;

/// The flag of a vertex of the second player.
pub(super) const OWNER: u8 = 1;
/// The flag of a goal of the first player.
pub(super) const GOAL_1: u8 = 2;
/// The flag of a goal of the second player.
pub(super) const GOAL_2: u8 = 4;
/// The flag of a final vertex that is nobody's goal.
pub(super) const GOAL_NONE: u8 = 8;

/// A game graph. Edges keep their order; one that is there twice counts twice, which changes no value and no rank.
#[derive(Clone, Debug)]
pub struct Graph {
    start: Vertex,
    tags: Vec<u8>,
    /// Where the successors of each vertex end; those of the first begin at 0.
    ends: Vec<u32>,
    targets: Vec<u32>,
}

impl Graph {
    /// Number of vertices.
    #[must_use]
    pub fn vertex_count(&self) -> usize {
        self.tags.len()
    }

    /// Number of edges, with their multiplicity.
    #[must_use]
    pub fn edge_count(&self) -> usize {
        self.targets.len()
    }

    /// All vertices, by number.
    pub fn vertices(&self) -> impl Iterator<Item = Vertex> + use<> {
        (0..self.tags.len() as u32).map(Vertex)
    }

    /// Where a play begins.
    #[must_use]
    pub fn start(&self) -> Vertex {
        self.start
    }

    /// Who moves from a vertex; final ones have an owner too.
    #[must_use]
    pub fn owner(&self, vertex: Vertex) -> Color {
        if self.tags[vertex.index()] & OWNER == 0 { Color::Black } else { Color::White }
    }

    /// Whose goal a vertex is, if it is final.
    #[must_use]
    pub fn goal(&self, vertex: Vertex) -> Option<Goal> {
        match self.tags[vertex.index()] & !OWNER {
            GOAL_1 => Some(Goal::Of(Color::Black)),
            GOAL_2 => Some(Goal::Of(Color::White)),
            GOAL_NONE => Some(Goal::Nobody),
            _ => None,
        }
    }

    /// The successors of a vertex, in the order in which they were given.
    pub fn successors(&self, vertex: Vertex) -> impl ExactSizeIterator<Item = Vertex> + '_ {
        self.targets[self.range(vertex)].iter().copied().map(Vertex)
    }

    /// Number of successors, with multiplicity.
    #[must_use]
    pub fn degree(&self, vertex: Vertex) -> usize {
        self.range(vertex).len()
    }

    /// Whether each edge leads from a vertex of one player to one of the other, as the course asks.
    #[must_use]
    pub fn is_bipartite(&self) -> bool {
        self.vertices().all(|vertex| self.successors(vertex).all(|next| self.owner(next) != self.owner(vertex)))
    }

    /// The same graph with another start.
    #[must_use]
    pub fn starting_at(self, start: Vertex) -> Graph {
        assert!(start.index() < self.tags.len(), "a start of its own");
        Graph { start, ..self }
    }

    pub(super) fn tags(&self) -> &[u8] {
        &self.tags
    }

    pub(super) fn ends(&self) -> &[u32] {
        &self.ends
    }

    pub(super) fn targets(&self) -> &[u32] {
        &self.targets
    }

    fn range(&self, vertex: Vertex) -> std::ops::Range<usize> {
        let begin = vertex.index().checked_sub(1).map_or(0, |before| self.ends[before]);
        begin as usize..self.ends[vertex.index()] as usize
    }
}

/// A graph in the making: vertices come by number, each with its edges.
#[derive(Clone, Debug, Default)]
pub struct Builder {
    tags: Vec<u8>,
    ends: Vec<u32>,
    targets: Vec<u32>,
}

/// What is wrong with a graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GraphError {
    /// There is no vertex.
    #[error("there is no vertex")]
    Empty,
    /// The start is no vertex.
    #[error("the start, {}, has no line", .0.0)]
    Start(Vertex),
    /// An edge from the first leads to the second, which is no vertex.
    #[error("vertex {} leads to {}, which has no line", .0.0, .1.0)]
    Dangling(Vertex, Vertex),
    /// A vertex has neither a goal nor a successor.
    #[error("vertex {} is a dead end: no goal and no successor", .0.0)]
    DeadEnd(Vertex),
    /// A final vertex has successors.
    #[error("vertex {} is final and has successors", .0.0)]
    NotFinal(Vertex),
    /// More vertices than [`MAX_VERTICES`], or more edges than [`MAX_EDGES`].
    #[error("more vertices or edges than a graph may have")]
    TooLarge,
}

impl Builder {
    /// Room for so many vertices and edges.
    #[must_use]
    pub fn with_capacity(vertices: usize, edges: usize) -> Self {
        Builder { tags: Vec::with_capacity(vertices), ends: Vec::with_capacity(vertices), targets: Vec::with_capacity(edges) }
    }

    /// Number of vertices so far.
    #[must_use]
    pub fn vertex_count(&self) -> usize {
        self.tags.len()
    }

    /// An edge of the vertex that comes next.
    #[inline]
    pub fn edge(&mut self, to: Vertex) {
        self.targets.push(to.0);
    }

    /// Edges of the vertex that comes next.
    #[inline]
    pub fn edges_to(&mut self, all: impl Iterator<Item = u32>) {
        self.targets.extend(all);
    }

    /// The next vertex, with the edges that were told before.
    #[inline]
    pub fn vertex(&mut self, owner: Color, goal: Option<Goal>) {
        let goal = match goal {
            None => 0,
            Some(Goal::Of(Color::Black)) => GOAL_1,
            Some(Goal::Of(Color::White)) => GOAL_2,
            Some(Goal::Nobody) => GOAL_NONE,
        };
        self.tags.push(goal | owner.index() as u8);
        self.ends.push(self.targets.len() as u32);
    }

    /// The edges of the vertex that comes next.
    #[must_use]
    pub fn edges(&self) -> &[u32] {
        &self.targets[self.ends.last().map_or(0, |&end| end as usize)..]
    }

    /// Takes back the edges of the vertex that comes next.
    pub fn forget_edges(&mut self) {
        self.targets.truncate(self.ends.last().map_or(0, |&end| end as usize));
    }

    /// The same vertices in another order: `numbers`, in which each number is once, are theirs.
    #[must_use]
    pub fn renumber(&self, numbers: &[u32]) -> Builder {
        let mut places = vec![0; numbers.len()];
        numbers.iter().zip(0..).for_each(|(&number, place): (&u32, u32)| places[number as usize] = place);
        let mut builder = Builder::with_capacity(self.tags.len(), self.targets.len());
        for place in places {
            let begin = place.checked_sub(1).map_or(0, |before| self.ends[before as usize]);
            builder.targets.extend_from_slice(&self.targets[begin as usize..self.ends[place as usize] as usize]);
            builder.tags.push(self.tags[place as usize]);
            builder.ends.push(builder.targets.len() as u32);
        }
        builder
    }

    /// Takes the vertices of another builder after its own; edges stay as they are.
    pub fn append(&mut self, other: &Builder) {
        let before = self.targets.len() as u32;
        self.tags.extend_from_slice(&other.tags);
        self.targets.extend_from_slice(&other.targets);
        self.ends.extend(other.ends.iter().map(|end| before.wrapping_add(*end)));
    }

    /// Whether it holds more than a graph can.
    #[must_use]
    pub fn is_too_large(&self) -> bool {
        self.tags.len() > MAX_VERTICES || self.targets.len() > MAX_EDGES
    }

    /// Finishes the graph.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub fn finish(self, start: Vertex) -> Result<Graph, GraphError> {
        if self.is_too_large() {
            return Err(GraphError::TooLarge);
        }
        let count = self.tags.len() as u32;
        if count == 0 {
            return Err(GraphError::Empty);
        }
        if start.0 >= count {
            return Err(GraphError::Start(start));
        }
        let graph = Graph { start, tags: self.tags, ends: self.ends, targets: self.targets };
        if graph.targets.iter().max().is_some_and(|&most| most >= count) {
            let dangling = |vertex| graph.successors(vertex).find(|next| next.0 >= count).map(|next| (vertex, next));
            let (from, to) = graph.vertices().find_map(dangling).unwrap_or((start, start));
            return Err(GraphError::Dangling(from, to));
        }
        let mut begin = 0;
        for (number, (&tag, &end)) in graph.tags.iter().zip(&graph.ends).enumerate() {
            let is_final = tag & !OWNER != 0;
            if is_final != (begin == end) {
                let vertex = Vertex(number as u32);
                return Err(if is_final { GraphError::NotFinal(vertex) } else { GraphError::DeadEnd(vertex) });
            }
            begin = end;
        }
        Ok(graph)
    }
}
