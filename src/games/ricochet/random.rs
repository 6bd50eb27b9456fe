//! Random layouts, walls, robots and targets, the same for the same seed.

use arrayvec::ArrayVec;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use super::board::{Board, Direction, Robot};
use super::position::{Position, Robots, Rule, Target};
use super::quadrants::Layout;
use crate::grid::{Cell, Size};

/// What walls a random board has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Walls {
    /// A layout of the sides A and B: the edition of 1999.
    #[default]
    Official,
    /// A layout of all sides.
    AllSides,
    /// Corners strewn over a board of any size; with a closed centre where asked for.
    Random {
        /// Width and height.
        size: Size,
        /// Whether the four cells in the middle are walled off.
        centre: bool,
    },
}

/// What random positions are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Wish {
    /// The walls.
    pub walls: Walls,
    /// Whether the silver robot is there.
    pub silver: bool,
    /// Whether any robot may reach the target; else one that is drawn.
    pub any: bool,
    /// The rule.
    pub rule: Rule,
}

/// Random positions of a wish.
pub struct Source {
    random: Pcg64Mcg,
    wish: Wish,
}

/// A corner of two walls for so many cells: official boards have 17 and 8 walls at their rim on 256.
const CELLS_A_CORNER: usize = 13;

impl Source {
    /// The positions of a seed.
    #[must_use]
    pub fn new(seed: u64, wish: Wish) -> Self {
        Source { random: Pcg64Mcg::seed_from_u64(seed), wish }
    }

    /// The next position; `None` where a board has too few cells.
    pub fn position(&mut self) -> Option<Position> {
        let (board, targets) = self.board();
        let count = if self.wish.silver { 5 } else { 4 };
        let free: Vec<Cell> = board.size().cells().filter(|&cell| !board.is_blocked(cell)).collect();
        if free.len() <= count {
            return None;
        }
        let target = match targets.is_empty() {
            true => target(&mut self.random, &free, count, self.wish.any),
            false => self.printed(&targets, count),
        };
        let mut places: Vec<Cell> = free.into_iter().filter(|&cell| cell != target.cell).collect();
        places.shuffle(&mut self.random);
        let robots: Robots = places.into_iter().take(count).collect();
        Position::new(board, robots, target, self.wish.rule).ok()
    }

    /// A board, and the targets printed on it.
    fn board(&mut self) -> (Board, Vec<Target>) {
        let drawings = match self.wish.walls {
            Walls::Official => 2,
            Walls::AllSides => 4,
            Walls::Random { size, centre } => return (strewn(&mut self.random, size, centre), Vec::new()),
        };
        let mut pieces = [0, 1, 2, 3];
        pieces.shuffle(&mut self.random);
        let sides = pieces.map(|piece| piece + 4 * self.random.random_range(0..drawings));
        Layout::new(sides)
            .map_or_else(|_| (Board::empty(Size::square(16)), Vec::new()), |layout| (layout.board(), layout.targets()))
    }

    /// One of the printed targets, for the robot that it names, or for any where that is wished.
    fn printed(&mut self, targets: &[Target], count: usize) -> Target {
        let fits = |target: &&Target| self.wish.any || target.robot.is_some();
        let fitting: Vec<Target> = targets.iter().filter(fits).copied().collect();
        let mut target = fitting[self.random.random_range(0..fitting.len())];
        if self.wish.any {
            target.robot = None;
        } else if count > 4 && self.random.random_ratio(1, 5) {
            target.robot = Some(Robot::Silver);
        }
        target
    }
}

/// A target on one of these cells.
#[must_use]
pub fn target(random: &mut Pcg64Mcg, free: &[Cell], robots: usize, any: bool) -> Target {
    let cell = free[random.random_range(0..free.len())];
    let robot = Robot::ALL[random.random_range(0..robots)];
    Target { robot: (!any).then_some(robot), cell }
}

/// A board with corners at random cells and single walls at its rim, about as many as official boards have.
fn strewn(random: &mut Pcg64Mcg, size: Size, centre: bool) -> Board {
    let mut board = Board::empty(size);
    let mut inner: Vec<Cell> = size.cells().filter(|&cell| board.walls(cell) == 0).collect();
    inner.shuffle(random);
    for cell in inner.into_iter().take(size.area().div_ceil(CELLS_A_CORNER)) {
        let turn = random.random_range(0..4);
        board.add_wall(cell, Direction::ALL[turn]);
        board.add_wall(cell, Direction::ALL[(turn + 1) % 4]);
    }
    // Two walls that stand on each rim.
    for side in Direction::ALL {
        let along = if side.axis() == 1 { Direction::East } else { Direction::South };
        let on_rim = |&cell: &Cell| board.neighbour(cell, side).is_none() && board.neighbour(cell, along).is_some();
        let mut rim: Vec<Cell> = size.cells().filter(on_rim).collect();
        rim.shuffle(random);
        rim.into_iter().take(2).for_each(|cell| board.add_wall(cell, along));
    }
    if centre {
        let (x, y) = (size.width / 2, size.height / 2);
        let cells = [(x.wrapping_sub(1), y.wrapping_sub(1)), (x, y.wrapping_sub(1)), (x, y), (x.wrapping_sub(1), y)];
        let cells = cells.into_iter().filter_map(|(x, y)| size.cell(x, y)).collect::<ArrayVec<_, 4>>();
        for cell in cells {
            Direction::ALL.into_iter().for_each(|direction| board.add_wall(cell, direction));
        }
    }
    board
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_the_same_positions() {
        let sizes = [(5, 4), (5, 5), (16, 16), (32, 7), (32, 32)];
        for (width, height) in sizes {
            for centre in [false, true] {
                let wish = Wish { walls: Walls::Random { size: Size { width, height }, centre }, any: centre, ..Wish::default() };
                let draw = |seed| Source::new(seed, wish).position();
                assert_eq!(draw(3), draw(3));
                assert!(draw(3).is_some(), "{width}x{height}");
            }
        }
    }

    #[test]
    fn official_boards() {
        let wish = Wish { walls: Walls::AllSides, silver: true, ..Wish::default() };
        let mut source = Source::new(7, wish);
        for _ in 0..50 {
            let position = source.position().unwrap();
            assert!(
                Layout::of(&position.board)
                    .is_some_and(|layout| { layout.targets().iter().any(|target| target.cell == position.target.cell) })
            );
            assert_eq!(position.robots.len(), 5);
            assert!(!position.is_solved());
        }
    }
}
