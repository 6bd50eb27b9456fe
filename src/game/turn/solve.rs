//! The commands `solve` and `move_values`.

use super::{GameValue, MoveOf, MoveValues, Solution, TurnBoard, TurnGame};
use crate::color::Color;
use crate::game::{Command, Context};
use crate::protocol::{Args, Failure, color};

/// Returns the command `solve`.
#[must_use]
pub const fn solve<G: TurnGame>() -> Command<G> {
    Command::new(
        "solve",
        "[COLOR]",
        "who wins with best play, for the player to move: win, loss, draw or unknown, the plies to the end, a best move",
        |game, args, context| {
            let color = parse_color(game, args)?;
            // The position after a resignation may be open.
            let resigned = game.board().ending().filter(|_| game.board().resigner().is_some());
            let solution = match resigned {
                Some(ending) => Solution::new(GameValue::of_end(ending, color), None, 0),
                None => game.solve(color, context),
            };
            Ok(solution_text(game, &solution, context))
        },
    )
}

/// Returns the command `move_values`.
#[must_use]
pub const fn move_values<G: TurnGame>() -> Command<G> {
    Command::new(
        "move_values",
        "[COLOR]",
        "what each move is worth to the player who makes it; of more than 2,000 the winning ones, and a count",
        |game, args, context| {
            let color = parse_color(game, args)?;
            if !game.board().has_moves(color) {
                return Ok(String::new());
            }
            let values = game.move_values(color, context)?;
            Ok(values_text(game, &values))
        },
    )
}

/// Parses the optional colour at the end of a request. Checks that it may move, unless the game is over or impartial.
fn parse_color<G: TurnGame>(game: &G, args: &mut Args<'_>) -> Result<Color, Failure> {
    let color = args.optional_last("COLOR", color)?.unwrap_or_else(|| game.board().to_move());
    if !<G::Board as TurnBoard>::IS_IMPARTIAL && game.board().ending().is_none() {
        game.board().check_turn(color)?;
    }
    Ok(color)
}

/// Formats a solution: `win plies=5 move=b2 nodes=1 seconds=0.000`.
fn solution_text<G: TurnGame>(game: &G, solution: &Solution<MoveOf<G>>, context: &Context<'_>) -> String {
    let best = solution.best.map_or_else(String::new, |mv| format!(" move={}", game.board().move_name(mv)));
    let details: String = solution.details.iter().map(|(key, number)| format!(" {key}={number}")).collect();
    let seconds = context.started.elapsed().as_secs_f64();
    let nodes = solution.nodes.map_or_else(String::new, |nodes| format!(" nodes={nodes}"));
    let text = format!("{}{best}{details}{nodes} seconds={seconds:.3}", solution.value);
    if solution.note.is_empty() { text } else { format!("{text}\n{}", solution.note) }
}

/// Formats the value of each move, `b2 win plies=5`, one a line; if some are left out a line with the counts follows.
fn values_text<G: TurnGame>(game: &G, values: &MoveValues<MoveOf<G>>) -> String {
    let mut lines: Vec<String> =
        values.moves.iter().map(|(mv, value)| format!("{} {value}", game.board().move_name(*mv))).collect();
    if (values.moves.len() as u64) < values.total {
        let winning = values.winning.map_or_else(|| "unknown".to_owned(), |winning| winning.to_string());
        lines.push(format!("... listed={} winning={winning} moves={}", values.moves.len(), values.total));
    }
    lines.join("\n")
}
