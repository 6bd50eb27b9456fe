//! What is still open of a board, as strings and coins: what searches and theory look at.

use super::board::{Board, Cell, Line};
use super::solver::bits::Bits;
use super::solver::graph::{GROUND, Graph, MOST_STRINGS, Strings};

/// What is still open of a board.
#[derive(Clone, Debug)]
pub struct Open<S = Strings> {
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
    /// What is open, where a search can hold it: the whole board, if it has at most 64 lines, else its open part, if that has.
    #[must_use]
    pub fn open(&self) -> Option<Open> {
        let size = self.size();
        if size.line_count() > MOST_STRINGS {
            return self.open_part();
        }
        let lines: Vec<Line> = size.lines().collect();
        let left =
            (0..).zip(&lines).filter(|&(_, &line)| !self.is_drawn(line)).fold(0, |left, (string, _)| left | u64::one(string));
        Some(Open { graph: Graph::grid(size.rows, size.columns), left, lines, cells: size.cells().collect() })
    }

    /// The open part alone, where a set of that many strings can be held: of at most 256 every board's.
    #[must_use]
    pub fn open_part<S: Bits>(&self) -> Option<Open<S>> {
        let size = self.size();
        let lines: Vec<Line> = self.open_lines().collect();
        if lines.len() > S::MOST {
            return None;
        }
        let mut cells: Vec<Cell> = lines.iter().flat_map(|&line| size.beside(line)).collect();
        cells.sort_unstable();
        cells.dedup();
        let coin = |cell: Cell| cells.binary_search(&cell).map_or(GROUND, |place| place as u8);
        let ends: Vec<[u8; 2]> = lines
            .iter()
            .map(|&line| {
                let mut beside = size.beside(line).map(coin);
                [beside.next().unwrap_or(GROUND), beside.next().unwrap_or(GROUND)]
            })
            .collect();
        let left = (0..).zip(&lines).fold(S::default(), |left, (string, _)| left | S::one(string));
        Some(Open { graph: Graph::new(&ends), left, lines, cells })
    }
}

impl<S> Open<S> {
    /// The line of a string.
    #[must_use]
    pub fn line(&self, string: u8) -> Line {
        self.lines[usize::from(string)]
    }
}
