//! The dual of a board: the game of strings and coins, which searches and theory work on.
//!
//! Each open box is a coin, each line that can still be drawn a string
//! (Berlekamp, Conway and Guy, *Winning Ways*, chapter 16).

use super::board::{Board, Cell, Line};
use super::solver::bits::Bits;
use super::solver::graph::{GROUND, Graph, MAX_STRINGS, Strings};

/// A board as strings and coins, with the way back to its lines and boxes.
#[derive(Clone, Debug)]
pub struct Dual<S = Strings> {
    /// The strings and coins: of the whole board, or of its open part.
    pub graph: Graph<S>,
    /// The strings that are not cut.
    pub left: S,
    /// The line of each string.
    pub lines: Vec<Line>,
    /// The box of each coin.
    pub cells: Vec<Cell>,
}

impl Board {
    /// Returns the dual where one word can hold it: of the whole board up to 64 lines, else of the open part up to 64 lines.
    #[must_use]
    pub fn dual(&self) -> Option<Dual> {
        let size = self.size();
        if size.line_count() > MAX_STRINGS {
            return self.open_dual();
        }
        let lines: Vec<Line> = size.lines().collect();
        let left =
            (0..).zip(&lines).filter(|&(_, &line)| !self.is_drawn(line)).fold(0, |left, (string, _)| left | u64::one(string));
        Some(Dual { graph: Graph::grid(size.rows, size.columns), left, lines, cells: size.cells().collect() })
    }

    /// Returns the dual of the open part alone; `None` if a set of type `S` cannot hold its strings.
    #[must_use]
    pub fn open_dual<S: Bits>(&self) -> Option<Dual<S>> {
        let size = self.size();
        let lines: Vec<Line> = self.open_lines().collect();
        if lines.len() > S::MAX {
            return None;
        }
        let mut cells: Vec<Cell> = lines.iter().flat_map(|&line| size.boxes_beside(line)).collect();
        cells.sort_unstable();
        cells.dedup();
        let coin = |cell: Cell| cells.binary_search(&cell).map_or(GROUND, |index| index as u8);
        let ends: Vec<[u8; 2]> = lines
            .iter()
            .map(|&line| {
                let mut coins = size.boxes_beside(line).map(coin);
                [coins.next().unwrap_or(GROUND), coins.next().unwrap_or(GROUND)]
            })
            .collect();
        let left = (0..).zip(&lines).fold(S::default(), |left, (string, _)| left | S::one(string));
        Some(Dual { graph: Graph::new(&ends), left, lines, cells })
    }
}

impl<S> Dual<S> {
    /// Returns the line of a string.
    #[must_use]
    pub fn line(&self, string: u8) -> Line {
        self.lines[usize::from(string)]
    }
}
