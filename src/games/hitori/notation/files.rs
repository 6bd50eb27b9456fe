//! Files: plain rows, `.singles`, records of the data sets, or a line in one of the one-line forms.

use super::{Misread, clue_refused, parse_line, size_refused, sized};
use crate::games::hitori::board::{Grid, MOST_CLUE, MOST_SIDE};

/// A word with its place.
#[derive(Clone, Copy)]
struct Word<'a> {
    column: usize,
    text: &'a str,
}

/// A line that holds something.
struct Row<'a> {
    line: usize,
    words: Vec<Word<'a>>,
}

/// The words of a record that say nothing of the grid.
const REMARKS: [&str; 8] = ["id", "source", "tatham", "url", "count", "sol", "end", "islands"];

/// Reads a file. Empty lines, and from `#` to the end of a line, count for nothing.
///
/// - rows of numbers with spaces or commas between, `.` or `?` for a blank cell, each row perhaps after the word `row`;
/// - the same after a line with the side, or with both sides (`.singles`): it is taken for one where the rows are as it says;
///   where both readings fit, it is one in a file whose name ends in `.singles`;
/// - a record of a data set: `size W H`, `row` lines, remarks;
/// - a game ID or a puzz.link address.
///
/// # Errors
/// A text of another form, with line and column.
pub fn parse_file(text: &str, is_singles: bool) -> Result<Grid, Misread> {
    let mut rows = read_rows(text);
    let Some(first) = rows.first() else { return Err(Misread::at(1, 1, "the file holds no puzzle")) };
    if let [word] = first.words[..]
        && word.text.contains([':', '/'])
    {
        let grid = parse_line(word.text, first.line, word.column)?;
        return match rows.get(1) {
            None => Ok(grid),
            Some(row) => Err(Misread::at(row.line, row.words[0].column, "one puzzle a file")),
        };
    }
    let stated = take_record(&mut rows)?;
    if rows.is_empty() {
        return Err(Misread::at(text.lines().count().max(1), 1, "the file holds no row"));
    }
    if stated.is_none() {
        take_header(&mut rows, is_singles)?;
    }
    let grid = read_grid(&rows)?;
    match stated {
        Some((line, column, size)) if size != (grid.size().width, grid.size().height) => {
            Err(Misread::at(line, column, format!("the size is {}x{}, but the rows are {}", size.0, size.1, grid.size())))
        }
        _ => Ok(grid),
    }
}

fn read_rows(text: &str) -> Vec<Row<'_>> {
    let content = |line: &str| line.find('#').unwrap_or(line.len());
    let rows = text.lines().enumerate().map(|(number, line)| Row { line: number + 1, words: words(&line[..content(line)]) });
    rows.filter(|row| !row.words.is_empty()).collect()
}

fn words(line: &str) -> Vec<Word<'_>> {
    let is_space = |c: char| c.is_whitespace() || c == ',' || c == ';' || c == '\u{feff}';
    let mut found = Vec::new();
    let mut start = None;
    for (column, (at, c)) in line.char_indices().chain([(line.len(), ' ')]).enumerate() {
        match start {
            None if !is_space(c) => start = Some((at, column + 1)),
            Some((from, column)) if is_space(c) => {
                found.push(Word { column, text: &line[from..at] });
                start = None;
            }
            _ => {}
        }
    }
    found
}

/// Drops the words of a record; the size that it states, with its place.
#[allow(clippy::type_complexity, reason = "line, column and both sides, used once")]
fn take_record(rows: &mut Vec<Row<'_>>) -> Result<Option<(usize, usize, (usize, usize))>, Misread> {
    let mut stated = None;
    let mut ended = false;
    for row in rows.iter_mut() {
        let first = row.words[0];
        if ended {
            return Err(Misread::at(row.line, first.column, "one puzzle a file"));
        }
        if first.text == "row" {
            row.words.remove(0);
        } else if first.text == "size" {
            let sides: Vec<Option<usize>> = row.words[1..].iter().map(|word| whole(word.text)).collect();
            let &[Some(width), Some(height)] = &sides[..] else {
                return Err(Misread::at(row.line, first.column, "two sides must follow size"));
            };
            stated = Some((row.line, first.column, (width, height)));
            row.words.clear();
        } else if REMARKS.contains(&first.text) {
            ended = first.text == "end";
            row.words.clear();
        }
    }
    rows.retain(|row| !row.words.is_empty());
    Ok(stated)
}

/// Drops a first line with the sides, if that is what it is.
fn take_header(rows: &mut Vec<Row<'_>>, is_singles: bool) -> Result<(), Misread> {
    let sides: Vec<Option<usize>> = rows[0].words.iter().map(|word| whole(word.text)).collect();
    let (height, width) = match sides[..] {
        [Some(side)] => (side, side),
        [Some(height), Some(width)] => (height, width),
        _ => return Ok(()),
    };
    let is_grid = |rows: &[Row<'_>], height: usize, width: usize| {
        rows.len() == height && height > 0 && rows.iter().all(|row| row.words.len() == width)
    };
    let fits = is_grid(&rows[1..], height, width) || is_grid(&rows[1..], width, height);
    let fits_without = rows.iter().all(|row| row.words.len() == sides.len());
    if fits && (is_singles || !fits_without) {
        rows.remove(0);
    } else if is_singles && !fits_without {
        let why = format!("{height} rows of {width} numbers are announced, but the rows are not so");
        return Err(Misread::at(rows[0].line, rows[0].words[0].column, why));
    }
    Ok(())
}

fn whole(text: &str) -> Option<usize> {
    Some(text).filter(|text| text.bytes().all(|byte| byte.is_ascii_digit())).and_then(|text| text.parse().ok())
}

fn read_grid(rows: &[Row<'_>]) -> Result<Grid, Misread> {
    let width = rows[0].words.len();
    if let Some(word) = rows[0].words.get(MOST_SIDE) {
        return Err(Misread::at(rows[0].line, word.column, size_refused(width, rows.len())));
    }
    let size = sized(width, rows.len()).ok_or_else(|| {
        let row = &rows[rows.len().min(MOST_SIDE + 1) - 1];
        Misread::at(row.line, 1, size_refused(width, rows.len()))
    })?;
    let mut clues = Vec::with_capacity(size.area());
    for row in rows {
        for word in &row.words {
            clues.push(match word.text {
                "." | "?" => None,
                text => {
                    let clue = whole(text).and_then(|clue| u16::try_from(clue).ok()).filter(|&clue| clue <= MOST_CLUE);
                    Some(clue.ok_or_else(|| Misread::at(row.line, word.column, clue_refused(text)))?)
                }
            });
        }
        if row.words.len() != width {
            let surplus = row.words.get(width).or(row.words.last()).map_or(1, |word| word.column);
            let why = format!("this row has {} cells, the first has {width}", row.words.len());
            return Err(Misread::at(row.line, surplus, why));
        }
    }
    Ok(Grid::new(size, clues))
}
