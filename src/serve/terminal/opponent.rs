//! Whom a person plays against.

use crate::color::Color;

/// Whom a person plays against.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Opponent {
    /// Not decided yet: the first bare move decides it.
    Undecided,
    /// The engine, which plays this colour.
    Engine(Color),
    /// Nobody: the person makes all moves.
    Nobody,
}

impl Opponent {
    /// Returns the word of `param opponent`.
    pub const fn word(self) -> &'static str {
        match self {
            Opponent::Engine(Color::Black) => "b",
            Opponent::Engine(Color::White) => "w",
            Opponent::Undecided | Opponent::Nobody => "none",
        }
    }

    /// Says who plays which side, and how to change it.
    pub fn text(self) -> String {
        match self {
            Opponent::Engine(color) => {
                let (own, other) = (color.other().name(), color.name());
                format!("You play {own}, the engine plays {other}; `param opponent none` lets you play both sides.")
            }
            Opponent::Undecided | Opponent::Nobody => {
                "You play both sides; `genmove b` or `genmove w` lets the engine move, `param opponent w` for the whole game."
                    .to_owned()
            }
        }
    }
}
