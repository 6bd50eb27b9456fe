//! Descriptions of a game for clients: fixed texts ([`About`]) and its present state ([`Situation`]).

use crate::color::Color;

/// The texts about a game that do not depend on its state.
#[derive(Clone, Copy, Debug)]
pub struct About {
    /// Its name on the wire.
    pub name: &'static str,
    /// Its `about.txt`: a line `KEY: TEXT` for each of the texts below, and perhaps one for its links.
    pub texts: &'static str,
    /// Its module of the page that `ludion page` serves: what differs from game to game in a browser.
    pub page: &'static str,
    /// Its `lessons.json`.
    pub lessons: &'static str,
    /// Its words on that page: JSON for each language, by the code of the language.
    pub words: &'static [(&'static str, &'static str)],
    /// Its sentences in French: its `phrases.fr.json`, as [`super::translation`] reads it.
    pub phrases: &'static str,
}

/// Creates the [`About`] of a game from the files beside the file that calls it: `about.txt`, `page.js`, `lessons.json`,
/// `words.LANGUAGE.json` and `phrases.fr.json`.
macro_rules! about {
    ($name:literal) => {
        $crate::game::about::About {
            name: $name,
            texts: include_str!("about.txt"),
            page: include_str!("page.js"),
            lessons: include_str!("lessons.json"),
            words: &[("en", include_str!("words.en.json")), ("fr", include_str!("words.fr.json"))],
            phrases: include_str!("phrases.fr.json"),
        }
    };
}
pub(crate) use about;

impl About {
    /// Returns the name of the game as a title.
    #[must_use]
    pub fn title(&self) -> &'static str {
        self.text("title")
    }

    /// Returns a description in one line.
    #[must_use]
    pub fn summary(&self) -> &'static str {
        self.text("summary")
    }

    /// Returns the rules, in a few sentences.
    #[must_use]
    pub fn rules(&self) -> &'static str {
        self.text("rules")
    }

    /// Returns what a move does: `puts a stone on a point`.
    #[must_use]
    pub fn play(&self) -> &'static str {
        self.text("play")
    }

    /// Returns whether an address of the web is one of this game: it contains one of the words after `links: `.
    #[must_use]
    pub fn has_address(&self, address: &str) -> bool {
        self.text("links").split_whitespace().any(|word| address.contains(word))
    }

    /// Returns the text after `KEY: `; a test of the engine requires all but the links.
    fn text(&self, key: &str) -> &'static str {
        self.texts.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(": ")).unwrap_or_default()
    }
}

/// The state of a game, in a person's terms.
#[derive(Clone, Debug, Default)]
pub struct Situation {
    /// The player to move; `None` in a puzzle.
    pub to_move: Option<Color>,
    /// How the game has ended, in a sentence; `None` while it goes on.
    pub ending: Option<String>,
    /// The legal moves, as `play` reads them: the first [`MAX_MOVES`].
    pub moves: Vec<String>,
    /// Whether the players have changed colours: who began as black plays white.
    pub are_swapped: bool,
}

/// Most moves that a [`Situation`] lists.
pub const MAX_MOVES: usize = 2000;
