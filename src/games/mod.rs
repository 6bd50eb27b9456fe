//! The games, each in its folder, and the registry.
//!
//! A game is added by its `pub mod` and its line in [`all`]. (A macro could make these one line, but `cargo fmt` does not see the
//! modules that a macro declares.) Outside its folder it has a section in `protocol.md` and transcripts in `tests/transcripts`.

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
            assert_eq!(about.texts.lines().count(), 4, "{}", about.name);
        }
    }
}
