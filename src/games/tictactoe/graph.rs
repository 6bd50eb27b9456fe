//! The game as an explicit graph: its positions from the present one on, for the kernel of reachability games and for export.

use std::io;

use super::TicTacToe;
use super::board::{Board, Cells, Marks, Rules, bit, cells};
use crate::attractor;
use crate::attractor::{Explored, Goal, Unexplored, Vertex};
use crate::color::Color;
use crate::game::export::{Export, GraphWriter};
use crate::grid::Cell;
use crate::search::Stop;

/// Most free cells of a position that is exported: a state has two bits for each.
const MOST_FREE: usize = 32;

/// The positions that come after one. A state has the marks that black has added in its low half, white's in the high one, by
/// number of the cell among those that were free.
pub struct After<'a> {
    rules: &'a Rules,
    start: Marks,
    free: Vec<Cell>,
}

impl<'a> After<'a> {
    /// Returns what comes after the present position; `None` where too many cells are free.
    #[must_use]
    pub fn of(board: &'a Board) -> Option<Self> {
        let rules: &Rules = board.rules();
        let free: Vec<Cell> = cells(rules.all() & !board.marks().taken()).collect();
        (free.len() <= MOST_FREE).then(|| After { rules, start: board.marks(), free })
    }

    /// Returns the marks of a state.
    #[must_use]
    pub fn marks(&self, state: u64) -> Marks {
        let mut marks = self.start;
        for (number, &cell) in self.free.iter().enumerate() {
            let of = |half: usize| Cells::from(state >> (half * MOST_FREE + number) & 1) * bit(cell);
            marks.0 = [marks.0[0] | of(0), marks.0[1] | of(1)];
        }
        marks
    }
}

impl attractor::Rules for After<'_> {
    type State = u64;

    fn owner(&self, &state: &u64) -> Color {
        self.marks(state).to_move()
    }

    fn goal(&self, &state: &u64) -> Option<Goal> {
        let marks = self.marks(state);
        let liner = Color::BOTH.into_iter().find(|color| self.rules.has_line(marks.0[color.index()]));
        match liner {
            Some(color) => Some(Goal::Of(if self.rules.variant.misere { color.other() } else { color })),
            None => (marks.taken() == self.rules.all()).then_some(Goal::Nobody),
        }
    }

    fn successors(&self, &state: &u64, next: &mut Vec<u64>) {
        let half = self.owner(&state).index() * MOST_FREE;
        let taken = state | state >> MOST_FREE;
        next.extend((0..self.free.len()).filter(|number| taken >> number & 1 == 0).map(|number| state | 1 << (half + number)));
    }

    /// `x.o/.x./...`: the rows from the top.
    fn name(&self, &state: &u64) -> String {
        let (marks, size) = (self.marks(state), self.rules.variant.size);
        let letter = |cell| match marks.owner(cell) {
            Some(Color::Black) => 'x',
            Some(Color::White) => 'o',
            None => '.',
        };
        let row = |y: usize| (0..size.width).filter_map(|x| size.cell(x, y)).map(letter).collect::<String>();
        (0..size.height).map(row).collect::<Vec<_>>().join("/")
    }
}

impl Export for TicTacToe {
    fn with_graph(&mut self, most: usize, stop: &Stop, write: GraphWriter<'_>) -> Result<io::Result<()>, Unexplored> {
        let Some(after) = After::of(&self.board) else {
            return Ok(Err(io::Error::other(format!("more than {MOST_FREE} free cells"))));
        };
        let explored = Explored::explore(&after, 0, most, stop)?;
        Ok(write(&explored.graph, &|vertex: Vertex| attractor::Rules::name(&after, &explored.states[vertex.index()])))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::board::Variant;
    use super::super::census::Census;
    use super::super::outcome::Outcome;
    use super::*;
    use crate::attractor::{Solution, Verdict};
    use crate::grid::Size;
    use crate::search::Budget;

    /// The kernel's verdict and rank of every position, against the census.
    #[test]
    fn the_kernel_agrees() {
        for (width, height, length, misere) in [(3, 3, 3, false), (3, 3, 3, true), (4, 3, 3, false), (2, 4, 2, true)] {
            let rules = Arc::new(Rules::new(Variant { size: Size { width, height }, length, misere }));
            let board = Board::new(Arc::clone(&rules), Marks::default());
            let after = After::of(&board).unwrap();
            let explored = Explored::explore(&after, 0, 1_000_000, &Stop::default()).unwrap();
            let solution = Solution::solve(&explored.graph);
            let census = Census::new(&rules, &Budget::default()).unwrap();
            assert_eq!(explored.states.len(), census.positions().count());
            for (vertex, &state) in explored.graph.vertices().zip(&explored.states) {
                let marks = after.marks(state);
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
