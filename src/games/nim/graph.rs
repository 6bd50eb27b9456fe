//! The game as an explicit graph: its positions with the player to move, for the kernel of reachability games and for export.

use std::io;

use super::board::{after, count_moves, moves};
use super::field::sorted;
use super::rule::Rule;
use super::{Nim, board::Board};
use crate::attractor::{Explored, Goal, Rules, Unexplored, Vertex};
use crate::color::Color;
use crate::game::exported::{Exported, Use};
use crate::search::Stop;

/// Most edges of an exported graph: the kernel takes four bytes for each, and a file about ten.
const MOST_EDGES: u64 = 500_000_000;

/// A game of heaps from a position on.
pub struct HeapRules {
    rule: Rule,
    misere: bool,
    heaps: Vec<u32>,
}

/// Heaps, sorted where they may be split, and who moves.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    heaps: Box<[u32]>,
    to_move: Color,
}

impl HeapRules {
    /// The rules of a game and the position that it starts from, with who moves there.
    #[must_use]
    pub fn of(board: &Board) -> (HeapRules, State) {
        let rules = HeapRules { rule: board.rule().clone(), misere: board.is_misere(), heaps: board.heaps().to_vec() };
        let start = rules.state(&rules.heaps, board.to_move());
        (rules, start)
    }

    fn state(&self, heaps: &[u32], to_move: Color) -> State {
        let heaps = if self.rule.splits() { sorted(heaps) } else { heaps.to_vec() };
        State { heaps: heaps.into_boxed_slice(), to_move }
    }

    /// At most so many positions can be reached, where heaps cannot be split.
    fn bound(&self) -> Option<u64> {
        self.heaps.iter().try_fold(2_u64, |product, &heap| product.checked_mul(u64::from(heap) + 1))
    }
}

impl Rules for HeapRules {
    type State = State;

    fn owner(&self, state: &State) -> Color {
        state.to_move
    }

    fn goal(&self, state: &State) -> Option<Goal> {
        let is_over = moves(&self.rule, &state.heaps).next().is_none();
        is_over.then(|| Goal::Of(if self.misere { state.to_move } else { state.to_move.other() }))
    }

    fn successors(&self, state: &State, next: &mut Vec<State>) {
        let before = next.len();
        next.extend(
            moves(&self.rule, &state.heaps)
                .filter_map(|mv| after(&self.rule, &state.heaps, mv).ok())
                .map(|heaps| self.state(&heaps, state.to_move.other())),
        );
        // Equal parts in another order are the same position.
        if self.rule.splits() {
            next[before..].sort_unstable_by(|a, b| a.heaps.cmp(&b.heaps));
            next.dedup();
        }
    }

    /// `3.5.7:1`: heaps, then the player.
    fn name(&self, state: &State) -> String {
        let heaps: Vec<String> = state.heaps.iter().map(u32::to_string).collect();
        let heaps = if heaps.is_empty() { "0".to_owned() } else { heaps.join(".") };
        format!("{heaps}:{}", state.to_move.index() + 1)
    }
}

impl Exported for Nim {
    fn with_graph(&mut self, most: usize, stop: &Stop, then: Use<'_>) -> Result<io::Result<()>, Unexplored> {
        let (rules, start) = HeapRules::of(&self.board);
        // On the average half of the moves of the largest position are left.
        let moves = count_moves(&rules.rule, &rules.heaps);
        let positions = rules.bound().filter(|_| !rules.rule.splits()).unwrap_or(0).min(most as u64);
        if moves.saturating_mul(positions.max(1)) / 2 > MOST_EDGES {
            return Ok(Err(io::Error::other(format!("more than {MOST_EDGES} moves"))));
        }
        let explored = Explored::from(&rules, start, most, stop)?;
        Ok(then(&explored.graph, &|vertex: Vertex| rules.name(&explored.states[vertex.index()])))
    }
}

#[cfg(test)]
mod tests {
    use super::super::notation::parse_setup;
    use super::super::player::Player;
    use super::*;
    use crate::attractor::{Solution, Verdict};
    use crate::search::Budget;

    /// The kernel's verdict and rank of every position, against theory.
    #[test]
    fn the_kernel_agrees() {
        for text in [
            "10 take=1-3",
            "10 take=1-3 misere=1 w",
            "3 5 7",
            "1 3 5 7 misere=1",
            "12 9 take=2,5-6",
            "7 7 take=1,3,4 misere=1",
            "13 kayles",
            "5 6 kayles misere=1",
            "11 dawson-kayles 4",
            "14 grundy misere=1",
            "6 9 wythoff",
            "7 5 wythoff misere=1",
            "9 octal=4.03",
        ] {
            let setup = parse_setup(text).unwrap();
            let (rules, start) = HeapRules::of(&Board::new(setup.clone()));
            let explored = Explored::from(&rules, start, 100_000, &Stop::default()).unwrap();
            let solution = Solution::of(&explored.graph);
            let mut player = Player::new(&setup.rule, setup.misere);
            for (vertex, state) in explored.graph.vertices().zip(&explored.states) {
                let worth = player.worth(&state.heaps, &Budget::default());
                let winner = if worth.wins.unwrap() { state.to_move } else { state.to_move.other() };
                let plies = worth.plies.unwrap() as u32;
                assert_eq!(solution.verdict(vertex), Verdict::Win(winner, plies), "{text}: {}", rules.name(state));
            }
        }
    }
}
