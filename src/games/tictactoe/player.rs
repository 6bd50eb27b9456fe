//! The player: it chooses a cell by the exact solver, or by heuristic alpha-beta if the solver is not done in time.

use std::sync::Arc;

use super::board::Position;
use super::outcome::Outcome;
use super::position::MnkPosition;
use super::solver::Solver;
use crate::game::turn::{Answer, ExactPlayer, GameResult, GameValue, solve_each};
use crate::grid::Cell;
use crate::search::Budget;
use crate::settings::Settings;

/// A player. It keeps nothing from one command to the next.
#[derive(Default)]
pub struct Player;

impl ExactPlayer<Position> for Player {
    type Value = Outcome;
    type SearchPosition = MnkPosition;

    const EXACT_SHARE: f64 = 0.5;

    fn search_position(board: &Position) -> MnkPosition {
        MnkPosition::new(Arc::clone(&board.rules), board.marks)
    }

    fn win_unit(board: &Position) -> f64 {
        // An advantage of one line of two marks in three is about as good as won.
        4_f64.powi(board.rules.variant.length as i32 - 1)
    }

    fn free_cells(board: &Position) -> u32 {
        board.free().count() as u32
    }

    fn game_value(_: &Position, outcome: Outcome) -> GameValue {
        match outcome {
            Outcome::Win(plies) => GameValue::new(GameResult::Win, Some(plies.into())),
            Outcome::Draw => GameValue::new(GameResult::Draw, None),
            Outcome::Loss(plies) => GameValue::new(GameResult::Loss, Some(plies.into())),
        }
    }

    fn solve(&mut self, board: &Position, settings: &Settings, budget: &Budget) -> Answer<Outcome, Cell> {
        let mut solver = Solver::new(&board.rules, settings.half_hash_bytes(), budget);
        let found = solver.best(board.marks).ok();
        Answer { value: found.map(|(outcome, _)| outcome), best: found.and_then(|(_, best)| best), nodes: solver.nodes() }
    }

    fn values(&mut self, board: &Position, settings: &Settings, budget: &Budget) -> Vec<(Cell, Option<Outcome>)> {
        let mut solver = Solver::new(&board.rules, settings.half_hash_bytes(), budget);
        let cells: Vec<Cell> = board.free().collect();
        solve_each(&cells, budget, |cell, share| {
            solver.set_budget(share);
            solver.outcome(board.marks.play(cell)).ok().map(Outcome::back_up)
        })
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::super::board::{Board, Marks, Rules, Variant};
    use super::*;
    use crate::color::Ending;
    use crate::games::tictactoe::census::Census;
    use crate::grid::Size;

    /// From every position of the classic game and of its misere twin, the winner by the census wins in this many plies
    /// against best defence, and nobody loses a draw.
    #[test]
    fn plays_perfectly_against_best_defence() {
        for misere in [false, true] {
            let rules = Arc::new(Rules::new(Variant { misere, ..Variant::default() }));
            let census = Census::new(&rules, &Budget::default()).unwrap();
            let settings = Settings { threads: 1, ..Settings::default() };
            for (marks, outcome) in census.positions().step_by(23) {
                let mut board = Board::new(Position { rules: Arc::clone(&rules), marks });
                let first = board.to_move();
                let mut plies = 0;
                while board.ending().is_none() {
                    let cell = Player.choose(&board, &settings, &Budget::default(), &mut |_| ControlFlow::Continue(())).mv;
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
    /// The exact solver and the alpha-beta search after it share one limit of nodes.
    #[test]
    fn a_move_keeps_to_its_node_limit() {
        let settings = Settings { threads: 1, hash_mb: 1, ..Settings::default() };
        let rules = Arc::new(Rules::new(Variant { size: Size::square(6), length: 5, misere: false }));
        let board = Board::new(Position { rules, marks: Marks::default() });
        for most in [1, 100, 5_000] {
            let budget = Budget { max_nodes: Some(most), ..Budget::default() };
            let nodes = Player.choose(&board, &settings, &budget, &mut |_| ControlFlow::Continue(())).nodes;
            assert!(nodes >= most / 2 && nodes <= most + 1, "{nodes} of {most}");
        }
    }
}
