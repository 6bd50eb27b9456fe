//! Two-player reachability games on explicit graphs: whose win each vertex is, and in how many moves.
//!
//! A vertex belongs to the player who moves from it. A final vertex has no successor and is a goal of the first player (G1),
//! of the second (G2), or of nobody (N). A player wins a play that ends in a goal of hers; all other plays, endless ones too,
//! are draws. The attractor of a player is the set of vertices from which she can force a goal of hers; the rank of a vertex
//! in it is the number of moves, of both players, that it takes when she hurries and the other delays. Final vertices have
//! rank 0. The attractors of the two players are disjoint, and what is in neither is a draw.
//!
//! After the course text *Jeux d'accessibilité à deux joueurs sur un graphe*, with one correction: its recurrence adds a vertex
//! whose successors are all in the attractor, and so every final vertex. Here such a vertex must have a successor.
//!
//! [`Graph`] holds a game, [`Solution::solve`] solves it in one backward pass for both players at once, [`verify()`] checks a
//! solution by rules that look forward only, [`Explored`] makes a graph of the positions of any game, [`export`] writes one.
//! Time and memory are linear in vertices and edges.

mod barrier;
mod explore;
pub mod export;
mod graph;
mod parallel;
mod pass;
mod reverse;
mod solution;
mod state;
#[cfg(test)]
mod tests;
mod verify;

pub use explore::{ExploreError, Explored, Rules};
pub use graph::{Builder, Goal, Graph, GraphError, MAX_EDGES, MAX_VERTICES, Vertex};
pub use solution::{Solution, Verdict};
pub use verify::{Fault, verify, verify_within};
