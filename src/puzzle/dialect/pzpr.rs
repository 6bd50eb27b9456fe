//! Files of pzprv3, with lines or, in one line, with slashes between them: the version, the name of the game, the numbers of rows and
//! columns, the cells, and what the player has drawn.

use super::super::rows::{Row, StatedSize, Word, words};
use super::super::{ParseError, Puzzle, parse_digits};
use super::{Played, other_game};
use crate::files::BYTE_ORDER_MARK;

/// How such files begin: `pzprv3`, `pzprv3.1`.
pub(super) const BEGIN: &str = "pzprv3";

/// Parses a file.
///
/// # Errors
/// A text of another form, with its place.
pub fn parse<P: Puzzle>(text: &str) -> Result<Played<P>, ParseError> {
    let rows = split(text);
    let end =
        || rows.iter().flatten().last().map_or(ParseError::new(1, 1, "it is empty"), |word| word.error("the file ends here"));
    let [_, kind, height, width, rest @ ..] = &rows[..] else { return Err(end()) };
    let (Some(kind), Some(height), Some(width)) = (kind.first(), height.first(), width.first()) else { return Err(end()) };
    if !P::NAMES_ELSEWHERE.pzpr.contains(&kind.text) {
        return Err(kind.error(other_game(kind.text, P::NAMES_ELSEWHERE.pzpr[0])));
    }
    let side = |word: &Word<'_>| {
        parse_digits::<usize>(word.text).ok_or_else(|| word.error("a number of rows and one of columns follow"))
    };
    let size = (side(width)?, side(height)?);
    let (cells, marks) = rest.split_at(size.1.min(rest.len()));
    if cells.is_empty() {
        return Err(end());
    }
    // An unknown number is written as -.
    let cells: Vec<Row<'_>> = cells.iter().map(|row| row.iter().map(|word| word.replace("-", "?")).collect()).collect();
    StatedSize { by: *height, size }.check(&cells, |row| row.len())?;
    let puzzle = P::parse_rows(&cells)?;
    let moves = if marks.is_empty() { Vec::new() } else { puzzle.parse_mark_rows(marks)? };
    Ok((puzzle, moves))
}

/// Splits a file into rows. A row may be empty. The lines that the site appends are dropped.
fn split(text: &str) -> Vec<Row<'_>> {
    let text = text.trim_start_matches(BYTE_ORDER_MARK);
    let is_one_line = !text.trim().contains('\n');
    let mut column = 1;
    let pieces = text.split(if is_one_line { '/' } else { '\n' }).enumerate().map(|(number, piece)| {
        let place = if is_one_line { (1, column) } else { (number + 1, 1) };
        column += piece.chars().count() + 1;
        (place, piece)
    });
    let pieces = pieces.take_while(|(_, piece)| !piece.starts_with('{') && !piece.starts_with("__"));
    let mut rows: Vec<Row<'_>> = pieces.map(|((line, column), piece)| words(line, column, piece)).collect();
    while rows.last().is_some_and(Vec::is_empty) {
        rows.pop();
    }
    rows.splice(..rows.iter().take_while(|row| row.is_empty()).count(), []);
    rows
}

/// Formats a puzzle and what a player has filled in.
pub fn text<P: Puzzle>(puzzle: &P, filled: &P::Solution) -> String {
    let size = puzzle.grid_size();
    let mut text = format!("{BEGIN}\n{}\n{}\n{}\n", P::NAMES_ELSEWHERE.pzpr[0], size.height, size.width);
    let rows = puzzle.clue_words().chunks(size.width).map(<[String]>::to_vec).collect::<Vec<_>>();
    for row in rows.into_iter().chain(puzzle.mark_rows(filled)) {
        row.iter().for_each(|word| text.extend([word, " "]));
        text.push('\n');
    }
    text.trim_end_matches('\n').to_owned()
}
