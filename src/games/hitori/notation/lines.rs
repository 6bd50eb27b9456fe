//! One-line forms: the game IDs of Tatham's *Singles* and the addresses of puzz.link.

use super::clue_error;
use crate::games::hitori::board::Grid;
use crate::protocol::quote;
use crate::puzzle::ParseError;
use crate::puzzle::line::{self, Cells, PuzzleLine};

/// Numbers as characters, in the order of their values: of game IDs all, of addresses the first 36.
const DIGITS: &[u8; 62] = b"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

/// Number of digits that stand for themselves in an address.
const BASE: u16 = 36;

/// The word that an address of this game begins with.
const KIND: &str = "hitori";

/// Returns the game ID: `WxH:` and a character for each cell; `None` where a cell is blank or its number is above 61.
#[must_use]
pub fn game_id(grid: &Grid) -> Option<String> {
    let digit = |clue: &Option<u16>| clue.and_then(|clue| DIGITS.get(clue as usize)).map(|&byte| byte as char);
    let cells: Option<String> = grid.clues().iter().map(digit).collect();
    cells.map(|cells| format!("{}:{cells}", grid.size()))
}

/// Returns the part of the address that holds the puzzle: `hitori/W/H/` and the cells.
#[must_use]
pub fn body(grid: &Grid) -> String {
    let mut text = format!("{KIND}/{}/{}/", grid.size().width, grid.size().height);
    for clue in grid.clues() {
        match *clue {
            None => text.push('.'),
            Some(clue) if clue < BASE => text.push(DIGITS[clue as usize] as char),
            Some(clue) => {
                text.push('-');
                text.push(DIGITS[(clue / BASE) as usize] as char);
                text.push(DIGITS[(clue % BASE) as usize] as char);
            }
        }
    }
    text
}

/// Reads a game ID, an address, or the body of one; its first character stands at the line and column given.
///
/// # Errors
/// A text of another form, with its place.
pub fn parse_line(text: &str, line: usize, column: usize) -> Result<Grid, ParseError> {
    line::parse_line(&PuzzleLine { text, line, column }, "singles", "5x5:", parse_game_id, parse_address)
}

/// Returns the number that a character stands for in game IDs.
pub(super) fn digit(letter: &str) -> Option<u16> {
    let place = DIGITS.iter().position(|&digit| letter.as_bytes() == [digit]);
    place.and_then(|place| u16::try_from(place).ok())
}

/// Reads `W "x" H [ "d" letter ] ":" cell { cell }`, or `W` alone before the colon for a square.
fn parse_game_id(word: &PuzzleLine<'_>) -> Result<Grid, ParseError> {
    let (size, end, colon) = word.game_id_head("WxH:CELLS", "5x5")?;
    match &word.text[end..colon] {
        "" | "de" | "dk" => {}
        rest if rest.starts_with(['m', 'L']) => {
            let message = format!("{} is a parameter of Bridges (Hashi); Singles has none but de and dk", quote(rest));
            return Err(word.error(end, message));
        }
        rest => return Err(word.error(end, format!("{} is not a parameter of Singles (de or dk)", quote(rest)))),
    }
    let mut cells = Cells::new(word, size);
    for (at, letter) in word.letters(colon + 1) {
        let letter = letter.to_string();
        let value = digit(&letter);
        let value = value.ok_or_else(|| word.error(at, format!("{} is not 0-9, a-z or A-Z", quote(&letter))))?;
        cells.push(at, Some(value), 1)?;
    }
    Ok(Grid::new(size, cells.finish()?))
}

/// Reads `[ anything "?" ] "hitori/" W "/" H "/" { cell }`. A cell is a digit of base 36, `-` and two of them, or `.` (also `%`)
/// for a blank.
fn parse_address(word: &PuzzleLine<'_>) -> Result<Grid, ParseError> {
    let (size, start) = word.address_head(&[KIND])?;
    let mut cells = Cells::new(word, size);
    let mut letters = word.letters(start);
    let digit = |letter: char| letter.to_digit(u32::from(BASE)).map(|digit| digit as u16);
    while let Some((at, letter)) = letters.next() {
        if cells.is_closing(at, letter) {
            break;
        }
        let clue = match letter {
            '.' | '%' => None,
            '-' => {
                let both = [letters.next(), letters.next()].map(|next| next.and_then(|(_, letter)| digit(letter)));
                match both {
                    [Some(high), Some(low)] => Some(high * BASE + low),
                    _ => return Err(word.error(at, "two digits of base 36 must follow -")),
                }
            }
            _ => Some(digit(letter).ok_or_else(|| word.error(at, clue_error(&letter.to_string())))?),
        };
        cells.push(at, clue, 1)?;
    }
    Ok(Grid::new(size, cells.finish()?))
}
