//! Files: plain rows, `.singles`, records of the data sets, or a line in one of the one-line forms.

use super::lines::digit;
use super::{clue_refused, parse_line, size_refused, sized};
use crate::games::hitori::board::{Grid, MOST_CLUE, MOST_SIDE};
use crate::protocol::quoted;
use crate::puzzle::Misread;

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
    /// Whether each word is one character of a row without spaces.
    is_characters: bool,
}

/// The words of a record that say nothing of the grid.
const REMARKS: [&str; 8] = ["id", "source", "tatham", "url", "count", "sol", "end", "islands"];

/// Reads a file. Empty lines, and from `#` to the end of a line, count for nothing.
///
/// - rows of numbers with spaces or commas between, `.` or `?` for a blank cell, each row perhaps after the word `row`;
/// - rows without spaces, all of the same length above one: a character a cell, as in game IDs (with a size of one column
///   stated, they are a column of numbers);
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
    let mut stated = take_record(&mut rows)?;
    if rows.is_empty() {
        return Err(Misread::at(text.lines().count().max(1), 1, "the file holds no row"));
    }
    if stated.is_none() {
        stated = take_header(&mut rows, is_singles);
    }
    if stated.as_ref().is_none_or(|stated| stated.size.0 > 1) {
        split_into_characters(&mut rows);
    }
    if let Some(stated) = stated {
        stated.holds_for(&rows)?;
    }
    read_grid(&rows)
}

/// Takes rows of one word each, all of the same length above one, for rows of characters.
fn split_into_characters(rows: &mut [Row<'_>]) {
    let length = |row: &Row<'_>| if row.words.len() == 1 { row.words[0].text.chars().count() } else { 0 };
    let width = length(&rows[0]);
    if width < 2 || rows.iter().any(|row| length(row) != width) {
        return;
    }
    for row in rows {
        let word = row.words[0];
        let letters = word.text.char_indices().zip(word.column..);
        row.words = letters.map(|((at, letter), column)| Word { column, text: &word.text[at..at + letter.len_utf8()] }).collect();
        row.is_characters = true;
    }
}

/// What a file says of the size, with its place.
struct Stated {
    line: usize,
    column: usize,
    /// Width and height.
    size: (usize, usize),
}

impl Stated {
    /// Whether the rows are as many and as long as it says.
    fn holds_for(&self, rows: &[Row<'_>]) -> Result<(), Misread> {
        let (width, height) = self.size;
        if sized(width, height).is_none() {
            return Err(Misread::at(self.line, self.column, size_refused(width, height)));
        }
        for (number, row) in rows.iter().enumerate() {
            if number == height {
                return Err(Misread::at(row.line, row.words[0].column, format!("more than the {height} rows announced")));
            }
            if row.words.len() != width {
                let place = row.words.get(width).map_or_else(|| end(row), |word| word.column);
                let why = format!("this row has {} cells, {width} are announced", row.words.len());
                return Err(Misread::at(row.line, place, why));
            }
        }
        match rows.last() {
            Some(last) if rows.len() < height => {
                let why = format!("the rows end after {} of the {height} announced", rows.len());
                Err(Misread::at(last.line, end(last), why))
            }
            _ => Ok(()),
        }
    }
}

/// The column after the last word of a row.
fn end(row: &Row<'_>) -> usize {
    row.words.last().map_or(1, |word| word.column + word.text.chars().count())
}

fn read_rows(text: &str) -> Vec<Row<'_>> {
    let content = |line: &str| line.find('#').unwrap_or(line.len());
    let rows = text.lines().enumerate().map(|(number, line)| {
        let words = words(&line[..content(line)]);
        Row { line: number + 1, words, is_characters: false }
    });
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
fn take_record(rows: &mut Vec<Row<'_>>) -> Result<Option<Stated>, Misread> {
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
            stated = Some(Stated { line: row.line, column: first.column, size: (width, height) });
            row.words.clear();
        } else if REMARKS.contains(&first.text) {
            ended = first.text == "end";
            row.words.clear();
        }
    }
    rows.retain(|row| !row.words.is_empty());
    Ok(stated)
}

/// Drops a first line with the side or the sides, if that is what it is; what it says.
fn take_header(rows: &mut Vec<Row<'_>>, is_singles: bool) -> Option<Stated> {
    let first = &rows[0];
    let sides: Vec<Option<usize>> = first.words.iter().map(|word| whole(word.text)).collect();
    let (height, width) = match sides[..] {
        [Some(side)] => (side, side),
        [Some(height), Some(width)] => (height, width),
        _ => return None,
    };
    let rest = &rows[1..];
    let cells = |row: &Row<'_>| match row.words[..] {
        [word] => word.text.chars().count(),
        _ => row.words.len(),
    };
    let is_grid = |height: usize, width: usize| rest.len() == height && height > 0 && rest.iter().all(|row| cells(row) == width);
    let (fits, fits_turned) = (is_grid(height, width), is_grid(width, height));
    let is_row_too = rest.iter().all(|row| row.words.len() == sides.len() && cells(row) == cells(first));
    if is_row_too && !(is_singles && (fits || fits_turned)) || !(fits || fits_turned || is_singles) {
        return None;
    }
    let size = if fits_turned && !fits { (height, width) } else { (width, height) };
    let stated = Stated { line: first.line, column: first.words[0].column, size };
    rows.remove(0);
    Some(stated)
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
                text if row.is_characters => {
                    let clue = digit(text).ok_or_else(|| {
                        Misread::at(
                            row.line,
                            word.column,
                            format!("{} is not 0-9, a-z, A-Z, nor . for a blank cell", quoted(text)),
                        )
                    });
                    Some(clue?)
                }
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
