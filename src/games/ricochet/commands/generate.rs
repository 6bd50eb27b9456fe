//! The command that makes a random position of a difficulty.

use std::ops::RangeInclusive;

use super::super::Ricochet;
use super::super::difficulty::DIFFICULTIES;
use super::super::notation::check_size;
use super::super::position::Rule;
use super::super::random::{GeneratorOptions, PositionGenerator, Walls};
use super::super::solver::{self, End};
use super::solve::limits;
use crate::game::Context;
use crate::grid::Size;
use crate::protocol::{Args, Failure, KeyValues, Outcome, natural, sides};
use crate::search::Budget;

/// Fewest moves where no difficulty is asked for: the target is not reached at once.
const ANY_DIFFICULTY: RangeInclusive<u8> = 2..=u8::MAX;

pub(super) fn generate(game: &mut Ricochet, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    let values = KeyValues::read(args, &["seed", "difficulty", "walls", "size", "centre", "robots", "target", "rule"])?;
    let range = values.choice("difficulty", &DIFFICULTIES)?.unwrap_or(ANY_DIFFICULTY);
    let default_seed = context.settings.seed.wrapping_add(game.generated);
    let seed = values.value("seed", "a seed", natural::<u64>)?.unwrap_or(default_seed);
    let mut source = PositionGenerator::new(seed, generator_options(&values)?);
    let budget = context.open_budget();
    let (mut tries, mut states) = (0_u64, 0);
    loop {
        let position = source.position().ok_or_else(|| Failure::UnacceptableSize("too few cells for the robots".into()))?;
        tries += 1;
        let left = budget.max_nodes.map(|most| most.saturating_sub(states).max(1));
        let rest = Budget { max_nodes: left, ..budget.clone() };
        let answer = solver::solve_optimally(&position, limits(context, &rest, false), 0);
        states += answer.states;
        match answer.end {
            End::Solved(moves) if range.contains(&moves) => {
                *game = game.with_start(position);
                game.generated += 1;
                return Ok(format!("generated moves={moves} tries={tries} seed={seed}"));
            }
            _ if budget.is_over() || budget.max_nodes.is_some_and(|most| states >= most) => {
                let noun = if tries == 1 { "try" } else { "tries" };
                return Err(Failure::Interrupted(format!("none found in {tries} {noun}")));
            }
            _ => {}
        }
    }
}

/// Reads `walls= size= centre= robots= target= rule=`.
fn generator_options(values: &KeyValues<'_>) -> Result<GeneratorOptions, Failure> {
    let size = values.value("size", "a size as 16x16", sides)?;
    let size = size.map(|(width, height)| check_size(width, height)).transpose()?;
    let centre = values.choice("centre", &[("yes", true), ("no", false)])?;
    let random = Walls::Random { size: size.unwrap_or(Size::square(16)), centre: centre.unwrap_or(false) };
    let walls = values.choice("walls", &[("official", Walls::Official), ("all", Walls::AllSides), ("random", random)])?;
    let walls = walls.unwrap_or_default();
    if walls != random && (size.is_some() || centre.is_some()) {
        return Err(Failure::Syntax("size= and centre= go with walls=random".into()));
    }
    Ok(GeneratorOptions {
        walls,
        silver: values.choice("robots", &[("4", false), ("5", true)])?.unwrap_or(false),
        any: values.choice("target", &[("one", false), ("any", true)])?.unwrap_or(false),
        rule: values.choice("rule", &[("plain", Rule::Plain), ("ricochet", Rule::Ricochet)])?.unwrap_or_default(),
    })
}
