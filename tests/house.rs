//! The rules of the house, as far as a text search can tell: who may import whom, what a file must have, how long it may be.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Longest file, in lines.
const MOST_LINES: usize = 500;

/// The floors, from the top, as the table in `src/lib.rs` has them; those on one line may import each other.
fn floors() -> BTreeMap<String, usize> {
    let map = fs::read_to_string("src/lib.rs").expect("it can be read");
    let rows = map.lines().filter_map(|line| line.strip_prefix("//! | [`"));
    let mut floors = BTreeMap::from([("bench".to_owned(), 0)]);
    for (number, row) in rows.enumerate() {
        let modules = row.split(" | ").next().unwrap_or_default();
        for module in modules.split(", ") {
            floors.insert(module.trim_matches(['[', ']', '`']).to_owned(), number + 1);
        }
    }
    floors
}

/// A file of Rust, with its tests cut off where they stand at its end.
struct Source {
    path: PathBuf,
    text: String,
}

impl Source {
    /// The part of the product.
    fn product(&self) -> &str {
        self.text.split("#[cfg(test)]").next().unwrap_or_default()
    }

    fn name(&self) -> String {
        self.path.display().to_string()
    }

    /// `games/hex/board.rs` is in `games`.
    fn floor(&self) -> String {
        let inner = self.path.strip_prefix("src").expect("it is below src");
        inner
            .components()
            .next()
            .map(|part| part.as_os_str().to_string_lossy().trim_end_matches(".rs").to_owned())
            .unwrap_or_default()
    }

    /// Which game it belongs to.
    fn game(&self) -> Option<String> {
        let inner = self.path.strip_prefix("src/games").ok()?;
        let first = inner.components().next()?.as_os_str().to_string_lossy().into_owned();
        (first != "mod.rs").then(|| first.trim_end_matches(".rs").to_owned())
    }

    /// The modules at the top of the crate that its code names by `crate::`.
    fn imports(&self) -> Vec<String> {
        let mut modules = Vec::new();
        for line in self.product().lines().filter(|line| !is_comment(line)) {
            assert!(!line.contains("crate::{"), "{}: one line for each module, please: {line}", self.name());
            modules.extend(line.split("crate::").skip(1).map(first_name));
        }
        modules
    }
}

fn first_name(text: &str) -> String {
    text.trim().chars().take_while(|&c| c.is_ascii_alphanumeric() || c == '_').collect()
}

fn is_comment(line: &str) -> bool {
    line.trim_start().starts_with("//")
}

fn sources(folder: &str) -> Vec<Source> {
    let mut found = Vec::new();
    let mut folders = vec![Path::new(folder).to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("it can be listed") {
            let path = entry.expect("it can be listed").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                let text = fs::read_to_string(&path).expect("it is text");
                found.push(Source { path, text });
            }
        }
    }
    assert!(!found.is_empty());
    found
}

fn all_sources() -> Vec<Source> {
    [sources("src"), sources("tests")].into_iter().flatten().collect()
}

#[track_caller]
fn check_none(what: &str, offenders: impl Iterator<Item = String>) {
    let offenders: Vec<String> = offenders.collect();
    assert!(offenders.is_empty(), "{what}:\n{}", offenders.join("\n"));
}

#[test]
fn files_are_one_idea_long() {
    let files = all_sources();
    let long = files.iter().filter(|file| file.text.lines().count() > MOST_LINES);
    check_none("too long", long.map(|file| format!("{}: {} lines", file.name(), file.text.lines().count())));
}

#[test]
fn files_say_what_they_are() {
    let files = all_sources();
    check_none("no `//!` at the top", files.iter().filter(|file| !file.text.starts_with("//! ")).map(Source::name));
    let nouns = ["util", "utils", "common", "misc", "helpers", "defs"];
    let vague = files.iter().filter(|file| {
        file.path.iter().any(|part| nouns.iter().any(|noun| part.to_string_lossy().trim_end_matches(".rs") == *noun))
    });
    check_none("a name that says nothing", vague.map(Source::name));
}

#[test]
fn imports_go_down() {
    let floors = floors();
    assert!(floors.len() > 10, "{floors:?}");
    let mut wrong = Vec::new();
    for file in sources("src").iter().filter(|file| !["main", "arguments", "lib", "bin", "lab"].contains(&file.floor().as_str()))
    {
        let own = floors.get(&file.floor()).unwrap_or_else(|| panic!("{} is not in the table of src/lib.rs", file.name()));
        for module in file.imports() {
            match floors.get(&module) {
                Some(other) if other >= own => {}
                Some(_) => wrong.push(format!("{} imports {module}", file.name())),
                None => wrong.push(format!("{} imports {module}, which is not in the table of src/lib.rs", file.name())),
            }
        }
    }
    check_none("imports from above", wrong.into_iter());
}

#[test]
fn games_do_not_know_each_other() {
    let files = sources("src/games");
    let games: Vec<String> = files.iter().filter_map(Source::game).collect();
    let mut wrong = Vec::new();
    for file in &files {
        let Some(own) = file.game() else { continue };
        for line in file.product().lines().filter(|line| !is_comment(line)) {
            let others = games.iter().filter(|&game| *game != own && line.contains(&format!("games::{game}")));
            wrong.extend(others.map(|game| format!("{} knows {game}", file.name())));
        }
    }
    check_none("games know each other", wrong.into_iter());
}

#[test]
fn few_files_of_a_game_know_the_protocol() {
    let speaks = |path: &Path| {
        let inner = path.strip_prefix("src/games").expect("it is below games");
        let second = inner.components().nth(1).map(|part| part.as_os_str().to_string_lossy().trim_end_matches(".rs").to_owned());
        second.is_some_and(|part| part == "notation" || part.starts_with("commands"))
    };
    let wrong =
        sources("src/games").into_iter().filter(|file| !speaks(&file.path) && file.imports().contains(&"protocol".to_owned()));
    check_none("knows the protocol", wrong.map(|file| file.name()));
}

#[test]
fn only_front_ends_print() {
    let allowed = |file: &Source| {
        file.path.starts_with("src/serve") || ["bench", "main", "arguments", "bin"].contains(&file.floor().as_str())
    };
    let prints = |line: &&str| ["print!(", "println!(", "eprint!(", "eprintln!(", "dbg!("].iter().any(|name| line.contains(name));
    let mut wrong = Vec::new();
    for file in sources("src").iter().filter(|file| !allowed(file)) {
        wrong.extend(
            file.product().lines().filter(|line| !is_comment(line)).filter(prints).map(|line| format!("{}: {line}", file.name())),
        );
    }
    check_none("prints", wrong.into_iter());
    let stdout = sources("src")
        .into_iter()
        .filter(|file| !file.path.starts_with("src/serve") && !["main", "bench", "bin"].contains(&file.floor().as_str()));
    check_none("touches stdout", stdout.filter(|file| file.product().contains("stdout()")).map(|file| file.name()));
}

#[test]
fn no_unsafe_and_no_globals_that_change() {
    let words = ["unsafe {", "unsafe fn", "unsafe impl", "static mut", "thread_local!", "allow(unsafe_code"];
    let mut wrong = Vec::new();
    for file in sources("src") {
        for line in file.text.lines().filter(|line| !is_comment(line)) {
            wrong.extend(words.iter().filter(|word| line.contains(**word)).map(|word| format!("{}: {word}", file.name())));
        }
    }
    check_none("not in this house", wrong.into_iter());
}

#[test]
fn every_dependency_has_its_reason() {
    let manifest = fs::read_to_string("Cargo.toml").expect("it can be read");
    let (mut wrong, mut in_dependencies, mut explained, mut count) = (Vec::new(), false, false, 0);
    for line in manifest.lines() {
        if line.starts_with('[') {
            (in_dependencies, explained) = (line.trim_end_matches(']').ends_with("dependencies"), false);
        } else if line.starts_with('#') {
            explained = true;
        } else if line.is_empty() {
            explained = false;
        } else if in_dependencies {
            count += 1;
            // A reason serves the lines below it up to the next one: what belongs together stands together.
            if !explained {
                wrong.push(line.to_owned());
            }
        }
    }
    assert!(count > 10, "{count} dependencies");
    check_none("a dependency without a reason", wrong.into_iter());
}
