//! The command `explain`: why no solution has fewer moves, by counting what can be reached.

use std::collections::HashSet;

use super::super::Ricochet;
use super::super::board::{MAX_ROBOTS, Robot};
use super::super::position::{Position, Rule};
use super::super::solver::{self, End};
use super::solve::{limits, unknown_text};
use crate::game::Context;
use crate::grid::Cell;
use crate::protocol::{Args, Outcome};
use crate::search::Stop;
use arrayvec::ArrayVec;

/// Most positions that are counted.
const MAX_POSITIONS: usize = 100_000;

/// What tells positions of a round apart: cells, and under the ricochet rule the axes and the last move.
type Key = (ArrayVec<Cell, MAX_ROBOTS>, ArrayVec<u8, MAX_ROBOTS>, Option<(Robot, u8)>);

/// What can be reached.
struct Reach {
    /// New positions after 1, 2, 3... moves.
    counts: Vec<usize>,
    /// The fewest moves to a solved position among them.
    solved_after: Option<usize>,
}

pub(super) fn explain(game: &mut Ricochet, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    args.end()?;
    let (position, budget) = (&game.now, context.open_budget());
    if position.is_solved() {
        return Ok("the target is reached".to_owned());
    }
    let answer = solver::solve_optimally(position, limits(context, &budget, false), 1);
    let End::Solved(moves) = answer.end else {
        return Ok(match answer.end {
            End::Unsolvable => "no moves lead to the target: all positions that can be reached were searched".to_owned(),
            end => unknown_text(end),
        });
    };
    let mut lines = vec![format!("no solution has fewer than {}", count(moves.into(), "move"))];
    if let Some(robot) = position.target.robot {
        lines.extend(lone_robot(position, robot, moves.into(), &context.stop));
    }
    let stop = budget.timed_stop();
    if let (2.., Some(reach)) = (moves, reach(position, |_| true, usize::from(moves) - 1, &stop)) {
        lines.push(format!("the robots together reach {}: none is a solution", reach.text()));
    }
    Ok(lines.join("\n"))
}

/// Says what the robot of the target does without the others.
fn lone_robot(position: &Position, robot: Robot, moves: usize, stop: &Stop) -> Vec<String> {
    let name = robot.name();
    let from = position.robots[robot.index()];
    let bound = solver::bounds(position)[from.index()];
    let bound = bound.map(|bound| format!("{name} would need {} if it could stop anywhere", count(bound.into(), "move")));
    let alone = reach(position, |other| other == robot, usize::MAX, stop).map(|reach| match reach.solved_after {
        Some(alone) if alone == moves => format!("{name} gets there alone, and no help of others is faster"),
        Some(alone) => format!("{name} alone needs {}", count(alone, "move")),
        None => format!("{name} alone never stops on the target"),
    });
    bound.into_iter().chain(alone).collect()
}

/// Counts what some robots reach within so many moves; `None` if there is too much, or at a stop.
fn reach(start: &Position, may_move: impl Fn(Robot) -> bool, most_moves: usize, stop: &Stop) -> Option<Reach> {
    let key = |position: &Position| -> Key {
        let is_plain = position.rule == Rule::Plain;
        let last = position.last.filter(|_| !is_plain).map(|mv| (mv.robot, mv.direction.axis()));
        (position.robots.clone(), if is_plain { ArrayVec::new() } else { position.axes.clone() }, last)
    };
    let mut known = HashSet::from([key(start)]);
    let (mut layer, mut reach) = (vec![start.clone()], Reach { counts: Vec::new(), solved_after: None });
    while !layer.is_empty() && reach.solved_after.is_none() && reach.counts.len() < most_moves {
        let mut next = Vec::new();
        for position in &layer {
            for (mv, _) in position.moves().filter(|(mv, _)| may_move(mv.robot)) {
                let mut after = position.clone();
                // It was listed as legal.
                let _ = after.play(mv);
                if known.insert(key(&after)) {
                    next.push(after);
                }
            }
            if known.len() > MAX_POSITIONS || stop.is_raised() {
                return None;
            }
        }
        if !next.is_empty() {
            reach.counts.push(next.len());
        }
        reach.solved_after = next.iter().any(Position::is_solved).then_some(reach.counts.len());
        layer = next;
    }
    Some(reach)
}

impl Reach {
    /// Returns `14 positions after 1 move, 90 more after 2`.
    fn text(&self) -> String {
        let layer = |(number, &found): (usize, &usize)| match number {
            0 => format!("{} after 1 move", count(found, "position")),
            _ => format!("{found} more after {}", number + 1),
        };
        self.counts.iter().enumerate().map(layer).collect::<Vec<_>>().join(", ")
    }
}

fn count(number: usize, what: &str) -> String {
    if number == 1 { format!("1 {what}") } else { format!("{number} {what}s") }
}

#[cfg(test)]
mod tests {
    use super::super::super::random::{GeneratorOptions, Source};
    use super::*;
    use crate::search::Budget;

    /// The layers are those of the solvers: the first solved position is in the layer of the fewest moves.
    fn check(options: GeneratorOptions, positions: usize) {
        let (budget, mut source, mut checked) = (Budget::default(), Source::new(28, options), 0);
        let limits = solver::Limits { budget: &budget, bytes: 1 << 26, threads: 1, all: false };
        for position in std::iter::from_fn(|| source.position()).take(positions).filter(|position| !position.is_solved()) {
            let End::Solved(moves) = solver::solve_optimally(&position, limits, 1).end else { panic!("no solution") };
            let Some(all) = reach(&position, |_| true, usize::MAX, &Stop::default()) else { continue };
            assert_eq!(all.solved_after, Some(usize::from(moves)));
            let robot = position.target.robot.expect("the robot of the target");
            let alone = reach(&position, |other| other == robot, usize::MAX, &Stop::default()).expect("few positions");
            assert!(alone.solved_after.is_none_or(|alone| alone >= usize::from(moves)));
            checked += 1;
        }
        assert!(checked > positions / 3, "{checked}");
    }

    #[test]
    fn what_is_reached_agrees_with_the_solver() {
        check(GeneratorOptions::default(), 40);
        check(GeneratorOptions { rule: Rule::Ricochet, ..GeneratorOptions::default() }, 20);
    }
}
