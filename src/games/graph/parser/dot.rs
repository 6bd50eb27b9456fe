//! A subset of DOT: one `digraph` of vertices `ID [owner=1 goal=G1];` and edges `ID -> ID -> ID;`.
//!
//! - A goal is `G1`, `G2` or `N`, the first two also `1` and `2`.
//! - The owner is 1 or 2, or given by the shape: a circle is the first player's, a box the second's.
//! - `shape=none` or `shape=point` makes a marker instead of a vertex: its edge leads to the start, which otherwise is the first
//!   vertex.
//! - `node [...]` sets attributes of the vertices behind it. Other attributes are ignored; sub-graphs and ports are refused.

use std::collections::HashMap;

use super::error::ParseError;
use super::fragment::Fragment;
use super::lexer::{Lexer, Token};
use crate::attractor::Goal;
use crate::color::Color;
use crate::pages::free_in_background;
use crate::search::Stop;

/// Least bytes of text of a vertex with its edges, except in tiny graphs. Room for all is reserved, because the growth of a map of
/// millions would delay an interrupt.
const BYTES_PER_VERTEX: usize = 24;

/// The attributes of a vertex read so far.
#[derive(Clone, Default)]
struct Node {
    id: String,
    label: Option<String>,
    owner: Option<Color>,
    goal: Option<Goal>,
    is_start_marker: bool,
    next: Vec<usize>,
    line: usize,
}

/// The vertices read so far.
#[derive(Default)]
struct Reader {
    nodes: Vec<Node>,
    numbers: HashMap<String, usize>,
    /// The attributes set by `node [...]` for the vertices behind it.
    defaults: Node,
}

/// Reads a text and returns its graph as one fragment, with the start.
///
/// # Errors
/// The first error, or the first construct beyond the subset; or `interrupted`.
pub(super) fn read_text(text: &str, stop: &Stop) -> Result<(Fragment, u32), ParseError> {
    let room = HashMap::with_capacity(text.len() / BYTES_PER_VERTEX);
    let mut reader = Reader { numbers: room, ..Reader::default() };
    let result = reader.read(text, stop).and_then(|()| reader.finish(stop));
    free_in_background(reader);
    result
}

impl Reader {
    fn read(&mut self, text: &str, stop: &Stop) -> Result<(), ParseError> {
        let mut lexer = Lexer::new(text);
        if lexer.is_word("strict")? {
            lexer.next()?;
        }
        match lexer.next()? {
            Token::Word(word) if word.eq_ignore_ascii_case("digraph") => {}
            Token::Word(word) if word.eq_ignore_ascii_case("graph") => return Err(lexer.error("edges need a direction: digraph")),
            _ => return Err(lexer.error("digraph is expected")),
        }
        if matches!(lexer.peek()?, Token::Word(_)) {
            lexer.next()?;
        }
        lexer.expect('{')?;
        while lexer.peek()? != Token::Sign('}') {
            if stop.is_raised() {
                return Err(ParseError::interruption());
            }
            if lexer.peek()? == Token::Sign(';') {
                lexer.next()?;
            } else {
                self.read_statement(&mut lexer)?;
            }
        }
        lexer.next()?;
        if lexer.peek()? != Token::End {
            return Err(lexer.error("something follows the last '}'"));
        }
        Ok(())
    }

    fn read_statement(&mut self, lexer: &mut Lexer<'_>) -> Result<(), ParseError> {
        let Token::Word(id) = lexer.next()? else { return Err(lexer.error("a vertex is expected")) };
        match id.to_ascii_lowercase().as_str() {
            "node" => {
                let mut defaults = std::mem::take(&mut self.defaults);
                read_attributes(lexer, &mut defaults)?;
                self.defaults = defaults;
                return Ok(());
            }
            "edge" | "graph" => return read_attributes(lexer, &mut Node::default()),
            "subgraph" => return Err(lexer.error("sub-graphs are not read")),
            _ => {}
        }
        if lexer.peek()? == Token::Sign('=') {
            lexer.next()?;
            return lexer.next().map(|_| ());
        }
        let mut from = self.find_or_add(id, lexer.line());
        if lexer.peek()? != Token::Arrow {
            return read_attributes(lexer, &mut self.nodes[from]);
        }
        while lexer.peek()? == Token::Arrow {
            lexer.next()?;
            let Token::Word(id) = lexer.next()? else { return Err(lexer.error("a vertex is expected after ->")) };
            let to = self.find_or_add(id, lexer.line());
            self.nodes[from].next.push(to);
            from = to;
        }
        read_attributes(lexer, &mut Node::default())
    }

    fn find_or_add(&mut self, id: String, line: usize) -> usize {
        let next = self.nodes.len();
        let number = *self.numbers.entry(id.clone()).or_insert(next);
        if number == next {
            self.nodes.push(Node { id, line, ..self.defaults.clone() });
        }
        number
    }

    /// Returns the fragment and the start. If all vertices are called by numbers these are kept, else they are numbered in their order.
    fn finish(&self, stop: &Stop) -> Result<(Fragment, u32), ParseError> {
        let real = || self.nodes.iter().filter(|node| !node.is_start_marker);
        let is_numbered = real().all(Node::has_number);
        let mut indices = 0..;
        let mut number = |node: &Node| match (is_numbered, node.is_start_marker) {
            (true, false) => node.id.parse().ok(),
            (false, false) => indices.next(),
            (_, true) => Some(0),
        };
        let numbers: Option<Vec<u32>> = self.nodes.iter().map(&mut number).collect();
        let numbers = numbers.ok_or_else(|| ParseError::without_line("the number of a vertex has more than 32 bits"))?;
        let marked = self.nodes.iter().find(|node| node.is_start_marker).and_then(|node| node.next.first().copied());
        let start = marked.or_else(|| self.nodes.iter().position(|node| !node.is_start_marker));
        let start = start.map_or(0, |node| numbers[node]);
        let mut fragment = Fragment::default();
        for (node, &number) in self.nodes.iter().zip(&numbers).filter(|(node, _)| !node.is_start_marker) {
            if stop.is_raised() {
                return Err(ParseError::interruption());
            }
            if !is_numbered && node.has_number() {
                return Err(node.error("has a number: where vertices have names, none is a number"));
            }
            let owner = node.owner.ok_or_else(|| node.error("has no owner"))?;
            for &next in &node.next {
                if self.nodes[next].is_start_marker {
                    return Err(node.error("leads to the sign of the start"));
                }
                fragment.edge(numbers[next], node.line);
            }
            match (node.goal, node.next.is_empty()) {
                (Some(_), false) => return Err(node.error("is final and has successors")),
                (None, true) => return Err(node.error("is a dead end: no goal and no successor")),
                _ => {}
            }
            fragment.vertex(number, owner, node.goal);
            fragment.name(node.label.as_ref().filter(|_| is_numbered).unwrap_or(&node.id).as_bytes());
        }
        Ok((fragment, start))
    }
}

impl Node {
    fn has_number(&self) -> bool {
        self.id.bytes().all(|byte| byte.is_ascii_digit())
    }

    fn error(&self, why: &str) -> ParseError {
        ParseError::on_line(self.line, format!("vertex {} {why}", self.id))
    }
}

/// Reads `[key=value, key=value; ...]`, any number of times, into a node.
fn read_attributes(lexer: &mut Lexer<'_>, node: &mut Node) -> Result<(), ParseError> {
    while lexer.peek()? == Token::Sign('[') {
        lexer.next()?;
        while lexer.peek()? != Token::Sign(']') {
            let Token::Word(key) = lexer.next()? else { return Err(lexer.error("an attribute is expected")) };
            lexer.expect('=')?;
            let Token::Word(value) = lexer.next()? else { return Err(lexer.error("the value of an attribute is expected")) };
            set_attribute(node, &key, value).map_err(|why| lexer.error(&why))?;
            if matches!(lexer.peek()?, Token::Sign(',' | ';')) {
                lexer.next()?;
            }
        }
        lexer.next()?;
    }
    Ok(())
}

fn set_attribute(node: &mut Node, key: &str, value: String) -> Result<(), String> {
    match (key, value.as_str()) {
        ("owner", "1") | ("shape", "circle" | "ellipse" | "oval" | "doublecircle") => node.owner = Some(Color::Black),
        ("owner", "2") | ("shape", "box" | "square" | "rect" | "rectangle") => node.owner = Some(Color::White),
        ("owner", other) => return Err(format!("the owner {other:?} is not 1 or 2")),
        ("shape", "none" | "plaintext" | "point") => node.is_start_marker = true,
        ("goal", "G1" | "g1" | "1") => node.goal = Some(Goal::Of(Color::Black)),
        ("goal", "G2" | "g2" | "2") => node.goal = Some(Goal::Of(Color::White)),
        ("goal", "N" | "n") => node.goal = Some(Goal::Nobody),
        ("goal", other) => return Err(format!("the goal {other:?} is not G1, G2 or N")),
        ("label", _) => node.label = Some(value),
        _ => {}
    }
    Ok(())
}
