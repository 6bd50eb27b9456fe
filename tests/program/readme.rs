//! The README is not stale: its dialogues are those of the program, and the files that it names exist.
//!
//! A dialogue is a block of code without a language below a heading of a game. A line at the margin is a request, the indented
//! lines below it are its reply, or its begin if they end with `...`; a reply that is not shown is not compared. Line breaks within a
//! reply and numbers of nodes do not count.

use std::path::Path;

use crate::process::{replies, run};

/// A request of the README with the reply that is shown, if one is.
struct Exchange<'a> {
    request: &'a str,
    reply: Vec<&'a str>,
}

fn readme() -> String {
    std::fs::read_to_string("README.md").expect("it can be read")
}

/// The dialogues, each with the heading above it.
fn dialogues(text: &str) -> Vec<(&str, Vec<Exchange<'_>>)> {
    let (mut found, mut heading, mut language) = (Vec::new(), "", None);
    for line in text.lines() {
        match (line.strip_prefix("```"), language) {
            (Some(name), None) => {
                language = Some(name);
                if name.is_empty() {
                    found.push((heading, Vec::new()));
                }
            }
            (Some(_), Some(_)) => language = None,
            (None, None) => heading = line.strip_prefix("### ").unwrap_or(heading),
            (None, Some("")) => {
                let (_, exchanges): &mut (&str, Vec<Exchange<'_>>) = found.last_mut().expect("a block has begun");
                match line.strip_prefix("    ") {
                    Some(reply) => exchanges.last_mut().expect("a request before a reply").reply.push(reply),
                    None => exchanges.push(Exchange { request: line, reply: Vec::new() }),
                }
            }
            (None, Some(_)) => {}
        }
    }
    found
}

/// The words of a text, without the numbers of nodes.
fn words(text: &str) -> Vec<String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let is_count = |place: usize| words.get(place + 1).is_some_and(|next| next.starts_with("nodes"));
    let word = |(place, word): (usize, &&str)| if is_count(place) { "...".to_owned() } else { (*word).to_owned() };
    words.iter().enumerate().map(word).collect()
}

#[test]
fn the_dialogues_are_those_of_the_program() {
    let text = readme();
    let dialogues = dialogues(&text);
    assert!(dialogues.len() >= 10, "a dialogue for each game");
    for (heading, exchanges) in dialogues {
        let input: String = exchanges.iter().map(|exchange| format!("{}\n", exchange.request)).collect();
        let ended = run(&["--command", "param threads 1"], input.as_bytes());
        let replies = replies(&ended.stdout);
        assert_eq!(replies.len(), exchanges.len(), "{heading}: {}{}", ended.stdout, ended.stderr);
        assert!(exchanges.iter().any(|exchange| !exchange.reply.is_empty()), "{heading}: no reply is shown");
        for (Exchange { request, reply }, found) in exchanges.iter().zip(&replies) {
            let found = found.strip_prefix('=').unwrap_or_else(|| panic!("{heading}: {request}: {found}"));
            if !reply.is_empty() {
                let (mut shown, mut found) = (words(&reply.join("\n")), words(found));
                if shown.pop_if(|last| last == "...").is_some() {
                    assert!(shown.len() < found.len(), "{heading}: {request}: nothing is left out");
                    found.truncate(shown.len());
                }
                assert_eq!(shown, found, "{heading}: {request}");
            }
        }
    }
}

#[test]
fn the_files_that_it_names_exist() {
    let text = readme();
    let (links, images) = (text.split("](").skip(1), text.split("src=\"").skip(1));
    let links = links.filter_map(|rest| rest.split(')').next()).map(|link| link.split('#').next().unwrap_or_default());
    let files: Vec<&str> = links.chain(images.filter_map(|rest| rest.split('"').next())).collect();
    let files: Vec<&str> = files.into_iter().filter(|file| !file.is_empty() && !file.contains("://")).collect();
    assert!(files.len() >= 15, "{files:?}");
    for file in files {
        assert!(Path::new(file).exists(), "{file}");
    }
}

#[test]
fn a_wrong_reply_is_seen() {
    let text = "### Hex\n```\nversion\n    0.0\n```\n```sh\nls\n```\n";
    let dialogues = dialogues(text);
    assert_eq!(dialogues.len(), 1);
    assert_eq!((dialogues[0].0, dialogues[0].1[0].request, &dialogues[0].1[0].reply[..]), ("Hex", "version", &["0.0"][..]));
    assert_eq!(words("depth 1,\n  14 nodes, b2"), words("depth 1, 20 nodes,  b2"));
    assert_ne!(words("depth 1, 14 nodes"), words("depth 2, 14 nodes"));
}
