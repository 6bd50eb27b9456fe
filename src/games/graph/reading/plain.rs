//! The plain form: `game N START`, then a line `ID OWNER -|G1|G2|N SUCC...` for each vertex; `#` begins a comment line.
//!
//! Numbers are read block by block. Where vertices have names the whole text is read at once, and the first line may be
//! missing: then the start is the first vertex.

use std::collections::HashMap;

use crate::attractor::{Goal, MOST_VERTICES};
use crate::color::Color;

use super::Trouble;
use super::cursor::{Cursor, Halt, Read, shown};
use super::piece::Piece;

/// What the first line announces: the number of vertices, and the start.
pub type Head = (u32, u32);

const NUMBER: &str = "the number of a vertex";

/// Reads the first line, where there is one, and the comments before it.
///
/// # Errors
/// It is no such line, or announces more than a graph can have.
pub fn head(cursor: &mut Cursor<'_>) -> Read<Option<Head>> {
    skip_comments(cursor)?;
    if cursor.peek()?.is_ascii_digit() {
        return Ok(None);
    }
    if cursor.word()? != b"game" {
        return Err(Halt::Bad("\"game N START\" is expected".into()));
    }
    cursor.skip_blanks();
    let vertices = cursor.number("a number of vertices")?;
    if vertices as usize > MOST_VERTICES {
        return Err(Halt::Bad(format!("more than {MOST_VERTICES} vertices are announced")));
    }
    cursor.skip_blanks();
    let start = cursor.number(NUMBER)?;
    end_of_line(cursor)?;
    if start >= vertices {
        return Err(Halt::Bad(format!("the start, {start}, is not one of the {vertices} vertices")));
    }
    Ok(Some((vertices, start)))
}

fn skip_comments(cursor: &mut Cursor<'_>) -> Read<()> {
    cursor.skip_space();
    while cursor.peek()? == b'#' {
        cursor.skip_line();
        cursor.skip_space();
    }
    Ok(())
}

fn end_of_line(cursor: &mut Cursor<'_>) -> Read<()> {
    cursor.skip_blanks();
    match cursor.peek()? {
        b'\n' => Ok(()),
        found => Err(Halt::Bad(format!("{} where the end of the line is expected", shown(found)))),
    }
}

/// Reads all lines that are whole in a block, into a piece; how many bytes they are. The last line of a text must have its end.
///
/// # Errors
/// The first wrong line.
pub fn lines(block: &[u8], piece: &mut Piece, is_last: bool) -> Result<usize, Trouble> {
    let mut cursor = Cursor::new(block);
    let base = piece.lines;
    loop {
        cursor.skip_space();
        let begin = cursor;
        match line(&mut cursor, piece, base) {
            Ok(()) => {}
            Err(Halt::End) if !is_last || begin.at() == block.len() => {
                piece.forget_edges();
                piece.lines = base + begin.lines();
                return Ok(begin.at());
            }
            Err(Halt::End) => return Err(Trouble::at(base + cursor.lines(), "the text ends in mid-line")),
            Err(Halt::Bad(why)) => return Err(Trouble::at(base + cursor.lines(), why)),
        }
    }
}

fn line(cursor: &mut Cursor<'_>, piece: &mut Piece, base: usize) -> Read<()> {
    if cursor.peek()? == b'#' {
        cursor.skip_line();
        return cursor.peek().map(|_| ());
    }
    let number = cursor.number(NUMBER)?;
    cursor.skip_blanks();
    let owner = match cursor.peek()? {
        b'1' => Color::Black,
        b'2' => Color::White,
        found => return Err(Halt::Bad(format!("{} where an owner, 1 or 2, is expected", shown(found)))),
    };
    cursor.step();
    cursor.skip_blanks();
    let goal = goal(cursor.word()?)?;
    loop {
        cursor.skip_blanks();
        if cursor.peek()? == b'\n' {
            break;
        }
        let next = cursor.number(NUMBER)?;
        piece.edge(next, base + cursor.lines());
    }
    match (goal, piece.edges().is_empty()) {
        (Some(_), false) => return Err(Halt::Bad(format!("vertex {number} is final and has successors"))),
        (None, true) => return Err(Halt::Bad(format!("vertex {number} is a dead end: no goal and no successor"))),
        _ => {}
    }
    piece.vertex(number, owner, goal);
    Ok(())
}

fn goal(word: &[u8]) -> Read<Option<Goal>> {
    match word {
        b"-" => Ok(None),
        b"G1" | b"g1" => Ok(Some(Goal::Of(Color::Black))),
        b"G2" | b"g2" => Ok(Some(Goal::Of(Color::White))),
        b"N" | b"n" => Ok(Some(Goal::Nobody)),
        _ => Err(Halt::Bad(format!("{:?} is not -, G1, G2 or N", String::from_utf8_lossy(word)))),
    }
}

/// Reads a text whose vertices have names; the piece, and the start. `None` where all of them are numbers.
///
/// # Errors
/// The first wrong line, or a name that stands nowhere as a vertex.
pub fn named(text: &str) -> Result<Option<(Piece, u32)>, Trouble> {
    let rows = text.lines().enumerate().map(|(number, row)| (number, row.trim()));
    let mut rows = rows.filter(|(_, row)| !row.is_empty() && !row.starts_with('#')).peekable();
    let mut announced = None;
    if let Some((number, row)) = rows.next_if(|(_, row)| row.split_whitespace().next() == Some("game")) {
        let words: Vec<&str> = row.split_whitespace().skip(1).collect();
        let [vertices, start] = words[..] else { return Err(Trouble::at(number, "\"game N START\" is expected")) };
        let vertices: usize =
            vertices.parse().map_err(|_| Trouble::at(number, format!("{vertices:?} is not a number of vertices")))?;
        announced = Some((vertices, start, number));
    }
    let rows: Vec<(usize, Vec<&str>)> = rows.map(|(number, row)| (number, row.split_whitespace().collect())).collect();
    let is_number = |name: &str| name.bytes().all(|byte| byte.is_ascii_digit());
    if rows.iter().all(|(_, words)| is_number(words[0])) {
        return Ok(None);
    }
    let mut vertices: HashMap<&str, u32> = HashMap::with_capacity(rows.len());
    for (number, words) in &rows {
        owner_and_goal(words).map_err(|why| Trouble::at(*number, why))?;
        if is_number(words[0]) {
            return Err(Trouble::at(*number, format!("{}: where vertices have names, none is a number", words[0])));
        }
        if vertices.insert(words[0], vertices.len() as u32).is_some() {
            return Err(Trouble::at(*number, format!("vertex {} has two lines", words[0])));
        }
    }
    let mut piece = Piece::default();
    for (number, words) in &rows {
        named_line(words, &vertices, &mut piece).map_err(|why| Trouble::at(*number, why))?;
    }
    let Some((count, start, number)) = announced else { return Ok(Some((piece, 0))) };
    if count != rows.len() {
        return Err(Trouble::at(number, format!("{count} vertices are announced, {} are there", rows.len())));
    }
    let start = vertices.get(start).ok_or_else(|| Trouble::at(number, format!("the start, {start}, has no line")))?;
    Ok(Some((piece, *start)))
}

fn named_line(words: &[&str], vertices: &HashMap<&str, u32>, piece: &mut Piece) -> Result<(), String> {
    let name = words[0];
    let (owner, goal) = owner_and_goal(words)?;
    for next in words.iter().skip(3) {
        let number = vertices.get(next).ok_or_else(|| format!("vertex {name}: its successor {next} has no line"))?;
        piece.edge(*number, 0);
    }
    match (goal, words.len() > 3) {
        (Some(_), true) => return Err(format!("vertex {name} is final and has successors")),
        (None, false) => return Err(format!("vertex {name} is a dead end: no goal and no successor")),
        _ => {}
    }
    piece.vertex(vertices[name], owner, goal);
    piece.name(name.as_bytes());
    Ok(())
}

fn owner_and_goal(words: &[&str]) -> Result<(Color, Option<Goal>), String> {
    let name = words[0];
    let owner = match words.get(1) {
        Some(&"1") => Color::Black,
        Some(&"2") => Color::White,
        other => return Err(format!("vertex {name}: {} where an owner, 1 or 2, is expected", told(other.copied()))),
    };
    let word = words.get(2).copied();
    let goal = word.and_then(|word| goal(word.as_bytes()).ok());
    Ok((owner, goal.ok_or_else(|| format!("vertex {name}: {} where -, G1, G2 or N is expected", told(word)))?))
}

fn told(word: Option<&str>) -> String {
    word.map_or_else(|| "nothing".to_owned(), |word| format!("{word:?}"))
}
