//! The commands of a game clock, and the budget that it leaves for a move.

use nom::combinator::verify;
use nom::{IResult, Parser};

use super::TurnRules;
use crate::color::Color;
use crate::game::{Command, Context};
use crate::protocol::{color, natural, number};
use crate::search::{Budget, Clock};

/// Returns the command `time_settings`.
#[must_use]
pub const fn time_settings<G: TurnRules>() -> Command<G> {
    Command::<G>::new(
        "time_settings",
        "MAIN BYO STONES",
        "both clocks: main time, then BYO seconds for each STONES moves",
        |game, args, _| {
            let main = args.next("a number of seconds", seconds)?;
            let byo = args.next("a number of seconds", seconds)?;
            let stones = args.last("a number of moves", natural::<u32>)?;
            game.clock().set(main, byo, stones);
            Ok(String::new())
        },
    )
    .with_example("time_settings 600 0 0")
}

/// Returns the command `time_left`.
#[must_use]
pub const fn time_left<G: TurnRules>() -> Command<G> {
    Command::<G>::new(
        "time_left",
        "COLOR SECONDS STONES",
        "the time left on a clock: main time if STONES is 0, else for that many moves",
        |game, args, _| {
            let color = args.next("COLOR", color)?;
            let seconds = args.next("a number of seconds", number)?;
            let stones = args.last("a number of moves", natural::<u32>)?;
            game.clock().set_left(color, seconds, stones);
            Ok(String::new())
        },
    )
    .with_example("time_left b 299.5 0")
}

/// Returns a time that is not negative.
fn seconds(word: &str) -> IResult<&str, f64> {
    verify(number, |&seconds| seconds >= 0.0).parse(word)
}

impl Context<'_> {
    /// Returns the budget of a move by `color`, who has at most `moves` moves left: by the clock if one is set, and at most
    /// `max_time`.
    #[must_use]
    pub fn move_budget(&self, clock: &Clock, color: Color, moves: u32) -> Budget {
        let limit = self.settings.move_seconds();
        let seconds = clock.allot(color, moves, self.settings.lag_buffer);
        self.budget(Some(match seconds {
            Some(seconds) if self.settings.max_time == 0.0 => seconds,
            Some(seconds) => seconds.min(limit),
            None => limit,
        }))
    }
}
