//! The command `puzzle`: generates a puzzle of a difficulty, with one solution.

use super::deduction::Rating;
use super::generator::{GenerateError, Generated, Options, OptionsOf};
use super::notation::Variant;
use super::{Answer, Level, Progress, Puzzle, Rule, Session};
use crate::game::Context;
use crate::game::puzzle::{PuzzleReply, PuzzleRequest, limit_failure, rating_of_work};
use crate::game::record::Persist;
use crate::grid::Size;
use crate::protocol::{Args, Failure, Outcome};
use crate::search::Budget;

/// Sides of a puzzle: smaller ones are hardly ever hard, larger ones are for `generate`.
const SIDES: std::ops::RangeInclusive<usize> = 4..=30;

/// Side of a puzzle without `size=`, by level: an easy puzzle is a short one, too.
const DEFAULT_SIDES: [usize; Level::ALL.len()] = [6, 8, 10, 10];

/// Cost of a step of deduction, relative to a step one level easier.
const LEVEL_FACTOR: u64 = 4;

/// Runs `puzzle [easy|medium|hard|extreme] [seed=N|day=YYYY-MM-DD] [size=AxB]`.
pub(super) fn puzzle<P: Puzzle>(session: &mut Session<P>, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    let levels = Level::ALL.map(|level| (level.name(), level));
    let request = PuzzleRequest::read(args, &levels, true, (context.settings.seed, &session.position_text()))?;
    let options = options::<P>(&request)?;
    // The node limit of the user is ignored, so that a seed always gives the same puzzle.
    let budget = Budget { max_nodes: None, ..context.open_budget() };
    let Generated { puzzle, attempts, .. } = P::generate(&options, &budget).map_err(|error| match error {
        GenerateError::GaveUp(attempts) => {
            Failure::Other(format!("no puzzle of that difficulty in {attempts} attempts: try another seed, difficulty or size"))
        }
        GenerateError::Stopped => limit_failure(None),
    })?;
    let Proof { level, rating, themes } = prove(&puzzle, &budget).ok_or_else(|| limit_failure(Some(attempts)))?;
    *session = Session::new(puzzle, Vec::new());
    let reply = PuzzleReply {
        kind: "fill",
        task: format!("{}; there is one solution", P::TASK),
        difficulty: level.name(),
        rating,
        themes,
        seed: request.seed,
        tries: attempts,
        position: session.position_text(),
        url: session.url(),
    };
    Ok(reply.text(context.started.elapsed().as_secs_f64()))
}

/// Returns the options of the generator for a request, with the default rules.
///
/// # Errors
/// The size is refused.
fn options<P: Puzzle>(request: &PuzzleRequest<Level>) -> Result<OptionsOf<P>, Failure> {
    let rules = <P::Variant as Variant>::Rules::default();
    let level = request.difficulty.unwrap_or_else(|| P::default_level(&rules));
    let usual = DEFAULT_SIDES[level as usize];
    let (width, height) = request.size.unwrap_or((usual, usual));
    if !SIDES.contains(&width) || !SIDES.contains(&height) {
        let (least, most) = (SIDES.start(), SIDES.end());
        return Err(Failure::UnacceptableSize(format!("{width}x{height}; puzzles have sides of {least} to {most}")));
    }
    let (size, method) = (Size { width, height }, P::Method::default());
    Ok(Options { size, rules, density: None, level: Some(level), unique: true, method, seed: request.seed })
}

/// The rating of a puzzle that has one solution.
struct Proof {
    level: Level,
    rating: u64,
    /// The rules of deduction that it needs, the strongest first.
    themes: Vec<String>,
}

/// Proves by search that a puzzle has one solution, and rates it by the steps of deduction that lead there. `None` if there is not
/// one solution, the rules do not find it, or the budget ends first.
fn prove<P: Puzzle>(puzzle: &P, budget: &Budget) -> Option<Proof> {
    let Answer::Unique(_) = puzzle.solve(budget) else { return None };
    let deduction = puzzle.deduce(&puzzle.blank(), budget);
    let rating = Rating::new(deduction.outcome == Ok(Progress::Solved), &deduction.steps);
    let cost = |level: Level| LEVEL_FACTOR.pow(level as u32);
    let work = rating.uses.iter().map(|(rule, times)| *times as u64 * cost(rule.level())).sum();
    let themes = rating.uses.iter().rev().map(|(rule, _)| rule.name().to_owned()).collect();
    Some(Proof { level: rating.level?, rating: rating_of_work(work), themes })
}
