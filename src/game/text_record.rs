//! Games as text records in the manner of PGN: tags, then all moves, each with its player.
//!
//! ```text
//! [Game "nim"]
//! [Event "new against old"]
//! [Black "new"]
//! [White "old"]
//! [Result "W+"]
//! [Start "3 5 7 b"]
//!
//! b:1-1 w:3-7 b:2-5
//! ```

use std::fmt;
use std::str::FromStr;

use nom::branch::alt;
use nom::bytes::complete::{escaped_transform, take_while1};
use nom::character::complete::{char, multispace0, multispace1, none_of};
use nom::combinator::{map, opt, value};
use nom::multi::many0;
use nom::sequence::{delimited, separated_pair, terminated};
use nom::{IResult, Parser};

use crate::color::Color;
use crate::protocol::{Args, Failure, color, quote};

/// Moves on one line of a record.
const MOVES_OF_A_LINE: usize = 12;

/// The name of the tag of the result.
pub(super) const RESULT: &str = "Result";

/// The words of PGN for a result, which may follow the moves.
const RESULTS: [&str; 4] = ["1-0", "0-1", "1/2-1/2", "*"];

/// Returns whether a word is the number of a move: `1.`, `12...`.
#[must_use]
pub fn is_move_number(word: &str) -> bool {
    let digits = word.trim_end_matches('.');
    digits.len() < word.len() && !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// Removes the number before a move from a word: `1.a1` and `1...a1` become `a1`, and `1.` the empty text.
#[must_use]
pub fn strip_move_number(word: &str) -> &str {
    word.split_once('.')
        .filter(|(number, _)| number.bytes().all(|byte| byte.is_ascii_digit()))
        .map_or(word, |(_, rest)| rest.trim_start_matches('.'))
}

/// Puts a space in the place of each comment: `{...}`.
fn remove_comments(text: &str) -> Result<String, Failure> {
    let mut parts = text.split('{');
    let mut kept = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (_, after) = part.split_once('}').ok_or_else(|| Failure::Syntax("a comment has no end: } is missing".into()))?;
        kept.push(' ');
        kept.push_str(after);
    }
    Ok(kept)
}

/// A tag: its name and its value.
pub type Tag = (String, String);

/// A game as text: its name, tags, first position and moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TextRecord {
    /// The name of the game.
    pub game: String,
    /// All tags except `Game` and `Start`, in their order.
    pub tags: Vec<Tag>,
    /// The position at the start.
    pub start: String,
    /// The moves, a resignation last.
    pub moves: Vec<(Color, String)>,
}

/// Parses `NAME "VALUE"` in brackets. In the value a backslash stands before a quotation mark and a backslash.
fn tag(text: &str) -> IResult<&str, Tag> {
    let name = take_while1(|c: char| c.is_ascii_alphanumeric() || c == '_');
    let special = alt((value("\\", char('\\')), value("\"", char('"'))));
    let inside = map(opt(escaped_transform(none_of("\\\""), '\\', special)), Option::unwrap_or_default);
    let quoted = delimited(char('"'), inside, char('"'));
    let pair = separated_pair(map(name, str::to_owned), multispace1, quoted);
    delimited((char('['), multispace0), pair, (multispace0, char(']'))).parse(text)
}

impl TextRecord {
    /// Returns whether a text begins as a record does.
    #[must_use]
    pub fn begins(text: &str) -> bool {
        tag(text.trim_start()).is_ok()
    }

    /// Returns whether it has tags, such as the names of players, besides the result.
    #[must_use]
    pub fn has_names(&self) -> bool {
        self.tags.iter().any(|(name, _)| name != RESULT)
    }
}

impl FromStr for TextRecord {
    type Err = Failure;

    fn from_str(text: &str) -> Result<TextRecord, Failure> {
        let tags = many0(terminated(tag, multispace0)).parse(text.trim_start());
        let (rest, mut tags) = tags.map_err(|_| Failure::Syntax("no tags".into()))?;
        if rest.starts_with('[') {
            let line = rest.lines().next().unwrap_or_default();
            return Err(Failure::Syntax(format!("{} is not a tag: write [NAME \"VALUE\"]", quote(line))));
        }
        let mut take = |name: &str| {
            let at = tags.iter().position(|(other, _)| other == name);
            at.map(|at| tags.remove(at).1).ok_or_else(|| Failure::Syntax(format!("the tag [{name} \"...\"] is missing")))
        };
        let (game, start) = (take("Game")?, take("Start")?);
        if let Some((name, _)) = tags.iter().find(|(name, _)| ["Game", "Start"].contains(&name.as_str())) {
            return Err(Failure::Syntax(format!("the tag [{name} \"...\"] is given twice")));
        }
        let rest = remove_comments(rest)?;
        let mut words: Vec<&str> = rest.split_whitespace().collect();
        if let Some(word) = words.iter().find(|word| word.starts_with('[')) {
            return Err(Failure::Syntax(format!("{} follows the moves: one game a text", quote(word))));
        }
        words.pop_if(|word| RESULTS.contains(word));
        let moves = words.into_iter().filter(|word| !is_move_number(word)).map(strip_move_number).map(|word| {
            let refused = || Failure::Syntax(format!("{} is not COLOR:MOVE", quote(word)));
            let (letter, name) = word.split_once(':').ok_or_else(refused)?;
            let player = Args::new(letter).next("COLOR", color).map_err(|_| refused())?;
            Ok((player, name.to_owned()))
        });
        let moves = moves.collect::<Result<_, Failure>>()?;
        Ok(TextRecord { game, tags, start, moves })
    }
}

impl fmt::Display for TextRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut write =
            |name: &str, value: &str| writeln!(f, "[{name} \"{}\"]", value.replace('\\', "\\\\").replace('"', "\\\""));
        write("Game", &self.game)?;
        self.tags.iter().try_for_each(|(name, value)| write(name, value))?;
        write("Start", &self.start)?;
        for line in self.moves.chunks(MOVES_OF_A_LINE) {
            let words: Vec<String> =
                line.iter().map(|(color, name)| format!("{}:{name}", color.letter().to_ascii_lowercase())).collect();
            write!(f, "\n{}", words.join(" "))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const NIM: &str = "[Game \"nim\"]\n[Event \"a \\\"b\\\" \\\\ c\"]\n[Black \"\"]\n[Start \"3 5 b\"]\n\nb:1-1 w:2-5 b:resign";

    #[test]
    fn records_are_read_and_written() {
        let record: TextRecord = NIM.parse().unwrap();
        assert_eq!((record.game.as_str(), record.start.as_str()), ("nim", "3 5 b"));
        assert_eq!(record.tags, [("Event".to_owned(), "a \"b\" \\ c".to_owned()), ("Black".to_owned(), String::new())]);
        assert_eq!(record.moves[2], (Color::Black, "resign".to_owned()));
        assert_eq!(record.to_string(), NIM);
        let dotted = NIM.replace("b:1-1 w:2-5", "1...b:1-1 2. w:2-5");
        assert_eq!(dotted.parse::<TextRecord>().unwrap().moves, record.moves);
        assert_eq!(NIM.replace('\n', " ").parse(), Ok(record.clone()));
        let with_comments = NIM.replace("b:1-1", "{The first} 1.b:1-1{good}").replace("b:resign", "b:resign {at last} *");
        assert_eq!(with_comments.parse(), Ok(record.clone()));
        let numbered = NIM.replace("b:1-1", "1. b:1-1").replace("b:resign", "2... b:resign 0-1");
        assert_eq!(numbered.parse(), Ok(record));
        assert!(NIM.replace("b:1-1", "b:1-1 0-1").parse::<TextRecord>().is_err(), "a result ends the moves");
        assert!(TextRecord::begins(NIM) && !TextRecord::begins("[a] 1 - b") && !TextRecord::begins("3 5 b"));
    }

    #[test]
    fn records_that_are_refused() {
        for (text, why) in [
            ("[Game \"nim\"] b:1", "Start"),
            ("[Game \"nim\"] [Start \"3 b\"] [Start \"5 b\"]", "[Start \"...\"] is given twice"),
            ("[Game \"nim\"] [Game \"hex\"] [Start \"5 b\"]", "[Game \"...\"] is given twice"),
            ("[Start \"3\"]", "Game"),
            ("[Game \"nim\"] [Start 3]", "is not a tag"),
            ("[Game \"nim\"] [Start \"3\"] 1-1", "COLOR:MOVE"),
            ("[Game \"nim\"] [Start \"3\"] b:1-1 {no end", "} is missing"),
            ("[Game \"nim\"] [Start \"3\"] b:1-1\n[Game \"nim\"] [Start \"3\"]", "one game a text"),
            ("[Game \"nim\"] [Start \"3\"] x:1-1", "COLOR:MOVE"),
        ] {
            let error = text.parse::<TextRecord>().expect_err(text).to_string();
            assert!(error.contains(why), "{text}: {error}");
        }
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(
            tags in proptest::collection::vec(("[A-Z][a-z_0-9]{0,8}x", "\\PC*"), 0..5),
            start in "\\PC*",
            moves in proptest::collection::vec((any::<bool>(), "[a-z0-9,-]{1,6}"), 0..40),
        ) {
            let moves = moves.into_iter().map(|(is_black, name)| (if is_black { Color::Black } else { Color::White }, name));
            let record = TextRecord { game: "nim".to_owned(), tags, start, moves: moves.collect() };
            prop_assert_eq!(record.to_string().parse(), Ok(record));
        }

        #[test]
        fn no_text_panics(text in "\\[?\\PC*") {
            let _ = text.parse::<TextRecord>();
        }
    }
}
