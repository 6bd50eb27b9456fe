//! A sharper heuristic: it counts the moves of other robots that the robot of the target cannot do without.
//!
//! The grid of lower bounds lets a robot stop anywhere. In truth it stops short of a wall only beside another robot: one that is
//! there already, or one that must be moved there, which takes a move more. So the bound of a state is the least of *moves of the
//! robot of the target + cells where it stops beside neither wall nor robot*, over all paths on the empty board, at most 2 above
//! the grid. Admissible: each of those cells needs a robot to come, each by a move of its own. Consistent: a move of another robot
//! changes one of the cells, and a real slide is a step of such a path at no cost.
//!
//! What robots in place save is computed before the search. For each cell of the robot of the target, the robots that save a move
//! alone are a set, and the pairs that do are a matrix of bits, both built from the cells that are one nearer. Only where three
//! robots may help together the paths are tried, behind a small cache. The results do not depend on who asks, so that threads
//! share the cache without order.

use std::sync::atomic::{AtomicU64, Ordering};

use arrayvec::ArrayVec;

use super::super::board::MAX_ROBOTS;
use super::code_set::{CODES, CodeSet, codes_of, contains, insert, unite};
use super::search_board::{NEVER, SearchBoard};

/// In the place of a code: a step that ends at a wall.
const WALL: u16 = u16::MAX;

/// Slots of the cache, a power of two: 256 KB.
const CACHE_SLOTS: usize = 1 << 15;

/// The most by which the bound exceeds the grid.
pub const MAX_ABOVE: u8 = 2;

/// A step on the empty board.
#[derive(Clone, Copy)]
struct Step {
    to: u16,
    /// The cell where another robot must be, or [`WALL`].
    beside: u16,
}

/// The bounds of the robot of the target on one cell.
#[derive(Clone, Copy, Default)]
struct CellBounds {
    /// The bound if no robot helps.
    alone: u8,
    /// The value of the grid.
    grid: u8,
    /// Whether a path stops beside one cell twice: then the marks overestimate, and the paths are tried.
    tangled: bool,
}

/// Three counters of robots, packed: how many save a move alone ([`ONE`]), alone or with one other ([`TWO`]), perhaps with two others
/// ([`THREE`]). Stored for each cell of another robot and added up over several.
type Marks = u16;

/// Units of [`Marks`]: each counts to 15.
const ONE: Marks = 1;
const TWO: Marks = 1 << 4;
const THREE: Marks = 1 << 8;

/// The marks for one cell of the robot of the target.
pub struct Row<'a> {
    cell: &'a CellBounds,
    marks: &'a [Marks; CODES],
}

impl Row<'_> {
    /// The marks of a robot on a cell.
    #[inline]
    #[must_use]
    pub fn mark(&self, code: u16) -> u16 {
        self.marks[usize::from(code) & (CODES - 1)]
    }

    /// The sum of the marks of all other robots of a state.
    #[inline]
    #[must_use]
    pub fn marks<const N: usize>(&self, state: &[u16; N]) -> u16 {
        state[1..].iter().map(|&code| self.mark(code)).sum()
    }

    /// How far moves of other robots can still lower and raise the bound of a state.
    #[inline]
    #[must_use]
    pub fn margins(&self, bound: u8) -> (u8, u8) {
        (bound - self.cell.grid, self.cell.alone - bound)
    }
}

/// For each code the sets of robots that let a path of a given length reach the target.
struct Savings {
    /// Whether no robot is needed.
    none: Vec<bool>,
    /// Robots that suffice alone.
    one: Vec<CodeSet>,
    /// By code and robot: robots that suffice together with it.
    two: Vec<CodeSet>,
    /// By code: robots that suffice with one other.
    paired: Vec<CodeSet>,
    /// By code and number: robots on paths that stop beside robots at least so many times.
    stops: Vec<[Option<CodeSet>; 4]>,
}

/// Codes of other robots.
type Others = ArrayVec<u16, MAX_ROBOTS>;

/// The heuristic of one board and target.
pub struct Heuristic {
    cells: Vec<CellBounds>,
    /// By the codes of the robot of the target and of another.
    marks: Vec<[Marks; CODES]>,
    /// Steps to cells that are one nearer by the grid.
    nearer: Vec<Vec<Step>>,
    /// Steps to cells that are as near.
    level: Vec<Vec<Step>>,
    /// The robots that help on paths as short as the grid says, and on paths of one move more.
    short: Savings,
    long: Savings,
    /// Bounds that were computed by trying the paths: the state, and the bound in the lowest byte.
    cache: Vec<AtomicU64>,
}

impl Heuristic {
    /// Whether there is a heuristic: on boards of at most 16x16, by the plain rule, with a target for one robot.
    #[must_use]
    pub fn fits(board: &SearchBoard) -> bool {
        board.code_bits() == 8 && !board.layered && !board.any
    }

    /// Computes the heuristic, if there is one.
    #[must_use]
    pub fn new(board: &SearchBoard) -> Option<Self> {
        if !Heuristic::fits(board) {
            return None;
        }
        let mut heuristic = Heuristic {
            cells: vec![CellBounds::default(); CODES],
            marks: vec![[0; CODES]; CODES],
            nearer: vec![Vec::new(); CODES],
            level: vec![Vec::new(); CODES],
            short: Savings::new(board),
            long: Savings::new(board),
            cache: (0..CACHE_SLOTS).map(|_| AtomicU64::new(0)).collect(),
        };
        for (cell, code) in heuristic.cells.iter_mut().zip(0..) {
            (cell.alone, cell.grid) = (board.bound(code), board.bound(code));
        }
        let near = |code: &u16| (1..NEVER).contains(&board.bound(*code));
        let mut codes: Vec<u16> = (0..CODES as u16).filter(near).collect();
        codes.iter().for_each(|&code| heuristic.add_steps(board, code));
        codes.sort_by_key(|&code| board.bound(code));
        heuristic.fill_cells(&codes);
        Some(heuristic)
    }

    fn add_steps(&mut self, board: &SearchBoard, from: u16) {
        let here = board.bound(from);
        for direction in 0..4 {
            let mut run = board.run(from, direction).peekable();
            while let Some(to) = run.next() {
                let step = Step { to, beside: run.peek().copied().unwrap_or(WALL) };
                match board.bound(to) {
                    there if there < here => self.nearer[usize::from(from)].push(step),
                    there if there == here => self.level[usize::from(from)].push(step),
                    _ => {}
                }
            }
        }
    }

    /// Computes the bounds and marks of each cell, for codes in the order of the grid.
    fn fill_cells(&mut self, codes: &[u16]) {
        for &code in codes {
            for &Step { to, beside } in &self.nearer[usize::from(code)] {
                self.short.add(code, None, (to, beside));
            }
        }
        for &code in codes {
            for &Step { to, beside } in &self.nearer[usize::from(code)] {
                self.long.add(code, None, (to, beside));
                // The one robot that may still come can be the one for this step.
                if beside != WALL {
                    self.long.add(code, Some(&self.short), (to, WALL));
                }
            }
            for &Step { to, beside } in &self.level[usize::from(code)] {
                self.long.add(code, Some(&self.short), (to, beside));
            }
        }
        for &code in codes {
            let at = usize::from(code);
            let above = self.excess_by_trying(code, &Others::new());
            let is_tangled = |step: &Step| {
                let again = step.beside != WALL
                    && self.short.stops[usize::from(step.to)][0].is_some_and(|set| contains(&set, step.beside));
                again || self.cells[usize::from(step.to)].tangled
            };
            let tangled = self.nearer[at].iter().any(is_tangled);
            let savings = if above == 1 { &self.short } else { &self.long };
            self.cells[at] = CellBounds { grid: self.cells[at].grid, alone: self.cells[at].grid + above, tangled };
            if above == 0 {
                continue;
            }
            let one = savings.one[at];
            let (two, three) = if tangled {
                let all = savings.stops[at][0].unwrap_or_default();
                (all, all)
            } else {
                (savings.helpers(code), savings.stops[at][3].unwrap_or_default())
            };
            for (set, unit) in [(one, ONE), (two, TWO), (three, THREE)] {
                codes_of(set).for_each(|robot| self.marks[at][usize::from(robot)] += unit);
            }
        }
    }

    /// Returns by how much the bound exceeds the grid beside some robots, by trying the paths.
    fn excess_by_trying(&self, code: u16, others: &Others) -> u8 {
        if self.has_path(code, others, false, WALL, false) {
            0
        } else if self.has_path(code, others, true, WALL, false) || self.has_path(code, others, false, WALL, true) {
            1
        } else {
            MAX_ABOVE
        }
    }

    /// Whether a path of as many moves as the grid says (one more with `detour`) stops only beside walls, robots and one `guest`. With
    /// `spare` the guest can still be chosen.
    fn has_path(&self, code: u16, others: &Others, spare: bool, guest: u16, detour: bool) -> bool {
        if self.cells[usize::from(code)].grid == 0 {
            return true;
        }
        let is_path = |step: &Step, detour: bool| {
            let Step { to, beside } = *step;
            if beside == WALL || beside == guest || others.contains(&beside) {
                self.has_path(to, others, spare, guest, detour)
            } else {
                spare && self.has_path(to, others, false, beside, detour)
            }
        };
        self.nearer[usize::from(code)].iter().any(|step| is_path(step, detour))
            || detour && self.level[usize::from(code)].iter().any(|step| is_path(step, false))
    }

    /// The marks for the robot of the target of a state.
    #[inline]
    #[must_use]
    pub fn row<const N: usize>(&self, state: &[u16; N]) -> Row<'_> {
        let at = usize::from(state[0]) & (CODES - 1);
        Row { cell: &self.cells[at], marks: &self.marks[at] }
    }

    /// The value of the grid, which is a lower bound of the bound.
    #[inline]
    #[must_use]
    pub fn grid_value(&self, code: u16) -> u8 {
        self.cells[usize::from(code) & (CODES - 1)].grid
    }

    /// Returns the bound of a state.
    #[inline]
    #[must_use]
    pub fn bound<const N: usize>(&self, state: &[u16; N]) -> u8 {
        let row = self.row(state);
        self.bound_by_marks(&row, row.marks(state), state)
    }

    /// Returns the bound of a state, given the row of its robot of the target and the sum of the marks of the others.
    #[inline]
    #[must_use]
    pub fn bound_by_marks<const N: usize>(&self, row: &Row<'_>, marks: u16, state: &[u16; N]) -> u8 {
        let cell = row.cell;
        let (one, two, three) = (marks & 15, marks >> 4 & 15, marks >> 8);
        if two == 0 && three < 3 {
            return cell.alone;
        }
        if three >= 3 || cell.tangled || one >= 2 && cell.alone - cell.grid == 2 {
            return self.bound_by_paths(row, state);
        }
        if one > 0 || two >= 2 && self.has_pair(row, state) {
            return cell.alone - 1;
        }
        cell.alone
    }

    /// Whether two robots of a state save a move together.
    fn has_pair<const N: usize>(&self, row: &Row<'_>, state: &[u16; N]) -> bool {
        let savings = if row.cell.alone - row.cell.grid == 1 { &self.short } else { &self.long };
        let pairs = |code: u16| &savings.two[usize::from(state[0]) * CODES + usize::from(code)];
        (1..N)
            .any(|k| row.mark(state[k]) & (15 * TWO) != 0 && state[k + 1..].iter().any(|&other| contains(pairs(state[k]), other)))
    }

    /// Returns the bound of a state by trying the paths, or from the cache.
    fn bound_by_paths<const N: usize>(&self, row: &Row<'_>, state: &[u16; N]) -> u8 {
        let mut others: Others = state[1..].iter().copied().filter(|&code| row.mark(code) != 0).collect();
        others.sort_unstable();
        let key = others.iter().fold(u64::from(state[0]), |key, &code| key << 8 | u64::from(code)) | (others.len() as u64) << 40;
        let slot = &self.cache[(key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 49) as usize & (CACHE_SLOTS - 1)];
        let known = slot.load(Ordering::Relaxed);
        if known >> 8 == key {
            return known as u8;
        }
        let bound = row.cell.grid + self.excess_by_trying(state[0], &others);
        slot.store(key << 8 | u64::from(bound), Ordering::Relaxed);
        bound
    }
}

impl Savings {
    /// Makes the sets in which only the target itself is solved.
    fn new(board: &SearchBoard) -> Self {
        let done = |code: u16| board.bound(code) == 0;
        let stops = |code: u16| if done(code) { [Some([0; 4]), None, None, None] } else { [None; 4] };
        Savings {
            none: (0..CODES as u16).map(done).collect(),
            one: vec![[0; 4]; CODES],
            two: vec![[0; 4]; CODES * CODES],
            paired: vec![[0; 4]; CODES],
            stops: (0..CODES as u16).map(stops).collect(),
        }
    }

    /// Adds the paths that begin with a step and go on by the sets of `others`, or by these sets.
    fn add(&mut self, code: u16, others: Option<&Savings>, (to, beside): (u16, u16)) {
        let (code, to) = (usize::from(code), usize::from(to));
        let from = others.unwrap_or(self);
        let (none, one, stops) = (from.none[to], from.one[to], from.stops[to]);
        self.add_stops(code, stops, beside);
        if self.none[code] {
            return;
        }
        if beside == WALL {
            if none {
                self.none[code] = true;
                return;
            }
            unite(&mut self.one[code], &one);
            let paired = others.unwrap_or(self).paired[to];
            for robot in codes_of(paired) {
                let row = others.unwrap_or(self).two[to * CODES + usize::from(robot)];
                unite(&mut self.two[code * CODES + usize::from(robot)], &row);
            }
            unite(&mut self.paired[code], &paired);
        } else if none || contains(&one, beside) {
            insert(&mut self.one[code], beside);
        } else {
            let mut with = others.unwrap_or(self).two[to * CODES + usize::from(beside)];
            unite(&mut with, &one);
            if with == [0; 4] {
                return;
            }
            for robot in codes_of(with) {
                insert(&mut self.two[code * CODES + usize::from(robot)], beside);
            }
            unite(&mut self.two[code * CODES + usize::from(beside)], &with);
            unite(&mut self.paired[code], &with);
            insert(&mut self.paired[code], beside);
        }
    }

    fn add_stops(&mut self, code: usize, stops: [Option<CodeSet>; 4], beside: u16) {
        for (number, slot) in self.stops[code].iter_mut().enumerate() {
            // A step that ends beside a robot adds one stop to those of the rest.
            let rest = if beside == WALL { stops[number] } else { stops[number.saturating_sub(1)] };
            let Some(mut set) = rest else { continue };
            if beside != WALL {
                insert(&mut set, beside);
            }
            unite(slot.get_or_insert([0; 4]), &set);
        }
    }

    /// Robots that suffice alone or with one other.
    fn helpers(&self, code: u16) -> CodeSet {
        let mut set = self.one[usize::from(code)];
        unite(&mut set, &self.paired[usize::from(code)]);
        set
    }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    use super::super::super::random::{GeneratorOptions, Source};
    use super::*;

    #[test]
    fn sets_agree_with_trying_the_paths() {
        let mut random = Pcg64Mcg::seed_from_u64(5);
        let mut source = Source::new(5, GeneratorOptions { silver: true, ..GeneratorOptions::default() });
        let mut below = [0; 3];
        for _ in 0..8 {
            let board = SearchBoard::new(&source.position().unwrap());
            let heuristic = Heuristic::new(&board).unwrap();
            for _ in 0..20_000 {
                let code = random.random_range(0..256);
                let others: Others = (0..4).map(|_| random.random_range(0..256)).collect();
                let grid = board.bound(code);
                if grid == NEVER || grid == 0 {
                    continue;
                }
                let state = [code, others[0], others[1], others[2], others[3]];
                let bound = grid + heuristic.excess_by_trying(code, &others);
                assert_eq!(heuristic.bound(&state), bound, "{state:?}");
                below[usize::from(heuristic.cells[usize::from(code)].alone - bound)] += 1;
            }
        }
        assert!(below[1] > 500, "{below:?}");
    }
}
