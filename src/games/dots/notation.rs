//! Dots and Boxes as text: sizes, lines, moves, whole positions; both ways.

use nom::branch::alt;
use nom::bytes::complete::{tag_no_case, take_while1};
use nom::character::complete::{char, space1};
use nom::combinator::{all_consuming, opt, value, verify};
use nom::sequence::{preceded, separated_pair};
use nom::{IResult, Parser};

use super::board::{Board, Drawn, Line, Position, Setup, Side, Size, Start};
use crate::color::Color;
use crate::game::turn::PositionNotation;
use crate::protocol::{Args, Failure, color, natural, point, quote};

mod records;

/// A line as it is written, not yet looked for on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LineWord {
    /// By its place.
    Side(Side),
    /// By its number.
    Number(usize),
}

impl LineWord {
    /// Returns the line, if it is on a board of this size.
    fn find(self, size: Size) -> Option<Line> {
        match self {
            LineWord::Side(side) => size.line(side),
            LineWord::Number(number) => (number < size.line_count()).then_some(Line(number as u16)),
        }
    }
}

/// Parses `("h" | "v") row "," column`, any case.
fn side(word: &str) -> IResult<&str, Side> {
    let place = || separated_pair(natural::<usize>, char(','), natural::<usize>);
    let horizontal = preceded(tag_no_case("h"), place()).map(|(r, c)| Side::Horizontal(r, c));
    let vertical = preceded(tag_no_case("v"), place()).map(|(r, c)| Side::Vertical(r, c));
    alt((horizontal, vertical)).parse(word)
}

/// Parses two neighbouring dots in either order, a letter for the column and a number for the row each: `a1-b1`, `a1b1`.
fn dots(word: &str) -> IResult<&str, Side> {
    (point, opt(char('-')), point)
        .map_opt(|(from, _, to)| {
            let ((left, top), (right, bottom)) = (from.min(to), from.max(to));
            match (right - left, bottom.abs_diff(top)) {
                (1, 0) => Some(Side::Horizontal(top, left)),
                (0, 1) => Some(Side::Vertical(top, left)),
                _ => None,
            }
        })
        .parse(word)
}

/// Parses `side | dots | number`.
fn line_word(word: &str) -> IResult<&str, LineWord> {
    alt((side.map(LineWord::Side), dots.map(LineWord::Side), natural::<usize>.map(LineWord::Number))).parse(word)
}

/// Parses `none | icelandic | swedish`, any case.
fn start(word: &str) -> IResult<&str, Start> {
    alt((
        value(Start::Empty, tag_no_case("none")),
        value(Start::Icelandic, tag_no_case("icelandic")),
        value(Start::Swedish, tag_no_case("swedish")),
    ))
    .parse(word)
}

/// Returns the name of a line.
#[must_use]
pub fn line_name(size: Size, line: Line) -> String {
    size.side(line).to_string()
}

/// Returns a size, if there is a board of it.
fn check_size(size: Size) -> Result<Size, Failure> {
    if size.is_playable() { Ok(size) } else { Err(Failure::UnacceptableSize(format!("{size}; sides go from 1 to 10"))) }
}

/// Refuses scores with more boxes than are closed.
fn check_scores(setup: &Setup) -> Result<(), Failure> {
    let [black, white] = setup.score;
    let closed = setup.closed_boxes();
    if u64::from(black) + u64::from(white) > closed as u64 {
        return Err(Failure::Other(format!("scores {black} and {white} cannot be: the number of closed boxes is {closed}")));
    }
    Ok(())
}

/// Parses `R "x" C`.
fn size(word: &str) -> IResult<&str, Size> {
    let sides = separated_pair(natural::<usize>, tag_no_case("x"), natural::<usize>);
    sides.map(|(rows, columns)| Size { rows, columns }).parse(word)
}

/// Parses `R "x" C " " BITS [" " color [" " boxes " " boxes]]`
///
/// # Errors
/// A text of another form, with what is wrong; scores that cannot be.
fn parse_position(text: &str) -> Result<Setup, Failure> {
    let refused = |why: String| Failure::Syntax(why);
    let mut words = text.split(' ').filter(|word| !word.is_empty());
    let word = words.next().unwrap_or_default();
    let (_, size) = all_consuming(size)
        .parse(word)
        .map_err(|_: nom::Err<nom::error::Error<&str>>| refused(format!("{} is not a size from 1x1 to 10x10", quote(word))))?;
    let size = check_size(size)?;
    let word = words.next().ok_or_else(|| refused("BITS is missing".into()))?;
    let bits = take_while1(|c| c == '0' || c == '1');
    let counted = verify(bits, |bits: &str| bits.len() == size.line_count());
    let (_, bits) = all_consuming(counted).parse(word).map_err(|_: nom::Err<nom::error::Error<&str>>| {
        refused(format!("{} is not a 0 or 1 for each of the {} lines", quote(word), size.line_count()))
    })?;
    let rest = words.collect::<Vec<_>>().join(" ");
    let scores = preceded(space1, separated_pair(natural::<u32>, space1, natural::<u32>));
    let (_, tail) = all_consuming(opt((color, opt(scores))))
        .parse(rest.as_str())
        .map_err(|_: nom::Err<nom::error::Error<&str>>| refused(format!("{} is not COLOR [BLACK WHITE]", quote(&rest))))?;
    let (to_move, scores) = tail.unwrap_or((Color::Black, None));
    let (black, white) = scores.unwrap_or((0, 0));
    let setup = Setup { size, drawn: bits.bytes().map(|bit| bit == b'1').collect(), to_move, score: [black, white] };
    check_scores(&setup)?;
    Ok(setup)
}

impl PositionNotation for Position {
    fn parse_move(&self, word: &str) -> Result<Line, Failure> {
        let size = self.size();
        let line = Args::new(word).next("a line: write h1,0, v2,3, two dots as a1-b1, or its number, or resign", line_word)?;
        line.find(size).ok_or_else(|| {
            let name = match line {
                LineWord::Side(side) => side.to_string(),
                LineWord::Number(number) => number.to_string(),
            };
            Failure::IllegalMove(format!("{name} is not on the {size} board"))
        })
    }

    fn move_name(&self, mv: Line) -> String {
        line_name(self.size(), mv)
    }

    fn refusal_text(&self, mv: Line, _: Drawn) -> String {
        format!("{} is drawn", self.move_name(mv))
    }

    /// Parses `R C [none|icelandic|swedish]`
    fn parse_size(args: &mut Args<'_>) -> Result<Position, Failure> {
        let rows = args.next("a number of rows", natural::<usize>)?;
        let columns = args.next("a number of columns", natural::<usize>)?;
        let start = args.optional_last("none, icelandic or swedish", start)?.unwrap_or_default();
        Ok(Setup::new(check_size(Size { rows, columns })?, start).into())
    }

    /// Returns `3x3 BITS b 2 1`
    fn game_text(game: &Board) -> String {
        let size = game.size();
        let bits: String = size.lines().map(|line| if game.is_drawn(line) { '1' } else { '0' }).collect();
        let [black, white] = game.score();
        format!("{size} {bits} {} {black} {white}", game.to_move().letter().to_ascii_lowercase())
    }

    fn parse_game(_: &Board, args: &mut Args<'_>) -> Result<Board, Failure> {
        parse_position(args.rest()).map(Board::new)
    }

    fn parse_other_form(_: &Board, text: &str) -> Option<Result<Board, Failure>> {
        records::parse(text)
    }

    fn spans_lines(first: &str) -> bool {
        records::spans_lines(first)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn words() {
        let whole = |word| all_consuming(line_word).parse(word).ok().map(|(_, found)| found);
        assert_eq!(whole("H1,0"), Some(LineWord::Side(Side::Horizontal(1, 0))));
        assert_eq!(whole("v10,3"), Some(LineWord::Side(Side::Vertical(10, 3))));
        assert_eq!(whole("12"), Some(LineWord::Number(12)));
        for word in ["h", "h1", "h1,", "x1,2", "h-1,0", "h1,0,0", "", "1.5", "99999999999999999999999"] {
            assert_eq!(whole(word), None, "{word}");
        }
    }

    #[test]
    fn positions_that_are_refused() {
        for text in
            ["", "1x1", "1x1 000", "1x1 00000", "1x1 0002", "0x1 0", "11x1 0", "1x1 0000 x", "1x1 0000 b 1", "1x1 0000 b 1 0"]
        {
            assert!(parse_position(text).is_err(), "{text}");
        }
        assert!(parse_position("1x1 1111 w 0 1").is_ok());
        assert!(parse_position("1x1 1111 w 1 1").is_err());
        assert!(parse_position("1x1 1111 w 4294967295 4294967295").is_err());
    }

    proptest! {
        #[test]
        fn positions_round_trip(rows in 1..=10_usize, columns in 1..=10_usize, bits in proptest::collection::vec(any::<bool>(), 220), white in any::<bool>()) {
            let size = Size { rows, columns };
            let mut setup = Setup::new(size, Start::Empty);
            setup.drawn = bits[..size.line_count()].to_vec();
            setup.to_move = if white { Color::White } else { Color::Black };
            setup.score = [setup.closed_boxes() as u32, 0];
            prop_assert_eq!(parse_position(&Position::game_text(&Board::new(setup.clone()))), Ok(setup));
        }
    }
}
