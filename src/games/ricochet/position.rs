//! A position: a board, the robots on it, the target and the rule; its moves.

use arrayvec::ArrayVec;

use super::board::{Board, Direction, MAX_ROBOTS, Move, Robot};
use crate::grid::Cell;

/// The rule for reaching the target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Rule {
    /// The target is reached when a robot that may reach it stops there.
    #[default]
    Plain,
    /// The robot must have turned: moved along a row and along a column. Before that it may not stop on the target. It may not move
    /// twice in a row along one line.
    Ricochet,
}

/// Both axes as bits of [`Direction::axis`].
const BOTH_AXES: u8 = 3;

impl Rule {
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Rule::Plain => "plain",
            Rule::Ricochet => "ricochet",
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Target {
    /// The robot that must reach it; `None` for any.
    pub robot: Option<Robot>,
    pub cell: Cell,
}

/// The cells of the robots, in their order.
pub(super) type Robots = ArrayVec<Cell, MAX_ROBOTS>;

/// Why a position is impossible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// A robot beyond the board.
    Outside(Robot, Cell),
    /// A robot on a blocked cell.
    Blocked(Robot, Cell),
    /// Two robots on one cell.
    Together(Robot, Robot, Cell),
    /// A target beyond the board.
    TargetOutside(Cell),
    /// A target on a blocked cell.
    TargetBlocked(Cell),
    /// A target for a robot that is not on the board.
    TargetWithoutRobot(Robot),
}

/// Why a robot cannot make a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// There is no such robot.
    NoRobot,
    /// A wall or a robot is beside it.
    Blocked,
    /// The ricochet rule forbids it.
    RicochetRule,
}

/// Board, robots, target and rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// The walls.
    pub board: Board,
    /// The robots, four or five.
    pub robots: Robots,
    /// The axes that each robot has moved along since the round began: bits of [`Direction::axis`].
    pub axes: ArrayVec<u8, MAX_ROBOTS>,
    /// The last move of this round.
    pub last: Option<Move>,
    pub target: Target,
    pub rule: Rule,
}

impl Position {
    /// Makes a position in which no robot has moved yet.
    ///
    /// # Errors
    /// A [`Fault`], if a robot or the target cannot be where it is.
    pub fn new(board: Board, robots: Robots, target: Target, rule: Rule) -> Result<Self, Fault> {
        let area = board.size().area();
        for (i, (&cell, robot)) in robots.iter().zip(Robot::ALL).enumerate() {
            if cell.index() >= area {
                return Err(Fault::Outside(robot, cell));
            }
            if board.is_blocked(cell) {
                return Err(Fault::Blocked(robot, cell));
            }
            if let Some(other) = robots[..i].iter().position(|&other| other == cell) {
                return Err(Fault::Together(Robot::ALL[other], robot, cell));
            }
        }
        if target.cell.index() >= area {
            return Err(Fault::TargetOutside(target.cell));
        }
        if board.is_blocked(target.cell) {
            return Err(Fault::TargetBlocked(target.cell));
        }
        if let Some(robot) = target.robot.filter(|robot| robot.index() >= robots.len()) {
            return Err(Fault::TargetWithoutRobot(robot));
        }
        let axes = robots.iter().map(|_| 0).collect();
        Ok(Position { board, robots, axes, last: None, target, rule })
    }

    /// Returns the cell where a move ends.
    ///
    /// # Errors
    /// Why the robot cannot make it.
    pub fn destination(&self, mv: Move) -> Result<Cell, Refusal> {
        let from = *self.robots.get(mv.robot.index()).ok_or(Refusal::NoRobot)?;
        match self.board.slide(from, mv.direction, &self.robots) {
            to if to == from => Err(Refusal::Blocked),
            to if self.breaks_ricochet_rule(mv, to) => Err(Refusal::RicochetRule),
            to => Ok(to),
        }
    }

    /// Returns whether the ricochet rule forbids a move that ends on a cell.
    fn breaks_ricochet_rule(&self, mv: Move, to: Cell) -> bool {
        if self.rule == Rule::Plain || !self.is_target_robot(mv.robot) {
            return false;
        }
        let axes = self.axes[mv.robot.index()];
        let again = self.last.is_some_and(|last| last.robot == mv.robot && last.direction.axis() == mv.direction.axis());
        again || to == self.target.cell && axes | mv.direction.axis() != BOTH_AXES
    }

    /// Returns whether a robot may reach the target.
    fn is_target_robot(&self, robot: Robot) -> bool {
        self.target.robot.is_none_or(|wanted| wanted == robot)
    }

    /// Makes a move and returns the cell where it ends.
    ///
    /// # Errors
    /// Why the robot cannot make it; nothing is changed then.
    pub fn play(&mut self, mv: Move) -> Result<Cell, Refusal> {
        let to = self.destination(mv)?;
        self.robots[mv.robot.index()] = to;
        self.axes[mv.robot.index()] |= mv.direction.axis();
        self.last = Some(mv);
        Ok(to)
    }

    /// Makes all of these moves, or none. Returns the cell where each ends.
    ///
    /// # Errors
    /// The number, from 0, of the first move that cannot be made, and why.
    pub fn play_all(&mut self, moves: &[Move]) -> Result<Vec<Cell>, (usize, Refusal)> {
        let mut next = self.clone();
        let ends = moves.iter().enumerate().map(|(number, &mv)| next.play(mv).map_err(|refusal| (number, refusal)));
        let ends = ends.collect::<Result<_, _>>()?;
        *self = next;
        Ok(ends)
    }

    /// Returns whether the target is reached.
    #[must_use]
    pub fn is_solved(&self) -> bool {
        let turned = |axes: u8| self.rule == Rule::Plain || axes == BOTH_AXES;
        let on_target = |&(robot, cell): &(Robot, Cell)| cell == self.target.cell && turned(self.axes[robot.index()]);
        self.robots_with_cells().filter(|&(robot, _)| self.is_target_robot(robot)).any(|place| on_target(&place))
    }

    /// Returns whether a robot that may reach a target stands on its cell, whatever the rule.
    #[must_use]
    pub fn has_robot_on(&self, target: Target) -> bool {
        let may_reach = |robot| target.robot.is_none_or(|wanted| wanted == robot);
        self.robots_with_cells().any(|(robot, cell)| cell == target.cell && may_reach(robot))
    }

    /// Iterates over the robots and their cells.
    pub fn robots_with_cells(&self) -> impl Iterator<Item = (Robot, Cell)> + '_ {
        Robot::ALL.into_iter().zip(self.robots.iter().copied())
    }

    /// Iterates over the legal moves and their ends, in the order of robots and directions.
    pub fn moves(&self) -> impl Iterator<Item = (Move, Cell)> + '_ {
        let all = self.robots_with_cells().flat_map(|(robot, _)| Direction::ALL.map(|direction| Move { robot, direction }));
        all.filter_map(|mv| self.destination(mv).ok().map(|to| (mv, to)))
    }

    /// Returns the position as the start of a round with another target.
    #[must_use]
    pub fn new_round(&self, target: Target) -> Self {
        let axes = self.robots.iter().map(|_| 0).collect();
        Position { board: self.board.clone(), robots: self.robots.clone(), axes, last: None, target, rule: self.rule }
    }

    /// Returns whether these moves can all be made and only the last reaches the target. No moves solve a solved position.
    #[cfg(test)]
    #[must_use]
    pub fn is_solution(&self, moves: &[Move]) -> bool {
        let mut position = self.clone();
        moves.iter().all(|&mv| !position.is_solved() && position.play(mv).is_ok()) && position.is_solved()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Size;

    fn position(rule: Rule) -> Position {
        let robots = [0, 3, 12, 5].into_iter().map(Cell).collect();
        let target = Target { robot: Some(Robot::Red), cell: Cell(2) };
        Position::new(Board::empty(Size::square(4)), robots, target, rule).unwrap()
    }

    fn mv(robot: Robot, direction: Direction) -> Move {
        Move { robot, direction }
    }

    #[test]
    fn the_ricochet_rule_asks_for_a_turn() {
        let straight = [mv(Robot::Red, Direction::East)];
        assert!(position(Rule::Plain).is_solution(&straight));
        assert!(!position(Rule::Ricochet).is_solution(&straight));
        let in_name_only = [mv(Robot::Red, Direction::South), mv(Robot::Red, Direction::North), mv(Robot::Red, Direction::East)];
        assert!(!position(Rule::Ricochet).is_solution(&in_name_only));
        let away = mv(Robot::Yellow, Direction::South);
        let around = [in_name_only[0], away, in_name_only[1], in_name_only[2]];
        assert!(position(Rule::Ricochet).is_solution(&around));
        let there_and_back =
            [mv(Robot::Blue, Direction::East), in_name_only[0], in_name_only[2], mv(Robot::Red, Direction::West)];
        assert!(!position(Rule::Ricochet).is_solution(&there_and_back));
        assert!(!position(Rule::Plain).is_solution(&[mv(Robot::Red, Direction::North)]));
    }

    #[test]
    fn faults_name_the_cell() {
        let build = |cells: [u16; 4], target: u16| {
            let target = Target { robot: None, cell: Cell(target) };
            Position::new(Board::empty(Size::square(4)), cells.into_iter().map(Cell).collect(), target, Rule::Plain)
        };
        assert_eq!(build([0, 1, 1, 2], 3), Err(Fault::Together(Robot::Green, Robot::Blue, Cell(1))));
        assert_eq!(build([0, 1, 2, 16], 3), Err(Fault::Outside(Robot::Yellow, Cell(16))));
        assert_eq!(build([0, 1, 2, 3], 16), Err(Fault::TargetOutside(Cell(16))));
        assert!(build([0, 1, 2, 3], 3).unwrap().is_solved());
    }
}
