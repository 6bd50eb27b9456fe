//! The commands `genmove`, `reg_genmove` and `search_analyze`: the engine chooses a move.

use super::{MoveOf, TurnBoard, TurnGame};
use crate::color::Color;
use crate::game::stream::{Format, Update};
use crate::game::{Command, Context};
use crate::protocol::{Failure, Outcome, color};

/// Returns the command `genmove`.
#[must_use]
pub const fn genmove<G: TurnGame>() -> Command<G> {
    Command::<G>::new("genmove", "COLOR", "chooses, plays and names a move; none when the game is over", |game, args, context| {
        let color = args.last("COLOR", color)?;
        let Some(mv) = choose(game, color, context)? else { return Ok(G::NO_MOVE.to_owned()) };
        let name = game.board().move_name(mv);
        game.board_mut().play(color, mv).map_err(Failure::IllegalMove)?;
        game.clock().spend(color, context.started.elapsed().as_secs_f64());
        Ok(name)
    })
    .with_example("genmove b")
}

/// Returns the command `reg_genmove`.
#[must_use]
pub const fn reg_genmove<G: TurnGame>() -> Command<G> {
    Command::<G>::new("reg_genmove", "COLOR", "as genmove, without playing the move", |game, args, context| -> Outcome {
        let color = args.last("COLOR", color)?;
        let mv = choose(game, color, context)?;
        Ok(mv.map_or_else(|| G::NO_MOVE.to_owned(), |mv| game.board().move_name(mv)))
    })
    .with_example("reg_genmove b")
}

/// Returns the command `search_analyze`.
#[must_use]
pub const fn search_analyze<G: TurnGame>() -> Command<G> {
    let summary = "as reg_genmove, with lines as of analyze meanwhile and a last one `play MOVE`";
    Command::<G>::new("search_analyze", "COLOR", summary, |game, args, context| -> Outcome {
        let color = args.last("COLOR", color)?;
        context.format = Format::Choice;
        let mut reason = String::new();
        let listen = |update: Update<'_>, sink: &mut dyn FnMut(Update<'_>)| match update {
            Update::Reason(text) => reason = text.to_owned(),
            other => sink(other),
        };
        let mv = context.run_part(context.settings, listen, |context| choose(game, color, context))?;
        let name = mv.map_or_else(|| G::NO_MOVE.to_owned(), |mv| game.board().move_name(mv));
        let reason = if reason.is_empty() { reason } else { format!("reason {reason}\n") };
        Ok(format!("{reason}play {name}"))
    })
    .with_example("search_analyze b")
}

/// Chooses a move of a colour; `None` when the game is over.
///
/// # Errors
/// It is the other player's turn.
pub(super) fn choose<G: TurnGame>(game: &mut G, color: Color, context: &mut Context<'_>) -> Result<Option<MoveOf<G>>, Failure> {
    if game.board().ending().is_some() {
        return Ok(None);
    }
    game.board().check_turn(color)?;
    Ok(game.choose(color, context))
}
