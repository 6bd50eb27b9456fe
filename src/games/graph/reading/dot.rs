//! A subset of DOT: one `digraph` of vertices `ID [owner=1 goal=G1];` and edges `ID -> ID -> ID;`.
//!
//! A goal is `G1`, `G2` or `N`, the first two also `1` and `2`. The owner is 1 or 2, or told by the shape: a circle is the
//! first player's, a box the second's. A vertex with `shape=none` or `shape=point` is none: its edge shows the start, which
//! otherwise is the first vertex. `node [...]` sets what the vertices after it have. Other attributes are passed over;
//! sub-graphs and ports are refused.

use std::collections::HashMap;

use super::Trouble;
use super::lexer::{Lexer, Token};
use super::piece::Piece;
use crate::attractor::Goal;
use crate::color::Color;

/// What is known of a vertex.
#[derive(Clone, Default)]
struct Node {
    id: String,
    label: Option<String>,
    owner: Option<Color>,
    goal: Option<Goal>,
    is_sign: bool,
    next: Vec<usize>,
    line: usize,
}

/// A graph in the making.
#[derive(Default)]
struct Reader {
    nodes: Vec<Node>,
    numbers: HashMap<String, usize>,
    /// What `node [...]` has set.
    usual: Node,
}

/// Reads a whole text; the piece, and the start.
///
/// # Errors
/// The first thing that is wrong, or beyond the subset.
pub fn read(text: &str) -> Result<(Piece, u32), Trouble> {
    let mut lexer = Lexer::new(text);
    let mut reader = Reader::default();
    if lexer.is_word("strict")? {
        lexer.next()?;
    }
    match lexer.next()? {
        Token::Word(word) if word.eq_ignore_ascii_case("digraph") => {}
        Token::Word(word) if word.eq_ignore_ascii_case("graph") => return Err(lexer.wrong("edges need a direction: digraph")),
        _ => return Err(lexer.wrong("digraph is expected")),
    }
    if matches!(lexer.peek()?, Token::Word(_)) {
        lexer.next()?;
    }
    lexer.expect('{')?;
    while lexer.peek()? != Token::Sign('}') {
        if lexer.peek()? == Token::Sign(';') {
            lexer.next()?;
        } else {
            reader.statement(&mut lexer)?;
        }
    }
    lexer.next()?;
    if lexer.peek()? != Token::End {
        return Err(lexer.wrong("something follows the last '}'"));
    }
    reader.finish()
}

impl Reader {
    fn statement(&mut self, lexer: &mut Lexer<'_>) -> Result<(), Trouble> {
        let Token::Word(id) = lexer.next()? else { return Err(lexer.wrong("a vertex is expected")) };
        match id.to_ascii_lowercase().as_str() {
            "node" => {
                let mut usual = std::mem::take(&mut self.usual);
                attributes(lexer, &mut usual)?;
                self.usual = usual;
                return Ok(());
            }
            "edge" | "graph" => return attributes(lexer, &mut Node::default()),
            "subgraph" => return Err(lexer.wrong("sub-graphs are not read")),
            _ => {}
        }
        if lexer.peek()? == Token::Sign('=') {
            lexer.next()?;
            return lexer.next().map(|_| ());
        }
        let mut from = self.node(id, lexer.line());
        if lexer.peek()? != Token::Arrow {
            return attributes(lexer, &mut self.nodes[from]);
        }
        while lexer.peek()? == Token::Arrow {
            lexer.next()?;
            let Token::Word(id) = lexer.next()? else { return Err(lexer.wrong("a vertex is expected after ->")) };
            let to = self.node(id, lexer.line());
            self.nodes[from].next.push(to);
            from = to;
        }
        attributes(lexer, &mut Node::default())
    }

    fn node(&mut self, id: String, line: usize) -> usize {
        let next = self.nodes.len();
        let number = *self.numbers.entry(id.clone()).or_insert(next);
        if number == next {
            self.nodes.push(Node { id, line, ..self.usual.clone() });
        }
        number
    }

    /// Returns the vertices without the signs: those with numbers by them, those with names in their order.
    fn finish(self) -> Result<(Piece, u32), Trouble> {
        let real = || self.nodes.iter().filter(|node| !node.is_sign);
        let is_numbered = real().all(Node::has_number);
        let mut place = 0..;
        let mut number = |node: &Node| match (is_numbered, node.is_sign) {
            (true, false) => node.id.parse().ok(),
            (false, false) => place.next(),
            (_, true) => Some(0),
        };
        let numbers: Option<Vec<u32>> = self.nodes.iter().map(&mut number).collect();
        let numbers = numbers.ok_or_else(|| Trouble::nowhere("the number of a vertex has more than 32 bits"))?;
        let sign = self.nodes.iter().find(|node| node.is_sign).and_then(|node| node.next.first().copied());
        let start = sign.or_else(|| self.nodes.iter().position(|node| !node.is_sign));
        let start = start.map_or(0, |node| numbers[node]);
        let mut piece = Piece::default();
        for (node, &number) in self.nodes.iter().zip(&numbers).filter(|(node, _)| !node.is_sign) {
            if !is_numbered && node.has_number() {
                return Err(node.wrong("has a number: where vertices have names, none is a number"));
            }
            let owner = node.owner.ok_or_else(|| node.wrong("has no owner"))?;
            for &next in &node.next {
                if self.nodes[next].is_sign {
                    return Err(node.wrong("leads to the sign of the start"));
                }
                piece.edge(numbers[next], node.line);
            }
            match (node.goal, node.next.is_empty()) {
                (Some(_), false) => return Err(node.wrong("is final and has successors")),
                (None, true) => return Err(node.wrong("is a dead end: no goal and no successor")),
                _ => {}
            }
            piece.vertex(number, owner, node.goal);
            piece.name(node.label.as_ref().filter(|_| is_numbered).unwrap_or(&node.id).as_bytes());
        }
        Ok((piece, start))
    }
}

impl Node {
    fn has_number(&self) -> bool {
        self.id.bytes().all(|byte| byte.is_ascii_digit())
    }

    fn wrong(&self, why: &str) -> Trouble {
        Trouble::at(self.line, format!("vertex {} {why}", self.id))
    }
}

/// `[key=value, key=value; ...]`, any number of times, into a node.
fn attributes(lexer: &mut Lexer<'_>, node: &mut Node) -> Result<(), Trouble> {
    while lexer.peek()? == Token::Sign('[') {
        lexer.next()?;
        while lexer.peek()? != Token::Sign(']') {
            let Token::Word(key) = lexer.next()? else { return Err(lexer.wrong("an attribute is expected")) };
            lexer.expect('=')?;
            let Token::Word(value) = lexer.next()? else { return Err(lexer.wrong("the value of an attribute is expected")) };
            attribute(node, &key, value).map_err(|why| lexer.wrong(&why))?;
            if matches!(lexer.peek()?, Token::Sign(',' | ';')) {
                lexer.next()?;
            }
        }
        lexer.next()?;
    }
    Ok(())
}

fn attribute(node: &mut Node, key: &str, value: String) -> Result<(), String> {
    match (key, value.as_str()) {
        ("owner", "1") | ("shape", "circle" | "ellipse" | "oval" | "doublecircle") => node.owner = Some(Color::Black),
        ("owner", "2") | ("shape", "box" | "square" | "rect" | "rectangle") => node.owner = Some(Color::White),
        ("owner", other) => return Err(format!("the owner {other:?} is not 1 or 2")),
        ("shape", "none" | "plaintext" | "point") => node.is_sign = true,
        ("goal", "G1" | "g1" | "1") => node.goal = Some(Goal::Of(Color::Black)),
        ("goal", "G2" | "g2" | "2") => node.goal = Some(Goal::Of(Color::White)),
        ("goal", "N" | "n") => node.goal = Some(Goal::Nobody),
        ("goal", other) => return Err(format!("the goal {other:?} is not G1, G2 or N")),
        ("label", _) => node.label = Some(value),
        _ => {}
    }
    Ok(())
}
