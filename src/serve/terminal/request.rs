//! The request that a person means by a line: aliases of commands, and arguments that follow from the position.

use std::path::Path;

use super::words;
use crate::engine::Engine;
use crate::files;
use crate::game::record::is_file_name;
use crate::protocol::Request;

/// Words of this front end for commands, each for the first of its commands that the game has.
pub(super) const ALIASES: [(&str, &[&str]); 2] = [("new", &["clear_board", "puzzle"]), ("?", &["explain", "hint"])];

/// More words that are understood, but not suggested.
const SYNONYMS: [(&str, &[&str]); 9] = [
    ("reset", &["clear_board"]),
    ("restart", &["clear_board", "reset"]),
    ("move", &["play"]),
    ("board", &["showboard"]),
    ("show", &["showboard"]),
    ("q", &["quit"]),
    ("exit", &["quit"]),
    ("bye", &["quit"]),
    ("games", &["list_games"]),
];

/// Returns the request that a person means. A number before a word that is no command is part of the line, not an id. Aliases
/// become commands, the name of a game or a setting becomes `game` or `param`, and a missing colour becomes the player to move.
pub(super) fn person_request(engine: &Engine, request: Request) -> Request {
    let Request { mut name, args, .. } = request;
    let small = name.to_lowercase();
    if engine.find(&name).is_none() && engine.find(&small).is_some() {
        name = small;
    }
    // `12 genmove b`, from a script.
    let first = args.split(' ').next().unwrap_or_default();
    if name.bytes().all(|byte| byte.is_ascii_digit()) && engine.find(first).is_some() {
        return plain(first, args[first.len()..].trim_start());
    }
    // A file or a text is loaded by one word, and the extension of a file says what is written to it.
    if name == "load" && engine.find("load_file").is_some() && Path::new(&args).is_file() {
        return plain("load_file", &args);
    }
    if name == "svg" && files::extension(&args) == "svg" {
        return plain("save", &args);
    }
    let situation = engine.situation();
    if situation.moves.contains(&name) {
        return plain(&name, &args);
    }
    let known = engine.find(&name).map(|command| command.name);
    let names = ALIASES.iter().chain(&SYNONYMS).find(|(word, _)| *word == name).map_or(&[][..], |(_, names)| names);
    let meant = known.or_else(|| names.iter().copied().find(|name| engine.find(name).is_some()));
    let Some(command) = meant.and_then(|name| engine.find(name)) else { return bare_request(engine, &name, &args) };
    let is_color = words::side(first).is_some() && args.len() > first.len();
    match (command.name, situation.to_move) {
        // `play a1`.
        ("play", Some(_)) if !args.is_empty() && !is_color => plain(first, args[first.len()..].trim_start()),
        // `genmove`, `analyze`.
        (_, Some(color)) if command.usage == "COLOR" && args.is_empty() => plain(command.name, color.name()),
        _ => plain(command.name, &args),
    }
}

/// Returns the request of a line that begins with no command: a game, a setting with its value, or a move.
fn bare_request(engine: &Engine, name: &str, args: &str) -> Request {
    let game = engine.games().find(|game| game.eq_ignore_ascii_case(name));
    if let (Some(game), "") = (game, args) {
        return plain("game", game);
    }
    // The setting says what it exchanges.
    if name == "swap" && args.is_empty() && engine.params().iter().any(|param| param.key == "swap") {
        return plain("swap-pieces", "");
    }
    // Alone it is a move.
    let is_move = name == "resign" && args.is_empty();
    let is_setting = name == words::OPPONENT || !is_move && engine.params().iter().any(|param| param.key == name);
    if is_setting && !args.contains(' ') { plain("param", format!("{name} {args}").trim_end()) } else { plain(name, args) }
}

fn plain(name: &str, args: &str) -> Request {
    Request { id: None, name: name.to_owned(), args: args.to_owned() }
}

/// Returns whether a text that is to be loaded can only be the name of a file that does not exist.
pub(super) fn is_missing_file(text: &str) -> bool {
    is_file_name(text) && !Path::new(text).is_file()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn meaning(line: &str, game: &str) -> String {
        let mut engine = Engine::default();
        crate::serve::ask(&mut engine, &format!("game {game}")).expect("a game");
        let (name, args) = line.split_once(' ').unwrap_or((line, ""));
        let Request { name, args, .. } =
            person_request(&engine, Request { id: Some(0), name: name.to_owned(), args: args.to_owned() });
        format!("{name} {args}").trim_end().to_owned()
    }

    #[test]
    fn what_a_person_means() {
        let lines = [
            ("4", "4"),
            ("12 genmove b", "genmove b"),
            ("new", "clear_board"),
            ("?", "explain"),
            ("play a1", "a1"),
            ("move a1", "a1"),
            ("play b a1", "play b a1"),
            ("genmove", "genmove black"),
            ("level 3", "param level 3"),
            ("level", "param level"),
            ("resign", "resign"),
            ("resign 1", "param resign 1"),
            ("opponent w", "param opponent w"),
            ("swap sides", "param swap sides"),
            ("swap", "swap-pieces"),
            ("nim", "game nim"),
            ("Nim", "game nim"),
            ("q", "quit"),
            ("board", "showboard"),
            ("svg x.svg", "save x.svg"),
            ("genmvoe b", "genmvoe b"),
            ("Undo 2", "undo 2"),
            ("restart", "clear_board"),
            ("reset", "clear_board"),
        ];
        for (line, wanted) in lines {
            assert_eq!(meaning(line, "hex"), wanted, "{line}");
        }
        assert_eq!(meaning("puzzle hard", "hashi"), "puzzle hard");
        assert_eq!(meaning("new", "hashi"), "puzzle");
        assert_eq!(meaning("reset", "hashi"), "reset");
        assert_eq!(meaning("move blue up", "ricochet"), "play blue up");
        assert_eq!(meaning("play a1 b1", "dots"), "a1 b1");
    }

    #[test]
    fn files_that_do_not_exist() {
        assert!(is_missing_file("nothere.sgf") && is_missing_file("games/nothere.json"));
        assert!(!is_missing_file("Cargo.toml") && !is_missing_file("(;FF[4] x.sgf") && !is_missing_file("https://x.org/a.txt"));
    }
}
