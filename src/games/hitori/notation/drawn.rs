//! The marks of a player in the forms of other programs: the marks of pzprv3, the moves of Tatham's *Singles*.

use nom::Parser;
use nom::branch::alt;
use nom::character::complete::char;
use nom::combinator::{all_consuming, value};

use super::cell_at;
use crate::games::hitori::board::{Grid, Mark, Marks};
use crate::grid::{Cell, Size};
use crate::protocol::quote;
use crate::puzzle::notation::place;
use crate::puzzle::rows::Row;
use crate::puzzle::{MoveError, ParseError};

/// Returns the cells row by row: a number, `.` for a blank.
pub fn clue_words(grid: &Grid) -> Vec<String> {
    grid.clues().iter().map(|clue| clue.map_or_else(|| ".".to_owned(), |clue| clue.to_string())).collect()
}

/// Returns marks as rows of `#` black, `+` white and `.` open.
pub fn mark_rows(marks: &Marks) -> Vec<Vec<String>> {
    let letter = |cell| match marks.get(cell) {
        Mark::Black => "#".to_owned(),
        Mark::White => "+".to_owned(),
        Mark::Unknown => ".".to_owned(),
    };
    let letters: Vec<String> = marks.size().cells().map(letter).collect();
    letters.chunks(marks.size().width).map(<[String]>::to_vec).collect()
}

/// Reads such rows.
///
/// # Errors
/// Other numbers of rows and columns, another letter; with the place.
pub fn parse_mark_rows(size: Size, rows: &[Row<'_>]) -> Result<Vec<(Cell, Mark)>, ParseError> {
    let Some(last) = rows.iter().flatten().last() else { return Ok(Vec::new()) };
    if rows.len() != size.height {
        return Err(last.error(format!("{} rows of marks; a grid of {size} has {}", rows.len(), size.height)));
    }
    let mut moves = Vec::new();
    for (y, row) in rows.iter().enumerate() {
        if row.len() != size.width {
            return Err(row.last().unwrap_or(last).error(format!(
                "{} marks in this row, a grid of {size} has {}",
                row.len(),
                size.width
            )));
        }
        for (word, x) in row.iter().zip(0..) {
            let mark = match word.text {
                "." => continue,
                "#" => Mark::Black,
                "+" => Mark::White,
                other => return Err(word.error(format!("{} is not #, + or .", quote(other)))),
            };
            moves.extend(size.cell(x, y).map(|cell| (cell, mark)));
        }
    }
    Ok(moves)
}

/// Returns a move of *Singles*: `B2,3` black, `C2,3` white, `E2,3` open, by column and row.
pub fn save_move(size: Size, cell: Cell, mark: Mark) -> String {
    let letter = match mark {
        Mark::Black => 'B',
        Mark::White => 'C',
        Mark::Unknown => 'E',
    };
    format!("{letter}{},{}", size.x(cell), size.y(cell))
}

/// Reads a part of a move of *Singles*. The note that the program has solved the puzzle (`S`) is ignored.
///
/// # Errors
/// A word of another form, or a cell beyond the grid.
pub fn parse_save_move(size: Size, word: &str) -> Result<Option<(Cell, Mark)>, MoveError> {
    if word == "S" {
        return Ok(None);
    }
    let mark = alt((value(Mark::Black, char('B')), value(Mark::White, char('C')), value(Mark::Unknown, char('E'))));
    let (_, (mark, (x, y))) = all_consuming((mark, place))
        .parse(word)
        .map_err(|_: nom::Err<nom::error::Error<&str>>| MoveError::Syntax(format!("{} is not a move as B2,3", quote(word))))?;
    Ok(Some((cell_at(size, (y, x))?, mark)))
}
