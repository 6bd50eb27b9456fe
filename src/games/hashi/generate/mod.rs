//! The generator of puzzles.
//!
//! `best` draws islands and a network (`draft`) and changes the bridges where the rules cannot find them (`repair`).
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
use crate::puzzle::generator::{self, GenerateError, Generated, generate_until};
use crate::puzzle::{Answer, Level};
use crate::search::Budget;
use draft::Draft;

/// How a puzzle is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Method {
    /// Islands with a network, drawn at random; its bridges are changed until the puzzle fits the options.
    #[default]
    Best,
    /// Islands joined to a tree one by one.
    Simple,
}

/// What a generated puzzle must be like; the density is that of islands.
pub type Options = generator::Options<Method, Rules>;

/// Most attempts: small puzzles need many (few of them can be hard), large ones hardly ever a second.
const MAX_DRAFTS: u64 = 500;

/// Share of the cells that are islands where no density is asked for.
const DENSITY: f64 = 0.25;

impl Options {
    /// Returns the number of islands: two at least, for one alone can have no number.
    fn islands(&self) -> usize {
        ((self.density.unwrap_or(DENSITY) * self.size.area() as f64).round() as usize).clamp(2, self.size.area().max(2))
    }
}

/// Makes a puzzle. The same options give the same puzzle.
///
/// # Errors
/// No attempt succeeds, or the budget ends first.
pub fn generate(options: &Options, budget: &Budget) -> Result<Generated<Puzzle>, GenerateError> {
    let mut random = Pcg64Mcg::seed_from_u64(options.seed);
    if options.islands() > options.size.area() {
        return Err(GenerateError::GaveUp(0));
    }
    generate_until(MAX_DRAFTS, budget, || {
        let draft = match options.method {
            Method::Best => draft::draw(options.size, options.rules, options.islands(), &mut random, budget)
                .and_then(|draft| repair_draft(options, draft, &mut random, budget)),
            Method::Simple => simple::draw(options.size, options.rules, options.islands(), &mut random, budget)
                .filter(|draft| meets_options(options, &draft.puzzle, budget)),
        };
        draft.map(|draft| {
            let density = draft.puzzle.islands().len() as f64 / options.size.area() as f64;
            (draft.puzzle, Some(density))
        })
    })
}

/// Changes a draft until it fits the options. Returns `None` if that fails.
fn repair_draft(options: &Options, mut draft: Draft, random: &mut Pcg64Mcg, budget: &Budget) -> Option<Draft> {
    let (level, exactly) = match options.level {
        Some(level) => (level, true),
        None if options.unique => (Level::Hard, false),
        None => return Some(draft),
    };
    repair::repair(&mut draft, level, exactly, random, budget).then_some(draft)
}

fn meets_options(options: &Options, puzzle: &Puzzle, budget: &Budget) -> bool {
    options.are_met(|| rate(puzzle, budget).level, || matches!(solve(puzzle, budget), Answer::Unique(_)))
}
