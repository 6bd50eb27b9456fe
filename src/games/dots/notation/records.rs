//! Games as people write them: a list of moves, or a drawing of the board.
//!
//! - `5x5 b5-c5 c4-c5 ...`: the size and the moves, which may be numbered and have commas between them: `1. b5-c5 2. b4-b5, d3-e3`. With
//!   `below` after the size the rows of dots are numbered from the bottom, as players at Little Golem do.
//! - lines of `+` or `#` for dots, `-` and `|` for lines drawn, as `showboard` and D. Wilson's pages print them; a line
//!   `black N white N, COLOR to move` gives the boxes and the turn. Without it nobody has boxes and black moves.
//!
//! SGF has no number for Dots and Boxes; its game 40 is kropki.

use std::ops::Range;

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::tag_no_case;
use nom::character::complete::char;
use nom::combinator::{all_consuming, recognize};
use nom::multi::separated_list1;

use super::super::board::{Board, Line, Setup, Side, Size, Start};
use super::{check_scores, check_size, dots, line_word, size};
use crate::color::Color;
use crate::game::text_record::strip_move_number;
use crate::game::turn::TurnBoard;
use crate::protocol::{Failure, color, quote};

/// Parses a game in one of these forms; `None` if the text is in none.
pub fn parse(text: &str) -> Option<Result<Board, Failure>> {
    let first = text.trim_start();
    if first.starts_with("(;") {
        return Some(Err(Failure::Other(refuse_sgf(first))));
    }
    if text.lines().any(is_row_of_dots) {
        return Some(parse_drawing(text).map(Board::new));
    }
    let mut words = text.split_whitespace();
    let (_, size) = all_consuming(size).parse(words.next()?).ok()?;
    let size = Some(size).filter(|size| size.is_playable())?;
    let words: Vec<&str> = words.flat_map(split_moves).collect();
    let is_position = words.first().is_some_and(|word| is_bits(word));
    (!is_position).then(|| play_list(size, &words))
}

/// Returns whether a word has a digit for each line, as positions do: four or more. Numbers of lines have at most three.
fn is_bits(word: &str) -> bool {
    word.len() > 3 && word.bytes().all(|byte| byte == b'0' || byte == b'1')
}

/// Returns whether a file with this first line is one game of several lines.
pub fn spans_lines(first: &str) -> bool {
    let has_bits = first.split_whitespace().nth(1).is_some_and(is_bits);
    is_row_of_dots(first) || !has_bits
}

/// Splits moves with commas between them; `h1,0` is one. The first may be glued to its number: `1.b5-c5`.
fn split_moves(word: &str) -> Vec<&str> {
    let word = strip_move_number(word).trim_end_matches(',');
    let one = alt((recognize(line_word), tag_no_case("resign")));
    match all_consuming(separated_list1(char(','), one)).parse(word) {
        Ok((_, moves)) => moves,
        Err(_) => Vec::from_iter(Some(word).filter(|word| !word.is_empty())),
    }
}

fn refuse_sgf(text: &str) -> String {
    let number = text.split_once("GM[").and_then(|(_, rest)| rest.split_once(']')).map(|(number, _)| number.trim());
    match number {
        Some("40") => "GM[40] is kropki, in which dots surround dots, and not Dots and Boxes".to_owned(),
        Some(number) => format!("{} is not Dots and Boxes, which has no number in SGF", quote(&format!("GM[{number}]"))),
        None => "SGF has no records of Dots and Boxes".to_owned(),
    }
}

/// Plays a list of moves on an empty board.
fn play_list(size: Size, words: &[&str]) -> Result<Board, Failure> {
    let (is_below, words) = match words {
        [first, rest @ ..] if first.eq_ignore_ascii_case("below") => (true, rest),
        _ => (false, words),
    };
    let mut board = Board::new(Setup::new(size, Start::Empty));
    for (word, number) in words.iter().zip(1..) {
        if word.eq_ignore_ascii_case("resign") && board.ending().is_none() {
            board.resign(board.to_move());
            continue;
        }
        let parsed = if is_below { find_from_below(size, word) } else { find_line(size, word) };
        let found = parsed.map_err(|why| Failure::Syntax(format!("move {number}: {why}")))?;
        let color = board.to_move();
        let played = match found {
            Some(line) => TurnBoard::play(&mut board, color, line),
            None => Err(format!("{} is not on the {size} board", quote(word))),
        };
        played.map_err(|why| Failure::IllegalMove(format!("move {number}: {why}")))?;
    }
    Ok(board)
}

/// Parses a line; `None` if it is not on the board.
fn find_line(size: Size, word: &str) -> Result<Option<Line>, String> {
    let (_, line) = all_consuming(line_word)
        .parse(word)
        .map_err(|_| format!("{} is not a line as h1,0, v2,3, a1-b1 or its number", quote(word)))?;
    Ok(line.find(size))
}

/// Parses two dots, whose rows are numbered from the bottom; `None` if they are not on the board.
fn find_from_below(size: Size, word: &str) -> Result<Option<Line>, String> {
    let (_, side) = all_consuming(dots).parse(word).map_err(|_| format!("{} is not two dots as a1-b1", quote(word)))?;
    let side = match side {
        Side::Horizontal(row, column) => size.rows.checked_sub(row).map(|row| Side::Horizontal(row, column)),
        Side::Vertical(row, column) => size.rows.checked_sub(row + 1).map(|row| Side::Vertical(row, column)),
    };
    Ok(side.and_then(|side| size.line(side)))
}

/// Returns whether a line of a drawing has dots: at least two, and nothing but the labels of rows beside lines, spaces and values.
fn is_row_of_dots(line: &str) -> bool {
    let is_part = |c: char| matches!(c, '+' | '#' | '-' | ' ' | '\r' | '=' | '?' | '.') || c.is_ascii_digit();
    line.chars().filter(|&c| matches!(c, '+' | '#')).count() >= 2 && line.chars().all(is_part)
}

/// Returns the columns of the dots in a line, from 0.
fn dot_columns(line: &str) -> Vec<usize> {
    line.chars().enumerate().filter(|&(_, c)| matches!(c, '+' | '#')).map(|(at, _)| at).collect()
}

fn parse_drawing(text: &str) -> Result<Setup, Failure> {
    let lines: Vec<&str> = text.lines().collect();
    let rows: Vec<usize> = (0..lines.len()).filter(|&at| is_row_of_dots(lines[at])).collect();
    let columns = dot_columns(lines[rows[0]]);
    let size = check_size(Size { rows: rows.len() - 1, columns: columns.len() - 1 })?;
    let mut setup = Setup::new(size, Start::Empty);
    let mut draw = |side: Side| {
        if let Some(line) = size.line(side) {
            setup.drawn[usize::from(line.0)] = true;
        }
    };
    for (r, &at) in rows.iter().enumerate() {
        if dot_columns(lines[at]) != columns {
            let message = format!("line {}, column 1: its dots do not stand below those of line {}", at + 1, rows[0] + 1);
            return Err(Failure::Syntax(message));
        }
        let letters: Vec<char> = lines[at].chars().collect();
        for (c, pair) in columns.windows(2).enumerate() {
            if pair[0] + 1 < pair[1] && letters[pair[0] + 1..pair[1]].iter().all(|c| matches!(c, '-' | '=')) {
                draw(Side::Horizontal(r, c));
            }
        }
        check_between_rows(&lines, at + 1..rows.get(r + 1).copied().unwrap_or(at + 1), &columns)?;
        let below = rows.get(r + 1).map_or(&[][..], |&next| &lines[at + 1..next]);
        for (c, &column) in columns.iter().enumerate() {
            if below.iter().any(|line| matches!(line.chars().nth(column), Some('|' | '!'))) {
                draw(Side::Vertical(r, c));
            }
        }
    }
    if let Some((black, white, to_move)) = lines.iter().find_map(|line| caption(line)) {
        (setup.score, setup.to_move) = ([black, white], to_move.unwrap_or(Color::Black));
        check_scores(&setup)?;
    }
    Ok(setup)
}

/// Checks that lines between two rows of dots have their vertical lines below dots, and no others.
fn check_between_rows(lines: &[&str], between: Range<usize>, columns: &[usize]) -> Result<(), Failure> {
    for at in between {
        let letters: Vec<char> = lines[at].chars().collect();
        let is_wrong = |&column: &usize| match letters[column] {
            '|' | '!' => !columns.contains(&column),
            // A value below 0 is no line.
            '-' => !letters.get(column + 1).is_some_and(char::is_ascii_digit),
            '=' | '+' | '#' => true,
            _ => false,
        };
        if let Some(column) = (0..letters.len()).find(is_wrong) {
            return Err(Failure::Syntax(format!("line {}, column {}: no line can be drawn here", at + 1, column + 1)));
        }
    }
    Ok(())
}

/// Parses `black N white N[, COLOR to move]`.
fn caption(line: &str) -> Option<(u32, u32, Option<Color>)> {
    let (scores, turn) = line.split_once(',').map_or((line, ""), |(scores, turn)| (scores, turn));
    let words: Vec<&str> = scores.split_whitespace().collect();
    let &["black", black, "white", white] = &words[..] else { return None };
    let to_move = turn.trim().strip_suffix(" to move").and_then(|name| all_consuming(color).parse(name).ok());
    Some((black.parse().ok()?, white.parse().ok()?, to_move.map(|(_, color)| color)))
}

#[cfg(test)]
mod tests {
    use super::super::super::board::Position;
    use super::*;
    use crate::game::turn::PositionNotation as _;

    fn load(text: &str) -> String {
        Position::game_text(&parse(text).unwrap_or_else(|| panic!("{text}")).unwrap_or_else(|error| panic!("{text}: {error}")))
    }

    #[test]
    fn lists_of_moves() {
        let expected = "1x2 1010001 b 0 0";
        for text in [
            "1x2 h0,0 v0,2 h1,0",
            "1x2 1. a1-b1 2. c1-c2 3. a2-b2",
            "1x2 1.a1b1 2.c1c2, a2b2",
            "1x2 below\n1. a2-b2 2. c2-c1\n3. b1-a1",
            "1x2 1.h0,0 2.v0,2, 3.h1,0",
            "1x2 h0,0,v0,2,a2-b2",
            "1x2 h0,0 6 2",
            "1x2 1. 0 2. 6 2... 2",
        ] {
            assert_eq!(load(text).replace(" w ", " b "), expected, "{text}");
        }
        assert_eq!(load("1x1 a1-b1 a1-a2 b1-b2, a2-b2"), "1x1 1111 w 0 1");
        assert_eq!(load("8x8 h1-h2,a1-a2"), load("8x8 a1-a2,h1-h2"));
        for (text, why) in [
            ("1x2 a1-b1 a1-b1", "move 2"),
            ("1x2 a1-c1", "syntax error: move 1: \"a1-c1\" is not a line"),
            ("1x2 1. a1-b1 2. z1-z2", "illegal move: move 2: \"z1-z2\" is not on"),
            ("1x2 h0,0 7", "illegal move: move 2: \"7\" is not on"),
            ("1x2 below h0,0", "two dots"),
            ("1x2 below a3-b3", "not on"),
            ("(;FF[4]GM[40]SZ[20];B[aa])", "kropki"),
            ("(;FF[4]GM[1])", "GM[1]"),
        ] {
            let error = parse(text).expect("a form").expect_err(text).to_string();
            assert!(error.contains(why), "{text}: {error}");
        }
        for text in ["1x2 1010001", "1x2 1010001 w", "x", "", "3 3"] {
            assert!(parse(text).is_none(), "{text}");
        }
        assert!(spans_lines("+--+  0  +") && spans_lines("1x2") && !spans_lines("1x2 1010001 w"));
    }

    #[test]
    fn lines_where_none_can_be_are_refused() {
        for (text, at) in [("+ +\n-  \n+ +", "line 2, column 1"), ("+-+\n| |\n+ +\n", ""), ("+ +\n | \n+ +", "line 2, column 2")]
        {
            match parse(text).unwrap() {
                Ok(_) => assert_eq!(at, "", "{text}"),
                Err(error) => assert!(!at.is_empty() && error.to_string().contains(at), "{text}: {error}"),
            }
        }
    }

    #[test]
    fn drawings() {
        let shown = "   a   b   c\n 1 +---+   +\n   |   |   | 0\n 2 +---+---+\n     0   1\nblack 0 white 1, black to move\n";
        assert_eq!(load(shown), "1x2 1011111 b 0 1");
        let wilson = "+  0  +-----+\n      |     |\n -2   |     |\n      |     |\n+ -2  #-----#\n";
        assert_eq!(load(wilson), "1x2 0101011 b 0 0");
        for (text, why) in [
            ("+---+\n|   |\n +---+\n", "line 3"),
            ("+ +\n", "unacceptable size"),
            ("+---+\n|   |\n+---+\nblack 1 white 1\n", "cannot be"),
        ] {
            let error = parse(text).expect("a form").expect_err(text).to_string();
            assert!(error.contains(why), "{text}: {error}");
        }
    }
}
