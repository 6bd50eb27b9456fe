//! The commands `undo` and `reset`, for all games.

use super::Command;
use crate::protocol::{Failure, natural};

/// A game whose moves can be taken back.
pub trait Undo {
    /// Returns the number of moves that can be taken back, resignations included.
    fn move_count(&self) -> usize;

    /// Takes back the last `count` moves; `count` is at most [`Undo::move_count`].
    fn undo(&mut self, count: usize);
}

/// The command `undo`.
#[must_use]
pub const fn undo<G: Undo>() -> Command<G> {
    Command {
        name: "undo",
        usage: "[N]",
        summary: "takes the last move back, or the last N",
        example: "undo 0",
        run: |game, args, _| {
            let count = args.optional_last("a number of moves", natural::<usize>)?.unwrap_or(1);
            if count > game.move_count() {
                return Err(Failure::CannotUndo);
            }
            game.undo(count);
            Ok(String::new())
        },
    }
}

/// The command `reset`.
#[must_use]
pub const fn reset<G: Undo>() -> Command<G> {
    Command::new("reset", "", "takes all moves back", |game, args, _| {
        args.end()?;
        game.undo(game.move_count());
        Ok(String::new())
    })
}
