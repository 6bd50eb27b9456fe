//! PGSolver's parity games: `parity MAXID;`, `start ID;`, then `ID PRIORITY OWNER SUCC,SUCC "name";`.
//!
//! A vertex whose only successor is itself is final: a goal of the first player where its priority is even, of the second
//! where it is odd. All other vertices must have one priority: then who wins depends on the goals alone, endless plays set
//! aside, which are draws here.

use crate::attractor::{Goal, MOST_VERTICES};
use crate::color::Color;

use super::Trouble;
use super::cursor::{Cursor, Halt, Read, shown};
use super::piece::{Piece, two_priorities};
use super::usual::Usual;

/// Reads what comes before the vertices: the start, and the greatest number that a vertex may have, where it is told.
///
/// # Errors
/// Another beginning, or a number of vertices that no graph has.
pub fn head(cursor: &mut Cursor<'_>) -> Read<(u32, Option<u32>)> {
    cursor.skip_space();
    let (mut start, mut greatest) = (0, None);
    while cursor.peek().is_ok_and(|byte| byte.is_ascii_alphabetic()) {
        let word = cursor.word()?;
        cursor.skip_blanks();
        match word {
            b"parity" => {
                let most = cursor.number("the greatest number of a vertex")?;
                if most as usize >= MOST_VERTICES {
                    return Err(Halt::Bad(format!("more than {MOST_VERTICES} vertices are announced")));
                }
                greatest = Some(most);
            }
            b"start" => {
                start = cursor.number("the number of the start")?;
                if greatest.is_some_and(|most| start > most) {
                    return Err(Halt::Bad(format!("the start, {start}, is greater than the vertices that are announced")));
                }
            }
            _ => return Err(Halt::Bad(format!("{:?} is not parity or start", String::from_utf8_lossy(word)))),
        }
        cursor.skip_blanks();
        cursor.expect(b';')?;
        cursor.skip_space();
    }
    Ok((start, greatest))
}

/// Reads all statements that are whole in a block, into a piece; how many bytes they are. Lines count from the piece's own.
///
/// # Errors
/// The first wrong statement.
pub fn statements(block: &[u8], piece: &mut Piece, is_last: bool) -> Result<usize, Trouble> {
    let mut cursor = Cursor::new(block);
    let base = piece.lines;
    loop {
        cursor.skip_space();
        let begin = cursor;
        match statement(&mut cursor, piece, base) {
            Ok(()) => {}
            Err(Halt::End) if !is_last || begin.at() == block.len() => {
                piece.forget_edges();
                piece.lines = base + begin.lines();
                return Ok(begin.at());
            }
            Err(Halt::End) => return Err(Trouble::at(base + cursor.lines(), "the last vertex does not end with ';'")),
            Err(Halt::Bad(why)) => return Err(Trouble::at(base + cursor.lines(), why)),
        }
    }
}

/// One vertex, without the white space before it.
#[inline]
#[allow(clippy::manual_inspect, reason = "the count of what is inspected is not trusted: room would be made edge by edge")]
fn statement(cursor: &mut Cursor<'_>, piece: &mut Piece, base: usize) -> Read<()> {
    let Some(usual) = Usual::of(cursor.rest()) else { return any_statement(cursor, piece, base) };
    let line = base + cursor.lines();
    let owner = if usual.is_of_2 { Color::White } else { Color::Black };
    let mut is_final = true;
    piece.edges_to(
        usual.successors().map(|next| {
            is_final &= next == usual.number;
            next
        }),
        line,
    );
    cursor.skip(usual.length);
    end_statement(piece, (usual.number, usual.priority, owner), is_final, line)
}

/// One vertex, whatever it looks like.
fn any_statement(cursor: &mut Cursor<'_>, piece: &mut Piece, base: usize) -> Read<()> {
    let number = cursor.number("the number of a vertex")?;
    cursor.skip_space();
    let priority = cursor.number("a priority")?;
    cursor.skip_space();
    let owner = match cursor.number("an owner")? {
        0 => Color::Black,
        1 => Color::White,
        _ => return Err(Halt::Bad("an owner is 0 or 1".into())),
    };
    cursor.skip_space();
    let line = base + cursor.lines();
    let mut is_final = true;
    loop {
        let next = cursor.number("a successor")?;
        is_final &= next == number;
        piece.edge(next, line);
        if cursor.peek()? == b',' {
            cursor.step();
            continue;
        }
        cursor.skip_space();
        if cursor.peek()? != b',' {
            break;
        }
        cursor.step();
        cursor.skip_space();
    }
    let name = if cursor.peek()? == b'"' { Some(cursor.quoted()?) } else { None };
    cursor.skip_space();
    match cursor.peek()? {
        b';' => cursor.step(),
        found => return Err(Halt::Bad(format!("{} where ',' or ';' is expected", shown(found)))),
    }
    end_statement(piece, (number, priority, owner), is_final, line)?;
    if let Some(name) = name {
        piece.name(name);
    }
    Ok(())
}

/// Returns the vertex to which the last edges belong: its number, priority and owner.
#[inline]
fn end_statement(piece: &mut Piece, (number, priority, owner): (u32, u32, Color), is_final: bool, line: usize) -> Read<()> {
    if is_final {
        piece.forget_edges();
        let winner = if priority % 2 == 0 { Color::Black } else { Color::White };
        piece.vertex(number, owner, Some(Goal::Of(winner)));
    } else {
        check_priority(piece, priority, line)?;
        piece.vertex(number, owner, None);
    }
    Ok(())
}

/// Returns all vertices that are not final have one priority.
fn check_priority(piece: &mut Piece, priority: u32, line: usize) -> Read<()> {
    match piece.priority {
        Some((first, _)) if first != priority => Err(Halt::Bad(two_priorities(first, priority, line).why)),
        Some(_) => Ok(()),
        None => {
            piece.priority = Some((priority, line));
            Ok(())
        }
    }
}
