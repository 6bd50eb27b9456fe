//! The licences of what the programs are built from.

use std::process::Command;

use crate::check_none;

/// Licences that ask for no more than their text.
const ALLOWED: &[&str] =
    &["0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "ISC", "MIT", "Unicode-3.0", "Unlicense", "Zlib"];

/// Whether an SPDX expression can be met by allowed licences alone.
fn is_allowed(expression: &str) -> bool {
    let expression = expression.replace('/', " OR ");
    let one_of = |choice: &str| {
        let choice = choice.trim().trim_matches(['(', ')']);
        choice.split(" OR ").any(|licence| ALLOWED.contains(&licence.trim().trim_matches(['(', ')'])))
    };
    expression.split(" AND ").all(one_of)
}

#[test]
fn licences_are_free() {
    let arguments = ["tree", "--offline", "--edges", "normal,build", "--prefix", "none", "--format", "{p}|{l}"];
    let output = Command::new(env!("CARGO")).args(arguments).output().expect("cargo runs");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.lines().count() > 10, "{}", String::from_utf8_lossy(&output.stderr));
    let wrong = text.lines().filter(|line| {
        let licence = line.split_once('|').map_or("", |(_, licence)| licence.trim_end_matches(" (*)"));
        !is_allowed(licence)
    });
    check_none("a licence that is not on the list", wrong.map(str::to_owned));
    assert!(!is_allowed("GPL-3.0") && !is_allowed("") && is_allowed("(MIT OR Apache-2.0) AND Unicode-3.0"));
}
