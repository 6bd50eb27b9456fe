//! Describes the attractor of a player in words: its vertices by rank, and a winning strategy.

use super::notation::vertex_name;
use super::parser::NamedGraph;
use crate::attractor::{Solution, Vertex};
use crate::color::Color;
use crate::game::explanation::Sentence;

/// Most vertices of an attractor that are named.
const MAX_NAMED: usize = 150;

/// Describes the attractor of a player up to a rank: the vertices of each rank, and the player's moves to a smaller rank.
pub(super) fn attractor_terms(named: &NamedGraph, solution: &Solution, player: Color, most: u32) -> Vec<Sentence> {
    let graph = &named.graph;
    let ranked = graph.vertices().filter_map(|vertex| Some((solution.rank(vertex, player)?, vertex)));
    let mut ranked: Vec<(u32, Vertex)> = ranked.filter(|&(rank, _)| rank <= most).take(MAX_NAMED + 1).collect();
    let number = player.index() + 1;
    match ranked.len() {
        0 => return vec![format!("the attractor of player {number} is empty").into()],
        count if count > MAX_NAMED => return Vec::new(),
        _ => ranked.sort_unstable(),
    }
    let waves: Vec<(u32, Vec<String>)> = ranked
        .chunk_by(|one, other| one.0 == other.0)
        .map(|wave| (wave[0].0, wave.iter().map(|&(_, vertex)| vertex_name(named, vertex)).collect()))
        .collect();
    let words: Vec<String> = waves.iter().map(|(rank, names)| format!("rank {rank}: {}", names.join(" "))).collect();
    let is_whole = graph.vertices().all(|vertex| solution.rank(vertex, player).is_none_or(|rank| rank <= most));
    let part = if is_whole { String::new() } else { format!(" up to rank {most}") };
    let text = Sentence::from(format!("the attractor of player {number}{part}: {}", words.join("; ")));
    let text = waves.into_iter().fold(text, |text, (rank, names)| text.label(rank, names));
    let owned = ranked.iter().filter(|&&(_, vertex)| graph.owner(vertex) == player);
    let moves = owned.filter_map(|&(_, vertex)| Some([vertex, solution.best(graph, vertex)?].map(|end| vertex_name(named, end))));
    let moves: Vec<[String; 2]> = moves.collect();
    if moves.is_empty() {
        return vec![text];
    }
    let words: Vec<String> = moves.iter().map(|[from, to]| format!("{from}>{to}")).collect();
    let strategy = format!("player {number} moves one rank down: {}", words.join(" "));
    vec![text, Sentence::from(strategy).arrows(moves)]
}
