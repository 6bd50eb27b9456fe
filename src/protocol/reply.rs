//! Replies as text: the only place that knows how a reply is framed and how a failure begins.

use std::borrow::Cow;
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
    /// The arguments cannot be parsed; the engine adds the usage of the command.
    Syntax(String),
    /// The game has no board of this size.
    UnacceptableSize(String),
    /// The rules refuse the move.
    IllegalMove(String),
    /// There are fewer moves to take back; the text is empty if there is none.
    CannotUndo(String),
    /// As `CannotUndo`, of moves to make again.
    CannotRedo(String),
    /// The file cannot be read, or its content cannot.
    CannotLoadFile(String),
    /// The file cannot be written.
    CannotWriteFile(String),
    /// The game is not over.
    CannotScore,
    /// An interrupt or a limit ended the request before there was anything to answer.
    Interrupted(String),
    /// Any other reason, as the message.
    Other(String),
}

impl Failure {
    /// Returns the words with which it begins, by which programs recognise it; empty for a sentence.
    #[must_use]
    pub const fn beginning(&self) -> &'static str {
        match self {
            Failure::Syntax(_) => "syntax error",
            Failure::UnacceptableSize(_) => "unacceptable size",
            Failure::IllegalMove(_) => "illegal move",
            Failure::CannotUndo(_) => "cannot undo",
            Failure::CannotRedo(_) => "cannot redo",
            Failure::CannotLoadFile(_) => "cannot load file",
            Failure::CannotWriteFile(_) => "cannot write file",
            Failure::CannotScore => "cannot score",
            Failure::Interrupted(_) => "interrupted",
            Failure::Other(_) => "",
        }
    }

    /// Returns why, in words; nothing if its beginning says all.
    fn reason(&self) -> &str {
        match self {
            Failure::Syntax(why)
            | Failure::UnacceptableSize(why)
            | Failure::IllegalMove(why)
            | Failure::CannotUndo(why)
            | Failure::CannotRedo(why)
            | Failure::CannotLoadFile(why)
            | Failure::CannotWriteFile(why)
            | Failure::Interrupted(why)
            | Failure::Other(why) => why,
            Failure::CannotScore => "",
        }
    }

    /// Returns the failure with its reason replaced.
    #[must_use]
    pub fn map_reason(self, replace: impl FnOnce(String) -> String) -> Self {
        match self {
            Failure::Syntax(why) => Failure::Syntax(replace(why)),
            Failure::UnacceptableSize(why) => Failure::UnacceptableSize(replace(why)),
            Failure::IllegalMove(why) => Failure::IllegalMove(replace(why)),
            Failure::CannotLoadFile(why) => Failure::CannotLoadFile(replace(why)),
            Failure::CannotWriteFile(why) => Failure::CannotWriteFile(replace(why)),
            Failure::Other(why) => Failure::Other(replace(why)),
            Failure::Interrupted(why) if !why.is_empty() => Failure::Interrupted(replace(why)),
            Failure::CannotUndo(why) if !why.is_empty() => Failure::CannotUndo(replace(why)),
            Failure::CannotRedo(why) if !why.is_empty() => Failure::CannotRedo(replace(why)),
            Failure::CannotUndo(_) | Failure::CannotRedo(_) | Failure::CannotScore | Failure::Interrupted(_) => self,
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.beginning(), self.reason()) {
            ("", why) => f.write_str(why),
            (beginning, "") => f.write_str(beginning),
            (beginning, why) => write!(f, "{beginning}: {why}"),
        }
    }
}

/// Formats a reply: `=[id] text` or `?[id] message`, and an empty line.
#[must_use]
pub fn frame(reply: &Reply) -> String {
    match &reply.outcome {
        Ok(text) => format!("{}{}\n\n", success_head(reply.id), sanitize(text)),
        Err(failure) => format!("?{} {}\n\n", id_text(reply.id), sanitize(&failure_text(failure))),
    }
}

/// Returns the head of a successful reply: `=`, the id, a space. The space stays even if no text follows, because HexGui 0.9.4
/// refuses a bare `=`.
#[must_use]
pub fn success_head(id: Option<u32>) -> String {
    format!("={} ", id_text(id))
}

/// Returns the text of a failure, cut after 4000 bytes.
#[must_use]
pub fn failure_text(failure: &Failure) -> String {
    const MAX_LENGTH: usize = 4000;
    // The text may quote what was typed or read, so an escape in it is no colour of the engine's.
    let mut text = printable(&failure.to_string().replace('\x1b', "\u{fffd}")).into_owned();
    if text.len() > MAX_LENGTH {
        text.truncate(text.floor_char_boundary(MAX_LENGTH - 3));
        text.push_str("...");
    }
    text
}

/// Replaces the control characters of a text, which a terminal might obey. Line feeds, TABs and colour sequences stay; carriage
/// returns are removed.
#[must_use]
pub fn printable(text: &str) -> Cow<'_, str> {
    let is_plain = |c: char| !c.is_control() || c == '\n' || c == '\t';
    if text.chars().all(is_plain) {
        return Cow::Borrowed(text);
    }
    let (mut whole, mut rest) = (String::with_capacity(text.len()), text);
    while let Some(c) = rest.chars().next() {
        let length = if c == '\x1b' { color_length(rest).unwrap_or(1) } else { c.len_utf8() };
        match c {
            '\r' => {}
            _ if is_plain(c) || length > 1 && c == '\x1b' => whole.push_str(&rest[..length]),
            _ => whole.push(char::REPLACEMENT_CHARACTER),
        }
        rest = &rest[length..];
    }
    whole.into()
}

/// Returns the length in bytes of the colour sequence at the start of a text: `ESC [`, digits and semicolons, `m`. `None` if there
/// is none.
fn color_length(text: &str) -> Option<usize> {
    let numbers = text.strip_prefix("\x1b[")?;
    let end = numbers.find(|c: char| !c.is_ascii_digit() && c != ';')?;
    numbers[end..].starts_with('m').then_some(end + 3)
}

/// Makes a text safe inside a reply, which an empty line would end: an empty line becomes a space, control characters are
/// replaced, carriage returns and line feeds at the end are removed.
#[must_use]
pub fn sanitize(text: &str) -> String {
    let text = printable(text.trim_end_matches(['\n', '\r']));
    // The first line may be empty, since `= ` precedes it.
    let lines = text.split('\n').enumerate();
    lines.map(|(row, line)| if row > 0 && line.is_empty() { " " } else { line }).collect::<Vec<_>>().join("\n")
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
        assert_eq!(frame_outcome(None, Err(Failure::CannotUndo(String::new()))), "? cannot undo\n\n");
        assert_eq!(
            frame_outcome(Some(0), Err(Failure::IllegalMove("c3 is occupied".into()))),
            "?0 illegal move: c3 is occupied\n\n"
        );
        assert_eq!(frame_outcome(None, Ok("\n board\n\n more\n\n".into())), "= \n board\n \n more\n\n");
        assert_eq!(frame_outcome(None, Ok("a\r\n\r\nb".into())), "= a\n \nb\n\n");
    }

    #[test]
    fn the_protocol_lists_the_beginnings_of_failures() {
        let document = include_str!("../../protocol.md");
        let table = document.split("| message | meaning |").nth(1).and_then(|rest| rest.split("\n\n").next()).expect("a table");
        let failures = [
            Failure::Syntax(String::new()),
            Failure::UnacceptableSize(String::new()),
            Failure::IllegalMove(String::new()),
            Failure::CannotUndo(String::new()),
            Failure::CannotRedo(String::new()),
            Failure::CannotLoadFile(String::new()),
            Failure::CannotWriteFile(String::new()),
            Failure::CannotScore,
            Failure::Interrupted(String::new()),
        ];
        let others = [
            "unknown command",
            "unknown parameter",
            "unknown game",
            "the game is over",
            "bad id",
            "empty command",
            "line too long",
            "too many requests wait",
            "this client may not name files",
            "internal error",
        ];
        for beginning in failures.iter().map(Failure::beginning).chain(others) {
            assert!(table.contains(&format!("`{beginning}")), "{beginning}");
        }
    }

    #[test]
    fn no_control_character_is_sent_and_no_long_message() {
        let colored = "\x1b[1;31mB\x1b[0m\t|\n";
        assert_eq!(printable(colored), colored);
        assert_eq!(
            printable("a\x1b]0;title\x07b\u{9b}31mc\x7f\0\x1b"),
            "a\u{fffd}]0;title\u{fffd}b\u{fffd}31mc\u{fffd}\u{fffd}\u{fffd}"
        );
        let reply = frame_outcome(Some(1), Err(Failure::Other("\u{e9}\x1b".repeat(40_000))));
        assert!(reply.len() <= 4010 && reply.ends_with("...\n\n") && !reply.contains('\x1b'), "{}", reply.len());
        assert_eq!(frame_outcome(None, Ok("a\x1b[2Jb".into())), "= a\u{fffd}[2Jb\n\n");
    }

    #[test]
    fn long_words_are_cut() {
        assert_eq!(quote("x\n"), "\"x\\n\"");
        assert_eq!(quote(&"y".repeat(100)).len(), 45);
    }
}
