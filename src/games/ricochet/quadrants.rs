//! The official boards: four quadrants turned about the centre, each one side of one of four pieces.
//!
//! The walls and targets are those of the editions of 1999 (sides A and B) and 2003 (C, and D without its coloured diagonals),
//! taken from M. Henke's *DriftingDroids*, whose numbers of the sides and whose game IDs are kept.

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
const SIDE_DATA: [(&str, &str); SIDES] = [
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
    /// Makes a layout of these sides.
    ///
    /// # Errors
    /// The number, from 1, of a piece that would be used twice.
    pub fn new(sides: [u8; 4]) -> Result<Self, u8> {
        debug_assert!(sides.iter().all(|&side| usize::from(side) < SIDES));
        let twice = (1..4).find(|&k| sides[..k].iter().any(|side| side % 4 == sides[k] % 4));
        twice.map_or(Ok(Layout(sides)), |k| Err(sides[k] % 4 + 1))
    }

    /// Iterates over all 6144 layouts; each board appears in its four rotations.
    #[cfg(test)]
    pub fn all() -> impl Iterator<Item = Layout> {
        let sides = (0..1_usize << 16).map(|number| from_fn(|k| (number >> (4 * k) & 15) as u8));
        sides.filter_map(|sides| Layout::new(sides).ok())
    }

    /// Returns its sides: north-west, north-east, south-east, south-west.
    #[must_use]
    pub const fn sides(self) -> [u8; 4] {
        self.0
    }

    #[must_use]
    pub fn board(self) -> Board {
        let mut board = Board::empty(Size::square(SIDE));
        for (turns, side) in self.0.into_iter().enumerate() {
            for (cell, direction) in walls(side) {
                board.add_wall(rotate(cell, turns), Direction::ALL[(direction.index() + turns) % 4]);
            }
        }
        board
    }

    /// Returns the targets printed on the board.
    #[must_use]
    pub fn targets(self) -> Vec<Target> {
        let sides = self.0.into_iter().enumerate();
        sides
            .flat_map(|(turns, side)| targets(side).map(move |(robot, cell)| Target { robot, cell: rotate(cell, turns) }))
            .collect()
    }

    /// Recognizes the layout of a board.
    #[must_use]
    pub fn from_board(board: &Board) -> Option<Layout> {
        if board.size() != Size::square(SIDE) {
            return None;
        }
        let fits: [Vec<u8>; 4] = from_fn(|turns| (0..SIDES as u8).filter(|&side| has_side(board, side, turns)).collect());
        for (&nw, &ne) in fits[0].iter().flat_map(|nw| fits[1].iter().map(move |ne| (nw, ne))) {
            for (&se, &sw) in fits[2].iter().flat_map(|se| fits[3].iter().map(move |sw| (se, sw))) {
                if let Some(layout) = Layout::new([nw, ne, se, sw]).ok().filter(|layout| layout.board() == *board) {
                    return Some(layout);
                }
            }
        }
        None
    }
}

/// Returns whether a board has all walls of a side after some quarter turns.
fn has_side(board: &Board, side: u8, turns: usize) -> bool {
    walls(side).all(|(cell, direction)| board.has_wall(rotate(cell, turns), Direction::ALL[(direction.index() + turns) % 4]))
}

/// Rotates a cell by quarter turns of the board, clockwise.
fn rotate(cell: (usize, usize), turns: usize) -> Cell {
    let (x, y) = (0..turns).fold(cell, |(x, y), _| (SIDE - 1 - y, x));
    Cell((y * SIDE + x) as u16)
}

/// Parses the two digits of a cell in [`SIDE_DATA`].
fn parse_cell(word: &str) -> (usize, usize) {
    let digit = |k: usize| usize::from(word.as_bytes()[k] - b'0');
    (digit(0), digit(1))
}

fn walls(side: u8) -> impl Iterator<Item = ((usize, usize), Direction)> {
    let words = SIDE_DATA[usize::from(side)].0.split(' ').chain(["77NESW"]);
    words.flat_map(|word| {
        let sides = Direction::ALL.into_iter().filter(|direction| word.contains(direction.letter()));
        sides.map(|direction| (parse_cell(word), direction))
    })
}

fn targets(side: u8) -> impl Iterator<Item = (Option<Robot>, (usize, usize))> {
    let words = SIDE_DATA[usize::from(side)].1.split(' ');
    words.map(|word| (Robot::ALL.into_iter().find(|robot| word.ends_with(robot.letter())), parse_cell(word)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_and_targets() {
        assert_eq!(Layout::all().count(), 24 * 256);
        let layout = Layout::new([0, 7, 6, 5]).unwrap();
        let board = layout.board();
        assert_eq!(Layout::from_board(&board), Some(layout));
        assert_eq!(layout.targets().len(), 17);
        assert!(layout.targets().iter().all(|target| !board.is_blocked(target.cell)));
        assert_eq!(Layout::new([0, 4, 6, 5]), Err(1));
        assert_eq!(Layout::from_board(&Board::empty(Size::square(16))), None);
    }

    #[test]
    fn every_layout_is_recognized() {
        for layout in Layout::all().step_by(37) {
            assert_eq!(Layout::from_board(&layout.board()), Some(layout));
        }
    }
}
