//! The verbs of Nim and its relatives, each with its short handler.

use super::board::{Board, Move, Refusal, count_moves, moves};
use super::notation::{self, heaps_text, move_name, on_heaps, position_text, rule_text};
use super::player::MOST_LISTED;
use super::rule::Rule;
use super::{Nim, picture};
use crate::color::Color;
use crate::game::{Command, Context, exported, timed};
use crate::protocol::{Args, Failure, Outcome, color, quoted, unsigned};

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
    Command { name: "undo", usage: "[N]", summary: "takes the last move back, or the last N", example: "clear_board", run: undo },
    Command {
        name: "genmove",
        usage: "COLOR",
        summary: "chooses, makes and names a move; none when the game is over",
        example: "genmove b",
        run: genmove,
    },
    Command {
        name: "reg_genmove",
        usage: "COLOR",
        summary: "as genmove, without making the move",
        example: "reg_genmove b",
        run: reg_genmove,
    },
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
        run: showboard,
    },
    Command { name: "svg", usage: "[grundy]", summary: "the heaps as an SVG document", example: "svg", run: svg },
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
    exported::export(),
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
    let mv = on_heaps(nim.board.heaps(), word)?;
    let played = match mv {
        Some(mv) => nim.board.play(color, mv),
        None => nim.board.resign(color),
    };
    played.map_err(|refusal| refused(&nim.board, mv, refusal))?;
    Ok(String::new())
}

fn undo(nim: &mut Nim, args: &mut Args<'_>, _: &mut Context<'_>) -> Outcome {
    let count = args.optional("a number of moves", unsigned::<usize>)?.unwrap_or(1);
    args.end()?;
    if count > nim.board.record().len() {
        return Err(Failure::CannotUndo);
    }
    for _ in 0..count {
        nim.board.undo();
    }
    Ok(String::new())
}

fn genmove(nim: &mut Nim, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    let color = args.next("COLOR", color)?;
    args.end()?;
    let Some(mv) = chosen(nim, color, context)? else { return Ok("none".to_owned()) };
    let name = move_name(nim.board.heaps(), mv);
    nim.board.play(color, mv).map_err(|refusal| refused(&nim.board, Some(mv), refusal))?;
    nim.clock.spend(color, context.started.elapsed().as_secs_f64());
    Ok(name)
}

fn reg_genmove(nim: &mut Nim, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    let color = args.next("COLOR", color)?;
    args.end()?;
    let mv = chosen(nim, color, context)?;
    Ok(mv.map_or_else(|| "none".to_owned(), |mv| move_name(nim.board.heaps(), mv)))
}

/// The move that the engine makes for a colour; `None` when the game is over.
fn chosen(nim: &mut Nim, color: Color, context: &Context<'_>) -> Result<Option<Move>, Failure> {
    if nim.board.winner().is_some() {
        return Ok(None);
    }
    in_turn(&nim.board, color)?;
    // Most moves take more than one token.
    let moves = nim.board.heaps().len() as u32 * 2;
    let budget = context.move_budget(&nim.clock, color, moves);
    let board = nim.board.clone();
    Ok(nim.player().choose(&board, context.settings, &budget))
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
    let mut words: Vec<String> = moves(rule, heaps).take(MOST_LISTED).map(|mv| move_name(heaps, mv)).collect();
    let total = count_moves(rule, heaps);
    if total > MOST_LISTED as u64 {
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

fn showboard(nim: &mut Nim, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    let mut colored = None;
    let mut labels = None;
    while let Some(word) = args.word() {
        match word {
            "plain" | "color" if colored.is_none() => colored = Some(word == "color"),
            _ if labels.is_none() => labels = Some(overlay(nim, word, context)?),
            _ => return Err(Failure::Syntax(format!("unexpected {}", quoted(word)))),
        }
    }
    let text = picture::text(&nim.board, &labels.unwrap_or_default()).render(colored == Some(true));
    Ok(format!("\n{text}\n{}", caption(&nim.board)))
}

/// The rule and whose turn it is, in a line.
fn caption(board: &Board) -> String {
    let rule = match board.rule() {
        Rule::Any => "take any number from a heap".to_owned(),
        rule => rule_text(rule),
    };
    let end = if board.is_misere() { "the last move loses" } else { "the last move wins" };
    let turn = match board.winner() {
        Some(winner) => format!("{} has won", winner.name()),
        None => format!("{} to move", board.to_move().name()),
    };
    format!("{rule}, {end}; {turn}")
}

fn svg(nim: &mut Nim, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    let word = args.word();
    args.end()?;
    let labels = word.map(|word| overlay(nim, word, context)).transpose()?;
    Ok(picture::svg(&nim.board, &labels.unwrap_or_default()).render())
}

/// A word for each heap.
fn overlay(nim: &mut Nim, name: &str, context: &Context<'_>) -> Result<Vec<String>, Failure> {
    if name != "grundy" {
        return Err(Failure::Syntax(format!("{} is not an overlay (grundy)", quoted(name))));
    }
    if !nim.board.rule().is_sum() {
        return Err(Failure::Other(format!(
            "the heaps {} of Wythoff's game have no values of their own",
            heaps_text(nim.board.heaps())
        )));
    }
    let (budget, heaps) = (context.open_budget(), nim.board.heaps().to_vec());
    let grundy = nim.player().grundy();
    let values = heaps.iter().map(|&heap| grundy.value(heap, &budget));
    Ok(values.map(|value| value.map_or_else(|| "grundy ?".to_owned(), |value| format!("grundy {value}"))).collect())
}
