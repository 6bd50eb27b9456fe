//! The goals of lessons in two-player games: the exact solver decides whether moves keep the value of the position.

use super::{GameResult, GameValue, MoveOf, TurnBoard, TurnGame, value_text};
use crate::color::Color;
use crate::game::Context;
use crate::game::lesson::{Goal, Judgement, LessonGame, TaskState, goal_error};
use crate::protocol::Failure;

impl<G: TurnGame> LessonGame for G {
    fn judge(&mut self, goal: &Goal, played: usize, context: &mut Context<'_>) -> Result<Judgement, Failure> {
        if matches!(goal, Goal::Solve | Goal::Rule(_)) {
            return Err(goal_error(goal));
        }
        let moves = last_moves(self, played);
        self.board_mut().undo(played);
        let player = self.board().to_move();
        let (before, _) = value_for(self, player, context);
        self.board_mut().redo(played);
        let Some((_, last)) = moves.iter().rfind(|(color, _)| *color == player) else {
            return Ok(Judgement::new(TaskState::Open, "make a move").with_fact("left", moves_left(&before, true, goal)));
        };
        if self.board().resigner() == Some(player) {
            return Ok(Judgement::new(TaskState::Failed, format!("{} has resigned", player.name())).with_fact("move", Some(last)));
        }
        let (now, _) = value_for(self, player, context);
        let (Some(wanted), Some(worth)) = (before.worth(), now.worth()) else {
            return Ok(Judgement::new(TaskState::Unknown, "this is not solved before the limit"));
        };
        let text = format!("{} {} after {last}", player.name(), describe_value(&now));
        Ok(match goal {
            Goal::Lose if now.result == Some(GameResult::Loss) => Judgement::new(TaskState::Met, text),
            Goal::Lose => Judgement::new(TaskState::Failed, text).with_fact("move", Some(last)),
            _ if worth < wanted => failure(self, &moves, (player, &before), context),
            Goal::Quickest if plies(&now) + played as i64 > plies(&before) => {
                let more = plies(&now) + played as i64 - plies(&before);
                let text = format!("{last} keeps the result, but not in the fewest plies: {more} more");
                Judgement::new(TaskState::Failed, text).with_fact("move", Some(last)).with_fact("cost", Some(more))
            }
            Goal::Finish if self.board().ending().is_none() => {
                let left = moves_left(&now, self.board().to_move() == player, goal);
                Judgement::new(TaskState::Open, format!("{text}; go on")).with_fact("left", left)
            }
            _ => Judgement::new(TaskState::Met, text),
        })
    }
}

/// Returns the last `count` moves with their players.
fn last_moves<G: TurnGame>(game: &mut G, count: usize) -> Vec<(Color, String)> {
    let board = game.board_mut();
    board.undo(count);
    let mut moves = Vec::with_capacity(count);
    for _ in 0..count {
        moves.extend(board.next_undone().map(|past| (past.color, past.name)));
        board.redo(1);
    }
    moves
}

/// Returns the judgement of moves that have lowered the value for a player: the first such move, and the reply that refutes it.
fn failure<G: TurnGame>(
    game: &mut G,
    moves: &[(Color, String)],
    (player, before): (Color, &GameValue),
    context: &Context<'_>,
) -> Judgement {
    let wanted = before.worth();
    game.board_mut().undo(moves.len());
    let mut judgement = Judgement::new(TaskState::Unknown, "this is not solved before the limit");
    for (number, (_, name)) in (1..).zip(moves) {
        game.board_mut().redo(1);
        let (value, best) = value_for(game, player, context);
        if value.worth() >= wanted {
            continue;
        }
        let left = moves.len() - number;
        // A value that is not found may be the lower one, and then a later move is not the first that lowers it.
        if value.worth().is_none() {
            game.board_mut().redo(left);
            break;
        }
        let answer = best.filter(|_| game.board().to_move() != player).map(|mv| game.board().move_name(mv));
        let cost = wanted.zip(value.worth()).map(|(wanted, worth)| wanted - worth).filter(|_| value.detail("margin").is_some());
        let by = answer.as_ref().map_or_else(String::new, |answer| format!(": the answer is {answer}"));
        let sentence = format!("{} {} after {name}{by}", player.name(), describe_value(&value));
        judgement = Judgement::new(TaskState::Failed, sentence)
            .with_fact("move", Some(name))
            .with_fact("answer", answer)
            .with_fact("cost", cost);
        game.board_mut().redo(left);
        break;
    }
    judgement
}

/// Returns the number of moves that a player still needs to reach the goal, if it is known.
fn moves_left(value: &GameValue, is_own_turn: bool, goal: &Goal) -> Option<i64> {
    match (goal, value.detail("plies"), value.result) {
        (Goal::Finish, Some(plies), Some(GameResult::Win)) => Some((plies + i64::from(is_own_turn)) / 2),
        (Goal::Finish, ..) => None,
        _ => Some(1),
    }
}

/// Describes a value for a player, in the past if the game is over: `wins in 3 plies`, `has won`.
fn describe_value(value: &GameValue) -> String {
    match (value.result, value.detail("plies")) {
        (Some(GameResult::Win), Some(0)) => "has won".to_owned(),
        (Some(GameResult::Loss), Some(0)) => "has lost".to_owned(),
        _ => value_text(value),
    }
}

fn plies(value: &GameValue) -> i64 {
    value.detail("plies").unwrap_or_default()
}

/// Returns the value of the position for a player, and a best move of the player to move.
fn value_for<G: TurnGame>(game: &mut G, player: Color, context: &Context<'_>) -> (GameValue, Option<MoveOf<G>>) {
    let board = game.board();
    let to_move = board.to_move();
    match (board.ending(), game.lead(player)) {
        (Some(ending), None) => (GameValue::of_end(ending, player), None),
        (_, lead) => {
            let solution = game.solve(to_move, context);
            (solution.value.negate_if(to_move != player).with_lead(lead), solution.best)
        }
    }
}
