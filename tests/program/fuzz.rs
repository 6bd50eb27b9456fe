//! Fuzzing of the parsers: requests with their arguments and positions, records, puzzles, graphs, weights and blocks of checkpoints,
//! all changed at random. Each is refused or understood, and nothing panics. What fails is shrunk to few changes.
//! `LUDION_FUZZ=100000 cargo test --release --test program fuzz` tries this many of each kind.

use std::cell::RefCell;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use ludion::engine::Engine;
use ludion::files::Access;
use ludion::files::blocks::{self, Label};
use ludion::serve;
use ludion::settings::{ClientLimits, Settings};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::test_runner::{Config, TestCaseError, TestRunner};

use crate::folder::Folder;

/// Cases of each kind.
const CASES: u32 = 250;

/// Commands that search or generate, whose arguments other commands take too; and the end.
const LONG: &[&str] = &["generate", "puzzle", "hardest", "analyze", "gogui-gfx-analyze", "quit", "bench", "export", "census"];

/// A change of some bytes, at places of which the index is a share.
#[derive(Clone, Debug)]
enum Edit {
    Set(Index, u8),
    Insert(Index, u8),
    Remove(Index, u8),
    Repeat(Index, u8),
    Move(Index, Index, u8),
}

fn edits() -> impl Strategy<Value = Vec<Edit>> {
    let place = any::<Index>;
    let byte = || prop_oneof![any::<u8>(), select(b" 0123456789,;:-=#\"[]().\n\rabgw".to_vec())];
    let edit = prop_oneof![
        (place(), byte()).prop_map(|(at, byte)| Edit::Set(at, byte)),
        (place(), byte()).prop_map(|(at, byte)| Edit::Insert(at, byte)),
        (place(), 1..40_u8).prop_map(|(at, count)| Edit::Remove(at, count)),
        (place(), 1..40_u8).prop_map(|(at, count)| Edit::Repeat(at, count)),
        (place(), place(), 1..40_u8).prop_map(|(from, to, count)| Edit::Move(from, to, count)),
    ];
    vec(edit, 1..6)
}

/// Returns some bytes with these changes.
fn apply(bytes: &[u8], edits: &[Edit]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for edit in edits {
        let length = bytes.len();
        let place = |at: &Index| at.index(length + 1);
        let end = |from: usize, count: u8| (from + usize::from(count)).min(length);
        match edit {
            Edit::Set(at, byte) => {
                if let Some(place) = bytes.get_mut(at.index(length + 1)) {
                    *place = *byte;
                }
            }
            Edit::Insert(at, byte) => bytes.insert(place(at), *byte),
            Edit::Remove(at, count) => drop(bytes.drain(place(at)..end(place(at), *count))),
            Edit::Repeat(at, count) => {
                let copied = bytes[place(at)..end(place(at), *count)].to_vec();
                bytes.splice(place(at)..place(at), copied);
            }
            Edit::Move(from, to, count) => {
                let copied = bytes[place(from)..end(place(from), *count)].to_vec();
                bytes.splice(place(to)..place(to), copied);
            }
        }
    }
    bytes
}

/// Tries random changes of random samples.
fn fuzz<S: Clone + std::fmt::Debug + 'static>(samples: Vec<S>, mut check: impl FnMut(&S, &[Edit]) -> Result<(), TestCaseError>) {
    let cases = std::env::var("LUDION_FUZZ").ok().and_then(|text| text.parse().ok()).unwrap_or(CASES);
    let check = RefCell::new(&mut check);
    let ran = TestRunner::new(Config { cases, failure_persistence: None, ..Config::default() })
        .run(&(select(samples), edits()), |(sample, edits)| (check.borrow_mut())(&sample, &edits));
    ran.unwrap_or_else(|failure| panic!("{failure}"));
}

/// Returns an engine in which nothing takes long.
fn quick_engine() -> Engine {
    let mut engine = Engine::default();
    for line in ["param threads 1", "param hash_mb 1", "param max_nodes 20", "param max_time 0.05"] {
        serve::ask(&mut engine, line).expect("a setting");
    }
    engine
}

/// Asks a line; the reply must not admit a bug.
fn check_line(engine: &mut Engine, line: &str) -> Result<bool, TestCaseError> {
    let reply = serve::ask(engine, line);
    let text = reply.as_ref().map_or_else(Clone::clone, Clone::clone);
    prop_assert!(!text.contains("internal error"), "{:?}: {}", line, text);
    Ok(reply.is_ok())
}

/// Returns the requests of the transcripts of all games, each with its game.
fn requests() -> Vec<(String, String)> {
    let (mut found, engine) = (Vec::new(), Engine::default());
    for folder in std::fs::read_dir("tests/transcripts").expect("a folder").map(|entry| entry.expect("an entry").path()) {
        let name = folder.file_name().expect("a name").to_string_lossy().into_owned();
        for path in std::fs::read_dir(&folder).into_iter().flatten().map(|entry| entry.expect("an entry").path()) {
            let text = std::fs::read_to_string(&path).unwrap_or_default();
            let mut game = name.clone();
            let mut is_reply = false;
            for line in text.lines() {
                is_reply = !line.is_empty() && (is_reply || line.starts_with(['=', '?']));
                let words: Vec<&str> = line.split_whitespace().skip_while(|word| word.parse::<u32>().is_ok()).collect();
                match words[..] {
                    _ if is_reply => {}
                    ["game", other] if engine.games().any(|known| known == other) => game = other.to_owned(),
                    [command, ..] if !LONG.contains(&command) => found.push((game.clone(), line.to_owned())),
                    _ => {}
                }
            }
        }
    }
    found
}

#[test]
fn requests_are_answered() {
    let mut engine = quick_engine();
    // A changed `save_text` may be a `save`, which would write into the checkout.
    engine.set_limits(ClientLimits { files: Access::Refused, ..Settings::default().limits });
    fuzz(requests(), |(game, line), edits| {
        let changed = String::from_utf8_lossy(&apply(line.as_bytes(), edits)).into_owned();
        let first = changed.split_whitespace().find(|word| word.parse::<u32>().is_err()).unwrap_or_default();
        if LONG.contains(&first) || first == "param" {
            return Ok(());
        }
        serve::ask(&mut engine, &format!("game {game}")).map_err(TestCaseError::fail)?;
        check_line(&mut engine, &changed)?;
        // What was set comes back.
        if let Ok(text) = serve::ask(&mut engine, "position") {
            prop_assert!(check_line(&mut engine, &format!("position {text}"))?, "{}", text);
            prop_assert_eq!(serve::ask(&mut engine, "position"), Ok(text));
        }
        Ok(())
    });
}

/// Returns files of a game: their names and bytes, without the long ones.
fn files(game: &str) -> Vec<(String, Vec<u8>)> {
    let entries = std::fs::read_dir(format!("tests/data/{game}")).expect("a folder").map(|entry| entry.expect("an entry").path());
    let read = |path: PathBuf| Some((path.file_name()?.to_string_lossy().into_owned(), std::fs::read(&path).ok()?));
    entries.filter_map(read).filter(|(name, bytes)| !name.ends_with(".md") && bytes.len() < 20_000).collect()
}

#[test]
fn files_are_read_or_refused() {
    let folder = Folder::new("fuzz files");
    for (game, command) in [("hex", "loadsgf"), ("graph", "load_file"), ("hashi", "load_file"), ("hitori", "load_file")] {
        let mut engine = quick_engine();
        serve::ask(&mut engine, &format!("game {game}")).expect("a game");
        fuzz(files(game), |(name, bytes), edits| {
            let path = folder.join(name);
            std::fs::write(&path, apply(bytes, edits)).expect("a file");
            check_line(&mut engine, &format!("{command} {}", path.display()))?;
            check_line(&mut engine, "showboard plain").map(drop)
        });
    }
}

#[test]
fn no_changed_weights_are_believed() {
    let folder = Folder::new("fuzz weights");
    let whole = std::fs::read("src/games/hex/net/weights.net").expect("the weights");
    let path = folder.join("x.net");
    let mut engine = quick_engine();
    fuzz(vec![()], |(), edits| {
        let changed = apply(&whole, edits);
        std::fs::write(&path, &changed).expect("a file");
        let is_read = check_line(&mut engine, &format!("param network {}", path.display()))?;
        prop_assert!(!is_read || changed == whole);
        Ok(())
    });
}

fn read_blocks(path: &Path, label: Label<'_>) -> std::io::Result<Vec<u8>> {
    let mut content = Vec::new();
    blocks::open(path, label)?.read_to_end(&mut content)?;
    Ok(content)
}

#[test]
fn no_changed_checkpoint_is_believed() {
    let folder = Folder::new("fuzz blocks");
    let (path, label) = (folder.join("x.table"), Label { format: "fuzz", version: 1, subject: "3x3" });
    let content: Vec<u8> = (0..70_000_u32).map(|number| (number.wrapping_mul(number) / 7) as u8).collect();
    blocks::save(&path, label, |out| out.write_all(&content)).expect("a file");
    let whole = std::fs::read(&path).expect("a file");
    fuzz(vec![()], |(), edits| {
        let changed = apply(&whole, edits);
        std::fs::write(&path, &changed).expect("a file");
        prop_assert!(read_blocks(&path, label).is_err() || changed == whole);
        Ok(())
    });
}
