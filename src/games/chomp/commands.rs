//! The verbs of Chomp, each with its short handler.

use super::board::{Board, Refusal, Setup, Square, bites};
use super::notation::{self, MoveWord, bite_name, position_text};
use super::{Chomp, picture};
use crate::color::Color;
use crate::game::chosen::{self, Chosen};
use crate::game::shown::{self, Shown};
use crate::game::{Command, Context, export, timed, undone};
use crate::picture::{Svg, Text};
use crate::protocol::{Args, Failure, Outcome, color, quoted, unsigned};

mod analysis;

/// The table.
pub(super) const COMMANDS: &[Command<Chomp>] = &[
    Command {
        name: "boardsize",
        usage: "R C",
        summary: "a whole bar of R rows and C columns: up to 15x15, 3x1000, or any of at most 170 million positions",
        example: "boardsize 5 7",
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
        summary: "bites: 2,3 takes row 2, column 3 and all to the right and above; 1,1 is poisoned; or resign",
        example: "play b 2,3",
        run: play,
    },
    undone::undo(),
    chosen::genmove(),
    chosen::reg_genmove(),
    Command {
        name: "legal_moves",
        usage: "[COLOR]",
        summary: "the bites, on one line; of more than 2,000 the first, and how many there are",
        example: "legal_moves",
        run: legal_moves,
    },
    Command {
        name: "final_score",
        usage: "",
        summary: "B+ or W+; fails while squares are left",
        example: "list_commands",
        run: final_score,
    },
    timed::time_settings(),
    timed::time_left(),
    Command {
        name: "position",
        usage: "[TEXT]",
        summary: "the position as one line, or sets it: RxC [ROWS [COLOR]], ROWS what is left of each row from the bottom",
        example: "position 3x4 4,4,2 w",
        run: position,
    },
    Command {
        name: "showboard",
        usage: "[plain|color] [values]",
        summary: "the bar as text; with the plies that each bite leads to, odd where it loses",
        example: "showboard",
        run: shown::showboard,
    },
    Command { name: "svg", usage: "[values]", summary: "the bar as an SVG document", example: "svg", run: shown::svg },
    Command {
        name: "solve",
        usage: "[COLOR]",
        summary: "who wins, in how many plies, and a best bite; for a whole bar also the theft of the strategy, checked",
        example: "solve",
        run: analysis::solve,
    },
    Command {
        name: "move_values",
        usage: "[COLOR]",
        summary: "what each bite is worth; of more than 2,000 the winning ones, and a count",
        example: "move_values",
        run: analysis::move_values,
    },
    Command {
        name: "analyze",
        usage: "COLOR",
        summary: "the best bites, told again until the next request",
        example: "analyze b",
        run: analysis::analyze,
    },
    Command { name: "winning", usage: "", summary: "all winning bites", example: "winning", run: analysis::winning },
    Command {
        name: "lost_positions",
        usage: "[N]",
        summary: "how many positions of the bar are lost for who moves, and the first N with their plies",
        example: "lost_positions 10",
        run: analysis::lost_positions,
    },
    export::export(),
];

fn boardsize(chomp: &mut Chomp, args: &mut Args<'_>, _: &mut Context<'_>) -> Outcome {
    let rows = args.next("a number of rows", unsigned::<usize>)?;
    let columns = args.next("a number of columns", unsigned::<usize>)?;
    args.end()?;
    let size = notation::check_size(rows, columns)?;
    chomp.restart(Setup::new(size));
    Ok(String::new())
}

fn clear_board(chomp: &mut Chomp, args: &mut Args<'_>, _: &mut Context<'_>) -> Outcome {
    args.end()?;
    chomp.restart(chomp.board.setup().clone());
    Ok(String::new())
}

fn refused(bite: Option<Square>, refusal: Refusal) -> Failure {
    Failure::IllegalMove(match (refusal, bite) {
        (Refusal::NotThere, Some(bite)) => format!("{} is not there", bite_name(bite)),
        (Refusal::NotThere, None) => "the square is not there".to_owned(),
        (Refusal::OutOfTurn(color), _) => format!("{} to move", color.name()),
        (Refusal::Over, _) => "the game is over".to_owned(),
    })
}

fn play(chomp: &mut Chomp, args: &mut Args<'_>, _: &mut Context<'_>) -> Outcome {
    let color = args.next("COLOR", color)?;
    let word = args.next("MOVE", notation::mv)?;
    args.end()?;
    let bite = match word {
        MoveWord::Bite(bite) => Some(bite),
        MoveWord::Resign => None,
    };
    chomp.make(color, bite)?;
    Ok(String::new())
}

impl Chosen for Chomp {
    type Move = Square;

    fn choose(&mut self, color: Color, context: &Context<'_>) -> Result<Option<Square>, Failure> {
        if self.board.winner().is_some() {
            return Ok(None);
        }
        in_turn(&self.board, color)?;
        // All the work is done at the first move.
        let budget = context.move_budget(&self.clock, color, 1);
        Ok(self.player.choose(&self.board, context.settings, &budget))
    }

    fn move_name(&self, mv: Square) -> String {
        bite_name(mv)
    }

    fn make(&mut self, color: Color, mv: Option<Square>) -> Result<(), Failure> {
        match mv {
            Some(bite) => self.board.play(color, bite),
            None => self.board.resign(color),
        }
        .map_err(|refusal| refused(mv, refusal))
    }
}

/// Refuses a colour that is not to move.
fn in_turn(board: &Board, color: Color) -> Result<(), Failure> {
    let to_move = board.to_move();
    if color == to_move { Ok(()) } else { Err(refused(None, Refusal::OutOfTurn(to_move))) }
}

/// Longer lists are cut.
const MAX_LISTED: usize = 2000;

fn legal_moves(chomp: &mut Chomp, args: &mut Args<'_>, _: &mut Context<'_>) -> Outcome {
    args.optional("COLOR", color)?;
    args.end()?;
    if chomp.board.winner().is_some() {
        return Ok(String::new());
    }
    let mut words: Vec<String> = bites(chomp.board.rows()).take(MAX_LISTED).map(bite_name).collect();
    let total = bites(chomp.board.rows()).count();
    if total > words.len() {
        words.push(format!("... {total} moves"));
    }
    Ok(words.join(" "))
}

fn final_score(chomp: &mut Chomp, args: &mut Args<'_>, _: &mut Context<'_>) -> Outcome {
    args.end()?;
    chomp.board.winner().map(|winner| format!("{}+", winner.letter())).ok_or(Failure::CannotScore)
}

fn position(chomp: &mut Chomp, args: &mut Args<'_>, _: &mut Context<'_>) -> Outcome {
    if args.is_empty() {
        return Ok(position_text(&chomp.board));
    }
    let setup = notation::parse_position(args.rest())?;
    chomp.restart(setup);
    Ok(String::new())
}

impl Shown for Chomp {
    type Overlay = picture::Labels;

    fn overlay(&mut self, name: &str, context: &Context<'_>) -> Result<picture::Labels, Failure> {
        match name {
            "values" => analysis::value_labels(self, context),
            _ => Err(Failure::Syntax(format!("{} is not an overlay (values)", quoted(name)))),
        }
    }

    fn text(&self, overlay: Option<&picture::Labels>) -> Text {
        picture::text(&self.board, overlay.unwrap_or(&Vec::new()))
    }

    fn caption(&self) -> String {
        notation::turn_text(&self.board)
    }

    fn svg(&self, overlay: Option<&picture::Labels>) -> Svg {
        picture::svg(&self.board, overlay.unwrap_or(&Vec::new()))
    }
}
