//! Replies as text: the only place that knows how a reply is framed and how a failure begins.

use std::fmt;

/// The result of a command: the text of the reply, or why the command did nothing.
pub type Outcome = Result<String, Failure>;

/// A reply: the number of its request and the outcome.
#[derive(Debug)]
pub struct Reply {
    /// The number that the request had.
    pub id: Option<u32>,
    /// The result of the command.
    pub outcome: Outcome,
}

/// Why a command did nothing. Its text begins with the message that GTP 2 prescribes, where that has one.
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
    /// Any other reason, as the message.
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

/// Formats a reply: `=[id] text` or `?[id] message`, and an empty line.
#[must_use]
pub fn frame(reply: &Reply) -> String {
    match &reply.outcome {
        Ok(text) => format!("{}{}\n\n", open(reply.id), close(text)),
        Err(failure) => format!("?{} {}\n\n", id_text(reply.id), close(&failure.to_string())),
    }
}

/// Returns how a success begins. The space is there even if no text follows: HexGui 0.9.4 refuses a bare `=`.
#[must_use]
pub fn open(id: Option<u32>) -> String {
    format!("={} ", id_text(id))
}

/// Makes text safe inside a reply: an empty line becomes a space, carriage returns and line feeds at the end are removed.
#[must_use]
pub fn close(text: &str) -> String {
    let text = text.trim_end_matches(['\n', '\r']);
    // The first line may be empty, since `= ` precedes it.
    let lines = text.split('\n').map(|line| line.trim_end_matches('\r')).enumerate();
    lines.map(|(row, line)| if row > 0 && line.is_empty() { " " } else { line }).collect::<Vec<_>>().join("\n").replace('\r', "")
}

/// Quotes what a client wrote for a message: escaped, and cut after 40 characters.
#[must_use]
pub fn quote(text: &str) -> String {
    const MAX_LENGTH: usize = 40;
    match text.char_indices().nth(MAX_LENGTH) {
        None => format!("{text:?}"),
        Some((end, _)) => format!("{:?}...", &text[..end]),
    }
}

/// Lists words: `best, simple or alternative`.
#[must_use]
pub fn list_words(words: &[&str]) -> String {
    match words {
        [rest @ .., last] if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
        _ => words.concat(),
    }
}

fn id_text(id: Option<u32>) -> String {
    id.map_or_else(String::new, |id| id.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame_outcome(id: Option<u32>, outcome: Outcome) -> String {
        frame(&Reply { id, outcome })
    }

    #[test]
    fn framing() {
        assert_eq!(frame_outcome(None, Ok(String::new())), "= \n\n");
        assert_eq!(frame_outcome(Some(7), Ok("a1".into())), "=7 a1\n\n");
        assert_eq!(frame_outcome(None, Err(Failure::CannotUndo)), "? cannot undo\n\n");
        assert_eq!(
            frame_outcome(Some(0), Err(Failure::IllegalMove("c3 is occupied".into()))),
            "?0 illegal move: c3 is occupied\n\n"
        );
        assert_eq!(frame_outcome(None, Ok("\n board\n\n more\n\n".into())), "= \n board\n \n more\n\n");
        assert_eq!(frame_outcome(None, Ok("a\r\n\r\nb".into())), "= a\n \nb\n\n");
    }

    #[test]
    fn long_words_are_cut() {
        assert_eq!(quote("x\n"), "\"x\\n\"");
        assert_eq!(quote(&"y".repeat(100)).len(), 45);
    }
}
