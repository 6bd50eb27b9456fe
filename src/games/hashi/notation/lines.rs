//! One-line forms: the game IDs of Tatham's *Bridges* and the addresses of puzz.link.

use super::valid_clue;
use crate::games::hashi::board::{Clue, MOST_BRIDGES, Puzzle, Rules};
use crate::grid::Size;
use crate::protocol::quoted;
use crate::puzzle::{ParseError, checked_size, parse_digits, size_error};

/// Where puzz.link lives.
const SITE: &str = "https://puzz.link/p?";

/// The word that an address of this game begins with.
const KIND: &str = "hashi";

/// Other words for the same game that sites use in addresses.
const KINDS: [&str; 3] = [KIND, "hashikake", "bridges"];

/// Longest run of water that one letter of a game ID stands for: `z`.
const LONGEST_RUN: usize = 26;

/// Longest run of water that one letter of an address stands for: `g` to `z`.
const LONGEST_GAP: usize = 20;

/// The game ID, as `7x7m2:CELLS`; `None` where an island has no number.
#[must_use]
pub fn game_id(puzzle: &Puzzle) -> Option<String> {
    let rules = puzzle.rules();
    let mut text = format!("{}m{}{}:", puzzle.size(), rules.max_bridges, if rules.loops { "" } else { "L" });
    for run in puzzle.clues().chunk_by(|a, b| *a == Clue::Sea && *b == Clue::Sea) {
        match run[0] {
            Clue::Sea => run.chunks(LONGEST_RUN).for_each(|run| text.push((b'a' + run.len() as u8 - 1) as char)),
            Clue::Exactly(clue @ 0..=9) => text.push((b'0' + clue) as char),
            Clue::Exactly(clue) => text.push((b'A' + clue - 10) as char),
            Clue::Any => return None,
        }
    }
    Some(text)
}

/// The part of the address that says it all but rules of other kinds: `hashi/W/H/` and the cells.
#[must_use]
pub fn body(puzzle: &Puzzle) -> String {
    let mut text = format!("{KIND}/{}/{}/", puzzle.size().width, puzzle.size().height);
    for run in puzzle.clues().chunk_by(|a, b| *a == Clue::Sea && *b == Clue::Sea) {
        match run[0] {
            Clue::Sea => run.chunks(LONGEST_GAP).for_each(|run| text.push((b'g' + run.len() as u8 - 1) as char)),
            Clue::Exactly(clue @ 0..=15) => text.push_str(&format!("{clue:x}")),
            Clue::Exactly(clue) => text.push_str(&format!("-{clue:02x}")),
            Clue::Any => text.push('.'),
        }
    }
    text
}

/// The address.
#[must_use]
pub fn address(puzzle: &Puzzle) -> String {
    format!("{SITE}{}", body(puzzle))
}

/// A game ID, an address, or the body of one; its first character stands at the line and column given.
///
/// # Errors
/// A text of another form, with its place.
pub fn parse_line(text: &str, line: usize, column: usize) -> Result<Puzzle, ParseError> {
    let reader = Reader { text, line, column };
    if text.is_empty() {
        return Err(reader.error(0, "a game ID (7x7m2:...) or a puzz.link address is missing"));
    }
    if text.contains('/') { reader.address(text.rfind('?').map_or(0, |at| at + 1)) } else { reader.game_id() }
}

/// A text with the place of its first character.
struct Reader<'a> {
    text: &'a str,
    line: usize,
    column: usize,
}

/// Cells as they are read.
struct Cells {
    size: Size,
    clues: Vec<Clue>,
}

impl Cells {
    fn new(size: Size) -> Self {
        Cells { size, clues: Vec::with_capacity(size.area()) }
    }

    /// Adds a run of equal cells; in words why not.
    fn push(&mut self, clue: Clue, run: usize) -> Result<(), String> {
        if self.clues.len() + run > self.size.area() {
            return Err(format!("more than the {} cells of {}", self.size.area(), self.size));
        }
        self.clues.resize(self.clues.len() + run, clue);
        Ok(())
    }
}

impl Reader<'_> {
    /// A failure at a byte of the text.
    fn error(&self, at: usize, why: impl Into<String>) -> ParseError {
        ParseError::new(self.line, self.column + self.text[..at].chars().count(), why)
    }

    /// The letters from a byte on, each with its place.
    fn letters(&self, from: usize) -> impl Iterator<Item = (usize, char)> + '_ {
        self.text[from..].char_indices().map(move |(at, letter)| (from + at, letter))
    }

    /// `parameters ":" cell { cell }`
    fn game_id(&self) -> Result<Puzzle, ParseError> {
        let Some(colon) = self.text.find(':') else {
            return Err(self.error(self.text.len(), "a colon is missing: a game ID is WxHm2:CELLS"));
        };
        let (size, rules) = self.parameters(colon)?;
        let mut cells = Cells::new(size);
        for (at, letter) in self.letters(colon + 1) {
            let (clue, run) = match letter {
                'a'..='z' => (Clue::Sea, letter as usize - 'a' as usize + 1),
                '1'..='9' => (Clue::Exactly(letter as u8 - b'0'), 1),
                'A'..='G' => (Clue::Exactly(letter as u8 - b'A' + 10), 1),
                _ => return Err(self.error(at, format!("{} is not 1-9, A-G or a-z", quoted(&letter.to_string())))),
            };
            cells.push(clue, run).map_err(|why| self.error(at, why))?;
        }
        self.complete(cells, rules)
    }

    fn complete(&self, cells: Cells, rules: Rules) -> Result<Puzzle, ParseError> {
        let (size, read) = (cells.size, cells.clues.len());
        if read < size.area() {
            return Err(self.error(self.text.len(), format!("the text ends after {read} of the {} cells of {size}", size.area())));
        }
        if cells.clues.iter().all(|&clue| clue == Clue::Sea) {
            return Err(self.error(self.text.len(), "there is no island"));
        }
        Ok(Puzzle::new(size, rules, cells.clues))
    }

    /// `W [ "x" H ] { letter digits }` before the colon: `m` most bridges, `L` no loops; `i`, `e` and `d` speak of generation.
    fn parameters(&self, colon: usize) -> Result<(Size, Rules), ParseError> {
        let head = &self.text[..colon];
        let end = head.find(|c: char| !c.is_ascii_digit() && c != 'x').unwrap_or(colon);
        let (width, height) = head[..end].split_once('x').unwrap_or((&head[..end], &head[..end]));
        let sides = parse_digits::<usize>(width).zip(parse_digits::<usize>(height));
        let Some((width, height)) = sides else {
            return Err(self.error(0, format!("{} is not a size as 7x7", quoted(&head[..end]))));
        };
        let size = checked_size(width, height).ok_or_else(|| self.error(0, size_error(width, height)))?;
        let (mut rules, mut at) = (Rules::default(), end);
        while at < colon {
            let letter = head[at..].chars().next().unwrap_or_default();
            let after = at + letter.len_utf8();
            let digits = head[after..].find(|c: char| !c.is_ascii_digit()).map_or(colon, |end| after + end);
            match (letter, parse_digits::<u8>(&head[after..digits])) {
                ('m', Some(most)) if (1..=MOST_BRIDGES).contains(&most) => rules.max_bridges = most,
                ('m', _) => return Err(self.error(at, format!("m is followed by the most bridges, 1 to {MOST_BRIDGES}"))),
                ('L', None) if after == digits => rules.loops = false,
                ('i' | 'e' | 'd', Some(_)) => {}
                _ => {
                    let word = quoted(&head[at..digits]);
                    return Err(self.error(at, format!("{word} is not a parameter of Bridges (m2, L, i30, e10, d0)")));
                }
            }
            at = digits;
        }
        Ok((size, rules))
    }

    /// `[ anything "?" ] "hashi/" W "/" H "/" { cell }`
    fn address(&self, start: usize) -> Result<Puzzle, ParseError> {
        let mut at = start;
        let mut part = || {
            let found = self.text[at..].split_once('/').map(|(part, _)| (at, part));
            let found = found.ok_or_else(|| self.error(self.text.len(), "an address is hashi/W/H/CELLS"))?;
            at += found.1.len() + 1;
            Ok::<_, ParseError>(found)
        };
        let (place, kind) = part()?;
        if !KINDS.contains(&kind) {
            return Err(self.error(place, format!("{} is not {KIND}", quoted(kind))));
        }
        let ((width_at, width), (_, height)) = (part()?, part()?);
        let sides = parse_digits::<usize>(width).zip(parse_digits::<usize>(height));
        let size = sides.and_then(|(width, height)| checked_size(width, height));
        let size = size.ok_or_else(|| self.error(width_at, size_error(width, height)))?;
        self.address_cells(at, size)
    }

    /// A cell is a digit of base 16, `-` and two of them, `.` for an island without a number; `g` to `z` are runs of water.
    fn address_cells(&self, start: usize, size: Size) -> Result<Puzzle, ParseError> {
        let mut cells = Cells::new(size);
        let mut letters = self.letters(start).peekable();
        while let Some((at, letter)) = letters.next() {
            // Some sites end the address with a slash.
            if letter == '/' && letters.peek().is_none() && cells.clues.len() == size.area() {
                break;
            }
            let number = |number: Option<u32>, word: &str| {
                let clue = number.and_then(valid_clue).map(Clue::Exactly);
                clue.ok_or_else(|| self.error(at, format!("{} is not a number from 1 to 16", quoted(word))))
            };
            let (clue, run) = match letter {
                'g'..='z' => (Clue::Sea, letter as usize - 'g' as usize + 1),
                '.' => (Clue::Any, 1),
                '-' => {
                    let both: String = letters.by_ref().take(2).map(|(_, digit)| digit).collect();
                    let digits = both.len() == 2 && both.bytes().all(|digit| digit.is_ascii_hexdigit());
                    let value = u32::from_str_radix(&both, 16).ok().filter(|_| digits);
                    (number(value, &format!("-{both}"))?, 1)
                }
                _ if letter.is_ascii_hexdigit() => (number(letter.to_digit(16), &letter.to_string())?, 1),
                _ => {
                    return Err(self.error(at, format!("{} is not a number, . or a run of water", quoted(&letter.to_string()))));
                }
            };
            cells.push(clue, run).map_err(|why| self.error(at, why))?;
        }
        self.complete(cells, Rules::default())
    }
}
