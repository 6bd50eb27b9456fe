//! The rules of the code, checked by syntax: imports, lengths of files and functions, names, dependencies.

use std::fs;
use std::sync::LazyLock;

mod graph;
mod imports;
mod licences;
mod names;
mod source;

use source::Source;

/// Longest file, in lines.
const MAX_LINES: usize = 500;

/// The files of the library and its programs.
static SRC: LazyLock<Vec<Source>> = LazyLock::new(|| source::read_all("src"));

/// The files of the tests.
static TESTS: LazyLock<Vec<Source>> = LazyLock::new(|| source::read_all("tests"));

fn all_sources() -> impl Iterator<Item = &'static Source> {
    SRC.iter().chain(TESTS.iter())
}

/// Fails with a list of what breaks a rule.
#[track_caller]
fn check_none(what: &str, offenders: impl IntoIterator<Item = String>) {
    let offenders: Vec<String> = offenders.into_iter().collect();
    assert!(offenders.is_empty(), "{what}:\n{}", offenders.join("\n"));
}

#[test]
fn files_are_one_idea_long() {
    let lines = |source: &Source| source.text.lines().count();
    let long = all_sources().filter(|source| lines(source) > MAX_LINES);
    check_none("too long", long.map(|source| format!("{}: {} lines", source.name(), lines(source))));
}

#[test]
fn files_say_what_they_are() {
    check_none("no `//!` at the top", all_sources().filter(|source| !source.text.starts_with("//! ")).map(Source::name));
    let nouns = ["util", "utils", "common", "misc", "helpers", "defs"];
    let vague = all_sources().filter(|source| source.module.iter().any(|part| nouns.contains(&part.as_str())));
    check_none("a name that says nothing", vague.map(Source::name));
}

#[test]
fn only_front_ends_print() {
    let prints = ["print!", "println!", "eprint!", "eprintln!", "dbg!", "stdout", "stderr"];
    let allowed = ["serve", "bench", "main", "arguments", "bin"];
    let others = SRC.iter().filter(|source| !allowed.contains(&source.floor()));
    let wrong = others.flat_map(|source| {
        let printing = source.calls.iter().filter(|call| prints.contains(&call.as_str()));
        printing.map(|call| format!("{}: {call}", source.name()))
    });
    check_none("prints", wrong);
}

/// Files in which a measurement justifies `unsafe`; each block in them has its proof.
const UNSAFE_FILES: &[&str] = &[
    "src/allocator.rs",
    "src/games/hex/net/kernel.rs",
    "src/games/hex/net/kernel/amx.rs",
    "src/games/hex/net/kernel/portable.rs",
    "src/games/hex/net/kernel/words.rs",
    "src/games/hex/net/kernel/x86.rs",
];

#[test]
fn no_unsafe_and_no_globals_that_change() {
    let dangers = |source: &'static Source| source.dangers.iter().map(|danger| format!("{}: {danger}", source.name()));
    let safe = SRC.iter().filter(|source| !UNSAFE_FILES.contains(&source.name().as_str()));
    check_none("not in this house", safe.flat_map(dangers));
    let threads = SRC.iter().filter(|source| source.calls.iter().any(|call| call == "thread_local!"));
    check_none("thread_local!", threads.map(Source::name));
}

#[test]
fn every_dependency_has_its_reason() {
    let manifest = fs::read_to_string("Cargo.toml").expect("it can be read");
    let (mut wrong, mut in_dependencies, mut is_explained, mut count) = (Vec::new(), false, false, 0);
    for line in manifest.lines() {
        if line.starts_with('[') {
            (in_dependencies, is_explained) = (line.trim_end_matches(']').ends_with("dependencies"), false);
        } else if line.starts_with('#') {
            is_explained = true;
        } else if line.is_empty() {
            is_explained = false;
        } else if in_dependencies {
            count += 1;
            // A reason serves the lines below it up to the next one: what belongs together stands together.
            if !is_explained {
                wrong.push(line.to_owned());
            }
        }
    }
    assert!(count > 10, "{count} dependencies");
    check_none("a dependency without a reason", wrong);
}
