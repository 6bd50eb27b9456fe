//! The licences of what the programs are built from.

use std::fs;
use std::process::Command;

use crate::check_none;

/// Returns the licences that deny.toml allows.
fn allowed_licences() -> Vec<String> {
    let text = fs::read_to_string("deny.toml").expect("it can be read");
    let list = text.lines().find(|line| line.starts_with("allow = [")).expect("it has a list of licences on one line");
    list.split('"').skip(1).step_by(2).map(str::to_owned).collect()
}

/// Whether an SPDX expression can be met by allowed licences alone.
fn is_allowed(expression: &str, allowed: &[String]) -> bool {
    let expression = expression.replace('/', " OR ");
    let one_of = |choice: &str| {
        let choice = choice.trim().trim_matches(['(', ')']);
        choice.split(" OR ").any(|licence| allowed.iter().any(|name| name == licence.trim().trim_matches(['(', ')'])))
    };
    expression.split(" AND ").all(one_of)
}

#[test]
fn licences_are_free() {
    let arguments = ["tree", "--offline", "--edges", "normal,build", "--prefix", "none", "--format", "{p}|{l}"];
    let output = Command::new(env!("CARGO")).args(arguments).output().expect("cargo runs");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.lines().count() > 10, "{}", String::from_utf8_lossy(&output.stderr));
    let allowed = allowed_licences();
    let wrong = text.lines().filter(|line| {
        let licence = line.split_once('|').map_or("", |(_, licence)| licence.trim_end_matches(" (*)"));
        !is_allowed(licence, &allowed)
    });
    check_none("a licence that is not on the list", wrong.map(str::to_owned));
    let is_met = |expression| is_allowed(expression, &allowed);
    assert!(!is_met("GPL-3.0") && !is_met("") && is_met("(MIT OR Apache-2.0) AND Unicode-3.0"));
}
