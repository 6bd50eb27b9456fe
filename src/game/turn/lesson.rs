//! The goals of lessons in two-player games: the exact solver decides whether moves keep the value of the position.

use super::reason::value_words;
use super::{GameResult, GameValue, MoveOf, TurnBoard, TurnGame};
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
        let before = value_for(self, player, context).0;
        let task = Task { goal, player, before };
        let mut last = None;
        for (number, (color, name)) in (1..).zip(&moves) {
            self.board_mut().redo(1);
            if *color != player {
                continue;
            }
            match task.check(self, number, name, context) {
                Ok(value) => last = Some((name, value)),
                Err(judgement) => {
                    self.board_mut().redo(played - number);
                    return Ok(judgement);
                }
            }
        }
        Ok(task.conclude(self, last, context))
    }
}

/// The task of a lesson: its goal, and what its position is worth for the player.
struct Task<'a> {
    goal: &'a Goal,
    player: Color,
    before: GameValue,
}

impl Task<'_> {
    /// Returns the value after the player's move that was the last of `number` moves.
    ///
    /// # Errors
    /// The move misses the task, or a limit ended the search before that was decided: then the search for the first one that misses
    /// it ends here.
    fn check<G: TurnGame>(&self, game: &mut G, number: usize, name: &str, context: &Context<'_>) -> Result<GameValue, Judgement> {
        let failure = |sentence: String| Judgement::new(TaskState::Failed, sentence).with_fact("move", Some(name));
        if game.board().resigner() == Some(self.player) {
            return Err(failure(format!("{} has resigned", self.player.name())));
        }
        let (value, best) = value_for(game, self.player, context);
        let (Some(wanted), Some(worth)) = (self.before.worth(), value.worth()) else {
            return Err(Judgement::new(TaskState::Unknown, "this is not solved before the limit"));
        };
        let more = plies(&value) + number as i64 - plies(&self.before);
        match self.goal {
            Goal::Lose if value.result != Some(GameResult::Loss) => Err(failure(self.describe::<G>(&value, name))),
            Goal::Lose => Ok(value),
            _ if worth < wanted => {
                let answer = best.filter(|_| game.board().to_move() != self.player).map(|mv| game.board().move_name(mv));
                let cost = value.detail("margin").map(|_| wanted - worth);
                let other = self.player.other().name();
                let by = answer.as_ref().map_or_else(String::new, |answer| format!("; {other} answers {answer}"));
                let sentence = format!("{}{by}", self.describe::<G>(&value, name));
                Err(failure(sentence).with_fact("answer", answer).with_fact("cost", cost))
            }
            Goal::Quickest if more > 0 => {
                let sentence = format!("{name} keeps the result, but not in the fewest plies: {more} more");
                Err(failure(sentence).with_fact("cost", Some(more)))
            }
            _ => Ok(value),
        }
    }

    /// Judges moves none of which misses the task; `last` is the player's last move with the value after it.
    fn conclude<G: TurnGame>(&self, game: &mut G, last: Option<(&String, GameValue)>, context: &Context<'_>) -> Judgement {
        let Some((name, value)) = last else {
            if game.board().ending().is_some() {
                return Judgement::new(TaskState::Failed, "the game is over before a move was made");
            }
            let left = moves_left(&self.before, true, self.goal);
            return Judgement::new(TaskState::Open, "make a move").with_fact("left", left);
        };
        let is_over = game.board().ending().is_some();
        if self.goal != &Goal::Finish || is_over {
            let value = if is_over { value_for(game, self.player, context).0 } else { value };
            return Judgement::new(TaskState::Met, self.describe::<G>(&value, name));
        }
        let now = value_for(game, self.player, context).0;
        let left = moves_left(&now, game.board().to_move() == self.player, self.goal);
        Judgement::new(TaskState::Open, format!("{}; go on", self.describe::<G>(&value, name))).with_fact("left", left)
    }

    fn describe<G: TurnGame>(&self, value: &GameValue, name: &str) -> String {
        format!("{} {} after {name}", self.player.name(), value_words::<G>(value))
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

/// Returns the number of moves that a player still needs to reach the goal, if it is known.
fn moves_left(value: &GameValue, is_own_turn: bool, goal: &Goal) -> Option<i64> {
    match (goal, value.detail("plies"), value.result) {
        (Goal::Finish, Some(plies), Some(GameResult::Win)) => Some((plies + i64::from(is_own_turn)) / 2),
        (Goal::Finish, ..) => None,
        _ => Some(1),
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
