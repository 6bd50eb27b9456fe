//! Sentences about all moves of a position: the value of each, and an answer to each reply to the best move.

use super::{GameResult, GameValue, TurnBoard, TurnGame, value_text};
use crate::game::Context;
use crate::game::explanation::Sentence;

/// Most moves that are valued, and most replies that are answered.
const MAX_MOVES: u64 = 150;

/// Returns the values of the solved moves, best first, moves of equal value together. `None` if no move is solved, or there are too
/// many.
pub fn rank_moves<G: TurnGame>(game: &mut G, context: &Context<'_>) -> Option<Sentence> {
    let color = game.board().to_move();
    if game.board().count_moves(color) > MAX_MOVES {
        return None;
    }
    let lead = game.lead(color);
    let values = game.move_values(color, context).ok()?.moves.into_iter();
    let values = values.map(|(mv, value)| (game.board().move_name(mv), value.with_lead(lead)));
    let mut groups: Vec<(GameValue, Vec<String>)> = Vec::new();
    let mut others = None;
    for (name, value) in values {
        if value.result.is_none() {
            others = Some("the others are not found in this time".to_owned());
            continue;
        }
        match groups.iter_mut().find(|(other, _)| value_text(other) == value_text(&value)) {
            Some((_, names)) => names.push(name),
            None => groups.push((value, vec![name])),
        }
    }
    if groups.is_empty() {
        return None;
    }
    groups.sort_by_key(|(value, _)| (value.detail("margin").map(|margin| -margin), value.sort_key()));
    let parts = groups.iter().map(|(value, names)| {
        let text = value_text(value);
        let verb = text.split(' ').next().unwrap_or_default();
        let number = if names.len() == 1 { verb } else { verb.trim_end_matches('s') };
        format!("{} {number}{}", names.join(" "), &text[verb.len()..])
    });
    let parts: Vec<String> = parts.chain(others).collect();
    let sentence = Sentence::from(format!("{}'s moves with best play: {}", color.name(), parts.join("; ")));
    Some(groups.into_iter().fold(sentence, |sentence, (value, names)| sentence.label(short_value(&value), names)))
}

/// Returns a value short enough for a label on the board: `+3`, `-2`, `=`.
fn short_value(value: &GameValue) -> String {
    match (value.detail("margin"), value.detail("plies"), value.result) {
        (Some(margin), ..) => format!("{margin:+}"),
        (_, plies, Some(GameResult::Win)) => format!("+{}", plies.unwrap_or_default()),
        (_, plies, Some(GameResult::Loss)) => format!("-{}", plies.unwrap_or_default()),
        _ => "=".to_owned(),
    }
}

/// Returns an answer to each reply to the best move that keeps the result, a win or a draw. `None` if the position is lost or not
/// solved, or if the best move leaves no choice.
pub fn describe_strategy<G: TurnGame>(game: &mut G, context: &Context<'_>) -> Option<Sentence> {
    let color = game.board().to_move();
    let solution = game.solve(color, context);
    let (best, result) = (solution.best?, solution.value.result.filter(|&result| result != GameResult::Loss)?);
    let name = game.board().move_name(best);
    let undone = game.board_mut().take_undone();
    let mut answers = Vec::new();
    if game.board_mut().play(color, best).is_ok() {
        answers = answer_replies(game, result, context);
        game.board_mut().undo(1);
    }
    game.board_mut().set_undone(undone);
    if answers.is_empty() {
        return None;
    }
    let words: Vec<String> = answers.iter().map(|[reply, answer]| format!("{reply} by {answer}")).collect();
    let text = format!("after {name} {} answers {}", color.name(), words.join(", "));
    Some(Sentence::from(text).line([name]).arrows(answers))
}

/// Returns each reply of the player to move with an answer that keeps a result for the other player; empty if one of the answers is
/// not known.
fn answer_replies<G: TurnGame>(game: &mut G, result: GameResult, context: &Context<'_>) -> Vec<[String; 2]> {
    let (board, replier) = (game.board(), game.board().to_move());
    if board.ending().is_some() || board.count_moves(replier) > MAX_MOVES {
        return Vec::new();
    }
    let replies: Vec<_> = board.legal_moves(replier).collect();
    let mut answers = Vec::new();
    for reply in replies {
        let name = game.board().move_name(reply);
        if game.board_mut().play(replier, reply).is_err() {
            return Vec::new();
        }
        if game.board().ending().is_none() {
            let color = game.board().to_move();
            let solution = game.solve(color, context);
            let is_kept = solution.value.result == Some(GameResult::Win) || solution.value.result == Some(result);
            let answer = solution.best.filter(|_| is_kept).map(|answer| game.board().move_name(answer));
            answers.push(answer.map(|answer| [name, answer]));
        }
        game.board_mut().undo(1);
    }
    answers.into_iter().collect::<Option<Vec<_>>>().unwrap_or_default()
}
