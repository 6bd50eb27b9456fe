//! The interface of a game to the searches.

use std::fmt::Debug;

use super::budget::Stop;
use super::value::Value;
use crate::color::Color;

/// A position of a two-player game with perfect information, played and undone in place.
///
/// Players need not alternate: see [`Position::to_move`]. All results depend on the position alone, not on the moves that led to
/// it.
pub trait Position: Clone + Send + 'static {
    /// A move, packed into 16 bits.
    type Move: Copy + Eq + Debug + Send + Sync + From<u16> + Into<u16>;

    /// Returns a hash of the position, the side to move included. Positions with equal keys are treated as equal.
    fn key(&self) -> u64;

    /// Returns the player whose turn it is.
    fn to_move(&self) -> Color;

    /// Returns the value of a finished game for the player to move; `None` while it goes on.
    fn terminal_value(&self) -> Option<Value>;

    /// Returns the static evaluation of an unfinished game for the player to move.
    fn evaluate(&mut self) -> Value;

    /// Appends the moves of an unfinished game, at least one, to `moves`, the most promising first. Returns how many of them to
    /// search: the others are searched only if all of these lose. A legal move may be left out if it is proved to be no better
    /// than a listed one.
    fn moves(&mut self, moves: &mut Vec<Self::Move>) -> usize;

    /// Returns the key of the position after a legal move.
    fn key_after(&mut self, mv: Self::Move) -> u64 {
        self.play(mv);
        let key = self.key();
        self.undo();
        key
    }

    /// Plays a legal move.
    fn play(&mut self, mv: Self::Move);

    /// Takes the last move back.
    fn undo(&mut self);

    /// Returns an upper bound on the plies left in the game.
    fn horizon(&self) -> u32;

    /// Sets the flag that is raised when the search must end, at its deadline too. Computations of more than a millisecond read
    /// it and end when it is raised. Their results are discarded, and moves are no longer undone.
    fn set_stop(&mut self, _stop: &Stop) {}
}

/// Returns a hash of the words of a position, such as its bitboards, for [`Position::key`].
pub fn hash_words(words: impl IntoIterator<Item = u64>) -> u64 {
    words.into_iter().fold(super::FIBONACCI, |key: u64, word| {
        let mixed = (key ^ word).wrapping_mul(0xff51_afd7_ed55_8ccd);
        (mixed ^ (mixed >> 32)).wrapping_mul(0xc4ce_b9fe_1a85_ec53) ^ (mixed >> 29)
    })
}
