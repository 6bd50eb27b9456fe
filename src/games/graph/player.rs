//! The player: at full level it plays by the solution, below it sees only near wins and losses.

use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_pcg::Pcg64Mcg;

use crate::attractor::{Graph, Solution, Verdict, Vertex};
use crate::settings::Settings;

/// Chooses the move from a vertex that is not final. At full level it is the best one. A player of level n sees wins and losses at
/// most n moves away, and moves at random otherwise.
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
