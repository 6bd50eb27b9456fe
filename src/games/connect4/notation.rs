//! The game as text: columns, moves, whole positions; both ways.

use nom::branch::alt;
use nom::bytes::complete::tag_no_case;
use nom::character::complete::char;
use nom::combinator::{all_consuming, map_opt, value};
use nom::sequence::separated_pair;
use nom::{IResult, Parser};

use super::bits::{MOST_HEIGHT, MOST_WIDTH, Shape};
use super::board::{Board, Column, Refusal};
use super::score::Score;
use crate::protocol::{Args, Failure, quoted, unsigned};

/// A move as a user names it, on whatever board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// A column.
    Column(Column),
    /// Giving the game up.
    Resign,
}

/// `column | "resign"`, any case; columns count from 1.
///
/// # Errors
/// nom's, where the word is none of these.
pub fn mv(word: &str) -> IResult<&str, Move> {
    let column = map_opt(unsigned::<u8>, |number| number.checked_sub(1).map(Column));
    alt((value(Move::Resign, tag_no_case("resign")), column.map(Move::Column))).parse(word)
}

/// Returns the name of a column.
#[must_use]
pub fn column_name(column: Column) -> String {
    (usize::from(column.0) + 1).to_string()
}

/// Returns the words of a refusal of a move in a column.
#[must_use]
pub fn refused(board: &Board, column: Option<Column>, refusal: Refusal) -> Failure {
    let name = column.map_or_else(|| "it".to_owned(), |column| format!("column {}", column_name(column)));
    Failure::IllegalMove(match refusal {
        Refusal::OffBoard => format!("{name} is not on the {}x{} board", board.shape().width, board.shape().height),
        Refusal::Full => format!("{name} is full"),
        Refusal::OutOfTurn(color) => format!("{} to move", color.name()),
        Refusal::Over => "the game is over".to_owned(),
    })
}

/// `W H`
///
/// # Errors
/// A syntax error; a board that does not exist.
pub fn shape(args: &mut Args<'_>) -> Result<Shape, Failure> {
    let width = args.next("a number of columns", unsigned::<usize>)?;
    let height = args.next("a number of rows", unsigned::<usize>)?;
    args.end()?;
    known_shape(width, height)
}

fn known_shape(width: usize, height: usize) -> Result<Shape, Failure> {
    Shape::new(width, height).ok_or_else(|| {
        Failure::UnacceptableSize(format!("{width}x{height}; columns go from 1 to {MOST_WIDTH}, rows from 1 to {MOST_HEIGHT}"))
    })
}

/// Returns the moves so far, a digit each. [`parse_position`] is the inverse on the same board.
#[must_use]
pub fn position_text(board: &Board) -> String {
    board.record().iter().filter_map(|step| step.column).map(column_name).collect()
}

/// `[W "x" H] [DIGITS]`: the moves from the empty board, a digit each; on a board like the given one where no size stands
/// there.
///
/// # Errors
/// A text of another form; a move that the rules refuse, with its number.
pub fn parse_position(args: &mut Args<'_>, shape: Shape) -> Result<Board, Failure> {
    let sized = separated_pair(unsigned::<usize>, alt((char('x'), char('X'))), unsigned::<usize>);
    let mut word = args.word().unwrap_or_default();
    let mut board = Board::new(shape);
    if let Ok((_, (width, height))) = all_consuming(sized).parse(word) as IResult<&str, (usize, usize)> {
        board = Board::new(known_shape(width, height)?);
        word = args.word().unwrap_or_default();
    }
    args.end()?;
    for (number, letter) in word.chars().enumerate() {
        let digit = letter.to_digit(10).filter(|&digit| digit > 0);
        let digit = digit
            .ok_or_else(|| Failure::Syntax(format!("{} is not [WxH] DIGITS, a column number for each move", quoted(word))))?;
        let column = Column(digit as u8 - 1);
        board.play(board.to_move(), column).map_err(|refusal| match refused(&board, Some(column), refusal) {
            Failure::IllegalMove(why) => Failure::IllegalMove(format!("move {}: {why}", number + 1)),
            other => other,
        })?;
    }
    Ok(board)
}

/// `win score=3 plies=5`, `draw score=0`, `unknown`.
#[must_use]
pub fn score_text(score: Option<Score>, area: u32, count: u32) -> String {
    let Some(score) = score else { return "unknown".to_owned() };
    let verdict = match score.0 {
        0 => "draw",
        1.. => "win",
        _ => "loss",
    };
    let plies = score.plies(area, count).map_or_else(String::new, |plies| format!(" plies={plies}"));
    format!("{verdict} score={}{plies}", score.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn words() {
        let whole = |word| all_consuming(mv).parse(word).ok().map(|(_, found)| found);
        assert_eq!(whole("4"), Some(Move::Column(Column(3))));
        assert_eq!(whole("255"), Some(Move::Column(Column(254))));
        assert_eq!(whole("Resign"), Some(Move::Resign));
        for word in ["", "0", "256", "-1", "a", "4a", "1.5", "99999999999999999999999"] {
            assert_eq!(whole(word), None, "{word}");
        }
    }

    fn parsed(text: &str) -> Result<Board, Failure> {
        parse_position(&mut Args::new(text), Shape::new(7, 6).unwrap())
    }

    #[test]
    fn positions_that_are_refused() {
        for text in ["8", "0", "x", "44444444", "1111111", "44 4", "9x6", "7x8 1", "12121212", "4x4 5", "\u{663}"] {
            assert!(parsed(text).is_err(), "{text}");
        }
        assert!(parsed("8x7 8").is_ok() && parsed("7x6").is_ok() && parsed("1212121").is_ok());
    }

    proptest! {
        #[test]
        fn positions_round_trip(columns in proptest::collection::vec(0..7_u8, 0..42)) {
            let mut board = Board::new(Shape::new(7, 6).unwrap());
            for column in columns {
                let _ = board.play(board.to_move(), Column(column));
            }
            let again = parsed(&position_text(&board)).unwrap();
            prop_assert_eq!((again.stones(), again.record()), (board.stones(), board.record()));
        }
    }
}
