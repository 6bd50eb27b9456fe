//! One-line forms: the game IDs of Tatham's *Bridges* and the addresses of puzz.link.

use super::valid_clue;
use crate::games::hashi::board::{Clue, MAX_BRIDGES, Puzzle, Rules};
use crate::grid::Size;
use crate::protocol::quote;
use crate::puzzle::line::{self, Cells, PuzzleLine};
use crate::puzzle::{ParseError, parse_digits};

/// Names of the game in addresses: the usual one, and those of other sites.
const KINDS: [&str; 3] = ["hashi", "hashikake", "bridges"];

/// Longest run of water that one letter of a game ID stands for: `z`.
const LONGEST_RUN: usize = 26;

/// Longest run of water that one letter of an address stands for: `g` to `z`.
const LONGEST_GAP: usize = 20;

/// Returns the game ID, as `7x7m2:CELLS`; `None` where an island has no number.
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

/// Returns the part of the address that holds the puzzle without variant rules: `hashi/W/H/` and the cells.
#[must_use]
pub fn body(puzzle: &Puzzle) -> String {
    let mut text = format!("{}/{}/{}/", KINDS[0], puzzle.size().width, puzzle.size().height);
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

/// Reads a game ID, an address, or the body of one; its first character stands at the line and column given.
///
/// # Errors
/// A text of another form, with its place.
pub fn parse_line(text: &str, line: usize, column: usize) -> Result<Puzzle, ParseError> {
    line::parse_line(&PuzzleLine { text, line, column }, "bridges", "7x7m2:", parse_game_id, parse_address)
}

/// Reads `W [ "x" H ] parameters ":" cell { cell }`.
fn parse_game_id(word: &PuzzleLine<'_>) -> Result<Puzzle, ParseError> {
    let (size, end, colon) = word.game_id_head("WxHm2:CELLS", "7x7")?;
    let rules = parse_parameters(word, end, colon)?;
    let mut cells = Cells::new(word, size);
    for (at, letter) in word.letters(colon + 1) {
        let (clue, run) = match letter {
            'a'..='z' => (Clue::Sea, letter as usize - 'a' as usize + 1),
            '1'..='9' => (Clue::Exactly(letter as u8 - b'0'), 1),
            'A'..='G' => (Clue::Exactly(letter as u8 - b'A' + 10), 1),
            _ => return Err(word.error(at, format!("{} is not 1-9, A-G or a-z", quote(&letter.to_string())))),
        };
        cells.push(at, clue, run)?;
    }
    build(word, size, rules, cells)
}

fn build(word: &PuzzleLine<'_>, size: Size, rules: Rules, cells: Cells<'_, Clue>) -> Result<Puzzle, ParseError> {
    let clues = cells.finish()?;
    if clues.iter().all(|&clue| clue == Clue::Sea) {
        return Err(word.error(word.text.len(), "there is no island"));
    }
    Ok(Puzzle::new(size, rules, clues))
}

/// Reads `{ letter digits }` up to the colon: `m` most bridges, `L` no loops; `i`, `e` and `d` speak of generation.
fn parse_parameters(word: &PuzzleLine<'_>, start: usize, colon: usize) -> Result<Rules, ParseError> {
    let head = &word.text[..colon];
    let (mut rules, mut at) = (Rules::default(), start);
    while at < colon {
        let letter = head[at..].chars().next().unwrap_or_default();
        let after = at + letter.len_utf8();
        let digits = head[after..].find(|c: char| !c.is_ascii_digit()).map_or(colon, |end| after + end);
        match (letter, parse_digits::<u8>(&head[after..digits])) {
            ('m', Some(most)) if (1..=MAX_BRIDGES).contains(&most) => rules.max_bridges = most,
            ('m', _) => return Err(word.error(at, format!("m is followed by the most bridges, 1 to {MAX_BRIDGES}"))),
            ('L', None) if after == digits => rules.loops = false,
            ('i' | 'e' | 'd', Some(_)) => {}
            _ => {
                let parameter = quote(&head[at..digits]);
                return Err(word.error(at, format!("{parameter} is not a parameter of Bridges (m2, L, i30, e10, d0)")));
            }
        }
        at = digits;
    }
    Ok(rules)
}

/// Reads `[ anything "?" ] "hashi/" W "/" H "/" { cell }`. A cell is a digit of base 16, `-` and two of them, `.` for an island
/// without a number; `g` to `z` are runs of water.
fn parse_address(word: &PuzzleLine<'_>) -> Result<Puzzle, ParseError> {
    let (size, start) = word.address_head(&KINDS)?;
    let mut cells = Cells::new(word, size);
    let mut letters = word.letters(start);
    while let Some((at, letter)) = letters.next() {
        if cells.is_closing(at, letter) {
            break;
        }
        let number = |number: Option<u32>, text: &str| {
            let clue = number.and_then(valid_clue).map(Clue::Exactly);
            clue.ok_or_else(|| word.error(at, format!("{} is not a number from 1 to 16", quote(text))))
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
            _ => return Err(word.error(at, format!("{} is not a number, . or a run of water", quote(&letter.to_string())))),
        };
        cells.push(at, clue, run)?;
    }
    build(word, size, Rules::default(), cells)
}
