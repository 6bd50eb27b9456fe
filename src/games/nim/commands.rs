//! The verbs of Nim and its relatives, each with its short handler.

use super::board::{Board, Move, Refusal, count_moves, moves};
use super::notation::{self, heaps_text, move_name, position_text, resolve_move, rule_text};
use super::player::MAX_LISTED;
use super::rule::Rule;
use super::{Nim, picture};
use crate::color::Color;
use crate::game::chosen::{self, Chosen};
use crate::game::shown::{self, Shown};
use crate::game::{Command, Context, export, timed, undone};
use crate::picture::{Svg, Text};
use crate::protocol::{Args, Failure, Outcome, color, quoted};

mod analysis;
mod theory;

/// The table.
pub(super) const COMMANDS: &[Command<Nim>] = &[
    Command {
        name: "boardsize",
        usage: "HEAP... [take=SET|octal=CODE|NAME] [misere=1]",
        summary: "new heaps and their rule: take=1-3 or take=1,3,4; octal=0.77; NAME is nim, kayles, dawson-kayles, dawson-chess, \
                  treblecross, grundy or wythoff",
        example: "boardsize 10 take=1-3",
        run: boardsize,
    },
    Command {
        name: "clear_board",
        usage: "",
        summary: "the heaps that the game began with",
        example: "clear_board",
        run: clear_board,
    },
    Command {
        name: "play",
        usage: "COLOR MOVE",
        summary: "2-3 takes three from heap 2; 2-1:3+4 takes one and leaves two heaps; 1+2-3 takes from both; resign",
        example: "play b 1-1",
        run: play,
    },
    undone::undo(),
    chosen::genmove(),
    chosen::reg_genmove(),
    Command {
        name: "legal_moves",
        usage: "[COLOR]",
        summary: "the moves on one line; of more than 2,000 the first, and how many there are",
        example: "legal_moves",
        run: legal_moves,
    },
    Command {
        name: "final_score",
        usage: "",
        summary: "B+ or W+; fails while moves are left",
        example: "list_commands",
        run: final_score,
    },
    timed::time_settings(),
    timed::time_left(),
    Command {
        name: "position",
        usage: "[TEXT]",
        summary: "the position as one line, or sets it: HEAP... [RULE] [misere=1] [COLOR]",
        example: "position 3 5 7 w",
        run: position,
    },
    Command {
        name: "showboard",
        usage: "[plain|color] [grundy]",
        summary: "the heaps as text; with the Grundy value of each",
        example: "showboard",
        run: shown::showboard,
    },
    Command { name: "svg", usage: "[grundy]", summary: "the heaps as an SVG document", example: "svg", run: shown::svg },
    Command {
        name: "solve",
        usage: "[COLOR]",
        summary: "who wins, in how many plies where that is within reach, and a best move",
        example: "solve",
        run: analysis::solve,
    },
    Command {
        name: "move_values",
        usage: "[COLOR]",
        summary: "what each move is worth; of more than 2,000 moves the winning ones, and a count",
        example: "move_values",
        run: analysis::move_values,
    },
    Command {
        name: "analyze",
        usage: "COLOR",
        summary: "the best moves, told again until the next request",
        example: "analyze b",
        run: analysis::analyze,
    },
    Command {
        name: "grundy",
        usage: "[HEAP...]",
        summary: "the Grundy value of the position, or of other heaps by its rule, and of each heap",
        example: "grundy",
        run: theory::grundy,
    },
    Command {
        name: "sequence",
        usage: "FIRST [LAST]",
        summary: "the Grundy values of the heaps from FIRST to LAST",
        example: "sequence 0 20",
        run: theory::sequence,
    },
    Command {
        name: "period",
        usage: "",
        summary: "the proved period of the Grundy values of the rule, or how far there is none",
        example: "period",
        run: theory::period,
    },
    Command {
        name: "strategy",
        usage: "[1|2]",
        summary: "how to win from here: the sum of the Grundy values; with a player, all winning moves from all smaller positions",
        example: "strategy",
        run: theory::strategy,
    },
    Command {
        name: "attractor",
        usage: "1|2 [N]",
        summary: "the positions from which a player wins, by rank, up to rank N",
        example: "attractor 1",
        run: theory::attractor,
    },
    export::export(),
];

fn boardsize(nim: &mut Nim, args: &mut Args<'_>, _: &mut Context<'_>) -> Outcome {
    let setup = notation::parse_setup(args.rest())?;
    nim.restart(setup);
    Ok(String::new())
}

fn clear_board(nim: &mut Nim, args: &mut Args<'_>, _: &mut Context<'_>) -> Outcome {
    args.end()?;
    nim.restart(nim.board.setup().clone());
    Ok(String::new())
}

fn refused(board: &Board, mv: Option<Move>, refusal: Refusal) -> Failure {
    Failure::IllegalMove(match (refusal, mv) {
        (Refusal::NoHeap, _) => format!("the last heap is number {}", board.heaps().len()),
        (Refusal::TooFew(tokens), _) => format!("the heap has {tokens} tokens"),
        (Refusal::NotAllowed, Some(Move::Take(_, 0))) => "a move takes a token or splits a heap".to_owned(),
        (Refusal::NotAllowed, _) => match rule_text(board.rule()) {
            rule if rule.is_empty() => "no move of nim".to_owned(),
            rule => format!("no move of {rule}"),
        },
        (Refusal::OutOfTurn(color), _) => format!("{} to move", color.name()),
        (Refusal::Over, _) => "the game is over".to_owned(),
    })
}

fn play(nim: &mut Nim, args: &mut Args<'_>, _: &mut Context<'_>) -> Outcome {
    let color = args.next("COLOR", color)?;
    let word = args.next("MOVE", notation::mv)?;
    args.end()?;
    let mv = resolve_move(nim.board.heaps(), word)?;
    nim.make(color, mv)?;
    Ok(String::new())
}

impl Chosen for Nim {
    type Move = Move;

    fn choose(&mut self, color: Color, context: &Context<'_>) -> Result<Option<Move>, Failure> {
        if self.board.winner().is_some() {
            return Ok(None);
        }
        in_turn(&self.board, color)?;
        // Most moves take more than one token.
        let moves = self.board.heaps().len() as u32 * 2;
        let budget = context.move_budget(&self.clock, color, moves);
        let board = self.board.clone();
        Ok(self.player().choose(&board, context.settings, &budget))
    }

    fn move_name(&self, mv: Move) -> String {
        move_name(self.board.heaps(), mv)
    }

    fn make(&mut self, color: Color, mv: Option<Move>) -> Result<(), Failure> {
        let played = match mv {
            Some(mv) => self.board.play(color, mv),
            None => self.board.resign(color),
        };
        played.map_err(|refusal| refused(&self.board, mv, refusal))
    }
}

/// Refuses a colour that is not to move.
fn in_turn(board: &Board, color: Color) -> Result<(), Failure> {
    let to_move = board.to_move();
    if color == to_move { Ok(()) } else { Err(refused(board, None, Refusal::OutOfTurn(to_move))) }
}

fn legal_moves(nim: &mut Nim, args: &mut Args<'_>, _: &mut Context<'_>) -> Outcome {
    args.optional("COLOR", color)?;
    args.end()?;
    let (rule, heaps) = (nim.board.rule(), nim.board.heaps());
    if nim.board.winner().is_some() {
        return Ok(String::new());
    }
    let mut words: Vec<String> = moves(rule, heaps).take(MAX_LISTED).map(|mv| move_name(heaps, mv)).collect();
    let total = count_moves(rule, heaps);
    if total > MAX_LISTED as u64 {
        words.push(format!("... {total} moves"));
    }
    Ok(words.join(" "))
}

fn final_score(nim: &mut Nim, args: &mut Args<'_>, _: &mut Context<'_>) -> Outcome {
    args.end()?;
    nim.board.winner().map(|winner| format!("{}+", winner.letter())).ok_or(Failure::CannotScore)
}

fn position(nim: &mut Nim, args: &mut Args<'_>, _: &mut Context<'_>) -> Outcome {
    if args.is_empty() {
        return Ok(position_text(&nim.board));
    }
    let setup = notation::parse_setup(args.rest())?;
    nim.restart(setup);
    Ok(String::new())
}

impl Shown for Nim {
    type Overlay = Vec<String>;

    fn overlay(&mut self, name: &str, context: &Context<'_>) -> Result<Vec<String>, Failure> {
        if name != "grundy" {
            return Err(Failure::Syntax(format!("{} is not an overlay (grundy)", quoted(name))));
        }
        if !self.board.rule().is_sum() {
            return Err(Failure::Other(format!(
                "the heaps {} of Wythoff's game have no values of their own",
                heaps_text(self.board.heaps())
            )));
        }
        let (budget, heaps) = (context.open_budget(), self.board.heaps().to_vec());
        let grundy = self.player().grundy();
        let values = heaps.iter().map(|&heap| grundy.value(heap, &budget));
        Ok(values.map(|value| value.map_or_else(|| "grundy ?".to_owned(), |value| format!("grundy {value}"))).collect())
    }

    fn text(&self, overlay: Option<&Vec<String>>) -> Text {
        picture::text(&self.board, overlay.map_or(&[], Vec::as_slice))
    }

    fn caption(&self) -> String {
        let rule = match self.board.rule() {
            Rule::Any => "take any number from a heap".to_owned(),
            rule => rule_text(rule),
        };
        let end = if self.board.is_misere() { "the last move loses" } else { "the last move wins" };
        let turn = match self.board.winner() {
            Some(winner) => format!("{} has won", winner.name()),
            None => format!("{} to move", self.board.to_move().name()),
        };
        format!("{rule}, {end}; {turn}")
    }

    fn svg(&self, overlay: Option<&Vec<String>>) -> Svg {
        picture::svg(&self.board, overlay.map_or(&[], Vec::as_slice))
    }
}
