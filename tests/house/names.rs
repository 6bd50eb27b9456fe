//! Names and lengths of functions, and what may be `pub`.

use std::collections::BTreeSet;

use crate::{SRC, all_sources, check_none};

/// Longest function, in lines.
const MAX_FUNCTION_LINES: usize = 80;

/// Words that say neither what a function does nor what it returns. Single words that end in `ed` belong to them.
const PARTICIPLES: &[&str] = &[
    "above", "across", "after", "against", "along", "around", "at", "before", "begun", "below", "beneath", "beside", "between",
    "beyond", "broken", "brought", "built", "by", "chosen", "done", "drawn", "fallen", "felt", "for", "found", "given", "gone",
    "grown", "held", "in", "inside", "kept", "known", "learnt", "left", "lost", "made", "meant", "met", "near", "of", "on",
    "outside", "over", "per", "played", "rebuilt", "seen", "sent", "shown", "since", "spent", "stood", "sunk", "taken", "than",
    "thought", "through", "thrown", "to", "told", "toward", "under", "undone", "unknown", "until", "upon", "via", "whole",
    "with", "within", "without", "won", "written",
];

/// Words that begin a name of several words which may end with a participle: questions, and verbs of which it is the object.
const OPENINGS: &[&str] = &[
    "are", "can", "check", "clear", "convolve", "count", "describe", "find", "has", "is", "join", "mark", "may", "pick", "pop",
    "print", "read", "remove", "require", "set", "stream", "unite",
];

/// Words that end in `ed` and are no participles.
const NO_PARTICIPLES: &[&str] = &["breed", "embed", "exceed", "feed", "need", "proceed", "seed", "shed", "speed", "spread"];

fn is_participle(word: &str) -> bool {
    PARTICIPLES.contains(&word) || word.ends_with("ed") && !NO_PARTICIPLES.contains(&word)
}

/// Returns whether a name says nothing by itself, or says what was done to a thing: `player_named`, not `is_named`.
fn is_bad_name(name: &str) -> bool {
    let Some((first, last)) = name.split_once('_') else { return is_participle(name) };
    let last = last.rsplit('_').next().unwrap_or(last);
    last.ends_with("ed") && is_participle(last) && !OPENINGS.contains(&first)
}

#[test]
fn names_are_told_apart() {
    for bad in ["of", "with", "across", "rebuilt", "unknown", "joined", "player_named", "limit_reached"] {
        assert!(is_bad_name(bad), "{bad}");
    }
    for good in ["winner", "seed", "is_solved", "rebuild_from_record", "has_failed", "memory_for"] {
        assert!(!is_bad_name(good), "{good}");
    }
}

#[test]
fn functions_are_named_by_verbs_or_nouns() {
    let mut found = Vec::new();
    for source in SRC.iter() {
        let own = source.functions.iter().filter(|function| {
            let is_sentence = (source.is_test || function.is_test) && function.name.contains('_');
            !function.is_in_trait_impl && !is_sentence && is_bad_name(&function.name)
        });
        found.extend(own.map(|function| format!("{} {}", source.name(), function.name)));
    }
    check_none("a participle or preposition as a name", found);
}

/// Words that end in `s` and are no verbs, or are another thing's.
const NO_VERBS: &[&str] = &[
    "As",
    "Bits",
    "Bridges",
    "Bytes",
    "Cells",
    "Codes",
    "Columns",
    "Games",
    "Islands",
    "Its",
    "Nodes",
    "Numbers",
    "Points",
    "Positions",
    "Rows",
    "Sides",
    "Steps",
    "Stones",
    "This",
    "Words",
];

/// Documentation of a function says what it does: its first word is a verb in the third person, as `Returns`.
#[test]
fn documentation_begins_with_a_verb() {
    let is_verb = |word: &str| {
        let word = word.trim_end_matches([':', ',']);
        word.ends_with('s')
            && word.starts_with(char::is_uppercase)
            && word.chars().all(char::is_alphabetic)
            && !NO_VERBS.contains(&word)
    };
    let mut found = Vec::new();
    for source in SRC.iter().filter(|source| !source.is_test) {
        let documented = source.functions.iter().filter(|function| !function.is_test);
        let wrong = documented.filter(|function| function.doc.as_ref().is_some_and(|word| !is_verb(word)));
        found.extend(wrong.map(|function| format!("{} {}", source.name(), function.name)));
    }
    check_none("a function whose documentation does not begin with a verb", found);
}

/// Identifiers are spelled as Rust's own are; prose and messages are British, with `-ize`.
#[test]
fn identifiers_are_spelled_alike() {
    let british = ["colour", "neighbour", "centre", "minimise", "maximise", "normalise", "initialise"];
    let mut found = Vec::new();
    for source in SRC.iter().filter(|source| !source.is_test) {
        let own = source.functions.iter().filter(|function| !function.is_test).map(|function| &function.name);
        let names = own.chain(source.items.iter().map(|item| &item.name));
        let wrong = names.filter(|name| british.iter().any(|word| name.to_lowercase().contains(word)));
        found.extend(wrong.map(|name| format!("{} {name}", source.name())));
    }
    check_none("spelled in another way than the rest", found);
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
    check_none("`pub`, and no other folder names it", found);
}

/// A function or method is `pub` only if another file has its name.
#[test]
fn functions_are_pub_only_for_other_files() {
    let mut wrong = Vec::new();
    for source in SRC.iter() {
        let is_used = |name: &str| all_sources().any(|other| other.path != source.path && other.identifiers.contains(name));
        let functions = source.functions.iter().filter(|function| function.is_pub && !function.is_test);
        wrong.extend(functions.filter(|function| !is_used(&function.name)).map(|of| format!("{} {}", source.name(), of.name)));
    }
    check_none("`pub`, and no other file names it", wrong);
}
