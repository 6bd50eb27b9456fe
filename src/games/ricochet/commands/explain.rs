//! The command `explain`: why no solution has fewer moves, by counting what can be reached.

use super::super::Ricochet;
use super::super::board::Robot;
use super::super::position::{Position, Rule};
use super::super::reach::{Reach, reach};
use super::super::solver::{self, End};
use super::solve::{limits, unknown_text};
use crate::game::Context;
use crate::game::explanation::{Sentence, count, explanation_text};
use crate::grid::Cell;
use crate::protocol::{Args, Failure, Outcome, quote};
use crate::search::Stop;

pub(super) fn explain(game: &mut Ricochet, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    let word = args.word();
    args.end()?;
    if let Some(word) = word.filter(|&word| word != "marks") {
        return Err(Failure::Syntax(format!("{} is not marks", quote(word))));
    }
    Ok(explanation_text(&describe_length(game, context), word.is_some()))
}

/// Says why no solution has fewer moves.
fn describe_length(game: &Ricochet, context: &Context<'_>) -> Vec<Sentence> {
    let (position, budget) = (&game.now, context.open_budget());
    if position.is_solved() {
        return vec!["the target is reached".into()];
    }
    let answer = solver::solve_optimally(position, limits(context, &budget, false), 1);
    let End::Solved(moves) = answer.end else {
        return vec![match answer.end {
            End::Unsolvable => "no moves lead to the target: all positions that can be reached were searched".into(),
            end => unknown_text(end).into(),
        }];
    };
    let target = cell_name(position.target.cell);
    let mut sentences =
        vec![Sentence::from(format!("no solution has fewer than {}", count(moves.into(), "move"))).cells([target])];
    if let Some(robot) = position.target.robot {
        sentences.extend(lone_robot(position, robot, moves.into(), &context.stop));
    }
    let stop = budget.timed_stop();
    if let (2.., Some(reach)) = (moves, reach(position, |_| true, usize::from(moves) - 1, &stop)) {
        sentences.push(format!("the robots together reach {}: none is a solution", counts_text(&reach)).into());
        let name = position.target.robot.map_or("one of them", Robot::name);
        sentences.extend(wave(&format!("with the help of the others {name} stops"), &reach));
    }
    sentences
}

fn cell_name(cell: Cell) -> String {
    cell.index().to_string()
}

/// Lists the cells of each depth, with the number of moves as a label.
fn wave(begin: &str, reach: &Reach) -> Option<Sentence> {
    let waves = || (1..).zip(&reach.cells).filter(|(_, cells)| !cells.is_empty());
    let names = |cells: &[Cell]| cells.iter().copied().map(cell_name).collect::<Vec<_>>();
    let words: Vec<String> =
        waves().map(|(depth, cells)| format!("after {} on {}", count(depth, "move"), names(cells).join(" "))).collect();
    let text = Sentence::from(format!("{begin} {}", words.join(", ")));
    (!words.is_empty()).then(|| waves().fold(text, |text, (depth, cells)| text.label(depth, names(cells))))
}

/// Describes what the robot of the target reaches if the others do not move.
fn lone_robot(position: &Position, robot: Robot, moves: usize, stop: &Stop) -> Vec<Sentence> {
    let name = robot.name();
    let from = position.robots[robot.index()];
    let bounds = solver::bounds(position);
    let bound = bounds[from.index()].map(|bound| {
        // The turn that the ricochet rule asks for is not in the bounds.
        let least = if position.rule == Rule::Ricochet { "at least " } else { "" };
        let text = format!("{name} would need {least}{} if it could stop anywhere", count(bound.into(), "move"));
        let depths = (0..=bound).map(|depth| {
            let cells = position.board.size().cells().filter(|cell| bounds[cell.index()] == Some(depth));
            (depth, cells.map(cell_name).collect::<Vec<_>>())
        });
        depths.fold(Sentence::from(text), |text, (depth, names)| text.label(depth, names))
    });
    let reach = reach(position, |other| other == robot, usize::MAX, stop);
    let alone = reach.as_ref().map(|reach| match reach.solved_after {
        Some(alone) if alone == moves => format!("{name} gets there alone, and no help of others is faster"),
        Some(alone) => format!("{name} alone needs {}", count(alone, "move")),
        None => format!("{name} alone never stops on the target"),
    });
    let stops = reach.and_then(|reach| wave(&format!("{name} alone stops"), &reach));
    bound.into_iter().chain(alone.map(Sentence::from)).chain(stops).collect()
}

/// Returns `14 positions after 1 move, 90 more after 2`.
fn counts_text(reach: &Reach) -> String {
    let layer = |(number, &found): (usize, &usize)| match number {
        0 => format!("{} after 1 move", count(found, "position")),
        _ => format!("{found} more after {}", number + 1),
    };
    reach.counts.iter().enumerate().map(layer).collect::<Vec<_>>().join(", ")
}
