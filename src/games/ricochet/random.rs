//! Random layouts, walls, robots and targets, the same for the same seed.

use arrayvec::ArrayVec;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use super::board::{Board, Direction, Robot};
use super::position::{Position, Robots, Rule, Target};
use super::quadrants::Layout;
use crate::grid::{Cell, Size};

/// The walls of random boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(super) enum Walls {
    /// A layout of the sides A and B: the edition of 1999.
    #[default]
    Official,
    /// A layout of all sides.
    AllSides,
    /// Random corners on a board of any size.
    Random {
        /// Width and height.
        size: Size,
        /// Whether the four cells in the middle are walled off.
        centre: bool,
    },
}

/// The kind of random positions to generate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(super) struct GeneratorOptions {
    pub walls: Walls,
    /// Whether the silver robot plays.
    pub silver: bool,
    /// Whether any robot may reach the target; else a random one must.
    pub any: bool,
    pub rule: Rule,
}

/// A generator of random positions.
pub(super) struct PositionGenerator {
    random: Pcg64Mcg,
    options: GeneratorOptions,
}

/// Cells for each corner of two walls: official boards have 17 corners, and 8 walls at their rim, on 256 cells.
const CELLS_A_CORNER: usize = 13;

impl PositionGenerator {
    /// Makes the generator of a seed.
    #[must_use]
    pub fn new(seed: u64, options: GeneratorOptions) -> Self {
        PositionGenerator { random: Pcg64Mcg::seed_from_u64(seed), options }
    }

    /// Generates the next position; `None` if the board has too few cells.
    pub fn position(&mut self) -> Option<Position> {
        let (board, targets) = self.board();
        let count = if self.options.silver { 5 } else { 4 };
        let free = board.free_cells();
        if free.len() <= count {
            return None;
        }
        let target = match targets.is_empty() {
            true => pick_target(&mut self.random, &free, count, self.options.any),
            false => self.pick_printed(&targets, count),
        };
        let mut places: Vec<Cell> = free.into_iter().filter(|&cell| cell != target.cell).collect();
        places.shuffle(&mut self.random);
        let robots: Robots = places.into_iter().take(count).collect();
        Position::new(board, robots, target, self.options.rule).ok()
    }

    /// Generates a board, with the targets printed on it.
    fn board(&mut self) -> (Board, Vec<Target>) {
        let drawings = match self.options.walls {
            Walls::Official => 2,
            Walls::AllSides => 4,
            Walls::Random { size, centre } => return (random_board(&mut self.random, size, centre), Vec::new()),
        };
        let mut pieces = [0, 1, 2, 3];
        pieces.shuffle(&mut self.random);
        let sides = pieces.map(|piece| piece + 4 * self.random.random_range(0..drawings));
        Layout::new(sides)
            .map_or_else(|_| (Board::empty(Size::square(16)), Vec::new()), |layout| (layout.board(), layout.targets()))
    }

    /// Picks one of the printed targets, for the robot that it names or for any.
    fn pick_printed(&mut self, targets: &[Target], count: usize) -> Target {
        let fits = |target: &&Target| self.options.any || target.robot.is_some();
        let fitting: Vec<Target> = targets.iter().filter(fits).copied().collect();
        let mut target = fitting[self.random.random_range(0..fitting.len())];
        if self.options.any {
            target.robot = None;
        } else if count > 4 && self.random.random_ratio(1, 5) {
            target.robot = Some(Robot::Silver);
        }
        target
    }
}

/// Picks a target on one of these cells.
#[must_use]
fn pick_target(random: &mut Pcg64Mcg, free: &[Cell], robots: usize, any: bool) -> Target {
    let cell = free[random.random_range(0..free.len())];
    let robot = Robot::ALL[random.random_range(0..robots)];
    Target { robot: (!any).then_some(robot), cell }
}

/// Places the robots and the target of a position at random on its board; `None` if there is no room.
#[must_use]
pub(super) fn redraw(position: &Position, random: &mut Pcg64Mcg) -> Option<Position> {
    let board = &position.board;
    let mut free = board.free_cells();
    let mut target = pick_target(random, &free, position.robots.len(), position.target.robot.is_none());
    if let Some(layout) = Layout::from_board(board) {
        let mut printed = layout.targets();
        printed.retain(|printed| printed.robot.is_some());
        printed.shuffle(random);
        target = printed.first().copied().filter(|_| position.target.robot.is_some()).unwrap_or(target);
    }
    free.retain(|&cell| cell != target.cell);
    free.shuffle(random);
    let robots: Robots = free.into_iter().take(position.robots.len()).collect();
    Position::new(board.clone(), robots, target, position.rule).ok()
}

/// Makes a board with corners at random cells and walls at its rim, about as many as official boards have.
fn random_board(random: &mut Pcg64Mcg, size: Size, centre: bool) -> Board {
    let mut board = Board::empty(size);
    let mut inner: Vec<Cell> = size.cells().filter(|&cell| board.walls(cell) == 0).collect();
    inner.shuffle(random);
    for cell in inner.into_iter().take(size.area().div_ceil(CELLS_A_CORNER)) {
        let turn = random.random_range(0..4);
        board.add_wall(cell, Direction::ALL[turn]);
        board.add_wall(cell, Direction::ALL[(turn + 1) % 4]);
    }
    // Two walls perpendicular to each side of the rim.
    for side in Direction::ALL {
        let along = if side.axis() == 1 { Direction::East } else { Direction::South };
        let on_rim = |&cell: &Cell| board.neighbor(cell, side).is_none() && board.neighbor(cell, along).is_some();
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
                let options = GeneratorOptions {
                    walls: Walls::Random { size: Size { width, height }, centre },
                    any: centre,
                    ..GeneratorOptions::default()
                };
                let draw = |seed| PositionGenerator::new(seed, options).position();
                assert_eq!(draw(3), draw(3));
                assert!(draw(3).is_some(), "{width}x{height}");
            }
        }
    }

    #[test]
    fn official_boards() {
        let options = GeneratorOptions { walls: Walls::AllSides, silver: true, ..GeneratorOptions::default() };
        let mut source = PositionGenerator::new(7, options);
        for _ in 0..50 {
            let position = source.position().unwrap();
            assert!(
                Layout::from_board(&position.board)
                    .is_some_and(|layout| { layout.targets().iter().any(|target| target.cell == position.target.cell) })
            );
            assert_eq!(position.robots.len(), 5);
            assert!(!position.is_solved());
        }
    }
}
