//! Relevant moves: moves of other robots after which the target robot may reach the target alone, where it could not before.
//!
//! The target robot must come nearer with each of its moves. A slide comes nearer if it ends on certain cells. Another robot can
//! help in two ways: it stops the slide on such a cell by moving to the next cell beyond, or it lets the slide reach the cell by
//! moving off the cells before. Both sets of helping cells are computed once for each cell of the target robot. The relevant
//! moves of a state are the union of these sets over all cells that the target robot can reach by moves that come nearer.

use super::code_set::{CODES, CodeSet, contains, insert, unite};
use super::search_board::SearchBoard;
use super::slides::Slides;
use super::state::{Moves, State};

/// The cells by which other robots can help the target robot on one cell to come nearer.
#[derive(Clone, Copy, Default)]
struct HelperCells {
    /// A robot that moves to one of these can stop it on a nearer cell.
    stops: CodeSet,
    /// A robot that moves off one of these can let it pass to a nearer cell.
    blocks: CodeSet,
    /// Whether a slide to a nearer cell ends at a wall.
    walled: bool,
    /// Whether the sets have been computed.
    computed: bool,
}

/// The relevant cells of each code, computed on first use.
pub struct Relevance {
    cells: Vec<HelperCells>,
}

impl Default for Relevance {
    fn default() -> Self {
        Relevance { cells: vec![HelperCells::default(); CODES] }
    }
}

impl Relevance {
    /// Returns the cells that are relevant to the next move of the target robot from a code.
    fn cells_for(&mut self, board: &SearchBoard, code: u16) -> &HelperCells {
        let cells = &mut self.cells[usize::from(code) & (CODES - 1)];
        if !cells.computed {
            *cells = compute_cells(board, code);
        }
        cells
    }
}

fn compute_cells(board: &SearchBoard, code: u16) -> HelperCells {
    let mut cells = HelperCells { computed: true, ..HelperCells::default() };
    let nearer = board.bound(code).wrapping_sub(1);
    for direction in 0..4 {
        let mut passed = [0; 4];
        let mut run = board.run(code, direction).peekable();
        while let Some(to) = run.next() {
            insert(&mut passed, to);
            if board.bound(to) == nearer {
                unite(&mut cells.blocks, &passed);
                match run.peek() {
                    Some(&beyond) => insert(&mut cells.stops, beyond),
                    None => cells.walled = true,
                }
            }
        }
    }
    cells
}

impl<const N: usize, const ANY: bool> Moves<'_, N, ANY> {
    /// Returns the lanes of slides of other robots that are relevant in a state whose target robot cannot finish alone.
    pub fn relevant_lanes(&self, state: &State<N>, slides: &Slides, relevance: &mut Relevance) -> u32 {
        let mut cells = HelperCells::default();
        self.join_cells(state, &slides.ends[..4], relevance, &mut cells);
        let mut lanes = 0;
        for (slot, &code) in state.iter().enumerate().skip(1) {
            lanes |= if contains(&cells.blocks, code) { 0b1111 << (4 * slot) } else { 0 };
        }
        for (lane, &end) in slides.ends.iter().enumerate().take(4 * N).skip(4) {
            lanes |= u32::from(contains(&cells.stops, end)) << lane;
        }
        lanes
    }

    /// Unites the relevant cells of all cells that the target robot reaches by moves that each come one nearer.
    fn join_cells(&self, state: &State<N>, ends: &[u16], relevance: &mut Relevance, cells: &mut HelperCells) {
        let near = relevance.cells_for(self.board, state[0]);
        (0..4)
            .for_each(|k| (cells.stops[k], cells.blocks[k]) = (cells.stops[k] | near.stops[k], cells.blocks[k] | near.blocks[k]));
        let bound = self.board.bound(state[0]);
        if bound < 2 || !near.may_approach(state) {
            return;
        }
        for &end in ends.iter().filter(|&&end| self.board.bound(end) == bound - 1) {
            let mut next = *state;
            next[0] = end;
            let (codes, transposed) = self.codes(&next);
            self.join_cells(&next, &self.board.slides(&codes, &transposed, 0), relevance, cells);
        }
    }

    /// Returns whether the target robot may come nearer by its next move.
    pub fn may_approach(&self, state: &State<N>, relevance: &mut Relevance) -> bool {
        relevance.cells_for(self.board, state[0]).may_approach(state)
    }
}

impl HelperCells {
    /// Returns whether a wall or a robot stops the target robot, the first of the state, on a nearer cell.
    #[inline]
    fn may_approach<const N: usize>(&self, state: &State<N>) -> bool {
        self.walled || state[1..].iter().any(|&code| contains(&self.stops, code))
    }
}
