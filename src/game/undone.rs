//! The verbs that take moves back: the same in every game.

use super::{Command, Context};
use crate::protocol::{Args, Failure, Outcome, unsigned};

/// A game whose moves can be taken back.
pub trait Undone: Sized {
    /// How many moves can be taken back.
    fn made(&self) -> usize;

    /// Takes back the last `count` moves, of which there are as many.
    fn take_back(&mut self, count: usize);
}

/// The verb `undo`.
#[must_use]
pub const fn undo<G: Undone>() -> Command<G> {
    Command { name: "undo", usage: "[N]", summary: "takes the last move back, or the last N", example: "undo 0", run: some }
}

/// The verb `reset`.
#[must_use]
pub const fn reset<G: Undone>() -> Command<G> {
    Command { name: "reset", usage: "", summary: "takes all moves back", example: "reset", run: all }
}

fn some<G: Undone>(game: &mut G, args: &mut Args<'_>, _: &mut Context<'_>) -> Outcome {
    let count = args.optional("a number of moves", unsigned::<usize>)?.unwrap_or(1);
    args.end()?;
    if count > game.made() {
        return Err(Failure::CannotUndo);
    }
    game.take_back(count);
    Ok(String::new())
}

fn all<G: Undone>(game: &mut G, args: &mut Args<'_>, _: &mut Context<'_>) -> Outcome {
    args.end()?;
    game.take_back(game.made());
    Ok(String::new())
}
