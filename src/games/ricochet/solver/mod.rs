//! Solvers: the fewest moves to the target, and all ways that need no more.

pub mod best;
pub mod ground;
pub mod paths;
pub mod state;
pub mod table;

use best::{End, Limits, Search};
use ground::Ground;
use state::Moves;
use table::Word;

use super::board::Move;
use super::position::{Position, Rule};

/// What a solver has found.
#[derive(Clone, Debug)]
pub struct Answer {
    /// How it ended.
    pub end: End,
    /// Ways to the target; none where none was found.
    pub ways: Vec<Vec<Move>>,
    /// Whether these are all of the fewest moves.
    pub complete: bool,
    /// States generated.
    pub states: u64,
    /// Memory for states, in bytes.
    pub bytes: usize,
}

/// The fewest moves, and up to `most` ways of so many.
#[must_use]
pub fn fewest(position: &Position, limits: Limits<'_>, most: usize) -> Answer {
    let ground = Ground::new(position);
    let short = position.rule == Rule::Plain && ground.code_bits() == 8;
    match (position.robots.len(), ground.any, short) {
        (4, false, true) => run::<4, false, u32>(position, &ground, limits, most),
        (4, true, true) => run::<4, true, u32>(position, &ground, limits, most),
        (4, false, false) => run::<4, false, u64>(position, &ground, limits, most),
        (4, true, false) => run::<4, true, u64>(position, &ground, limits, most),
        (_, false, _) => run::<5, false, u64>(position, &ground, limits, most),
        (_, true, _) => run::<5, true, u64>(position, &ground, limits, most),
    }
}

/// For each cell the lower bound for a robot of the target that has not moved yet; none where it cannot reach the target.
#[must_use]
pub fn bounds(position: &Position) -> Vec<Option<u8>> {
    let ground = Ground::new(position);
    position.board.size().cells().map(|cell| ground.grid_value(cell, position.rule)).collect()
}

fn run<const N: usize, const ANY: bool, W: Word>(position: &Position, ground: &Ground, limits: Limits<'_>, most: usize) -> Answer {
    let moves = Moves::<N, ANY>::new(ground, position.rule == Rule::Ricochet);
    let root = moves.state(position);
    let mut search = Search::<N, ANY, W>::new(moves, root, limits);
    let end = search.run();
    let (ways, complete) = paths::ways(&search, position, most);
    Answer { end, ways, complete: complete && limits.all, states: search.states, bytes: search.bytes() }
}

#[cfg(test)]
mod tests;
