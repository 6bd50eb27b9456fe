//! PGSolver's parity games: `parity MAXID;`, `start ID;`, then `ID PRIORITY OWNER SUCC,SUCC "name";`.
//!
//! A vertex whose only successor is itself is final: a goal of the first player if its priority is even, else of the second. All
//! other vertices must have the same priority, so that only the goals decide the game. Endless plays are draws here.

use crate::attractor::{Goal, MAX_VERTICES};
use crate::color::Color;

use super::cursor::{Cursor, Scan, ScanError, describe_byte};
use super::error::ParseError;
use super::fast_vertex::FastVertex;
use super::fragment::{Fragment, mixed_priorities};

/// Reads what comes before the vertices: the start, and the greatest number that a vertex may have if that is announced.
///
/// # Errors
/// The text does not begin like this, or announces more vertices than a graph can have.
pub(super) fn read_head(cursor: &mut Cursor<'_>) -> Scan<(u32, Option<u32>)> {
    cursor.skip_space();
    let (mut start, mut greatest) = (0, None);
    while cursor.peek().is_ok_and(|byte| byte.is_ascii_alphabetic()) {
        let word = cursor.word()?;
        cursor.skip_blanks();
        match word {
            b"parity" => {
                let most = cursor.number("the greatest number of a vertex")?;
                if most as usize >= MAX_VERTICES {
                    return Err(ScanError::Invalid(format!("more than {MAX_VERTICES} vertices are announced")));
                }
                greatest = Some(most);
            }
            b"start" => {
                start = cursor.number("the number of the start")?;
                if greatest.is_some_and(|most| start > most) {
                    return Err(ScanError::Invalid(format!(
                        "the start, {start}, is greater than the vertices that are announced"
                    )));
                }
            }
            _ => return Err(ScanError::Invalid(format!("{:?} is not parity or start", String::from_utf8_lossy(word)))),
        }
        cursor.skip_blanks();
        cursor.expect(b';')?;
        cursor.skip_space();
    }
    Ok((start, greatest))
}

/// Reads the complete statements of a block into a fragment and returns their length in bytes.
///
/// # Errors
/// The first wrong statement.
pub(super) fn read_statements(block: &[u8], fragment: &mut Fragment, is_last: bool) -> Result<usize, ParseError> {
    fragment.read_statements(block, is_last, "the last vertex does not end with ';'", read_statement)
}

/// Reads one vertex, without the white space before it.
#[inline]
#[allow(clippy::manual_inspect, reason = "the count of what is inspected is not trusted: room would be made edge by edge")]
fn read_statement(cursor: &mut Cursor<'_>, fragment: &mut Fragment, base: usize) -> Scan<()> {
    let Some(vertex) = FastVertex::parse(cursor.rest()) else { return read_any_statement(cursor, fragment, base) };
    let line = base + cursor.lines();
    let owner = if vertex.is_owned_by_2 { Color::White } else { Color::Black };
    let mut is_final = true;
    fragment.edges_to(
        vertex.successors().map(|next| {
            is_final &= next == vertex.number;
            next
        }),
        line,
    );
    cursor.advance_by(vertex.length);
    finish_statement(fragment, (vertex.number, vertex.priority, owner), is_final, line)
}

/// Reads one vertex in any layout.
fn read_any_statement(cursor: &mut Cursor<'_>, fragment: &mut Fragment, base: usize) -> Scan<()> {
    let number = cursor.number("the number of a vertex")?;
    cursor.skip_space();
    let priority = cursor.number("a priority")?;
    cursor.skip_space();
    let owner = match cursor.number("an owner")? {
        0 => Color::Black,
        1 => Color::White,
        _ => return Err(ScanError::Invalid("an owner is 0 or 1".into())),
    };
    cursor.skip_space();
    let line = base + cursor.lines();
    let mut is_final = true;
    loop {
        let next = cursor.number("a successor")?;
        is_final &= next == number;
        fragment.edge(next, line);
        if cursor.peek()? == b',' {
            cursor.advance();
            continue;
        }
        cursor.skip_space();
        if cursor.peek()? != b',' {
            break;
        }
        cursor.advance();
        cursor.skip_space();
    }
    let name = if cursor.peek()? == b'"' { Some(cursor.read_quoted()?) } else { None };
    cursor.skip_space();
    match cursor.peek()? {
        b';' => cursor.advance(),
        found => return Err(ScanError::Invalid(format!("{} where ',' or ';' is expected", describe_byte(found)))),
    }
    finish_statement(fragment, (number, priority, owner), is_final, line)?;
    if let Some(name) = name {
        fragment.name(name);
    }
    Ok(())
}

/// Returns the vertex to which the last edges belong: its number, priority and owner.
#[inline]
fn finish_statement(
    fragment: &mut Fragment,
    (number, priority, owner): (u32, u32, Color),
    is_final: bool,
    line: usize,
) -> Scan<()> {
    if is_final {
        fragment.forget_edges();
        let winner = if priority % 2 == 0 { Color::Black } else { Color::White };
        fragment.vertex(number, owner, Some(Goal::Of(winner)));
    } else {
        check_priority(fragment, priority, line)?;
        fragment.vertex(number, owner, None);
    }
    Ok(())
}

/// Returns all vertices that are not final have one priority.
fn check_priority(fragment: &mut Fragment, priority: u32, line: usize) -> Scan<()> {
    match fragment.priority {
        Some((first, _)) if first != priority => Err(ScanError::Invalid(mixed_priorities(first, priority, line).why)),
        Some(_) => Ok(()),
        None => {
            fragment.priority = Some((priority, line));
            Ok(())
        }
    }
}
