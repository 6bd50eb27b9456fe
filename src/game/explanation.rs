//! Explanations in all games: sentences, each with marks that a client draws on the board.

use crate::protocol::{Args, Failure};

/// The word that asks for the marks.
const MARKS: &str = "marks";

/// The usage of a command that explains a position or a move.
pub const USAGE: &str = "[MOVE] [marks]";

/// Returns `1 move`, `2 moves`.
#[must_use]
pub fn count(number: usize, what: &str) -> String {
    if number == 1 { format!("1 {what}") } else { format!("{number} {what}s") }
}

/// A sentence with its marks, which name places and moves as the protocol does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sentence {
    text: String,
    marks: Vec<String>,
}

impl From<String> for Sentence {
    fn from(text: String) -> Self {
        Sentence { text, marks: Vec::new() }
    }
}

impl From<&str> for Sentence {
    fn from(text: &str) -> Self {
        text.to_owned().into()
    }
}

impl Sentence {
    /// Adds a mark if it has names.
    fn mark(mut self, head: &str, names: impl IntoIterator<Item = String>) -> Self {
        let mut mark = head.to_owned();
        for name in names {
            mark.push(' ');
            mark.push_str(&name);
        }
        if mark.len() > head.len() {
            self.marks.push(mark);
        }
        self
    }

    /// Marks the places that the sentence is about.
    #[must_use]
    pub fn cells(self, names: impl IntoIterator<Item = String>) -> Self {
        self.mark("cells", names)
    }

    /// Marks the places that a connection needs, or that a player must play on.
    #[must_use]
    pub fn carrier(self, names: impl IntoIterator<Item = String>) -> Self {
        self.mark("carrier", names)
    }

    /// Marks what is wrong or loses.
    #[must_use]
    pub fn wrong(self, names: impl IntoIterator<Item = String>) -> Self {
        self.mark("wrong", names)
    }

    /// Writes a value without spaces on some places: a number of moves, a rank, a margin.
    #[must_use]
    pub fn label(self, value: impl std::fmt::Display, names: impl IntoIterator<Item = String>) -> Self {
        self.mark(&format!("label {value}"), names)
    }

    /// Shows moves one after the other.
    #[must_use]
    pub fn line(self, moves: impl IntoIterator<Item = String>) -> Self {
        self.mark("line", moves)
    }

    /// Puts words before the sentence.
    #[must_use]
    pub fn begin_with(mut self, words: &str) -> Self {
        self.text.insert_str(0, words);
        self
    }

    /// Says that the sentence is about the position after a move: it is shown first.
    #[must_use]
    pub fn after_move(mut self, mv: &str) -> Self {
        match self.marks.iter_mut().find(|mark| mark.starts_with("line ")) {
            Some(line) => line.insert_str("line ".len(), &format!("{mv} ")),
            None => self.marks.insert(0, format!("line {mv}")),
        }
        self
    }

    /// Draws arrows, each from a place or a move to another.
    #[must_use]
    pub fn arrows(self, pairs: impl IntoIterator<Item = [String; 2]>) -> Self {
        self.mark("arrows", pairs.into_iter().flatten())
    }
}

/// Reads the arguments of a command that explains: the move, and whether marks are wanted.
///
/// # Errors
/// There are more words.
pub fn read_args<'a>(args: &mut Args<'a>) -> Result<(Option<&'a str>, bool), Failure> {
    let (first, second) = (args.word(), args.word());
    args.end()?;
    match (first, second) {
        (Some(MARKS), None) => Ok((None, true)),
        (word, None) => Ok((word, false)),
        (word, Some(MARKS)) => Ok((word, true)),
        (_, Some(other)) => Err(Failure::Syntax(format!("{} is not {MARKS}", crate::protocol::quote(other)))),
    }
}

/// Writes a sentence a line; with marks each follows its sentence after ` | `.
#[must_use]
pub fn explanation_text(sentences: &[Sentence], has_marks: bool) -> String {
    let line = |sentence: &Sentence| {
        let marks = sentence.marks.iter().filter(|_| has_marks);
        marks.fold(sentence.text.clone(), |text, mark| format!("{text} | {mark}"))
    };
    sentences.iter().map(line).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_stand_behind_their_sentence() {
        let names = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
        let sentences = [
            Sentence::from("black joins by b2").line(names("b2")).carrier(names("a1 b2")).cells(Vec::new()),
            Sentence::from("ranks".to_owned()).label(0, names("a")).label("+3", names("b c")).arrows([["b".into(), "a".into()]]),
        ];
        assert_eq!(explanation_text(&sentences, false), "black joins by b2\nranks");
        assert_eq!(
            explanation_text(&sentences, true),
            "black joins by b2 | line b2 | carrier a1 b2\nranks | label 0 a | label +3 b c | arrows b a"
        );
    }

    #[test]
    fn the_last_word_asks_for_marks() {
        let read = |text| read_args(&mut Args::new(text));
        assert_eq!(read(""), Ok((None, false)));
        assert_eq!(read("marks"), Ok((None, true)));
        assert_eq!(read("a1"), Ok((Some("a1"), false)));
        assert_eq!(read("marks marks"), Ok((Some("marks"), true)));
        assert!(read("a1 b2").is_err() && read("a1 marks b2").is_err());
    }
}
