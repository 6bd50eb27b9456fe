//! The game as text: cells, moves, variants, whole positions; both ways.

use std::sync::Arc;

use nom::branch::alt;
use nom::bytes::complete::tag_no_case;
use nom::character::complete::{anychar, char};
use nom::combinator::{all_consuming, map_opt, value};
use nom::multi::{many1, separated_list1};
use nom::sequence::preceded;
use nom::{IResult, Parser};

use super::board::{Board, Cells, Marks, Occupied, Position, Rules, Variant, bit, is_reachable};
use crate::color::Color;
use crate::game::turn::PositionNotation;
use crate::grid::{Cell, Size};
use crate::protocol::{Args, Failure, natural, point, quote};

fn name(x: usize, y: usize) -> String {
    format!("{}{}", char::from(b'a' + x as u8), y as u128 + 1)
}

/// Returns the name of a cell.
#[must_use]
pub fn cell_name(size: Size, cell: Cell) -> String {
    name(size.x(cell), size.y(cell))
}

/// Parses `M N K [misere=0|1]`: columns, rows, cells in a line.
///
/// # Errors
/// A syntax error; a variant that does not exist.
pub fn variant(args: &mut Args<'_>) -> Result<Variant, Failure> {
    let width = args.next("a number of columns", natural::<usize>)?;
    let height = args.next("a number of rows", natural::<usize>)?;
    let length = args.next("the length of a line", natural::<usize>)?;
    let misere = match args.clone().word() {
        Some(word) if word.to_ascii_lowercase().starts_with("misere") => args.next("misere=0 or misere=1", misere)?,
        _ => false,
    };
    let variant = Variant::new(width, height, length, misere);
    if variant.is_playable() {
        Ok(variant)
    } else {
        Err(Failure::UnacceptableSize(format!("{width} {height} {length}; sides go from 1 to 11, and a line must fit")))
    }
}

fn misere(word: &str) -> IResult<&str, bool> {
    preceded(tag_no_case("misere="), alt((value(false, char('0')), value(true, char('1'))))).parse(word)
}

/// Parses the marks as rows: `x` black, `o` white, `.` free, `/` between rows.
fn rows(word: &str) -> IResult<&str, Vec<Vec<Option<Color>>>> {
    let mark = map_opt(anychar, |c| match c {
        'x' | 'X' | 'b' | 'B' => Some(Some(Color::Black)),
        'o' | 'O' | 'w' | 'W' => Some(Some(Color::White)),
        '.' | '-' | '_' => Some(None),
        _ => None,
    });
    separated_list1(char('/'), many1(mark)).parse(word)
}

/// Returns the rows from the top: `x.o/.x./...`.
pub fn rows_text(size: Size, marks: Marks) -> String {
    let letter = |cell| match marks.owner(cell) {
        Some(Color::Black) => 'x',
        Some(Color::White) => 'o',
        None => '.',
    };
    let row = |y: usize| (0..size.width).filter_map(|x| size.cell(x, y)).map(letter).collect::<String>();
    (0..size.height).map(row).collect::<Vec<_>>().join("/")
}

impl PositionNotation for Position {
    fn parse_move(&self, word: &str) -> Result<Cell, Failure> {
        let size = self.rules.variant.size;
        let (x, y) = Args::new(word).next("a cell: write column and row, as b2, or resign", point)?;
        size.cell(x, y).ok_or_else(|| Failure::IllegalMove(format!("{} is not on the {size} board", name(x, y))))
    }

    fn move_name(&self, mv: Cell) -> String {
        cell_name(self.rules.variant.size, mv)
    }

    fn refusal_text(&self, mv: Cell, _: Occupied) -> String {
        format!("{} is occupied", self.move_name(mv))
    }

    fn parse_size(args: &mut Args<'_>) -> Result<Position, Failure> {
        let variant = variant(args)?;
        args.end()?;
        Ok(Position { rules: Arc::new(Rules::new(variant)), marks: Marks::default() })
    }

    /// Returns `3 3 3 x.o/.x./...`, `3 3 3 misere=1 ...`
    fn game_text(game: &Board) -> String {
        let Variant { size, length, misere } = game.rules.variant;
        let misere = if misere { " misere=1" } else { "" };
        format!("{} {} {length}{misere} {}", size.width, size.height, rows_text(size, game.marks))
    }

    /// Parses `M N K [misere=0|1] ROWS`
    fn parse_game(_: &Board, args: &mut Args<'_>) -> Result<Board, Failure> {
        let variant = variant(args)?;
        let Size { width, height } = variant.size;
        let word = args.expect_word("ROWS")?;
        args.end()?;
        let refused = || Failure::Syntax(format!("{} is not {height} rows of {width} times x, o or .", quote(word)));
        let (_, rows) = all_consuming(rows).parse(word).map_err(|_| refused())?;
        if rows.len() != height || rows.iter().any(|row| row.len() != width) {
            return Err(refused());
        }
        let owners: Vec<Option<Color>> = rows.concat();
        let of = |color: Color| -> Cells {
            variant.size.cells().filter(|cell| owners[cell.index()] == Some(color)).fold(0, |set, cell| set | bit(cell))
        };
        let (rules, marks) = (Rules::new(variant), Marks([of(Color::Black), of(Color::White)]));
        if is_reachable(&rules, marks) {
            Ok(Board::new(Position { rules: Arc::new(rules), marks }))
        } else {
            Err(Failure::Other(format!("{} cannot come about: x begins, turns alternate, a line ends the game", quote(word))))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn words() {
        let whole = |word| all_consuming(point).parse(word).ok().map(|(_, found)| found);
        assert_eq!(whole("A1"), Some((0, 0)));
        assert_eq!(whole("c11"), Some((2, 10)));
        for word in ["", "a", "1", "a0", "1a", "a1b", "aa1", "a-1", "a99999999999999999999999", "\u{e4}1"] {
            assert_eq!(whole(word), None, "{word}");
        }
    }

    fn parse(text: &str) -> Result<Board, Failure> {
        let rules = Arc::new(Rules::new(Variant::default()));
        Position::parse_game(&Board::new(Position { rules, marks: Marks::default() }), &mut Args::new(text))
    }

    #[test]
    fn positions_that_are_refused() {
        for text in [
            "",
            "3 3",
            "3 3 4 ...",
            "3 3 3",
            "3 3 3 .../...",
            "3 3 3 .../.../..",
            "3 3 3 .../.../..z",
            "3 3 3 o../.../...",
            "3 3 3 xxx/ooo/...",
            "3 3 3 misere=2 .../.../...",
            "12 3 3 .",
            "0 0 0 .",
            "3 3 3 .../.../... b",
            "3 3 3 xxx/.oo/.o.",
        ] {
            assert!(parse(text).is_err(), "{text}");
        }
        assert!(parse("3 3 3 misere=1 xxx/oo./...").is_ok());
    }

    proptest! {
        #[test]
        fn positions_round_trip(width in 1..=11_usize, height in 1..=11_usize, length in 1..=4_usize, misere in any::<bool>(), cells in proptest::collection::vec(0..121_u16, 0..12)) {
            let variant = Variant::new(width, height, length, misere);
            prop_assume!(variant.is_playable());
            let rules = Rules::new(variant);
            let mut marks = Marks::default();
            for cell in cells {
                let next = marks.play(Cell(cell % variant.size.area() as u16));
                if next.count() > marks.count() && is_reachable(&rules, next) && !rules.has_line(marks.own_and_other().1) {
                    marks = next;
                }
            }
            let text = Position::game_text(&Board::new(Position { rules: Arc::new(rules), marks }));
            let again = parse(&text).unwrap();
            prop_assert_eq!((again.rules.variant, again.marks), (variant, marks));
        }
    }
}
