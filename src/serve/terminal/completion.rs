//! Completion of what a person types: commands, and arguments of the current game.

use std::sync::Arc;

use parking_lot::Mutex;
use rustyline::Helper;
use rustyline::completion::{Completer, FilenameCompleter};
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::validate::Validator;

use super::words;
use crate::engine::Engine;

/// Commands whose argument is a file.
const WITH_FILE: [&str; 7] = ["load", "load_file", "loadsgf", "save", "svg", "png", "export"];

/// What can be typed now. Clones share it.
#[derive(Clone, Default)]
pub(super) struct Completion(Arc<Mutex<Known>>);

#[derive(Default)]
struct Known {
    /// The commands with their usages and examples.
    commands: Vec<(&'static str, &'static str, &'static str)>,
    games: Vec<String>,
    /// The settings with their values, where these are words.
    settings: Vec<(String, Vec<String>)>,
    moves: Vec<String>,
    has_turns: bool,
}

impl Completion {
    /// Takes over what can be typed now.
    pub fn update(&self, engine: &Engine) {
        let situation = engine.situation();
        let values = |form: &str| match form.split_once('/') {
            Some(("list", words)) => words.split('/').map(str::to_owned).collect(),
            _ if form == "bool" => vec!["0".to_owned(), "1".to_owned()],
            _ => Vec::new(),
        };
        let mut settings: Vec<_> = engine.params().iter().map(|param| (param.key.to_owned(), values(&param.form))).collect();
        if situation.to_move.is_some() {
            settings.push((words::OPPONENT.to_owned(), ["b", "w", "none"].map(str::to_owned).to_vec()));
        }
        *self.0.lock() = Known {
            commands: engine.commands().iter().map(|command| (command.name, command.usage, command.example)).collect(),
            games: engine.games().map(str::to_owned).collect(),
            settings,
            has_turns: situation.to_move.is_some(),
            moves: situation.moves,
        };
    }
}

impl Known {
    /// Returns the words that may stand after `before`, which are complete; without any the first word of a line.
    fn candidates(&self, before: &[&str]) -> Vec<String> {
        let names = self.commands.iter().map(|command| command.0.to_owned());
        let Some((&name, args)) = before.split_first() else {
            return names.chain(words::ALIASES.iter().map(|(word, _)| (*word).to_owned())).chain(self.moves.clone()).collect();
        };
        match (name, args) {
            ("game", []) => self.games.clone(),
            ("help" | "known_command", []) => names.collect(),
            ("param", []) => self.settings.iter().map(|(key, _)| key.clone()).collect(),
            ("param", [key]) => {
                let setting = self.settings.iter().find(|(known, _)| known == key);
                setting.map_or_else(Vec::new, |(_, values)| values.clone())
            }
            ("play", []) if !self.has_turns => self.moves.clone(),
            _ => self.arguments(name, args.len()),
        }
    }

    /// Returns the arguments of a command at a place by its usage, and that of its example.
    fn arguments(&self, name: &str, place: usize) -> Vec<String> {
        let Some((_, usage, example)) = self.commands.iter().find(|command| command.0 == name) else { return Vec::new() };
        let word = usage.split(' ').nth(place).unwrap_or_default().trim_matches(['[', ']', '.']);
        let mut found: Vec<String> = match word {
            "COLOR" => vec!["black".to_owned(), "white".to_owned()],
            "MOVE" | "POINT" | "V" => self.moves.clone(),
            _ => word
                .split('|')
                .filter(|word| word.chars().all(|c| c.is_ascii_lowercase() || c == '_'))
                .map(str::to_owned)
                .collect(),
        };
        let mut example = example.split(' ');
        if example.next() == Some(name) && found.iter().all(String::is_empty) {
            found.extend(example.nth(place).map(str::to_owned));
        }
        found.retain(|word| !word.is_empty());
        found
    }
}

impl Completer for Completion {
    type Candidate = String;

    fn complete(&self, line: &str, place: usize, _: &rustyline::Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        let typed = &line[..place];
        let known = self.0.lock();
        let start = typed.rfind(' ').map_or(0, |at| at + 1);
        let before: Vec<&str> = typed[..start].split(' ').filter(|word| !word.is_empty()).collect();
        if before.len() == 1 && WITH_FILE.contains(&before[0]) {
            let (start, files) = FilenameCompleter::new().complete_path(line, place)?;
            return Ok((start, files.into_iter().map(|pair| pair.replacement).collect()));
        }
        let mut found: Vec<String> =
            known.candidates(&before).into_iter().filter(|word| word.starts_with(&typed[start..])).collect();
        // A move of several words goes on where its first words stand.
        let moves = known.moves.iter().filter(|mv| start > 0 && mv.starts_with(typed)).map(|mv| mv[start..].to_owned());
        found.extend(moves);
        found.sort_unstable();
        found.dedup();
        Ok((start, found.into_iter().map(|word| format!("{word} ")).collect()))
    }
}

impl Hinter for Completion {
    type Hint = String;
}

impl Highlighter for Completion {}
impl Validator for Completion {}
impl Helper for Completion {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_of_the_current_game() {
        let completion = Completion::default();
        completion.update(&Engine::default());
        let known = completion.0.lock();
        assert!(known.candidates(&[]).contains(&"f6".to_owned()) && known.candidates(&[]).contains(&"genmove".to_owned()));
        assert_eq!(known.candidates(&["param", "swap"]), ["none", "pieces", "sides"]);
        assert_eq!(known.candidates(&["play"]), ["black", "white"]);
        assert!(known.candidates(&["play", "b"]).contains(&"f6".to_owned()));
        assert_eq!(known.candidates(&["boardsize"]), ["11"]);
        assert!(known.candidates(&["game"]).contains(&"nim".to_owned()));
        assert_eq!(known.candidates(&["showboard"]), ["plain", "color"]);
    }
}
