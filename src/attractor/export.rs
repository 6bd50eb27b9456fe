//! Writes a graph as text: in the plain `.game` form, as a parity game for PGSolver, or as DOT for drawing.

use std::io::{self, Write};

use super::graph::{Goal, Graph, Vertex};
use crate::color::Color;

/// Most vertices of an exported graph.
pub const MAX_EXPORTED: usize = 10_000_000;

/// A file format of graphs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// `game N START`, then `ID OWNER -|G1|G2|N SUCC...`, names as comments above their vertices.
    Game,
    /// `parity MAXID;`, then `ID PRIORITY OWNER SUCC,SUCC "name";`. Parity games have no draws: drawn goals are lost for this
    /// player.
    Parity(Color),
    /// A digraph: circles belong to the first player, boxes to the second; goals are filled.
    Dot,
}

/// Writes a graph; `name` returns the name of a vertex, empty for none.
///
/// # Errors
/// An error of the writer.
pub fn write(graph: &Graph, form: Form, name: &dyn Fn(Vertex) -> String, out: &mut dyn Write) -> io::Result<()> {
    match form {
        Form::Game => write_game(graph, name, out),
        Form::Parity(player) => write_parity(graph, player, name, out),
        Form::Dot => write_dot(graph, name, out),
    }
}

fn player_number(player: Color) -> usize {
    player.index() + 1
}

/// Returns the word for a goal in the plain form: `-`, `G1`, `G2` or `N`.
#[must_use]
pub fn goal_word(goal: Option<Goal>) -> &'static str {
    match goal {
        None => "-",
        Some(Goal::Of(Color::Black)) => "G1",
        Some(Goal::Of(Color::White)) => "G2",
        Some(Goal::Nobody) => "N",
    }
}

fn write_game(graph: &Graph, name: &dyn Fn(Vertex) -> String, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "game {} {}", graph.vertex_count(), graph.start().0)?;
    for vertex in graph.vertices() {
        let label = name(vertex);
        if !label.is_empty() {
            writeln!(out, "# {} {label}", vertex.0)?;
        }
        write!(out, "{} {} {}", vertex.0, player_number(graph.owner(vertex)), goal_word(graph.goal(vertex)))?;
        for next in graph.successors(vertex) {
            write!(out, " {}", next.0)?;
        }
        writeln!(out)?;
    }
    Ok(())
}

/// Writes a parity game. The first player wins by even priorities. The priorities of all vertices except the goals of `player`
/// are the opponent's, so that the opponent wins infinite plays.
fn write_parity(graph: &Graph, player: Color, name: &dyn Fn(Vertex) -> String, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "parity {};", graph.vertex_count() - 1)?;
    if graph.start().0 != 0 {
        writeln!(out, "start {};", graph.start().0)?;
    }
    for vertex in graph.vertices() {
        let is_won = graph.goal(vertex) == Some(Goal::Of(player));
        let priority = if is_won { player } else { player.other() }.index();
        write!(out, "{} {priority} {} ", vertex.0, graph.owner(vertex).index())?;
        if graph.goal(vertex).is_some() {
            write!(out, "{}", vertex.0)?;
        }
        for (number, next) in graph.successors(vertex).enumerate() {
            write!(out, "{}{}", if number > 0 { "," } else { "" }, next.0)?;
        }
        match name(vertex) {
            label if label.is_empty() => writeln!(out, ";")?,
            label => writeln!(out, " \"{label}\";")?,
        }
    }
    Ok(())
}

fn write_dot(graph: &Graph, name: &dyn Fn(Vertex) -> String, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "digraph game {{")?;
    writeln!(out, "  start [shape=none label=\"\"]; start -> {};", graph.start().0)?;
    for vertex in graph.vertices() {
        let shape = if graph.owner(vertex) == Color::Black { "circle" } else { "box" };
        let goal = graph.goal(vertex).map_or_else(String::new, |goal| {
            let fill = match goal {
                Goal::Of(Color::Black) => "palegreen",
                Goal::Of(Color::White) => "lightblue",
                Goal::Nobody => "lightgrey",
            };
            format!(" goal={} style=filled fillcolor={fill}", goal_word(Some(goal)))
        });
        let label = match name(vertex) {
            label if label.is_empty() => vertex.0.to_string(),
            label => label,
        };
        writeln!(out, "  {} [owner={} shape={shape}{goal} label=\"{label}\"];", vertex.0, player_number(graph.owner(vertex)))?;
    }
    for vertex in graph.vertices() {
        for next in graph.successors(vertex) {
            writeln!(out, "  {} -> {};", vertex.0, next.0)?;
        }
    }
    writeln!(out, "}}")
}
