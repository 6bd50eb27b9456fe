//! The chain with which a game was won.

use std::collections::VecDeque;

use super::board::{Board, Edge};
use crate::color::Color;
use crate::grid::Cell;

/// Returns a shortest path of the winner's stones from edge to edge; empty if nobody has won on the board.
#[must_use]
pub(super) fn winning_chain(board: &Board) -> Vec<Cell> {
    let size = board.size();
    let Some(winner) = board.winner() else { return Vec::new() };
    let [first, last] = Edge::pair(winner);
    // The predecessor of each stone reached by the search; the first stones are their own.
    let mut before: Vec<Option<Cell>> = vec![None; size.area()];
    let mut queue = VecDeque::new();
    for cell in size.cells().filter(|&cell| first.touches(size, cell) && board.stone(cell) == Some(winner)) {
        before[cell.index()] = Some(cell);
        queue.push_back(cell);
    }
    while let Some(cell) = queue.pop_front() {
        if last.touches(size, cell) {
            let back = |&cell: &Cell| before[cell.index()].filter(|&other| other != cell);
            let mut chain: Vec<Cell> = std::iter::successors(Some(cell), back).collect();
            chain.reverse();
            return chain;
        }
        for &next in board.neighbors().get(cell) {
            if board.stone(next) == Some(winner) && before[next.index()].is_none() {
                before[next.index()] = Some(cell);
                queue.push_back(next);
            }
        }
    }
    Vec::new()
}

/// Returns the least number of stones that join a colour's edges if the other colour does not move; `None` if it is cut off.
#[must_use]
pub(super) fn missing_stones(board: &Board, color: Color) -> Option<usize> {
    board.shortest_path(color, |_| true).map(|path| path.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Size;

    #[test]
    fn the_chain_leaves_stones_aside() {
        let size = Size::square(3);
        let mut board = Board::new(size);
        let cell = |x, y| size.cell(x, y).unwrap();
        for (x, y) in [(1, 0), (0, 0), (1, 1), (1, 2)] {
            assert!(winning_chain(&board).is_empty());
            assert!(board.play(Color::Black, cell(x, y)));
        }
        assert_eq!((missing_stones(&board, Color::Black), missing_stones(&board, Color::White)), (Some(0), None));
        assert_eq!(missing_stones(&Board::new(size), Color::White), Some(3));
        assert_eq!(winning_chain(&board), [cell(1, 0), cell(1, 1), cell(1, 2)]);
    }
}
