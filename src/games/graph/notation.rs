//! Vertices, strategies, heuristics and whole games as text; both ways.

use nom::branch::alt;
use nom::bytes::complete::tag_no_case;
use nom::combinator::{all_consuming, value};
use nom::{IResult, Parser};

use super::board::Board;
use super::reading::{self, Loaded};
use crate::attractor::{Goal, Graph, Vertex};
use crate::color::Color;
use crate::protocol::{Failure, number, quoted};

/// Longest text of a position that holds the whole graph, in bytes: a request line takes it.
const LONGEST: usize = 60_000;

/// Most names in a list; the others are counted.
pub const MOST_NAMES: usize = 2000;

/// Returns the name of a vertex: its own, or its number.
#[must_use]
pub fn name(loaded: &Loaded, vertex: Vertex) -> String {
    match loaded.names.as_ref().map(|names| names.of(vertex)) {
        Some(own) if !own.is_empty() => own.to_owned(),
        _ => vertex.0.to_string(),
    }
}

/// Names with spaces between; beyond [`MOST_NAMES`] a count: `... (123 more)`.
pub fn names(loaded: &Loaded, vertices: impl IntoIterator<Item = Vertex>) -> String {
    cut(vertices.into_iter(), |vertex| name(loaded, vertex))
}

/// Returns a word for each vertex, with spaces between; beyond [`MOST_NAMES`] a count.
pub fn cut(mut vertices: impl Iterator<Item = Vertex>, word: impl Fn(Vertex) -> String) -> String {
    let mut text: Vec<String> = vertices.by_ref().take(MOST_NAMES).map(word).collect();
    let more = vertices.count();
    if more > 0 {
        text.push(format!("... ({more} more)"));
    }
    text.join(" ")
}

/// Returns the vertex of a name or a number.
///
/// # Errors
/// There is none.
pub fn vertex(loaded: &Loaded, word: &str) -> Result<Vertex, Failure> {
    let named = loaded.names.as_ref().and_then(|names| names.find(word));
    let digits = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
    let numbered = || word.parse().ok().map(Vertex).filter(|vertex| digits && vertex.index() < loaded.graph.vertex_count());
    named.or_else(numbered).ok_or_else(|| Failure::Other(format!("there is no vertex {}", quoted(word))))
}

/// `1 | 2`: a player.
///
/// # Errors
/// nom's, where the word is neither.
pub fn player(word: &str) -> IResult<&str, Color> {
    alt((value(Color::Black, tag_no_case("1")), value(Color::White, tag_no_case("2")))).parse(word)
}

/// `V ">" V` for each word: the moves of a strategy.
///
/// # Errors
/// Another form, a vertex that is none, one that comes twice, an edge that is none, vertices of both players.
pub fn strategy(loaded: &Loaded, text: &str) -> Result<Vec<(Vertex, Vertex)>, Failure> {
    let mut moves: Vec<(Vertex, Vertex)> = Vec::new();
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        let (from, to) = word.split_once('>').ok_or_else(|| Failure::Syntax(format!("{} is not a move V>V", quoted(word))))?;
        let (from, to) = (vertex(loaded, from)?, vertex(loaded, to)?);
        if loaded.graph.successors(from).all(|next| next != to) {
            return Err(Failure::IllegalMove(format!("no edge leads from {} to {}", name(loaded, from), name(loaded, to))));
        }
        if loaded.graph.owner(from) != loaded.graph.owner(moves.first().map_or(from, |first| first.0)) {
            return Err(Failure::Other(format!("a strategy is one player's: {} is the other's", name(loaded, from))));
        }
        moves.push((from, to));
    }
    moves.sort_unstable();
    match moves.windows(2).find(|pair| pair[0].0 == pair[1].0) {
        Some(pair) => Err(Failure::Other(format!("two moves are given for {}", name(loaded, pair[0].0)))),
        None => Ok(moves),
    }
}

/// `V "=" NUMBER|inf|-inf` for each word: some values of a heuristic.
///
/// # Errors
/// Another form, or a vertex that is none.
pub fn heuristic(loaded: &Loaded, text: &str) -> Result<Vec<(Vertex, f64)>, Failure> {
    let pair = |word: &str| {
        let refused = || Failure::Syntax(format!("{} is not V=NUMBER", quoted(word)));
        let (place, score) = word.rsplit_once('=').ok_or_else(refused)?;
        let infinite = (value(f64::INFINITY, tag_no_case("inf")), value(f64::NEG_INFINITY, tag_no_case("-inf")));
        let (_, score) = all_consuming(alt((infinite.0, infinite.1, number))).parse(score).map_err(|_| refused())?;
        Ok((vertex(loaded, place)?, score))
    };
    text.split(' ').filter(|word| !word.is_empty()).map(pair).collect()
}

/// Returns a score of min-max: `inf`, `-inf` or a decimal number.
#[must_use]
pub fn score(score: f64) -> String {
    if score == 0.0 { "0".to_owned() } else { score.to_string() }
}

/// Returns the game as one line: the graph in the plain form with `;` between its lines, then `at V`. Where that would be too
/// long, `at V` alone. [`parse_position`] is the inverse but for the moves that led to it.
#[must_use]
pub fn position_text(board: &Board) -> String {
    let at = format!("at {}", name(board.loaded(), board.current()));
    // Each edge takes two bytes at least.
    if board.graph().edge_count() + board.graph().vertex_count() > LONGEST / 2 {
        return at;
    }
    let text = graph_text(board.loaded());
    if text.len() + at.len() > LONGEST { at } else { text + &at }
}

fn graph_text(loaded: &Loaded) -> String {
    let graph: &Graph = &loaded.graph;
    // With names everywhere vertices go by them; where some have none, by numbers.
    let is_named = loaded.names.as_ref().is_some_and(|names| graph.vertices().all(|vertex| !names.of(vertex).is_empty()));
    let id = |vertex: Vertex| if is_named { name(loaded, vertex) } else { vertex.0.to_string() };
    let mut text = format!("game {} {};", graph.vertex_count(), id(graph.start()));
    for vertex in graph.vertices() {
        let goal = match graph.goal(vertex) {
            None => "-",
            Some(Goal::Of(Color::Black)) => "G1",
            Some(Goal::Of(Color::White)) => "G2",
            Some(Goal::Nobody) => "N",
        };
        text.push_str(&format!("{} {} {goal}", id(vertex), graph.owner(vertex).index() + 1));
        graph.successors(vertex).for_each(|next| text.push_str(&format!(" {}", id(next))));
        text.push(';');
    }
    text
}

/// What a text of a position tells: a graph, or the one that is loaded; and the vertex, or the start.
pub enum Position<'a> {
    /// A graph, and where the play stands on it.
    Whole(Loaded, Option<&'a str>),
    /// A vertex of the present graph.
    At(&'a str),
}

/// `[graph ";"] ["at" V]`
///
/// # Errors
/// The graph cannot be read: the place and the reason.
pub fn parse_position(text: &str) -> Result<Position<'_>, Failure> {
    let (graph, last) = text.rsplit_once(';').unwrap_or(("", text));
    match last.trim().strip_prefix("at ") {
        Some(vertex) if graph.trim().is_empty() => Ok(Position::At(vertex.trim())),
        Some(vertex) => Ok(Position::Whole(parse_graph(graph)?, Some(vertex.trim()))),
        None => Ok(Position::Whole(parse_graph(text)?, None)),
    }
}

/// Returns a graph in any of the forms, on one line.
///
/// # Errors
/// The place and the reason.
pub fn parse_graph(text: &str) -> Result<Loaded, Failure> {
    reading::text(text).map_err(Failure::Other)
}
