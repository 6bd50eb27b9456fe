//! Hex as text: points, moves, whole positions; both ways. Records of games: `sgf`.

use std::fmt;

use nom::branch::alt;
use nom::bytes::complete::tag_no_case;
use nom::character::complete::{char, space1};
use nom::combinator::{all_consuming, eof, map_res, value, verify};
use nom::multi::many0;
use nom::sequence::{separated_pair, terminated};
use nom::{IResult, Parser};

use super::board::record::{Entry, Move};
use super::board::{Edge, MAX_SIDE};
use crate::color::Color;
use crate::game::text_record::strip_move_number;
use crate::grid::{Cell, Size};
use crate::protocol::{self, Args, Failure, color, natural, quote};

pub(super) mod connections;
pub(super) mod link;
pub(super) mod sgf;

/// A point as a user names it, on whatever board: column and row from 0, counted from the top left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Point {
    /// Column.
    pub x: usize,
    /// Row.
    pub y: usize,
}

/// An endpoint of connections as a user names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// A cell of the board.
    Point(Point),
    /// An edge of the board.
    Edge(Edge),
}

/// Parses `letter digits`: `a1` is top left, `k11` is bottom right on 11x11; no letter is skipped.
///
/// # Errors
/// nom's, where the word is no point.
pub fn point(word: &str) -> IResult<&str, Point> {
    protocol::point.map(|(x, y)| Point { x, y }).parse(word)
}

/// Parses `point | "north" | "south" | "west" | "east"`, any case.
///
/// # Errors
/// nom's, where the word is none of these.
pub fn end(word: &str) -> IResult<&str, End> {
    let edge = |edge: Edge| value(End::Edge(edge), tag_no_case(edge.name()));
    alt((edge(Edge::North), edge(Edge::South), edge(Edge::West), edge(Edge::East), point.map(End::Point))).parse(word)
}

/// Parses `point | "resign" | "swap-pieces" | "swap-sides" | "swap"`, any case.
///
/// # Errors
/// nom's, where the word is none of these.
pub fn mv(word: &str) -> IResult<&str, Move<Point>> {
    let named = alt((
        value(Move::Resign, tag_no_case("resign")),
        value(Move::SwapPieces, tag_no_case("swap-pieces")),
        value(Move::SwapSides, alt((tag_no_case("swap-sides"), tag_no_case("swap")))),
    ));
    alt((named, point.map(Move::Stone))).parse(word)
}

/// Reads the next argument as a move.
///
/// # Errors
/// A syntax error if no word is left or it is no move.
pub(super) fn read_move(args: &mut Args<'_>) -> Result<Move<Point>, Failure> {
    let word = args.expect_word("MOVE")?;
    // A move that is played is the swap of the setting `swap`.
    let word = if word.eq_ignore_ascii_case("swap") { "swap-pieces" } else { word };
    Args::new(word).next("a move: write the column letter, then the row, as f6, or resign", mv)
}

/// Parses `W "x" H`, sides from 1 to 19.
///
/// # Errors
/// nom's, where the word is no size.
pub fn size(word: &str) -> IResult<&str, Size> {
    verify(protocol::sides.map(|(width, height)| Size { width, height }), |&size| is_playable(size)).parse(word)
}

/// Parses `N | W " " H`: the arguments of `boardsize`.
///
/// # Errors
/// They are no numbers, or there is no board of this size.
pub(super) fn read_size(args: &mut Args<'_>) -> Result<Size, Failure> {
    let width = args.next("a number of cells", natural::<usize>)?;
    let height = args.optional_last("a number of cells", natural::<usize>)?.unwrap_or(width);
    check_size(Size { width, height })
}

/// Returns a size, if there is a board of it.
pub(super) fn check_size(size: Size) -> Result<Size, Failure> {
    if is_playable(size) { Ok(size) } else { Err(Failure::UnacceptableSize("sides go from 1 to 19".into())) }
}

/// Returns whether boards of this size exist.
#[must_use]
pub fn is_playable(size: Size) -> bool {
    (1..=MAX_SIDE).contains(&size.width) && (1..=MAX_SIDE).contains(&size.height)
}

/// Returns the name of a cell: `a1`.
#[must_use]
pub fn cell_name(size: Size, cell: Cell) -> String {
    Point { x: size.x(cell), y: size.y(cell) }.to_string()
}

/// Returns the cell of this name; `None` where the board has none.
#[must_use]
pub fn parse_cell(size: Size, name: &str) -> Option<Cell> {
    let (rest, Point { x, y }) = point(name).ok()?;
    size.cell(x, y).filter(|_| rest.is_empty())
}

/// Returns the names of some cells, in their order, with spaces between.
pub fn cell_names(size: Size, cells: impl IntoIterator<Item = Cell>) -> String {
    cells.into_iter().map(|cell| cell_name(size, cell)).collect::<Vec<_>>().join(" ")
}

/// Returns the name of a recorded move.
#[must_use]
pub fn move_name(size: Size, mv: Move) -> String {
    match mv {
        Move::Stone(cell) => cell_name(size, cell),
        Move::Resign => "resign".into(),
        Move::SwapPieces => "swap-pieces".into(),
        Move::SwapSides => "swap-sides".into(),
    }
}

/// Returns the name of a move that the engine makes: HexGui 0.9.4 and Benzene know a swap only as `swap-pieces`.
#[must_use]
pub(super) fn played_name(size: Size, mv: Move) -> String {
    match mv {
        Move::SwapPieces | Move::SwapSides => "swap-pieces".into(),
        other => move_name(size, other),
    }
}

/// Returns the cell of a point.
///
/// # Errors
/// A point beyond the board.
pub fn on_board(size: Size, point: Point) -> Result<Cell, Failure> {
    size.cell(point.x, point.y).ok_or_else(|| Failure::IllegalMove(format!("{point} is not on the {size} board")))
}

/// Returns a game as one line: `11x11 b:f6 w:e7`. [`parse_position`] is the inverse.
#[must_use]
pub fn position_text(size: Size, record: &[Entry]) -> String {
    let moves =
        record.iter().map(|entry| format!(" {}:{}", entry.color.letter().to_ascii_lowercase(), move_name(size, entry.mv)));
    format!("{size}{}", moves.collect::<String>())
}

/// Parses `size { " " color ":" move }`
///
/// # Errors
/// A text of another form, with the place of the first difference; a point beyond the board.
pub fn parse_position(text: &str) -> Result<(Size, Vec<Entry>), Failure> {
    let (rest, (width, height)) = terminated(protocol::sides, alt((space1, eof)))
        .parse(text)
        .map_err(|_| syntax_at(text, text, "a size from 1x1 to 19x19"))?;
    let size = check_size(Size { width, height })?;
    let mv = map_res(mv, |mv| mv.try_place(|point| on_board(size, point)));
    let entry = separated_pair(color, char(':'), mv).map(|(color, mv)| Entry { color, mv });
    let expected = "COLOR:MOVE with a point of this board";
    let (rest, record) = many0(terminated(entry, alt((space1, eof)))).parse(rest).map_err(|_| syntax_at(text, rest, expected))?;
    if rest.is_empty() { Ok((size, record)) } else { Err(syntax_at(text, rest, expected)) }
}

/// Parses a list of moves, perhaps after a size: `11 a1 b2`, `1. a1 b2 2. c3`. Without a size the board has that of `present`. Returns
/// `None` if it is no such list: its first word after the size is no move.
pub(super) fn parse_list(text: &str, present: Size) -> Option<Result<(Size, Vec<Entry>), Failure>> {
    let words: Vec<&str> = text.split([' ', ',', '\n']).filter(|word| !word.is_empty()).collect();
    let first = *words.first()?;
    let side = |word: &str| all_consuming(natural::<usize>).parse(word).ok().map(|(_, side)| Size { width: side, height: side });
    let stated = all_consuming(size).parse(first).ok().map(|(_, size)| size).or_else(|| side(first));
    let size = stated.unwrap_or(present);
    let rest = words.into_iter().skip(usize::from(stated.is_some()));
    let moves: Vec<&str> = rest.map(strip_move_number).filter(|word| !word.is_empty()).collect();
    all_consuming(mv).parse(*moves.first()?).ok()?;
    if let Err(failure) = check_size(size) {
        return Some(Err(failure));
    }
    let (mut record, mut color) = (Vec::new(), Color::Black);
    for (number, word) in (1..).zip(moves) {
        let parsed = all_consuming(mv).parse(word).map_err(|_: nom::Err<nom::error::Error<&str>>| ());
        let parsed = parsed.map_err(|()| Failure::Syntax(format!("move {number}: {} is not a point", quote(word))));
        match parsed.and_then(|(_, mv)| mv.try_place(|point| on_board(size, point))) {
            Ok(mv) => {
                record.push(Entry { color, mv });
                // After an exchange of sides the colour that swapped moves next.
                color = if mv == Move::SwapSides { color } else { color.other() };
            }
            Err(failure) => return Some(Err(failure)),
        }
    }
    Some(Ok((size, record)))
}

fn syntax_at(text: &str, rest: &str, expected: &str) -> Failure {
    let place = text.len() - rest.len() + 1;
    let word = rest.split(' ').next().unwrap_or_default();
    Failure::Syntax(format!("character {place}: {} is not {expected}", quote(word)))
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.x as u8) as char, self.y + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn words() {
        let whole = |word| all_consuming(mv).parse(word).ok().map(|(_, found)| found);
        assert_eq!(whole("A1"), Some(Move::Stone(Point { x: 0, y: 0 })));
        assert_eq!(whole("s19"), Some(Move::Stone(Point { x: 18, y: 18 })));
        assert_eq!(whole("Swap"), Some(Move::SwapSides));
        assert_eq!(whole("swap-pieces"), Some(Move::SwapPieces));
        for word in ["a0", "1a", "", "swap-", "a-1", "aa1", "a1 ", "a99999999999999999999999"] {
            assert_eq!(whole(word), None, "{word}");
        }
    }

    #[test]
    fn lists_of_moves() {
        let present = Size { width: 5, height: 5 };
        let load = |text| parse_list(text, present).map(|game| game.map(|(size, record)| position_text(size, &record)));
        for text in ["a1 b2 c3", "5 a1 b2 c3", "5x5 1. a1 b2 2. c3", "1.a1 2.b2, 3.c3"] {
            assert_eq!(load(text), Some(Ok("5x5 b:a1 w:b2 b:c3".to_owned())), "{text}");
        }
        assert_eq!(load("11 a1 swap k11"), Some(Ok("11x11 b:a1 w:swap-sides w:k11".to_owned())));
        for text in ["a1 b", "a1 f1", "20 a1", "a1 b:c3"] {
            assert!(load(text).is_some_and(|game| game.is_err()), "{text}");
        }
        for text in ["", "5", "5x5", "x a1", "5x5 b:a1"] {
            assert_eq!(load(text), None, "{text}");
        }
    }

    #[test]
    fn positions_that_are_refused() {
        for text in ["", "0x3", "20x3", "3", "3x3 b", "3x3 b:d1", "3x3 b:a1b:a2", "3x3 x:a1", "99999999999999999999x3"] {
            assert!(parse_position(text).is_err(), "{text}");
        }
    }

    proptest! {
        #[test]
        fn positions_round_trip(width in 1..=MAX_SIDE, height in 1..=MAX_SIDE, moves in proptest::collection::vec((any::<bool>(), 0_u16..400), 0..30)) {
            let size = Size { width, height };
            let record: Vec<Entry> = moves.iter().map(|&(black, n)| Entry {
                color: if black { Color::Black } else { Color::White },
                mv: match n {
                    397 => Move::Resign,
                    398 => Move::SwapPieces,
                    399 => Move::SwapSides,
                    n => Move::Stone(Cell(n % size.area() as u16)),
                },
            }).collect();
            prop_assert_eq!(parse_position(&position_text(size, &record)), Ok((size, record)));
        }
    }
}
