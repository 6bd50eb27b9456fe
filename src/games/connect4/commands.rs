//! The verbs of Connect Four, each with its short handler.

use super::board::{Board, Column, Ending};
use super::notation::{self, Move, column_name, position_text, refused};
use super::{Connect4, picture};
use crate::color::Color;
use crate::game::{Command, Context, exported, timed};
use crate::protocol::{Args, Failure, Outcome, color, quoted, unsigned};

mod analysis;

/// The table.
pub(super) const COMMANDS: &[Command<Connect4>] = &[
    Command {
        name: "boardsize",
        usage: "W H",
        summary: "an empty board of W columns, 1 to 8, and H rows, 1 to 7",
        example: "boardsize 8 7",
        run: boardsize,
    },
    Command {
        name: "clear_board",
        usage: "",
        summary: "an empty board of the same size",
        example: "clear_board",
        run: clear_board,
    },
    Command {
        name: "play",
        usage: "COLOR MOVE",
        summary: "lets a stone fall into a column, counted from 1, or resign",
        example: "play b 4",
        run: play,
    },
    Command { name: "undo", usage: "[N]", summary: "takes the last move back, or the last N", example: "clear_board", run: undo },
    Command {
        name: "genmove",
        usage: "COLOR",
        summary: "chooses, plays and names a column; none when the game is over",
        example: "genmove b",
        run: genmove,
    },
    Command {
        name: "reg_genmove",
        usage: "COLOR",
        summary: "as genmove, without playing",
        example: "reg_genmove b",
        run: reg_genmove,
    },
    Command {
        name: "legal_moves",
        usage: "[COLOR]",
        summary: "the columns that are not full; none when the game is over",
        example: "legal_moves",
        run: legal_moves,
    },
    Command {
        name: "final_score",
        usage: "",
        summary: "B+, W+ or 0; fails while the game goes on",
        example: "list_commands",
        run: final_score,
    },
    timed::time_settings(),
    timed::time_left(),
    exported::export(),
    Command {
        name: "position",
        usage: "[TEXT]",
        summary: "the moves so far, a digit each, or plays them from the empty board: [WxH] DIGITS",
        example: "position 4433",
        run: position,
    },
    Command {
        name: "showboard",
        usage: "[plain|color] [values]",
        summary: "the board as text; with the score of each move below its column",
        example: "showboard",
        run: showboard,
    },
    Command { name: "svg", usage: "[values]", summary: "the board as an SVG document", example: "svg", run: svg },
    Command {
        name: "solve",
        usage: "[COLOR]",
        summary: "win, loss or draw for the player to move with the exact score, the plies to the end, and a best move",
        example: "solve",
        run: analysis::solve,
    },
    Command {
        name: "move_values",
        usage: "[COLOR]",
        summary: "win, loss or draw with score and plies for each move, for the player who makes it",
        example: "move_values",
        run: analysis::move_values,
    },
    Command {
        name: "analyze",
        usage: "COLOR",
        summary: "searches until the next request; tells its findings as they come",
        example: "analyze b",
        run: analysis::analyze,
    },
];

fn boardsize(game: &mut Connect4, args: &mut Args<'_>, _: &mut Context<'_>) -> Outcome {
    let shape = notation::shape(args)?;
    game.restart(Board::new(shape));
    Ok(String::new())
}

fn clear_board(game: &mut Connect4, args: &mut Args<'_>, _: &mut Context<'_>) -> Outcome {
    args.end()?;
    game.restart(Board::new(*game.board.shape()));
    Ok(String::new())
}

fn play(game: &mut Connect4, args: &mut Args<'_>, _: &mut Context<'_>) -> Outcome {
    let color = args.next("COLOR", color)?;
    let mv: Move = args.next("MOVE", notation::mv)?;
    args.end()?;
    let (column, played) = match mv {
        Move::Column(column) => (Some(column), game.board.play(color, column)),
        Move::Resign => (None, game.board.resign(color)),
    };
    played.map_err(|refusal| refused(&game.board, column, refusal))?;
    Ok(String::new())
}

fn undo(game: &mut Connect4, args: &mut Args<'_>, _: &mut Context<'_>) -> Outcome {
    let count = args.optional("a number of moves", unsigned::<usize>)?.unwrap_or(1);
    args.end()?;
    if count > game.board.record().len() {
        return Err(Failure::CannotUndo);
    }
    (0..count).for_each(|_| game.board.undo());
    Ok(String::new())
}

fn genmove(game: &mut Connect4, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    let color = args.next("COLOR", color)?;
    args.end()?;
    let Some(column) = chosen(game, color, context)? else { return Ok("none".to_owned()) };
    game.board.play(color, column).map_err(|refusal| refused(&game.board, Some(column), refusal))?;
    game.clock.spend(color, context.started.elapsed().as_secs_f64());
    Ok(column_name(column))
}

fn reg_genmove(game: &mut Connect4, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    let color = args.next("COLOR", color)?;
    args.end()?;
    Ok(chosen(game, color, context)?.map_or_else(|| "none".to_owned(), column_name))
}

/// The column that the engine chooses for a colour; `None` when the game is over.
fn chosen(game: &mut Connect4, color: Color, context: &Context<'_>) -> Result<Option<Column>, Failure> {
    if game.board.ending().is_some() {
        return Ok(None);
    }
    game.board.check_turn(color).map_err(|refusal| refused(&game.board, None, refusal))?;
    let moves = (game.board.shape().area() - game.board.stones().count()) / 2 + 1;
    let budget = context.move_budget(&game.clock, color, moves);
    Ok(Some(game.player.choose(&game.board, context.settings, &budget)))
}

fn legal_moves(game: &mut Connect4, args: &mut Args<'_>, _: &mut Context<'_>) -> Outcome {
    args.optional("COLOR", color)?;
    args.end()?;
    if game.board.ending().is_some() {
        return Ok(String::new());
    }
    Ok(game.board.open().map(column_name).collect::<Vec<_>>().join(" "))
}

fn final_score(game: &mut Connect4, args: &mut Args<'_>, _: &mut Context<'_>) -> Outcome {
    args.end()?;
    match game.board.ending() {
        Some(Ending::Won(color)) => Ok(format!("{}+", color.letter())),
        Some(Ending::Draw) => Ok("0".to_owned()),
        None => Err(Failure::CannotScore),
    }
}

fn position(game: &mut Connect4, args: &mut Args<'_>, _: &mut Context<'_>) -> Outcome {
    if args.is_empty() {
        return Ok(position_text(&game.board));
    }
    let board = notation::parse_position(args, *game.board.shape())?;
    game.restart(board);
    Ok(String::new())
}

fn showboard(game: &mut Connect4, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    let (mut colored, mut name) = (None, None);
    while let Some(word) = args.word() {
        match word {
            "plain" | "color" if colored.is_none() => colored = Some(word == "color"),
            _ if name.is_none() => name = Some(word),
            _ => return Err(Failure::Syntax(format!("unexpected {}", quoted(word)))),
        }
    }
    let labels = name.map(|name| overlay(game, name, context)).transpose()?;
    let text = picture::text(&game.board, &labels.unwrap_or_default()).render(colored == Some(true));
    let turn = match game.board.ending() {
        Some(Ending::Won(color)) => format!("{} has won", color.name()),
        Some(Ending::Draw) => "a draw".to_owned(),
        None => format!("{} to move", game.board.to_move().name()),
    };
    Ok(format!("\n{text}\n{turn}"))
}

fn svg(game: &mut Connect4, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    let word = args.word();
    args.end()?;
    let labels = word.map(|word| overlay(game, word, context)).transpose()?;
    Ok(picture::svg(&game.board, &labels.unwrap_or_default()).render())
}

/// The words of an overlay.
fn overlay(game: &mut Connect4, name: &str, context: &Context<'_>) -> Result<picture::Labels, Failure> {
    match name {
        "values" => Ok(analysis::value_labels(game, context)),
        _ => Err(Failure::Syntax(format!("{} is not an overlay (values)", quoted(name)))),
    }
}
