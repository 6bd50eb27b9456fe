//! The commands of the board: `boardsize`, `clear_board`, `play`, `legal_moves`, `final_score`, `position`.

use super::{TurnBoard, TurnRules};
use crate::color::Color;
use crate::game::record::{self, Persist};
use crate::game::{Command, Context};
use crate::protocol::{Args, Failure, Outcome, color};

/// Most moves that a reply lists; of longer lists the rest is only counted.
pub const MAX_LISTED: usize = 2000;

/// The message for a move after the end of the game.
pub const GAME_OVER: &str = "the game is over";

/// Returns the message for a move out of turn: whose turn it is.
#[must_use]
pub(super) fn out_of_turn(to_move: Color) -> String {
    format!("{} to move", to_move.name())
}

/// Returns the command `boardsize`, with the game's arguments.
#[must_use]
pub const fn boardsize<G: TurnRules>(usage: &'static str, summary: &'static str, example: &'static str) -> Command<G> {
    Command::<G>::new("boardsize", usage, summary, |game, args, _| {
        game.board_mut().set_size(args)?;
        game.clock().restart();
        Ok(String::new())
    })
    .with_example(example)
}

/// Returns the command `clear_board`.
#[must_use]
pub const fn clear_board<G: TurnRules>() -> Command<G> {
    Command::new("clear_board", "", "back to the position that the game began with", |game, args, _| {
        args.end()?;
        game.board_mut().restart();
        game.clock().restart();
        Ok(String::new())
    })
}

/// Returns the command `play`; `summary` describes the moves of the game.
#[must_use]
pub const fn play<G: TurnRules>(summary: &'static str, example: &'static str) -> Command<G> {
    Command::new("play", "COLOR MOVE", summary, run_play).with_example(example)
}

fn run_play<G: TurnRules>(game: &mut G, args: &mut Args<'_>, _: &mut Context<'_>) -> Outcome {
    let color = args.next("COLOR", color)?;
    let word = args.expect_word("MOVE")?;
    args.end()?;
    match game.board().parse_move(word) {
        Ok(mv) => {
            game.board().check_turn(color)?;
            game.board_mut().play(color, mv).map_err(Failure::IllegalMove)?;
        }
        Err(_) if word.eq_ignore_ascii_case("resign") => {
            if game.board().ending().is_some() {
                return Err(Failure::IllegalMove(GAME_OVER.into()));
            }
            game.board_mut().resign(color);
        }
        Err(failure) => return Err(failure),
    }
    Ok(String::new())
}

/// Returns the command `legal_moves`.
#[must_use]
pub const fn legal_moves<G: TurnRules>() -> Command<G> {
    Command::new(
        "legal_moves",
        "[COLOR]",
        "the moves on one line; of more than 2,000 the first, and how many there are; none when the game is over",
        run_legal_moves,
    )
}

fn run_legal_moves<G: TurnRules>(game: &mut G, args: &mut Args<'_>, _: &mut Context<'_>) -> Outcome {
    let color = args.optional_last("COLOR", color)?.unwrap_or_else(|| game.board().to_move());
    if !game.board().has_moves(color) {
        return Ok(String::new());
    }
    let mut words: Vec<String> = game.board().legal_moves(color).take(MAX_LISTED).map(|mv| game.board().move_name(mv)).collect();
    let total = game.board().count_moves(color);
    if total > words.len() as u64 {
        words.push(format!("... {total} moves"));
    }
    Ok(words.join(" "))
}

/// Returns the command `final_score`.
#[must_use]
pub const fn final_score<G: TurnRules>() -> Command<G> {
    Command::<G>::new("final_score", "", "B+, W+ or 0 for a draw; fails while the game goes on", |game, args, _| {
        args.end()?;
        game.board().score_text().ok_or(Failure::CannotScore)
    })
    .with_example("list_commands")
}

/// Returns the command `position`; `summary` describes the notation of the game.
#[must_use]
pub const fn position<G: Persist>(summary: &'static str, example: &'static str) -> Command<G> {
    record::position(summary).with_example(example)
}
