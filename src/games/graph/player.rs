//! The player: at full level it plays by the solution; below it sees only near wins and losses.

use std::sync::Arc;

use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_pcg::Pcg64Mcg;

use super::parser::NamedGraph;
use crate::attractor::{Graph, Solution, Verdict, Vertex};
use crate::pages::check_available;
use crate::search::Budget;
use crate::settings::Settings;

/// A player, which keeps the solution of a graph from one command to the next.
#[derive(Default)]
pub struct Player {
    /// The solution that was last asked for, with its graph.
    solution: Option<(Arc<NamedGraph>, Arc<Solution>)>,
    /// The parts received so far of a text that is longer than a line, and the graph that was loaded then.
    parts: Option<(Arc<NamedGraph>, String)>,
}

impl Player {
    /// Returns the parts received so far of a text, to add to them. Parts that came before the present graph are dropped.
    pub fn parts(&mut self, named: &Arc<NamedGraph>) -> &mut String {
        if !self.parts.as_ref().is_some_and(|(graph, _)| Arc::ptr_eq(graph, named)) {
            self.parts = None;
        }
        &mut self.parts.get_or_insert_with(|| (Arc::clone(named), String::new())).1
    }

    /// Returns the solution of a graph, solving it if needed. Returns `None` if the budget ends first, or memory does.
    pub fn solution(&mut self, named: &Arc<NamedGraph>, threads: usize, budget: &Budget) -> Option<Arc<Solution>> {
        if !self.solution.as_ref().is_some_and(|(solved, _)| Arc::ptr_eq(solved, named)) {
            // Frees the memory of the old solution before the new one is computed.
            self.solution = None;
            if let Err(why) = check_available(Solution::memory_for(&named.graph)) {
                log::warn!("{why}");
                return None;
            }
            let solution = Solution::solve_within(&named.graph, threads, budget)?;
            self.solution = Some((Arc::clone(named), Arc::new(solution)));
        }
        self.solution.as_ref().map(|(_, solution)| Arc::clone(solution))
    }
}

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
