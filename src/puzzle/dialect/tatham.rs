//! Games saved by Tatham's collection: fields `KEY :LENGTH:VALUE`, among them the puzzle and the moves from its start.

use super::super::{MoveError, ParseError, Puzzle, parse_digits};
use super::{Played, other_game};
use crate::files::BYTE_ORDER_MARK;

/// How such files begin.
pub(super) const BEGIN: &str = "SAVEFILE:";

/// The first fields of a file.
const HEAD: [(&str, &str); 2] = [("SAVEFILE", "Simon Tatham's Portable Puzzle Collection"), ("VERSION", "1")];

/// A field of a file.
struct Field<'a> {
    key: &'a str,
    value: &'a str,
    /// Its line, from 1.
    line: usize,
}

/// Splits a file into fields.
fn fields(text: &str) -> Result<Vec<Field<'_>>, ParseError> {
    let text = text.trim_start_matches(|c: char| c.is_whitespace() || c == BYTE_ORDER_MARK).trim_end();
    let (mut rest, mut line, mut fields) = (text, 1, Vec::new());
    while !rest.is_empty() {
        let refused = || ParseError::new(line, 1, "this is not KEY:LENGTH:VALUE with a value of that length");
        let (key, after) = rest.split_once(':').ok_or_else(refused)?;
        let (length, after) = after.split_once(':').ok_or_else(refused)?;
        let length: usize = parse_digits(length).ok_or_else(refused)?;
        let (value, after) = after.split_at_checked(length).ok_or_else(refused)?;
        let next = after.trim_start_matches('\r').strip_prefix('\n');
        rest = next.or_else(|| after.is_empty().then_some(after)).ok_or_else(refused)?;
        fields.push(Field { key: key.trim(), value, line });
        line += 1 + value.matches('\n').count();
    }
    Ok(fields)
}

/// Parses a file: the puzzle and the moves up to the state that is shown.
///
/// # Errors
/// A text of another form, with its line.
pub fn parse<P: Puzzle>(text: &str) -> Result<Played<P>, ParseError> {
    let fields = fields(text)?;
    let field = |key: &str| {
        let found = fields.iter().find(|field| field.key == key);
        found.ok_or_else(|| ParseError::new(fields.len(), 1, format!("{key} is missing")))
    };
    let game = field("GAME")?;
    if game.value != P::NAMES_ELSEWHERE.tatham {
        return Err(ParseError::new(game.line, 1, other_game(game.value, P::NAMES_ELSEWHERE.tatham)));
    }
    let (params, desc, position) = (field("PARAMS")?, field("DESC")?, field("STATEPOS")?);
    let id = format!("{}:{}", params.value, desc.value);
    // The column within the description, before which the parameters stand on another line.
    let place = |error: ParseError| ParseError { column: error.column.saturating_sub(params.value.len() + 1).max(1), ..error };
    let puzzle = P::parse_line(&id, desc.line, 1).map_err(place)?;
    let states: Vec<_> = fields.iter().filter(|field| ["MOVE", "SOLVE", "RESTART"].contains(&field.key)).collect();
    let shown = parse_digits(position.value).filter(|shown| (1..=states.len() + 1).contains(shown));
    let shown =
        shown.ok_or_else(|| ParseError::new(position.line, 1, format!("STATEPOS is not from 1 to {}", states.len() + 1)))?;
    let mut moves = Vec::new();
    for field in &states[..shown - 1] {
        if field.key == "RESTART" {
            moves.clear();
            continue;
        }
        for word in field.value.split(';').filter(|word| !word.is_empty()) {
            let mv = puzzle.parse_save_move(word).map_err(MoveError::into_message);
            moves.extend(mv.map_err(|message| ParseError::new(field.line, 1, message))?);
        }
    }
    Ok((puzzle, moves))
}

/// Formats a puzzle and its moves; `None` if no game ID can express the puzzle.
pub fn text<P: Puzzle>(puzzle: &P, moves: &[P::Move]) -> Option<String> {
    let id = puzzle.line_text();
    let (params, desc) = id.split_once(':')?;
    let states = (moves.len() + 1).to_string();
    let mut text = String::new();
    let mut push = |key: &str, value: &str| text.push_str(&format!("{key:<8}:{}:{value}\n", value.len()));
    HEAD.iter().for_each(|(key, value)| push(key, value));
    push("GAME", P::NAMES_ELSEWHERE.tatham);
    push("PARAMS", params);
    push("CPARAMS", params);
    push("DESC", desc);
    push("NSTATES", &states);
    push("STATEPOS", &states);
    moves.iter().for_each(|&mv| push("MOVE", &puzzle.save_move(mv)));
    text.pop();
    Some(text)
}
