//! The game as an explicit graph: its positions with the player to move, for the kernel of reachability games and for export.

use std::io;

use super::Chomp;
use super::board::{Board, Rows, Size, after, bites};
use crate::attractor::{Explored, Goal, Rules, Unexplored, Vertex};
use crate::color::Color;
use crate::game::exported::{Exported, Use};
use crate::search::Stop;

/// Most edges of an exported graph: the kernel takes four bytes for each, and a file about ten.
const MOST_EDGES: u64 = 500_000_000;

/// Chomp, with the player to move at the start.
pub struct BarRules;

/// What is left of a bar, rows without squares left out, and who moves.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    rows: Box<[u16]>,
    to_move: Color,
}

fn state(rows: &[u16], to_move: Color) -> State {
    let left = rows.iter().take_while(|&&row| row > 0).count();
    State { rows: rows[..left].into(), to_move }
}

impl BarRules {
    /// The position of a board.
    #[must_use]
    pub fn start(board: &Board) -> State {
        state(board.rows(), board.to_move())
    }
}

impl Rules for BarRules {
    type State = State;

    fn owner(&self, state: &State) -> Color {
        state.to_move
    }

    fn goal(&self, state: &State) -> Option<Goal> {
        state.rows.is_empty().then_some(Goal::Of(state.to_move))
    }

    fn successors(&self, from: &State, next: &mut Vec<State>) {
        let rows: Rows = from.rows.to_vec();
        next.extend(bites(&rows).filter_map(|bite| after(&rows, bite)).map(|rows| state(&rows, from.to_move.other())));
    }

    /// `4.4.2:1`: the squares of each row from the bottom, then the player.
    fn name(&self, state: &State) -> String {
        let rows: Vec<String> = state.rows.iter().map(u16::to_string).collect();
        let rows = if rows.is_empty() { "0".to_owned() } else { rows.join(".") };
        format!("{rows}:{}", state.to_move.index() + 1)
    }
}

impl Exported for Chomp {
    fn with_graph(&mut self, most: usize, stop: &Stop, then: Use<'_>) -> Result<io::Result<()>, Unexplored> {
        let rows = self.board.rows();
        let left = rows.iter().filter(|&&row| row > 0).count();
        let around = Size { rows: left.max(1), columns: usize::from(rows[0]).max(1) };
        let positions = around.positions().unwrap_or(u64::MAX).saturating_mul(2).min(most as u64);
        // On the average half of a bar is left.
        if positions * (around.rows * around.columns) as u64 / 2 > MOST_EDGES {
            return Ok(Err(io::Error::other(format!("more than {MOST_EDGES} moves"))));
        }
        let explored = Explored::from(&BarRules, BarRules::start(&self.board), most, stop)?;
        Ok(then(&explored.graph, &|vertex: Vertex| BarRules.name(&explored.states[vertex.index()])))
    }
}

#[cfg(test)]
mod tests {
    use super::super::board::Setup;
    use super::super::table::Table;
    use super::*;
    use crate::attractor::{Solution, Verdict};
    use crate::search::Budget;

    /// The kernel's verdict and rank of every position, against the table.
    #[test]
    fn the_kernel_agrees() {
        for size in [
            Size { rows: 1, columns: 1 },
            Size { rows: 4, columns: 6 },
            Size { rows: 7, columns: 5 },
            Size { rows: 3, columns: 14 },
        ] {
            let start = BarRules::start(&Board::new(Setup::new(size)));
            let explored = Explored::from(&BarRules, start, 100_000, &Stop::default()).unwrap();
            let solution = Solution::of(&explored.graph);
            let table = Table::new(size, &Budget::default()).unwrap();
            for (vertex, state) in explored.graph.vertices().zip(&explored.states) {
                let plies = table.plies(&state.rows);
                let winner = if plies.is_multiple_of(2) { state.to_move } else { state.to_move.other() };
                assert_eq!(solution.verdict(vertex), Verdict::Win(winner, plies), "{size}: {}", BarRules.name(state));
            }
        }
    }
}
