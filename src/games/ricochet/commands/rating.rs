//! The verbs that tell how hard a position is: its rate among random ones, and the hardest of a board and target.

use std::collections::BTreeSet;

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_pcg::Pcg64Mcg;

use super::super::Ricochet;
use super::super::board::Robot;
use super::super::notation::{build, position_text, target, target_text};
use super::super::position::{Position, Robots, Rule};
use super::super::quadrants::Layout;
use super::super::random;
use super::super::solver::retrograde::{self, Census};
use super::super::solver::search_board::SearchBoard;
use super::super::solver::{self, End};
use super::making::difficulty;
use super::solving::{limits, unsolved};
use crate::game::Context;
use crate::grid::Cell;
use crate::protocol::{Args, Failure, Outcome};

/// Random positions that a position is compared with.
const SAMPLE: usize = 1000;

pub(super) fn rate(game: &mut Ricochet, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    args.end()?;
    let budget = context.open_budget();
    let answer = solver::fewest(&game.now, limits(context, &budget, false), 1);
    let (End::Solved(moves), Some(way)) = (answer.end, answer.solutions.first()) else { return Ok(unsolved(answer.end)) };
    let robots: BTreeSet<Robot> = way.iter().map(|mv| mv.robot).collect();
    let mut random = Pcg64Mcg::seed_from_u64(context.settings.seed);
    let (mut below, mut equal, mut sample) = (0_usize, 0_usize, 0_usize);
    while sample < SAMPLE && !budget.is_over() {
        let Some(other) = another(&game.now, &mut random) else { break };
        // Longer ones need not be solved to the end: that they are longer is enough, but short ones are the most.
        match solver::fewest(&other, limits(context, &budget, false), 0).end {
            End::Solved(other) if other < moves => below += 1,
            End::Solved(other) if other == moves => equal += 1,
            End::Unknown(_) if budget.is_over() => break,
            _ => {}
        }
        sample += 1;
    }
    let percentile = if sample == 0 { 0.0 } else { 100.0 * (below as f64 + equal as f64 / 2.0) / sample as f64 };
    let name = difficulty(moves).map_or_else(String::new, |(name, _)| format!(" difficulty={name}"));
    Ok(format!(
        "moves={moves} percentile={percentile:.1} sample={sample} robots={}{name} rule={}",
        robots.len(),
        game.now.rule.name()
    ))
}

/// The same board with robots and a target drawn anew.
fn another(position: &Position, random: &mut Pcg64Mcg) -> Option<Position> {
    let board = &position.board;
    let mut free: Vec<Cell> = board.size().cells().filter(|&cell| !board.is_blocked(cell)).collect();
    let mut target = random::pick_target(random, &free, position.robots.len(), position.target.robot.is_none());
    if let Some(layout) = Layout::from_board(board) {
        let mut printed = layout.targets();
        printed.retain(|printed| printed.robot.is_some());
        printed.shuffle(random);
        target = printed.first().copied().filter(|_| position.target.robot.is_some()).unwrap_or(target);
    }
    free.retain(|&cell| cell != target.cell);
    free.shuffle(random);
    let robots: Robots = free.into_iter().take(position.robots.len()).collect();
    Position::new(board.clone(), robots, target, position.rule).ok()
}

pub(super) fn hardest(game: &mut Ricochet, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    let target = args.next("TARGET, as blue@36 or any@36", target)?;
    args.end()?;
    let position = &game.now;
    let size = position.board.size();
    if position.robots.len() != 4 || position.rule == Rule::Ricochet || size.width > 16 || size.height > 16 {
        return Err(Failure::Other("the complete search takes four robots, the plain rule, and boards up to 16x16".into()));
    }
    // A robot may stand where the target is asked for: the search is about all positions.
    let position = build(position.board.clone(), position.robots.clone(), target, Rule::Plain)?;
    let budget = context.open_budget();
    let census = retrograde::census(&position, context.settings.threads, &budget);
    Ok(counted(&position, &census, context.started.elapsed().as_secs_f64()))
}

fn counted(position: &Position, census: &Census, seconds: f64) -> String {
    let solvable: u64 = census.lengths.iter().sum();
    let longest = census.lengths.len() - 1;
    let target = target_text(position.target);
    let head = match census.unsolvable {
        Some(unsolvable) => {
            format!("hardest target={target} longest={longest} solvable={solvable} unsolvable={unsolvable} seconds={seconds:.2}")
        }
        None => format!("unknown target={target} longest>={longest} solvable>={solvable} seconds={seconds:.2}"),
    };
    let lines: String =
        census.lengths.iter().enumerate().map(|(moves, count)| format!("\nmoves={moves} positions={count}")).collect();
    format!("{head}{lines}\n{}", position_text(&placed(position, census.longest)))
}

/// The position where the robot of the target and the others stand on these codes.
fn placed(position: &Position, codes: [u16; 4]) -> Position {
    let board = SearchBoard::new(position);
    let mut others = codes[1..].iter().map(|&code| board.cell(code));
    let cells = Robot::ALL.into_iter().take(4).map(|robot| match robot == board.active {
        true => board.cell(codes[0]),
        false => others.next().unwrap_or(position.target.cell),
    });
    Position { robots: cells.collect(), ..position.clone() }
}
