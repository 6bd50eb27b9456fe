//! Tests of a user's strategy against all plays of the opponent.

use std::collections::HashMap;
use std::ops::ControlFlow;

use crate::attractor::{Builder, Goal, Graph, Vertex};
use crate::color::Color;
use crate::search::Stop;

use super::minmax::{MinmaxError, visit_postorder};

/// The result of testing a strategy from a vertex.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum StrategyTest {
    /// It wins every play; the longest one has this many plies.
    Winning(u32),
    /// Some play is not won: the vertices of one, and how it ends.
    Losing(Vec<Vertex>, PlayEnd),
}

/// How a play that is not won ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PlayEnd {
    /// In a goal of the other player.
    Lost,
    /// In a goal of nobody.
    Drawn,
    /// Never: its last vertex occurs earlier in the play.
    Endless,
    /// At a vertex for which the strategy has no move.
    NoMove,
}

/// Vertices visited between two checks of the stop flag.
const CHECK_INTERVAL: usize = 1 << 14;

/// Tests a strategy of a player from a vertex on. A strategy that fails is refuted by the shortest play that ends badly, else by an
/// endless one. Returns `None` if stopped.
#[must_use]
pub(super) fn test_strategy(
    graph: &Graph,
    from: Vertex,
    player: Color,
    moves: &[(Vertex, Vertex)],
    stop: &Stop,
) -> Option<StrategyTest> {
    let moves: HashMap<Vertex, Vertex> = moves.iter().copied().collect();
    let next_vertices = |vertex: Vertex| -> Vec<Vertex> {
        if graph.goal(vertex).is_some() {
            Vec::new()
        } else if graph.owner(vertex) == player {
            moves.get(&vertex).copied().into_iter().collect()
        } else {
            graph.successors(vertex).collect()
        }
    };
    let mut predecessors: HashMap<Vertex, Vertex> = HashMap::from([(from, from)]);
    let mut queue = vec![from];
    let mut done = 0;
    while done < queue.len() {
        let vertex = queue[done];
        done += 1;
        if done % CHECK_INTERVAL == 0 && stop.is_raised() {
            return None;
        }
        let following = next_vertices(vertex);
        let end = match graph.goal(vertex) {
            Some(Goal::Of(winner)) if winner == player => None,
            Some(Goal::Of(_)) => Some(PlayEnd::Lost),
            Some(Goal::Nobody) => Some(PlayEnd::Drawn),
            None => following.is_empty().then_some(PlayEnd::NoMove),
        };
        if let Some(end) = end {
            return Some(StrategyTest::Losing(trace_path(&predecessors, vertex), end));
        }
        for next in following {
            predecessors.entry(next).or_insert_with(|| {
                queue.push(next);
                vertex
            });
        }
    }
    match longest_play(&queue, from, &next_vertices, stop)? {
        Ok(plies) => Some(StrategyTest::Winning(plies)),
        Err(cycle) => {
            let mut play = trace_path(&predecessors, cycle[0]);
            play.extend(&cycle[1..]);
            Some(StrategyTest::Losing(play, PlayEnd::Endless))
        }
    }
}

/// Returns the vertices from the beginning to one of them.
fn trace_path(predecessors: &HashMap<Vertex, Vertex>, to: Vertex) -> Vec<Vertex> {
    let mut path = vec![to];
    let mut vertex = to;
    while predecessors[&vertex] != vertex {
        vertex = predecessors[&vertex];
        path.push(vertex);
    }
    path.reverse();
    path
}

/// Returns the length of the longest play, or a cycle; `None` once the flag is raised.
fn longest_play(
    vertices: &[Vertex],
    from: Vertex,
    next_vertices: &dyn Fn(Vertex) -> Vec<Vertex>,
    stop: &Stop,
) -> Option<Result<u32, Vec<Vertex>>> {
    // The plays that the strategy allows, as a graph in which all ends are goals of nobody.
    let numbers: HashMap<Vertex, u32> = vertices.iter().copied().zip(0..).collect();
    let mut builder = Builder::default();
    for &vertex in vertices {
        let following = next_vertices(vertex);
        following.iter().for_each(|next| builder.edge(Vertex(numbers[next])));
        builder.vertex(Color::Black, following.is_empty().then_some(Goal::Nobody));
    }
    let plays = builder.finish(Vertex(numbers[&from])).ok()?;
    let mut lengths = vec![0_u32; vertices.len()];
    let walked = visit_postorder(&plays, plays.start(), &mut |vertex| {
        if vertex.index() % CHECK_INTERVAL == 0 && stop.is_raised() {
            return ControlFlow::Break(());
        }
        lengths[vertex.index()] = plays.successors(vertex).map(|next| lengths[next.index()] + 1).max().unwrap_or(0);
        ControlFlow::Continue(())
    });
    match walked {
        Err(MinmaxError::Cycle(cycle)) => Some(Err(cycle.into_iter().map(|vertex| vertices[vertex.index()]).collect())),
        Err(MinmaxError::Stopped) => None,
        Ok(()) => Some(Ok(lengths[plays.start().index()])),
    }
}
