//! `ludion bench puzzle`: the time that the command `puzzle` takes, for each game and difficulty.

use crate::engine::{Engine, RequestHandle};
use crate::figures::{milliseconds, thread_seconds};
use crate::game::stream::Format;
use crate::game::{CommandInfo, Tell};
use crate::protocol::{Line, Outcome, parse};
use crate::search::Stop;

/// Puzzles of each kind for the signature alone.
const QUICK_COUNT: u64 = 2;

/// Prints the figures of `count` puzzles of each kind, in processor time, and a signature of their positions; if `is_quick` only that
/// of the first ones. A puzzle has the same position on every machine.
pub(super) fn run(count: u64, is_quick: bool, tell: Tell<'_>) {
    let mut engine = Engine::default();
    let games: Vec<&str> = engine.games().collect();
    let mut signature = 0xcbf2_9ce4_8422_2325_u64;
    for game in games {
        let is_known = ask(&mut engine, &format!("game {game}")).is_ok();
        let Some(command) = engine.find("puzzle").filter(|_| is_known) else { continue };
        for difficulty in difficulties(&command) {
            let (mut failed, mut times) = (0, Vec::new());
            for seed in 1..=if is_quick { QUICK_COUNT } else { count } {
                let started = thread_seconds();
                let reply = ask(&mut engine, &format!("puzzle {difficulty} seed={seed}"));
                times.push(thread_seconds() - started);
                failed += u64::from(reply.is_err());
                let text = reply.unwrap_or_default();
                let position = text.lines().find(|line| line.starts_with("position=")).unwrap_or_default();
                for byte in position.bytes().filter(|_| seed <= QUICK_COUNT) {
                    signature = (signature ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
                }
            }
            if !is_quick {
                tell(format!("puzzle {game} {difficulty} puzzles {count} failed {failed} {}", milliseconds(times)));
            }
        }
    }
    tell(format!("puzzle signature {signature:016x}"));
}

/// Returns the words of the first argument of the command: `[easy|hard]`.
fn difficulties(command: &CommandInfo) -> impl Iterator<Item = &'static str> + use<> {
    let words = command.usage.split(' ').next().unwrap_or_default();
    words.trim_matches(['[', ']']).split('|')
}

/// Returns the reply of the engine to a line.
pub(super) fn ask(engine: &mut Engine, line: &str) -> Outcome {
    let Line::Request(request) = parse(line.as_bytes()) else { return Ok(String::new()) };
    let handle = RequestHandle { stop: Stop::default(), pending: Stop::default(), sink: &mut |_| (), format: Format::Lines };
    engine.answer(&request, handle)
}
