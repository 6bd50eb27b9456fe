//! Which moves of other robots can matter to the way of one: a filter before the test of its straight ways.
//!
//! Where the robot of the target has no straight way, a move of another robot opens one only if that robot stood on a line
//! of it, or comes to stand where it stops the robot one nearer to the target. Both are sets of cells for each cell of the
//! robot, by walls alone; they hold more than is so, never less, and what passes is tested.

use super::super::board::Direction;
use super::super::position::Position;
use super::ground::{Ground, NEVER};
use crate::grid::Cell;

/// A set of the 256 codes of a board.
pub type Codes = [u64; 4];

/// The two sets of each code.
pub struct Influence {
    /// Where another robot comes to stop this one nearer to the target.
    helps: Vec<Codes>,
    /// Lines along which this one slides.
    lines: Vec<Codes>,
}

impl Influence {
    /// The sets of a board of at most 16x16 without layers; none for others.
    #[must_use]
    pub fn new(position: &Position, ground: &Ground) -> Option<Self> {
        if ground.code_bits() != 8 || ground.layered || ground.any {
            return None;
        }
        let mut influence = Influence { helps: vec![[0; 4]; 256], lines: vec![[0; 4]; 256] };
        for cell in position.board.size().cells() {
            let from = ground.code(cell);
            let bound = ground.bound(from);
            for direction in Direction::ALL.into_iter().filter(|_| bound != NEVER && bound > 0) {
                influence.look(position, ground, cell, direction);
            }
        }
        Some(influence)
    }

    fn look(&mut self, position: &Position, ground: &Ground, from: Cell, direction: Direction) {
        let place = usize::from(ground.code(from));
        let nearer = ground.bound(ground.code(from)) - 1;
        let mut cell = from;
        while !position.board.has_wall(cell, direction) {
            let Some(next) = position.board.neighbour(cell, direction) else { break };
            add(&mut self.lines[place], ground.code(next));
            if cell != from && ground.bound(ground.code(cell)) == nearer {
                add(&mut self.helps[place], ground.code(next));
            }
            cell = next;
        }
    }

    /// Adds the sets of a code to others.
    #[inline]
    pub fn gather(&self, code: u16, helps: &mut Codes, lines: &mut Codes) {
        for k in 0..4 {
            helps[k] |= self.helps[usize::from(code)][k];
            lines[k] |= self.lines[usize::from(code)][k];
        }
    }
}

/// Whether a code is in a set.
#[inline]
#[must_use]
pub fn has(set: &Codes, code: u16) -> bool {
    set[usize::from(code >> 6) & 3] >> (code & 63) & 1 != 0
}

fn add(set: &mut Codes, code: u16) {
    set[usize::from(code >> 6) & 3] |= 1 << (code & 63);
}
