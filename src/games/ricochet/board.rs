//! The board and the rules: walls, robots that slide until something stops them, a target.

use std::sync::Arc;

use arrayvec::ArrayVec;

use crate::grid::{Cell, Size};

/// Longest side of a board, in cells.
pub const LONGEST_SIDE: usize = 32;

/// Shortest side of a board, in cells.
pub(super) const SHORTEST_SIDE: usize = 2;

/// Most robots on a board: four and silver.
pub(super) const MAX_ROBOTS: usize = 5;

/// A robot, by its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Robot {
    /// Always there.
    Red,
    /// Always there.
    Green,
    /// Always there.
    Blue,
    /// Always there.
    Yellow,
    /// The fifth, of the second edition (there black or silver).
    Silver,
}

impl Robot {
    /// All robots, in their order.
    pub const ALL: [Robot; MAX_ROBOTS] = [Robot::Red, Robot::Green, Robot::Blue, Robot::Yellow, Robot::Silver];

    /// Returns its place in lists of robots.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns its name in words.
    #[must_use]
    pub const fn name(self) -> &'static str {
        ["red", "green", "blue", "yellow", "silver"][self.index()]
    }

    /// Returns its letter in moves and on drawings.
    #[must_use]
    pub const fn letter(self) -> char {
        ['R', 'G', 'B', 'Y', 'S'][self.index()]
    }
}

/// A direction of sliding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Direction {
    /// Up.
    North,
    /// To the right.
    East,
    /// Down.
    South,
    /// To the left.
    West,
}

impl Direction {
    /// All four, in the order of the bits of a wall.
    pub const ALL: [Direction; 4] = [Direction::North, Direction::East, Direction::South, Direction::West];

    /// Returns its place in lists of directions.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the bit of a wall on this side of a cell: N 1, E 2, S 4, W 8.
    #[must_use]
    pub const fn bit(self) -> u8 {
        1 << self.index()
    }

    /// Returns the opposite one.
    #[must_use]
    pub const fn opposite(self) -> Direction {
        Direction::ALL[(self.index() + 2) % 4]
    }

    /// Returns its axis as a bit: 1 up and down, 2 left and right.
    #[must_use]
    pub const fn axis(self) -> u8 {
        1 << (self.index() % 2)
    }

    /// Returns its letter in moves.
    #[must_use]
    pub const fn letter(self) -> char {
        ['N', 'E', 'S', 'W'][self.index()]
    }

    /// Returns its name in words.
    #[must_use]
    pub const fn word(self) -> &'static str {
        ["up", "right", "down", "left"][self.index()]
    }

    /// Returns the columns and rows of one step.
    #[must_use]
    pub const fn offset(self) -> (isize, isize) {
        [(0, -1), (1, 0), (0, 1), (-1, 0)][self.index()]
    }
}

/// One slide of one robot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    /// The robot that slides.
    pub robot: Robot,
    pub direction: Direction,
}

/// The walls of a board. Its copies share them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    size: Size,
    /// The bits of the walls of each cell. The rim is walled, and a wall is set in both cells beside it.
    walls: Arc<[u8]>,
}

impl Board {
    /// Makes a board with walls at its rim alone.
    #[must_use]
    pub fn empty(size: Size) -> Self {
        let mut board = Board { size, walls: vec![0; size.area()].into() };
        board.close_rim();
        board
    }

    /// Makes a board of these walls, the bits of each cell. The rim is walled in any case.
    ///
    /// # Errors
    /// A cell and a side where it has no wall though its neighbour has one there.
    pub fn from_walls(size: Size, walls: Vec<u8>) -> Result<Self, (Cell, Direction)> {
        debug_assert_eq!(walls.len(), size.area());
        let mut board = Board { size, walls: walls.into() };
        for cell in size.cells() {
            for direction in Direction::ALL {
                let across = board.neighbor(cell, direction).map(|next| board.has_wall(next, direction.opposite()));
                if across == Some(true) && !board.has_wall(cell, direction) {
                    return Err((cell, direction));
                }
            }
        }
        board.close_rim();
        Ok(board)
    }

    /// Adds a wall to both cells beside it.
    pub fn add_wall(&mut self, cell: Cell, direction: Direction) {
        let next = self.neighbor(cell, direction);
        let walls = Arc::make_mut(&mut self.walls);
        walls[cell.index()] |= direction.bit();
        if let Some(next) = next {
            walls[next.index()] |= direction.opposite().bit();
        }
    }

    fn close_rim(&mut self) {
        for cell in self.size.cells() {
            for direction in Direction::ALL.into_iter().filter(|&d| self.neighbor(cell, d).is_none()).collect::<ArrayVec<_, 4>>()
            {
                Arc::make_mut(&mut self.walls)[cell.index()] |= direction.bit();
            }
        }
    }

    /// Returns its width and height.
    #[must_use]
    pub fn size(&self) -> Size {
        self.size
    }

    /// Returns the bits of the walls of a cell.
    #[must_use]
    pub fn walls(&self, cell: Cell) -> u8 {
        self.walls[cell.index()]
    }

    /// Returns whether a cell has a wall on this side.
    #[must_use]
    pub fn has_wall(&self, cell: Cell, direction: Direction) -> bool {
        self.walls(cell) & direction.bit() != 0
    }

    /// Returns the cells that are not blocked.
    #[must_use]
    pub fn free_cells(&self) -> Vec<Cell> {
        self.size.cells().filter(|&cell| !self.is_blocked(cell)).collect()
    }

    /// Returns the neighbouring cell, regardless of walls.
    #[must_use]
    pub fn neighbor(&self, cell: Cell, direction: Direction) -> Option<Cell> {
        let (dx, dy) = direction.offset();
        self.size.step(cell, dx, dy)
    }

    /// Returns whether no robot can be on a cell: it is walled on all sides, or part of a closed 2x2 centre.
    #[must_use]
    pub fn is_blocked(&self, cell: Cell) -> bool {
        self.walls(cell) == 15 || self.closed_center().is_some_and(|centre| centre.contains(&cell))
    }

    /// Returns the four cells in the middle, if walls enclose them.
    fn closed_center(&self) -> Option<[Cell; 4]> {
        let Size { width, height } = self.size;
        if width % 2 == 1 || height % 2 == 1 || width < 4 || height < 4 {
            return None;
        }
        let (x, y) = (width / 2, height / 2);
        let places = [(x - 1, y - 1), (x, y - 1), (x, y), (x - 1, y)];
        let cells = places.map(|(x, y)| Cell((y * width + x) as u16));
        // From the north-western cell on clockwise: the two outer sides of each.
        let outer = |k: usize| Direction::ALL[k].bit() | Direction::ALL[(k + 3) % 4].bit();
        (0..4).all(|k| self.walls(cells[k]) & outer(k) == outer(k)).then_some(cells)
    }

    /// Returns the cell where a robot that slides from a cell stops, at a wall or another robot. It goes step by step; searches
    /// use a faster way.
    #[must_use]
    pub fn slide(&self, from: Cell, direction: Direction, robots: &[Cell]) -> Cell {
        let mut cell = from;
        while !self.has_wall(cell, direction) {
            match self.neighbor(cell, direction) {
                Some(next) if !robots.contains(&next) => cell = next,
                _ => break,
            }
        }
        cell
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slides_end_at_walls_and_robots() {
        let mut board = Board::empty(Size::square(5));
        board.add_wall(Cell(11), Direction::East);
        assert_eq!(board.slide(Cell(0), Direction::East, &[]), Cell(4));
        assert_eq!(board.slide(Cell(0), Direction::East, &[Cell(3)]), Cell(2));
        assert_eq!(board.slide(Cell(10), Direction::East, &[]), Cell(11));
        assert_eq!(board.slide(Cell(14), Direction::West, &[]), Cell(12));
        assert_eq!(board.slide(Cell(2), Direction::South, &[Cell(7)]), Cell(2));
    }

    #[test]
    fn walls_have_two_sides() {
        let size = Size { width: 3, height: 2 };
        assert_eq!(Board::from_walls(size, vec![2, 0, 0, 0, 0, 0]), Err((Cell(1), Direction::West)));
        assert_eq!(Board::from_walls(size, vec![2, 8, 0, 0, 0, 0]).unwrap().walls(Cell(1)), 1 | 8);
        assert_eq!(Board::from_walls(size, vec![0; 6]).unwrap(), Board::empty(size));
    }

    #[test]
    fn a_closed_centre_is_blocked() {
        let mut board = Board::empty(Size::square(4));
        for (cell, direction) in [(5, Direction::North), (5, Direction::West), (6, Direction::North), (6, Direction::East)] {
            board.add_wall(Cell(cell), direction);
        }
        board.add_wall(Cell(9), Direction::South);
        board.add_wall(Cell(9), Direction::West);
        board.add_wall(Cell(10), Direction::East);
        assert!(!board.is_blocked(Cell(5)));
        board.add_wall(Cell(10), Direction::South);
        assert!([5, 6, 9, 10].into_iter().all(|cell| board.is_blocked(Cell(cell))));
        assert!(!board.is_blocked(Cell(0)));
    }
}
