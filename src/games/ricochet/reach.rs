//! How many positions some robots reach, move by move: a breadth-first search that counts.

use std::collections::HashSet;

use arrayvec::ArrayVec;

use super::board::{MAX_ROBOTS, Robot};
use super::position::{Position, Rule};
use crate::grid::Cell;
use crate::search::Stop;

/// Most positions that are counted.
const MAX_POSITIONS: usize = 100_000;

/// The key of a position in a round: the cells, and under the ricochet rule the axes and the last move.
type Key = (ArrayVec<Cell, MAX_ROBOTS>, ArrayVec<u8, MAX_ROBOTS>, Option<(Robot, u8)>);

/// The positions that robots reach, by number of moves.
pub(super) struct Reach {
    /// Placements of the robots that are new after 1, 2, 3... moves.
    pub counts: Vec<usize>,
    /// The fewest moves to a solved position among them.
    pub solved_after: Option<usize>,
    /// The cells on which the robot of the target, or any where all may be on it, stands for the first time after 1, 2, 3... moves.
    pub cells: Vec<Vec<Cell>>,
}

/// Counts the positions that some robots reach within `most_moves` moves; `None` if there are more than [`MAX_POSITIONS`], or at a
/// stop.
#[must_use]
pub(super) fn reach(start: &Position, may_move: impl Fn(Robot) -> bool, most_moves: usize, stop: &Stop) -> Option<Reach> {
    let key = |position: &Position| -> Key {
        let is_plain = position.rule == Rule::Plain;
        let last = position.last.filter(|_| !is_plain).map(|mv| (mv.robot, mv.direction.axis()));
        (position.robots.clone(), if is_plain { ArrayVec::new() } else { position.axes.clone() }, last)
    };
    let (mut known, mut placed) = (HashSet::from([key(start)]), HashSet::from([start.robots.clone()]));
    let mut stood: HashSet<Cell> = target_cells(start).collect();
    let (mut layer, mut reach) = (vec![start.clone()], Reach { counts: Vec::new(), solved_after: None, cells: Vec::new() });
    while !layer.is_empty() && reach.solved_after.is_none() && reach.counts.len() < most_moves {
        let mut next = Vec::new();
        for position in &layer {
            for (mv, _) in position.moves().filter(|(mv, _)| may_move(mv.robot)) {
                let mut after = position.clone();
                // It was listed as legal.
                let _ = after.play(mv);
                if known.insert(key(&after)) {
                    next.push(after);
                }
            }
            if known.len() > MAX_POSITIONS || stop.is_raised() {
                return None;
            }
        }
        if !next.is_empty() {
            reach.counts.push(next.iter().filter(|position| placed.insert(position.robots.clone())).count());
            let mut cells: Vec<Cell> = next.iter().flat_map(target_cells).filter(|&cell| stood.insert(cell)).collect();
            cells.sort_unstable();
            reach.cells.push(cells);
        }
        reach.solved_after = next.iter().any(Position::is_solved).then_some(reach.counts.len());
        layer = next;
    }
    Some(reach)
}

/// Returns the cells of the robots that may be on the target.
fn target_cells(position: &Position) -> impl Iterator<Item = Cell> {
    let wanted = position.target.robot;
    let robots = position.robots.iter().enumerate();
    robots.filter(move |&(index, _)| wanted.is_none_or(|robot| robot.index() == index)).map(|(_, &cell)| cell)
}

#[cfg(test)]
mod tests {
    use super::super::random::{GeneratorOptions, PositionGenerator};
    use super::super::solver::{self, End};
    use super::*;
    use crate::search::Budget;

    /// Checks that the layers are those of the solvers: the first solved position is in the layer of the fewest moves.
    fn check(options: GeneratorOptions, positions: usize) {
        let (budget, mut source, mut checked) = (Budget::default(), PositionGenerator::new(28, options), 0);
        let limits = solver::Limits { budget: &budget, bytes: 1 << 26, threads: 1, all: false };
        for position in std::iter::from_fn(|| source.position()).take(positions).filter(|position| !position.is_solved()) {
            let End::Solved(moves) = solver::solve_optimally(&position, limits, 1).end else { panic!("no solution") };
            let Some(all) = reach(&position, |_| true, usize::MAX, &Stop::default()) else { continue };
            assert_eq!(all.solved_after, Some(usize::from(moves)));
            let robot = position.target.robot.expect("the robot of the target");
            let alone = reach(&position, |other| other == robot, usize::MAX, &Stop::default()).expect("few positions");
            assert!(alone.solved_after.is_none_or(|alone| alone >= usize::from(moves)));
            checked += 1;
        }
        assert!(checked > positions / 3, "{checked}");
    }

    #[test]
    fn what_is_reached_agrees_with_the_solver() {
        check(GeneratorOptions::default(), 40);
        check(GeneratorOptions { rule: Rule::Ricochet, ..GeneratorOptions::default() }, 20);
    }
}
