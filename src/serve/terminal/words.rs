//! The words of the terminal: what a line asks for, help that fits the board, messages.

use crate::color::Color;
use crate::engine::Engine;
use crate::game::CommandInfo;
use crate::game::about::Situation;
use crate::protocol::{Failure, Outcome, Request};

/// The setting of this front end that two-player games have.
pub(super) const OPPONENT: &str = "opponent";

/// Words of this front end for commands, each for the first of its commands that the game has.
pub(super) const ALIASES: [(&str, &[&str]); 2] = [("new", &["clear_board", "generate"]), ("?", &["explain", "hint"])];

/// Commands that set up another board, the first that a game has.
const OTHER_BOARD: [&str; 3] = ["boardsize", "generate", "load"];

/// Returns the request that a person means: an id that is none is a part of the line, and a word of this front end stands for a
/// command.
pub(super) fn person_request(engine: &Engine, request: Request) -> Request {
    let Request { name, args, .. } = request;
    // `12 genmove b`, from a script.
    let first = args.split(' ').next().unwrap_or_default();
    if name.bytes().all(|byte| byte.is_ascii_digit()) && engine.find(first).is_some() {
        let rest = args[first.len()..].trim_start().to_owned();
        return Request { id: None, name: first.to_owned(), args: rest };
    }
    // A file or a text is loaded by one word, and the ending of a file says what is written to it.
    let is_file = || std::path::Path::new(&args).is_file();
    let is_picture = name == "svg" && args.ends_with(".svg");
    if (name == "load" && engine.find("load_file").is_some() && is_file()) || is_picture {
        return Request { id: None, name: if is_picture { "save".to_owned() } else { "load_file".to_owned() }, args };
    }
    let commands = ALIASES.iter().find(|(word, _)| *word == name && engine.find(word).is_none());
    let command = commands.and_then(|(_, names)| names.iter().find(|name| engine.find(name).is_some()));
    Request { id: None, name: command.map_or(name, |&command| command.to_owned()), args }
}

/// Parses the answer to the question which side a person plays; `None` within is both sides.
pub fn side(word: &str) -> Option<Option<Color>> {
    match word.to_ascii_lowercase().as_str() {
        "b" | "black" => Some(Some(Color::Black)),
        "w" | "white" => Some(Some(Color::White)),
        "both" => Some(None),
        _ => None,
    }
}

/// Returns three lines of help: a move that can be made, help for a move, another game.
pub(super) fn help_lines(engine: &Engine, situation: &Situation) -> Vec<String> {
    let about = engine.about();
    let quoted = |text: &str| format!("`{text}`");
    let other = OTHER_BOARD.iter().find_map(|name| engine.find(name)).map(|command| quoted(command.example));
    let other = other.map_or_else(String::new, |example| format!("{example} sets up another board, "));
    let mut lines = Vec::new();
    // In the middle of the list, since corners are seldom good.
    if let Some(mv) = situation.moves.get(situation.moves.len() / 2) {
        lines.push(format!("{} {}.", quoted(mv), about.play()));
    }
    let undo = "`undo` takes a move back, `redo` makes it again";
    lines.push(format!("`hint` suggests a move, `?` explains the position, {undo}, `new` begins again."));
    lines.push(format!("{other}`list_games` and `game NAME` another game; `help` lists all commands, `quit` leaves."));
    lines
}

/// Returns what to type after a hint that is one of several degrees: the next one, or the solution.
pub(super) fn after_hint(engine: &Engine, args: &str) -> Option<String> {
    let most: u32 = engine.find("hint")?.usage.strip_prefix("[1-")?.strip_suffix(']')?.parse().ok()?;
    let next = if args.is_empty() { 2 } else { args.parse::<u32>().ok()? + 1 };
    Some(if next <= most { format!("`hint {next}` says more.") } else { "`solve` shows a solution.".to_owned() })
}

/// Returns the message for a line that is neither a command nor a move: what was meant, and what that does.
pub fn unknown_line(outcome: Outcome, near: Option<CommandInfo>, situation: &Situation) -> Failure {
    let message = outcome.err().map_or_else(String::new, |failure| failure.to_string());
    let help = match (near, situation.moves.get(situation.moves.len() / 2)) {
        (Some(command), _) => format!("{} - {}", command.synopsis(), command.summary),
        (None, Some(mv)) => format!("a move is written as {mv}; `help` lists all commands"),
        (None, None) => "`help` lists all commands".to_owned(),
    };
    Failure::Other(format!("{message}\n{help}"))
}

/// Breaks a text at spaces into lines of at most this width.
pub(super) fn wrap(text: &str, width: usize) -> String {
    let (mut lines, mut line) = (Vec::new(), String::new());
    for word in text.split(' ') {
        if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > width {
            lines.push(std::mem::take(&mut line));
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    lines.push(line);
    lines.join("\n")
}

/// Cuts the lines of a picture, which may have colours, to the width of the window, and says so.
pub(super) fn fit(picture: &str, width: usize) -> String {
    let columns = picture.lines().map(visible_length).max().unwrap_or(0);
    if columns <= width {
        return picture.to_owned();
    }
    let lines: Vec<String> = picture.lines().map(|line| cut(line, width)).collect();
    format!("{}\n(The picture has {columns} columns, the window {width}.)", lines.join("\n"))
}

/// Splits a line into characters and changes of colour.
fn pieces(line: &str) -> impl Iterator<Item = &str> {
    let mut rest = line;
    std::iter::from_fn(move || {
        let first = rest.chars().next()?;
        let end = if first == '\x1b' { rest.find('m').map_or(rest.len(), |at| at + 1) } else { first.len_utf8() };
        let (piece, after) = rest.split_at(end);
        rest = after;
        Some(piece)
    })
}

fn visible_length(line: &str) -> usize {
    pieces(line).filter(|piece| !piece.starts_with('\x1b')).count()
}

fn cut(line: &str, width: usize) -> String {
    let mut shown = 0;
    let fits = |piece: &&str| {
        shown += usize::from(!piece.starts_with('\x1b'));
        piece.starts_with('\x1b') || shown <= width
    };
    pieces(line).filter(fits).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_fit_the_window() {
        assert_eq!(fit("abc\nd", 3), "abc\nd");
        assert!(fit("\x1b[1mabcd\x1b[0m\nd", 3).starts_with("\x1b[1mabc\x1b[0m\nd\n("));
        assert_eq!(wrap("ab cd ef", 5), "ab cd\nef");
    }

    #[test]
    fn sides() {
        assert_eq!(side("Black"), Some(Some(Color::Black)));
        assert_eq!(side("both"), Some(None));
        assert_eq!(side("f6"), None);
    }

    #[test]
    fn a_number_is_a_move_unless_a_command_follows() {
        let engine = Engine::default();
        let request = |name: &str, args: &str| Request { id: Some(0), name: name.to_owned(), args: args.to_owned() };
        assert_eq!(person_request(&engine, request("4", "")).name, "4");
        let asked = person_request(&engine, request("12", "genmove b"));
        assert_eq!((asked.name.as_str(), asked.args.as_str()), ("genmove", "b"));
        assert_eq!(person_request(&engine, request("new", "")).name, "clear_board");
    }
}
