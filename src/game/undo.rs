//! The commands `undo`, `redo` and `reset`, for all games.

use super::Command;
use crate::protocol::{Args, Failure, natural};

/// A game whose moves can be taken back.
pub trait Undo {
    /// Returns the number of moves that can be taken back, resignations included.
    fn move_count(&self) -> usize;

    /// Takes back the last `count` moves; `count` is at most [`Undo::move_count`].
    fn undo(&mut self, count: usize);

    /// Returns the number of moves that can be made again: those undone since the last move or other change.
    fn undone_count(&self) -> usize;

    /// Makes the last `count` undone moves again; `count` is at most [`Undo::undone_count`].
    fn redo(&mut self, count: usize);
}

/// The command `undo`.
#[must_use]
pub const fn undo<G: Undo>() -> Command<G> {
    Command::<G>::new("undo", "[N]", "takes the last move back, or the last N", |game, args, _| {
        let count = parse_count(args)?;
        if count > game.move_count() {
            return Err(Failure::CannotUndo);
        }
        game.undo(count);
        Ok(String::new())
    })
    .with_example("undo 0")
}

/// The command `redo`.
#[must_use]
pub const fn redo<G: Undo>() -> Command<G> {
    Command::<G>::new("redo", "[N]", "makes the move again that was taken back last, or the last N", |game, args, _| {
        let count = parse_count(args)?;
        if count > game.undone_count() {
            return Err(Failure::Other("cannot redo".into()));
        }
        game.redo(count);
        Ok(String::new())
    })
    .with_example("redo 0")
}

/// Parses the optional number of moves at the end of a request.
fn parse_count(args: &mut Args<'_>) -> Result<usize, Failure> {
    Ok(args.optional_last("a number of moves", natural)?.unwrap_or(1))
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
