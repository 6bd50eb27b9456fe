//! Threats, the parity of their rows, zugzwang, and how far each column is from its end, in words.
//!
//! Rows are counted from below, from 1. A player who answers each stone in the same column gets the even rows, and the other the
//! odd ones, so the parity of the row of a threat matters (V. Allis, *A Knowledge-based Approach of Connect-Four*, 1988).

use super::Connect4;
use super::bits::Shape;
use super::board::Column;
use super::notation::{cell_name, column_name};
use crate::color::Color;
use crate::game::Context;
use crate::game::explanation::Sentence;
use crate::game::turn::{GameResult, TurnBoard, TurnPlayer};

/// Describes a position that is not over.
pub(super) fn position_terms(game: &mut Connect4, context: &Context<'_>) -> Vec<Sentence> {
    let to_move = game.board.to_move();
    let mut sentences: Vec<Sentence> = [to_move, to_move.other()].into_iter().flat_map(|color| threats(game, color)).collect();
    sentences.extend(urgent_moves(game, to_move));
    sentences.push(columns(game));
    sentences.extend(zugzwang(game, context));
    sentences
}

/// Names the cells of a set by column and row, from the left.
fn cells(shape: Shape, set: u64) -> Vec<(usize, usize)> {
    let places = (0..shape.width).flat_map(|column| (0..shape.height).map(move |row| (column, row)));
    places.filter(|&(column, row)| Shape::cell(column, row) & set != 0).collect()
}

/// Describes the free cells that complete four for a player.
fn threats(game: &Connect4, color: Color) -> Option<Sentence> {
    let (shape, stones) = (*game.board.shape(), game.board.stones());
    let found = cells(shape, shape.completions(game.board.stones_of(color), stones.all));
    let word = |&(column, row): &(usize, usize)| {
        format!("column {} row {} ({})", column + 1, row + 1, if row % 2 == 1 { "even" } else { "odd" })
    };
    let words: Vec<String> = found.iter().map(word).collect();
    let text = format!("{} threatens four at {}", color.name(), words.join("; "));
    (!words.is_empty()).then(|| Sentence::from(text).cells(found.into_iter().map(cell_name)))
}

/// Names the columns in which the player to move completes four now, or else must stop the other player.
fn urgent_moves(game: &Connect4, to_move: Color) -> Option<Sentence> {
    let describe = |color: Color, verb: &str| {
        let shape = *game.board.shape();
        let names: Vec<String> = cells(shape, game.threats(color)).into_iter().map(|(column, _)| name(column)).collect();
        let columns = if names.len() == 1 { "column" } else { "columns" };
        let text = format!("{} {verb} {columns} {}", to_move.name(), names.join(" "));
        (!names.is_empty()).then(|| Sentence::from(text).line(names.into_iter().take(1)))
    };
    describe(to_move, "completes four at once in").or_else(|| describe(to_move.other(), "must stop four in"))
}

fn name(column: usize) -> String {
    column_name(Column(column as u8))
}

/// Says how many stones each column still takes.
fn columns(game: &Connect4) -> Sentence {
    let (shape, all) = (*game.board.shape(), game.board.stones().all);
    let left = |column: usize| (shape.column(column) & !all).count_ones();
    let words: Vec<String> = (0..shape.width).map(|column| format!("{}: {}", name(column), left(column))).collect();
    let text = format!("free cells by column: {}", words.join(", "));
    (0..shape.width).fold(Sentence::from(text), |text, column| text.label(left(column), [name(column)]))
}

/// Returns the line of best play at whose end the loser must allow four in a line; `None` if the game does not end so.
fn zugzwang(game: &mut Connect4, context: &Context<'_>) -> Option<Sentence> {
    let mover = game.board.to_move();
    let winner = match game.solve(mover, context).value.result? {
        GameResult::Win => mover,
        GameResult::Loss => mover.other(),
        GameResult::Draw => return None,
    };
    let start = game.board.move_count();
    let undone = game.board.take_undone();
    let is_zugzwang = game.ends_in_zugzwang(winner, context);
    let moves: Vec<String> = game.board.record()[start..].iter().filter_map(|entry| entry.mv).map(column_name).collect();
    let played = game.board.move_count() - start;
    TurnBoard::undo(&mut game.board, played);
    game.board.set_undone(undone);
    let loser = winner.other().name();
    let line = if moves.is_empty() { "now".to_owned() } else { format!("after {}", moves.join(" ")) };
    let text = format!("zugzwang: {line} {} threatens nothing at once, but each move of {loser} allows four", winner.name());
    is_zugzwang.then(|| Sentence::from(text).line(moves))
}
