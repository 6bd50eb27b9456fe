//! The two players of every two-player game, and how one ends that may be drawn.

/// A player, and what belongs to that player. Black moves first in every game.
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

    /// The other player.
    #[must_use]
    pub const fn other(self) -> Color {
        match self {
            Color::Black => Color::White,
            Color::White => Color::Black,
        }
    }

    /// 0 for black, 1 for white: the place of this colour in a pair of tables.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// `black` or `white`, as the protocol writes it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Color::Black => "black",
            Color::White => "white",
        }
    }

    /// `B` or `W`, as scores and SGF files write it.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Color::Black => 'B',
            Color::White => 'W',
        }
    }
}

/// How a game has ended in which nobody need win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// This player has won.
    Won(Color),
    /// Nobody has.
    Draw,
}

impl Ending {
    /// `B+`, `W+` or `0`, as scores are written.
    #[must_use]
    pub fn score(self) -> String {
        match self {
            Ending::Won(color) => format!("{}+", color.letter()),
            Ending::Draw => "0".to_owned(),
        }
    }

    /// How a game stands, as below a picture: who has won, or who is to move.
    #[must_use]
    pub fn caption(ending: Option<Ending>, to_move: Color) -> String {
        match ending {
            Some(Ending::Won(color)) => format!("{} has won", color.name()),
            Some(Ending::Draw) => "a draw".to_owned(),
            None => format!("{} to move", to_move.name()),
        }
    }
}
