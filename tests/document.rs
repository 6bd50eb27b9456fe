//! `protocol.md` and the tables agree: each command of each game stands there with its exact synopsis, each setting by its
//! key, and nothing stands there that does not exist.
//!
//! The forms that this test reads: a section begins with `## Title`, and a game's section bears the game's name; an item of
//! a section that describes a command is "- `synopsis`: ...", one below a heading "### Settings..." describes a setting.

use std::collections::{BTreeMap, BTreeSet};

#[allow(dead_code, reason = "each test uses its part of the module")]
mod process;

use process::Engine;

/// Sections whose items are commands of more than one game.
const GENERAL: &str = "general commands";
const SHARED: &str = "two-player games";

/// What the document describes.
#[derive(Default)]
struct Document {
    /// The synopses of each section, by its title in lower case.
    commands: BTreeMap<String, BTreeSet<String>>,
    /// The keys of the settings of each section.
    settings: BTreeMap<String, BTreeSet<String>>,
}

impl Document {
    fn read(text: &str, sections: &[String]) -> Document {
        let mut document = Document::default();
        let (mut section, mut settings) = (String::new(), false);
        for line in text.lines() {
            if let Some(title) = line.strip_prefix("## ") {
                (section, settings) = (title.to_lowercase(), false);
            } else if let Some(title) = line.strip_prefix("### ") {
                settings = title.starts_with("Settings");
            } else if let Some((item, _)) = line.strip_prefix("- `").and_then(|item| item.split_once("`: "))
                && sections.contains(&section)
            {
                let items = if settings { &mut document.settings } else { &mut document.commands };
                assert!(items.entry(section.clone()).or_default().insert(item.to_owned()), "{item} stands twice");
            }
        }
        document
    }

    fn commands(&self, section: &str) -> BTreeSet<String> {
        self.commands.get(section).cloned().unwrap_or_default()
    }

    fn settings(&self, section: &str) -> BTreeSet<String> {
        self.settings.get(section).cloned().unwrap_or_default()
    }
}

fn in_game(game: &str) -> Engine {
    Engine::start(&["--game", game])
}

/// The synopses of all commands that can be used in a game, from `help`.
fn synopses(game: &str) -> BTreeSet<String> {
    let help = in_game(game).expect("help");
    help.lines().map(|line| line.split_once(" - ").expect("usage - summary").0.to_owned()).collect()
}

fn keys(game: &str) -> BTreeSet<String> {
    let settings = in_game(game).expect("param");
    settings.lines().map(|line| line.split(' ').nth(1).expect("[type] key value").to_owned()).collect()
}

fn games() -> Vec<String> {
    let listed = in_game("hex").expect("list_games");
    listed.lines().map(|line| line.split_once(" - ").expect("name - summary").0.to_owned()).collect()
}

fn document() -> Document {
    let text = std::fs::read_to_string("protocol.md").expect("it can be read");
    let sections = [games(), vec![GENERAL.to_owned(), SHARED.to_owned()]].concat();
    Document::read(&text, &sections)
}

#[test]
fn commands_agree() {
    let document = document();
    let mut used: BTreeSet<String> = BTreeSet::new();
    for game in games() {
        let (exist, shared) = (synopses(&game), document.commands(SHARED));
        let shared: BTreeSet<String> = shared.intersection(&exist).cloned().collect();
        let described = &(&document.commands(GENERAL) | &shared) | &document.commands(&game);
        let missing: Vec<_> = exist.difference(&described).collect();
        let invented: Vec<_> = described.difference(&exist).collect();
        assert!(missing.is_empty() && invented.is_empty(), "{game}: protocol.md lacks {missing:?} and invents {invented:?}");
        used.extend(shared);
    }
    assert_eq!(used, document.commands(SHARED), "a shared command that no game has");
}

#[test]
fn settings_agree() {
    let document = document();
    for game in games() {
        assert_eq!(keys(&game), &document.settings(GENERAL) | &document.settings(&game), "{game}");
    }
}

#[test]
fn the_lists_agree() {
    for game in games() {
        let mut engine = in_game(&game);
        let listed: BTreeSet<String> = engine.expect("list_commands").lines().map(str::to_owned).collect();
        let helped = synopses(&game);
        assert_eq!(listed.len(), helped.len(), "{game}");
        for synopsis in helped {
            let name = synopsis.split(' ').next().unwrap_or_default().to_owned();
            assert_eq!(engine.expect(&format!("known_command {name}")), "true");
            assert_eq!(engine.expect(&format!("help {name}")).lines().next(), Some(synopsis.as_str()));
            assert!(listed.contains(&name), "{name}");
        }
    }
}
