//! The commands of the board that only Hex has: whole games, as moves and as records.

use std::path::Path;

use super::super::Hex;
use super::super::notation::{self, sgf};
use crate::files;
use crate::game::turn::TurnBoard;
use crate::game::{Context, record};
use crate::protocol::{Args, Failure, Outcome, number, quote};

pub(super) fn play_game(hex: &mut Hex, args: &mut Args<'_>, _: &mut Context<'_>) -> Outcome {
    let mut moves = vec![notation::read_move(args)?];
    while !args.is_empty() {
        moves.push(notation::read_move(args)?);
    }
    let undone = hex.take_undone();
    for (number, &mv) in moves.iter().enumerate() {
        // After a swap of sides the same colour is to move, because the stone on the board has become the other player's.
        let played = hex.resolve(mv).and_then(|mv| hex.play(hex.to_move(), mv).map_err(Failure::IllegalMove));
        if let Err(failure) = played {
            hex.undo(number);
            hex.set_undone(undone);
            return Err(failure.map_reason(|why| format!("move {}: {why}", number + 1)));
        }
    }
    Ok(String::new())
}

/// Runs `url [hexworld|trmph]`.
pub(super) fn url(hex: &mut Hex, args: &mut Args<'_>, _: &mut Context<'_>) -> Outcome {
    let site = args.word().unwrap_or("hexworld");
    args.end()?;
    let (link, why) = match site {
        "hexworld" => (notation::link::text(hex.size, &hex.record), "the moves do not alternate"),
        "trmph" => (
            notation::link::trmph_text(hex.size, &hex.record),
            "it holds alternating stones on a square board, no swap and no resignation",
        ),
        other => return Err(Failure::Syntax(format!("{} is not hexworld or trmph", quote(other)))),
    };
    link.ok_or_else(|| Failure::Other(format!("no link of {site} can hold this game: {why}")))
}

pub(super) fn komi(_: &mut Hex, args: &mut Args<'_>, _: &mut Context<'_>) -> Outcome {
    args.last("NUMBER", number)?;
    Ok(String::new())
}

pub(super) fn loadsgf(hex: &mut Hex, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    let text = args.rest();
    let (path, moves) = match text.rsplit_once(' ') {
        Some((path, word)) if word.bytes().all(|byte| byte.is_ascii_digit()) && !Path::new(text).exists() => {
            let moves = word.parse().map_err(|_| Failure::Syntax(format!("{} is not a number of moves", quote(word))))?;
            (path.trim_end(), Some(moves))
        }
        _ => (text, None),
    };
    if path.is_empty() {
        return Err(Failure::Syntax("FILE is missing".into()));
    }
    let text = files::read_up_to(path, record::MAX_BYTES, context.settings.limits.files).map_err(Failure::CannotLoadFile)?;
    load_record(hex, &text, moves)
}

/// Runs `loadsgf_text TEXT`: as `loadsgf`, for a client that sends what its file contains.
pub(super) fn loadsgf_text(hex: &mut Hex, args: &mut Args<'_>, _: &mut Context<'_>) -> Outcome {
    load_record(hex, &record::restore_hashes(args.expect_rest("TEXT")?), None)
}

fn load_record(hex: &mut Hex, text: &str, moves: Option<usize>) -> Outcome {
    let game = sgf::read(text, hex.options.swap).map_err(|error| Failure::CannotLoadFile(error.to_string()))?;
    hex.load_record(game, moves).map_err(Failure::CannotLoadFile)?;
    hex.clock.restart();
    Ok(String::new())
}
