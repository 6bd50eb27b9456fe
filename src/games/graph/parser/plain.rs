//! The plain form: `game N START`, then a line `ID OWNER -|G1|G2|N SUCC...` for each vertex; `#` begins a comment line.
//!
//! A text whose vertices have numbers is read block by block. One whose vertices have names is read at once, and its first line may
//! be missing: the start is then the first vertex.

use std::collections::HashMap;
use std::fmt::Display;

use crate::attractor::{Goal, MAX_VERTICES};
use crate::color::Color;
use crate::search::Stop;

use super::cursor::{Cursor, Scan, ScanError, describe_byte};
use super::error::ParseError;
use super::fragment::Fragment;

/// The first line: the number of vertices, and the start.
pub(super) type Head = (u32, u32);

/// Words of a row between two checks of the stop flag.
const CHECK_INTERVAL: usize = 1 << 12;

const VERTEX_NUMBER: &str = "the number of a vertex";

/// Reads the comments before the first line, and the line `game N START` if there is one.
///
/// # Errors
/// The first line is another one, or announces more vertices than a graph can have.
pub(super) fn read_head(cursor: &mut Cursor<'_>) -> Scan<Option<Head>> {
    skip_comments(cursor)?;
    if cursor.peek()?.is_ascii_digit() {
        return Ok(None);
    }
    if cursor.word()? != b"game" {
        return Err(ScanError::Invalid("\"game N START\" is expected".into()));
    }
    cursor.skip_blanks();
    let vertices = cursor.number("a number of vertices")?;
    if vertices as usize > MAX_VERTICES {
        return Err(ScanError::Invalid(format!("more than {MAX_VERTICES} vertices are announced")));
    }
    cursor.skip_blanks();
    let start = cursor.number(VERTEX_NUMBER)?;
    expect_line_end(cursor)?;
    if start >= vertices {
        return Err(ScanError::Invalid(format!("the start, {start}, is not one of the {vertices} vertices")));
    }
    Ok(Some((vertices, start)))
}

fn skip_comments(cursor: &mut Cursor<'_>) -> Scan<()> {
    cursor.skip_space();
    while cursor.peek()? == b'#' {
        cursor.skip_line();
        cursor.skip_space();
    }
    Ok(())
}

fn expect_line_end(cursor: &mut Cursor<'_>) -> Scan<()> {
    cursor.skip_blanks();
    match cursor.peek()? {
        b'\n' => Ok(()),
        found => Err(ScanError::Invalid(format!("{} where the end of the line is expected", describe_byte(found)))),
    }
}

/// Reads the complete lines of a block into a fragment and returns their length in bytes. The last line needs its end, too.
///
/// # Errors
/// The first wrong line.
pub fn read_lines(block: &[u8], fragment: &mut Fragment, is_last: bool) -> Result<usize, ParseError> {
    fragment.read_statements(block, is_last, "the text ends in mid-line", read_line)
}

fn read_line(cursor: &mut Cursor<'_>, fragment: &mut Fragment, base: usize) -> Scan<()> {
    if cursor.peek()? == b'#' {
        cursor.skip_line();
        return cursor.peek().map(|_| ());
    }
    let number = cursor.number(VERTEX_NUMBER)?;
    cursor.skip_blanks();
    let owner = match cursor.peek()? {
        b'1' => Color::Black,
        b'2' => Color::White,
        found => return Err(ScanError::Invalid(format!("{} where an owner, 1 or 2, is expected", describe_byte(found)))),
    };
    cursor.advance();
    cursor.skip_blanks();
    let goal = parse_goal(cursor.word()?)?;
    loop {
        cursor.skip_blanks();
        if cursor.peek()? == b'\n' {
            break;
        }
        let next = cursor.number(VERTEX_NUMBER)?;
        fragment.edge(next, base + cursor.lines());
    }
    check_successors(number, goal, !fragment.edges().is_empty()).map_err(ScanError::Invalid)?;
    fragment.vertex(number, owner, goal);
    Ok(())
}

/// Checks that a vertex has successors unless it is final.
fn check_successors(vertex: impl Display, goal: Option<Goal>, has_successors: bool) -> Result<(), String> {
    match (goal, has_successors) {
        (Some(_), true) => Err(format!("vertex {vertex} is final and has successors")),
        (None, false) => Err(format!("vertex {vertex} is a dead end: no goal and no successor")),
        _ => Ok(()),
    }
}

fn parse_goal(word: &[u8]) -> Scan<Option<Goal>> {
    match word {
        b"-" => Ok(None),
        b"G1" | b"g1" => Ok(Some(Goal::Of(Color::Black))),
        b"G2" | b"g2" => Ok(Some(Goal::Of(Color::White))),
        b"N" | b"n" => Ok(Some(Goal::Nobody)),
        _ => Err(ScanError::Invalid(format!("{:?} is not -, G1, G2 or N", String::from_utf8_lossy(word)))),
    }
}

/// Reads a text whose vertices have names and returns its graph as one fragment, with the start. Returns `None` if all vertices
/// have numbers.
///
/// # Errors
/// The first wrong line, or a name that no vertex has; or `interrupted`.
pub(super) fn read_named(text: &str, stop: &Stop) -> Result<Option<(Fragment, u32)>, ParseError> {
    let rows = text.lines().enumerate().map(|(number, row)| (number, row.trim()));
    let mut rows = rows.filter(|(_, row)| !row.is_empty() && !row.starts_with('#')).peekable();
    let header = rows.next_if(|(_, row)| row.split_whitespace().next() == Some("game"));
    let header = header.map(|(number, row)| parse_header(number, row)).transpose()?;
    let rows = rows.take_while(|_| !stop.is_raised());
    let rows: Vec<(usize, &str)> = rows.collect();
    if stop.is_raised() {
        return Err(ParseError::interruption());
    }
    if rows.iter().take_while(|_| !stop.is_raised()).all(|(_, row)| row.split_whitespace().next().is_none_or(is_number)) {
        return if stop.is_raised() { Err(ParseError::interruption()) } else { Ok(None) };
    }
    let vertices = number_vertices(&rows, stop)?;
    let mut fragment = Fragment::default();
    for (number, row) in &rows {
        if stop.is_raised() {
            return Err(ParseError::interruption());
        }
        let words = split_row(row, stop)?;
        read_named_line(&words, &vertices, &mut fragment, stop).map_err(|why| match stop.is_raised() {
            true => ParseError::interruption(),
            false => ParseError::on_line(*number, why),
        })?;
    }
    let Some(Header { count, start, line }) = header else { return Ok(Some((fragment, 0))) };
    if count != rows.len() {
        return Err(ParseError::on_line(line, format!("{count} vertices are announced, {} are there", rows.len())));
    }
    let start = vertices.get(start).ok_or_else(|| ParseError::on_line(line, format!("the start, {start}, has no line")))?;
    Ok(Some((fragment, *start)))
}

/// The line `game N START` before named vertices.
struct Header<'a> {
    /// The number of vertices.
    count: usize,
    /// The name of the start.
    start: &'a str,
    /// The number of the line, from 0.
    line: usize,
}

fn parse_header(line: usize, row: &str) -> Result<Header<'_>, ParseError> {
    let words: Vec<&str> = row.split_whitespace().skip(1).collect();
    let [count, start] = words[..] else { return Err(ParseError::on_line(line, "\"game N START\" is expected")) };
    let count = count.parse().map_err(|_| ParseError::on_line(line, format!("{count:?} is not a number of vertices")))?;
    Ok(Header { count, start, line })
}

fn is_number(name: &str) -> bool {
    name.bytes().all(|byte| byte.is_ascii_digit())
}

/// Returns the vertices by name, numbered in the order of their rows, which are pairs of a line and its text.
fn number_vertices<'a>(rows: &[(usize, &'a str)], stop: &Stop) -> Result<HashMap<&'a str, u32>, ParseError> {
    let mut vertices: HashMap<&str, u32> = HashMap::with_capacity(rows.len());
    for &(number, row) in rows {
        if stop.is_raised() {
            return Err(ParseError::interruption());
        }
        let words = split_row(row, stop)?;
        parse_owner_and_goal(&words).map_err(|why| ParseError::on_line(number, why))?;
        if is_number(words[0]) {
            return Err(ParseError::on_line(number, format!("{}: where vertices have names, none is a number", words[0])));
        }
        if vertices.insert(words[0], vertices.len() as u32).is_some() {
            return Err(ParseError::on_line(number, format!("vertex {} has two lines", words[0])));
        }
    }
    Ok(vertices)
}

/// Splits a row into words. One row may be the whole text, so the flag is checked within it.
fn split_row<'a>(row: &'a str, stop: &Stop) -> Result<Vec<&'a str>, ParseError> {
    let mut words = Vec::new();
    for (done, word) in row.split_whitespace().enumerate() {
        if done % CHECK_INTERVAL == CHECK_INTERVAL - 1 && stop.is_raised() {
            return Err(ParseError::interruption());
        }
        words.push(word);
    }
    Ok(words)
}

fn read_named_line(words: &[&str], vertices: &HashMap<&str, u32>, fragment: &mut Fragment, stop: &Stop) -> Result<(), String> {
    let name = words[0];
    let (owner, goal) = parse_owner_and_goal(words)?;
    for (done, next) in words.iter().skip(3).enumerate() {
        if done % CHECK_INTERVAL == CHECK_INTERVAL - 1 && stop.is_raised() {
            return Err("interrupted".to_owned());
        }
        let number = vertices.get(next).ok_or_else(|| format!("vertex {name}: its successor {next} has no line"))?;
        fragment.edge(*number, 0);
    }
    check_successors(name, goal, words.len() > 3)?;
    fragment.vertex(vertices[name], owner, goal);
    fragment.name(name.as_bytes());
    Ok(())
}

fn parse_owner_and_goal(words: &[&str]) -> Result<(Color, Option<Goal>), String> {
    let name = words[0];
    let owner = match words.get(1) {
        Some(&"1") => Color::Black,
        Some(&"2") => Color::White,
        other => return Err(format!("vertex {name}: {} where an owner, 1 or 2, is expected", quote_or_nothing(other.copied()))),
    };
    let word = words.get(2).copied();
    let goal = word.and_then(|word| parse_goal(word.as_bytes()).ok());
    Ok((owner, goal.ok_or_else(|| format!("vertex {name}: {} where -, G1, G2 or N is expected", quote_or_nothing(word)))?))
}

fn quote_or_nothing(word: Option<&str>) -> String {
    word.map_or_else(|| "nothing".to_owned(), |word| format!("{word:?}"))
}
