//! The puzzles of janko.at: lines `key value`, then `problem` and the rows of the grid, in which `-` is empty. Rows after `solution` or
//! `moves` are not read.

use super::super::rows::{Row, StatedSize, words};
use super::super::{ParseError, Puzzle, parse_digits};
use super::{Played, other_game};

/// The line before the grid.
const GRID: &str = "problem";

/// The lines that end the grid.
const ENDS: [&str; 5] = ["solution", "moves", "end", "labels", "puzzle"];

/// Returns the lines of a text as words.
fn lines(text: &str) -> impl Iterator<Item = Row<'_>> {
    let lines = text.lines().enumerate().map(|(number, line)| words(number + 1, 1, line));
    lines.filter(|row| !row.is_empty())
}

/// Returns whether a word is this keyword; they may be in brackets.
fn is_keyword(row: &Row<'_>, keyword: &str) -> bool {
    row[0].text.trim_matches(['[', ']']).eq_ignore_ascii_case(keyword)
}

/// Returns whether a text is such a record.
pub(super) fn is_record(text: &str) -> bool {
    lines(text).any(|row| row.len() == 1 && is_keyword(&row, GRID))
}

/// Parses a record.
///
/// # Errors
/// A text of another form, with its place.
pub fn parse<P: Puzzle>(text: &str) -> Result<Played<P>, ParseError> {
    let rows: Vec<Row<'_>> = lines(text).collect();
    let (head, grid) = rows.split_at(rows.iter().position(|row| is_keyword(row, GRID)).unwrap_or(rows.len()));
    let (mut height, mut width) = (None, None);
    for row in head {
        let &[key, value, ..] = &row[..] else { continue };
        let side =
            || parse_digits::<usize>(value.text).map(|side| (value, side)).ok_or_else(|| value.error("this is not a side"));
        match key.text.to_ascii_lowercase().as_str() {
            "puzzle" if !P::NAMES_ELSEWHERE.janko.contains(&value.text.to_ascii_lowercase().as_str()) => {
                return Err(value.error(other_game(value.text, P::NAMES_ELSEWHERE.janko[0])));
            }
            "size" => {
                height = Some(side()?);
                // A second number is the other side.
                width = height;
                if let Some(second) = row.get(2).and_then(|word| parse_digits(word.text)) {
                    width = Some((value, second));
                }
            }
            "rows" => height = Some(side()?),
            "cols" => width = Some(side()?),
            _ => {}
        }
    }
    let cells = grid[1..].iter().take_while(|row| !ENDS.iter().any(|end| is_keyword(row, end)));
    let cells: Vec<Row<'_>> = cells.map(|row| row.iter().map(|word| word.replace("-", ".")).collect()).collect();
    if cells.is_empty() {
        return Err(grid[0][0].error("no rows follow"));
    }
    if let (Some((by, height)), Some((_, width))) = (height, width) {
        StatedSize { by, size: (width, height) }.check(&cells, |row| row.len())?;
    }
    Ok((P::parse_rows(&cells)?, Vec::new()))
}
