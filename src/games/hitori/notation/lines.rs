//! One-line forms: the game IDs of Tatham's *Singles* and the addresses of puzz.link.

use super::clue_error;
use crate::games::hitori::board::Grid;
use crate::grid::Size;
use crate::protocol::quoted;
use crate::puzzle::{ParseError, checked_size, parse_digits, size_error};

/// Numbers as characters, in the order of their values: of game IDs all, of addresses the first 36.
const DIGITS: &[u8; 62] = b"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

/// Number of digits that stand for themselves in an address.
const BASE: u16 = 36;

/// Where puzz.link lives.
const SITE: &str = "https://puzz.link/p?";

/// The word that an address of this game begins with.
const KIND: &str = "hitori";

/// The game ID: `WxH:` and a character for each cell; `None` where a cell is blank or its number is above 61.
#[must_use]
pub fn game_id(grid: &Grid) -> Option<String> {
    let digit = |clue: &Option<u16>| clue.and_then(|clue| DIGITS.get(clue as usize)).map(|&byte| byte as char);
    let cells: Option<String> = grid.clues().iter().map(digit).collect();
    cells.map(|cells| format!("{}:{cells}", grid.size()))
}

/// The part of the address that says it all: `hitori/W/H/` and the cells.
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

/// The address.
#[must_use]
pub fn address(grid: &Grid) -> String {
    format!("{SITE}{}", body(grid))
}

/// A game ID, an address, or the body of one; its first character stands at the line and column given.
///
/// # Errors
/// A text of another form, with its place.
pub fn parse_line(text: &str, line: usize, column: usize) -> Result<Grid, ParseError> {
    let reader = Reader { text, line, column };
    if text.is_empty() {
        return Err(reader.error(0, "a game ID (5x5:...) or a puzz.link address is missing"));
    }
    let start = text.rfind('?').map_or(0, |at| at + 1);
    if text.contains('/') {
        return reader.address(start);
    }
    reader.game_id()
}

/// The number that a character stands for in game IDs.
pub(super) fn digit(letter: &str) -> Option<u16> {
    let place = DIGITS.iter().position(|&digit| letter.as_bytes() == [digit]);
    place.and_then(|place| u16::try_from(place).ok())
}

/// A text with the place of its first character.
struct Reader<'a> {
    text: &'a str,
    line: usize,
    column: usize,
}

impl Reader<'_> {
    /// A failure at a byte of the text.
    fn error(&self, at: usize, why: impl Into<String>) -> ParseError {
        ParseError::new(self.line, self.column + self.text[..at].chars().count(), why)
    }

    /// `W "x" H [ "d" letter ] ":" cell { cell }`, or `W` alone before the colon for a square.
    fn game_id(&self) -> Result<Grid, ParseError> {
        let Some(colon) = self.text.find(':') else {
            return Err(self.error(self.text.len(), "a colon is missing: a game ID is WxH:CELLS"));
        };
        let size = self.parameters(colon)?;
        let mut clues = Vec::with_capacity(size.area());
        for (at, letter) in self.text.char_indices().skip_while(|&(at, _)| at <= colon) {
            let letter = letter.to_string();
            let value = digit(&letter);
            let value = value.ok_or_else(|| self.error(at, format!("{} is not 0-9, a-z or A-Z", quoted(&letter))))?;
            if clues.len() == size.area() {
                return Err(self.too_many(at, size));
            }
            clues.push(Some(value));
        }
        self.complete(size, clues)
    }

    fn too_many(&self, at: usize, size: Size) -> ParseError {
        self.error(at, format!("more than the {} cells of {size}", size.area()))
    }

    fn complete(&self, size: Size, clues: Vec<Option<u16>>) -> Result<Grid, ParseError> {
        if clues.len() < size.area() {
            let why = format!("the text ends after {} of the {} cells of {size}", clues.len(), size.area());
            return Err(self.error(self.text.len(), why));
        }
        Ok(Grid::new(size, clues))
    }

    /// Size and difficulty before the colon.
    fn parameters(&self, colon: usize) -> Result<Size, ParseError> {
        let head = &self.text[..colon];
        let end = head.find(|c: char| !c.is_ascii_digit() && c != 'x').unwrap_or(colon);
        let (width, height) = head[..end].split_once('x').unwrap_or((&head[..end], &head[..end]));
        if width.is_empty() || height.is_empty() || height.contains('x') {
            return Err(self.error(0, format!("{} is not a size as 5x5", quoted(&head[..end]))));
        }
        let sides = width.parse().ok().zip(height.parse().ok());
        let size = sides.and_then(|(width, height)| checked_size(width, height));
        let size = size.ok_or_else(|| self.error(0, size_error(width, height)))?;
        match &head[end..] {
            "" | "de" | "dk" => Ok(size),
            rest if rest.starts_with(['m', 'L']) => {
                Err(self
                    .error(end, format!("{} is a parameter of Bridges (Hashi); Singles has none but de and dk", quoted(rest))))
            }
            rest => Err(self.error(end, format!("{} is not a parameter of Singles (de or dk)", quoted(rest)))),
        }
    }

    /// `[ anything "?" ] "hitori/" W "/" H "/" { cell }`
    fn address(&self, start: usize) -> Result<Grid, ParseError> {
        let mut at = start;
        let mut part = || {
            let found = self.text[at..].split_once('/').map(|(part, _)| (at, part));
            let found = found.ok_or_else(|| self.error(self.text.len(), "an address is hitori/W/H/CELLS"))?;
            at += found.1.len() + 1;
            Ok::<_, ParseError>(found)
        };
        let (place, kind) = part()?;
        if kind != KIND {
            return Err(self.error(place, format!("{} is not {KIND}", quoted(kind))));
        }
        let ((width_at, width), (_, height)) = (part()?, part()?);
        let sides = parse_digits(width).zip(parse_digits(height));
        let size = sides.and_then(|(width, height)| checked_size(width, height));
        let size = size.ok_or_else(|| self.error(width_at, size_error(width, height)))?;
        self.cells(at, size)
    }

    /// A cell is a digit of base 36, `-` and two of them, or `.` (also `%`) for a blank.
    fn cells(&self, start: usize, size: Size) -> Result<Grid, ParseError> {
        let mut clues = Vec::with_capacity(size.area());
        let mut letters = self.text[start..].char_indices().map(|(at, letter)| (start + at, letter)).peekable();
        let digit = |letter: char| letter.to_digit(u32::from(BASE)).map(|digit| digit as u16);
        while let Some((at, letter)) = letters.next() {
            // Some sites end the address with a slash.
            if letter == '/' && letters.peek().is_none() && clues.len() == size.area() {
                break;
            }
            if clues.len() == size.area() {
                return Err(self.too_many(at, size));
            }
            clues.push(match letter {
                '.' | '%' => None,
                '-' => {
                    let both = [letters.next(), letters.next()].map(|next| next.and_then(|(_, letter)| digit(letter)));
                    match both {
                        [Some(high), Some(low)] => Some(high * BASE + low),
                        _ => return Err(self.error(at, "two digits of base 36 must follow -")),
                    }
                }
                _ => Some(digit(letter).ok_or_else(|| self.error(at, clue_error(&letter.to_string())))?),
            });
        }
        self.complete(size, clues)
    }
}
