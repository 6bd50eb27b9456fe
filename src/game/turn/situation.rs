//! The state of a two-player game in a person's terms.

use super::{TurnBoard, TurnGame};
use crate::color::{Color, Ending};
use crate::game::about::{MAX_MOVES, Situation};

/// Returns the state of a game: whose turn it is, the legal moves, and how the game has ended.
#[must_use]
pub fn situation<G: TurnGame>(game: &G) -> Situation {
    let board = game.board();
    let (to_move, ending) = (board.to_move(), board.ending());
    let moves = match ending {
        Some(_) => Vec::new(),
        None => board.legal_moves(to_move).take(MAX_MOVES).map(|mv| board.move_name(mv)).collect(),
    };
    let ending = ending.map(|ending| ending_text(game, ending));
    Situation { to_move: Some(to_move), ending, moves, are_swapped: board.has_swapped_sides() }
}

/// Returns `Black has won: four in a row: 1 2 3 4.`
fn ending_text<G: TurnGame>(game: &G, ending: Ending) -> String {
    let result = match ending {
        Ending::Won(winner) => format!("{} has won", capitalize(winner)),
        Ending::Draw => "The game is drawn".to_owned(),
    };
    let reason = match game.board().resigner() {
        Some(loser) => format!("{} has resigned", loser.name()),
        None => game.reason_of_end(),
    };
    if reason.is_empty() { format!("{result}.") } else { format!("{result}: {reason}.") }
}

fn capitalize(color: Color) -> &'static str {
    match color {
        Color::Black => "Black",
        Color::White => "White",
    }
}
