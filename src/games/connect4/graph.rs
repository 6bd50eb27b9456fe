//! The game as an explicit graph of positions, for the attractor solver and for export.

use std::io;

use super::Connect4;
use super::bits::{Shape, Stones, has_four};
use super::player::Player;
use crate::attractor::{ExploreError, ExploreLimits, Explored, Goal, Rules, Vertex};
use crate::color::Color;
use crate::game::export::{Export, GraphWriter};

/// The rules on a board of some size.
pub(super) struct BoardRules(pub Shape);

impl Rules for BoardRules {
    type State = Stones;

    fn owner(&self, stones: &Stones) -> Color {
        Color::BOTH[stones.count() as usize % 2]
    }

    fn goal(&self, stones: &Stones) -> Option<Goal> {
        let mover = self.owner(stones);
        if has_four(stones.own ^ stones.all) {
            return Some(Goal::Of(mover.other()));
        }
        (stones.all == self.0.cells()).then_some(Goal::Nobody)
    }

    fn successors(&self, stones: &Stones, next: &mut Vec<Stones>) {
        let landings = self.0.landings(*stones);
        let cells = (0..self.0.width).map(|column| landings & self.0.column(column));
        next.extend(cells.filter(|&cell| cell != 0).map(|cell| stones.play(cell)));
    }

    /// Returns `b.wb..w...`: the columns from the left, the stones of each from below.
    fn name(&self, stones: &Stones) -> String {
        let black = if self.owner(stones) == Color::Black { stones.own } else { stones.own ^ stones.all };
        let column = |column: usize| -> String {
            let cells = (0..self.0.height).map(|row| Shape::cell(column, row)).take_while(|cell| stones.all & cell != 0);
            cells.map(|cell| if black & cell != 0 { 'b' } else { 'w' }).collect()
        };
        (0..self.0.width).map(column).collect::<Vec<_>>().join(".")
    }
}

impl Export for Connect4 {
    fn with_graph(&mut self, limits: &ExploreLimits<'_>, write: GraphWriter<'_>) -> Result<io::Result<()>, ExploreError> {
        let rules = BoardRules(*self.board.shape());
        // The positions may take as much memory as the table of the solver.
        self.player = Player::default();
        let explored = Explored::explore(&rules, self.board.stones(), limits)?;
        Ok(write(&explored.graph, &|vertex: Vertex| rules.name(&explored.states[vertex.index()])))
    }
}

#[cfg(test)]
mod tests {
    use super::super::score::Score;
    use super::super::solver::{Solver, Tuning};
    use super::*;
    use crate::attractor::{Solution, Verdict};
    use crate::search::{Budget, Control, Stop};

    /// Returns what the kernel finds on the board of a size: positions, edges, won by black, by white, and drawn at the end; in
    /// both attractors, drawn, the greatest rank.
    fn counts(width: usize, height: usize) -> [usize; 9] {
        let rules = BoardRules(Shape::new(width, height).unwrap());
        let explored =
            Explored::explore(&rules, Stones::default(), &ExploreLimits::states(10_000_000, &Stop::default())).unwrap();
        let solution = Solution::solve(&explored.graph);
        let graph = &explored.graph;
        let mut found = [graph.vertex_count(), graph.edge_count(), 0, 0, 0, 0, 0, 0, 0];
        for vertex in graph.vertices() {
            match graph.goal(vertex) {
                Some(Goal::Of(color)) => found[2 + color.index()] += 1,
                Some(Goal::Nobody) => found[4] += 1,
                None => {}
            }
            match solution.verdict(vertex) {
                Verdict::Win(color, rank) => {
                    found[5 + color.index()] += 1;
                    found[8] = found[8].max(rank as usize);
                }
                Verdict::Draw => found[7] += 1,
            }
        }
        found
    }

    /// After `tests/data/connect4/small-boards.txt`.
    #[test]
    fn small_boards() {
        assert_eq!(counts(4, 4), [161_029, 304_574, 13_006, 8_398, 5_336, 36_499, 34_410, 90_120, 13]);
    }

    #[test]
    #[ignore = "half a minute"]
    fn larger_boards() {
        assert_eq!(counts(5, 4), [3_945_711, 8_757_625, 469_262, 338_736, 37_334, 1_372_788, 1_269_287, 1_303_636, 19]);
        assert_eq!(counts(4, 5), [1_706_255, 3_175_616, 186_130, 134_604, 37_080, 553_837, 439_997, 712_421, 17]);
    }

    /// The solver's score of every position of some small boards, against the kernel's ranks.
    #[test]
    fn the_solver_agrees_with_the_attractors() {
        for (width, height, step) in [(4, 4, 7), (5, 3, 7), (3, 5, 1), (8, 1, 1), (1, 7, 1), (5, 2, 1), (2, 5, 1)] {
            let rules = BoardRules(Shape::new(width, height).unwrap());
            let explored =
                Explored::explore(&rules, Stones::default(), &ExploreLimits::states(1_000_000, &Stop::default())).unwrap();
            let solution = Solution::solve(&explored.graph);
            let (mut solver, budget) = (Solver::new(rules.0, 1 << 20), Budget::default());
            let (control, both) = (Control::new(&budget, 1), Control::new(&budget, 2));
            let mut far = Solver::with_tuning(
                rules.0,
                1 << 20,
                Tuning { single_thread_nodes: 0, far_from: 4, shared_from: 6, openings: false },
            );
            for (vertex, &stones) in explored.graph.vertices().zip(&explored.states).step_by(step) {
                if rules.goal(&stones).is_some() {
                    continue;
                }
                let score = solver.score(stones, &control).unwrap();
                if vertex.0 % 10 == 0 {
                    assert_eq!(far.score(stones, &both).unwrap(), score, "{width}x{height} {}", rules.name(&stones));
                }
                let mover = rules.owner(&stones);
                let found = match (score, score.plies(rules.0.area(), stones.count())) {
                    (Score(1..), Some(plies)) => Verdict::Win(mover, plies),
                    (_, Some(plies)) => Verdict::Win(mover.other(), plies),
                    (_, None) => Verdict::Draw,
                };
                assert_eq!(found, solution.verdict(vertex), "{width}x{height} {}", rules.name(&stones));
            }
        }
    }
}
