//! Vertices, strategies, heuristics and whole games as text; both ways.

use std::collections::HashSet;
use std::sync::Arc;

use nom::branch::alt;
use nom::bytes::complete::tag_no_case;
use nom::combinator::{all_consuming, value};
use nom::{IResult, Parser};

use super::board::{Board, NoEdge, Position};
use super::parser::{self, NamedGraph};
use crate::attractor::export::goal_word;
use crate::attractor::{Graph, Vertex};
use crate::color::Color;
use crate::game::turn::PositionNotation;
use crate::protocol::{Args, Failure, number, quote};

/// Longest text of a position that holds the whole graph, in bytes: a request line takes it.
const MAX_POSITION_BYTES: usize = 60_000;

/// Most names in a list; the others are counted.
pub const MAX_NAMES: usize = 2000;

/// Returns the name of a vertex: its own, or its number.
#[must_use]
pub fn vertex_name(named: &NamedGraph, vertex: Vertex) -> String {
    match named.names.as_ref().map(|names| names.get(vertex)) {
        Some(own) if !own.is_empty() => own.to_owned(),
        _ => vertex.0.to_string(),
    }
}

/// Returns the names with spaces between; beyond [`MAX_NAMES`] a count: `... (123 more)`.
pub(super) fn vertex_names(named: &NamedGraph, vertices: impl IntoIterator<Item = Vertex>) -> String {
    join_truncated(vertices.into_iter(), |vertex| vertex_name(named, vertex))
}

/// Returns a word for each vertex, with spaces between; beyond [`MAX_NAMES`] a count.
pub(super) fn join_truncated(mut vertices: impl Iterator<Item = Vertex>, word: impl Fn(Vertex) -> String) -> String {
    let mut text: Vec<String> = vertices.by_ref().take(MAX_NAMES).map(word).collect();
    let more = vertices.count();
    if more > 0 {
        text.push(format!("... ({more} more)"));
    }
    text.join(" ")
}

/// Returns the vertex of a name or a number.
///
/// # Errors
/// There is no such vertex.
pub(super) fn find_vertex(named: &NamedGraph, word: &str) -> Result<Vertex, Failure> {
    let by_name = named.names.as_ref().and_then(|names| names.find(word));
    let digits = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
    let by_number = || word.parse().ok().map(Vertex).filter(|vertex| digits && vertex.index() < named.graph.vertex_count());
    by_name.or_else(by_number).ok_or_else(|| Failure::Other(format!("there is no vertex {}", quote(word))))
}

/// Parses `1 | 2`: a player.
///
/// # Errors
/// The word is neither.
pub fn player(word: &str) -> IResult<&str, Color> {
    alt((value(Color::Black, tag_no_case("1")), value(Color::White, tag_no_case("2")))).parse(word)
}

/// Parses `V ">" V` for each word: the moves of a strategy.
///
/// # Errors
/// A word is not of this form, a vertex or an edge does not exist, a vertex has two moves, or both players have moves.
pub(super) fn parse_strategy(named: &NamedGraph, text: &str) -> Result<Vec<(Vertex, Vertex)>, Failure> {
    let mut moves: Vec<(Vertex, Vertex)> = Vec::new();
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        let (from, to) = word.split_once('>').ok_or_else(|| Failure::Syntax(format!("{} is not a move V>V", quote(word))))?;
        let (from, to) = (find_vertex(named, from)?, find_vertex(named, to)?);
        if named.graph.successors(from).all(|next| next != to) {
            return Err(Failure::IllegalMove(format!(
                "no edge leads from {} to {}",
                vertex_name(named, from),
                vertex_name(named, to)
            )));
        }
        if named.graph.owner(from) != named.graph.owner(moves.first().map_or(from, |first| first.0)) {
            return Err(Failure::Other(format!("a strategy is one player's: {} is the other's", vertex_name(named, from))));
        }
        moves.push((from, to));
    }
    moves.sort_unstable();
    match find_repeated(&moves) {
        Some(vertex) => Err(Failure::Other(format!("two moves are given for {}", vertex_name(named, vertex)))),
        None => Ok(moves),
    }
}

/// Returns a vertex that has two entries in a list.
fn find_repeated<T>(entries: &[(Vertex, T)]) -> Option<Vertex> {
    let mut seen = HashSet::new();
    entries.iter().map(|&(vertex, _)| vertex).find(|&vertex| !seen.insert(vertex))
}

/// Parses `V "=" NUMBER|inf|-inf` for each word: some values of a heuristic.
///
/// # Errors
/// A word is not of this form, or a vertex does not exist.
pub(super) fn parse_heuristic(named: &NamedGraph, text: &str) -> Result<Vec<(Vertex, f64)>, Failure> {
    let pair = |word: &str| -> Result<(Vertex, f64), Failure> {
        let refused = || Failure::Syntax(format!("{} is not V=NUMBER", quote(word)));
        let (place, score) = word.rsplit_once('=').ok_or_else(refused)?;
        let infinite = (value(f64::INFINITY, tag_no_case("inf")), value(f64::NEG_INFINITY, tag_no_case("-inf")));
        let (_, score) = all_consuming(alt((infinite.0, infinite.1, number))).parse(score).map_err(|_| refused())?;
        Ok((find_vertex(named, place)?, score))
    };
    let scores: Vec<_> = text.split(' ').filter(|word| !word.is_empty()).map(pair).collect::<Result<_, _>>()?;
    match find_repeated(&scores) {
        Some(vertex) => Err(Failure::Other(format!("two scores are given for {}", vertex_name(named, vertex)))),
        None => Ok(scores),
    }
}

/// Returns a score of min-max: `inf`, `-inf` or a decimal number.
#[must_use]
pub fn score_text(score: f64) -> String {
    if score == 0.0 { "0".to_owned() } else { score.to_string() }
}

/// Returns the word of a vertex in positions and moves: its name where all vertices have plain ones, else its number.
#[must_use]
pub(super) fn vertex_word(named: &NamedGraph, vertex: Vertex) -> String {
    if named.has_plain_names() { vertex_name(named, vertex) } else { vertex.0.to_string() }
}

/// Returns the graph in the plain form with `;` between its lines, then `at V`. Vertices are written by name where all can be,
/// else by number.
fn position_text(named: &NamedGraph, current: Vertex) -> String {
    let graph: &Graph = &named.graph;
    let id = |vertex: Vertex| vertex_word(named, vertex);
    let mut text = format!("game {} {};", graph.vertex_count(), id(graph.start()));
    for vertex in graph.vertices() {
        let goal = goal_word(graph.goal(vertex));
        text.push_str(&format!("{} {} {goal}", id(vertex), graph.owner(vertex).index() + 1));
        graph.successors(vertex).for_each(|next| text.push_str(&format!(" {}", id(next))));
        text.push(';');
    }
    text + &format!("at {}", id(current))
}

/// Returns whether a text ends with `at V`, as a line of `position` does.
#[must_use]
pub(super) fn ends_at_vertex(text: &str) -> bool {
    text.rsplit_once(';').is_some_and(|(_, last)| last.trim_start().starts_with("at "))
}

/// Returns whether a text is a line of `position`: the graph and `at V`, or `at V` alone.
#[must_use]
pub(super) fn is_position_line(text: &str) -> bool {
    let line = text.trim();
    !line.contains('\n') && (ends_at_vertex(line) || line.starts_with("at "))
}

impl PositionNotation for Position {
    // The words of a damaged graph could be read as names of vertices.
    const HAS_MOVE_LISTS: bool = false;

    fn parse_move(&self, word: &str) -> Result<Vertex, Failure> {
        find_vertex(self.named_graph(), word).map_err(|failure| Failure::IllegalMove(failure.to_string()))
    }

    fn move_name(&self, mv: Vertex) -> String {
        vertex_word(self.named_graph(), mv)
    }

    fn refusal_text(&self, mv: Vertex, _: NoEdge) -> String {
        format!("no edge leads from {} to {}", self.move_name(self.current()), self.move_name(mv))
    }

    /// Returns the graph in the plain form with `;` between its lines, then `at V`. Where that would be too long, `at V` alone.
    fn game_text(game: &Board) -> String {
        // Each edge takes two bytes at least.
        let is_short = game.graph().edge_count() + game.graph().vertex_count() <= MAX_POSITION_BYTES / 2;
        let text = is_short.then(|| position_text(game.named_graph(), game.current()));
        let at = || format!("at {}", vertex_name(game.named_graph(), game.current()));
        text.filter(|text| text.len() <= MAX_POSITION_BYTES).unwrap_or_else(at)
    }

    fn check_game_text(game: &Board) -> Result<(), Failure> {
        if Self::game_text(game).contains(';') {
            return Ok(());
        }
        Err(Failure::Other("the graph is too large for a file of this form: write it with export".into()))
    }

    /// Parses `[graph ";"] ["at" V]`; without a graph a vertex of the game's.
    fn parse_game(game: &Board, args: &mut Args<'_>) -> Result<Board, Failure> {
        let text = args.rest();
        let (head, last) = text.rsplit_once(';').unwrap_or(("", text));
        let (graph, vertex) = match last.trim().strip_prefix("at ") {
            Some(vertex) => (head, Some(vertex.trim())),
            None => (text, None),
        };
        let named = match vertex {
            Some(_) if graph.trim().is_empty() => Arc::clone(game.named_graph()),
            _ => Arc::new(parse_graph(graph)?),
        };
        let current = vertex.map_or(Ok(named.graph.start()), |word| find_vertex(&named, word))?;
        Ok(Board::new(Position::new(named, current)))
    }
}

/// Parses a graph in any of the forms, on one line.
///
/// # Errors
/// The part of the text that is wrong, and why.
pub(super) fn parse_graph(text: &str) -> Result<NamedGraph, Failure> {
    parser::parse_text(text).map_err(Failure::Other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_of_a_large_graph_is_not_whole() {
        for (count, is_whole) in [(3, true), (20_000, false)] {
            let edges: String =
                (0..count).map(|vertex| format!("v{vertex} [owner=1]; v{vertex} -> v{}; ", (vertex + 1) % count)).collect();
            let named = parser::parse_text(&format!("digraph {{ {edges} }}")).unwrap();
            let board = Board::new(Position::new(Arc::new(named), Vertex(1)));
            assert_eq!(Position::check_game_text(&board).is_ok(), is_whole);
        }
    }

    #[test]
    fn a_vertex_has_one_score() {
        let named = parser::parse_text("digraph { a [owner=1]; b [owner=2 goal=G1]; a -> b }").unwrap();
        assert_eq!(parse_heuristic(&named, "a=1 b=-inf").unwrap(), [(Vertex(0), 1.0), (Vertex(1), f64::NEG_INFINITY)]);
        assert!(parse_heuristic(&named, "a=1 a=2").unwrap_err().to_string().contains("two scores are given for a"));
    }

    /// Vertices whose names cannot stand in a request line have numbers in the text of a position.
    #[test]
    fn positions_with_odd_names_come_back() {
        for (name, wanted) in [("b1", "b1"), ("b;1", "1"), ("b#1", "1")] {
            let named =
                parser::parse_text(&format!("digraph {{ a [owner=1]; \"{name}\" [owner=2 goal=G1]; a -> \"{name}\" }}")).unwrap();
            let board = Board::new(Position::new(Arc::new(named), Vertex(1)));
            let text = Position::game_text(&board);
            assert!(text.ends_with(&format!("at {wanted}")), "{text}");
            let mut args = Args::new(&text);
            let again = Position::parse_game(&board, &mut args).unwrap();
            assert_eq!((Position::game_text(&again), again.current()), (text, Vertex(1)));
        }
    }
}
