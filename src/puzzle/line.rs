//! Parsers of one-word forms of puzzles: game IDs of S. Tatham's collection (`WxH:CELLS`), alone or in the address of its page
//! (`.../NAME.html#WxH:CELLS`), and puzz.link addresses (`KIND/W/H/CELLS`).

use super::parse::{ParseError, checked_size, parse_digits, size_error};
use crate::grid::Size;
use crate::protocol::quote;

/// The first part of a puzz.link address.
pub const SITE: &str = "https://puzz.link/p?";

/// A puzzle as one word, with the place of its first character.
pub struct PuzzleLine<'a> {
    /// The word.
    pub text: &'a str,
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
}

/// Reads a puzzle as one word: its address, or the body of one, if it has a slash, else its game ID. `page` is the
/// game's page in Tatham's collection, `example` the beginning of a game ID.
///
/// # Errors
/// An empty word, a page of another game, or what the two parsers refuse.
pub fn parse_line<P>(
    word: &PuzzleLine<'_>,
    page: &str,
    example: &str,
    parse_game_id: impl FnOnce(&PuzzleLine<'_>) -> Result<P, ParseError>,
    parse_address: impl FnOnce(&PuzzleLine<'_>) -> Result<P, ParseError>,
) -> Result<P, ParseError> {
    if word.text.is_empty() {
        return Err(word.error(0, format!("a game ID ({example}...) or a puzz.link address is missing")));
    }
    match word.page_head(page)? {
        Some(game_id) => parse_game_id(&game_id),
        None if word.text.contains('/') => parse_address(word),
        None => parse_game_id(word),
    }
}

impl<'a> PuzzleLine<'a> {
    /// Creates an error at a byte of the word.
    pub fn error(&self, at: usize, message: impl Into<String>) -> ParseError {
        ParseError::new(self.line, self.column + self.text[..at].chars().count(), message)
    }

    /// Returns the game ID in the address of a page, `.../NAME.html#ID`; `None` if the word is not such an address.
    ///
    /// # Errors
    /// The page is not that of `name`.
    fn page_head(&self, name: &str) -> Result<Option<PuzzleLine<'a>>, ParseError> {
        let Some((address, game_id)) = self.text.split_once('#').filter(|(address, _)| address.contains('/')) else {
            return Ok(None);
        };
        let at = address.rfind('/').map_or(0, |at| at + 1);
        let page = address[at..].split(['.', '?']).next().unwrap_or_default();
        if page != name {
            return Err(self.error(at, other_kind(page)));
        }
        Ok(Some(PuzzleLine { text: game_id, column: self.column + address.chars().count() + 1, ..*self }))
    }

    /// Returns the characters from a byte on, each with its byte offset.
    pub fn letters(&self, from: usize) -> impl Iterator<Item = (usize, char)> + use<'a> {
        self.text[from..].char_indices().map(move |(at, letter)| (from + at, letter))
    }

    /// Parses `W "x" H`, or `W` alone for a square, at the beginning of a game ID. Returns the size and the byte offsets of the
    /// parameters after it and of the colon. `form` and `example` are used in messages.
    ///
    /// # Errors
    /// There is no colon, or no size before it.
    pub fn game_id_head(&self, form: &str, example: &str) -> Result<(Size, usize, usize), ParseError> {
        if let Some(at) = self.text.find('#') {
            let message = format!("a seed (#) means nothing to another program: copy the game ID, as {form}");
            return Err(self.error(at, message));
        }
        let Some(colon) = self.text.find(':') else {
            return Err(self.error(self.text.len(), format!("a colon is missing: a game ID is {form}")));
        };
        let head = &self.text[..colon];
        let end = head.find(|c: char| !c.is_ascii_digit() && c != 'x').unwrap_or(colon);
        let (width, height) = head[..end].split_once('x').unwrap_or((&head[..end], &head[..end]));
        if width.is_empty() || height.is_empty() || height.contains('x') {
            return Err(self.error(0, format!("{} is not a size as {example}", quote(&head[..end]))));
        }
        Ok((self.size(0, width, height)?, end, colon))
    }

    fn size(&self, at: usize, width: &str, height: &str) -> Result<Size, ParseError> {
        let sides = parse_digits(width).zip(parse_digits(height));
        let size = sides.and_then(|(width, height)| checked_size(width, height));
        size.ok_or_else(|| self.error(at, size_error(width, height)))
    }

    /// Parses `[ anything "?" ] KIND [ "_edit" ] "/" [ "v:/" ] W "/" H "/"`. Returns the size and the byte offset of the cells after
    /// it. `kinds` are the names of the game in addresses; the first is used in messages. `v:` says that the rules have no variant.
    ///
    /// # Errors
    /// Another form, game or size.
    pub fn address_head(&self, kinds: &[&str]) -> Result<(Size, usize), ParseError> {
        let mut at = self.text.rfind('?').map_or(0, |at| at + 1);
        let mut part = || {
            let found = self.text[at..].split_once('/').map(|(part, _)| (at, part));
            let found = found.ok_or_else(|| self.error(self.text.len(), format!("an address is {}/W/H/CELLS", kinds[0])))?;
            at += found.1.len() + 1;
            Ok::<_, ParseError>(found)
        };
        let (place, kind) = part()?;
        let kind = kind.strip_suffix("_edit").unwrap_or(kind);
        if !kinds.contains(&kind) {
            return Err(self.error(place, other_kind(kind)));
        }
        let mut first = part()?;
        if let Some(variant) = first.1.strip_prefix("v:") {
            if !variant.is_empty() {
                return Err(self.error(first.0, format!("the variant {} of the rules is unknown", quote(variant))));
            }
            first = part()?;
        }
        let ((width_at, width), (_, height)) = (first, part()?);
        Ok((self.size(width_at, width, height)?, at))
    }
}

/// The names of puzzles in addresses, and the game that has them.
const KINDS: [(&str, &str); 5] =
    [("hashi", "hashi"), ("hashikake", "hashi"), ("bridges", "hashi"), ("hitori", "hitori"), ("singles", "hitori")];

/// Returns the message for an address of another kind of puzzle.
fn other_kind(kind: &str) -> String {
    match KINDS.iter().find(|(name, _)| name.eq_ignore_ascii_case(kind)) {
        Some((_, game)) => format!("it is a puzzle of the game {game}: write game {game} first"),
        None => format!("{} is not a puzzle of these games: hashi or hitori", quote(kind)),
    }
}

/// The cells of a word that have been parsed.
pub struct Cells<'a, C> {
    word: &'a PuzzleLine<'a>,
    size: Size,
    clues: Vec<C>,
}

impl<'a, C: Clone> Cells<'a, C> {
    /// Creates an empty list for the cells of a word.
    #[must_use]
    pub fn new(word: &'a PuzzleLine<'a>, size: Size) -> Self {
        Cells { word, size, clues: Vec::with_capacity(size.area()) }
    }

    /// Adds a run of equal cells, which is at a byte of the word.
    ///
    /// # Errors
    /// More cells than the grid has.
    pub fn push(&mut self, at: usize, clue: C, run: usize) -> Result<(), ParseError> {
        if self.clues.len() + run > self.size.area() {
            return Err(self.word.error(at, format!("more than the {} cells of {}", self.size.area(), self.size)));
        }
        self.clues.resize(self.clues.len() + run, clue);
        Ok(())
    }

    /// Returns whether a character is the final slash of an address, which some sites add.
    #[must_use]
    pub fn is_closing(&self, at: usize, letter: char) -> bool {
        letter == '/' && at + 1 == self.word.text.len() && self.clues.len() == self.size.area()
    }

    /// Returns the cells of the whole grid.
    ///
    /// # Errors
    /// Cells are missing.
    pub fn finish(self) -> Result<Vec<C>, ParseError> {
        let (read, area) = (self.clues.len(), self.size.area());
        if read < area {
            let message = format!("the text ends after {read} of the {area} cells of {}", self.size);
            return Err(self.word.error(self.word.text.len(), message));
        }
        Ok(self.clues)
    }
}
