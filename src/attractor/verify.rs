//! Checks a solution without solving, by conditions on each vertex and its successors that only the right values and ranks meet.
//!
//! Let a vertex be won with rank r > 0. If the winner owns it, the least rank of its successors that the winner wins is r - 1. If
//! the loser owns it, the winner wins all its successors, and their greatest rank is r - 1. So ranks decrease towards a goal, and
//! no rank is too great. A drawn vertex that is not final has no successor that its owner wins, and at least one that the opponent
//! does not win. So neither player can force a win from it.

use super::graph::{Goal, Graph, Vertex};
use super::solution::{Solution, Verdict};
use crate::color::Color;
use crate::search::Stop;

/// A vertex that violates a condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fault {
    pub vertex: Vertex,
    /// The violated condition, in words.
    pub what: &'static str,
}

/// Checks the value, the rank and the best move of every vertex.
///
/// # Errors
/// The first vertex that violates a condition.
pub fn verify(graph: &Graph, solution: &Solution) -> Result<(), Fault> {
    verify_within(graph, solution, &Stop::default()).unwrap_or(Ok(()))
}

/// Works as [`verify`]; `None` if the stop flag is raised first.
#[must_use]
pub fn verify_within(graph: &Graph, solution: &Solution, stop: &Stop) -> Option<Result<(), Fault>> {
    /// Vertices between two checks of the flag.
    const CHECK_INTERVAL: u32 = 1 << 14;
    for vertex in graph.vertices() {
        if vertex.0 % CHECK_INTERVAL == 0 && stop.is_raised() {
            return None;
        }
        let checked = match graph.goal(vertex) {
            Some(goal) => check_final(goal, solution.verdict(vertex)),
            None => match solution.verdict(vertex) {
                Verdict::Draw => check_drawn(graph, solution, vertex),
                Verdict::Win(winner, rank) => check_won(graph, solution, vertex, (winner, rank)),
            },
        };
        if let Err(what) = checked {
            return Some(Err(Fault { vertex, what }));
        }
    }
    Some(Ok(()))
}

fn check_final(goal: Goal, verdict: Verdict) -> Result<(), &'static str> {
    let wanted = match goal {
        Goal::Of(player) => Verdict::Win(player, 0),
        Goal::Nobody => Verdict::Draw,
    };
    if verdict == wanted { Ok(()) } else { Err("a final vertex has another value than its goal") }
}

fn check_drawn(graph: &Graph, solution: &Solution, vertex: Vertex) -> Result<(), &'static str> {
    let owner = graph.owner(vertex);
    if graph.successors(vertex).any(|next| solution.rank(next, owner).is_some()) {
        return Err("a draw has a winning move");
    }
    if graph.successors(vertex).all(|next| solution.rank(next, owner.other()).is_some()) {
        return Err("a draw has only losing moves");
    }
    let best = solution.best(graph, vertex).map(|next| solution.verdict(next));
    if best == Some(Verdict::Draw) { Ok(()) } else { Err("the move of a draw does not keep it") }
}

fn check_won(graph: &Graph, solution: &Solution, vertex: Vertex, (winner, rank): (Color, u32)) -> Result<(), &'static str> {
    let ranks = || graph.successors(vertex).map(|next| solution.rank(next, winner));
    let expected = if graph.owner(vertex) == winner {
        ranks().flatten().min()
    } else if ranks().all(|rank| rank.is_some()) {
        ranks().flatten().max()
    } else {
        return Err("the loser can leave the attractor");
    };
    if expected.map(|least| least + 1) != Some(rank) {
        return Err("the rank is not one more than that of the right successor");
    }
    let best = solution.best(graph, vertex).and_then(|next| solution.rank(next, winner));
    if best == Some(rank - 1) { Ok(()) } else { Err("the move does not lower the rank by one") }
}
