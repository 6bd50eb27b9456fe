//! Moves that are taken back and made again: the commands `undo`, `redo` and `reset`, and the moves that they act on.

use std::ops::Deref;

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

/// The moves of a game so far, to which it dereferences, and those that were undone since the last one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct History<M> {
    moves: Vec<M>,
    /// The last one first.
    undone: Vec<M>,
}

impl<M> History<M> {
    /// Adds a move. The undone moves are discarded.
    pub fn push(&mut self, mv: M) {
        self.undone.clear();
        self.moves.push(mv);
    }

    /// Undoes the last `count` moves.
    ///
    /// # Panics
    /// There are fewer moves.
    pub fn undo(&mut self, count: usize) {
        let kept = self.moves.len() - count;
        self.undone.extend(self.moves.drain(kept..).rev());
    }

    /// Takes out the undone moves, so that others can be tried without discarding them.
    pub fn take_undone(&mut self) -> Vec<M> {
        std::mem::take(&mut self.undone)
    }

    /// Brings back what [`History::take_undone`] took out.
    pub fn set_undone(&mut self, undone: Vec<M>) {
        self.undone = undone;
    }

    /// Returns how many undone moves can be made again.
    #[must_use]
    pub fn undone_count(&self) -> usize {
        self.undone.len()
    }

    /// Returns the move that [`History::redo`] makes next.
    #[must_use]
    pub fn next_undone(&self) -> Option<&M> {
        self.undone.last()
    }

    /// Makes the last `count` undone moves again. Returns them in the order in which they are made.
    ///
    /// # Panics
    /// Fewer moves are undone.
    pub fn redo(&mut self, count: usize) -> &[M] {
        let first = self.moves.len();
        self.moves.extend(self.undone.drain(self.undone.len() - count..).rev());
        &self.moves[first..]
    }
}

impl<M> Deref for History<M> {
    type Target = [M];

    fn deref(&self) -> &[M] {
        &self.moves
    }
}

impl<M> Default for History<M> {
    fn default() -> Self {
        History::from(Vec::new())
    }
}

impl<M> From<Vec<M>> for History<M> {
    fn from(moves: Vec<M>) -> Self {
        History { moves, undone: Vec::new() }
    }
}

/// Returns the command `undo`.
#[must_use]
pub const fn undo<G: Undo>() -> Command<G> {
    Command::<G>::new("undo", "[N]", "takes the last move back, or the last N", |game, args, _| {
        game.undo(parse_count(args, game.move_count(), Failure::CannotUndo)?);
        Ok(String::new())
    })
    .with_example("undo 0")
}

/// Returns the command `redo`.
#[must_use]
pub const fn redo<G: Undo>() -> Command<G> {
    Command::<G>::new("redo", "[N]", "makes the move again that was taken back last, or the last N", |game, args, _| {
        game.redo(parse_count(args, game.undone_count(), Failure::CannotRedo)?);
        Ok(String::new())
    })
    .with_example("redo 0")
}

/// Parses the optional number of moves at the end of a request. More than there are is a failure that says how many there are, or
/// nothing if there is none.
fn parse_count(args: &mut Args<'_>, most: usize, failure: fn(String) -> Failure) -> Result<usize, Failure> {
    let count = args.optional_last("a number of moves", natural)?.unwrap_or(1);
    match most {
        _ if count <= most => Ok(count),
        0 => Err(failure(String::new())),
        1 => Err(failure("there is only 1 move".to_owned())),
        _ => Err(failure(format!("there are only {most} moves"))),
    }
}

/// Returns the command `reset`.
#[must_use]
pub const fn reset<G: Undo>() -> Command<G> {
    Command::new("reset", "", "takes all moves back", |game, args, _| {
        args.end()?;
        game.undo(game.move_count());
        Ok(String::new())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn undone_moves_come_back_in_order_until_another_is_made() {
        let mut history = History::from(vec![1, 2, 3, 4]);
        history.undo(1);
        history.undo(2);
        assert_eq!((&history[..], history.undone_count(), history.next_undone()), (&[1][..], 3, Some(&2)));
        assert_eq!(history.redo(2), [2, 3]);
        history.push(5);
        assert_eq!((&history[..], history.undone_count()), (&[1, 2, 3, 5][..], 0));
    }
}
