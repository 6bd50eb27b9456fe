//! Replays transcripts through the real binary: the files of `tests/transcripts`, and every example of `protocol.md`.
//! `LUDION_BLESS=1 cargo test --test program transcripts` rewrites the expected replies; read the difference.
//!
//! A reply begins with `=` or `?` and ends at the first empty line. All other lines are input. Times in replies are not compared.

use std::fs;
use std::path::{Path, PathBuf};

use ludion::protocol::{Line, parse};

use crate::process::{check_all, replies, run};

/// A transcript: the input, and the expected replies.
#[derive(Debug, Default, PartialEq, Eq)]
struct Transcript {
    input: Vec<String>,
    replies: Vec<String>,
}

impl Transcript {
    fn read(text: &str) -> Transcript {
        let mut transcript = Transcript::default();
        let mut lines = text.lines();
        while let Some(line) = lines.next() {
            if !line.starts_with(['=', '?']) {
                transcript.input.push(line.to_owned());
                continue;
            }
            let rest = lines.by_ref().take_while(|line| !line.is_empty());
            let reply: Vec<&str> = std::iter::once(line).chain(rest).collect();
            transcript.replies.push(reply.join("\n"));
        }
        transcript
    }

    /// Runs the input through the engine and returns its replies.
    fn replay(&self) -> Vec<String> {
        let ended = run(&[], (self.input.join("\n") + "\n").as_bytes());
        assert_eq!((ended.status.code(), ended.stderr.as_str()), (Some(0), ""));
        replies(&ended.stdout).iter().map(|reply| without_times(reply.trim_end_matches('\n'))).collect()
    }

    /// Renders the dialogue with these replies, each after its request.
    fn render(&self, replies: &[String]) -> String {
        let mut replies = replies.iter();
        let mut text = String::new();
        for line in &self.input {
            text.push_str(&format!("{line}\n"));
            if !matches!(parse(line.as_bytes()), Line::Blank | Line::Interrupt) {
                text.extend(replies.next().map(|reply| format!("{reply}\n\n")));
            }
        }
        text
    }

    fn check(&self, name: &str) {
        let found = self.replay();
        for (number, (wanted, found)) in self.replies.iter().zip(&found).enumerate() {
            let request = self.requests().nth(number).unwrap_or_default();
            assert_eq!(found, wanted, "\n{name}, reply {} to {request:?}:\nfound\n{found}\nwanted\n{wanted}\n", number + 1);
        }
        assert_eq!(found.len(), self.replies.len(), "{name}: number of replies");
    }

    fn requests(&self) -> impl Iterator<Item = &str> {
        let lines = self.input.iter().map(String::as_str);
        lines.filter(|line| !matches!(parse(line.as_bytes()), Line::Blank | Line::Interrupt))
    }
}

/// Replaces `seconds=0.123` by `seconds=...`.
fn without_times(reply: &str) -> String {
    const KEY: &str = "seconds=";
    let mut pieces = reply.split(KEY);
    let mut text = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let rest = piece.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
        // The S of a usage is no time.
        let time = if rest == piece { "" } else { "..." };
        text.push_str(&format!("{KEY}{time}{rest}"));
    }
    text
}

fn is_blessing() -> bool {
    std::env::var_os("LUDION_BLESS").is_some_and(|value| value == "1")
}

/// All transcripts below a folder, in order.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("it can be listed").path();
        match path.is_dir() {
            true => found.extend(files(&path)),
            false if path.extension().is_some_and(|extension| extension == "gtp") => found.push(path),
            false => {}
        }
    }
    found.sort();
    found
}

#[test]
fn transcripts() {
    let files = files(Path::new("tests/transcripts"));
    assert!(!files.is_empty());
    check_all(&files, |file| {
        let transcript = Transcript::read(&fs::read_to_string(file).expect("it can be read"));
        if is_blessing() {
            fs::write(file, transcript.render(&transcript.replay())).expect("it can be written");
        } else {
            transcript.check(&file.display().to_string());
        }
    });
}

const DOCUMENT: &str = "protocol.md";
const BLOCK_BEGINS: &str = "```gtp\n";
const BLOCK_ENDS: &str = "```";

#[test]
fn examples_of_the_protocol() {
    let document = fs::read_to_string(DOCUMENT).expect("it can be read");
    let mut pieces = document.split(BLOCK_BEGINS);
    let mut blessed = pieces.next().unwrap_or_default().to_owned();
    let mut examples = 0;
    for piece in pieces {
        let (block, after) = piece.split_once(BLOCK_ENDS).expect("a block ends");
        let transcript = Transcript::read(block);
        assert!(!transcript.replies.is_empty() || is_blessing(), "an example without a reply:\n{block}");
        examples += 1;
        if is_blessing() {
            blessed.push_str(&format!("{BLOCK_BEGINS}{}{BLOCK_ENDS}{after}", transcript.render(&transcript.replay())));
        } else {
            transcript.check(&format!("{DOCUMENT}, example {examples}"));
        }
    }
    assert!(examples > 5, "{examples} examples");
    if is_blessing() {
        fs::write(DOCUMENT, blessed).expect("it can be written");
    }
}

#[test]
fn the_form_of_transcripts() {
    let text = "# comment\n1 name\n=1 ludion\n\nshowboard\n= \n a\n \n b\n\n";
    let transcript = Transcript::read(text);
    assert_eq!(transcript.input, ["# comment", "1 name", "showboard"]);
    assert_eq!(transcript.replies, ["=1 ludion", "= \n a\n \n b"]);
    assert_eq!(transcript.render(&transcript.replies), text);
    assert_eq!(
        without_times("= win nodes=3 seconds=0.012 x\n[seconds=S] seconds=1"),
        "= win nodes=3 seconds=... x\n[seconds=S] seconds=..."
    );
}
