//! The games, each in its folder, and the registry.
//!
//! # How a game is added
//!
//! The smallest complete examples are [`tictactoe`] (two players) and [`hitori`] (puzzle).
//!
//! 1. A folder with Rust files and these:
//!
//!    | file | content | described in |
//!    |---|---|---|
//!    | `*.rs` of a game of two players | the traits, by file | [`crate::game::turn`] |
//!    | `*.rs` of a puzzle | the traits, by file | [`crate::game::puzzle`], [`crate::puzzle`] |
//!    | `about.txt` | `title:`, `summary:`, `rules:`, `play:`, `links:` (what stands in links of the web to it), a line each | [`crate::game::about::About`] |
//!    | `page.js` | the game in a browser | `games/page.d.ts` |
//!    | `words.en.json`, `words.fr.json` | what the page calls it: `title`, `summary`, `gesture`, ... | below |
//!    | `lessons.json` | its lessons | [`crate::game::lesson`] |
//!    | `phrases.fr.json` | its sentences in French | [`crate::game::translation`] |
//!
//!    `links:` may be missing. The words have `sides`, `positionHelp`, `editing` and `editOther` where they differ from those of the
//!    page, and words of this game alone in `tools`, `overlays`, `fields`, `choices`, `faults`, `rules` and `themes`.
//! 2. Its `pub mod` and its line in [`all`], in this file. A macro could make these one line, but `cargo fmt` does not see the modules
//!    that a macro declares.
//! 3. A section in `protocol.md` (`## Name`, its commands as items "- `synopsis`: ...", examples), and its line in the contents;
//!    transcripts in `tests/transcripts/NAME`, a session at the terminal in `tests/sessions/NAME.txt`. Write the requests alone, then
//!    `LUDION_BLESS=1 cargo test --test program` writes the replies; `hex/general.gtp` lists all games.
//!
//! More tests take a game if they are given a small board of it: `BOARDS` of `tests/program/explain.rs`, `GAMES` of
//! `tests/program/analysis.rs`, `EDITS` of `tests/page/tools.test.js`; `suites/NAME.tst` is for `scripts/regress.py`, `bench.rs` for
//! `ludion bench`, `puzzle.rs` with [`PuzzleGame`](crate::game::turn::puzzle::PuzzleGame) for `puzzle`, `graph.rs` with
//! [`Export`](crate::game::export::Export) for `export`.

use crate::game::AnyGame;

pub mod chomp;
pub mod connect4;
pub mod dots;
pub mod graph;
pub mod hashi;
pub mod hex;
pub mod hitori;
pub mod nim;
pub mod ricochet;
pub mod tictactoe;

/// Returns a new game of each kind; the first is current at start.
#[must_use]
pub fn all() -> Vec<Box<dyn AnyGame>> {
    vec![
        Box::new(hex::Hex::default()),
        Box::new(dots::Dots::default()),
        Box::new(ricochet::Ricochet::default()),
        Box::new(hashi::Hashi::default()),
        Box::new(hitori::Hitori::default()),
        Box::new(graph::GraphGame::default()),
        Box::new(nim::Nim::default()),
        Box::new(chomp::Chomp::default()),
        Box::new(tictactoe::TicTacToe::default()),
        Box::new(connect4::Connect4::default()),
    ]
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_game_says_what_it_is() {
        for game in super::all() {
            let about = game.about();
            let texts = [about.title(), about.summary(), about.rules(), about.play(), about.page];
            assert!(texts.iter().all(|text| !text.is_empty()), "{}: {texts:?}", about.name);
            let required = about.texts.lines().filter(|line| !line.starts_with("links: "));
            assert_eq!(required.count(), 4, "{}", about.name);
            let phrases: std::collections::BTreeMap<String, String> = serde_json::from_str(about.phrases).expect(about.name);
            assert!(!phrases.is_empty(), "{}", about.name);
            assert_eq!(crate::game::translation::Phrases::read(about.phrases).find_malformed(), None, "{}", about.name);
        }
    }
    /// What stays English: the words of a library, of the wire, and failures without a reason.
    const ENGLISH: [&str; 8] =
        ["bad id", "cannot redo", "cannot score", "cannot undo", "deflate", "empty command", "interrupted", "JSON: "];

    /// How the other failures begin, in any language.
    const BEGINNINGS: [&str; 5] = ["syntax error", "unacceptable size", "illegal move", "cannot load file", "cannot write file"];

    #[test]
    fn refusals_have_french_phrases() {
        let transcripts = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts");
        let mut missing = Vec::new();
        for game in super::all() {
            let about = game.about();
            let phrases = crate::game::translation::Phrases::read(about.phrases);
            for file in std::fs::read_dir(transcripts.join(about.name)).expect(about.name) {
                let text = std::fs::read_to_string(file.expect(about.name).path()).expect(about.name);
                let english = text.split("param language fr").next().unwrap_or_default();
                for refusal in english.lines().filter_map(|line| line.strip_prefix("? ")) {
                    let begin = BEGINNINGS.iter().find_map(|begin| refusal.strip_prefix(begin));
                    let reason = begin.map_or(refusal, |rest| rest.trim_start_matches(": "));
                    let stays = reason.is_empty() || ENGLISH.iter().any(|part| refusal.contains(part));
                    if !stays && phrases.translate_whole_lines(reason) == reason {
                        missing.push(format!("{}: {refusal}", about.name));
                    }
                }
            }
        }
        assert!(missing.is_empty(), "{}", missing.join("\n"));
    }
}
