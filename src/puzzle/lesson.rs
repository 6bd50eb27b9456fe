//! The goals of lessons in puzzles: the moves are compared with the only solution and with the rules of deduction.

use super::session::fill_in;
use super::{Answer, Puzzle, Rule, Session, Step, Verdict};
use crate::game::Context;
use crate::game::lesson::{Goal, Judgement, LessonGame, TaskState, goal_error};
use crate::protocol::{Args, Failure};
use crate::search::Budget;

impl<P: Puzzle> LessonGame for Session<P> {
    fn judge(&mut self, goal: &Goal, played: usize, context: &mut Context<'_>) -> Result<Judgement, Failure> {
        let (puzzle, budget) = (&self.puzzle, context.open_budget());
        let Answer::Unique(solution) = puzzle.solve(&budget) else {
            return Ok(Judgement::new(TaskState::Unknown, "the solution is not found before the limit"));
        };
        if let Some((wrong, truth)) = puzzle.mistake(&self.filled, &solution) {
            let sentence = format!("{wrong} is wrong: in the only solution it is {truth}");
            return Ok(Judgement::new(TaskState::Failed, sentence).with_fact("move", Some(wrong.replace(' ', "-"))));
        }
        let before = fill_in(puzzle, &self.moves[..self.moves.len() - played]);
        let missing = match goal {
            Goal::Solve if puzzle.check_filled(&self.filled) == Verdict::Solved => 0,
            Goal::Solve => return Ok(Judgement::new(TaskState::Open, "nothing is wrong so far; go on")),
            Goal::Rule(name) => {
                let moves = first_moves(puzzle, &before, name, &solution, &budget);
                moves.iter().filter(|&&mv| apply_move::<P>(&self.filled, mv) != self.filled).count()
            }
            _ => return Err(goal_error(goal)),
        };
        Ok(match (goal, missing) {
            (Goal::Solve, 0) => Judgement::new(TaskState::Met, "this is the only solution"),
            (_, 0) => Judgement::new(TaskState::Met, "this is all that the rule gives here"),
            (_, left) => Judgement::new(TaskState::Open, "nothing is wrong so far; go on").with_fact("left", Some(left)),
        })
    }
}

/// Returns a solution after one more move.
fn apply_move<P: Puzzle>(filled: &P::Solution, mv: P::Move) -> P::Solution {
    let mut next = filled.clone();
    P::apply(&mut next, mv);
    next
}

/// Returns the moves of the first run of steps by this rule in the deduction. A move that is only part of the truth is left out:
/// one bridge where the solution has two.
fn first_moves<P: Puzzle>(puzzle: &P, filled: &P::Solution, rule: &str, solution: &P::Solution, budget: &Budget) -> Vec<P::Move> {
    let steps = puzzle.deduce(filled, budget).steps;
    let is_wanted = |step: &&P::Step| step.rule().name() == rule;
    let own = steps.iter().filter(|step| step.is_move()).skip_while(|step| !is_wanted(step)).take_while(is_wanted);
    let moves = own.filter_map(|step| puzzle.parse_play(&mut Args::new(&puzzle.step_name(step))).ok());
    moves.filter(|&mv| apply_move::<P>(solution, mv) == *solution).collect()
}
