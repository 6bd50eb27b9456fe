//! The command `generate`: its options, and the loop that generates puzzles until one fits them.

use nom::combinator::verify;
use nom::{IResult, Parser};

use super::notation::{Variant, position_text};
use super::{Level, MAX_SIDE, Puzzle, Session, checked_size};
use crate::game::Context;
use crate::game::puzzle::limit_failure;
use crate::grid::Size;
use crate::protocol::{Args, Failure, KeyValues, Outcome, natural, number, sides};
use crate::search::Budget;

/// Default side of what `generate` makes.
const SIDE: usize = 10;

/// The options of a generator. The same options give the same puzzle.
#[derive(Clone, Copy, Debug)]
pub struct Options<M, R> {
    /// The size of the grid.
    pub size: Size,
    /// The rules of the puzzle.
    pub rules: R,
    /// The density that the game defines, a share of the cells; `None`: any.
    pub density: Option<f64>,
    /// The exact difficulty; `None`: any.
    pub level: Option<Level>,
    /// Whether the solution must be unique.
    pub unique: bool,
    /// The method of the generator.
    pub method: M,
    /// Seed of the random numbers.
    pub seed: u64,
}

impl<M, R> Options<M, R> {
    /// Returns whether a puzzle is as difficult as the options ask, and has one solution if they ask for that. `rate` returns its level,
    /// `is_unique` whether it has one solution; each is called only if needed.
    pub fn are_met(&self, rate: impl FnOnce() -> Option<Level>, is_unique: impl FnOnce() -> bool) -> bool {
        match self.level {
            // What the rules solve has one solution.
            Some(level) => rate() == Some(level),
            None => !self.unique || is_unique(),
        }
    }
}

/// The options of a game.
pub type OptionsOf<P> = Options<<P as Puzzle>::Method, <<P as Puzzle>::Variant as Variant>::Rules>;

/// A generated puzzle.
#[derive(Clone, Debug, PartialEq)]
pub struct Generated<P> {
    /// The puzzle without moves.
    pub puzzle: P,
    /// The density of the puzzle, if the game defines one.
    pub density: Option<f64>,
    /// Number of attempts, this one included.
    pub attempts: u64,
}

/// Why no puzzle was generated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GenerateError {
    /// None of this number of attempts fits the options.
    GaveUp(u64),
    /// The budget ended first.
    Stopped,
}

impl GenerateError {
    /// Returns the failure of `generate`; `wanted` is what the attempts lacked.
    fn into_failure(self, wanted: &str) -> Failure {
        match self {
            GenerateError::GaveUp(attempts) => Failure::Other(format!("no puzzle {wanted} in {attempts} attempts")),
            GenerateError::Stopped => limit_failure(None),
        }
    }
}

/// Calls `attempt` until it returns a puzzle, with its density if the game defines one.
///
/// # Errors
/// None of `max_attempts` attempts succeeds, or the budget ends first.
pub fn generate_until<P>(
    max_attempts: u64,
    budget: &Budget,
    mut attempt: impl FnMut() -> Option<(P, Option<f64>)>,
) -> Result<Generated<P>, GenerateError> {
    for attempts in 1..=max_attempts {
        if budget.is_over() {
            return Err(GenerateError::Stopped);
        }
        if attempts % 20 == 0 {
            log::info!(target: "progress", "generate: attempt {attempts}");
        }
        if let Some((puzzle, density)) = attempt() {
            return Ok(Generated { puzzle, density, attempts });
        }
    }
    Err(GenerateError::GaveUp(max_attempts))
}

/// Runs `generate [KEY=VALUE]...`.
pub(super) fn generate<P: Puzzle>(session: &mut Session<P>, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    let options: OptionsOf<P> = parse_options::<P>(args, context.settings.seed)?;
    let wanted = if options.level.is_some() { "of that difficulty" } else { "with these options" };
    let generated = P::generate(&options, &context.open_budget());
    let Generated { puzzle, density, attempts } = generated.map_err(|error| error.into_failure(wanted))?;
    *session = Session::new(puzzle, Vec::new());
    let puzzle = &session.puzzle;
    let density = density.map_or_else(String::new, |density| format!(" density={density:.3}"));
    let difficulty = options.level.map_or_else(String::new, |level| format!(" difficulty={}", level.name()));
    let seconds = context.started.elapsed().as_secs_f64();
    let facts = format!("{}{density}{difficulty} tries={attempts} seconds={seconds:.6}", puzzle.facts());
    Ok(format!("generated size={}{facts}\n{}", options.size, position_text(puzzle, &[])))
}

/// Parses `size=10x10 density=0.3 difficulty=easy seed=7 unique=1 method=best` and the rules of the game. By default puzzles of the
/// default method have a unique solution and the usual difficulty; those of other methods have neither.
fn parse_options<P: Puzzle>(args: &mut Args<'_>, seed: u64) -> Result<OptionsOf<P>, Failure> {
    let rules = P::Variant::WORDS.iter().map(|word| word.split('=').next().unwrap_or_default());
    let keys: Vec<&str> = ["size", "density", "difficulty", "seed", "unique", "method"].into_iter().chain(rules).collect();
    let values = KeyValues::read(args, &keys)?;
    let mut variant = P::Variant::default();
    values.words().iter().try_for_each(|word| variant.take(word).map(|_| ())).map_err(Failure::Syntax)?;
    let levels = Level::ALL.map(|level| (level.name(), Some(level)));
    let level = values.choice("difficulty", &[&levels[..], &[("any", None)]].concat())?;
    let unique = values.choice("unique", &[("0", false), ("1", true)])?;
    let method = values.choice("method", P::METHODS)?;
    let (rules, method) = (variant.apply(Default::default()), method.unwrap_or_default());
    let is_default = method == P::Method::default();
    let unique = unique.unwrap_or(is_default || matches!(level, Some(Some(_))));
    let level = level.unwrap_or_else(|| (is_default && unique).then(|| P::default_level(&rules)));
    if level.is_some() && !unique {
        return Err(Failure::Syntax("a puzzle of a difficulty has one solution: unique=0 goes with difficulty=any".into()));
    }
    let options = Options {
        size: values.value("size", "a size as 10x10", sides)?.map_or(Ok(Size::square(SIDE)), parse_size)?,
        rules,
        density: values.value("density", "a share from 0 to 1", share)?,
        level,
        unique,
        method,
        seed: values.value("seed", "a seed", natural::<u64>)?.unwrap_or(seed),
    };
    P::validate(&options)?;
    Ok(options)
}

fn parse_size((width, height): (usize, usize)) -> Result<Size, Failure> {
    let size = checked_size(width, height);
    size.ok_or_else(|| Failure::UnacceptableSize(format!("{width}x{height}; sides go from 1 to {MAX_SIDE}")))
}

fn share(word: &str) -> IResult<&str, f64> {
    verify(number, |share| (0.0..=1.0).contains(share)).parse(word)
}
