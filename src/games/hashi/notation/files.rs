//! Files: plain rows, `.has`, records of the data sets, or a line in one of the one-line forms.

use super::{clued, parse_line, size_refused, sized, whole};
use crate::games::hashi::board::{Clue, MOST_SIDE, Puzzle, Rules};
use crate::protocol::quoted;
use crate::puzzle::Misread;

/// A word with its place.
#[derive(Clone, Copy)]
struct Word<'a> {
    line: usize,
    column: usize,
    text: &'a str,
}

/// A line that holds something.
struct Row<'a> {
    line: usize,
    words: Vec<Word<'a>>,
}

/// What a file says of the size, with its place.
struct Stated<'a> {
    by: Word<'a>,
    size: (usize, usize),
    islands: Option<(Word<'a>, usize)>,
}

/// The words of a record that say nothing of the grid.
const REMARKS: [&str; 8] = ["id", "source", "tatham", "url", "count", "sol", "end", "islands"];

/// Plain rows of characters, as [`parse_file`] reads them.
#[must_use]
pub fn plain_rows(puzzle: &Puzzle) -> String {
    let letter = |clue: &Clue| match *clue {
        Clue::Sea => '.',
        Clue::Any => '?',
        Clue::Exactly(clue @ 0..=9) => (b'0' + clue) as char,
        Clue::Exactly(clue) => (b'A' + clue - 10) as char,
    };
    let rows = puzzle.clues().chunks(puzzle.size().width);
    rows.map(|row| row.iter().map(letter).collect::<String>()).collect::<Vec<_>>().join("\n")
}

/// Reads a file. Empty lines, and from `#` to the end of a line, count for nothing.
///
/// - rows of characters, `.` or `0` for water, `1` to `9` and `A` to `G` for islands, `?` for one without a number, each row
///   perhaps after the word `row`;
/// - rows of numbers with spaces or commas between, `0` or `.` for water;
/// - the same after a line with height, width and the number of islands (`.has`), or with height and width, where the rows
///   are as it says;
/// - a record of a data set: `size W H`, `row` lines, remarks;
/// - a game ID or a puzz.link address.
///
/// # Errors
/// A text of another form, with line and column.
pub fn parse_file(text: &str, is_has: bool) -> Result<Puzzle, Misread> {
    let mut rows = read_rows(text);
    let Some(first) = rows.first() else { return Err(Misread::at(1, 1, "the file holds no puzzle")) };
    if let [word] = first.words[..]
        && word.text.contains([':', '/'])
    {
        let puzzle = parse_line(word.text, first.line, word.column)?;
        return match rows.get(1) {
            None => Ok(puzzle),
            Some(row) => Err(Misread::at(row.line, row.words[0].column, "one puzzle a file")),
        };
    }
    let mut stated = take_record(&mut rows)?;
    if stated.is_none() {
        stated = take_header(&mut rows, is_has)?;
    }
    if rows.is_empty() {
        return Err(Misread::at(text.lines().count().max(1), 1, "the file holds no row"));
    }
    if let Some(stated) = &stated {
        stated.holds_for(&rows)?;
    }
    let puzzle = read_grid(&rows)?;
    let islands = puzzle.islands().len();
    match stated.and_then(|stated| stated.islands) {
        Some((word, number)) if number != islands => {
            Err(Misread::at(word.line, word.column, format!("{number} islands are announced, but there are {islands}")))
        }
        _ => Ok(puzzle),
    }
}

impl Stated<'_> {
    /// Whether the rows are as many and as long as it says.
    fn holds_for(&self, rows: &[Row<'_>]) -> Result<(), Misread> {
        let (width, height) = self.size;
        if sized(width, height).is_none() {
            return Err(Misread::at(self.by.line, self.by.column, size_refused(width, height)));
        }
        for (number, row) in rows.iter().enumerate() {
            let cells = cells_in(row);
            if number == height {
                return Err(Misread::at(row.line, row.words[0].column, format!("more than the {height} rows announced")));
            }
            if cells != width {
                let surplus = match row.words[..] {
                    [word] if cells > width => word.column + width,
                    _ => row.words.get(width).map_or_else(|| end(row), |word| word.column),
                };
                return Err(Misread::at(row.line, surplus, format!("this row has {cells} cells, {width} are announced")));
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
    let rows =
        text.lines().enumerate().map(|(number, line)| Row { line: number + 1, words: words(number + 1, &line[..content(line)]) });
    rows.filter(|row| !row.words.is_empty()).collect()
}

fn words(line: usize, text: &str) -> Vec<Word<'_>> {
    let is_space = |c: char| c.is_whitespace() || c == ',' || c == ';' || c == '\u{feff}';
    let mut found = Vec::new();
    let mut start = None;
    for (column, (at, c)) in text.char_indices().chain([(text.len(), ' ')]).enumerate() {
        match start {
            None if !is_space(c) => start = Some((at, column + 1)),
            Some((from, column)) if is_space(c) => {
                found.push(Word { line, column, text: &text[from..at] });
                start = None;
            }
            _ => {}
        }
    }
    found
}

/// Drops the words of a record; the size that it states.
fn take_record<'a>(rows: &mut Vec<Row<'a>>) -> Result<Option<Stated<'a>>, Misread> {
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
            stated = Some(Stated { by: first, size: (width, height), islands: None });
            row.words.clear();
        } else if REMARKS.contains(&first.text) {
            ended = first.text == "end";
            row.words.clear();
        }
    }
    rows.retain(|row| !row.words.is_empty());
    Ok(stated)
}

/// Drops a first line `H W [ISLANDS]`, if that is what it is.
fn take_header<'a>(rows: &mut Vec<Row<'a>>, is_has: bool) -> Result<Option<Stated<'a>>, Misread> {
    let Some(first) = rows.first() else { return Ok(None) };
    let by = first.words[0];
    let numbers: Vec<Option<usize>> = first.words.iter().map(|word| whole(word.text)).collect();
    let (height, width, islands) = match numbers[..] {
        [Some(height), Some(width)] => (height, width, None),
        [Some(height), Some(width), Some(islands)] => (height, width, Some((first.words[2], islands))),
        _ if is_has => return Err(Misread::at(by.line, by.column, "height, width and the number of islands are missing")),
        _ => return Ok(None),
    };
    let rest = &rows[1..];
    let fits = rest.len() == height && rest.iter().all(|row| cells_in(row) == width);
    // Where the first line is as long as the rows it could be one of them: it must tell the number of islands then.
    let is_row_too = rest.first().is_some_and(|row| cells_in(row) == first.words.len());
    let tells = islands.is_some_and(|(_, number)| fits && number == islands_in(rest));
    if is_has || tells || !is_row_too && (fits || rest.first().is_some_and(|row| cells_in(row) == width)) {
        rows.remove(0);
        return Ok(Some(Stated { by, size: (width, height), islands }));
    }
    Ok(None)
}

/// The number of islands in rows of numbers, or of characters.
fn islands_in(rows: &[Row<'_>]) -> usize {
    let is_water = |text: &str| matches!(text, "." | "0");
    let islands = |row: &Row<'_>| match row.words[..] {
        [word] => word.text.chars().filter(|letter| !matches!(letter, '.' | '0')).count(),
        _ => row.words.iter().filter(|word| !is_water(word.text)).count(),
    };
    rows.iter().map(islands).sum()
}

/// The number of cells in a row: its words, or the characters of its only word.
fn cells_in(row: &Row<'_>) -> usize {
    match row.words[..] {
        [word] => word.text.chars().count(),
        _ => row.words.len(),
    }
}

fn read_grid(rows: &[Row<'_>]) -> Result<Puzzle, Misread> {
    let width = cells_in(&rows[0]);
    let size = sized(width, rows.len()).ok_or_else(|| {
        let row = &rows[rows.len().min(MOST_SIDE + 1) - 1];
        Misread::at(row.line, row.words[0].column, size_refused(width, rows.len()))
    })?;
    let mut clues = Vec::with_capacity(size.area());
    for row in rows {
        let count = cells_in(row);
        if count != width {
            let surplus = if row.words.len() > width { row.words[width].column } else { row.words[0].column };
            return Err(Misread::at(row.line, surplus, format!("this row has {count} cells, the first has {width}")));
        }
        match row.words[..] {
            [word] => {
                for (at, letter) in word.text.chars().enumerate() {
                    clues.push(character(letter).map_err(|why| Misread::at(row.line, word.column + at, why))?);
                }
            }
            _ => {
                for word in &row.words {
                    clues.push(number(word.text).map_err(|why| Misread::at(row.line, word.column, why))?);
                }
            }
        }
    }
    if clues.iter().all(|&clue| clue == Clue::Sea) {
        return Err(Misread::at(rows[0].line, rows[0].words[0].column, "there is no island"));
    }
    Ok(Puzzle::new(size, Rules::default(), clues))
}

/// A cell of a row of characters.
fn character(letter: char) -> Result<Clue, String> {
    match letter {
        '.' | '0' => Ok(Clue::Sea),
        '?' => Ok(Clue::Any),
        '1'..='9' => Ok(Clue::Exactly(letter as u8 - b'0')),
        'A'..='G' => Ok(Clue::Exactly(letter as u8 - b'A' + 10)),
        _ => Err(format!("{} is not ., 1-9, A-G or ?", quoted(&letter.to_string()))),
    }
}

/// A cell of a row of numbers.
fn number(text: &str) -> Result<Clue, String> {
    match text {
        "." | "0" => Ok(Clue::Sea),
        "?" => Ok(Clue::Any),
        _ => {
            let clue = whole(text).and_then(clued).map(Clue::Exactly);
            clue.ok_or_else(|| format!("{} is not a number from 0 to 16, . or ?", quoted(text)))
        }
    }
}
