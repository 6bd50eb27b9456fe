//! The command `puzzle`: a position with one optimal solution.

use super::super::Ricochet;
use super::super::notation::position_text;
use super::super::puzzle::{Facts, Found, NotFound, RATINGS, find};
use crate::game::Context;
use crate::game::puzzle::{DEFAULT_DIFFICULTY, DIFFICULTIES, PuzzleReply, PuzzleRequest, difficulty_of, limit_failure};
use crate::game::record::Persist;
use crate::protocol::{Args, Failure, Outcome};
use crate::search::Budget;

pub(super) fn puzzle(game: &mut Ricochet, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    let request = PuzzleRequest::read(args, &DIFFICULTIES, false, (context.settings.seed, &game.position_text()))?;
    // The node limit of the user is ignored, so that a seed always gives the same puzzle.
    let budget = Budget { max_nodes: None, ..context.open_budget() };
    let found = find(request.seed, request.difficulty.unwrap_or(DEFAULT_DIFFICULTY), &budget);
    let Found { position, rating, facts, tries } = found.map_err(|why| match why {
        NotFound::Stopped(tries) => limit_failure(Some(tries)),
        NotFound::GaveUp(tries) => {
            Failure::Other(format!("no puzzle of that difficulty in {tries} positions: try another seed or difficulty"))
        }
    })?;
    let robot = position.target.robot.map_or("a robot", |robot| robot.name());
    let reply = PuzzleReply {
        kind: "path",
        task: format!("bring {robot} to the target in {} moves; one solution, but for the order of its moves", facts.moves),
        difficulty: DIFFICULTIES[difficulty_of(rating, &RATINGS)].0,
        rating,
        themes: themes(&facts),
        seed: request.seed,
        tries,
        position: position_text(&position),
        url: None,
    };
    *game = game.with_start(position);
    Ok(reply.text(context.started.elapsed().as_secs_f64()))
}

/// Names the robots that move, the red herrings, and whether the moves have one order.
fn themes(facts: &Facts) -> Vec<String> {
    let robots = if facts.robots == 1 { "lone-robot".to_owned() } else { format!("robots-{}", facts.robots) };
    let red_herrings = (facts.red_herrings > 0).then(|| format!("red-herrings-{}", facts.red_herrings));
    let order = facts.is_ordered.then(|| "one-order".to_owned());
    [robots].into_iter().chain(red_herrings).chain(order).collect()
}
