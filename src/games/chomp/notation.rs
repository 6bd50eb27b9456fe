//! Chomp as text: squares, positions; both ways. Rows and columns count from 1, from the bottom left.

use nom::bytes::complete::tag_no_case;
use nom::character::complete::char;
use nom::combinator::all_consuming;
use nom::multi::separated_list1;
use nom::sequence::separated_pair;
use nom::{IResult, Parser};

use super::board::{Board, NotThere, Position, Size, Square};
use crate::game::turn::PositionNotation;
use crate::protocol::{Args, Failure, color, natural, quote};

/// Parses `row "," column`, as numbers that should be at least 1.
fn row_and_column(word: &str) -> IResult<&str, (usize, usize)> {
    separated_pair(natural, char(','), natural).parse(word)
}

/// Returns the name of a bite: `2,3`.
#[must_use]
pub(super) fn bite_name(bite: Square) -> String {
    format!("{},{}", bite.row + 1, bite.column + 1)
}

/// Returns the squares in each row, with commas between and empty rows left out; `0` if nothing is left.
#[must_use]
pub fn rows_text(rows: &[u16]) -> String {
    let left: Vec<String> = rows.iter().filter(|&&row| row > 0).map(u16::to_string).collect();
    if left.is_empty() { "0".to_owned() } else { left.join(",") }
}

/// Returns the size of a playable bar.
///
/// # Errors
/// A bar that the engine does not play on.
fn check_size(rows: usize, columns: usize) -> Result<Size, Failure> {
    let size = Size { rows, columns };
    let refused = || Failure::UnacceptableSize(format!("{size}; sides go to 1000, positions to 170 million (15x15, 3x1000)"));
    Some(size).filter(|size| size.is_playable()).ok_or_else(refused)
}

/// Parses `R "x" C [" " rows [" " color]]`: what is left of each row, from the bottom.
///
/// # Errors
/// The text has another form, or its rows grow upwards or do not fit the bar.
fn parse_position(text: &str) -> Result<Position, Failure> {
    let mut words = text.split(' ').filter(|word| !word.is_empty());
    let word = words.next().unwrap_or_default();
    let size = separated_pair(natural::<usize>, tag_no_case("x"), natural::<usize>);
    let (rows, columns) =
        parse_all(size, word).ok_or_else(|| Failure::Syntax(format!("{} is not a size, as 3x4", quote(word))))?;
    let mut position = Position::new(check_size(rows, columns)?);
    if let Some(word) = words.next() {
        let left = parse_all(separated_list1(char(','), natural::<u16>), word);
        let left = left.ok_or_else(|| Failure::Syntax(format!("{} is not the squares of each row, as 4,4,2", quote(word))))?;
        let fits = left.len() <= rows && usize::from(left[0]) <= columns && left.is_sorted_by(|below, above| below >= above);
        if !fits {
            return Err(Failure::Other(format!("rows {} cannot be left of a bar of {}", quote(word), position.size)));
        }
        position.rows = left;
        position.rows.resize(rows, 0);
    }
    if let Some(word) = words.next() {
        position.to_move = Args::new(word).next("COLOR", color)?;
    }
    match words.next() {
        None => Ok(position),
        Some(word) => Err(Failure::Syntax(format!("unexpected {}", quote(word)))),
    }
}

fn parse_all<'a, T>(parser: impl Parser<&'a str, Output = T, Error = nom::error::Error<&'a str>>, word: &'a str) -> Option<T> {
    all_consuming(parser).parse(word).ok().map(|(_, found)| found)
}

impl PositionNotation for Position {
    fn parse_move(&self, word: &str) -> Result<Square, Failure> {
        let (row, column) = Args::new(word).next("a bite: write row and column, as 2,3, or resign", row_and_column)?;
        let square = row.checked_sub(1).zip(column.checked_sub(1)).map(|(row, column)| Square { row, column });
        square.ok_or_else(|| Failure::Syntax(format!("{} is not a bite: rows and columns count from 1", quote(word))))
    }

    fn move_name(&self, mv: Square) -> String {
        bite_name(mv)
    }

    fn refusal_text(&self, mv: Square, _: NotThere) -> String {
        let (name, size) = (bite_name(mv), self.size);
        if mv.row < size.rows && mv.column < size.columns {
            format!("{name} is eaten already")
        } else {
            format!("{name} is not on the {size} bar")
        }
    }

    /// Parses `R C`
    fn parse_size(args: &mut Args<'_>) -> Result<Position, Failure> {
        let rows = args.next("a number of rows", natural::<usize>)?;
        let columns = args.last("a number of columns", natural::<usize>)?;
        check_size(rows, columns).map(Position::new)
    }

    /// Returns `3x4 4,4,2 b`
    fn game_text(game: &Board) -> String {
        format!("{} {} {}", game.size, rows_text(&game.rows), game.to_move.letter().to_ascii_lowercase())
    }

    fn parse_game(_: &Board, args: &mut Args<'_>) -> Result<Board, Failure> {
        parse_position(args.rest()).map(Board::new)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::color::Color;
    use proptest::prelude::*;

    #[test]
    fn moves_are_read_or_refused() {
        let position = Position::new(Size { rows: 3, columns: 4 });
        let parse = |word: &str| position.parse_move(word).ok();
        assert_eq!(parse("2,3"), Some(Square { row: 1, column: 2 }));
        for refused in ["", "0,1", "1,0", "1", "1,", ",1", "1,2,3", "a,1", "-1,1", "99999999999999999999,1"] {
            assert_eq!(parse(refused), None, "{refused}");
        }
        assert_eq!(bite_name(Square { row: 0, column: 0 }), "1,1");
    }

    #[test]
    fn positions_that_are_refused() {
        for refused in
            ["", "3", "3x", "0x3", "16x16", "3x4 5", "3x4 1,2", "3x4 4,4,4,4", "3x4 a", "3x4 4 x", "3x4 4 b b", "3x4 65536"]
        {
            assert!(parse_position(refused).is_err(), "{refused}");
        }
        assert_eq!(parse_position("2x3 0").map(|position| position.rows), Ok(vec![0, 0]));
    }

    proptest! {
        #[test]
        fn positions_round_trip(rows in proptest::collection::vec(0_u16..=9, 1..8), white in any::<bool>()) {
            let size = Size { rows: rows.len(), columns: 9 };
            let mut rows = rows;
            rows.sort_unstable_by(|a, b| b.cmp(a));
            let position = Position { size, rows, to_move: if white { Color::White } else { Color::Black } };
            prop_assert_eq!(parse_position(&Position::game_text(&Board::new(position.clone()))), Ok(position));
        }

        #[test]
        fn any_text_is_understood_or_refused(text in "[ -~]{0,20}") {
            prop_assert!(parse_position(&text).is_err() || text.contains(['x', 'X']));
        }
    }
}
