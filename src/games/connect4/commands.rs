//! The verbs of Connect Four, each with its short handler.

use super::board::{Board, Column};
use super::notation::{self, Move, column_name, position_text, refused};
use super::{Connect4, picture};
use crate::color::{Color, Ending};
use crate::game::chosen::{self, Chosen};
use crate::game::shown::{self, Shown};
use crate::game::{Command, Context, exported, timed, undone};
use crate::picture::{Svg, Text};
use crate::protocol::{Args, Failure, Outcome, color, quoted};

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
    undone::undo(),
    chosen::genmove(),
    chosen::reg_genmove(),
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
        run: shown::showboard,
    },
    Command { name: "svg", usage: "[values]", summary: "the board as an SVG document", example: "svg", run: shown::svg },
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
    let column = match mv {
        Move::Column(column) => Some(column),
        Move::Resign => None,
    };
    game.make(color, column)?;
    Ok(String::new())
}

impl Chosen for Connect4 {
    type Move = Column;

    fn choose(&mut self, color: Color, context: &Context<'_>) -> Result<Option<Column>, Failure> {
        if self.board.ending().is_some() {
            return Ok(None);
        }
        self.board.check_turn(color).map_err(|refusal| refused(&self.board, None, refusal))?;
        let moves = (self.board.shape().area() - self.board.stones().count()) / 2 + 1;
        let budget = context.move_budget(&self.clock, color, moves);
        Ok(Some(self.player.choose(&self.board, context.settings, &budget)))
    }

    fn move_name(&self, mv: Column) -> String {
        column_name(mv)
    }

    fn make(&mut self, color: Color, mv: Option<Column>) -> Result<(), Failure> {
        let played = match mv {
            Some(column) => self.board.play(color, column),
            None => self.board.resign(color),
        };
        played.map_err(|refusal| refused(&self.board, mv, refusal))
    }
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
    game.board.ending().map(Ending::score).ok_or(Failure::CannotScore)
}

fn position(game: &mut Connect4, args: &mut Args<'_>, _: &mut Context<'_>) -> Outcome {
    if args.is_empty() {
        return Ok(position_text(&game.board));
    }
    let board = notation::parse_position(args, *game.board.shape())?;
    game.restart(board);
    Ok(String::new())
}

impl Shown for Connect4 {
    type Overlay = picture::Labels;

    fn overlay(&mut self, name: &str, context: &Context<'_>) -> Result<picture::Labels, Failure> {
        match name {
            "values" => Ok(analysis::value_labels(self, context)),
            _ => Err(Failure::Syntax(format!("{} is not an overlay (values)", quoted(name)))),
        }
    }

    fn text(&self, overlay: Option<&picture::Labels>) -> Text {
        picture::text(&self.board, overlay.unwrap_or(&Vec::new()))
    }

    fn caption(&self) -> String {
        Ending::caption(self.board.ending(), self.board.to_move())
    }

    fn svg(&self, overlay: Option<&picture::Labels>) -> Svg {
        picture::svg(&self.board, overlay.unwrap_or(&Vec::new()))
    }
}
