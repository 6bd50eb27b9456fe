//! The game as an explicit graph of positions, for the solver of reachability games and for export.

use std::io;

use super::Chomp;
use super::board::{Board, Rows, Size, apply_bite, bites};
use super::table::Numbering;
use crate::attractor::{ExploreError, ExploreLimits, Explored, Goal, Rules, Vertex};
use crate::color::Color;
use crate::game::export::{Export, GraphWriter};

/// Most edges of an exported graph: the kernel takes four bytes for each, and a file about ten.
const MAX_EDGES: u64 = 500_000_000;

/// The rules of Chomp within a bar. A state is the number of a position times 2, plus 1 if the second player is to move.
pub(super) struct BarRules {
    numbering: Numbering,
}

impl BarRules {
    /// Creates the rules of a game and the state that it starts from.
    #[must_use]
    pub fn new(board: &Board) -> (BarRules, u64) {
        let rules = BarRules { numbering: Numbering::new(Size::bounding(&board.rows)) };
        let start = rules.state(&board.rows, board.to_move());
        (rules, start)
    }

    fn state(&self, rows: &[u16], to_move: Color) -> u64 {
        self.numbering.number(rows) as u64 * 2 + to_move.index() as u64
    }

    /// Returns what is left of each row in a state.
    #[must_use]
    pub fn rows(&self, state: u64) -> Rows {
        self.numbering.rows((state / 2) as usize)
    }
}

impl Rules for BarRules {
    type State = u64;

    fn owner(&self, &state: &u64) -> Color {
        Color::BOTH[(state % 2) as usize]
    }

    fn goal(&self, state: &u64) -> Option<Goal> {
        (state / 2 == 0).then(|| Goal::Of(self.owner(state)))
    }

    fn successors(&self, state: &u64, next: &mut Vec<u64>) {
        let (rows, to_move) = (self.rows(*state), self.owner(state).other());
        next.extend(bites(&rows).filter_map(|bite| apply_bite(&rows, bite)).map(|rows| self.state(&rows, to_move)));
    }

    /// Returns `4.4.2:1`: the squares of each row from the bottom, then the player.
    fn name(&self, state: &u64) -> String {
        let left: Vec<String> = self.rows(*state).iter().filter(|&&row| row > 0).map(u16::to_string).collect();
        let left = if left.is_empty() { "0".to_owned() } else { left.join(".") };
        format!("{left}:{}", self.owner(state).index() + 1)
    }
}

impl Export for Chomp {
    fn with_graph(&mut self, limits: &ExploreLimits<'_>, write: GraphWriter<'_>) -> Result<io::Result<()>, ExploreError> {
        let bar = Size::bounding(&self.board.rows);
        let positions = bar.positions().unwrap_or(u64::MAX).saturating_mul(2).min(limits.states as u64);
        // A position has on average as many bites as half the bar has squares.
        if positions * (bar.rows * bar.columns) as u64 / 2 > MAX_EDGES {
            return Ok(Err(io::Error::other(format!("more than {MAX_EDGES} moves"))));
        }
        let (rules, start) = BarRules::new(&self.board);
        let explored = Explored::explore(&rules, start, limits)?;
        Ok(write(&explored.graph, &|vertex: Vertex| rules.name(&explored.states[vertex.index()])))
    }
}

#[cfg(test)]
mod tests {
    use super::super::board::Position;
    use super::super::table::Table;
    use super::*;
    use crate::attractor::{Solution, Verdict};
    use crate::search::{Budget, Stop};

    /// Compares the attractor solver with the table, verdict and rank of every position.
    #[test]
    fn the_attractor_solver_agrees_with_the_table() {
        for size in [
            Size { rows: 1, columns: 1 },
            Size { rows: 4, columns: 6 },
            Size { rows: 7, columns: 5 },
            Size { rows: 3, columns: 14 },
        ] {
            let (rules, start) = BarRules::new(&Board::new(Position::new(size)));
            let explored = Explored::explore(&rules, start, &ExploreLimits::states(100_000, &Stop::default())).unwrap();
            let solution = Solution::solve(&explored.graph);
            let table = Table::new(size, &Budget::default()).unwrap();
            for (vertex, state) in explored.graph.vertices().zip(&explored.states) {
                let (plies, to_move) = (table.plies(&rules.rows(*state)), rules.owner(state));
                let winner = if plies.is_multiple_of(2) { to_move } else { to_move.other() };
                assert_eq!(solution.verdict(vertex), Verdict::Win(winner, plies), "{size}: {}", rules.name(state));
            }
        }
    }
}
