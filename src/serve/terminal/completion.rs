//! Completion of what a person types: commands, and arguments of the current game.

use std::sync::Arc;

use parking_lot::Mutex;
use rustyline::Helper;
use rustyline::completion::{Completer, FilenameCompleter};
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::validate::Validator;

use super::{request, words};
use crate::engine::Engine;
use crate::game::CommandInfo;

/// Commands whose argument is a file.
const WITH_FILE: [&str; 9] = ["load", "load_file", "loadsgf", "save", "savesgf", "svg", "png", "export", "review"];

/// The completion of the current line. Clones share its state.
#[derive(Clone, Default)]
pub(super) struct Completion {
    known: Arc<Mutex<Known>>,
    /// The line that is being typed.
    line: Arc<Mutex<String>>,
}

#[derive(Default)]
struct Known {
    commands: Vec<CommandInfo>,
    games: Vec<String>,
    /// The settings with their values, where these are words.
    settings: Vec<(String, Vec<String>)>,
    moves: Vec<String>,
    has_turns: bool,
}

impl Completion {
    /// Updates the candidates from the state of the engine.
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
        *self.known.lock() = Known {
            commands: engine.commands(),
            games: engine.games().map(str::to_owned).collect(),
            settings,
            has_turns: situation.to_move.is_some(),
            moves: situation.moves,
        };
    }

    /// Forgets the line that was typed last. Returns whether there was anything on it.
    pub fn take_line(&self) -> bool {
        !std::mem::take(&mut *self.line.lock()).trim().is_empty()
    }
}

impl Known {
    /// Returns the candidates for the next word after the complete words `before`.
    fn candidates(&self, before: &[&str]) -> Vec<String> {
        let names = self.commands.iter().map(|command| command.name.to_owned());
        let Some((&name, args)) = before.split_first() else {
            return names.chain(request::ALIASES.iter().map(|(word, _)| (*word).to_owned())).chain(self.moves.clone()).collect();
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

    /// Returns the candidates for an argument of a command: those that its usage tells, else the argument of its example.
    fn arguments(&self, name: &str, place: usize) -> Vec<String> {
        let Some(&CommandInfo { usage, summary, example, .. }) = self.commands.iter().find(|command| command.name == name) else {
            return Vec::new();
        };
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
        found.extend(keys(usage, summary));
        let mut example = example.split(' ');
        if example.next() == Some(name) && found.iter().all(String::is_empty) {
            found.extend(example.nth(place).map(str::to_owned));
        }
        found.retain(|word| !word.is_empty());
        found
    }
}

/// Returns the words `KEY=` and `KEY=VALUE` of a usage and a summary, such as `seed=N difficulty=easy|hard`.
fn keys(usage: &str, summary: &str) -> Vec<String> {
    let mut found = Vec::new();
    for word in usage.split(' ').chain(summary.split(' ')) {
        let Some((key, values)) = word.trim_matches(['[', ']', '.', ',', ':', '(', ')']).split_once('=') else { continue };
        // Another key may stand in the place of a value: `seed=N|day=YYYY-MM-DD`.
        let others = values.split('|').filter_map(|value| value.split_once('=')).map(|(key, _)| format!("{key}="));
        let is_list = values.contains('|') && !values.contains('=');
        match is_list {
            true => found.extend(values.split('|').map(|value| format!("{key}={value}"))),
            false => found.extend(std::iter::once(format!("{key}=")).chain(others)),
        }
    }
    found.retain(|word| word.split('=').next().is_some_and(|key| key.chars().all(|c| c.is_ascii_lowercase() || c == '_')));
    found
}

impl Completer for Completion {
    type Candidate = String;

    fn complete(&self, line: &str, place: usize, _: &rustyline::Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        let typed = &line[..place];
        let known = self.known.lock();
        let start = typed.rfind(' ').map_or(0, |at| at + 1);
        let before: Vec<&str> = typed[..start].split(' ').filter(|word| !word.is_empty()).collect();
        if before.len() == 1 && WITH_FILE.contains(&before[0]) {
            let (start, files) = FilenameCompleter::new().complete_path(line, place)?;
            return Ok((start, files.into_iter().map(|pair| pair.replacement).collect()));
        }
        let mut found: Vec<String> =
            known.candidates(&before).into_iter().filter(|word| word.starts_with(&typed[start..])).collect();
        // Of a move of several words, completes what follows the words already typed.
        let moves = known.moves.iter().filter(|mv| start > 0 && mv.starts_with(typed)).map(|mv| mv[start..].to_owned());
        found.extend(moves);
        found.sort_unstable();
        found.dedup();
        // A word that ends with `=` is followed by its value, without a space.
        let ended = |word: String| if word.ends_with('=') { word } else { format!("{word} ") };
        Ok((start, found.into_iter().map(ended).collect()))
    }
}

impl Hinter for Completion {
    type Hint = String;

    /// Suggests nothing, but notes the line.
    fn hint(&self, line: &str, _: usize, _: &rustyline::Context<'_>) -> Option<String> {
        line.clone_into(&mut self.line.lock());
        None
    }
}

impl Highlighter for Completion {}
impl Validator for Completion {}
impl Helper for Completion {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_and_their_values() {
        let found = keys("[KEY=VALUE]...", "makes a puzzle: size=10x10 difficulty=easy|hard unique=0|1");
        assert_eq!(found, ["size=", "difficulty=easy", "difficulty=hard", "unique=0", "unique=1"]);
        assert_eq!(keys("[easy|hard] [seed=N|day=YYYY-MM-DD]", ""), ["seed=", "day="]);
    }

    #[test]
    fn arguments_of_the_current_game() {
        let completion = Completion::default();
        completion.update(&Engine::default());
        let known = completion.known.lock();
        assert!(known.candidates(&[]).contains(&"f6".to_owned()) && known.candidates(&[]).contains(&"genmove".to_owned()));
        assert_eq!(known.candidates(&["param", "swap"]), ["none", "pieces", "sides"]);
        assert_eq!(known.candidates(&["play"]), ["black", "white"]);
        assert!(known.candidates(&["play", "b"]).contains(&"f6".to_owned()));
        assert_eq!(known.candidates(&["boardsize"]), ["11"]);
        assert!(known.candidates(&["game"]).contains(&"nim".to_owned()));
        assert_eq!(known.candidates(&["showboard"]), ["plain", "color"]);
        assert_eq!(known.candidates(&["review"]), ["seconds=", "from=", "to="]);
    }
}
