//! The help of the terminal: the commands in groups, those of play with their summaries; and what a game or a setting is.

use super::{request, words};
use crate::engine::Engine;
use crate::game::CommandInfo;
use crate::game::about::Situation;
use crate::protocol::wrap;

/// The commands of play, in the order of help.
const PLAY: [&str; 15] = [
    "hint",
    "explain",
    "undo",
    "redo",
    "reset",
    "check",
    "genmove",
    "moves",
    "boardsize",
    "clear_board",
    "generate",
    "puzzle",
    "next",
    "solve",
    "review",
];

/// The other groups but the last, which has what is in none.
const GROUPS: [(&str, &[&str]); 3] = [
    ("lessons", &["lessons", "lesson", "judge"]),
    (
        "files",
        &[
            "load",
            "load_file",
            "load_text",
            "load_part",
            "loadsgf",
            "loadsgf_text",
            "save",
            "savesgf",
            "save_text",
            "position",
            "url",
            "sgf",
            "pgn",
            "game_id",
            "svg",
            "png",
            "export",
        ],
    ),
    ("games and settings", &["game", "param", "time_settings", "time_left", "help", "quit"]),
];

/// What other programs send, besides names with a hyphen; `help all` has them.
const FOR_PROGRAMS: [&str; 15] = [
    "protocol_version",
    "name",
    "version",
    "list_commands",
    "list_games",
    "known_command",
    "stop",
    "play",
    "reg_genmove",
    "search_analyze",
    "komi",
    "param_game",
    "param_dfpn",
    "param_solver_ice",
    "param_player_board",
];

/// The name of the last group.
const REST: &str = "analysis";

/// Returns the help of the current game, on a screen: a move, the commands of play, and the names of the others that people use.
pub(super) fn text(engine: &Engine, situation: &Situation, width: usize) -> String {
    let commands = engine.commands();
    let find = |name: &&str| commands.iter().find(|command| command.name == *name);
    let mut lines: Vec<String> = Vec::new();
    if let Some(mv) = words::example_move(situation) {
        lines.push(wrap(&words::translate(engine, &format!("`{mv}` {}.", engine.about().play())), width));
    }
    lines.extend(PLAY.iter().filter_map(find).map(|command| wrap(first_clause(&line(command)), width)));
    let is_grouped = |name: &str| {
        name.contains('-')
            || PLAY.contains(&name)
            || FOR_PROGRAMS.contains(&name)
            || GROUPS.iter().any(|(_, names)| names.contains(&name))
    };
    let rest: Vec<&str> = commands.iter().map(|command| command.name).filter(|name| !is_grouped(name)).collect();
    let group = |title: &str, names: &[&str]| {
        let names: Vec<&str> = names.iter().copied().filter(|name| find(name).is_some()).collect();
        (!names.is_empty()).then(|| wrap(&words::translate(engine, &format!("{title}: {}", names.join(", "))), width))
    };
    lines.extend(group(REST, &rest));
    lines.extend(GROUPS.iter().filter_map(|(title, names)| group(title, names)));
    let more = "`help NAME` explains a command, a game or a setting; `help all` lists all.";
    lines.push(wrap(&words::translate(engine, more), width));
    lines.join("\n")
}

/// Returns a text up to its first colon or semicolon before a space.
fn first_clause(text: &str) -> &str {
    let end = [": ", "; "].into_iter().filter_map(|sign| text.find(sign)).min();
    &text[..end.unwrap_or(text.len())]
}

fn line(command: &CommandInfo) -> String {
    format!("{} - {}", command.synopsis(), command.summary)
}

/// Returns the help on a topic that is no command: a game, a setting, or a word for a command.
pub(super) fn topic(engine: &Engine, topic: &str) -> Option<String> {
    if topic == "all" {
        return Some(engine.commands().iter().map(line).collect::<Vec<_>>().join("\n"));
    }
    if topic == words::OPPONENT {
        return Some(words::translate(engine, "param opponent b|w|none: the side that the engine plays by itself"));
    }
    if let Some(about) = engine.about_game(topic) {
        let texts = [about.title(), about.rules(), &format!("`game {}` plays it.", about.name)];
        let [title, rules, play] = texts.map(|text| words::translate(engine, text));
        return Some(format!("{title}. {rules}\n{play}"));
    }
    if let Some(param) = engine.params().iter().find(|param| param.key == topic) {
        return Some(format!("param {} - {}: {}; it is {}", param.key, param.summary, param.range, param.value));
    }
    let (_, names) = request::ALIASES.iter().find(|(word, _)| *word == topic)?;
    names.iter().find_map(|name| engine.find(name)).map(|command| format!("{topic} is {}", line(&command)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn help_fits_a_screen_and_names_what_people_use() {
        let mut engine = Engine::default();
        for game in engine.abouts().iter().map(|about| about.name) {
            crate::serve::ask(&mut engine, &format!("game {game}")).expect("a game");
            let help = text(&engine, &engine.situation(), 80);
            // Of 24 lines one has the request, and one the next prompt.
            assert!(help.lines().count() <= 22, "{game}: {} lines\n{help}", help.lines().count());
            assert!(help.lines().all(|line| line.chars().count() <= 80), "{help}");
            let all = topic(&engine, "all").expect("a topic");
            let words: Vec<&str> = help.split([' ', '\n', ',']).collect();
            for command in engine.commands() {
                let is_for_programs = command.name.contains('-') || FOR_PROGRAMS.contains(&command.name);
                assert!(is_for_programs || words.contains(&command.name), "{game}: help lacks {}", command.name);
                assert!(all.lines().any(|line| line.starts_with(&format!("{} ", command.name))), "{game}: {}", command.name);
            }
        }
    }

    #[test]
    fn topics() {
        let engine = Engine::default();
        assert!(topic(&engine, "nim").is_some_and(|text| text.ends_with("`game nim` plays it.")));
        assert!(topic(&engine, "level").is_some_and(|text| text.starts_with("param level - ")));
        assert!(topic(&engine, "new").is_some_and(|text| text.starts_with("new is clear_board - ")));
        assert_eq!(topic(&engine, "genmove"), None);
    }
}
