//! The commands of the board: its size, moves, the position as text and record.

use super::super::Hex;
use super::super::board::record::{Action, Entry, Refusal, Swap};
use super::super::notation::{self, Move, cell_name, cell_names, is_playable, on_board, position_text, sgf};
use super::last_color;
use crate::color::Color;
use crate::files;
use crate::game::Context;
use crate::game::undo::Undo;
use crate::grid::Size;
use crate::protocol::{Args, Failure, Outcome, color, natural, number};

pub(super) fn boardsize(hex: &mut Hex, args: &mut Args<'_>, _: &mut Context<'_>) -> Outcome {
    let width = args.next("a number of cells", natural::<usize>)?;
    let height = args.optional("a number of cells", natural::<usize>)?.unwrap_or(width);
    args.end()?;
    let size = Size { width, height };
    if !is_playable(size) {
        return Err(Failure::UnacceptableSize("sides go from 1 to 19".into()));
    }
    hex.restart(size);
    Ok(String::new())
}

pub(super) fn clear_board(hex: &mut Hex, args: &mut Args<'_>, _: &mut Context<'_>) -> Outcome {
    args.end()?;
    hex.restart(hex.size);
    Ok(String::new())
}

/// What a named move is in this game.
fn action(hex: &Hex, mv: Move) -> Result<Action, Failure> {
    Ok(match mv {
        Move::Stone(point) => Action::Stone(on_board(hex.size, point)?),
        Move::Resign => Action::Resign,
        Move::SwapPieces => hex.swap_pieces(),
        Move::SwapSides => Action::SwapSides,
    })
}

fn play_move(hex: &mut Hex, color: Color, mv: Move) -> Result<(), Failure> {
    let action = action(hex, mv)?;
    hex.play(Entry { color, action }).map_err(|refusal| Failure::IllegalMove(reason(hex.size, action, refusal)))
}

/// Why a move is refused, in words that name its cell.
fn reason(size: Size, action: Action, refusal: Refusal) -> String {
    match (refusal, action) {
        (Refusal::Occupied, Action::Stone(cell)) => format!("{} is occupied", cell_name(size, cell)),
        _ => refusal.to_string(),
    }
}

/// The same for a move of a whole game, by its number from 1.
fn reason_in(size: Size, record: &[Entry], (number, refusal): (usize, Refusal)) -> String {
    format!("move {number}: {}", reason(size, record[number - 1].action, refusal))
}

pub(super) fn play(hex: &mut Hex, args: &mut Args<'_>, _: &mut Context<'_>) -> Outcome {
    let color = args.next("COLOR", color)?;
    let mv = args.next("MOVE", notation::mv)?;
    args.end()?;
    play_move(hex, color, mv)?;
    Ok(String::new())
}

pub(super) fn play_game(hex: &mut Hex, args: &mut Args<'_>, _: &mut Context<'_>) -> Outcome {
    let mut moves = vec![args.next("MOVE", notation::mv)?];
    while !args.is_empty() {
        moves.push(args.next("MOVE", notation::mv)?);
    }
    for (number, &mv) in moves.iter().enumerate() {
        // A swap of sides leaves the turn where it was: the stone that stands is the other player's now.
        if let Err(failure) = play_move(hex, hex.to_move(), mv) {
            hex.undo(number);
            return Err(failure);
        }
    }
    Ok(String::new())
}

pub(super) fn legal_moves(hex: &mut Hex, args: &mut Args<'_>, _: &mut Context<'_>) -> Outcome {
    let color = last_color(hex, args)?;
    let swap = hex.options.swap != Swap::None && hex.swappable(color).is_ok();
    let cells = cell_names(hex.size, hex.board.empty_cells());
    Ok(if swap { format!("{cells} swap-pieces").trim_start().to_owned() } else { cells })
}

pub(super) fn final_score(hex: &mut Hex, args: &mut Args<'_>, _: &mut Context<'_>) -> Outcome {
    args.end()?;
    hex.winner().map(|color| format!("{}+", color.letter())).ok_or(Failure::CannotScore)
}

pub(super) fn komi(_: &mut Hex, args: &mut Args<'_>, _: &mut Context<'_>) -> Outcome {
    args.next("NUMBER", number)?;
    args.end()?;
    Ok(String::new())
}

pub(super) fn position(hex: &mut Hex, args: &mut Args<'_>, _: &mut Context<'_>) -> Outcome {
    if args.is_empty() {
        return Ok(position_text(hex.size, &hex.record));
    }
    let (size, record) = notation::parse_position(args.rest())?;
    hex.replay(size, &record).map_err(|refused| Failure::IllegalMove(reason_in(size, &record, refused)))?;
    Ok(String::new())
}

pub(super) fn loadsgf(hex: &mut Hex, args: &mut Args<'_>, _: &mut Context<'_>) -> Outcome {
    let text = args.rest();
    let (path, moves) = match text.rsplit_once(' ') {
        Some((path, word)) if word.bytes().all(|byte| byte.is_ascii_digit()) => (path.trim_end(), word.parse().ok()),
        _ => (text, None),
    };
    if path.is_empty() {
        return Err(Failure::Syntax("FILE is missing".into()));
    }
    let text = files::read(path).map_err(Failure::CannotLoadFile)?;
    let game = sgf::read(&text, hex.options.swap).map_err(|error| Failure::CannotLoadFile(error.to_string()))?;
    let record = game.record_up_to(moves);
    hex.replay(game.size, record).map_err(|refused| Failure::CannotLoadFile(reason_in(game.size, record, refused)))?;
    Ok(String::new())
}
