//! Hitori as text: Tatham's game IDs, puzz.link addresses, files of rows, solutions, moves; both ways.

use nom::branch::alt;
use nom::bytes::complete::tag_no_case;
use nom::character::complete::char;
use nom::combinator::{all_consuming, opt, value};
use nom::{IResult, Parser};

use super::board::{MAX_CLUE, Mark, Marks};
use super::check::Fault;
use crate::grid::{Cell, Size};
use crate::protocol::{point, quote};
use crate::puzzle::notation::{cell_name, place};
use crate::puzzle::{MoveError, ParseError};

mod drawn;
mod files;
mod lines;

pub use drawn::{clue_words, mark_rows, parse_mark_rows, parse_save_move, save_move};
pub use files::parse_file;
pub(super) use files::read_numbers;
pub use lines::{body, game_id, parse_line};

fn clue_error(word: &str) -> String {
    format!("{} is not a number from 0 to {MAX_CLUE}, nor . for a blank cell", quote(word))
}

/// Returns the names of cells with spaces between.
pub fn cell_names(size: Size, cells: impl IntoIterator<Item = Cell>) -> String {
    cells.into_iter().map(|cell| cell_name(size, cell)).collect::<Vec<_>>().join(" ")
}

/// Returns a mark on a cell as a player would make it: `black 2,3`.
#[must_use]
pub fn step_name(size: Size, cell: Cell, mark: Mark) -> String {
    format!("{} {}", mark_name(mark), cell_name(size, cell))
}

/// Returns the word that makes a mark: `black`, `white`, `clear`.
#[must_use]
pub(super) const fn mark_name(mark: Mark) -> &'static str {
    match mark {
        Mark::Black => "black",
        Mark::White => "white",
        Mark::Unknown => "clear",
    }
}

/// Parses the place in an argument of `play`: `row "," column` from 0, or a letter for the column and a number for the row from 1.
///
/// # Errors
/// nom's, where the word is no cell.
pub(super) fn place_argument(word: &str) -> IResult<&str, (usize, usize)> {
    alt((place, point.map(|(column, row)| (row, column)))).parse(word)
}

/// Parses `black | b | white | w | clear | c`, any case: what a move makes of a cell.
///
/// # Errors
/// nom's, where the word is none of these.
pub fn mark(word: &str) -> IResult<&str, Mark> {
    alt((
        value(Mark::Black, alt((tag_no_case("black"), tag_no_case("b")))),
        value(Mark::White, alt((tag_no_case("white"), tag_no_case("w")))),
        value(Mark::Unknown, alt((tag_no_case("clear"), tag_no_case("c")))),
    ))
    .parse(word)
}

/// Returns the cell of a place.
///
/// # Errors
/// A place beyond the grid.
pub fn cell_at(size: Size, (row, column): (usize, usize)) -> Result<Cell, MoveError> {
    let cell = size.cell(column, row);
    cell.ok_or_else(|| MoveError::Illegal(format!("{row},{column} is not on the {size} grid")))
}

/// Formats marks as rows joined by `/`: `x` black, `.` white, `?` unknown. [`parse_marks`] is the inverse.
#[must_use]
pub(super) fn marks_text(marks: &Marks) -> String {
    let size = marks.size();
    let letter = |cell| match marks.get(cell) {
        Mark::Black => 'x',
        Mark::White => '.',
        Mark::Unknown => '?',
    };
    let rows = (0..size.height).map(|y| (0..size.width).filter_map(|x| size.cell(x, y)).map(letter).collect::<String>());
    rows.collect::<Vec<_>>().join("/")
}

/// Parses rows joined by `/` of `x`, `.` and `?`, as many and as long as the grid's.
///
/// # Errors
/// A text of another form, with its place.
pub(super) fn parse_marks(size: Size, text: &str) -> Result<Marks, ParseError> {
    let mut marks = Marks::all_unknown(size);
    let (mut x, mut y) = (0, 0);
    for (at, letter) in text.chars().enumerate() {
        let refused = |why: String| ParseError::new(1, at + 1, why);
        if letter == '/' {
            if x != size.width || y + 1 == size.height {
                return Err(refused(format!("the grid has {} rows of {} cells", size.height, size.width)));
            }
            (x, y) = (0, y + 1);
            continue;
        }
        let mark = match letter {
            'x' | 'X' => Mark::Black,
            '.' => Mark::White,
            '?' => Mark::Unknown,
            _ => return Err(refused(format!("{} is not x, . or ?", quote(&letter.to_string())))),
        };
        let cell = size.cell(x, y).ok_or_else(|| refused(format!("row {y} has more than {} cells", size.width)))?;
        marks.set(cell, mark);
        x += 1;
    }
    if (x, y + 1) == (size.width, size.height) {
        return Ok(marks);
    }
    Err(ParseError::new(1, text.chars().count() + 1, format!("the grid has {} rows of {} cells", size.height, size.width)))
}

/// Writes `RULE at CELLS`.
#[must_use]
pub fn fault_text(size: Size, fault: Fault) -> String {
    match fault {
        Fault::Repeated(a, b) => format!("repeated at {}", cell_names(size, [a, b])),
        Fault::Adjacent(a, b) => format!("adjacent at {}", cell_names(size, [a, b])),
        Fault::Disconnected(cell) => format!("disconnected at {}", cell_name(size, cell)),
        Fault::AllBlack => format!("all-black at {}", cell_name(size, Cell(0))),
    }
}

/// Returns a move: `b2,3`, `w2,3`, `c2,3`.
#[must_use]
pub fn move_text(size: Size, cell: Cell, mark: Mark) -> String {
    let letter = match mark {
        Mark::Black => 'b',
        Mark::White => 'w',
        Mark::Unknown => 'c',
    };
    format!("{letter}{}", cell_name(size, cell))
}

/// Reads a move as [`move_text`] writes it, or with the colour as a word: `black-2,3`.
///
/// # Errors
/// A word of another form, or a cell beyond the grid.
pub fn parse_move(size: Size, word: &str) -> Result<(Cell, Mark), MoveError> {
    let (_, (mark, _, place)) = all_consuming((mark, opt(char('-')), place))
        .parse(word)
        .map_err(|_| MoveError::Syntax(format!("{} is not a move as b2,3, w2,3 or c2,3", quote(word))))?;
    Ok((cell_at(size, place)?, mark))
}

#[cfg(test)]
mod tests;
