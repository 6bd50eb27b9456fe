//! Splits the file of a puzzle into rows of words, and checks the size that the file states.

use super::parse::{ParseError, checked_size, parse_digits, size_error};
use crate::files::BYTE_ORDER_MARK;
use crate::game::explanation::count;

/// A word with its place.
#[derive(Clone, Copy)]
pub struct Word<'a> {
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// The word.
    pub text: &'a str,
}

impl<'a> Word<'a> {
    /// Returns the word with another text if it is `old`.
    #[must_use]
    pub fn replace(self, old: &str, new: &'a str) -> Self {
        if self.text == old { Word { text: new, ..self } } else { self }
    }

    /// Creates an error at the word.
    pub fn error(&self, why: impl Into<String>) -> ParseError {
        ParseError::new(self.line, self.column, why)
    }
}

/// The words of a line, at least one.
pub type Row<'a> = Vec<Word<'a>>;

/// The first words of lines in a record that do not describe the grid.
const REMARKS: [&str; 8] = ["id", "source", "tatham", "url", "count", "sol", "end", "islands"];

/// Splits a text into rows. Comments from `#` to the end of a line and empty lines are dropped; in an address `#` is no comment.
fn rows(text: &str) -> Vec<Row<'_>> {
    let content_end = |line: &str| line.find('#').filter(|&at| !line[..at].contains("://")).unwrap_or(line.len());
    let rows = text.lines().enumerate().map(|(number, line)| words(number + 1, 1, &line[..content_end(line)]));
    rows.filter(|row| !row.is_empty() && !is_rule(row)).collect()
}

/// Returns whether a line draws the border between two rows: `+---+---+`.
fn is_rule(row: &Row<'_>) -> bool {
    row.iter().any(|word| word.text.contains('+'))
        && row.iter().all(|word| word.text.chars().all(|c| matches!(c, '+' | '-' | '=')))
}

/// Splits a line, whose first character stands at a column, into words. The bars of a drawn grid are no words.
#[must_use]
pub fn words(line: usize, first: usize, text: &str) -> Row<'_> {
    let is_space = |c: char| c.is_whitespace() || matches!(c, ',' | ';' | '|' | BYTE_ORDER_MARK);
    let mut found = Vec::new();
    let mut start = None;
    for (column, (at, c)) in text.char_indices().chain([(text.len(), ' ')]).enumerate() {
        match start {
            None if !is_space(c) => start = Some((at, first + column)),
            Some((from, column)) if is_space(c) => {
                found.push(Word { line, column, text: &text[from..at] });
                start = None;
            }
            _ => {}
        }
    }
    found
}

/// Returns the number of cells in a row: its words, or the characters of its only word.
#[must_use]
pub fn cells_in(row: &Row<'_>) -> usize {
    match row[..] {
        [word] => word.text.chars().count(),
        _ => row.len(),
    }
}

/// Creates an error after the last word of a row.
fn error_after(row: &Row<'_>, why: String) -> ParseError {
    let last = row[row.len() - 1];
    ParseError::new(last.line, last.column + last.text.chars().count(), why)
}

/// The size that a file states.
pub struct StatedSize<'a> {
    /// The word that states it, for errors.
    pub by: Word<'a>,
    /// Width and height.
    pub size: (usize, usize),
}

impl StatedSize<'_> {
    /// Checks the number and the lengths of the rows; `cells_in` returns the length of one.
    ///
    /// # Errors
    /// They differ from the size, or a side is out of range.
    pub fn check(&self, rows: &[Row<'_>], cells_in: impl Fn(&Row<'_>) -> usize) -> Result<(), ParseError> {
        let (width, height) = self.size;
        if checked_size(width, height).is_none() {
            return Err(self.by.error(size_error(width, height)));
        }
        for (number, row) in rows.iter().enumerate() {
            let cells = cells_in(row);
            let Some(first) = row.first() else { return Err(self.by.error(format!("row {} is empty", number + 1))) };
            if number == height {
                return Err(first.error(format!("more than the {height} rows announced")));
            }
            if cells != width {
                let why = format!("this row has {}, {width} are announced", count(cells, "cell"));
                return Err(match (&row[..], row.get(width)) {
                    ([word], _) if cells > width => ParseError::new(word.line, word.column + width, why),
                    (_, Some(surplus)) => surplus.error(why),
                    _ => error_after(row, why),
                });
            }
        }
        match rows.last() {
            Some(last) if rows.len() < height => {
                Err(error_after(last, format!("the rows end after {} of the {height} announced", rows.len())))
            }
            _ => Ok(()),
        }
    }
}

/// Removes what is not a cell from a record of a data set: `size W H`, `row` before each row, remarks. Returns the stated size.
///
/// # Errors
/// A second record, or a size without two sides.
pub fn take_record<'a>(rows: &mut Vec<Row<'a>>) -> Result<Option<StatedSize<'a>>, ParseError> {
    let mut stated = None;
    let mut is_complete = false;
    for row in rows.iter_mut() {
        let first = row[0];
        if is_complete {
            return Err(first.error("one puzzle a file"));
        }
        if first.text == "row" {
            row.remove(0);
        } else if first.text == "size" {
            let sides: Vec<Option<usize>> = row[1..].iter().map(|word| parse_digits(word.text)).collect();
            let &[Some(width), Some(height)] = &sides[..] else {
                return Err(first.error("two sides must follow size"));
            };
            stated = Some(StatedSize { by: first, size: (width, height) });
            row.clear();
        } else if REMARKS.contains(&first.text) {
            is_complete = first.text == "end";
            row.clear();
        }
    }
    rows.retain(|row| !row.is_empty());
    Ok(stated)
}

/// The text of a file.
pub enum FileText<'a> {
    /// A game ID or an address.
    Line(Word<'a>),
    /// Rows, at least one.
    Rows(Vec<Row<'a>>),
}

/// Splits the text of a file into rows.
///
/// # Errors
/// The file is empty, or further words follow a game ID or an address.
pub fn split_file(text: &str) -> Result<FileText<'_>, ParseError> {
    let rows = rows(text);
    match &rows[..] {
        [] => Err(ParseError::new(1, 1, "the file holds no puzzle")),
        [row, more @ ..] if row.len() == 1 && row[0].text.contains([':', '/']) => match more.first() {
            None => Ok(FileText::Line(row[0])),
            Some(row) => Err(row[0].error("one puzzle a file")),
        },
        _ => Ok(FileText::Rows(rows)),
    }
}
