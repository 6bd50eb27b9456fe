//! Two-player reachability games on explicit graphs: who wins from each vertex, and in how many moves.
//!
//! Each vertex has an owner, who moves from it. A final vertex has no successor and is a goal of the first player (G1), of the
//! second (G2), or of nobody (N). A player wins a play that ends in one of her goals; all other plays, infinite ones too, are
//! draws. The attractor of a player is the set of vertices from which she can force such a play. The rank of a vertex in it is
//! the number of moves of both players until the goal if she minimizes and the other player maximizes it. Final vertices have
//! rank 0. The attractors of the two players are disjoint; vertices in neither are draws.
//!
//! Source: the course text *Jeux d'accessibilité à deux joueurs sur un graphe*, with one correction (`protocol.md`, Corrected
//! sources): a vertex whose successors are all in the attractor is added only if it has one.
//!
//! [`Graph`] is a game, [`Solution::solve_within`] solves it in one backward pass for both players, [`verify()`] checks a solution
//! vertex by vertex, [`Explored`] is the graph of the reachable positions of a game, [`export`] writes a graph. Time and memory
//! are linear in vertices and edges.

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

pub use explore::{ExploreError, ExploreLimits, Explored, Rules};
pub use graph::{Builder, Goal, Graph, GraphError, MAX_VERTICES, Vertex};
pub use solution::{Solution, Verdict};
pub use verify::{verify, verify_within};
