//! A sharper heuristic: it adds the moves of other robots that the target robot cannot do without.
//!
//! The grid of lower bounds lets a robot stop anywhere. In truth a robot stops short of a wall only beside another robot: one
//! that stands there already, or one that first moves there, which costs a move. The bound of a path on the empty board is
//! therefore the number of its moves plus the number of its stops beside neither wall nor robot; the bound of a state is the
//! least of any path, and at most 2 above the grid. It is admissible, because each such stop needs a move of another robot. It is
//! consistent: a move of another robot changes at most one stop, and a slide of the target robot is a step of a path without
//! extra cost.
//!
//! Which robots save a move by where they stand is computed before the search ([`stop_sets`](super::stop_sets)), for each cell of
//! the target robot: a set of the robots that save one alone, and a matrix of bits for the pairs. Only where three robots may
//! help together are the paths searched, with a small cache. A cached bound depends on the state alone, so threads share the
//! cache without locks.

use std::sync::atomic::{AtomicU64, Ordering};

use arrayvec::ArrayVec;

use super::super::board::MAX_ROBOTS;
use super::code_set::{CODES, codes_of, contains};
use super::helper_counts::HelperCounts;
use super::search_board::{NEVER, SearchBoard};
use super::stop_sets::{Step, StopSets, WALL};

/// Slots of the cache, a power of two: 256 KB.
const CACHE_SLOTS: usize = 1 << 15;

/// Greatest excess of the bound over the grid.
pub(super) const MAX_EXCESS: u8 = 2;

/// The bounds of the target robot on one cell.
#[derive(Clone, Copy, Default)]
struct CellBounds {
    /// The bound if no robot helps.
    unaided: u8,
    /// The value of the grid.
    grid: u8,
    /// Whether a path stops beside one cell twice: then the counts overestimate, and the paths are searched.
    repeats_stop: bool,
}

/// The counts for one cell of the target robot.
pub struct Row<'a> {
    cell: &'a CellBounds,
    counts: &'a [HelperCounts; CODES],
}

impl Row<'_> {
    /// Returns the counts of a robot on a cell.
    #[inline]
    #[must_use]
    pub fn counts_of(&self, code: u16) -> HelperCounts {
        self.counts[usize::from(code) & (CODES - 1)]
    }

    /// Returns the sum of the counts of all other robots of a state.
    #[inline]
    #[must_use]
    pub fn sum_counts<const N: usize>(&self, state: &[u16; N]) -> HelperCounts {
        state[1..].iter().map(|&code| self.counts_of(code)).sum()
    }

    /// Returns how far moves of other robots can still lower and raise the bound of a state.
    #[inline]
    #[must_use]
    pub fn margins(&self, bound: u8) -> (u8, u8) {
        (bound - self.cell.grid, self.cell.unaided - bound)
    }
}

/// Codes of other robots.
type Others = ArrayVec<u16, MAX_ROBOTS>;

/// The heuristic of one board and target.
pub struct Heuristic {
    cells: Vec<CellBounds>,
    /// By the codes of the target robot and of another robot.
    counts: Vec<[HelperCounts; CODES]>,
    /// Steps to cells that are one nearer by the grid.
    nearer: Vec<Vec<Step>>,
    /// Steps to cells that are as near.
    level: Vec<Vec<Step>>,
    /// The sets on paths as short as the grid says, and on paths of one move more.
    short: StopSets,
    long: StopSets,
    /// Bounds that were computed by searching paths: the state, and the bound in the lowest byte.
    cache: Vec<AtomicU64>,
}

impl Heuristic {
    /// Computes the heuristic; `None` unless [`SearchBoard::fits_code_sets`].
    #[must_use]
    pub fn new(board: &SearchBoard) -> Option<Self> {
        if !board.fits_code_sets() {
            return None;
        }
        let mut heuristic = Heuristic {
            cells: vec![CellBounds::default(); CODES],
            counts: vec![[HelperCounts::default(); CODES]; CODES],
            nearer: vec![Vec::new(); CODES],
            level: vec![Vec::new(); CODES],
            short: StopSets::new(board),
            long: StopSets::new(board),
            cache: (0..CACHE_SLOTS).map(|_| AtomicU64::new(0)).collect(),
        };
        for (cell, code) in heuristic.cells.iter_mut().zip(0..) {
            (cell.unaided, cell.grid) = (board.bound(code), board.bound(code));
        }
        let near = |code: &u16| (1..NEVER).contains(&board.bound(*code));
        let mut codes: Vec<u16> = (0..CODES as u16).filter(near).collect();
        codes.iter().for_each(|&code| heuristic.add_steps(board, code));
        codes.sort_by_key(|&code| board.bound(code));
        heuristic.fill_stop_sets(&codes);
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

    /// Computes the sets of robots that make short paths possible. `codes` are in order of the grid's bounds, so that the cells to
    /// which a step leads come first.
    fn fill_stop_sets(&mut self, codes: &[u16]) {
        // Paths as short as the grid says: each step comes nearer.
        for &code in codes {
            for &step in &self.nearer[usize::from(code)] {
                self.short.add(code, None, step);
            }
        }
        // Paths with one move more.
        for &code in codes {
            for &step in &self.nearer[usize::from(code)] {
                // The extra move comes later on the path.
                self.long.add(code, None, step);
                // Or the extra move brings a robot to stop this step, which then needs no robot that stands there already.
                if step.beside != WALL {
                    self.long.add(code, Some(&self.short), Step { beside: WALL, ..step });
                }
            }
            // Or the extra move is this step, which comes no nearer.
            for &step in &self.level[usize::from(code)] {
                self.long.add(code, Some(&self.short), step);
            }
        }
    }

    /// Computes the bounds and counts of each cell, in the same order, from the stop sets.
    fn fill_cells(&mut self, codes: &[u16]) {
        for &code in codes {
            let at = usize::from(code);
            // Without help. Robots count if with them there is a path of one move less.
            let excess = self.excess_by_search(code, &Others::new());
            let is_repeated = |step: &Step| {
                let again = step.beside != WALL
                    && self.short.stops[usize::from(step.to)][0].is_some_and(|set| contains(&set, step.beside));
                again || self.cells[usize::from(step.to)].repeats_stop
            };
            let repeats_stop = self.nearer[at].iter().any(is_repeated);
            let sets = if excess == 1 { &self.short } else { &self.long };
            self.cells[at] = CellBounds { grid: self.cells[at].grid, unaided: self.cells[at].grid + excess, repeats_stop };
            if excess == 0 {
                continue;
            }
            let one = sets.one[at];
            let (two, three) = if repeats_stop {
                let all = sets.stops[at][0].unwrap_or_default();
                (all, all)
            } else {
                (sets.single_and_paired_codes(code), sets.stops[at][3].unwrap_or_default())
            };
            for (set, unit) in [(one, HelperCounts::ALONE), (two, HelperCounts::IN_PAIR), (three, HelperCounts::IN_THREE)] {
                codes_of(set).for_each(|robot| self.counts[at][usize::from(robot)] += unit);
            }
        }
    }

    /// Returns the excess of the bound over the grid with some other robots, by searching paths.
    fn excess_by_search(&self, code: u16, others: &Others) -> u8 {
        if self.has_path(code, others, false, WALL, false) {
            0
        } else if self.has_path(code, others, true, WALL, false) || self.has_path(code, others, false, WALL, true) {
            1
        } else {
            MAX_EXCESS
        }
    }

    /// Returns whether a path leads from a code to the target on which each stop is beside a wall or a robot.
    ///
    /// - `others`: the robots that stand there.
    /// - `may_add`, `extra`: one more robot, which may stand anywhere. While it may be added, its cell is not chosen yet and `extra`
    ///   is [`WALL`]; the first stop that needs it fixes the cell.
    /// - `detour`: the path has one move more than the grid says, so that one step comes no nearer.
    fn has_path(&self, code: u16, others: &Others, may_add: bool, extra: u16, detour: bool) -> bool {
        if self.cells[usize::from(code)].grid == 0 {
            return true;
        }
        let is_path = |step: &Step, detour: bool| {
            let Step { to, beside } = *step;
            if beside == WALL || beside == extra || others.contains(&beside) {
                self.has_path(to, others, may_add, extra, detour)
            } else {
                may_add && self.has_path(to, others, false, beside, detour)
            }
        };
        self.nearer[usize::from(code)].iter().any(|step| is_path(step, detour))
            || detour && self.level[usize::from(code)].iter().any(|step| is_path(step, false))
    }

    /// Returns the counts for the target robot of a state.
    #[inline]
    #[must_use]
    pub fn row<const N: usize>(&self, state: &[u16; N]) -> Row<'_> {
        let at = usize::from(state[0]) & (CODES - 1);
        Row { cell: &self.cells[at], counts: &self.counts[at] }
    }

    /// Returns the value of the grid, which is a lower bound of the bound.
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
        self.bound_by_counts(&row, row.sum_counts(state), state)
    }

    /// Returns the bound of a state, given the row of its target robot and the sum of the counts of the others.
    #[inline]
    #[must_use]
    pub fn bound_by_counts<const N: usize>(&self, row: &Row<'_>, counts: HelperCounts, state: &[u16; N]) -> u8 {
        let cell = row.cell;
        let (one, two, three) = (counts.alone(), counts.in_pair(), counts.in_three());
        if two == 0 && three < 3 {
            return cell.unaided;
        }
        if three >= 3 || cell.repeats_stop || one >= 2 && cell.unaided - cell.grid == 2 {
            return self.bound_by_search(row, state);
        }
        if one > 0 || two >= 2 && self.has_pair(row, state) {
            return cell.unaided - 1;
        }
        cell.unaided
    }

    /// Returns whether two robots of a state save a move together.
    fn has_pair<const N: usize>(&self, row: &Row<'_>, state: &[u16; N]) -> bool {
        let sets = if row.cell.unaided - row.cell.grid == 1 { &self.short } else { &self.long };
        let pairs = |code: u16| &sets.two[usize::from(state[0]) * CODES + usize::from(code)];
        (1..N).any(|k| {
            row.counts_of(state[k]).in_pair() != 0 && state[k + 1..].iter().any(|&other| contains(pairs(state[k]), other))
        })
    }

    /// Returns the bound of a state by searching paths, or from the cache.
    fn bound_by_search<const N: usize>(&self, row: &Row<'_>, state: &[u16; N]) -> u8 {
        let mut others: Others = state[1..].iter().copied().filter(|&code| !row.counts_of(code).is_empty()).collect();
        others.sort_unstable();
        let key = others.iter().fold(u64::from(state[0]), |key, &code| key << 8 | u64::from(code)) | (others.len() as u64) << 40;
        let slot = &self.cache[(key.wrapping_mul(crate::search::FIBONACCI) >> 49) as usize & (CACHE_SLOTS - 1)];
        let known = slot.load(Ordering::Relaxed);
        if known >> 8 == key {
            return known as u8;
        }
        let bound = row.cell.grid + self.excess_by_search(state[0], &others);
        slot.store(key << 8 | u64::from(bound), Ordering::Relaxed);
        bound
    }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    use super::super::super::random::{GeneratorOptions, PositionGenerator};
    use super::*;

    #[test]
    fn counts_agree_with_the_search_of_paths() {
        let mut random = Pcg64Mcg::seed_from_u64(5);
        let mut source = PositionGenerator::new(5, GeneratorOptions { silver: true, ..GeneratorOptions::default() });
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
                let bound = grid + heuristic.excess_by_search(code, &others);
                assert_eq!(heuristic.bound(&state), bound, "{state:?}");
                below[usize::from(heuristic.cells[usize::from(code)].unaided - bound)] += 1;
            }
        }
        assert!(below[1] > 500, "{below:?}");
    }
}
