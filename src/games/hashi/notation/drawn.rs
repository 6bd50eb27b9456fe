//! The bridges of a player in the forms of other programs: the lines of pzprv3, the moves of Tatham's *Bridges*.

use nom::Parser;
use nom::character::complete::char;
use nom::combinator::all_consuming;
use nom::sequence::{preceded, separated_pair};

use super::resolve;
use crate::games::hashi::board::{Bridges, Channel, Clue, Puzzle};
use crate::protocol::{natural, quote};
use crate::puzzle::notation::place;
use crate::puzzle::rows::{Row, Word};
use crate::puzzle::{MoveError, ParseError};

/// Returns the cells row by row: a number, `.` for water, `-` for an island without a number.
pub fn clue_words(puzzle: &Puzzle) -> Vec<String> {
    let word = |clue: &Clue| match *clue {
        Clue::Sea => ".".to_owned(),
        Clue::Any => "-".to_owned(),
        Clue::Exactly(clue) => clue.to_string(),
    };
    puzzle.clues().iter().map(word).collect()
}

/// Returns the row and column of each piece of a channel's line: those between the cells of a row, then those between two rows.
fn pieces(puzzle: &Puzzle, channel: Channel) -> Vec<(usize, usize)> {
    let (a, b) = puzzle.ends(channel);
    let ((left, top), (right, bottom)) = (puzzle.coordinates(a), puzzle.coordinates(b));
    let height = puzzle.size().height;
    if top == bottom { (left..right).map(|x| (top, x)).collect() } else { (top..bottom).map(|y| (height + y, left)).collect() }
}

/// Returns the lines of some bridges: a number for each pair of cells, `0` for none.
pub(crate) fn line_rows(puzzle: &Puzzle, bridges: &Bridges) -> Vec<Vec<String>> {
    let size = puzzle.size();
    let across = (0..size.height).map(|_| vec!["0".to_owned(); size.width - 1]);
    let down = (1..size.height).map(|_| vec!["0".to_owned(); size.width]);
    let mut rows: Vec<Vec<String>> = across.chain(down).collect();
    for (channel, number) in bridges.nonzero() {
        pieces(puzzle, channel).into_iter().for_each(|(row, column)| rows[row][column] = number.to_string());
    }
    rows
}

fn line_number(puzzle: &Puzzle, word: &Word<'_>) -> Result<u8, ParseError> {
    if matches!(word.text, "0" | "-1") {
        return Ok(0);
    }
    let number = word.text.parse().ok().filter(|number| (1..=puzzle.rules().max_bridges).contains(number));
    number.ok_or_else(|| word.error(format!("{} is not a number of bridges", quote(word.text))))
}

/// Reads such lines; `-1` is a mark that there is none.
///
/// # Errors
/// Other numbers of rows and columns, a line that does not join two islands; with the place.
pub(crate) fn parse_line_rows(puzzle: &Puzzle, rows: &[Row<'_>]) -> Result<Vec<(Channel, u8)>, ParseError> {
    let size = puzzle.size();
    let expected = 2 * size.height - 1;
    let Some(last) = rows.iter().flatten().last() else { return Ok(Vec::new()) };
    // A grid of one column has empty rows of horizontal lines. A reply has no empty lines, so that they may be missing.
    let rows: Vec<Row<'_>> = match size.width {
        1 => vec![Row::new(); size.height].into_iter().chain(rows.iter().filter(|row| !row.is_empty()).cloned()).collect(),
        _ => rows.to_vec(),
    };
    if rows.len() != expected {
        return Err(last.error(format!("{} rows of lines; a grid of {size} has {expected}", rows.len())));
    }
    let mut numbers: Vec<Vec<(Word<'_>, u8)>> = Vec::new();
    for (at, row) in rows.iter().enumerate() {
        let width = if at < size.height { size.width - 1 } else { size.width };
        if row.len() != width {
            let word = row.last().unwrap_or(last);
            return Err(word.error(format!("{} lines in this row, a grid of {size} has {width}", row.len())));
        }
        let read = row.iter().map(|word| line_number(puzzle, word).map(|number| (*word, number)));
        numbers.push(read.collect::<Result<_, _>>()?);
    }
    let mut moves = Vec::new();
    for channel in puzzle.channels() {
        let pieces = pieces(puzzle, channel);
        let (first_row, first_column) = pieces[0];
        let (_, number) = numbers[first_row][first_column];
        if pieces.iter().all(|&(row, column)| numbers[row][column].1 == number) && number > 0 {
            pieces.iter().for_each(|&(row, column)| numbers[row][column].1 = 0);
            moves.push((channel, number));
        }
    }
    match numbers.iter().flatten().find(|(_, number)| *number > 0) {
        Some((word, _)) => Err(word.error("this line does not join two islands")),
        None => Ok(moves),
    }
}

/// Returns a move of *Bridges*: `L0,1,0,6,2`, each place by column and row.
pub fn save_move(puzzle: &Puzzle, channel: Channel, number: u8) -> String {
    let (a, b) = puzzle.ends(channel);
    let ((left, top), (right, bottom)) = (puzzle.coordinates(a), puzzle.coordinates(b));
    format!("L{left},{top},{right},{bottom},{number}")
}

/// Reads a part of a move of *Bridges*. Marks on islands (`M`) and between them (`N`), and the note that the program has solved the
/// puzzle (`S`), are ignored.
///
/// # Errors
/// A word of another form, or one that names no channel.
pub fn parse_save_move(puzzle: &Puzzle, word: &str) -> Result<Option<(Channel, u8)>, MoveError> {
    if word.starts_with(['M', 'N', 'S']) {
        return Ok(None);
    }
    let places = separated_pair(place, char(','), place);
    let line = preceded(char('L'), separated_pair(places, char(','), natural::<u8>));
    let (_, (((left, top), (right, bottom)), number)) =
        all_consuming(line).parse(word).map_err(|_: nom::Err<nom::error::Error<&str>>| {
            MoveError::Syntax(format!("{} is not a move as L0,1,0,6,2", quote(word)))
        })?;
    resolve(puzzle, (((top, left), (bottom, right)), number)).map(Some)
}
