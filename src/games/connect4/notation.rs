//! The game as text: columns, moves, whole positions; both ways.

use nom::branch::alt;
use nom::character::complete::char;
use nom::combinator::{all_consuming, map_opt};
use nom::sequence::separated_pair;
use nom::{IResult, Parser};

use super::bits::{MAX_HEIGHT, MAX_WIDTH, Shape};
use super::board::{Board, Column, Position, Refusal};
use crate::game::text_record::is_move_number;
use crate::game::turn::{PositionNotation, TurnBoard};
use crate::protocol::{Args, Failure, natural, quote};

/// Parses the number of a column, from 1.
fn column(word: &str) -> IResult<&str, Column> {
    map_opt(natural::<u8>, |number| number.checked_sub(1).map(Column)).parse(word)
}

/// Returns the name of a column.
#[must_use]
pub(super) fn column_name(column: Column) -> String {
    (usize::from(column.0) + 1).to_string()
}

/// Returns the name of the cell in a column and a row, both from 0: `3.4` is the fourth cell from below in the third column.
#[must_use]
pub(super) fn cell_name((column, row): (usize, usize)) -> String {
    format!("{}.{}", column + 1, row + 1)
}

/// The address of the solver of P. Pons, before the moves.
const SITE: &str = "https://connect4.gamesolver.org/?pos=";

/// Longest score in the benchmark of P. Pons: `-18`.
const MAX_SCORE_LENGTH: usize = 3;

fn check_shape(width: usize, height: usize) -> Result<Shape, Failure> {
    Shape::new(width, height).ok_or_else(|| {
        Failure::UnacceptableSize(format!("{width}x{height}; columns go from 1 to {MAX_WIDTH}, rows from 1 to {MAX_HEIGHT}"))
    })
}

impl PositionNotation for Position {
    const TEXT_HAS_MOVES: bool = true;

    /// Parses a number from 1 to 255 as a column: whether the board has it is for the rules to say.
    fn parse_move(&self, word: &str) -> Result<Column, Failure> {
        Args::new(word).next("a column: write its number, as 4, or resign", column)
    }

    fn move_name(&self, mv: Column) -> String {
        column_name(mv)
    }

    fn refusal_text(&self, column: Column, refusal: Refusal) -> String {
        let (name, shape) = (column_name(column), self.shape());
        match refusal {
            Refusal::OffBoard => format!("column {name} is not on the {}x{} board", shape.width, shape.height),
            Refusal::Full => format!("column {name} is full"),
        }
    }

    /// Parses `W H`
    fn parse_size(args: &mut Args<'_>) -> Result<Position, Failure> {
        let width = args.next("a number of columns", natural::<usize>)?;
        let height = args.last("a number of rows", natural::<usize>)?;
        check_shape(width, height).map(Position::from)
    }

    /// Returns the moves so far, a digit each; before them the size of a board that is not 7x6.
    fn game_text(game: &Board) -> String {
        let moves: String = game.record().iter().filter_map(|entry| entry.mv).map(column_name).collect();
        let Shape { width, height, .. } = *game.shape();
        if *game.shape() == Shape::default() { moves } else { format!("{width}x{height} {moves}").trim_end().to_owned() }
    }

    /// Returns the size of the board. What has been played on it are moves of the record.
    fn start_text(start: &Position) -> String {
        let Shape { width, height, .. } = *start.shape();
        format!("{width}x{height}")
    }

    /// Parses `[W "x" H] [DIGITS]`: the moves from the empty board, a digit each; on a board like that of the game where no size
    /// stands there.
    fn parse_game(game: &Board, args: &mut Args<'_>) -> Result<Board, Failure> {
        let sized = separated_pair(natural::<usize>, alt((char('x'), char('X'))), natural::<usize>);
        let mut word = args.word().unwrap_or_default();
        let mut board = Board::new(*game.shape());
        if let Ok((_, (width, height))) = all_consuming(sized).parse(word) as IResult<&str, (usize, usize)> {
            board = Board::new(check_shape(width, height)?);
            word = args.word().unwrap_or_default();
        }
        let column = |letter: char| letter.to_digit(10)?.checked_sub(1).map(|column| Column(column as u8));
        let columns: Option<Vec<Column>> = word.chars().map(column).collect();
        let columns = columns
            .ok_or_else(|| Failure::Syntax(format!("{} is not [WxH] DIGITS, a column number for each move", quote(word))))?;
        args.end()?;
        for (number, column) in columns.into_iter().enumerate() {
            let color = board.to_move();
            let played = TurnBoard::play(&mut board, color, column);
            played.map_err(|why| Failure::IllegalMove(format!("move {}: {why}", number + 1)))?;
        }
        Ok(board)
    }

    /// Returns an address of the solver of P. Pons, whose board is 7x6.
    fn link(game: &Board) -> Option<String> {
        (*game.shape() == Shape::default()).then(|| format!("{SITE}{}", Position::game_text(game)))
    }

    /// Parses an address of that solver, a line of its benchmark (the moves and their score), or moves alone, one by one or as
    /// digits: all on a board of 7x6.
    fn parse_other_form(_: &Board, text: &str) -> Option<Result<Board, Failure>> {
        let in_link = text.split_once("gamesolver.org").and_then(|(_, rest)| rest.split_once("pos=")).map(|(_, moves)| moves);
        let is_list = |text: &&str| text.bytes().all(|byte| byte.is_ascii_digit());
        let is_number = |word: &str| word.strip_prefix('-').unwrap_or(word).bytes().all(|byte| byte.is_ascii_digit());
        let in_benchmark = || {
            let (moves, score) = text.trim().split_once(' ')?;
            (moves.len() > 1 && is_number(moves) && score.len() <= MAX_SCORE_LENGTH && is_number(score)).then_some(moves)
        };
        let columns: Vec<&str> = text.split([' ', ',', '\n']).filter(|word| !word.is_empty() && !is_move_number(word)).collect();
        let is_digit = |word: &&str| word.len() == 1 && word.bytes().all(|byte| byte.is_ascii_digit());
        let joined = (columns.len() > 1 && columns.iter().all(is_digit)).then(|| columns.concat());
        let moves = in_link.or_else(in_benchmark).or(joined.as_deref()).or_else(|| Some(text.trim()).filter(is_list))?;
        Some(Position::parse_game(&Board::new(Shape::default()), &mut Args::new(moves)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn words() {
        let parse_move = |word| Position::from(Shape::default()).parse_move(word);
        assert_eq!(parse_move("4"), Ok(Column(3)));
        assert_eq!(parse_move("255"), Ok(Column(254)));
        for word in ["", "0", "256", "-1", "a", "4a", "1.5", "99999999999999999999999"] {
            assert!(parse_move(word).is_err(), "{word}");
        }
    }

    fn parse(text: &str) -> Result<Board, Failure> {
        Position::parse_game(&Board::new(Shape::default()), &mut Args::new(text))
    }

    #[test]
    fn positions_that_are_refused() {
        for text in ["8", "0", "x", "44444444", "1111111", "44 4", "9x6", "7x8 1", "12121212", "4x4 5", "\u{663}"] {
            assert!(parse(text).is_err(), "{text}");
        }
        assert!(parse("8x7 8").is_ok() && parse("7x6").is_ok() && parse("1212121").is_ok());
    }

    #[test]
    fn links() {
        let board = parse("4433").unwrap();
        let link = Position::link(&board).unwrap();
        assert_eq!(link, "https://connect4.gamesolver.org/?pos=4433");
        let load = |text| {
            Position::parse_other_form(&parse("4x4").unwrap(), text).map(|game| game.map(|game| Position::game_text(&game)))
        };
        for text in [link.as_str(), "4433 -1", "4433 18", "4433", "4,4,3,3", "4 4 3 3", "4, 4 3,3", "1. 4 4 2. 3 3"] {
            assert_eq!(load(text), Some(Ok("4433".to_owned())), "{text}");
        }
        assert!(load("9 1").is_some_and(|game| game.is_err()));
        assert_eq!(load("4 4"), Some(Ok("44".to_owned())));
        for text in ["7x6 4433", "4433 x", "4x4 123", "44 44 1", "4433 1234"] {
            assert_eq!(load(text), None, "{text}");
        }
        assert!(Position::link(&parse("8x7 8").unwrap()).is_none());
    }

    proptest! {
        #[test]
        fn positions_round_trip(columns in proptest::collection::vec(0..7_u8, 0..42)) {
            let mut board = Board::new(Shape::new(7, 6).unwrap());
            for column in columns {
                let _ = board.play(board.to_move(), Column(column));
            }
            let again = parse(&Position::game_text(&board)).unwrap();
            prop_assert_eq!((again.stones(), again.record()), (board.stones(), board.record()));
        }
    }
}
