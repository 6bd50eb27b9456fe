//! Who chooses the engine's moves: the solution at full level, less of it below.

use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_pcg::Pcg64Mcg;

use crate::attractor::{Graph, Solution, Verdict, Vertex};
use crate::settings::Settings;

/// Returns the move from a vertex that is not final: at full level the best one; at level n a player who sees wins and losses
/// that are at most n moves away, and else moves at random.
#[must_use]
pub fn choose(graph: &Graph, solution: &Solution, vertex: Vertex, settings: &Settings, moves: usize) -> Option<Vertex> {
    let best = solution.best(graph, vertex)?;
    if settings.level >= Settings::FULL_LEVEL {
        return Some(best);
    }
    let owner = graph.owner(vertex);
    let seen = |next: Vertex| match solution.verdict(next) {
        Verdict::Win(winner, rank) if u64::from(rank) < settings.level => Some((winner == owner, rank)),
        _ => None,
    };
    if seen(best).is_some_and(|(is_own, _)| is_own) {
        return Some(best);
    }
    let unclear: Vec<Vertex> = graph.successors(vertex).filter(|&next| seen(next).is_none()).collect();
    let mut random = Pcg64Mcg::seed_from_u64(settings.seed ^ (moves as u64) << 32 ^ u64::from(vertex.0));
    unclear.choose(&mut random).copied().or(Some(best))
}
