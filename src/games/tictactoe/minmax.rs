//! Plain min-max to a depth, without pruning: black maximizes, white minimizes the heuristic.
//!
//! After *Jeux d'accessibilité à deux joueurs sur un graphe*, 2.2. Time is proportional to the number of move sequences of that depth,
//! memory to the depth.

use super::board::{Marks, Rules, cells};
use super::position;
use crate::color::Color;
use crate::grid::Cell;
use crate::search::Budget;

/// The score of a position for black.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Score {
    /// White has won.
    Lowest,
    /// The value of the heuristic; 0 for a draw.
    Finite(i64),
    /// Black has won.
    Highest,
}

/// Nodes between two checks of the budget.
const CHECK_INTERVAL: u64 = 1 << 10;

/// Returns the heuristic of a position for black; the lowest or highest score in a game that is won.
#[must_use]
pub fn heuristic(rules: &Rules, marks: Marks) -> Score {
    let (lines, misere) = (marks.0.map(|set| rules.has_line(set)), rules.variant.misere);
    match lines {
        [false, false] => {
            let own = i64::from(position::estimate(rules, marks));
            Score::Finite(if marks.to_move() == Color::Black { own } else { -own })
        }
        [black, _] if black != misere => Score::Highest,
        _ => Score::Lowest,
    }
}

/// Searches by min-max from a position: its score, the first of the best moves unless the game is over, and the nodes; `None`
/// where the budget ends first.
#[must_use]
pub fn minmax(rules: &Rules, marks: Marks, depth: u32, budget: &Budget) -> Option<(Score, Option<Cell>, u64)> {
    let mut nodes = 0;
    let (score, cell) = node(rules, marks, depth, budget, &mut nodes)?;
    Some((score, cell, nodes))
}

fn node(rules: &Rules, marks: Marks, depth: u32, budget: &Budget, nodes: &mut u64) -> Option<(Score, Option<Cell>)> {
    *nodes += 1;
    let looks = nodes.is_multiple_of(CHECK_INTERVAL) && budget.is_over();
    if looks || budget.max_nodes.is_some_and(|most| *nodes > most) {
        return None;
    }
    let score = heuristic(rules, marks);
    if depth == 0 || !matches!(score, Score::Finite(_)) || marks.occupied_cells() == rules.all_cells() {
        return Some((score, None));
    }
    let black = marks.to_move() == Color::Black;
    let mut best: Option<(Score, Cell)> = None;
    for cell in cells(rules.all_cells() & !marks.occupied_cells()) {
        let (score, _) = node(rules, marks.play(cell), depth - 1, budget, nodes)?;
        if best.is_none_or(|(known, _)| if black { score > known } else { score < known }) {
            best = Some((score, cell));
        }
    }
    best.map(|(score, cell)| (score, Some(cell)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::tictactoe::board::Variant;
    use crate::games::tictactoe::census::Census;
    use crate::games::tictactoe::outcome::Outcome;

    /// To the end of the game min-max finds the attractors.
    #[test]
    fn without_a_limit_it_is_exact() {
        let rules = Rules::new(Variant::default());
        let census = Census::new(&rules, &Budget::default()).unwrap();
        for (marks, outcome) in census.positions().filter(|(marks, _)| marks.count() >= 3).step_by(7) {
            let black = marks.to_move() == Color::Black;
            let expected = match outcome {
                Outcome::Draw => Score::Finite(0),
                Outcome::Win(_) if black => Score::Highest,
                Outcome::Loss(_) if !black => Score::Highest,
                _ => Score::Lowest,
            };
            assert_eq!(minmax(&rules, marks, u32::MAX, &Budget::default()).unwrap().0, expected, "{marks:?}");
        }
    }

    #[test]
    fn one_ply_deep_it_takes_the_middle() {
        let rules = Rules::new(Variant::default());
        let (_, cell, nodes) = minmax(&rules, Marks::default(), 1, &Budget::default()).unwrap();
        assert_eq!((cell, nodes), (Some(Cell(4)), 10));
    }
}
