//! Game graphs: the owner and the goal of each vertex, and its successors in compressed sparse rows.

use std::collections::TryReserveError;

use crate::color::Color;
use crate::search::Stop;

/// A vertex, by its number from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Vertex(pub u32);

impl Vertex {
    /// Returns the number as an index.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The goal that a final vertex is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Goal {
    /// A goal of this player, who has won there: G1 or G2.
    Of(Color),
    /// A draw: N.
    Nobody,
}

/// Most vertices of a graph: ranks and numbers of vertices share 32-bit words with flags.
pub const MAX_VERTICES: usize = 1 << 29;

/// Most edges of a graph: their indices have 32 bits.
pub const MAX_EDGES: usize = u32::MAX as usize;

/// Vertices that are moved between two checks of the stop flag.
const CHECK_INTERVAL: usize = 1 << 12;

/// The flag of a vertex of the second player.
pub(super) const OWNER: u8 = 1;
/// The flag of a goal of the first player.
pub(super) const GOAL_1: u8 = 2;
/// The flag of a goal of the second player.
pub(super) const GOAL_2: u8 = 4;
/// The flag of a final vertex that is nobody's goal.
pub(super) const GOAL_NONE: u8 = 8;

/// A game graph. Edges keep their order. Parallel edges are allowed and change no value and no rank.
#[derive(Clone, Debug)]
pub struct Graph {
    start: Vertex,
    tags: Vec<u8>,
    /// The end of the successors of each vertex in `targets`.
    ends: Vec<u32>,
    targets: Vec<u32>,
}

impl Graph {
    /// Returns the number of vertices.
    #[must_use]
    pub fn vertex_count(&self) -> usize {
        self.tags.len()
    }

    /// Returns the number of edges, with multiplicity.
    #[must_use]
    pub fn edge_count(&self) -> usize {
        self.targets.len()
    }

    /// Returns all vertices by number.
    pub fn vertices(&self) -> impl Iterator<Item = Vertex> + use<> {
        (0..self.tags.len() as u32).map(Vertex)
    }

    /// Returns the vertices by number, up to the one at which `stop` is raised.
    pub fn vertices_until<'a>(&self, stop: &'a Stop) -> impl Iterator<Item = Vertex> + use<'a> {
        self.vertices().take_while(|vertex| !vertex.index().is_multiple_of(CHECK_INTERVAL) || !stop.is_raised())
    }

    /// Returns the vertex at which a play starts.
    #[must_use]
    pub fn start(&self) -> Vertex {
        self.start
    }

    /// Returns the owner of a vertex; final vertices have one too.
    #[must_use]
    pub fn owner(&self, vertex: Vertex) -> Color {
        if self.tags[vertex.index()] & OWNER == 0 { Color::Black } else { Color::White }
    }

    /// Returns the goal that a vertex is, if it is final.
    #[must_use]
    pub fn goal(&self, vertex: Vertex) -> Option<Goal> {
        match self.tags[vertex.index()] & !OWNER {
            GOAL_1 => Some(Goal::Of(Color::Black)),
            GOAL_2 => Some(Goal::Of(Color::White)),
            GOAL_NONE => Some(Goal::Nobody),
            _ => None,
        }
    }

    /// Returns the successors of a vertex in the order in which they were added.
    pub fn successors(&self, vertex: Vertex) -> impl ExactSizeIterator<Item = Vertex> + '_ {
        self.targets[self.range(vertex)].iter().copied().map(Vertex)
    }

    /// Returns the number of successors, with multiplicity.
    #[must_use]
    pub fn degree(&self, vertex: Vertex) -> usize {
        self.range(vertex).len()
    }

    /// Returns whether each edge leads from a vertex of one player to a vertex of the other, as the course text requires. Returns
    /// `None` if `stop` was raised.
    #[must_use]
    pub fn is_bipartite(&self, stop: &Stop) -> Option<bool> {
        let is_crossed = |vertex| self.successors(vertex).all(|next| self.owner(next) != self.owner(vertex));
        let is_bipartite = self.vertices_until(stop).all(is_crossed);
        (!stop.is_raised()).then_some(is_bipartite)
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

/// Builds a graph vertex by vertex, in the order of their numbers; the edges of a vertex are added before it.
#[derive(Clone, Debug, Default)]
pub struct Builder {
    tags: Vec<u8>,
    ends: Vec<u32>,
    targets: Vec<u32>,
}

/// Why a graph is invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GraphError {
    /// It has no vertex.
    #[error("there is no vertex")]
    Empty,
    /// The start is not a vertex.
    #[error("the start, {}, has no line", .0.0)]
    Start(Vertex),
    /// An edge leads from the first to the second, which is not a vertex.
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
    /// The stop flag was raised before all was checked.
    #[error("interrupted")]
    Stopped,
}

impl Builder {
    /// Creates a builder with room for this many vertices and edges.
    #[must_use]
    pub fn with_capacity(vertices: usize, edges: usize) -> Self {
        Builder { tags: Vec::with_capacity(vertices), ends: Vec::with_capacity(vertices), targets: Vec::with_capacity(edges) }
    }

    /// Makes room for this many further vertices and edges.
    ///
    /// # Errors
    /// The system has no memory for them.
    pub fn try_reserve(&mut self, vertices: usize, edges: usize) -> Result<(), TryReserveError> {
        self.tags.try_reserve(vertices)?;
        self.ends.try_reserve(vertices)?;
        self.targets.try_reserve(edges)
    }

    /// Returns the number of vertices so far.
    #[must_use]
    pub fn vertex_count(&self) -> usize {
        self.tags.len()
    }

    /// Returns the numbers of vertices and of edges so far, the edges of the next vertex included.
    #[must_use]
    pub fn size(&self) -> (usize, usize) {
        (self.tags.len(), self.targets.len())
    }

    /// Adds an edge of the next vertex.
    #[inline]
    pub fn edge(&mut self, to: Vertex) {
        self.targets.push(to.0);
    }

    /// Adds edges of the next vertex.
    #[inline]
    pub fn edges_to(&mut self, all: impl Iterator<Item = u32>) {
        self.targets.extend(all);
    }

    /// Adds the next vertex, with the edges added since the last one.
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

    /// Returns the edges of the next vertex.
    #[must_use]
    pub fn edges(&self) -> &[u32] {
        &self.targets[self.ends.last().map_or(0, |&end| end as usize)..]
    }

    /// Removes the edges of the next vertex.
    pub fn clear_edges(&mut self) {
        self.targets.truncate(self.ends.last().map_or(0, |&end| end as usize));
    }

    /// Returns the same vertices in another order: `numbers` is a permutation, the new number of each vertex. Targets of edges are
    /// not changed. Returns `None` if `stop` was raised.
    #[must_use]
    pub fn renumber(&self, numbers: &[u32], stop: &Stop) -> Option<Builder> {
        let mut places = vec![0; numbers.len()];
        for (numbers, first) in numbers.chunks(CHECK_INTERVAL).zip((0_u32..).step_by(CHECK_INTERVAL)) {
            if stop.is_raised() {
                return None;
            }
            numbers.iter().zip(first..).for_each(|(&number, place)| places[number as usize] = place);
        }
        let mut builder = Builder::with_capacity(self.tags.len(), self.targets.len());
        for (done, place) in places.into_iter().enumerate() {
            if done % CHECK_INTERVAL == 0 && stop.is_raised() {
                return None;
            }
            let begin = place.checked_sub(1).map_or(0, |before| self.ends[before as usize]);
            builder.targets.extend_from_slice(&self.targets[begin as usize..self.ends[place as usize] as usize]);
            builder.tags.push(self.tags[place as usize]);
            builder.ends.push(builder.targets.len() as u32);
        }
        Some(builder)
    }

    /// Appends the vertices of another builder. Targets of edges are not changed.
    pub fn append(&mut self, other: &Builder) {
        let before = self.targets.len() as u32;
        self.tags.extend_from_slice(&other.tags);
        self.targets.extend_from_slice(&other.targets);
        self.ends.extend(other.ends.iter().map(|end| before.wrapping_add(*end)));
    }

    /// Returns whether there are more vertices or edges than a graph can have.
    #[must_use]
    pub fn is_too_large(&self) -> bool {
        self.tags.len() > MAX_VERTICES || self.targets.len() > MAX_EDGES
    }

    /// Builds the graph.
    ///
    /// # Errors
    /// The first reason why the graph is invalid.
    pub fn finish(self, start: Vertex) -> Result<Graph, GraphError> {
        self.finish_within(start, &Stop::default())
    }

    /// Builds the graph before `stop` is raised.
    ///
    /// # Errors
    /// The first reason why the graph is invalid, or [`GraphError::Stopped`].
    pub fn finish_within(self, start: Vertex, stop: &Stop) -> Result<Graph, GraphError> {
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
        let mut targets = graph.targets.chunks(CHECK_INTERVAL).take_while(|_| !stop.is_raised());
        if targets.any(|targets| targets.iter().max().is_some_and(|&target| target >= count)) {
            let dangling = |vertex| graph.successors(vertex).find(|next| next.0 >= count).map(|next| (vertex, next));
            let (from, to) = graph.vertices().find_map(dangling).unwrap_or((start, start));
            return Err(GraphError::Dangling(from, to));
        }
        for vertex in graph.vertices_until(stop) {
            let is_final = graph.tags[vertex.index()] & !OWNER != 0;
            if is_final != (graph.degree(vertex) == 0) {
                return Err(if is_final { GraphError::NotFinal(vertex) } else { GraphError::DeadEnd(vertex) });
            }
        }
        if stop.is_raised() { Err(GraphError::Stopped) } else { Ok(graph) }
    }
}
