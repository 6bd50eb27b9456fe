//! Files: plain rows, `.singles`, records of the data sets, or a line in one of the one-line forms.

use super::lines::digit;
use super::{clue_error, parse_line};
use crate::game::explanation::count;
use crate::games::hitori::board::{Grid, MAX_CLUE};
use crate::protocol::quote;
use crate::puzzle::rows::{FileText, Row, StatedSize, Word, cells_in, split_file, take_record};
use crate::puzzle::{MAX_SIDE, ParseError, checked_size, parse_digits, size_error};

/// Parses a file. Empty lines, and the text from `#` to the end of a line, are ignored.
///
/// - rows of numbers with spaces or commas between, `.` or `?` for a blank cell, each row perhaps after the word `row`;
/// - rows without spaces, all of the same length above one: a character a cell, as in game IDs (with a size of one column
///   stated, they are a column of numbers); a row alone has a digit;
/// - the same after a line with the side, or with both sides (`.singles`). Such a line is a header if the rows agree with it; if it
///   could also be a row, it is a header only in a file whose name ends in `.singles`;
/// - a record of a data set: `size W H`, `row` lines, remarks;
/// - a game ID or a puzz.link address.
///
/// # Errors
/// A text of another form, with line and column.
pub fn parse_file(text: &str, is_singles: bool) -> Result<Grid, ParseError> {
    let mut rows = match split_file(text)? {
        FileText::Line(word) => return parse_line(word.text, word.line, word.column),
        FileText::Rows(rows) => rows,
    };
    let mut stated = take_record(&mut rows)?;
    if rows.is_empty() {
        return Err(ParseError::new(text.lines().count().max(1), 1, "the file holds no row"));
    }
    if stated.is_none() {
        stated = take_header(&mut rows, is_singles);
    }
    let is_column = stated.as_ref().is_some_and(|stated| stated.size.0 == 1);
    let are_characters = !is_column && split_into_characters(&mut rows);
    if let Some(stated) = stated {
        stated.check(&rows, |row| row.len())?;
    }
    read_grid(&rows, if are_characters { character } else { number })
}

/// Splits rows of one word each, all of the same length above one, into characters. Returns whether the rows are such.
fn split_into_characters(rows: &mut [Row<'_>]) -> bool {
    let length = |row: &Row<'_>| if row.len() == 1 { cells_in(row) } else { 0 };
    let width = length(&rows[0]);
    let is_text = rows.len() == 1 && !rows[0][0].text.contains(|letter: char| letter.is_ascii_digit());
    let are_characters = width > 1 && !is_text && rows.iter().all(|row| length(row) == width);
    for row in rows.iter_mut().filter(|_| are_characters) {
        let word = row[0];
        let letters = word.text.char_indices().zip(word.column..);
        *row =
            letters.map(|((at, letter), column)| Word { column, text: &word.text[at..at + letter.len_utf8()], ..word }).collect();
    }
    are_characters
}

/// Removes a first line that states the side or the sides, and returns the size.
fn take_header<'a>(rows: &mut Vec<Row<'a>>, is_singles: bool) -> Option<StatedSize<'a>> {
    let first = &rows[0];
    let sides: Vec<Option<usize>> = first.iter().map(|word| parse_digits(word.text)).collect();
    let (height, width) = match sides[..] {
        [Some(side)] => (side, side),
        [Some(height), Some(width)] => (height, width),
        _ => return None,
    };
    let rest = &rows[1..];
    let is_grid =
        |height: usize, width: usize| rest.len() == height && height > 0 && rest.iter().all(|row| cells_in(row) == width);
    let (fits, fits_turned) = (is_grid(height, width), is_grid(width, height));
    let is_row_too = rest.iter().all(|row| row.len() == sides.len() && cells_in(row) == cells_in(first));
    if is_row_too && !(is_singles && (fits || fits_turned)) || !(fits || fits_turned || is_singles) {
        return None;
    }
    let size = if fits_turned && !fits { (height, width) } else { (width, height) };
    let stated = StatedSize { by: first[0], size };
    rows.remove(0);
    Some(stated)
}

/// Reads rows of numbers.
///
/// # Errors
/// Rows of different lengths, another word; with the place.
pub(crate) fn read_numbers(rows: &[Row<'_>]) -> Result<Grid, ParseError> {
    read_grid(rows, number)
}

fn read_grid(rows: &[Row<'_>], clue: fn(&str) -> Result<u16, String>) -> Result<Grid, ParseError> {
    let width = rows[0].len();
    if let Some(word) = rows[0].get(MAX_SIDE) {
        return Err(word.error(size_error(width, rows.len())));
    }
    let size = checked_size(width, rows.len())
        .ok_or_else(|| rows[rows.len().min(MAX_SIDE + 1) - 1][0].error(size_error(width, rows.len())))?;
    let mut clues = Vec::with_capacity(size.area());
    for row in rows {
        for word in row {
            clues.push(match word.text {
                "." | "?" => None,
                text => Some(clue(text).map_err(|why| word.error(why))?),
            });
        }
        if row.len() != width {
            let why = format!("this row has {}, the first has {width}", count(row.len(), "cell"));
            return Err(row.get(width).unwrap_or(&row[row.len() - 1]).error(why));
        }
    }
    Ok(Grid::new(size, clues))
}

/// Returns a cell of a row of characters.
fn character(text: &str) -> Result<u16, String> {
    digit(text).ok_or_else(|| format!("{} is not 0-9, a-z, A-Z, nor . for a blank cell", quote(text)))
}

/// Returns a cell of a row of numbers.
fn number(text: &str) -> Result<u16, String> {
    parse_digits(text).filter(|&clue| clue <= MAX_CLUE).ok_or_else(|| clue_error(text))
}
