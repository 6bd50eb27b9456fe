//! The verbs by which the engine moves: the same in every two-player game without a swap.

use super::timed::Timed;
use super::{Command, Context};
use crate::color::Color;
use crate::protocol::{Args, Failure, Outcome, color};

/// A game in which the engine chooses moves.
pub trait Chosen: Timed {
    /// A move that can be chosen.
    type Move: Copy;

    /// The engine's move for a colour; `None` when the game is over.
    ///
    /// # Errors
    /// The colour is not to move.
    fn choose(&mut self, color: Color, context: &Context<'_>) -> Result<Option<Self::Move>, Failure>;

    /// A move's name in the present position.
    fn move_name(&self, mv: Self::Move) -> String;

    /// Plays a move; `None` resigns.
    ///
    /// # Errors
    /// The rules forbid it.
    fn make(&mut self, color: Color, mv: Option<Self::Move>) -> Result<(), Failure>;
}

/// The verb `genmove`.
#[must_use]
pub const fn genmove<G: Chosen>() -> Command<G> {
    Command {
        name: "genmove",
        usage: "COLOR",
        summary: "chooses, plays and names a move; none when the game is over",
        example: "genmove b",
        run: play,
    }
}

/// The verb `reg_genmove`.
#[must_use]
pub const fn reg_genmove<G: Chosen>() -> Command<G> {
    Command {
        name: "reg_genmove",
        usage: "COLOR",
        summary: "as genmove, without playing the move",
        example: "reg_genmove b",
        run: name,
    }
}

fn play<G: Chosen>(game: &mut G, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    let color = args.next("COLOR", color)?;
    args.end()?;
    let Some(mv) = game.choose(color, context)? else { return Ok("none".to_owned()) };
    let name = game.move_name(mv);
    game.make(color, Some(mv))?;
    game.clock().spend(color, context.started.elapsed().as_secs_f64());
    Ok(name)
}

fn name<G: Chosen>(game: &mut G, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    let color = args.next("COLOR", color)?;
    args.end()?;
    Ok(game.choose(color, context)?.map_or_else(|| "none".to_owned(), |mv| game.move_name(mv)))
}
