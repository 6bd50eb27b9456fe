//! The official boards: four quadrants, each one side of four pieces, turned about the centre.
//!
//! The facts are those of the game's editions of 1999 (sides A and B) and 2003 (C, and D without its coloured diagonals),
//! by way of M. Henke's *DriftingDroids*, whose numbers of the sides and whose game IDs are kept.

use std::array::from_fn;

use super::board::{Board, Direction, Robot};
use super::position::Target;
use crate::grid::{Cell, Size};

/// Side of an official board, in cells.
pub const SIDE: usize = 16;

/// Number of sides of quadrants: four pieces in four drawings, the piece counting first.
pub const SIDES: usize = 16;

/// Walls and targets of each side as it lies in the north-west: column, row, sides; column, row, robot (`*`: any).
/// The cell in the centre of the board, walled on all sides, is left out.
const FACTS: [(&str, &str); SIDES] = [
    ("10E 41NW 12NE 63SE 05S 36SW", "41R 12G 63Y 36B"),          // 1A
    ("30E 51SE 12SW 03S 64NW 26NE", "51G 12R 64Y 26B"),          // 2A
    ("30E 52SE 04S 24NE 75SW 16NW", "52B 24G 75R 16Y"),          // 3A
    ("30E 61SW 13NE 54NW 25SE 75SE 06S", "61B 13Y 54G 25R 75*"), // 4A
    ("40E 61SE 12NW 05S 65NE 36SW", "61Y 12G 65B 36R"),          // 1B
    ("40E 21NW 63SW 04S 45NE 16SE", "21Y 63B 45R 16G"),          // 2B
    ("30E 11SW 62NE 24SE 05S 75NW", "11R 62G 24B 75Y"),          // 3B
    ("40E 21SE 13SW 04S 64NW 56NE 37SE", "21R 13G 64Y 56B 37*"), // 4B
    ("10E 31NW 63SE 14SW 06S 46NE", "31G 63Y 14R 46B"),          // 1C
    ("50E 32NW 03S 53SW 24NE 45SE", "32Y 53B 24R 45G"),          // 2C
    ("10E 41NE 13SW 05S 55NW 36SE", "41G 13R 55Y 36B"),          // 3C
    ("20E 51SW 72SE 03S 34SE 65NW 16NE", "51B 72* 34R 65G 16Y"), // 4C
    ("50E 13NW 64SE 05S 26NE 36SW", "13R 64Y 26G 36B"),          // 1D
    ("20E 52SE 62NW 15SW 06S 47NE", "52G 62Y 15R 47B"),          // 2D
    ("40E 02S 62SE 24NE 34SW 56NW", "62B 24G 34R 56Y"),          // 3D
    ("40E 62NW 23NE 33SW 15SE 06S 57SE", "62Y 23B 33G 15R 57*"), // 4D
];

/// Four sides of quadrants, by their numbers: north-west, north-east, south-east, south-west.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout([u8; 4]);

impl Layout {
    /// A layout of these sides; the number of the piece that would lie twice where one would.
    ///
    /// # Errors
    /// Two sides of one piece, by the number of the piece from 1.
    pub fn new(sides: [u8; 4]) -> Result<Self, u8> {
        debug_assert!(sides.iter().all(|&side| usize::from(side) < SIDES));
        let twice = (1..4).find(|&k| sides[..k].iter().any(|side| side % 4 == sides[k] % 4));
        twice.map_or(Ok(Layout(sides)), |k| Err(sides[k] % 4 + 1))
    }

    /// All layouts: 6144, of which four each are the turns of one.
    #[cfg(test)]
    pub fn all() -> impl Iterator<Item = Layout> {
        let sides = (0..1_usize << 16).map(|number| from_fn(|k| (number >> (4 * k) & 15) as u8));
        sides.filter_map(|sides| Layout::new(sides).ok())
    }

    /// Its sides: north-west, north-east, south-east, south-west.
    #[must_use]
    pub const fn sides(self) -> [u8; 4] {
        self.0
    }

    /// The board.
    #[must_use]
    pub fn board(self) -> Board {
        let mut board = Board::empty(Size::square(SIDE));
        for (turns, side) in self.0.into_iter().enumerate() {
            for (cell, direction) in walls(side) {
                board.add_wall(turned(cell, turns), Direction::ALL[(direction.index() + turns) % 4]);
            }
        }
        board
    }

    /// The targets printed on the board.
    #[must_use]
    pub fn targets(self) -> Vec<Target> {
        let sides = self.0.into_iter().enumerate();
        sides
            .flat_map(|(turns, side)| targets(side).map(move |(robot, cell)| Target { robot, cell: turned(cell, turns) }))
            .collect()
    }

    /// The layout that a board has.
    #[must_use]
    pub fn of(board: &Board) -> Option<Layout> {
        if board.size() != Size::square(SIDE) {
            return None;
        }
        let fits: [Vec<u8>; 4] = from_fn(|turns| (0..SIDES as u8).filter(|&side| lies(board, side, turns)).collect());
        let mut layouts = fits[0].iter().flat_map(|&nw| {
            let rest = fits[1].iter().flat_map(|&ne| fits[2].iter().map(move |&se| (ne, se)));
            let rest = rest.collect::<Vec<_>>().into_iter();
            rest.flat_map(|(ne, se)| fits[3].iter().map(move |&sw| [nw, ne, se, sw]).collect::<Vec<_>>()).collect::<Vec<_>>()
        });
        layouts.find_map(|sides| Layout::new(sides).ok().filter(|layout| layout.board() == *board))
    }
}

/// Whether a board has all walls of a side after some quarter turns.
fn lies(board: &Board, side: u8, turns: usize) -> bool {
    walls(side).all(|(cell, direction)| board.has_wall(turned(cell, turns), Direction::ALL[(direction.index() + turns) % 4]))
}

/// The cell after quarter turns of the board, clockwise.
fn turned(cell: (usize, usize), turns: usize) -> Cell {
    let (x, y) = (0..turns).fold(cell, |(x, y), _| (SIDE - 1 - y, x));
    Cell((y * SIDE + x) as u16)
}

/// A place of [`FACTS`]: two digits.
fn place(word: &str) -> (usize, usize) {
    let digit = |k: usize| usize::from(word.as_bytes()[k] - b'0');
    (digit(0), digit(1))
}

fn walls(side: u8) -> impl Iterator<Item = ((usize, usize), Direction)> {
    let words = FACTS[usize::from(side)].0.split(' ').chain(["77NESW"]);
    words.flat_map(|word| {
        let sides = Direction::ALL.into_iter().filter(|direction| word.contains(direction.letter()));
        sides.map(|direction| (place(word), direction))
    })
}

fn targets(side: u8) -> impl Iterator<Item = (Option<Robot>, (usize, usize))> {
    let words = FACTS[usize::from(side)].1.split(' ');
    words.map(|word| (Robot::ALL.into_iter().find(|robot| word.ends_with(robot.letter())), place(word)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_and_targets() {
        assert_eq!(Layout::all().count(), 24 * 256);
        let layout = Layout::new([0, 7, 6, 5]).unwrap();
        let board = layout.board();
        assert_eq!(Layout::of(&board), Some(layout));
        assert_eq!(layout.targets().len(), 17);
        assert!(layout.targets().iter().all(|target| !board.is_blocked(target.cell)));
        assert_eq!(Layout::new([0, 4, 6, 5]), Err(1));
        assert_eq!(Layout::of(&Board::empty(Size::square(16))), None);
    }

    #[test]
    fn every_layout_is_found_again() {
        for layout in Layout::all().step_by(37) {
            assert_eq!(Layout::of(&layout.board()), Some(layout));
        }
    }
}
