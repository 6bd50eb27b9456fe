//! Translates sentences for people. The engine builds them in English. `phrases.fr.json` beside this file and in the folder of each
//! game maps patterns of sentences to French; `{1}`, `{2}`, ... stand for a name, a number or another phrase. A sentence without a
//! pattern stays in English.

use std::collections::BTreeMap;

use crate::protocol::Outcome;

/// The phrases of all games.
const SHARED: &str = include_str!("phrases.fr.json");

/// The separator between a sentence and its marks, and between two marks.
const MARK: &str = " | ";

/// The separator of the parts of a list.
const LIST: &str = "; ";

/// The separator between a refusal and how its command is written, which is the same in all languages.
const USAGE: &str = "; usage: ";

/// Greatest depth of phrases within phrases; what is nested deeper stays in English. Each part of a list is one level.
const MAX_DEPTH: u32 = 200;

/// The commands whose replies are sentences, with the index of the first line that is one.
const SENTENCE_COMMANDS: [(&str, usize); 4] = [("explain", 0), ("hint", 0), ("judge", 1), ("search_analyze", 0)];

/// Most phrases that are tried for the parts of a sentence that is to be translated as a whole.
const MAX_TRIALS: u32 = 2_000;

/// Greatest depth of phrases within phrases of such a sentence: a quarter of what the stack of a thread holds.
const MAX_KNOWN_DEPTH: u32 = 500;

/// A text with holes: the pieces before the first hole, between two holes, and after the last.
struct Pattern {
    literals: Vec<String>,
    holes: Vec<usize>,
    /// The holes with words that are to be typed, `{=1}`: a list of names, which stay.
    typed: Vec<usize>,
}

impl Pattern {
    fn new(text: &str) -> Self {
        let (mut literals, mut holes, mut typed) = (Vec::new(), Vec::new(), Vec::new());
        let mut literal = String::new();
        let mut rest = text;
        while let Some((before, after)) = rest.split_once('{') {
            let Some((number, tail)) = after.split_once('}') else { break };
            literals.push(std::mem::take(&mut literal) + before);
            let hole = number.trim_start_matches('=').parse().unwrap_or_default();
            holes.push(hole);
            typed.extend(number.starts_with('=').then_some(hole));
            rest = tail;
        }
        literal.push_str(rest);
        literals.push(literal);
        Pattern { literals, holes, typed }
    }

    /// Matches a text. Returns the contents of the holes by their numbers; `None` if it does not match.
    fn fit<'a>(&self, text: &'a str) -> Option<BTreeMap<usize, &'a str>> {
        let (first, others) = self.literals.split_first()?;
        let Some((last, between)) = others.split_last() else { return (text == first).then(BTreeMap::new) };
        let mut rest = text.strip_prefix(first.as_str())?.strip_suffix(last.as_str())?;
        let mut found = BTreeMap::new();
        for (literal, hole) in between.iter().zip(&self.holes) {
            let (before, after) = rest.split_once(literal.as_str())?;
            found.insert(*hole, before);
            rest = after;
        }
        // Each part of a list is a phrase of its own, so a hole does not extend over a separator.
        let has_list = |part: &str| part.contains(LIST);
        let is_clear = found.values().all(|part| !has_list(part)) && (last.is_empty() || !has_list(rest));
        found.insert(*self.holes.last()?, rest);
        let is_list = |part: &str| part.split(", ").all(|word| !word.contains(' '));
        let are_typed = self.typed.iter().all(|hole| is_list(found[hole]));
        (is_clear && are_typed && found.values().all(|part| !part.is_empty())).then_some(found)
    }

    /// Returns the text with the contents of the holes.
    fn fill(&self, parts: &BTreeMap<usize, String>) -> String {
        let mut text = self.literals.first().cloned().unwrap_or_default();
        for (literal, hole) in self.literals.iter().skip(1).zip(&self.holes) {
            text.push_str(parts.get(hole).map_or("", String::as_str));
            text.push_str(literal);
        }
        text
    }

    /// Returns whether the content of a hole stays: it is to be typed, or has been, because it stands between backquotes or quotes.
    fn stays(&self, hole: usize) -> bool {
        let place = self.holes.iter().position(|&other| other == hole);
        let is_between =
            |place: usize, quote| self.literals[place].ends_with(quote) && self.literals[place + 1].starts_with(quote);
        self.typed.contains(&hole) || place.is_some_and(|place| is_between(place, '`') || is_between(place, '"'))
    }

    fn len(&self) -> usize {
        self.literals.iter().map(String::len).sum()
    }
}

/// Patterns of sentences with their translations.
pub struct Phrases(Vec<(Pattern, Pattern)>);

impl Phrases {
    /// Reads the phrases of a game, and adds those of all games. A test checks that all of them are well formed.
    #[must_use]
    pub fn read(json: &str) -> Self {
        Phrases::read_all(&[json])
    }

    /// Reads the phrases of several files, and adds those of all games.
    #[must_use]
    pub fn read_all(files: &[&str]) -> Self {
        let read = |json: &&str| serde_json::from_str::<BTreeMap<String, String>>(json).unwrap_or_default();
        let both = files.iter().chain(&[SHARED]).flat_map(read);
        let mut phrases: Vec<_> = both.map(|(from, to)| (Pattern::new(&from), Pattern::new(&to))).collect();
        // Longer patterns are tried first; of equally long ones the game's own, because the sort is stable.
        phrases.sort_by_key(|(from, _)| std::cmp::Reverse(from.len()));
        Phrases(phrases)
    }

    /// Returns a phrase whose two sides have different holes, or that consists of one hole, which would recurse for ever.
    #[cfg(test)]
    pub fn find_malformed(&self) -> Option<String> {
        let sorted = |pattern: &Pattern| {
            let mut holes = pattern.holes.clone();
            holes.sort_unstable();
            holes
        };
        let is_wrong = |(from, to): &&(Pattern, Pattern)| from.len() == 0 || sorted(from) != sorted(to);
        self.0.iter().find(is_wrong).map(|(from, to)| format!("{:?}: {:?}", from.literals, to.literals))
    }

    /// Translates a sentence: all its parts, or where that is not found what can be translated.
    fn translate(&self, text: &str) -> String {
        self.translate_known(text).unwrap_or_else(|| self.translate_part(text, MAX_DEPTH))
    }

    /// Translates a sentence if all its parts can be translated. Otherwise the result would mix both languages, and words that
    /// are to be typed would be translated.
    fn translate_whole(&self, text: &str) -> String {
        self.translate_known(text).unwrap_or_else(|| text.to_owned())
    }

    /// Translates the lines of a text, if all parts of all lines can be translated.
    #[must_use]
    pub fn translate_whole_lines(&self, text: &str) -> String {
        let lines: Option<Vec<String>> = text.lines().map(|line| self.translate_known(line)).collect();
        lines.map_or_else(|| text.to_owned(), |lines| lines.join("\n"))
    }

    /// Translates a sentence of which each part has a phrase or is a name; `None` if there is no such translation, or none is found
    /// within the limits.
    fn translate_known(&self, text: &str) -> Option<String> {
        let (sentence, usage) = text.find(USAGE).map_or((text, ""), |end| text.split_at(end));
        Some(self.translate_parts(sentence, &mut { MAX_TRIALS }, MAX_KNOWN_DEPTH)? + usage)
    }

    /// Translates a part of such a sentence, in `left` trials with at most `depth` levels of phrases within phrases.
    fn translate_parts(&self, text: &str, left: &mut u32, depth: u32) -> Option<String> {
        let Some(inner) = depth.checked_sub(1) else {
            // Other phrases for the same sentence would only nest as deeply again.
            *left = 0;
            return None;
        };
        for (from, to, parts) in self.0.iter().filter_map(|(from, to)| Some((from, to, from.fit(text)?))) {
            *left = left.checked_sub(1)?;
            let mut translate = |(hole, part): (usize, &str)| {
                let part = if from.stays(hole) { part.to_owned() } else { self.translate_parts(part, left, inner)? };
                Some((hole, part))
            };
            if let Some(parts) = parts.into_iter().map(&mut translate).collect::<Option<BTreeMap<_, _>>>() {
                return Some(to.fill(&parts));
            }
        }
        (*left > 0 && is_name(text)).then(|| text.to_owned())
    }

    /// Translates a sentence or the content of a hole, with at most `depth` levels of phrases within phrases.
    fn translate_part(&self, text: &str, depth: u32) -> String {
        let found = if depth == 0 { None } else { self.0.iter().find_map(|(from, to)| Some((from, to, from.fit(text)?))) };
        let Some((from, to, parts)) = found else { return text.to_owned() };
        let translate = |(hole, part): (usize, &str)| {
            let depth = if from.stays(hole) { 0 } else { depth - 1 };
            (hole, self.translate_part(part, depth))
        };
        to.fill(&parts.into_iter().map(translate).collect())
    }

    /// Translates each line up to its marks.
    #[must_use]
    pub fn translate_lines(&self, text: &str) -> String {
        let line = |line: &str| match line.split_once(MARK) {
            Some((sentence, marks)) => self.translate(sentence) + MARK + marks,
            None => self.translate(line),
        };
        text.split('\n').map(line).collect::<Vec<_>>().join("\n")
    }

    /// Translates as [`Phrases::translate_lines`], except the first `first` lines.
    fn translate_lines_from(&self, first: usize, text: &str) -> String {
        let end = text.split_inclusive('\n').take(first).map(str::len).sum();
        let (head, sentences) = text.split_at(end);
        head.to_owned() + &self.translate_lines(sentences)
    }
}

/// Returns whether a text without a phrase needs no translation: one word, a text between quotes, or words none of which is of letters
/// alone, such as cells.
fn is_name(text: &str) -> bool {
    let is_quoted = text.len() > 1 && text.starts_with('"') && text.ends_with('"');
    let is_word = |word: &str| word.len() > 1 && word.chars().all(char::is_alphabetic);
    is_quoted || !text.contains(' ') || !text.split(' ').any(is_word)
}

/// Translates the reply of a command if it consists of sentences. `phrases` is the file of the game. Marks and replies that
/// programs parse stay.
///
/// # Errors
/// The failure, with its reason translated.
pub fn translate_outcome(phrases: &str, command: &str, outcome: Outcome) -> Outcome {
    match outcome {
        Ok(text) => match SENTENCE_COMMANDS.iter().find(|(name, _)| *name == command) {
            Some((_, first)) => Ok(Phrases::read(phrases).translate_lines_from(*first, &text)),
            None => Ok(text),
        },
        Err(failure) => Err(failure.map_reason(|why| Phrases::read(phrases).translate_whole(&why))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::Failure;

    #[test]
    fn holes_are_translated_in_their_turn() {
        let json = r#"{ "a box": "un carré", "take {1} by {2}": "par {2}, prenez {1}" }"#;
        let phrases = Phrases::read(json);
        assert_eq!(phrases.translate("take a box by v0,1"), "par v0,1, prenez un carré");
        assert_eq!(phrases.translate("take a box"), "take a box");
        let reply = "take a box by v0,1 | line v0,1\nwhat no phrase fits";
        let said = translate_outcome(json, "explain", Ok(reply.into()));
        assert_eq!(said, Ok("par v0,1, prenez un carré | line v0,1\nwhat no phrase fits".into()));
        assert_eq!(translate_outcome(json, "position", Ok("a box".into())), Ok("a box".into()));
        let judged = translate_outcome(json, "judge", Ok("a box\na box".into()));
        assert_eq!(judged, Ok("a box\nun carré".into()));
        assert_eq!(
            translate_outcome(json, "play", Err(Failure::IllegalMove("a box".into()))),
            Err(Failure::IllegalMove("un carré".into()))
        );
    }

    #[test]
    fn a_failure_is_of_one_language() {
        let said = |why: &str| Phrases::read("{}").translate_whole(why);
        let english = ["nothere.sgf: not a regular one", "white game.sgf: no such file", "the solution has none of these moves"];
        for why in english {
            assert_eq!(said(why), why);
        }
        assert_eq!(said("move 2: a1 is occupied"), "coup 2 : a1 est occupé");
        // Words that are to be typed stay.
        assert_eq!(
            said("\"x y\" is not easy, medium or hard; usage: puzzle [a colour]"),
            "\"x y\" n'est pas easy, medium ou hard; usage: puzzle [a colour]"
        );
        assert_eq!(said("a1: the game is over"), "a1 : la partie est finie");
        let json = r#"{ "{1} is not on the {2} board": "{1} n'est pas sur le plateau {2}", "column {1} is off": "la colonne {1} est dehors" }"#;
        assert_eq!(Phrases::read(json).translate_whole("move 1: column 8 is off"), "coup 1 : la colonne 8 est dehors");
        let long = "a: ".repeat(20_000);
        assert!(said(&long) == long);
    }
}
