//! The commands `showboard` and `svg`: the board as text and as an SVG document.

use super::{GameValue, MoveOf, TurnBoard, TurnGame, out_of_turn};
use crate::game::render::BoardArgs;
use crate::game::{Command, Context};
use crate::protocol::{Args, Failure, Outcome, quote};

/// Returns the command `showboard`, with the game's overlays.
#[must_use]
pub const fn showboard<G: TurnGame>(usage: &'static str, summary: &'static str) -> Command<G> {
    Command::new("showboard", usage, summary, run_showboard)
}

/// Returns the command `svg`, with the game's overlays.
#[must_use]
pub const fn svg<G: TurnGame>(usage: &'static str) -> Command<G> {
    Command::new("svg", usage, "the board as an SVG document", |game, args, context| {
        let name = args.word();
        args.end()?;
        let overlay = name.map(|name| game.overlay(name, context)).transpose()?;
        let mut drawing = game.svg(overlay.as_ref());
        drawing.note("to-move", game.board().to_move().name());
        if let Some(score) = game.board().score_text() {
            drawing.note("score", &score);
        }
        Ok(drawing.render())
    })
}

/// Returns whose turn it is, or that the game is over, for a caption with the score beside it.
#[must_use]
pub fn turn_caption(board: &impl TurnBoard) -> String {
    if board.ending().is_some() { "game over".to_owned() } else { out_of_turn(board.to_move()) }
}

/// Returns the failure for a name that is not one of the overlays `names`.
#[must_use]
pub fn unknown_overlay(name: &str, names: &str) -> Failure {
    Failure::Syntax(format!("{} is not an overlay ({names})", quote(name)))
}

/// Returns the overlay `values` of a game that has no other: a label with the value of each move; none in a finished game.
///
/// # Errors
/// Another `name`; those of [`TurnPlayer::move_values`](super::TurnPlayer::move_values).
pub fn value_labels<G: TurnGame>(
    game: &mut G,
    name: &str,
    context: &Context<'_>,
    label: impl Fn(&GameValue) -> String,
) -> Result<Vec<(MoveOf<G>, String)>, Failure> {
    if name != "values" {
        return Err(unknown_overlay(name, "values"));
    }
    if game.board().ending().is_some() {
        return Ok(Vec::new());
    }
    let values = game.move_values(game.board().to_move(), context)?;
    Ok(values.moves.into_iter().map(|(mv, value)| (mv, label(&value))).collect())
}

fn run_showboard<G: TurnGame>(game: &mut G, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    let board = BoardArgs::read(args, 1)?;
    let overlay = board.overlays.first().map(|name| game.overlay(name, context)).transpose()?;
    Ok(board.reply(&game.text(overlay.as_ref()), &game.caption()))
}
