//! The game as text: cells, moves, variants, whole positions; both ways.

use nom::branch::alt;
use nom::bytes::complete::tag_no_case;
use nom::character::complete::{anychar, char, satisfy};
use nom::combinator::{all_consuming, map_opt, value};
use nom::multi::{many1, separated_list1};
use nom::sequence::preceded;
use nom::{IResult, Parser};

use super::board::{Cells, Marks, Rules, Variant, bit, is_reachable};
use crate::color::Color;
use crate::grid::{Cell, Size};
use crate::protocol::{Args, Failure, natural, quote};

/// `letter row`, any case, as column and row from 0: `a1` is the cell at the top left.
fn place(word: &str) -> IResult<&str, (usize, usize)> {
    let column = map_opt(satisfy(|c| c.is_ascii_alphabetic()), |c| (c.to_ascii_lowercase() as usize).checked_sub('a' as usize));
    let row = map_opt(natural::<usize>, |row| row.checked_sub(1));
    (column, row).parse(word)
}

/// Reads the name of a cell.
///
/// # Errors
/// A word of another form, or a cell beyond the board.
pub fn parse_move(size: Size, word: &str) -> Result<Cell, Failure> {
    let (x, y) = Args::new(word).next("a cell: write column and row, as b2, or resign", place)?;
    size.cell(x, y).ok_or_else(|| Failure::IllegalMove(format!("{} is not on the {size} board", name(x, y))))
}

fn name(x: usize, y: usize) -> String {
    format!("{}{}", char::from(b'a' + x as u8), y as u128 + 1)
}

/// Returns the name of a cell.
#[must_use]
pub fn cell_name(size: Size, cell: Cell) -> String {
    name(size.x(cell), size.y(cell))
}

/// `M N K [misere=0|1]`: columns, rows, cells in a line.
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
    let variant = Variant { size: Size { width, height }, length, misere };
    if variant.is_playable() {
        Ok(variant)
    } else {
        Err(Failure::UnacceptableSize(format!("{width} {height} {length}; sides go from 1 to 11, and a line must fit")))
    }
}

fn misere(word: &str) -> IResult<&str, bool> {
    preceded(tag_no_case("misere="), alt((value(false, char('0')), value(true, char('1'))))).parse(word)
}

/// Returns the marks as rows: `x` black, `o` white, `.` free, `/` between rows.
fn rows(word: &str) -> IResult<&str, Vec<Vec<Option<Color>>>> {
    let mark = map_opt(anychar, |c| match c {
        'x' | 'X' | 'b' | 'B' => Some(Some(Color::Black)),
        'o' | 'O' | 'w' | 'W' => Some(Some(Color::White)),
        '.' | '-' | '_' => Some(None),
        _ => None,
    });
    separated_list1(char('/'), many1(mark)).parse(word)
}

/// Returns a position as one line: `3 3 3 x.o/.x./...`, `3 3 3 misere=1 ...`. [`parse_position`] is the inverse.
#[must_use]
pub fn position_text(variant: Variant, marks: Marks) -> String {
    let Variant { size, length, misere } = variant;
    let letter = |cell| match marks.owner(cell) {
        Some(Color::Black) => 'x',
        Some(Color::White) => 'o',
        None => '.',
    };
    let row = |y: usize| (0..size.width).filter_map(|x| size.cell(x, y)).map(letter).collect::<String>();
    let rows: Vec<String> = (0..size.height).map(row).collect();
    let misere = if misere { " misere=1" } else { "" };
    format!("{} {} {length}{misere} {}", size.width, size.height, rows.join("/"))
}

/// `M N K [misere=0|1] ROWS`
///
/// # Errors
/// A text of another form, with what is wrong; marks that cannot come about.
pub fn parse_position(args: &mut Args<'_>) -> Result<(Rules, Marks), Failure> {
    let variant = variant(args)?;
    let Size { width, height } = variant.size;
    let word = args.word().ok_or_else(|| Failure::Syntax("ROWS is missing".into()))?;
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
        Ok((rules, marks))
    } else {
        Err(Failure::Other(format!("{} cannot come about: x begins, turns alternate, a line ends the game", quote(word))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn words() {
        let whole = |word| all_consuming(place).parse(word).ok().map(|(_, found)| found);
        assert_eq!(whole("A1"), Some((0, 0)));
        assert_eq!(whole("c11"), Some((2, 10)));
        for word in ["", "a", "1", "a0", "1a", "a1b", "aa1", "a-1", "a99999999999999999999999", "\u{e4}1"] {
            assert_eq!(whole(word), None, "{word}");
        }
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
            assert!(parse_position(&mut Args::new(text)).is_err(), "{text}");
        }
        assert!(parse_position(&mut Args::new("3 3 3 misere=1 xxx/oo./...")).is_ok());
    }

    proptest! {
        #[test]
        fn positions_round_trip(width in 1..=11_usize, height in 1..=11_usize, length in 1..=4_usize, misere in any::<bool>(), cells in proptest::collection::vec(0..121_u16, 0..12)) {
            let variant = Variant { size: Size { width, height }, length, misere };
            prop_assume!(variant.is_playable());
            let rules = Rules::new(variant);
            let mut marks = Marks::default();
            for cell in cells {
                let next = marks.play(Cell(cell % variant.size.area() as u16));
                if next.count() > marks.count() && is_reachable(&rules, next) && !rules.has_line(marks.own_and_other().1) {
                    marks = next;
                }
            }
            let text = position_text(variant, marks);
            let (found, again) = parse_position(&mut Args::new(&text)).unwrap();
            prop_assert_eq!((found.variant, again), (variant, marks));
        }
    }
}
