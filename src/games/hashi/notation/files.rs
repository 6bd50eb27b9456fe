//! Files: plain rows, `.has`, records of the data sets, or a line in one of the one-line forms.

use super::{parse_line, valid_clue};
use crate::game::explanation::count;
use crate::games::hashi::board::{Clue, Puzzle, Rules};
use crate::protocol::quote;
use crate::puzzle::rows::{FileText, Row, StatedSize, Word, cells_in, split_file, take_record};
use crate::puzzle::{MAX_SIDE, ParseError, checked_size, parse_digits, size_error};

/// Parses a file. Empty lines, and the text from `#` to the end of a line, are ignored.
///
/// - rows of characters, `.`, `-` or `0` for water, `1` to `9` and `A` to `G` for islands, `?` for one without a number, each row
///   perhaps after the word `row`;
/// - the same with spaces for water, where all rows have one length;
/// - rows of numbers with spaces or commas between, `0`, `-` or `.` for water;
/// - the same after a line with height, width and the number of islands (`.has`), or with height and width, where the rows
///   are as it says;
/// - a record of a data set: `size W H`, `row` lines, remarks;
/// - a game ID or a puzz.link address.
///
/// # Errors
/// A text of another form, with line and column.
pub fn parse_file(text: &str, is_has: bool) -> Result<Puzzle, ParseError> {
    let dotted = with_dots(text);
    let mut rows = match split_file(dotted.as_deref().unwrap_or(text))? {
        FileText::Line(word) => return parse_line(word.text, word.line, word.column),
        FileText::Rows(rows) => rows,
    };
    let mut islands = None;
    let mut stated = take_record(&mut rows)?;
    if stated.is_none() {
        (stated, islands) = take_header(&mut rows, is_has)?;
    }
    if rows.is_empty() {
        return Err(ParseError::new(text.lines().count().max(1), 1, "the file holds no row"));
    }
    if let Some(stated) = &stated {
        stated.check(&rows, cells_in)?;
    }
    let puzzle = read_grid(&rows)?;
    let there = puzzle.islands().len();
    match islands {
        Some((word, number)) if number != there => {
            Err(word.error(format!("{number} islands are announced, but there are {there}")))
        }
        _ => Ok(puzzle),
    }
}

/// Converts a grid with spaces for water to one with dots. `None` if it is no such grid: if its rows differ in length, if all rows
/// have the same number of words (they may be numbers), or if two digits are adjacent.
fn with_dots(text: &str) -> Option<String> {
    let is_row = |line: &&str| !line.is_empty() && !line.starts_with('#');
    let lines = || text.lines().map(|line| line.trim_end_matches('\r'));
    let rows: Vec<&str> = lines().filter(is_row).collect();
    let first = *rows.first()?;
    let count = |row: &str| row.split(' ').filter(|word| !word.is_empty()).count();
    let is_cell = |letter: char| matches!(letter, ' ' | '?' | '1'..='9' | 'A'..='G');
    let is_apart = |row: &str| row.as_bytes().windows(2).all(|pair| pair.contains(&b' '));
    let is_grid = rows.iter().all(|row| row.len() == first.len() && row.chars().all(is_cell) && is_apart(row));
    let is_spaced = is_grid && rows.iter().any(|&row| count(row) != count(first));
    is_spaced.then(|| lines().map(|line| line.replace(' ', ".") + "\n").collect())
}

/// The content of the first line: the size, and the number of islands with its word.
type Header<'a> = (Option<StatedSize<'a>>, Option<(Word<'a>, usize)>);

/// Removes a first line `H W [ISLANDS]`, and returns what it states.
fn take_header<'a>(rows: &mut Vec<Row<'a>>, is_has: bool) -> Result<Header<'a>, ParseError> {
    let Some(first) = rows.first() else { return Ok((None, None)) };
    let by = first[0];
    let numbers: Vec<Option<usize>> = first.iter().map(|word| parse_digits(word.text)).collect();
    let (height, width, islands) = match numbers[..] {
        [Some(height), Some(width)] => (height, width, None),
        [Some(height), Some(width), Some(islands)] => (height, width, Some((first[2], islands))),
        _ if is_has => return Err(by.error("height, width and the number of islands are missing")),
        _ => return Ok((None, None)),
    };
    let rest = &rows[1..];
    let fits = rest.len() == height && rest.iter().all(|row| cells_in(row) == width);
    // A first line as long as the rows could be one of them. It is a header then only if it states the number of islands.
    let is_row_too = rest.first().is_some_and(|row| cells_in(row) == first.len());
    let states_islands = islands.is_some_and(|(_, number)| fits && number == islands_in(rest));
    if is_has || states_islands || !is_row_too && (fits || rest.first().is_some_and(|row| cells_in(row) == width)) {
        rows.remove(0);
        return Ok((Some(StatedSize { by, size: (width, height) }), islands));
    }
    Ok((None, None))
}

/// Returns the number of islands in rows of numbers, or of characters.
fn islands_in(rows: &[Row<'_>]) -> usize {
    let is_water = |text: &str| matches!(text, "." | "-" | "0");
    let islands = |row: &Row<'_>| match row[..] {
        [word] => word.text.chars().filter(|letter| !matches!(letter, '.' | '-' | '0')).count(),
        _ => row.iter().filter(|word| !is_water(word.text)).count(),
    };
    rows.iter().map(islands).sum()
}

/// Reads rows of numbers, or of characters.
///
/// # Errors
/// Rows of different lengths, another word; with the place.
pub fn read_grid(rows: &[Row<'_>]) -> Result<Puzzle, ParseError> {
    let width = cells_in(&rows[0]);
    let size = checked_size(width, rows.len())
        .ok_or_else(|| rows[rows.len().min(MAX_SIDE + 1) - 1][0].error(size_error(width, rows.len())))?;
    let mut clues = Vec::with_capacity(size.area());
    for row in rows {
        let cells = cells_in(row);
        if cells != width {
            return Err(row
                .get(width)
                .unwrap_or(&row[0])
                .error(format!("this row has {}, the first has {width}", count(cells, "cell"))));
        }
        match row[..] {
            [word] => {
                for (at, letter) in word.text.chars().enumerate() {
                    clues.push(character(letter).map_err(|why| ParseError::new(word.line, word.column + at, why))?);
                }
            }
            _ => {
                for word in row {
                    clues.push(number(word.text).map_err(|why| word.error(why))?);
                }
            }
        }
    }
    if clues.iter().all(|&clue| clue == Clue::Sea) {
        return Err(rows[0][0].error("there is no island"));
    }
    Ok(Puzzle::new(size, Rules::default(), clues))
}

/// Returns a cell of a row of characters.
fn character(letter: char) -> Result<Clue, String> {
    match letter {
        '.' | '-' | '0' => Ok(Clue::Sea),
        '?' => Ok(Clue::Any),
        '1'..='9' => Ok(Clue::Exactly(letter as u8 - b'0')),
        'A'..='G' => Ok(Clue::Exactly(letter as u8 - b'A' + 10)),
        _ => Err(format!("{} is not ., -, 1-9, A-G or ?", quote(&letter.to_string()))),
    }
}

/// Returns a cell of a row of numbers.
fn number(text: &str) -> Result<Clue, String> {
    match text {
        "." | "-" | "0" => Ok(Clue::Sea),
        "?" => Ok(Clue::Any),
        _ => {
            let clue = parse_digits(text).and_then(valid_clue).map(Clue::Exactly);
            clue.ok_or_else(|| format!("{} is not a number from 0 to 16, ., - or ?", quote(text)))
        }
    }
}
