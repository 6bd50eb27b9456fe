//! Links of HexWorld, `https://hexworld.org/board/#11c1,b4:sh4`, and of trmph, `https://trmph.com/hex/board#11,b4h4`: the size,
//! options of the picture, and the moves. Red, who joins the top to the bottom, moves first there, as black does here.
//!
//! `:s` takes over the first stone, reflected in the diagonal; `:S` exchanges the sides; `:rb` and `:rw` are resignations.

use nom::branch::alt;
use nom::bytes::complete::{tag, take_while};
use nom::character::complete::{char, satisfy};
use nom::combinator::{all_consuming, opt, value};
use nom::multi::many0;
use nom::sequence::{preceded, terminated};
use nom::{IResult, Parser};

use super::super::board::record::{Entry, Move};
use super::{Point, cell_name, check_size, on_board, point};
use crate::color::Color;
use crate::grid::Size;
use crate::protocol::{Failure, natural};

/// The start of a link of HexWorld.
const HEXWORLD: &str = "https://hexworld.org/board/#";

/// The start of a link of trmph.
const TRMPH: &str = "https://trmph.com/hex/board#";

/// A move of a link.
#[derive(Clone, Copy, Debug)]
enum LinkMove {
    Move(Move<Point>),
    Resign(Color),
    /// The mark after the move that is shown; not a move.
    Cursor,
}

/// Returns the part of a link that describes the game; `None` if the text is no link. A line of trmph has only `#` and this part,
/// and perhaps the winner after it.
#[must_use]
pub fn body(text: &str) -> Option<&str> {
    let text = text.strip_suffix(" b").or_else(|| text.strip_suffix(" w")).unwrap_or(text);
    let at = |mark: &str| text.split_once(mark).map(|(_, body)| body);
    let body = at("/board#").or_else(|| at("/board/#"));
    let text = text.strip_prefix('#').unwrap_or(text);
    let is_bare = || text.contains(',') && text.starts_with(|first: char| first.is_ascii_digit()) && !text.contains(' ');
    body.or_else(|| is_bare().then_some(text))
}

/// Parses `N [ "x" N ] options [ "," moves ]`
fn game(text: &str) -> IResult<&str, (Size, Vec<LinkMove>)> {
    let size = (natural::<usize>, opt(preceded(char('x'), natural::<usize>)));
    let size = size.map(|(width, height)| Size { width, height: height.unwrap_or(width) });
    let options = take_while(|c: char| c != ',');
    let color = || alt((value(Color::Black, char('b')), value(Color::White, char('w'))));
    let mv = alt((
        point.map(|point| LinkMove::Move(Move::Stone(point))),
        value(LinkMove::Move(Move::SwapPieces), tag(":s")),
        value(LinkMove::Move(Move::SwapSides), tag(":S")),
        preceded((char(':'), satisfy(|c| c == 'r' || c == 'f')), color()).map(LinkMove::Resign),
        value(LinkMove::Cursor, char(',')),
    ));
    (terminated(size, options), opt(preceded(char(','), many0(mv))).map(Option::unwrap_or_default)).parse(text)
}

/// Parses the body of a link as a board and the moves on it.
///
/// # Errors
/// A text of another form, a size that does not exist, a point beyond the board.
pub fn parse(body: &str) -> Result<(Size, Vec<Entry>), Failure> {
    let refused = || {
        let passes = body.split_once(',').is_some_and(|(_, moves)| moves.contains(":p"));
        let why =
            if passes { "Hex has no pass (:p)" } else { "a link is https://hexworld.org/board/#11c1,MOVES with moves as b4:sh4" };
        Failure::Syntax(why.into())
    };
    let (_, (size, moves)) = all_consuming(game).parse(body).map_err(|_| refused())?;
    check_size(size)?;
    let (mut record, mut color) = (Vec::new(), Color::Black);
    for mv in moves {
        let (mover, mv) = match mv {
            LinkMove::Cursor => continue,
            LinkMove::Resign(loser) => (loser, Move::Resign),
            LinkMove::Move(mv) => (color, mv.try_place(|point| on_board(size, point))?),
        };
        record.push(Entry { color: mover, mv });
        // After an exchange of sides the colour that swapped moves next.
        color = if mv == Move::SwapSides { color } else { color.other() };
    }
    Ok((size, record))
}

/// Returns the link of trmph to a game; `None` where its moves do not alternate, the board is no square, or somebody swaps or
/// resigns.
#[must_use]
pub(crate) fn trmph_text(size: Size, record: &[Entry]) -> Option<String> {
    let points = record.iter().zip([Color::Black, Color::White].into_iter().cycle()).map(|(entry, color)| match entry.mv {
        Move::Stone(cell) if entry.color == color => Some(cell_name(size, cell)),
        _ => None,
    });
    let points: Option<String> = points.collect();
    points.filter(|_| size.is_square()).map(|points| format!("{TRMPH}{},{points}", size.width))
}

/// Returns the link of HexWorld to a game; `None` if its moves do not alternate, which no link can hold.
#[must_use]
pub fn text(size: Size, record: &[Entry]) -> Option<String> {
    let mut color = Color::Black;
    let mut link = if size.is_square() { format!("{HEXWORLD}{}c1,", size.width) } else { format!("{HEXWORLD}{size}c1,") };
    for entry in record {
        match entry.mv {
            Move::Resign => link.push_str(&format!(":r{}", entry.color.letter().to_ascii_lowercase())),
            _ if entry.color != color => return None,
            Move::Stone(cell) => link.push_str(&cell_name(size, cell)),
            Move::SwapPieces => link.push_str(":s"),
            Move::SwapSides => link.push_str(":S"),
        }
        color = if entry.mv == Move::SwapSides { color } else { color.other() };
    }
    Some(link)
}

#[cfg(test)]
mod tests {
    use super::super::parse_cell;
    use super::*;

    /// Reads a link, writes it, reads it again.
    fn check(link: &str, moves: usize) {
        let (size, record) = parse(body(link).unwrap()).unwrap();
        assert_eq!(record.len(), moves, "{link}");
        let again = text(size, &record).unwrap();
        assert_eq!(parse(body(&again).unwrap()), Ok((size, record)), "{link}");
    }

    #[test]
    fn links_round_trip() {
        check("https://hexworld.org/board/#11r9c1,b4:sh4g8i8h3g4g3i3j1j3k1i2i1", 14);
        check("https://hexworld.org/board/#11nc1,f6", 1);
        check("#13,a1b2c3 w", 3);
        check("https://trmph.com/hex/board#13,a1b2c3", 3);
        check("14r1c1,d3:Sa3,b7:rw", 5);
        check("4c1,a1:rbc1", 3);
        check("https://hexworld.org/board/#8x5c1", 0);
    }

    #[test]
    fn links_hold_what_alternates() {
        let stone = |color, name| Entry { color, mv: Move::Stone(parse_cell(Size::square(3), name).unwrap()) };
        let resigned = Entry { color: Color::White, mv: Move::Resign };
        let out_of_turn = [stone(Color::Black, "a1"), resigned, stone(Color::White, "b2")];
        assert_eq!(text(Size::square(3), &out_of_turn), None);
        assert_eq!(text(Size::square(3), &out_of_turn[..2]).as_deref(), Some("https://hexworld.org/board/#3c1,a1:rw"));
    }

    #[test]
    fn links_of_trmph() {
        let link = "https://trmph.com/hex/board#13,a1b2c13";
        let (size, record) = parse(body(link).unwrap()).unwrap();
        assert_eq!(trmph_text(size, &record).as_deref(), Some(link));
        for other in ["13c1,a1:s", "13c1,a1:rw", "13x5c1,a1", "13c1,a1:S"] {
            let (size, record) = parse(other).unwrap();
            assert_eq!(trmph_text(size, &record), None, "{other}");
        }
    }

    #[test]
    fn what_is_no_link() {
        assert!(body("5x5 b:c3").is_none());
        for text in ["11", "11c1,z9q", "30c1,a1", "5c1,f1", "5c1,a1:x", "x,a1"] {
            assert!(body(text).is_none_or(|body| parse(body).is_err()), "{text}");
        }
    }
}
