//! `protocol.md` and the tables agree: each command of each game stands there with its exact synopsis, each setting by its
//! key, and nothing stands there that does not exist.
//!
//! The forms that this test reads: a section begins with `## Title`, and a game's section bears the game's name; an item of
//! a section that describes a command is "- `synopsis`: ...", one below a heading "### Settings..." describes a setting.
//!
//! The table of all commands in it is generated: `LUDION_BLESS=1 cargo test --test program document` rewrites it.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use crate::process::{Engine, run};

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

/// The lines around the generated table.
const TABLE: (&str, &str) = ("<!-- generated: the commands -->\n", "<!-- end of the commands -->\n");

/// All commands: those with the same synopsis and summary are one row, with the games that have them.
fn table_of_commands() -> String {
    let games = games();
    let mut rows: Vec<(String, String, Vec<&str>)> = Vec::new();
    for game in games.iter().map(String::as_str) {
        let help = in_game(game).expect("help");
        for (synopsis, summary) in help.lines().map(|line| line.split_once(" - ").expect("usage - summary")) {
            match rows.iter_mut().find(|row| (row.0.as_str(), row.1.as_str()) == (synopsis, summary)) {
                Some(row) => row.2.push(game),
                None => rows.push((synopsis.to_owned(), summary.to_owned(), vec![game])),
            }
        }
    }
    let mut table = "| command | what it does | games |\n|---|---|---|\n".to_owned();
    for (synopsis, summary, having) in rows {
        // A bar ends a cell.
        let (synopsis, summary) = (synopsis.replace('|', "\\|"), summary.replace('|', "\\|").replace('<', "&lt;"));
        let having = if having.len() == games.len() { "all".to_owned() } else { having.join(", ") };
        writeln!(table, "| `{synopsis}` | {summary} | {having} |").expect("it is memory");
    }
    table
}

#[test]
fn the_table_of_commands_is_generated() {
    let text = std::fs::read_to_string("protocol.md").expect("it can be read");
    let (head, rest) = text.split_once(TABLE.0).expect("the begin of the table");
    let (found, tail) = rest.split_once(TABLE.1).expect("the end of the table");
    let wanted = table_of_commands();
    if std::env::var_os("LUDION_BLESS").is_some_and(|value| value == "1") {
        let text = [head, TABLE.0, wanted.as_str(), TABLE.1, tail].concat();
        std::fs::write("protocol.md", text).expect("it can be written");
        return;
    }
    for (found, wanted) in found.lines().zip(wanted.lines()) {
        assert_eq!(found, wanted);
    }
    assert_eq!(found.lines().count(), wanted.lines().count(), "rows of the table");
}

#[test]
fn manual_pages_of_the_commands() {
    let print = |arguments: &[&str]| {
        let ended = run(arguments, b"");
        (ended.status.code(), ended.stdout)
    };
    let (status, page) = print(&["man"]);
    assert_eq!(status, Some(0));
    for text in ["ludion\\-bench(1)", ".SH TERMINAL", ".SH GAMES", "connect4 - "] {
        assert!(page.contains(text), "the manual page lacks {text}");
    }
    for command in ["bench", "analysis", "help", "man", "completions"] {
        let (status, page) = print(&["man", command]);
        assert!(status == Some(0) && page.contains(&format!("ludion {command}")), "{command}: {page}");
        assert!(page.contains(&format!(".TH ludion-{command} 1  \"ludion {}\"", env!("CARGO_PKG_VERSION"))), "{command}: {page}");
    }
    assert_eq!(print(&["man", "chess"]).0, Some(2));
}

#[test]
fn completions_know_the_games() {
    let bash = run(&["completions", "bash"], b"").stdout;
    assert!(bash.contains("-W \"hex dots ") && bash.contains("threads"), "{bash}");
}

#[test]
fn the_help_of_games_fits_a_screen() {
    for game in games() {
        let help = run(&["help", &game], b"").stdout;
        assert!(help.contains(&format!("`ludion --game {game}`")), "{help}");
        let first = help.lines().next().unwrap_or_default();
        assert!(first.split_once(": ").is_none_or(|(title, summary)| !summary.starts_with(title)), "{first}");
        let longest = help.lines().map(|line| line.chars().count()).max();
        assert!(longest <= Some(90), "{game}: a line of {longest:?} columns");
    }
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
