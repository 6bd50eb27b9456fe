//! The command `explain`: why no solution has fewer moves, by counting what can be reached.

use super::super::Ricochet;
use super::super::board::Robot;
use super::super::position::Position;
use super::super::reach::{Reach, reach};
use super::super::solver::{self, End};
use super::solve::{limits, unknown_text};
use crate::game::Context;
use crate::protocol::{Args, Outcome};
use crate::search::Stop;

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
        lines.push(format!("the robots together reach {}: none is a solution", counts_text(&reach)));
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

/// Returns `14 positions after 1 move, 90 more after 2`.
fn counts_text(reach: &Reach) -> String {
    let layer = |(number, &found): (usize, &usize)| match number {
        0 => format!("{} after 1 move", count(found, "position")),
        _ => format!("{found} more after {}", number + 1),
    };
    reach.counts.iter().enumerate().map(layer).collect::<Vec<_>>().join(", ")
}

fn count(number: usize, what: &str) -> String {
    if number == 1 { format!("1 {what}") } else { format!("{number} {what}s") }
}
