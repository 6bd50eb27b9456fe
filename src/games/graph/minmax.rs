//! Min-max with a heuristic value for each vertex: the first player maximizes, the second minimizes.
//!
//! After the course text, with two differences. The player to move is the owner of the vertex. Each vertex is evaluated once for
//! each depth, because many paths may lead to it.

use std::ops::ControlFlow;

use crate::attractor::{Goal, Graph, Vertex};
use crate::color::Color;
use crate::search::{Budget, Stop};

/// The result of a min-max search.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct MinmaxResult {
    /// The score of the vertex.
    pub score: f64,
    /// The first best move; `None` from a final vertex or at depth 0.
    pub best: Option<Vertex>,
    /// Vertices evaluated, summed over all depths.
    pub nodes: u64,
}

/// Why a search has no result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum MinmaxError {
    /// The game has this cycle, so a search without a depth limit would not end.
    Cycle(Vec<Vertex>),
    /// The budget ended first.
    Stopped,
}

/// Returns the course's trivial heuristic: infinite at the players' goals, 0 elsewhere.
#[must_use]
pub(super) fn trivial_heuristic(graph: &Graph, vertex: Vertex) -> f64 {
    match graph.goal(vertex) {
        Some(Goal::Of(Color::Black)) => f64::INFINITY,
        Some(Goal::Of(Color::White)) => f64::NEG_INFINITY,
        Some(Goal::Nobody) | None => 0.0,
    }
}

/// Returns the best successor by some scores, and its score; the first of equals.
fn best_successor(graph: &Graph, vertex: Vertex, scores: &[f64]) -> Option<(Vertex, f64)> {
    let mut best: Option<(Vertex, f64)> = None;
    for next in graph.successors(vertex) {
        let score = scores[next.index()];
        let is_better = |than: f64| if graph.owner(vertex) == Color::Black { score > than } else { score < than };
        if best.is_none_or(|(_, than)| is_better(than)) {
            best = Some((next, score));
        }
    }
    best
}

/// Vertices evaluated between two checks of the budget.
const CHECK_INTERVAL: usize = 1 << 14;

/// Returns the vertices that can be reached from one, nearest first; `None` once the flag is raised.
#[must_use]
pub fn list_reachable(graph: &Graph, from: Vertex, stop: &Stop) -> Option<Vec<Vertex>> {
    let mut seen = vec![false; graph.vertex_count()];
    seen[from.index()] = true;
    let mut found = vec![from];
    let mut done = 0;
    while done < found.len() {
        for next in graph.successors(found[done]) {
            if !std::mem::replace(&mut seen[next.index()], true) {
                found.push(next);
            }
        }
        done += 1;
        if done % CHECK_INTERVAL == 0 && stop.is_raised() {
            return None;
        }
    }
    Some(found)
}

/// Searches by min-max to a depth: `scores` are the heuristic of each vertex.
///
/// # Errors
/// The budget ended first.
pub fn search_to_depth(
    graph: &Graph,
    from: Vertex,
    depth: u64,
    scores: Vec<f64>,
    budget: &Budget,
) -> Result<MinmaxResult, MinmaxError> {
    let vertices = list_reachable(graph, from, &budget.stop).ok_or(MinmaxError::Stopped)?;
    let mut nodes = 1;
    if depth == 0 {
        return Ok(MinmaxResult { score: scores[from.index()], best: None, nodes });
    }
    // `last` holds the scores at depth `done`. Once they equal those of an earlier depth they are periodic. As in Brent's cycle
    // detection (R. P. Brent 1980), one earlier depth is kept, and replaced whenever the depth has doubled.
    let (mut kept, mut kept_at) = (scores.clone(), 0);
    let (mut last, mut done) = (scores, 0);
    let mut wanted = depth - 1;
    while done < wanted {
        let mut next = last.clone();
        for &vertex in vertices.chunks(CHECK_INTERVAL).take_while(|_| !budget.is_over()).flatten() {
            if let Some((_, score)) = best_successor(graph, vertex, &last) {
                next[vertex.index()] = score;
            }
        }
        (last, done) = (next, done + 1);
        nodes += vertices.len() as u64;
        if budget.is_over() || budget.max_nodes.is_some_and(|most| nodes > most) {
            return Err(MinmaxError::Stopped);
        }
        if last == kept {
            wanted = done + (wanted - done) % (done - kept_at);
        } else if done >= 2 * kept_at {
            (kept, kept_at) = (last.clone(), done);
        }
    }
    let (best, score) =
        best_successor(graph, from, &last).map_or((None, last[from.index()]), |(best, score)| (Some(best), score));
    Ok(MinmaxResult { score, best, nodes: nodes + graph.degree(from) as u64 })
}

/// Searches by min-max to the ends of all plays, on a game without cycles: what it found, and the scores of all that can be
/// reached.
///
/// # Errors
/// There is a cycle, or the budget ended first.
pub(super) fn search_to_end(
    graph: &Graph,
    from: Vertex,
    mut scores: Vec<f64>,
    budget: &Budget,
) -> Result<(MinmaxResult, Vec<f64>), MinmaxError> {
    let mut nodes = 0;
    let mut value = |vertex: Vertex| {
        if let Some((_, score)) = best_successor(graph, vertex, &scores) {
            scores[vertex.index()] = score;
        }
        nodes += 1;
        let is_enough = nodes % 4096 == 0 && budget.is_over() || budget.max_nodes.is_some_and(|most| nodes > most);
        if is_enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    visit_postorder(graph, from, &mut value)?;
    let best = best_successor(graph, from, &scores).map(|(best, _)| best);
    Ok((MinmaxResult { score: scores[from.index()], best, nodes }, scores))
}

/// Visits all reachable vertices, each after its successors.
///
/// # Errors
/// There is a cycle, or `visit` breaks it off.
pub(super) fn visit_postorder(
    graph: &Graph,
    from: Vertex,
    visit: &mut dyn FnMut(Vertex) -> ControlFlow<()>,
) -> Result<(), MinmaxError> {
    const OPEN: u8 = 1;
    const DONE: u8 = 2;
    let mut states = vec![0_u8; graph.vertex_count()];
    let mut path = vec![(from, graph.successors(from))];
    states[from.index()] = OPEN;
    while let Some((vertex, nexts)) = path.last_mut() {
        match nexts.next() {
            Some(next) if states[next.index()] == DONE => {}
            Some(next) if states[next.index()] == OPEN => {
                let begin = path.iter().position(|(vertex, _)| *vertex == next).unwrap_or(0);
                return Err(MinmaxError::Cycle(path[begin..].iter().map(|(vertex, _)| *vertex).chain([next]).collect()));
            }
            Some(next) => {
                states[next.index()] = OPEN;
                path.push((next, graph.successors(next)));
            }
            None => {
                let vertex = *vertex;
                states[vertex.index()] = DONE;
                path.pop();
                if visit(vertex).is_break() {
                    return Err(MinmaxError::Stopped);
                }
            }
        }
    }
    Ok(())
}
