//! The game as an explicit graph of positions, for the attractor solver and for export.

use std::io;

use super::TicTacToe;
use super::board::{Board, Cells, Marks, Rules, bit, cells};
use super::notation::rows_text;
use crate::attractor;
use crate::attractor::{ExploreError, ExploreLimits, Explored, Goal, Vertex};
use crate::color::{Color, Ending};
use crate::game::export::{Export, GraphWriter};
use crate::grid::Cell;

/// Most free cells of the start position: a state has two bits for each.
const MAX_FREE: usize = 32;

/// The rules from a start position on. A state has a bit for each mark added by black in its low half, by white in its high half,
/// where cells are numbered among those that are free at the start.
pub(super) struct MnkRules<'a> {
    rules: &'a Rules,
    start: Marks,
    free: Vec<Cell>,
}

impl<'a> MnkRules<'a> {
    /// Creates the rules from the present position on. Returns `None` if too many cells are free.
    #[must_use]
    pub fn new(board: &'a Board) -> Option<Self> {
        let rules: &Rules = &board.rules;
        let free: Vec<Cell> = cells(rules.all_cells() & !board.marks.occupied_cells()).collect();
        (free.len() <= MAX_FREE).then(|| MnkRules { rules, start: board.marks, free })
    }

    /// Returns the marks of a state.
    #[must_use]
    pub fn marks(&self, state: u64) -> Marks {
        let mut marks = self.start;
        for (number, &cell) in self.free.iter().enumerate() {
            let added = |half: usize| Cells::from(state >> (half * MAX_FREE + number) & 1) * bit(cell);
            marks.0 = [marks.0[0] | added(0), marks.0[1] | added(1)];
        }
        marks
    }
}

impl attractor::Rules for MnkRules<'_> {
    type State = u64;

    fn owner(&self, &state: &u64) -> Color {
        self.marks(state).to_move()
    }

    fn goal(&self, &state: &u64) -> Option<Goal> {
        self.rules.ending(&self.marks(state)).map(|ending| match ending {
            Ending::Won(color) => Goal::Of(color),
            Ending::Draw => Goal::Nobody,
        })
    }

    fn successors(&self, &state: &u64, next: &mut Vec<u64>) {
        let half = self.owner(&state).index() * MAX_FREE;
        let taken = state | state >> MAX_FREE;
        next.extend((0..self.free.len()).filter(|number| taken >> number & 1 == 0).map(|number| state | 1 << (half + number)));
    }

    fn name(&self, &state: &u64) -> String {
        rows_text(self.rules.variant.size, self.marks(state))
    }
}

impl Export for TicTacToe {
    fn with_graph(&mut self, limits: &ExploreLimits<'_>, write: GraphWriter<'_>) -> Result<io::Result<()>, ExploreError> {
        let Some(future) = MnkRules::new(&self.board) else {
            return Ok(Err(io::Error::other(format!("more than {MAX_FREE} free cells"))));
        };
        let explored = Explored::explore(&future, 0, limits)?;
        Ok(write(&explored.graph, &|vertex: Vertex| attractor::Rules::name(&future, &explored.states[vertex.index()])))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::board::{Position, Variant};
    use super::super::census::Census;
    use super::super::outcome::Outcome;
    use super::*;
    use crate::attractor::{Solution, Verdict};
    use crate::search::{Budget, Stop};

    /// The kernel's verdict and rank of every position, against the census.
    #[test]
    fn the_attractor_solver_agrees_with_the_census() {
        for (width, height, length, misere) in [(3, 3, 3, false), (3, 3, 3, true), (4, 3, 3, false), (2, 4, 2, true)] {
            let rules = Arc::new(Rules::new(Variant::new(width, height, length, misere)));
            let board = Board::new(Position { rules: Arc::clone(&rules), marks: Marks::default() });
            let future = MnkRules::new(&board).unwrap();
            let explored = Explored::explore(&future, 0, &ExploreLimits::states(1_000_000, &Stop::default())).unwrap();
            let solution = Solution::solve(&explored.graph);
            let census = Census::new(&rules, &Budget::default()).unwrap();
            assert_eq!(explored.states.len(), census.positions().count());
            for (vertex, &state) in explored.graph.vertices().zip(&explored.states) {
                let marks = future.marks(state);
                let mover = marks.to_move();
                let expected = match census.outcome(marks).unwrap() {
                    Outcome::Win(plies) => Verdict::Win(mover, plies.into()),
                    Outcome::Loss(plies) => Verdict::Win(mover.other(), plies.into()),
                    Outcome::Draw => Verdict::Draw,
                };
                assert_eq!(solution.verdict(vertex), expected, "{marks:?}");
            }
        }
    }
}
