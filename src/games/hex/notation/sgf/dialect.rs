//! The dialects of records of Hex, and the one that is written.
//!
//! - HexGui and Benzene: points as `c2`; `swap-pieces` exchanges the sides up to 0.9 and moves the stone from 0.10 on; `swap`
//!   exchanges the sides in all versions.
//! - PlayHex and HexWorld: the same, and `swap-pieces` moves the stone.
//! - Little Golem: points of two letters, column and row; `swap` moves the stone. The first player, who joins top and bottom, is `PB`
//!   in the head and `W` in the moves.
//! - ours: points as `c2`; `swap-pieces` moves the stone, `swap` exchanges the sides, and `RU` says which of them it is.

use nom::Parser;
use nom::character::complete::{anychar, char};
use nom::combinator::{all_consuming, rest, verify};
use nom::{IResult, branch::alt};

use super::super::super::board::record::{Move, Swap};
use super::super::{Point, point};
use crate::sgf::{Property, Tree};

/// Programs in whose records `swap-pieces` moves the stone.
const MOVES_STONES: [&str; 2] = ["PlayHex", "HexWorld"];

/// Properties whose values are points.
const POINTS: [&str; 14] = ["B", "W", "AB", "AW", "AE", "TR", "SQ", "MA", "CR", "SL", "TB", "TW", "DD", "VW"];

/// Properties whose values are points with something behind a colon.
const POINTS_WITH_MORE: [&str; 3] = ["LB", "AR", "LN"];

/// The swap that moves the stone, and the one that exchanges the sides.
const PIECES: &str = "swap-pieces";
const SIDES: &str = "swap-sides";

/// How the latter is written.
const WRITTEN_SIDES: &str = "swap";

/// Returns a point as Little Golem writes it: two letters.
fn two_letters(word: &str) -> IResult<&str, Point> {
    let letter = || verify(anychar, char::is_ascii_alphabetic).map(|c: char| c.to_ascii_lowercase() as usize - 'a' as usize);
    (letter(), letter()).map(|(x, y)| Point { x, y }).parse(word)
}

/// Returns the usual name of a point that is written as two letters.
fn name_of_letters(value: &str) -> Option<String> {
    all_consuming(two_letters).parse(value.trim()).ok().map(|(_, point)| point.to_string())
}

/// Returns the usual name of a point that is written in any way, as `c2`, `C2` or two letters.
fn usual_name(value: &str) -> Option<String> {
    let as_usual = || all_consuming(point).parse(value.trim()).ok().map(|(_, point)| point.to_string());
    name_of_letters(value).or_else(as_usual)
}

/// Returns whether a property is a move.
fn is_move(property: &&Property) -> bool {
    property.name == "B" || property.name == "W"
}

/// Returns the property of the other colour.
fn other_color(name: &str) -> Option<&'static str> {
    let pairs = [("B", "W"), ("AB", "AW"), ("BL", "WL")];
    pairs.into_iter().find_map(|(black, white)| match name {
        _ if name == black => Some(white),
        _ if name == white => Some(black),
        _ => None,
    })
}

/// Translates a record into the dialect that is written, except its swaps: they are named by what they exchange, sides or pieces.
/// `swap` is the meaning of `swap-pieces` in a record that does not tell it by its rules, its program or the player after it.
pub(super) fn translate(tree: &mut Tree, swap: Swap) {
    let root = tree.root();
    let mut moves = tree.main_line().into_iter().flat_map(|node| tree.properties(node)).filter(is_move);
    let by_player = swap_by_player(moves.clone());
    let first = moves.clone().next().map(|property| property.name.clone());
    let is_usual = |property: &Property| all_consuming(point).parse(property.values[0].trim()).is_ok();
    let is_golem = moves.clone().any(|property| name_of_letters(&property.values[0]).is_some()) && !moves.any(is_usual);
    let rules = tree.value(root, "RU").unwrap_or_default();
    let program = tree.value(root, "AP").unwrap_or_default();
    let moves_stone = match rules {
        _ if rules.contains(PIECES) => true,
        _ if rules.contains(SIDES) => false,
        _ if is_golem || MOVES_STONES.iter().any(|name| program.starts_with(name)) => true,
        _ => hexgui_moves_stone(program).or(by_player).unwrap_or(swap.swap_pieces() == Move::SwapPieces),
    };
    let exchanges = is_golem && first.as_deref() == Some("W");
    for property in tree.all_properties_mut() {
        if is_move(&&*property) {
            let name = match property.values[0].trim().to_ascii_lowercase().as_str() {
                PIECES if moves_stone => PIECES,
                "swap" if is_golem => PIECES,
                PIECES | SIDES | "swap" => SIDES,
                _ => "",
            };
            if !name.is_empty() {
                name.clone_into(&mut property.values[0]);
            }
        }
        translate_points(property);
        if let Some(other) = other_color(&property.name).filter(|_| exchanges) {
            other.clone_into(&mut property.name);
        }
    }
}

/// Returns whether `swap-pieces` moves the stone in records of a version of HexGui; `None` for other programs.
fn hexgui_moves_stone(program: &str) -> Option<bool> {
    let minor = program.strip_prefix("HexGui:0.");
    let digits = minor.map(|minor| minor.bytes().take_while(u8::is_ascii_digit).count());
    program.starts_with("HexGui:").then_some(digits != Some(1))
}

/// Returns whether the swap moves the stone, by who moves after it: the other player then, else the same one. `None` without such
/// a move.
fn swap_by_player<'a>(mut moves: impl Iterator<Item = &'a Property>) -> Option<bool> {
    let swap = moves.find(|property| property.values[0].trim().eq_ignore_ascii_case(PIECES))?;
    Some(moves.next()?.name != swap.name)
}

/// Names the points of a property as `c2`.
fn translate_points(property: &mut Property) {
    let name = property.name.as_str();
    if POINTS.contains(&name) {
        property.values.iter_mut().for_each(|value| *value = usual_name(value).unwrap_or_else(|| std::mem::take(value)));
    } else if POINTS_WITH_MORE.contains(&name) {
        for value in &mut property.values {
            let words: Option<(Point, _, &str)> =
                (two_letters, char(':'), rest).parse(value.as_str()).ok().map(|(_, words)| words);
            let Some((from, _, more)) = words else { continue };
            let end = alt((two_letters.map(|point| point.to_string()), rest.map(str::to_owned))).parse(more);
            let end = if name == "LB" { more.to_owned() } else { end.map_or_else(|_| more.to_owned(), |(_, end)| end) };
            *value = format!("{from}:{end}");
        }
    }
}

/// Renames the swaps to names that other programs know. Returns what `swap-pieces` in such a record means, for `RU`; `None` if
/// nobody swaps.
pub(super) fn name_swaps(tree: &mut Tree) -> Option<&'static str> {
    let is_swap = |property: &Property, name: &str| is_move(&property) && property.values[0].trim() == name;
    let has = |name: &str| tree.all_properties().any(|property| is_swap(property, name));
    let meaning = [PIECES, SIDES].into_iter().find(|name| has(name));
    let swaps = tree.all_properties_mut().filter(|property| is_swap(property, SIDES));
    swaps.for_each(|property| WRITTEN_SIDES.clone_into(&mut property.values[0]));
    meaning
}
