//! Puzzles to order.
//!
//! `best` draws islands and a network (`draft`) and changes the bridges where the numbers do not tell them (`repair`).
//! `simple` is the procedure of Montagnes and Segonne (`simple`).

mod draft;
mod repair;
mod simple;
#[cfg(test)]
mod tests;

use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;

use super::board::{Puzzle, Rules};
use super::deduce::rate;
use super::solver::solve;
use crate::puzzle::generator::{GenerateError, Generated, Options, generate_until};
use crate::puzzle::{Answer, Level};
use crate::search::Budget;
use draft::Draft;

/// How a puzzle is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Method {
    /// Drawn and repaired.
    #[default]
    Best,
    /// Islands joined to a tree one by one, as chance has it.
    Simple,
}

/// What a generated puzzle must be like; the density is that of islands.
pub type Order = Options<Method, Rules>;

/// Drafts that are begun before giving up: small puzzles need many (few of them can be hard), large ones hardly ever a second.
const MAX_DRAFTS: u64 = 500;

/// Islands for each cell where nothing is asked for.
const DENSITY: f64 = 0.25;

impl Order {
    /// Returns the number of islands: two at least, for one alone can have no number.
    fn islands(&self) -> usize {
        ((self.density.unwrap_or(DENSITY) * self.size.area() as f64).round() as usize).clamp(2, self.size.area().max(2))
    }
}

/// Makes a puzzle. The same order gives the same puzzle.
///
/// # Errors
/// No such puzzle came about, or the budget ended first.
pub fn generate(order: &Order, budget: &Budget) -> Result<Generated<Puzzle>, GenerateError> {
    let mut random = Pcg64Mcg::seed_from_u64(order.seed);
    if order.islands() > order.size.area() {
        return Err(GenerateError::GaveUp(0));
    }
    generate_until(MAX_DRAFTS, budget, || {
        let draft = match order.method {
            Method::Best => draft::draw(order.size, order.rules, order.islands(), &mut random)
                .and_then(|draft| repair_draft(order, draft, &mut random, budget)),
            Method::Simple => simple::draw(order.size, order.rules, order.islands(), &mut random)
                .filter(|draft| meets_order(order, &draft.puzzle, budget)),
        };
        draft.map(|draft| {
            let density = draft.puzzle.islands().len() as f64 / order.size.area() as f64;
            (draft.puzzle, Some(density))
        })
    })
}

/// Returns a draft as it is asked for, if it can be made so.
fn repair_draft(order: &Order, mut draft: Draft, random: &mut Pcg64Mcg, budget: &Budget) -> Option<Draft> {
    let (level, exactly) = match order.level {
        Some(level) => (level, true),
        None if order.unique => (Level::Hard, false),
        None => return Some(draft),
    };
    repair::repair(&mut draft, level, exactly, random, budget).then_some(draft)
}

/// Returns whether a puzzle that came about without a plan is what was asked for.
fn meets_order(order: &Order, puzzle: &Puzzle, budget: &Budget) -> bool {
    match order.level {
        // What the ladder solves has one solution.
        Some(level) => rate(puzzle, budget).level == Some(level),
        None => !order.unique || matches!(solve(puzzle, budget), Answer::Unique(_)),
    }
}
