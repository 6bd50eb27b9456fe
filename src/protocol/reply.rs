//! From an answer to framed text: the one place that knows how a reply looks, and how a failure is worded.

use std::fmt;

/// What a command answers: text, or why it did not act.
pub type Outcome = Result<String, Failure>;

/// A whole reply: the request's number and the outcome.
#[derive(Debug)]
pub struct Reply {
    /// The number that the request had.
    pub id: Option<u32>,
    /// What it came to.
    pub outcome: Outcome,
}

/// Why a command did nothing. Its text starts with GTP's canonical words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// Arguments that cannot be read; the engine adds the command's usage.
    Syntax(String),
    /// A board of a size that the game does not have.
    UnacceptableSize(String),
    /// A move that the rules refuse.
    IllegalMove(String),
    /// No move to take back.
    CannotUndo,
    /// A file that cannot be read, or does not hold what it should.
    CannotLoadFile(String),
    /// The game is not over.
    CannotScore,
    /// Anything else, in words.
    Other(String),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Syntax(why) => write!(f, "syntax error: {why}"),
            Failure::UnacceptableSize(why) => write!(f, "unacceptable size: {why}"),
            Failure::IllegalMove(why) => write!(f, "illegal move: {why}"),
            Failure::CannotUndo => f.write_str("cannot undo"),
            Failure::CannotLoadFile(why) => write!(f, "cannot load file: {why}"),
            Failure::CannotScore => f.write_str("cannot score"),
            Failure::Other(why) => f.write_str(why),
        }
    }
}

/// The bytes of a reply: `=[id] text`, or `?[id] message`, and an empty line.
#[must_use]
pub fn frame(reply: &Reply) -> String {
    match &reply.outcome {
        Ok(text) => format!("{}{}\n\n", open(reply.id), close(text)),
        Err(failure) => format!("?{} {}\n\n", id_text(reply.id), close(&failure.to_string())),
    }
}

/// How a success begins. The space stays even when no text follows: HexGui 0.9.4 refuses a bare `=`.
#[must_use]
pub fn open(id: Option<u32>) -> String {
    format!("={} ", id_text(id))
}

/// Text that is safe inside a reply: no empty line (it becomes one space), no carriage return, no line feed at the end.
#[must_use]
pub fn close(text: &str) -> String {
    let text = text.trim_end_matches(['\n', '\r']);
    // The first line may be empty: it follows "= " on the wire.
    let lines = text.split('\n').map(|line| line.trim_end_matches('\r')).enumerate();
    lines.map(|(row, line)| if row > 0 && line.is_empty() { " " } else { line }).collect::<Vec<_>>().join("\n").replace('\r', "")
}

/// A user's own words, quoted for a message: escaped, and cut when long.
#[must_use]
pub fn quoted(text: &str) -> String {
    const LONGEST: usize = 40;
    match text.char_indices().nth(LONGEST) {
        None => format!("{text:?}"),
        Some((end, _)) => format!("{:?}...", &text[..end]),
    }
}

fn id_text(id: Option<u32>) -> String {
    id.map_or_else(String::new, |id| id.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn framed(id: Option<u32>, outcome: Outcome) -> String {
        frame(&Reply { id, outcome })
    }

    #[test]
    fn framing() {
        assert_eq!(framed(None, Ok(String::new())), "= \n\n");
        assert_eq!(framed(Some(7), Ok("a1".into())), "=7 a1\n\n");
        assert_eq!(framed(None, Err(Failure::CannotUndo)), "? cannot undo\n\n");
        assert_eq!(framed(Some(0), Err(Failure::IllegalMove("c3 is occupied".into()))), "?0 illegal move: c3 is occupied\n\n");
        assert_eq!(framed(None, Ok("\n board\n\n more\n\n".into())), "= \n board\n \n more\n\n");
        assert_eq!(framed(None, Ok("a\r\n\r\nb".into())), "= a\n \nb\n\n");
    }

    #[test]
    fn long_words_are_cut() {
        assert_eq!(quoted("x\n"), "\"x\\n\"");
        assert_eq!(quoted(&"y".repeat(100)).len(), 45);
    }
}
