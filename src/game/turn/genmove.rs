//! The commands `genmove` and `reg_genmove`: the engine chooses a move.

use super::{MoveOf, TurnBoard, TurnGame};
use crate::color::Color;
use crate::game::{Command, Context};
use crate::protocol::{Args, Failure, Outcome, color};

/// The command `genmove`.
#[must_use]
pub const fn genmove<G: TurnGame>() -> Command<G> {
    Command {
        name: "genmove",
        usage: "COLOR",
        summary: "chooses, plays and names a move; none when the game is over",
        example: "genmove b",
        run: |game, args, context| {
            let (color, mv) = choose(game, args, context)?;
            let Some(mv) = mv else { return Ok(G::NO_MOVE.to_owned()) };
            let name = game.board().move_name(mv);
            game.board_mut().play(color, mv).map_err(Failure::IllegalMove)?;
            game.clock().spend(color, context.started.elapsed().as_secs_f64());
            Ok(name)
        },
    }
}

/// The command `reg_genmove`.
#[must_use]
pub const fn reg_genmove<G: TurnGame>() -> Command<G> {
    Command {
        name: "reg_genmove",
        usage: "COLOR",
        summary: "as genmove, without playing the move",
        example: "reg_genmove b",
        run: |game, args, context| -> Outcome {
            let (_, mv) = choose(game, args, context)?;
            Ok(mv.map_or_else(|| G::NO_MOVE.to_owned(), |mv| game.board().move_name(mv)))
        },
    }
}

/// Chooses a move for the colour that the arguments name; `None` when the game is over.
fn choose<G: TurnGame>(game: &mut G, args: &mut Args<'_>, context: &Context<'_>) -> Result<(Color, Option<MoveOf<G>>), Failure> {
    let color = args.last("COLOR", color)?;
    if game.board().ending().is_some() {
        return Ok((color, None));
    }
    game.board().check_turn(color)?;
    Ok((color, game.choose(color, context)))
}
