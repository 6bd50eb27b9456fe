//! Min-max as the course has it, with a heuristic for each vertex: the first player maximises, the second minimises.
//!
//! The course's function calls itself without the player, who would stay the same; here the player is the owner of the vertex.
//! And it searches a tree: here each vertex is valued once for each depth, since on a graph many ways lead to one vertex.

use std::ops::ControlFlow;

use crate::attractor::{Goal, Graph, Vertex};
use crate::color::Color;
use crate::search::{Budget, Stop};

/// What a search found.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// The score of the vertex.
    pub score: f64,
    /// The first move of the best score; none from a final vertex or at depth 0.
    pub best: Option<Vertex>,
    /// Vertices valued, at every depth.
    pub nodes: u64,
}

/// Why a search found nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failed {
    /// Without a depth it would never end: a play can come back to the vertex that it began from.
    Cycle(Vec<Vertex>),
    /// The budget ended first.
    Stopped,
}

/// Returns the heuristic that the course calls trivial: infinite at goals, 0 elsewhere.
#[must_use]
pub fn trivial(graph: &Graph, vertex: Vertex) -> f64 {
    match graph.goal(vertex) {
        Some(Goal::Of(Color::Black)) => f64::INFINITY,
        Some(Goal::Of(Color::White)) => f64::NEG_INFINITY,
        Some(Goal::Nobody) | None => 0.0,
    }
}

/// Returns the best successor by some scores, and its score; the first of equals.
fn choice(graph: &Graph, vertex: Vertex, scores: &[f64]) -> Option<(Vertex, f64)> {
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

/// Vertices between two looks at the budget.
const LOOK: usize = 1 << 14;

/// Returns the vertices that can be reached from one, nearest first; `None` once the flag is raised.
#[must_use]
pub fn reachable(graph: &Graph, from: Vertex, stop: &Stop) -> Option<Vec<Vertex>> {
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
        if done % LOOK == 0 && stop.is_raised() {
            return None;
        }
    }
    Some(found)
}

/// Min-max to a depth: `scores` are the heuristic of each vertex.
///
/// # Errors
/// The budget ended first.
pub fn to_depth(graph: &Graph, from: Vertex, depth: u64, scores: Vec<f64>, budget: &Budget) -> Result<Found, Failed> {
    let vertices = reachable(graph, from, &budget.stop).ok_or(Failed::Stopped)?;
    let mut nodes = 1;
    if depth == 0 {
        return Ok(Found { score: scores[from.index()], best: None, nodes });
    }
    // Scores to the depth `done`; once they are those of an earlier depth they take turns from then on (R. P. Brent's way to
    // notice it: one earlier depth is kept, a new one whenever the depth has doubled).
    let (mut kept, mut kept_at) = (scores.clone(), 0);
    let (mut last, mut done) = (scores, 0);
    let mut wanted = depth - 1;
    while done < wanted {
        let mut next = last.clone();
        for &vertex in vertices.chunks(LOOK).take_while(|_| !budget.is_over()).flatten() {
            if let Some((_, score)) = choice(graph, vertex, &last) {
                next[vertex.index()] = score;
            }
        }
        (last, done) = (next, done + 1);
        nodes += vertices.len() as u64;
        if budget.is_over() || budget.max_nodes.is_some_and(|most| nodes > most) {
            return Err(Failed::Stopped);
        }
        if last == kept {
            wanted = done + (wanted - done) % (done - kept_at);
        } else if done >= 2 * kept_at {
            (kept, kept_at) = (last.clone(), done);
        }
    }
    let (best, score) = choice(graph, from, &last).map_or((None, last[from.index()]), |(best, score)| (Some(best), score));
    Ok(Found { score, best, nodes: nodes + graph.degree(from) as u64 })
}

/// Min-max to the ends of all plays, on a game without cycles: what it found, and the scores of all that can be reached.
///
/// # Errors
/// There is a cycle, or the budget ended first.
pub fn to_the_end(graph: &Graph, from: Vertex, mut scores: Vec<f64>, budget: &Budget) -> Result<(Found, Vec<f64>), Failed> {
    let mut nodes = 0;
    let mut value = |vertex: Vertex| {
        if let Some((_, score)) = choice(graph, vertex, &scores) {
            scores[vertex.index()] = score;
        }
        nodes += 1;
        let is_enough = nodes % 4096 == 0 && budget.is_over() || budget.max_nodes.is_some_and(|most| nodes > most);
        if is_enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    walk(graph, from, &mut value)?;
    let best = choice(graph, from, &scores).map(|(best, _)| best);
    Ok((Found { score: scores[from.index()], best, nodes }, scores))
}

/// Visits all that can be reached, each vertex after its successors.
///
/// # Errors
/// There is a cycle, or the visit broke it off.
pub fn walk(graph: &Graph, from: Vertex, visit: &mut dyn FnMut(Vertex) -> ControlFlow<()>) -> Result<(), Failed> {
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
                return Err(Failed::Cycle(path[begin..].iter().map(|(vertex, _)| *vertex).chain([next]).collect()));
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
                    return Err(Failed::Stopped);
                }
            }
        }
    }
    Ok(())
}
