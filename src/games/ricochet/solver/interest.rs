//! Which moves of other robots can make the robot of the target reach it alone, where it could not before.
//!
//! From a cell a robot comes one nearer by a slide that ends on one of some cells of its run. A robot that comes to the
//! cell beyond one of these can end the slide there; one that leaves the run before them can let it pass. Both sets are
//! found once for each cell that is asked for; for a state they are joined over the cells that its robot of the target
//! comes to on its way, as far as it comes.

use super::ground::Ground;
use super::slides::Slides;
use super::state::{Moves, State};

/// A set of codes of a board of 16x16.
type Set = [u64; 4];

/// Codes of such a board.
const CODES: usize = 256;

/// Cells that matter to a robot on its way.
#[derive(Clone, Copy, Default)]
struct Cells {
    /// A robot that comes to one of these can help.
    help: Set,
    /// A robot that leaves one of these can help.
    block: Set,
    /// Whether a slide ends at a wall where it should.
    walled: bool,
    /// Whether the sets have been found.
    known: bool,
}

/// What is known of each cell so far.
pub struct Interest {
    cells: Vec<Cells>,
}

impl Default for Interest {
    /// Nothing yet.
    fn default() -> Self {
        Interest { cells: vec![Cells::default(); CODES] }
    }
}

impl Interest {
    /// Whether it can be asked about a ground: boards of at most 16x16, the plain rule, a target for one robot.
    #[must_use]
    pub fn fits(ground: &Ground) -> bool {
        ground.code_bits() == 8 && !ground.layered && !ground.any
    }

    /// The cells that matter to a robot on a cell for its next move.
    fn of(&mut self, ground: &Ground, code: u16) -> &Cells {
        let cells = &mut self.cells[usize::from(code) & (CODES - 1)];
        if !cells.known {
            *cells = near(ground, code);
        }
        cells
    }
}

fn near(ground: &Ground, code: u16) -> Cells {
    let mut cells = Cells { known: true, ..Cells::default() };
    let nearer = ground.bound(code).wrapping_sub(1);
    for direction in 0..4 {
        let mut passed = [0; 4];
        let mut run = ground.run(code, direction).peekable();
        while let Some(to) = run.next() {
            add(&mut passed, to);
            if ground.bound(to) == nearer {
                (0..4).for_each(|k| cells.block[k] |= passed[k]);
                match run.peek() {
                    Some(&beyond) => add(&mut cells.help, beyond),
                    None => cells.walled = true,
                }
            }
        }
    }
    cells
}

impl<const N: usize, const ANY: bool> Moves<'_, N, ANY> {
    /// Of the lanes of the slides of other robots those that matter to the robot of the target, which does not reach it alone.
    pub fn of_interest(&self, state: &State<N>, slides: &Slides, interest: &mut Interest) -> u32 {
        let mut cells = Cells::default();
        self.gather(state, &slides.ends[..4], interest, &mut cells);
        let mut lanes = 0;
        for (slot, &code) in state.iter().enumerate().skip(1) {
            lanes |= if has(&cells.block, code) { 0b1111 << (4 * slot) } else { 0 };
        }
        for (lane, &end) in slides.ends.iter().enumerate().take(4 * N).skip(4) {
            lanes |= u32::from(has(&cells.help, end)) << lane;
        }
        lanes
    }

    /// Joins what matters on the way of the robot of the target, as far as it comes; the ends of its slides are known.
    fn gather(&self, state: &State<N>, ends: &[u16], interest: &mut Interest, cells: &mut Cells) {
        let near = interest.of(self.ground, state[0]);
        (0..4).for_each(|k| (cells.help[k], cells.block[k]) = (cells.help[k] | near.help[k], cells.block[k] | near.block[k]));
        let bound = self.ground.bound(state[0]);
        if bound < 2 || !near.is_open(state) {
            return;
        }
        for &end in ends.iter().filter(|&&end| self.ground.bound(end) == bound - 1) {
            let mut next = *state;
            next[0] = end;
            let (codes, transposed) = self.codes(&next);
            self.gather(&next, &self.ground.slides(&codes, &transposed, 0), interest, cells);
        }
    }

    /// Whether the robot of the target may come nearer by its next move.
    pub fn is_open(&self, state: &State<N>, interest: &mut Interest) -> bool {
        interest.of(self.ground, state[0]).is_open(state)
    }
}

impl Cells {
    /// Whether there is something in the right place to stop the robot of the target, which is the first.
    #[inline]
    fn is_open<const N: usize>(&self, state: &State<N>) -> bool {
        self.walled || state[1..].iter().any(|&code| has(&self.help, code))
    }
}

/// Adds a code to a set.
fn add(set: &mut Set, code: u16) {
    set[usize::from(code >> 6) & 3] |= 1 << (code & 63);
}

/// Whether a code is in a set.
#[inline]
fn has(set: &Set, code: u16) -> bool {
    set[usize::from(code >> 6) & 3] >> (code & 63) & 1 != 0
}
