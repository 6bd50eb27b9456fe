//! The two players of every two-player game, and the result of a game.

/// A player. Black moves first in every game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Color {
    /// The first player.
    Black,
    /// The second player.
    White,
}

impl Color {
    /// Both colours, black first.
    pub const BOTH: [Color; 2] = [Color::Black, Color::White];

    /// Returns the other player.
    #[must_use]
    pub const fn other(self) -> Color {
        match self {
            Color::Black => Color::White,
            Color::White => Color::Black,
        }
    }

    /// Returns the index of this colour in an array of two: 0 for black, 1 for white.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns `black` or `white`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Color::Black => "black",
            Color::White => "white",
        }
    }

    /// Returns `B` or `W`, for scores and SGF files.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Color::Black => 'B',
            Color::White => 'W',
        }
    }
}

/// The result of a finished game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// This player has won.
    Won(Color),
    /// The game is drawn.
    Draw,
}

impl Ending {
    /// Returns the score `B+`, `W+` or `0`.
    #[must_use]
    pub fn score(self) -> String {
        match self {
            Ending::Won(color) => format!("{}+", color.letter()),
            Ending::Draw => "0".to_owned(),
        }
    }

    /// Returns the caption of a picture: who has won, or who is to move.
    #[must_use]
    pub fn caption(ending: Option<Ending>, to_move: Color) -> String {
        match ending {
            Some(Ending::Won(color)) => format!("{} has won", color.name()),
            Some(Ending::Draw) => "a draw".to_owned(),
            None => format!("{} to move", to_move.name()),
        }
    }
}
