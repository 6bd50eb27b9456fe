//! The commands `rate` and `hardest`: the difficulty of a position among random ones, and a census of a board and target.

use super::super::Ricochet;
use super::super::difficulty::{Standing, compare_with_random, difficulty};
use super::super::notation::census::census_text;
use super::super::notation::{build, target};
use super::super::position::Rule;
use super::super::solver::{self, End, retrograde};
use super::solve::{limits, moving_robots, unknown_text};
use crate::game::Context;
use crate::protocol::{Args, Failure, Outcome};

/// Seconds that are spent on random positions where no time is set.
const SAMPLING_SECONDS: f64 = 10.0;

pub(super) fn rate(game: &mut Ricochet, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    args.end()?;
    let budget = context.open_budget();
    let answer = solver::solve_optimally(&game.now, limits(context, &budget, false), 1);
    let (End::Solved(moves), Some(path)) = (answer.end, answer.solutions.first()) else { return Ok(unknown_text(answer.end)) };
    let sampling = match context.settings.max_time {
        0.0 => context.budget(Some(context.started.elapsed().as_secs_f64() + SAMPLING_SECONDS)),
        _ => budget,
    };
    let limits = limits(context, &sampling, false);
    let Standing { percentile, sample } = compare_with_random(&game.now, moves, context.settings.seed, limits);
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
    // The present robots may stand on that target: the search covers all positions.
    let position = build(position.board.clone(), position.robots.clone(), target, Rule::Plain)?;
    let budget = context.open_budget();
    let census = retrograde::census(&position, context.settings.threads, &budget);
    Ok(census_text(&position, &census, context.started.elapsed().as_secs_f64()))
}
