//! Names and lengths of functions, and what may be `pub`.

use std::collections::BTreeSet;

use crate::{SRC, all_sources, check_listed, check_none};

/// Longest function, in lines.
const MAX_FUNCTION_LINES: usize = 80;

/// Words that say neither what a function does nor what it returns. Single words that end in `ed` belong to them.
const PARTICIPLES: &[&str] = &[
    "after", "around", "before", "begun", "between", "beneath", "beyond", "broken", "brought", "built", "chosen", "done",
    "drawn", "fallen", "felt", "found", "given", "gone", "grown", "held", "kept", "known", "learnt", "left", "lost", "made",
    "meant", "met", "played", "seen", "sent", "shown", "spent", "stood", "sunk", "taken", "thought", "thrown", "told", "under",
    "undone", "upon", "whole", "within", "without", "won", "written",
];

/// Words that end in `ed` and are no participles.
const NO_PARTICIPLES: &[&str] = &["breed", "embed", "exceed", "feed", "need", "proceed", "seed", "shed", "speed", "spread"];

/// The list of known functions with such names, each after its file.
const PARTICIPLE_NAMES: &str = "tests/house/participles.txt";

fn is_participle(name: &str) -> bool {
    let ends = name.ends_with("ed") && !name.contains('_') && !NO_PARTICIPLES.contains(&name);
    ends || PARTICIPLES.contains(&name)
}

#[test]
fn functions_are_named_by_verbs_or_nouns() {
    let mut found = Vec::new();
    for source in SRC.iter() {
        let own = source.functions.iter().filter(|function| !function.is_in_trait_impl && is_participle(&function.name));
        found.extend(own.map(|function| format!("{} {}", source.name(), function.name)));
    }
    check_listed("a participle or preposition as a name", &found, PARTICIPLE_NAMES);
}

#[test]
fn functions_are_one_thought_long() {
    let mut found = Vec::new();
    for source in all_sources() {
        let long = source.functions.iter().filter(|function| function.lines > MAX_FUNCTION_LINES);
        found.extend(long.map(|function| format!("{} {}", source.name(), function.name)));
    }
    check_none("a function that is too long", found);
}

/// A module of a game is `pub` only if a program or another part of the library names it or what is below it.
#[test]
fn games_keep_what_is_theirs() {
    let mut named: BTreeSet<Vec<String>> = BTreeSet::new();
    for source in SRC.iter() {
        let used = source.uses.iter().map(|used| &used.path);
        for path in used.chain(source.paths.iter().map(|named| &named.path)) {
            let path: Vec<String> =
                path.iter().skip_while(|part| ["crate", "ludion"].contains(&part.as_str())).cloned().collect();
            let is_registry = source.module == ["games"] && path.first().is_some_and(|first| first != "games");
            let path = if is_registry { [source.module.clone(), path].concat() } else { path };
            if source.game().is_none() && path.first().is_some_and(|first| first == "games") {
                named.extend((1..=path.len()).map(|length| path[..length].to_vec()));
            }
        }
    }
    let mut wrong = Vec::new();
    for source in SRC.iter().filter(|source| source.game().is_some()) {
        for module in source.mods.iter().filter(|module| module.is_pub) {
            let path = [source.module.as_slice(), std::slice::from_ref(&module.name)].concat();
            if !named.contains(&path) {
                wrong.push(path.join("::"));
            }
        }
    }
    check_none("`pub`, and no one outside its game names it", wrong);
}

/// The list of known items that are `pub` for their own folder alone, each after its file.
const WIDE_ITEMS: &str = "tests/house/wide_items.txt";

/// An item is `pub` only if a file outside its game or room has its name. A type may also be `pub` because something of the room that
/// is `pub` has it in its signature.
#[test]
fn items_are_pub_only_for_others() {
    let mut found = Vec::new();
    for source in SRC.iter() {
        let Some(room) = source.room() else { continue };
        let (inside, outside): (Vec<_>, Vec<_>) = all_sources().partition(|other| other.path.starts_with(room));
        for item in &source.items {
            let is_used = outside.iter().any(|other| other.identifiers.contains(&item.name));
            let is_shown = item.is_type && inside.iter().any(|other| other.interface.contains(&item.name));
            if !is_used && !is_shown {
                found.push(format!("{} {}", source.name(), item.name));
            }
        }
    }
    check_listed("`pub`, and no other folder names it", &found, WIDE_ITEMS);
}
