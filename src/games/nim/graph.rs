//! The game as an explicit graph of positions, for the solver of reachability games and for export.

use std::io;

use super::board::{apply_move, count_moves, moves};
use super::positions::sort_heaps;
use super::rule::Rule;
use super::{Nim, board::Board};
use crate::attractor::{ExploreError, ExploreLimits, Explored, Goal, Rules, Vertex};
use crate::color::Color;
use crate::game::export::{Export, GraphWriter};

/// Most edges of an exported graph: the kernel takes four bytes for each, and a file about ten.
const MAX_EDGES: u64 = 500_000_000;

/// The rules of a game whose heaps are never split. A state is the position as a number in the mixed radix of the heap sizes,
/// times 2, plus 1 if the second player is to move.
pub(super) struct FixedHeapRules {
    rule: Rule,
    misere: bool,
    heaps: Vec<u32>,
}

/// The rules of a game that splits heaps.
pub(super) struct SplitRules {
    rule: Rule,
    misere: bool,
}

/// Returns the winner of a position without moves.
fn goal(rule: &Rule, misere: bool, heaps: &[u32], to_move: Color) -> Option<Goal> {
    let is_over = moves(rule, heaps).next().is_none();
    is_over.then(|| Goal::Of(if misere { to_move } else { to_move.other() }))
}

/// Iterates over the positions that one move leads to.
fn next_positions<'a>(rule: &'a Rule, heaps: &'a [u32]) -> impl Iterator<Item = Vec<u32>> + 'a {
    moves(rule, heaps).filter_map(move |mv| apply_move(rule, heaps, mv).ok())
}

/// Returns `3.5.7:1`: heaps, then the player.
fn position_name(heaps: &[u32], to_move: Color) -> String {
    let words: Vec<String> = heaps.iter().map(u32::to_string).collect();
    let words = if words.is_empty() { "0".to_owned() } else { words.join(".") };
    format!("{words}:{}", to_move.index() + 1)
}

impl FixedHeapRules {
    /// Creates the rules of a game and the state that it starts from. Returns `None` if a state does not fit into 64 bits.
    #[must_use]
    pub fn new(board: &Board) -> Option<(FixedHeapRules, u64)> {
        let rules = FixedHeapRules { rule: board.rule.clone(), misere: board.misere, heaps: board.heaps.to_vec() };
        rules.heaps.iter().try_fold(2_u64, |product, &heap| product.checked_mul(u64::from(heap) + 1))?;
        let start = rules.state(&board.heaps, board.to_move());
        Some((rules, start))
    }

    fn state(&self, heaps: &[u32], to_move: Color) -> u64 {
        let number =
            heaps.iter().zip(&self.heaps).fold(0, |number, (&heap, &most)| number * (u64::from(most) + 1) + u64::from(heap));
        number * 2 + to_move.index() as u64
    }

    /// Returns the heaps of a state.
    #[must_use]
    pub fn heaps(&self, state: u64) -> Vec<u32> {
        let mut number = state / 2;
        let mut heaps = self.heaps.clone();
        for heap in heaps.iter_mut().rev() {
            let radix = u64::from(*heap) + 1;
            *heap = (number % radix) as u32;
            number /= radix;
        }
        heaps
    }
}

impl Rules for FixedHeapRules {
    type State = u64;

    fn owner(&self, state: &u64) -> Color {
        Color::BOTH[(state % 2) as usize]
    }

    fn goal(&self, state: &u64) -> Option<Goal> {
        goal(&self.rule, self.misere, &self.heaps(*state), self.owner(state))
    }

    fn successors(&self, state: &u64, next: &mut Vec<u64>) {
        let (heaps, to_move) = (self.heaps(*state), self.owner(state).other());
        next.extend(next_positions(&self.rule, &heaps).map(|heaps| self.state(&heaps, to_move)));
    }

    fn name(&self, state: &u64) -> String {
        position_name(&self.heaps(*state), self.owner(state))
    }
}

/// Bytes to which the system rounds an allocation up.
const ALLOCATION: usize = 32;

impl SplitRules {
    /// Creates the rules of a game and the state that it starts from.
    #[must_use]
    pub fn new(board: &Board) -> (SplitRules, (Box<[u32]>, Color)) {
        let rules = SplitRules { rule: board.rule.clone(), misere: board.misere };
        (rules, (sort_heaps(&board.heaps).into(), board.to_move()))
    }
}

impl Rules for SplitRules {
    /// The heaps, sorted and without empty ones, and the player to move.
    type State = (Box<[u32]>, Color);

    fn heap_bytes(&self, (heaps, _): &Self::State) -> usize {
        size_of_val(&**heaps).next_multiple_of(ALLOCATION)
    }

    fn owner(&self, state: &Self::State) -> Color {
        state.1
    }

    fn goal(&self, (heaps, to_move): &Self::State) -> Option<Goal> {
        goal(&self.rule, self.misere, heaps, *to_move)
    }

    fn successors(&self, (heaps, to_move): &Self::State, next: &mut Vec<Self::State>) {
        // Splits may lead to the same heaps in another order, which is the same position.
        let mut all: Vec<Vec<u32>> = next_positions(&self.rule, heaps).map(|heaps| sort_heaps(&heaps)).collect();
        all.sort_unstable();
        all.dedup();
        next.extend(all.into_iter().map(|heaps| (heaps.into(), to_move.other())));
    }

    fn name(&self, (heaps, to_move): &Self::State) -> String {
        position_name(heaps, *to_move)
    }
}

/// Explores a game and passes its graph to `write`.
fn explore<R: Rules>(
    rules: &R,
    start: R::State,
    limits: &ExploreLimits<'_>,
    write: GraphWriter<'_>,
) -> Result<io::Result<()>, ExploreError> {
    let explored = Explored::explore(rules, start, limits)?;
    Ok(write(&explored.graph, &|vertex: Vertex| rules.name(&explored.states[vertex.index()])))
}

impl Export for Nim {
    fn with_graph(&mut self, limits: &ExploreLimits<'_>, write: GraphWriter<'_>) -> Result<io::Result<()>, ExploreError> {
        if self.board.rule.can_split() {
            let (rules, start) = SplitRules::new(&self.board);
            // The parts of a heap have together about as many moves as the heap.
            let moves = count_moves(&rules.rule, &start.0);
            if moves > limits.states as u64 {
                return Err(ExploreError::TooMany(limits.states));
            }
            let states = limits.states.min((MAX_EDGES / moves.max(1)) as usize);
            return explore(&rules, start, &ExploreLimits { states, ..*limits }, write);
        }
        let (rules, start) = FixedHeapRules::new(&self.board).ok_or(ExploreError::TooMany(limits.states))?;
        // A position has on average half as many moves as the largest one.
        let moves = count_moves(&rules.rule, &rules.heaps);
        let positions: u64 = rules.heaps.iter().map(|&heap| u64::from(heap) + 1).product();
        if moves.saturating_mul(positions.saturating_mul(2).min(limits.states as u64)) / 2 > MAX_EDGES {
            return Ok(Err(io::Error::other(format!("more than {MAX_EDGES} moves"))));
        }
        explore(&rules, start, limits, write)
    }
}

#[cfg(test)]
mod tests {
    use super::super::board::Position;
    use super::super::notation::parse_position;
    use super::super::player::Player;
    use super::*;
    use crate::attractor::{Solution, Verdict};
    use crate::search::{Budget, Stop};

    /// Returns the kernel's verdict and rank of every position, against theory.
    fn check<R: Rules>(position: &Position, rules: &R, start: R::State, heaps: impl Fn(&R::State) -> Vec<u32>) {
        let explored = Explored::explore(rules, start, &ExploreLimits::states(100_000, &Stop::default())).unwrap();
        let solution = Solution::solve(&explored.graph);
        let mut player = Player::new(&position.rule, position.misere);
        for (vertex, state) in explored.graph.vertices().zip(&explored.states) {
            let (value, to_move) = (player.evaluate(&heaps(state), &Budget::default()), rules.owner(state));
            let winner = if value.wins.unwrap() { to_move } else { to_move.other() };
            let wanted = Verdict::Win(winner, value.plies.unwrap() as u32);
            assert_eq!(solution.verdict(vertex), wanted, "{:?} {}", position.rule, rules.name(state));
        }
    }

    #[test]
    fn the_attractor_solver_agrees_with_theory() {
        for text in [
            "10 take=1-3",
            "10 take=1-3 misere=1 w",
            "3 5 7",
            "1 3 5 7 misere=1",
            "12 9 take=2,5-6",
            "7 7 take=1,3,4 misere=1",
            "6 9 wythoff",
            "7 5 wythoff misere=1",
        ] {
            let position = parse_position(text).unwrap();
            let (rules, start) = FixedHeapRules::new(&Board::new(position.clone())).unwrap();
            check(&position, &rules, start, |&state| rules.heaps(state));
        }
        for text in ["13 kayles", "5 6 kayles misere=1", "11 dawson-kayles 4", "14 grundy misere=1", "9 octal=4.03"] {
            let position = parse_position(text).unwrap();
            let (rules, start) = SplitRules::new(&Board::new(position.clone()));
            check(&position, &rules, start, |(heaps, _)| heaps.to_vec());
        }
    }
}
