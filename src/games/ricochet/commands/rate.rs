//! The commands `rate` and `hardest`: the difficulty of a position among random ones, and a census of a board and target.

use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;

use super::super::Ricochet;
use super::super::difficulty::difficulty;
use super::super::notation::{build, position_text, target, target_text};
use super::super::position::{Position, Rule};
use super::super::random::redraw;
use super::super::solver::retrograde::{self, Census};
use super::super::solver::{self, End};
use super::solve::{limits, moving_robots, unknown_text};
use crate::game::Context;
use crate::protocol::{Args, Failure, Outcome};

/// Random positions that a position is compared with.
const SAMPLE: usize = 1000;

pub(super) fn rate(game: &mut Ricochet, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    args.end()?;
    let budget = context.open_budget();
    let answer = solver::solve_optimally(&game.now, limits(context, &budget, false), 1);
    let (End::Solved(moves), Some(path)) = (answer.end, answer.solutions.first()) else { return Ok(unknown_text(answer.end)) };
    let mut random = Pcg64Mcg::seed_from_u64(context.settings.seed);
    let (mut below, mut equal, mut sample) = (0_usize, 0_usize, 0_usize);
    while sample < SAMPLE && !budget.is_over() {
        let Some(other) = redraw(&game.now, &mut random) else { break };
        match solver::solve_optimally(&other, limits(context, &budget, false), 0).end {
            End::Solved(other) if other < moves => below += 1,
            End::Solved(other) if other == moves => equal += 1,
            End::Unknown(_) if budget.is_over() => break,
            _ => {}
        }
        sample += 1;
    }
    let percentile = if sample == 0 { 0.0 } else { 100.0 * (below as f64 + equal as f64 / 2.0) / sample as f64 };
    let name = difficulty(moves).map_or_else(String::new, |(name, _)| format!(" difficulty={name}"));
    let (robots, rule) = (moving_robots(path).len(), game.now.rule.name());
    Ok(format!("moves={moves} percentile={percentile:.1} sample={sample} robots={robots}{name} rule={rule}"))
}

pub(super) fn hardest(game: &mut Ricochet, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    let target = args.last("TARGET, as blue@36 or any@36", target)?;
    let position = &game.now;
    let size = position.board.size();
    if position.robots.len() != 4 || position.rule == Rule::Ricochet || size.width > 16 || size.height > 16 {
        return Err(Failure::Other("the complete search takes four robots, the plain rule, and boards up to 16x16".into()));
    }
    // A robot may stand where the target is asked for: the search is about all positions.
    let position = build(position.board.clone(), position.robots.clone(), target, Rule::Plain)?;
    let budget = context.open_budget();
    let census = retrograde::census(&position, context.settings.threads, &budget);
    Ok(census_text(&position, &census, context.started.elapsed().as_secs_f64()))
}

/// `hardest target=red@4 longest=9 solvable=...`, a line for each number of moves, and a position of the most.
fn census_text(position: &Position, census: &Census, seconds: f64) -> String {
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
    format!("{head}{lines}\n{}", position_text(&census.longest))
}
