//! The verbs of tic-tac-toe, each with its short handler.

use std::sync::Arc;

use super::board::{Board, Marks, Refusal, Rules};
use super::notation::{self, Move, cell_name, on_board, position_text};
use super::{TicTacToe, picture, player};
use crate::color::{Color, Ending};
use crate::game::chosen::{self, Chosen};
use crate::game::shown::{self, Shown};
use crate::game::{Command, Context, export, timed, undone};
use crate::grid::Cell;
use crate::picture::{Svg, Text};
use crate::protocol::{Args, Failure, Outcome, color, quoted};

mod analysis;

/// The table.
pub(super) const COMMANDS: &[Command<TicTacToe>] = &[
    Command {
        name: "boardsize",
        usage: "M N K [misere=0|1]",
        summary: "an empty board of M columns and N rows, 1 to 11 each, where K in a line win, or lose with misere=1",
        example: "boardsize 4 4 4",
        run: boardsize,
    },
    Command {
        name: "clear_board",
        usage: "",
        summary: "the position that the game began with",
        example: "clear_board",
        run: clear_board,
    },
    Command {
        name: "play",
        usage: "COLOR MOVE",
        summary: "marks a cell (a1 is the top left one), or resign",
        example: "play b b2",
        run: play,
    },
    undone::undo(),
    chosen::genmove(),
    chosen::reg_genmove(),
    Command {
        name: "legal_moves",
        usage: "[COLOR]",
        summary: "the free cells; none when the game is over",
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
    export::export(),
    Command {
        name: "position",
        usage: "[TEXT]",
        summary: "the position as one line, or sets it: M N K [misere=1] ROWS, rows of x, o and . with / between",
        example: "position 3 3 3 x../.o./...",
        run: position,
    },
    Command {
        name: "showboard",
        usage: "[plain|color] [values]",
        summary: "the board as text; with the value and plies of each move in its cell (+3, -2, =, ?)",
        example: "showboard",
        run: shown::showboard,
    },
    Command { name: "svg", usage: "[values]", summary: "the board as an SVG document", example: "svg", run: shown::svg },
    Command {
        name: "solve",
        usage: "[COLOR]",
        summary: "win, loss or draw for the player to move, the plies to the end with best play, and a best move",
        example: "solve",
        run: analysis::solve,
    },
    Command {
        name: "move_values",
        usage: "[COLOR]",
        summary: "win, loss or draw with plies for each move, for the player who makes it",
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
    Command {
        name: "heuristic",
        usage: "",
        summary: "the heuristic of the position for black: lines that one player alone has marks on, fuller ones more",
        example: "heuristic",
        run: analysis::heuristic,
    },
    Command {
        name: "minmax",
        usage: "DEPTH|inf",
        summary: "min-max with the heuristic, DEPTH plies deep, nothing cut off: score for black, move, nodes",
        example: "minmax 2",
        run: analysis::minmax,
    },
    Command {
        name: "census",
        usage: "",
        summary: "all positions from the empty board (up to 16 cells): how many, their values, ranks, classes, games",
        example: "census",
        run: analysis::census,
    },
];

fn boardsize(game: &mut TicTacToe, args: &mut Args<'_>, _: &mut Context<'_>) -> Outcome {
    let variant = notation::variant(args)?;
    args.end()?;
    game.restart(Arc::new(Rules::new(variant)), Marks::default());
    Ok(String::new())
}

fn clear_board(game: &mut TicTacToe, args: &mut Args<'_>, _: &mut Context<'_>) -> Outcome {
    args.end()?;
    game.restart(Arc::clone(game.board.rules()), game.board.start());
    Ok(String::new())
}

/// The words of a refusal.
fn refused(board: &Board, cell: Option<Cell>, refusal: Refusal) -> Failure {
    Failure::IllegalMove(match (refusal, cell) {
        (Refusal::Occupied, Some(cell)) => format!("{} is occupied", cell_name(board.rules().variant.size, cell)),
        (Refusal::Occupied, None) => "the cell is occupied".to_owned(),
        (Refusal::OutOfTurn(color), _) => format!("{} to move", color.name()),
        (Refusal::Over, _) => "the game is over".to_owned(),
    })
}

fn play(game: &mut TicTacToe, args: &mut Args<'_>, _: &mut Context<'_>) -> Outcome {
    let color = args.next("COLOR", color)?;
    let mv: Move = args.next("MOVE", notation::mv)?;
    args.end()?;
    let cell = on_board(game.board.rules().variant.size, mv)?;
    game.make(color, cell)?;
    Ok(String::new())
}

impl Chosen for TicTacToe {
    type Move = Cell;

    fn choose(&mut self, color: Color, context: &Context<'_>) -> Result<Option<Cell>, Failure> {
        if self.board.ending().is_some() {
            return Ok(None);
        }
        self.board.check_turn(color).map_err(|refusal| refused(&self.board, None, refusal))?;
        let moves = self.board.free().count() as u32 / 2 + 1;
        let budget = context.move_budget(&self.clock, color, moves);
        Ok(Some(player::choose(&self.board, context.settings, &budget)))
    }

    fn move_name(&self, mv: Cell) -> String {
        cell_name(self.board.rules().variant.size, mv)
    }

    fn make(&mut self, color: Color, mv: Option<Cell>) -> Result<(), Failure> {
        let played = match mv {
            Some(cell) => self.board.play(color, cell),
            None => self.board.resign(color),
        };
        played.map_err(|refusal| refused(&self.board, mv, refusal))
    }
}

fn legal_moves(game: &mut TicTacToe, args: &mut Args<'_>, _: &mut Context<'_>) -> Outcome {
    args.optional("COLOR", color)?;
    args.end()?;
    if game.board.ending().is_some() {
        return Ok(String::new());
    }
    let size = game.board.rules().variant.size;
    Ok(game.board.free().map(|cell| cell_name(size, cell)).collect::<Vec<_>>().join(" "))
}

fn final_score(game: &mut TicTacToe, args: &mut Args<'_>, _: &mut Context<'_>) -> Outcome {
    args.end()?;
    game.board.ending().map(Ending::score).ok_or(Failure::CannotScore)
}

fn position(game: &mut TicTacToe, args: &mut Args<'_>, _: &mut Context<'_>) -> Outcome {
    if args.is_empty() {
        return Ok(position_text(game.board.rules().variant, game.board.marks()));
    }
    let (rules, marks) = notation::parse_position(args)?;
    game.restart(Arc::new(rules), marks);
    Ok(String::new())
}

impl Shown for TicTacToe {
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
