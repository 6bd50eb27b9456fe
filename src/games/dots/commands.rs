//! The verbs of Dots and Boxes, each with its short handler.

use super::board::{Board, Line, Refusal, Setup, Size};
use super::notation::{self, Move, line_name, line_names, on_board, position_text};
use super::{Dots, picture};
use crate::color::Color;
use crate::game::chosen::{self, Chosen};
use crate::game::shown::{self, Shown};
use crate::game::{Command, Context, timed, undone};
use crate::picture::{Svg, Text};
use crate::protocol::{Args, Failure, Outcome, color, quoted, unsigned};

mod analysis;
mod strategy;

/// The table.
pub(super) const COMMANDS: &[Command<Dots>] = &[
    Command {
        name: "boardsize",
        usage: "R C [none|icelandic|swedish]",
        summary: "an empty board of R x C boxes, sides 1 to 10; icelandic: left and bottom rim drawn, swedish: the whole rim",
        example: "boardsize 3 3",
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
        summary: "draws a line (h1,0 is the top of the box in row 1, column 0; v2,3 a left side; or its number), or resign",
        example: "play b h1,0",
        run: play,
    },
    undone::undo(),
    chosen::genmove(),
    chosen::reg_genmove(),
    Command {
        name: "legal_moves",
        usage: "[COLOR]",
        summary: "the lines that can be drawn",
        example: "legal_moves",
        run: legal_moves,
    },
    Command {
        name: "final_score",
        usage: "",
        summary: "B+3, W+1 or 0; fails while lines are open",
        example: "list_commands",
        run: final_score,
    },
    timed::time_settings(),
    timed::time_left(),
    Command {
        name: "position",
        usage: "[TEXT]",
        summary: "the position as one line, or sets it: RxC BITS [COLOR [BLACK WHITE]]",
        example: "position 1x2 1100000 b",
        run: position,
    },
    Command {
        name: "showboard",
        usage: "[plain|color] [values|chains]",
        summary: "the board as text; with the exact value in the place of each open line, or a letter for each component",
        example: "showboard",
        run: shown::showboard,
    },
    Command { name: "svg", usage: "[values|chains]", summary: "the board as an SVG document", example: "svg", run: shown::svg },
    Command {
        name: "solve",
        usage: "[COLOR]",
        summary: "the margin with best play over the open boxes, for the player to move, and a best line",
        example: "clear_board",
        run: analysis::solve,
    },
    Command {
        name: "move_values",
        usage: "[COLOR]",
        summary: "the margin of each line for the player who draws it, boxes that it closes included",
        example: "clear_board",
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
        name: "chains",
        usage: "",
        summary: "the components: boxes on offer, chains, loops, boxes where chains meet",
        example: "chains",
        run: strategy::chains,
    },
    Command {
        name: "control",
        usage: "",
        summary: "who is in control, and what to do: by the exact recurrence and by the rules",
        example: "control",
        run: strategy::control,
    },
    Command {
        name: "long_chains",
        usage: "",
        summary: "the parity of long linear chains that each side wants, and the turn that opens the first",
        example: "long_chains",
        run: strategy::long_chains,
    },
    Command {
        name: "nimber",
        usage: "",
        summary: "the nim-value of the position as nimstring; unknown where the budget ends first",
        example: "clear_board",
        run: strategy::nimber,
    },
    Command {
        name: "turns",
        usage: "",
        summary: "the turns so far, and the formula: dots and double-crossed moves together at the end",
        example: "turns",
        run: strategy::turns,
    },
    Command {
        name: "explain",
        usage: "",
        summary: "the decision tree in words: which rule speaks, which line it means, why",
        example: "explain",
        run: strategy::explain,
    },
];

fn boardsize(dots: &mut Dots, args: &mut Args<'_>, _: &mut Context<'_>) -> Outcome {
    let rows = args.next("a number of rows", unsigned::<usize>)?;
    let columns = args.next("a number of columns", unsigned::<usize>)?;
    let start = args.optional("none, icelandic or swedish", notation::start)?.unwrap_or_default();
    args.end()?;
    let size = Size { rows, columns };
    if !size.is_playable() {
        return Err(Failure::UnacceptableSize(format!("{size}; sides go from 1 to 10")));
    }
    dots.restart(Setup::new(size, start));
    Ok(String::new())
}

fn clear_board(dots: &mut Dots, args: &mut Args<'_>, _: &mut Context<'_>) -> Outcome {
    args.end()?;
    dots.restart(dots.board.setup().clone());
    Ok(String::new())
}

fn refused(board: &Board, line: Option<Line>, refusal: Refusal) -> Failure {
    Failure::IllegalMove(match (refusal, line) {
        (Refusal::Drawn, Some(line)) => format!("{} is drawn", line_name(board.size(), line)),
        (Refusal::Drawn, None) => "the line is drawn".to_owned(),
        (Refusal::OutOfTurn(color), _) => format!("{} to move", color.name()),
        (Refusal::Over, _) => "the game is over".to_owned(),
    })
}

fn play(dots: &mut Dots, args: &mut Args<'_>, _: &mut Context<'_>) -> Outcome {
    let color = args.next("COLOR", color)?;
    let mv: Move = args.next("MOVE", notation::mv)?;
    args.end()?;
    let line = on_board(dots.board.size(), mv)?;
    dots.make(color, line)?;
    Ok(String::new())
}

impl Chosen for Dots {
    type Move = Line;

    fn choose(&mut self, color: Color, context: &Context<'_>) -> Result<Option<Line>, Failure> {
        if self.board.is_over() {
            return Ok(None);
        }
        if color != self.board.to_move() {
            return Err(refused(&self.board, None, Refusal::OutOfTurn(self.board.to_move())));
        }
        // Each player draws about half of the lines.
        let moves = self.board.open_lines().count() as u32 / 2 + 1;
        let budget = context.move_budget(&self.clock, color, moves);
        let choice = self.player.choose(&self.board, self.options.player, context.settings, &budget);
        if let Some(choice) = choice {
            log::info!("{} margin {:?}", line_name(self.board.size(), choice.line), choice.margin);
        }
        Ok(choice.map(|choice| choice.line))
    }

    fn move_name(&self, mv: Line) -> String {
        line_name(self.board.size(), mv)
    }

    fn make(&mut self, color: Color, mv: Option<Line>) -> Result<(), Failure> {
        let played = match mv {
            Some(line) => self.board.play(color, line),
            None => self.board.resign(color),
        };
        played.map_err(|refusal| refused(&self.board, mv, refusal))
    }
}

fn legal_moves(dots: &mut Dots, args: &mut Args<'_>, _: &mut Context<'_>) -> Outcome {
    args.optional("COLOR", color)?;
    args.end()?;
    if dots.board.is_over() {
        return Ok(String::new());
    }
    Ok(line_names(dots.board.size(), dots.board.open_lines()))
}

fn final_score(dots: &mut Dots, args: &mut Args<'_>, _: &mut Context<'_>) -> Outcome {
    args.end()?;
    if let Some(loser) = dots.board.resigned() {
        return Ok(format!("{}+", loser.other().letter()));
    }
    if !dots.board.is_over() {
        return Err(Failure::CannotScore);
    }
    let [black, white] = dots.board.score();
    Ok(match black.cmp(&white) {
        std::cmp::Ordering::Greater => format!("B+{}", black - white),
        std::cmp::Ordering::Less => format!("W+{}", white - black),
        std::cmp::Ordering::Equal => "0".to_owned(),
    })
}

fn position(dots: &mut Dots, args: &mut Args<'_>, _: &mut Context<'_>) -> Outcome {
    if args.is_empty() {
        return Ok(position_text(&dots.board));
    }
    let setup = notation::parse_position(args.rest())?;
    dots.restart(setup);
    Ok(String::new())
}

impl Shown for Dots {
    type Overlay = picture::Labels;

    fn overlay(&mut self, name: &str, context: &Context<'_>) -> Result<picture::Labels, Failure> {
        match name {
            "values" => Ok(analysis::value_labels(self, context)),
            "chains" => strategy::chain_labels(self),
            _ => Err(Failure::Syntax(format!("{} is not plain, color, values or chains", quoted(name)))),
        }
    }

    fn text(&self, overlay: Option<&picture::Labels>) -> Text {
        picture::text(&self.board, overlay.unwrap_or(&picture::Labels::default()))
    }

    fn caption(&self) -> String {
        let [black, white] = self.board.score();
        let turn = if self.board.is_over() { "game over".to_owned() } else { format!("{} to move", self.board.to_move().name()) };
        format!("black {black} white {white}, {turn}")
    }

    fn svg(&self, overlay: Option<&picture::Labels>) -> Svg {
        picture::svg(&self.board, overlay.unwrap_or(&picture::Labels::default()))
    }
}
