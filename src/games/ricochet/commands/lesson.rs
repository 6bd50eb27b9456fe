//! The goals of lessons in Ricochet Robots: whether the moves are the start of an optimal solution.

use super::super::Ricochet;
use super::super::notation::move_text;
use super::super::position::Position;
use super::super::solver::{End, solve_optimally};
use super::solve::limits;
use crate::game::Context;
use crate::game::explanation::count;
use crate::game::lesson::{Goal, Judgement, LessonGame, TaskState, goal_error};
use crate::protocol::Failure;

impl LessonGame for Ricochet {
    fn judge(&mut self, goal: &Goal, _: usize, context: &mut Context<'_>) -> Result<Judgement, Failure> {
        if *goal != Goal::Solve {
            return Err(goal_error(goal));
        }
        let unknown = || Judgement::new(TaskState::Unknown, "the fewest moves are not found before the limit");
        let Some(fewest) = count_moves(&self.start, context) else { return Ok(unknown()) };
        let mut position = self.start.clone();
        for (&mv, played) in self.played.iter().zip(1..) {
            let Some(left) = position.play(mv).ok().and_then(|_| count_moves(&position, context)) else { return Ok(unknown()) };
            if played + left > fewest {
                let mv = move_text(mv);
                let needed = played + left;
                let suffice = if fewest == 1 { "suffices" } else { "suffice" };
                let sentence = format!("{} {suffice}, and {mv} makes it {needed}", count(fewest, "move"));
                let failed = Judgement::new(TaskState::Failed, sentence);
                return Ok(failed.with_fact("move", Some(mv)).with_fact("cost", Some(needed - fewest)));
            }
        }
        let left = fewest - self.played.len();
        Ok(match left {
            0 => Judgement::new(TaskState::Met, format!("{}, and no way is shorter", count(fewest, "move"))),
            _ => Judgement::new(TaskState::Open, format!("{left} more to the target")).with_fact("left", Some(left)),
        })
    }
}

/// Returns the fewest moves to the target; `None` if they are not found before the limit.
fn count_moves(position: &Position, context: &Context<'_>) -> Option<usize> {
    match solve_optimally(position, limits(context, &context.open_budget(), false), 0).end {
        End::Solved(moves) => Some(moves.into()),
        _ => None,
    }
}
