//! The verbs of a game clock, and the budget that it leaves for a move: the same in every two-player game.

use nom::combinator::verify;
use nom::{IResult, Parser};

use super::{Command, Context};
use crate::protocol::{Args, Outcome, color, natural, number};
use crate::search::Clock;

/// A game with a clock for each player.
pub trait Timed: Sized {
    /// The clocks.
    fn clock(&mut self) -> &mut Clock;
}

/// The verb `time_settings`.
#[must_use]
pub const fn time_settings<G: Timed>() -> Command<G> {
    Command {
        name: "time_settings",
        usage: "MAIN BYO STONES",
        summary: "both clocks: main time, then BYO seconds for each STONES moves",
        example: "time_settings 600 0 0",
        run: set,
    }
}

/// The verb `time_left`.
#[must_use]
pub const fn time_left<G: Timed>() -> Command<G> {
    Command {
        name: "time_left",
        usage: "COLOR SECONDS STONES",
        summary: "what is left on a clock: in main time where STONES is 0, else for that many moves",
        example: "time_left b 299.5 0",
        run: left,
    }
}

fn set<G: Timed>(game: &mut G, args: &mut Args<'_>, _: &mut Context<'_>) -> Outcome {
    let main = args.next("a number of seconds", seconds)?;
    let byo = args.next("a number of seconds", seconds)?;
    let stones = args.next("a number of moves", natural::<u32>)?;
    args.end()?;
    game.clock().set(main, byo, stones);
    Ok(String::new())
}

fn left<G: Timed>(game: &mut G, args: &mut Args<'_>, _: &mut Context<'_>) -> Outcome {
    let color = args.next("COLOR", color)?;
    let seconds = args.next("a number of seconds", number)?;
    let stones = args.next("a number of moves", natural::<u32>)?;
    args.end()?;
    game.clock().set_left(color, seconds, stones);
    Ok(String::new())
}

/// A time that is not negative.
fn seconds(word: &str) -> IResult<&str, f64> {
    verify(number, |&seconds| seconds >= 0.0).parse(word)
}
