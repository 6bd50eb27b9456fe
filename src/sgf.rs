//! Records of games as trees (SGF, format 4: <https://www.red-bean.com/sgf/>): nodes with properties, and variations; both ways.
//!
//! Values keep the escapes with which they are written. Trees are read and written without recursion, however deep they are.

use std::fmt;

use nom::branch::alt;
use nom::bytes::complete::take_while1;
use nom::character::complete::{anychar, char, multispace0, none_of};
use nom::combinator::recognize;
use nom::multi::{many0_count, many1};
use nom::sequence::{delimited, preceded};
use nom::{IResult, Parser};

/// Deepest nesting of variations that is read.
const MAX_DEPTH: usize = 10_000;

/// Most nodes that are read.
const MAX_NODES: usize = 1 << 20;

/// Nodes on a line of the text, as records are read by people too.
const NODES_A_LINE: usize = 10;

/// A node of a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NodeId(usize);

/// A property of a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Property {
    /// Its name: `B`, `AB`, `C`.
    pub name: String,
    /// Its values, at least one.
    pub values: Vec<String>,
    /// The line of the text on which it stands, from 1; 0 if it was not read.
    pub line: usize,
}

impl Property {
    /// Creates a property with one value.
    pub fn new(name: &str, value: impl Into<String>) -> Self {
        Property { name: name.to_owned(), values: vec![value.into()], line: 0 }
    }
}

#[derive(Clone, Debug, Default)]
struct Node {
    properties: Vec<Property>,
    children: Vec<NodeId>,
}

/// A game with its variations.
#[derive(Clone, Debug)]
pub struct Tree {
    /// The root is the first one.
    nodes: Vec<Node>,
}

/// Why a text is no record, or no record of a game, and on which line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SgfError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong, in words.
    pub message: String,
}

impl SgfError {
    /// Creates an error on a line.
    pub fn new(line: usize, message: impl Into<String>) -> Self {
        SgfError { line, message: message.into() }
    }
}

impl fmt::Display for SgfError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

/// A piece of a record.
enum Token<'a> {
    Open,
    Close,
    Node,
    Property(&'a str, Vec<&'a str>),
}

/// Parses `"(" | ")" | ";" | ident value { value }`, with white space before each.
fn token(text: &str) -> IResult<&str, Token<'_>> {
    let escaped = recognize((char('\\'), anychar));
    let plain = recognize(none_of("]\\"));
    let value = delimited(char('['), recognize(many0_count(alt((escaped, plain)))), char(']'));
    let ident = take_while1(|c: char| c.is_ascii_alphabetic());
    let property = (ident, many1(preceded(multispace0, value))).map(|(ident, values)| Token::Property(ident, values));
    let mark = alt((char('(').map(|_| Token::Open), char(')').map(|_| Token::Close), char(';').map(|_| Token::Node)));
    preceded(multispace0, alt((mark, property))).parse(text)
}

impl Tree {
    /// Creates a tree of one node.
    #[must_use]
    pub fn new() -> Self {
        Tree { nodes: vec![Node::default()] }
    }

    /// Parses the first game of a record.
    ///
    /// # Errors
    /// A text of another form, a tree that is too deep or too large.
    pub fn parse(text: &str) -> Result<Tree, SgfError> {
        let lines = |text: &str| text.matches('\n').count();
        let start = text.find('(').ok_or_else(|| SgfError::new(1, "no game: ( is missing"))?;
        let (mut rest, mut line) = (&text[start..], 1 + lines(&text[..start]));
        let mut tree = Tree { nodes: Vec::new() };
        // The node at which each variation begins, and the one that was read last.
        let (mut open, mut current): (Vec<Option<NodeId>>, _) = (Vec::new(), None);
        let mut in_node = false;
        loop {
            // The refused text begins after the white space, perhaps on a later line.
            let trimmed = rest.trim_start();
            line += lines(&rest[..rest.len() - trimmed.len()]);
            let (after, token) = token(trimmed).map_err(|_| SgfError::new(line, describe_unexpected(trimmed)))?;
            match token {
                Token::Open if open.len() == MAX_DEPTH => return Err(SgfError::new(line, "variations nested too deep")),
                Token::Open => {
                    open.push(current);
                    in_node = false;
                }
                Token::Node if tree.nodes.len() == MAX_NODES => return Err(SgfError::new(line, "too many nodes")),
                Token::Node => {
                    current = Some(tree.add(current));
                    in_node = true;
                }
                Token::Property(name, values) => {
                    let node = current.filter(|_| in_node).ok_or_else(|| SgfError::new(line, "a property outside a node"))?;
                    let values = values.into_iter().map(str::to_owned).collect();
                    tree.nodes[node.0].properties.push(Property { name: name.to_owned(), values, line });
                }
                Token::Close => {
                    current = open.pop().flatten();
                    in_node = false;
                }
            }
            line += lines(&trimmed[..trimmed.len() - after.len()]);
            rest = after;
            if open.is_empty() {
                break;
            }
        }
        if tree.nodes.is_empty() {
            tree.add(None);
        }
        Ok(tree)
    }

    /// Adds a node without properties as the last child of another, or of the root if there is one.
    fn add(&mut self, parent: Option<NodeId>) -> NodeId {
        let id = NodeId(self.nodes.len());
        self.nodes.push(Node::default());
        let parent = parent.or_else(|| (id.0 > 0).then_some(NodeId(0)));
        if let Some(parent) = parent {
            self.nodes[parent.0].children.push(id);
        }
        id
    }

    /// Returns the first node.
    #[must_use]
    pub const fn root(&self) -> NodeId {
        NodeId(0)
    }

    /// Returns the properties of a node.
    #[must_use]
    pub fn properties(&self, node: NodeId) -> &[Property] {
        &self.nodes[node.0].properties
    }

    /// Returns the properties of a node, to be changed.
    pub fn properties_mut(&mut self, node: NodeId) -> &mut Vec<Property> {
        &mut self.nodes[node.0].properties
    }

    /// Returns the properties of all nodes, to be changed.
    pub fn all_properties_mut(&mut self) -> impl Iterator<Item = &mut Property> {
        self.nodes.iter_mut().flat_map(|node| &mut node.properties)
    }

    /// Returns the properties of all nodes.
    pub fn all_properties(&self) -> impl Iterator<Item = &Property> {
        self.nodes.iter().flat_map(|node| &node.properties)
    }

    /// Returns the first value of a property of a node.
    #[must_use]
    pub fn value(&self, node: NodeId, name: &str) -> Option<&str> {
        let found = self.properties(node).iter().find(|property| property.name == name);
        found.map(|property| property.values[0].trim())
    }

    /// Returns the nodes that follow a node, the main line first.
    #[must_use]
    pub fn children(&self, node: NodeId) -> &[NodeId] {
        &self.nodes[node.0].children
    }

    /// Returns the nodes of the main line, from the root on.
    #[must_use]
    pub fn main_line(&self) -> Vec<NodeId> {
        let next = |&node: &NodeId| self.children(node).first().copied();
        std::iter::successors(Some(self.root()), next).collect()
    }

    /// Makes a child the first, so that the main line continues with it.
    pub fn promote(&mut self, parent: NodeId, child: NodeId) {
        let children = &mut self.nodes[parent.0].children;
        if let Some(at) = children.iter().position(|&other| other == child) {
            children[..=at].rotate_right(1);
        }
    }

    /// Adds a node as the first child, so that the main line continues with it.
    pub fn add_first(&mut self, parent: NodeId, properties: Vec<Property>) -> NodeId {
        let child = self.add(Some(parent));
        self.nodes[child.0].properties = properties;
        self.promote(parent, child);
        child
    }

    /// Removes all nodes after a node.
    pub fn cut_after(&mut self, node: NodeId) {
        self.nodes[node.0].children.clear();
    }
}

impl Default for Tree {
    fn default() -> Self {
        Tree::new()
    }
}

impl fmt::Display for Tree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        /// The pieces still to be written, the next one last.
        enum Piece {
            Node(NodeId),
            Open(NodeId),
            Close,
        }
        write!(f, "(")?;
        let mut pieces = vec![Piece::Close, Piece::Node(self.root())];
        let mut on_line = 0;
        while let Some(piece) = pieces.pop() {
            let node = match piece {
                Piece::Close => {
                    write!(f, ")")?;
                    continue;
                }
                Piece::Open(node) => {
                    write!(f, "\n(")?;
                    on_line = 0;
                    node
                }
                Piece::Node(node) => node,
            };
            if on_line == NODES_A_LINE {
                writeln!(f)?;
                on_line = 0;
            }
            write!(f, ";")?;
            for Property { name, values, .. } in self.properties(node) {
                write!(f, "{name}")?;
                values.iter().try_for_each(|value| write!(f, "[{value}]"))?;
            }
            on_line = if node == self.root() { NODES_A_LINE } else { on_line + 1 };
            match *self.children(node) {
                [next] => pieces.push(Piece::Node(next)),
                ref children => {
                    pieces.extend(children.iter().rev().flat_map(|&child| [Piece::Close, Piece::Open(child)]));
                }
            }
        }
        Ok(())
    }
}

fn describe_unexpected(rest: &str) -> String {
    if rest.is_empty() {
        return "the record ends too early".to_owned();
    }
    format!("unexpected \"{}\"", excerpt(rest))
}

/// Returns the start of a text, cut at the end of its first line.
#[must_use]
pub fn excerpt(text: &str) -> String {
    text.trim_start().chars().take_while(|&c| c != '\n').take(12).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Writes a tree, reads it again, and returns the text.
    fn rewrite(text: &str) -> String {
        let again = Tree::parse(text).unwrap().to_string();
        assert_eq!(Tree::parse(&again).unwrap().to_string(), again, "{text}");
        again
    }

    #[test]
    fn trees_round_trip() {
        assert_eq!(rewrite("(;FF[4];B[a1]C[x \\] y](;W[b1];B[c1])(;W[b2]LB[a1:1][b2:2]))"), {
            "(;FF[4]\n;B[a1]C[x \\] y]\n(;W[b1];B[c1])\n(;W[b2]LB[a1:1][b2:2]))"
        });
        assert_eq!(rewrite("rubbish (;)(;second)"), "(;)");
        assert_eq!(rewrite("(;A[1](;B[2](;C[3])(;D[4]))(;E[5]))"), "(;A[1]\n(;B[2]\n(;C[3])\n(;D[4]))\n(;E[5]))");
        let long = format!("(;{})", ";B[a1]".repeat(25));
        assert_eq!(rewrite(&long).lines().count(), 4);
    }

    #[test]
    fn a_deep_tree_needs_no_stack() {
        let deep = format!("{}{}", "(;A[1]".repeat(MAX_DEPTH), ")".repeat(MAX_DEPTH));
        assert_eq!(Tree::parse(&deep).unwrap().main_line().len(), MAX_DEPTH);
        rewrite(&format!("(;A[1]{})", "(;B[2])(;C[3]".repeat(2000) + &")".repeat(2000)));
        let deeper = "(;A[1]".repeat(MAX_DEPTH + 1);
        assert_eq!(Tree::parse(&deeper).unwrap_err(), SgfError::new(1, "variations nested too deep"));
    }

    #[test]
    fn errors_name_the_line() {
        for (text, line) in [("", 1), ("(", 1), ("(;A[1]\n\n ]", 3), ("\n(A[1]", 2), ("(;A[\n\n]\n;B", 4), ("(;A[1];", 1)] {
            assert_eq!(Tree::parse(text).unwrap_err().line, line, "{text:?}");
        }
    }

    #[test]
    fn the_main_line_is_chosen() {
        let mut tree = Tree::parse("(;(;A[1])(;B[2]))").unwrap();
        let (root, second) = (tree.root(), tree.children(tree.root())[1]);
        tree.promote(root, second);
        let third = tree.add_first(root, vec![Property::new("C", "3")]);
        assert_eq!(tree.to_string(), "(;\n(;C[3])\n(;B[2])\n(;A[1]))");
        tree.cut_after(root);
        assert_eq!((tree.to_string().as_str(), tree.value(third, "C")), ("(;)", Some("3")));
    }
}
