//! The commands `hint` and `explain`: a move with its reason, and the position in the game's own terms.

use super::genmove::choose;
use super::{GameResult, TurnBoard, TurnGame, value_text};
use crate::game::stream::Update;
use crate::game::{Command, Context};
use crate::protocol::Outcome;
use crate::settings::Settings;

/// Most seconds of a hint or an explanation where the settings have no limit.
const SECONDS: f64 = 2.0;

/// The command `hint`.
#[must_use]
pub const fn hint<G: TurnGame>() -> Command<G> {
    Command::new("hint", "", "a good move for the player to move, and a second line with the reason", |game, args, context| {
        args.end()?;
        let color = game.board().to_move();
        let mut reason = String::new();
        let listen = |update: Update<'_>, sink: &mut dyn FnMut(Update<'_>)| match update {
            Update::Reason(text) => reason = text.to_owned(),
            other => sink(other),
        };
        let mv = context.run_part(&limit_time(context.settings), listen, |context| choose(game, color, context))?;
        let name = mv.map_or_else(|| G::NO_MOVE.to_owned(), |mv| game.board().move_name(mv));
        Ok(if reason.is_empty() { name } else { format!("{name}\n{reason}") })
    })
}

/// The command `explain`.
#[must_use]
pub const fn explain<G: TurnGame>() -> Command<G> {
    Command::new(
        "explain",
        "",
        "the position in words: whose turn it is, who wins with best play if that is found, and the terms of the game",
        |game, args, context| {
            args.end()?;
            let pass_on = |update: Update<'_>, sink: &mut dyn FnMut(Update<'_>)| sink(update);
            context.run_part(&limit_time(context.settings), pass_on, |context| explain_position(game, context))
        },
    )
}

/// Returns the settings with a limit of time, which they may lack.
fn limit_time(settings: &Settings) -> Settings {
    let max_time = if settings.max_time > 0.0 { settings.max_time } else { SECONDS };
    Settings { max_time, ..settings.clone() }
}

fn explain_position<G: TurnGame>(game: &mut G, context: &mut Context<'_>) -> Outcome {
    let color = game.board().to_move();
    if let Some(ending) = super::situation(game).ending {
        return Ok(ending);
    }
    let count = game.board().count_moves(color);
    let mut lines = vec![format!("{} to move, {count} {}", color.name(), if count == 1 { "move" } else { "moves" })];
    let solution = game.solve(color, context);
    let result = value_text(&solution.value);
    lines.push(match (solution.value.result, solution.best) {
        (None, _) => "who wins is not found in this time; hint searches for a good move".to_owned(),
        (Some(GameResult::Loss), _) => format!("with best play {} {result}", color.name()),
        (Some(_), Some(best)) => format!("with best play {} {result}, by {}", color.name(), game.board().move_name(best)),
        (Some(_), None) => format!("with best play {} {result}", color.name()),
    });
    lines.extend(game.terms(context));
    Ok(lines.join("\n"))
}
