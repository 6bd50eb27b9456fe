//! What a search needs to know of a game.

use std::fmt::Debug;

use super::budget::Stop;
use super::value::Value;
use crate::color::Color;

/// A position of a two-player game with perfect information, played and undone in place.
///
/// Players alternate or not, as the game has it: [`Position::to_move`] tells. The functions depend on the position alone,
/// never on how it came about.
pub trait Position: Clone + Send {
    /// A move, packed into 16 bits.
    type Move: Copy + Eq + Debug + Send + Sync + From<u16> + Into<u16>;

    /// 64 bits that tell positions apart, the side to move included.
    fn key(&self) -> u64;

    /// The player whose turn it is.
    fn to_move(&self) -> Color;

    /// The value of a finished game for the player to move; `None` while it goes on.
    fn decided(&self) -> Option<Value>;

    /// Estimates an unfinished game for the player to move.
    fn estimate(&mut self) -> Value;

    /// Puts the moves of an unfinished game, at least one, into `moves`, the most promising first, and tells how many of them
    /// are worth trying: the others are searched only where all those before them lose. A legal move may be left out if it
    /// is proved to be no better than one that is not.
    fn moves(&mut self, moves: &mut Vec<Self::Move>) -> usize;

    /// The key of the position after a legal move.
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

    /// Most plies that can still be played.
    fn horizon(&self) -> u32;

    /// Lends a flag that is raised when the search is to end: a long step of this position's own should then end too. What
    /// the position says after that is not listened to, but it must still undo its moves.
    fn obey(&mut self, _stop: &Stop) {}
}
