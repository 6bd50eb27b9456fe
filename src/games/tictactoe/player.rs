//! The player: it chooses a cell by the exact solver, or by heuristic alpha-beta if the solver is not done in time.

use std::ops::ControlFlow;
use std::sync::Arc;

use super::board::{Board, Marks, Rules};
use super::outcome::Outcome;
use super::position::MnkPosition;
use super::solver::Solver;
use crate::grid::Cell;
use crate::search::{Budget, Limits, Report, Table, search};
use crate::settings::Settings;

/// Share of the time of a move that the exact solver may take.
const EXACT_SHARE: f64 = 0.5;

/// The answer of the solver.
#[derive(Clone, Copy, Debug)]
pub struct Answer {
    /// The outcome for the player to move; `None` if the budget ended first.
    pub outcome: Option<Outcome>,
    /// A best move; `None` in a finished game.
    pub best: Option<Cell>,
    /// Nodes searched.
    pub nodes: u64,
}

/// Solves a game that is not over.
#[must_use]
pub fn solve(rules: &Rules, marks: Marks, settings: &Settings, budget: &Budget) -> Answer {
    let mut solver = Solver::new(rules, settings.hash_mb << 19, budget);
    let found = solver.best(marks).ok();
    Answer { outcome: found.map(|(outcome, _)| outcome), best: found.and_then(|(_, best)| best), nodes: solver.nodes() }
}

/// Returns the outcome after each move of a game that is not over, for the player who makes it; `None` where its share of the
/// budget ended first.
#[must_use]
pub fn values(board: &Board, settings: &Settings, budget: &Budget) -> Vec<(Cell, Option<Outcome>)> {
    let mut solver = Solver::new(board.rules(), settings.hash_mb << 19, budget);
    let count = board.free().count();
    let mut values = Vec::new();
    for (number, cell) in board.free().enumerate() {
        let mut share = budget.part(1.0 / (count - number) as f64);
        share.max_nodes = budget.max_nodes.map(|nodes| nodes / count as u64);
        solver.set_budget(&share);
        values.push((cell, solver.outcome(board.marks().play(cell)).ok().map(Outcome::back_up)));
    }
    values
}

/// Returns the cell that the engine takes in a game that is not over: the exact solver's where it comes to an end in its share of
/// the time, else that of alpha-beta with the heuristic. Below full strength there is no solver, and the level is the depth.
#[must_use]
pub fn choose(board: &Board, settings: &Settings, budget: &Budget) -> Cell {
    if settings.level >= Settings::FULL_LEVEL {
        let solved = solve(board.rules(), board.marks(), settings, &budget.part(EXACT_SHARE));
        if let Some(cell) = solved.best {
            return cell;
        }
    }
    think(board, settings, budget, &mut |_| ControlFlow::Continue(())).best
}

/// Searches a game that is not over by heuristic alpha-beta.
pub fn think(
    board: &Board,
    settings: &Settings,
    budget: &Budget,
    watch: &mut dyn FnMut(&Report<Cell>) -> ControlFlow<()>,
) -> Report<Cell> {
    let bytes = budget.max_nodes.map_or(settings.hash_mb << 19, |nodes| (settings.hash_mb << 19).min(Table::bytes_for(nodes)));
    let position = MnkPosition::new(Arc::clone(board.rules()), board.marks());
    search(
        position,
        &Table::new(bytes),
        &Limits { threads: settings.threads, max_depth: settings.max_depth(), among: None },
        budget,
        watch,
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::color::Ending;
    use crate::games::tictactoe::board::Variant;
    use crate::games::tictactoe::census::Census;

    /// From every position of the classic game and of its misere twin, the winner by the census wins in so many plies
    /// against best defence, and nobody loses a draw.
    #[test]
    fn plays_perfectly_against_best_defence() {
        for misere in [false, true] {
            let rules = Arc::new(Rules::new(Variant { misere, ..Variant::default() }));
            let census = Census::new(&rules, &Budget::default()).unwrap();
            let settings = Settings { threads: 1, ..Settings::default() };
            for (marks, outcome) in census.positions().step_by(23) {
                let mut board = Board::new(Arc::clone(&rules), marks);
                let first = board.to_move();
                let mut plies = 0;
                while board.ending().is_none() {
                    let cell = choose(&board, &settings, &Budget::default());
                    board.play(board.to_move(), cell).unwrap();
                    plies += 1;
                }
                let expected = match outcome {
                    Outcome::Win(plies) => (Ending::Won(first), plies),
                    Outcome::Loss(plies) => (Ending::Won(first.other()), plies),
                    Outcome::Draw => (Ending::Draw, 9 - marks.count() as u8),
                };
                assert_eq!((board.ending().unwrap(), plies), expected, "{marks:?}");
            }
        }
    }
}
