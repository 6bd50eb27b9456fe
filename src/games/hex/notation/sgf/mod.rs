//! Games as SGF records (game 11: <https://www.red-bean.com/sgf/hex.html>), with point names as HexGui writes them.
//!
//! A record that has been read keeps its variations, comments and markup; when the game is written they are written with it.

use nom::Parser;
use nom::combinator::all_consuming;

use super::super::board::record::{Entry, Move, Swap};
use super::{is_playable, move_name, mv, point};
use crate::color::Color;
use crate::grid::{Cell, Size};
use crate::protocol::{natural, quote};
use crate::sgf::{NodeId, Property, SgfError, Tree, excerpt};

mod dialect;
#[cfg(test)]
mod tests;

/// A record, of which the main line is the game.
#[derive(Clone, Debug)]
pub struct Game {
    /// The board's size.
    pub size: Size,
    record: Vec<Entry>,
    /// Length of the record after each move, set-up stones before the first not counted as moves.
    moves: Vec<usize>,
    /// The record as a tree, in the dialect in which [`write()`] writes.
    tree: Tree,
    /// The node of each entry.
    nodes: Vec<NodeId>,
}

impl Game {
    /// Returns the record after this many moves; set-up stones before the first move belong to all of them.
    #[must_use]
    pub fn record_up_to(&self, moves: Option<usize>) -> &[Entry] {
        let end = match moves {
            Some(0) => self.moves.first().map_or(self.record.len(), |&first| first - 1),
            Some(moves) => self.moves.get(moves - 1).copied().unwrap_or(self.record.len()),
            None => self.record.len(),
        };
        &self.record[..end]
    }

    /// Returns the tree with another record as its main line: it goes on from the last node that they share. Returns `None` if that
    /// lies among the stones of one set-up.
    fn with_record(&self, record: &[Entry]) -> Option<Tree> {
        let shared = self.record.iter().zip(record).take_while(|(old, new)| old == new).count();
        let before = shared.checked_sub(1).map_or(self.tree.root(), |last| self.nodes[last]);
        if self.nodes.get(shared) == Some(&before) {
            return None;
        }
        let mut tree = self.tree.clone();
        let mut node = before;
        for entry in &record[shared..] {
            let property = move_property(self.size, *entry);
            let is_same = |&&child: &&NodeId| tree.value(child, &property.name) == Some(property.values[0].as_str());
            let known = tree.children(node).iter().find(is_same).copied();
            node = match known {
                Some(child) => {
                    tree.promote(node, child);
                    child
                }
                None => tree.add_first(node, vec![property]),
            };
        }
        if record != self.record {
            tree.cut_after(node);
            tree.properties_mut(tree.root()).retain(|property| property.name != "RE");
        }
        Some(tree)
    }
}

/// Returns a move as a property: `B[c2]`.
fn move_property(size: Size, entry: Entry) -> Property {
    Property::new(&entry.color.letter().to_string(), move_name(size, entry.mv))
}

/// Formats a game as an SGF record. `winner` is that of a finished game, `source` the record that the game was loaded from.
pub fn write(size: Size, record: &[Entry], winner: Option<Color>, source: Option<&Game>) -> String {
    let mut tree = source.and_then(|source| source.with_record(record)).unwrap_or_else(|| {
        let mut tree = Tree::new();
        record.iter().fold(tree.root(), |node, &entry| tree.add_first(node, vec![move_property(size, entry)]));
        tree
    });
    let rule = dialect::name_swaps(&mut tree);
    let result = winner.map(|winner| {
        let last = record.iter().rev().take_while(|entry| entry.mv == Move::Resign);
        let is_resigned = last.into_iter().any(|entry| entry.color != winner);
        format!("{}+{}", winner.letter(), if is_resigned { "R" } else { "" })
    });
    write_head(&mut tree, size, result, rule);
    tree.to_string()
}

/// Writes the properties of the root that a record must have, before those that it has.
fn write_head(tree: &mut Tree, size: Size, result: Option<String>, rule: Option<&str>) {
    let sides = if size.is_square() { size.width.to_string() } else { format!("{}:{}", size.width, size.height) };
    let old = |name: &str| tree.value(tree.root(), name).map(str::to_owned);
    let rule = rule.map(|rule| match old("RU") {
        Some(rules) if !rules.contains(rule) => format!("{rules}, {rule}"),
        Some(rules) => rules,
        None => rule.to_owned(),
    });
    let program = concat!(env!("CARGO_PKG_NAME"), ":", env!("CARGO_PKG_VERSION")).to_owned();
    let head = [
        ("FF", Some("4".to_owned())),
        ("GM", Some("11".to_owned())),
        ("CA", Some("UTF-8".to_owned())),
        ("AP", Some(program)),
        ("SZ", Some(sides)),
        ("RU", rule.or_else(|| old("RU"))),
        ("RE", old("RE").or(result)),
    ];
    let root = tree.properties_mut(tree.root());
    root.retain(|property| head.iter().all(|(name, _)| *name != property.name));
    let head = head.into_iter().filter_map(|(name, value)| value.map(|value| Property::new(name, value)));
    root.splice(0..0, head);
}

/// The size of the board of a record of Hex without `SZ` (SGF FF 4, properties of Hex).
const DEFAULT_SIZE: Size = Size { width: 11, height: 11 };

/// What has been read of the main line.
#[derive(Default)]
struct Reader {
    size: Option<Size>,
    /// Whether `GM[11]` says that it is Hex.
    is_hex: bool,
    setup: [Vec<Cell>; 2],
    setup_node: Option<NodeId>,
    first: Option<Color>,
    record: Vec<Entry>,
    moves: Vec<usize>,
    nodes: Vec<NodeId>,
}

/// Reads the main line of the first game of a record; `swap` says what `swap-pieces` means if the record does not.
///
/// # Errors
/// A text that is no record, or not one of Hex on a board up to 19x19, or with more than stones and swaps.
pub fn read(text: &str, swap: Swap) -> Result<Game, SgfError> {
    let mut tree = Tree::parse(text)?;
    dialect::translate(&mut tree, swap);
    let mut reader = Reader::default();
    for node in tree.main_line() {
        for property in tree.properties(node) {
            reader.property(node, property).map_err(|message| SgfError::new(property.line, message))?;
        }
    }
    reader.place_setup();
    let size = reader.size().map_err(|message| SgfError::new(1, message))?;
    Ok(Game { size, record: reader.record, moves: reader.moves, tree, nodes: reader.nodes })
}

impl Reader {
    fn property(&mut self, node: NodeId, property: &Property) -> Result<(), String> {
        let Property { name, values, .. } = property;
        match name.as_str() {
            "GM" if values[0].trim() != "11" => return Err(format!("GM[{}] is not Hex", excerpt(&values[0]))),
            "GM" => self.is_hex = true,
            "SZ" => {
                let size = size(&values[0]).ok_or_else(|| format!("SZ[{}] is not a size up to 19", excerpt(&values[0])))?;
                if *self.size.get_or_insert(size) != size {
                    return Err("SZ stands after a stone or another SZ".into());
                }
            }
            "PL" => {
                self.first = crate::protocol::color(values[0].trim()).ok().map(|(_, color)| color);
                self.extend_setup(node);
            }
            "AE" => {
                self.extend_setup(node);
                for value in values {
                    let cell = self.cell(value)?;
                    if self.record.iter().any(|entry| entry.mv == Move::Stone(cell)) {
                        return Err(format!("AE[{}] removes a stone that was played: Hex has no such move", excerpt(value)));
                    }
                    self.setup.iter_mut().for_each(|stones| stones.retain(|&stone| stone != cell));
                }
            }
            "AB" | "AW" => {
                let color = if name == "AB" { Color::Black } else { Color::White };
                for value in values {
                    let cell = self.cell(value)?;
                    self.setup[color.index()].push(cell);
                }
                self.setup_node = Some(node);
            }
            "B" | "W" => {
                let color = if name == "B" { Color::Black } else { Color::White };
                let mv = self.read_move(&values[0])?;
                self.place_setup();
                self.push(Entry { color, mv }, node);
                self.moves.push(self.record.len());
            }
            _ => {}
        }
        Ok(())
    }

    /// Makes a node that changes the set-up its last one: without it the record would hold another position.
    fn extend_setup(&mut self, node: NodeId) {
        self.setup_node = self.setup_node.map(|_| node);
    }

    fn push(&mut self, entry: Entry, node: NodeId) {
        self.record.push(entry);
        self.nodes.push(node);
    }

    /// Puts the set-up stones down in turn, so that the last one leaves the turn where `PL` says, if it can.
    fn place_setup(&mut self) {
        let Some(node) = self.setup_node.take() else { return };
        let last = self.first.map_or(Color::White, Color::other);
        let mut stones = std::mem::take(&mut self.setup);
        let mut color = last;
        let mut placed = Vec::new();
        while let Some(cell) = stones[color.index()].pop().or_else(|| {
            color = color.other();
            stones[color.index()].pop()
        }) {
            placed.push(Entry { color, mv: Move::Stone(cell) });
            color = color.other();
        }
        placed.into_iter().rev().for_each(|entry| self.push(entry, node));
    }

    fn read_move(&mut self, value: &str) -> Result<Move, String> {
        let word = value.trim();
        match all_consuming(mv).parse(word) {
            Ok((_, Move::Resign)) => Ok(Move::Resign),
            _ if word == "forfeit" => Ok(Move::Resign),
            Ok((_, Move::SwapPieces)) => Ok(Move::SwapPieces),
            Ok((_, Move::SwapSides)) => Ok(Move::SwapSides),
            _ if word.is_empty() || word == "pass" => Err("a move is missing: Hex has no pass".to_owned()),
            _ => self.cell(word).map(Move::Stone),
        }
    }

    /// Returns the size of the board, from here on; without `SZ` that of the standard for Hex.
    fn size(&mut self) -> Result<Size, String> {
        if self.size.is_none() && !self.is_hex {
            return Err("SZ is missing".into());
        }
        Ok(*self.size.get_or_insert(DEFAULT_SIZE))
    }

    fn cell(&mut self, value: &str) -> Result<Cell, String> {
        let size = self.size()?;
        let found = all_consuming(point).parse(value.trim()).ok();
        let cell = found.and_then(|(_, point)| size.cell(point.x, point.y));
        cell.ok_or_else(|| format!("{} is not a point of the {size} board", quote(value)))
    }
}

/// Returns `N` or `W:H`.
fn size(value: &str) -> Option<Size> {
    let (width, height) = value.trim().split_once(':').unwrap_or((value.trim(), value.trim()));
    let side = |word| all_consuming(natural::<usize>).parse(word).ok().map(|(_, side)| side);
    Some(Size { width: side(width)?, height: side(height)? }).filter(|&size| is_playable(size))
}
