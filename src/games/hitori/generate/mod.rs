//! The generator of puzzles.
//!
//! `best` draws a pattern of black cells that no cell can be added to (`pattern`), writes numbers that differ in every line into
//! the white cells, and gives each black cell the number of a white one in its lines (`numbers`). Where the rules of the wanted
//! difficulty find no more, black cells that they leave open get the number of a cell that is known by then: the puzzle is repaired
//! there instead of being drawn again. `simple` and `alternative` (`report_methods`) are the procedures of Montagnes and Segonne,
//! *RO 203: Rapport de projet* (2024), section 2.3.1.

mod editable_pattern;
mod key_steps;
mod numbers;
mod pattern;
mod report_methods;

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use super::board::{Grid, Mark};
use super::deduce::rate;
use super::enumerate::count;
use crate::puzzle::generator::{self, GenerateError, Generated, generate_until};
use crate::puzzle::{Count, Level};
use crate::search::Budget;

/// The method of generation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Method {
    /// Drawn, numbered and repaired.
    #[default]
    Best,
    /// A shuffled cyclic square, cells masked at random and filled at random.
    Simple,
    /// Random numbers under three conditions.
    Alternative,
}

/// The options of the generator. The density is the share of black cells in the solution.
pub type Options = generator::Options<Method, ()>;

/// Most attempts. Small sizes need many (a 3x3 is seldom hard), large ones hardly ever a second.
const MAX_TRIES: u64 = 2000;

/// Makes a puzzle. The same options give the same puzzle.
///
/// # Errors
/// No attempt succeeds, or the budget ends first.
pub fn generate(options: &Options, budget: &Budget) -> Result<Generated<Grid>, GenerateError> {
    let mut random = Pcg64Mcg::seed_from_u64(options.seed);
    generate_until(MAX_TRIES, budget, || {
        let generated = match options.method {
            Method::Best => return draw_best(options, &mut random, budget),
            Method::Simple => {
                let simple = report_methods::simple(options.size, options.density, &mut random, budget);
                simple.map(|(grid, density)| (grid, Some(density)))
            }
            Method::Alternative => report_methods::alternative(options.size, &mut random, budget).map(|grid| (grid, None)),
        };
        generated.filter(|(grid, _)| meets_options(options, grid, budget))
    })
}

/// Makes a puzzle by [`Method::Best`].
fn draw_best(options: &Options, random: &mut Pcg64Mcg, budget: &Budget) -> Option<(Grid, Option<f64>)> {
    if !options.unique {
        let (grid, density) = report_methods::simple(options.size, options.density, random, budget)?;
        return meets_options(options, &grid, budget).then_some((grid, Some(density)));
    }
    let level = options.level.unwrap_or_else(|| Level::ALL[random.random_range(0..Level::ALL.len())]);
    let solution = pattern::draw(options.size, options.density, level, random, budget)?;
    let grid = numbers::assign_numbers(&solution, level, random, budget)?;
    Some((grid, Some(solution.count(Mark::Black) as f64 / options.size.area() as f64)))
}

fn meets_options(options: &Options, grid: &Grid, budget: &Budget) -> bool {
    options.are_met(|| rate(grid, budget).level, || count(grid, Some(2), budget) == Count::Exactly(1))
}

#[cfg(test)]
mod tests;
