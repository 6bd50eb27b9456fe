//! Puzzles to order.
//!
//! `best` draws a pattern of black cells that no cell can be added to (`pattern`), writes numbers that differ in every line
//! into the white cells, and gives each black cell the number of a white one in its lines (`numbers`). Where the rules of
//! the difficulty that is asked come to a stop, black cells beyond that point get the number of a cell that is known by then:
//! the puzzle is repaired where its solutions differ, never begun again for that. `simple` and `alternative` (`seeded`) are
//! the procedures of Montagnes and Segonne, *RO 203: Rapport de projet* (2024), section 2.3.1.

mod canvas;
mod numbers;
mod offsets;
mod pattern;
mod seeded;

use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;

use super::board::{Grid, Mark};
use super::deduce::rate;
use super::enumerate::count;
use crate::puzzle::generator::{GenerateError, Generated, Options, generate_until};
use crate::puzzle::{Count, Level};
use crate::search::Budget;

/// How a puzzle is made.
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

/// What a generated puzzle must be like; the density is that of the black cells in the solution.
pub type Order = Options<Method, ()>;

/// Puzzles that are begun before giving up. Small sizes need many (a 3x3 is seldom hard), large ones hardly ever a second.
const MAX_TRIES: u64 = 2000;

/// Makes a puzzle. The same order gives the same puzzle.
///
/// # Errors
/// No such puzzle came about, or the budget ended first.
pub fn generate(order: &Order, budget: &Budget) -> Result<Generated<Grid>, GenerateError> {
    let mut random = Pcg64Mcg::seed_from_u64(order.seed);
    generate_until(MAX_TRIES, budget, || {
        let made = match order.method {
            Method::Best => return draw_best(order, &mut random, budget),
            Method::Simple => seeded::simple(order.size, order.density, &mut random).map(|(grid, density)| (grid, Some(density))),
            Method::Alternative => seeded::alternative(order.size, &mut random).map(|grid| (grid, None)),
        };
        made.filter(|(grid, _)| is_as_asked(order, grid, budget))
    })
}

/// Returns a puzzle by the method of this module, as asked.
fn draw_best(order: &Order, random: &mut Pcg64Mcg, budget: &Budget) -> Option<(Grid, Option<f64>)> {
    if !order.unique {
        let (grid, density) = seeded::simple(order.size, order.density, random)?;
        return is_as_asked(order, &grid, budget).then_some((grid, Some(density)));
    }
    let level = order.level.unwrap_or(Level::Medium);
    let truth = pattern::draw(order.size, order.density, level, random, budget)?;
    let grid = numbers::number(&truth, level, random, budget)?;
    Some((grid, Some(truth.count(Mark::Black) as f64 / order.size.area() as f64)))
}

/// Returns whether a puzzle that came about without a plan is what was asked for.
fn is_as_asked(order: &Order, grid: &Grid, budget: &Budget) -> bool {
    match order.level {
        // What the ladder solves has one solution.
        Some(level) => rate(grid, budget).level == Some(level),
        None => !order.unique || count(grid, Some(2), budget) == Count::Exactly(1),
    }
}

#[cfg(test)]
mod tests;
