//! A user's own strategy, tried against all plays of the other player.

use std::collections::HashMap;
use std::ops::ControlFlow;

use crate::attractor::{Builder, Goal, Graph, Vertex};
use crate::color::Color;
use crate::search::Stop;

use super::minmax::{Failed, walk};

/// What a strategy is worth from a vertex.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trial {
    /// It wins every play, the longest in so many moves of both.
    Winning(u32),
    /// Some play does not end in a goal of the player: the vertices of one, and how it ends.
    Losing(Vec<Vertex>, End),
}

/// How a play that is not won ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// In a goal of the other player.
    Lost,
    /// In a goal of nobody.
    Drawn,
    /// Never: its last vertex is an earlier one again.
    Endless,
    /// At a vertex for which the strategy has no move.
    NoMove,
}

/// Vertices between two looks at the flag.
const LOOK: usize = 1 << 14;

/// Tries a strategy of a player from a vertex on; the shortest bad play that ends, else one that does not. `None` once the
/// flag is raised.
#[must_use]
pub fn trial(graph: &Graph, from: Vertex, player: Color, moves: &[(Vertex, Vertex)], stop: &Stop) -> Option<Trial> {
    let moves: HashMap<Vertex, Vertex> = moves.iter().copied().collect();
    let nexts = |vertex: Vertex| -> Vec<Vertex> {
        if graph.goal(vertex).is_some() {
            Vec::new()
        } else if graph.owner(vertex) == player {
            moves.get(&vertex).copied().into_iter().collect()
        } else {
            graph.successors(vertex).collect()
        }
    };
    let mut came: HashMap<Vertex, Vertex> = HashMap::from([(from, from)]);
    let mut queue = vec![from];
    let mut done = 0;
    while done < queue.len() {
        let vertex = queue[done];
        done += 1;
        if done % LOOK == 0 && stop.is_raised() {
            return None;
        }
        let following = nexts(vertex);
        let end = match graph.goal(vertex) {
            Some(Goal::Of(winner)) if winner == player => None,
            Some(Goal::Of(_)) => Some(End::Lost),
            Some(Goal::Nobody) => Some(End::Drawn),
            None => following.is_empty().then_some(End::NoMove),
        };
        if let Some(end) = end {
            return Some(Trial::Losing(way(&came, vertex), end));
        }
        for next in following {
            came.entry(next).or_insert_with(|| {
                queue.push(next);
                vertex
            });
        }
    }
    match longest(&queue, from, &nexts, stop)? {
        Ok(plies) => Some(Trial::Winning(plies)),
        Err(cycle) => {
            let mut play = way(&came, cycle[0]);
            play.extend(&cycle[1..]);
            Some(Trial::Losing(play, End::Endless))
        }
    }
}

/// Returns the vertices from the beginning to one of them.
fn way(came: &HashMap<Vertex, Vertex>, to: Vertex) -> Vec<Vertex> {
    let mut way = vec![to];
    let mut vertex = to;
    while came[&vertex] != vertex {
        vertex = came[&vertex];
        way.push(vertex);
    }
    way.reverse();
    way
}

/// Returns the length of the longest play, or a cycle; `None` once the flag is raised.
fn longest(
    vertices: &[Vertex],
    from: Vertex,
    nexts: &dyn Fn(Vertex) -> Vec<Vertex>,
    stop: &Stop,
) -> Option<Result<u32, Vec<Vertex>>> {
    // The plays that the strategy leaves, as a graph of their own; nobody's goals stand for all ends.
    let numbers: HashMap<Vertex, u32> = vertices.iter().copied().zip(0..).collect();
    let mut builder = Builder::default();
    for &vertex in vertices {
        let following = nexts(vertex);
        following.iter().for_each(|next| builder.edge(Vertex(numbers[next])));
        builder.vertex(Color::Black, following.is_empty().then_some(Goal::Nobody));
    }
    let plays = builder.finish(Vertex(numbers[&from])).ok()?;
    let mut lengths = vec![0_u32; vertices.len()];
    let walked = walk(&plays, plays.start(), &mut |vertex| {
        if vertex.index() % LOOK == 0 && stop.is_raised() {
            return ControlFlow::Break(());
        }
        lengths[vertex.index()] = plays.successors(vertex).map(|next| lengths[next.index()] + 1).max().unwrap_or(0);
        ControlFlow::Continue(())
    });
    match walked {
        Err(Failed::Cycle(cycle)) => Some(Err(cycle.into_iter().map(|vertex| vertices[vertex.index()]).collect())),
        Err(Failed::Stopped) => None,
        Ok(()) => Some(Ok(lengths[plays.start().index()])),
    }
}
