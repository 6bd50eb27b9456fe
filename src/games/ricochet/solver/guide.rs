//! A sharper lower bound: it counts the moves of other robots that the way of the robot of the target cannot do without.
//!
//! The grid of lower bounds lets a robot stop anywhere. In truth it stops short of a wall only beside another robot: one
//! that stands there already, or one that has to be moved there, which is a move more. So the bound of a state is the least
//! of *moves of the robot of the target + cells beside which it stops where neither wall nor robot is now*, over all ways on
//! the empty board, at most 2 above the grid. Admissible: each of those cells needs a robot to come, each by a move of its
//! own. Consistent: a move of another robot changes one of the cells, and a real slide is a step of such a way for nothing.
//!
//! What robots in place save is known before the search: for each cell of the robot of the target the robots that save a
//! move alone are a set, and the pairs that do are a matrix of bits, both made step by step from the cells that are one
//! nearer. Only where three robots may help together the ways are tried, behind a small cache. What is computed is the
//! same whoever asks, so threads share it without order.

use std::sync::atomic::{AtomicU64, Ordering};

use arrayvec::ArrayVec;

use super::super::board::MOST_ROBOTS;
use super::ground::{Ground, NEVER};

/// Codes of a board of at most 16x16.
const CODES: usize = 256;

/// A step that ends at a wall: no code.
const WALL: u16 = u16::MAX;

/// Places of the cache: a power of two; 256 KB.
const PLACES: usize = 1 << 15;

/// How far the bound goes above the grid.
pub const MOST_ABOVE: u8 = 2;

/// A step on the empty board.
#[derive(Clone, Copy)]
struct Step {
    to: u16,
    /// Where another robot has to stand, or [`WALL`].
    beside: u16,
}

/// A set of codes.
type Set = [u64; 4];

/// What is known of the robot of the target on one cell.
#[derive(Clone, Copy, Default)]
struct Place {
    /// The bound without any robot there.
    alone: u8,
    /// The value of the grid.
    grid: u8,
    /// Whether a way stops beside one cell twice: then marks say more than is so, and ways are tried.
    tangled: bool,
}

/// For a cell of the robot of the target what a robot on another one may do, or the sum of that over several robots: how
/// many save a move alone ([`ONE`]), alone or with one other ([`TWO`]), perhaps with two others ([`THREE`]); 0 where none
/// matters.
type Marks = u16;

/// Units of [`Marks`]: each counts to 15.
const ONE: Marks = 1;
const TWO: Marks = 1 << 4;
const THREE: Marks = 1 << 8;

/// What the robots beside one cell of the robot of the target do.
pub struct Row<'a> {
    place: &'a Place,
    marks: &'a [Marks; CODES],
}

impl Row<'_> {
    /// What a robot on a cell does.
    #[inline]
    #[must_use]
    pub fn mark(&self, code: u16) -> u16 {
        self.marks[usize::from(code) & (CODES - 1)]
    }

    /// What all robots of a state but that of the target do.
    #[inline]
    #[must_use]
    pub fn marks<const N: usize>(&self, state: &[u16; N]) -> u16 {
        state[1..].iter().map(|&code| self.mark(code)).sum()
    }

    /// How far the bound of a state can still fall and rise by moves of other robots.
    #[inline]
    #[must_use]
    pub fn margins(&self, bound: u8) -> (u8, u8) {
        (bound - self.place.grid, self.place.alone - bound)
    }
}

/// For each code the robots in place that let a way end within a number of moves.
struct Savings {
    /// Whether no robot is needed.
    none: Vec<bool>,
    /// Robots that are enough alone.
    one: Vec<Set>,
    /// By code and robot: robots that are enough with it.
    two: Vec<Set>,
    /// By code: robots that are enough with one other.
    paired: Vec<Set>,
    /// By code and number: robots on ways that stop so often, or oftener, beside robots.
    often: Vec<[Option<Set>; 4]>,
}

/// Codes of other robots.
type Others = ArrayVec<u16, MOST_ROBOTS>;

/// Bounds of the states of a ground.
pub struct Guide {
    places: Vec<Place>,
    /// By code of the robot of the target, and of another.
    marks: Vec<[Marks; CODES]>,
    /// Steps that lead one nearer by the grid, and those that lead no farther.
    down: Vec<Vec<Step>>,
    level: Vec<Vec<Step>>,
    /// What saves moves on ways as short as the grid says, and on ways of one move more.
    short: Savings,
    long: Savings,
    /// The last bounds with more robots: the state, and in the lowest byte the bound plus one.
    cache: Vec<AtomicU64>,
}

impl Guide {
    /// Whether there is a guide: on boards of at most 16x16, by the plain rule, with a target for one robot.
    #[must_use]
    pub fn fits(ground: &Ground) -> bool {
        ground.code_bits() == 8 && !ground.layered && !ground.any
    }

    /// The guide of a ground that it fits.
    #[must_use]
    pub fn new(ground: &Ground) -> Option<Self> {
        if !Guide::fits(ground) {
            return None;
        }
        let mut guide = Guide {
            places: vec![Place::default(); CODES],
            marks: vec![[0; CODES]; CODES],
            down: vec![Vec::new(); CODES],
            level: vec![Vec::new(); CODES],
            short: Savings::new(ground),
            long: Savings::new(ground),
            cache: (0..PLACES).map(|_| AtomicU64::new(0)).collect(),
        };
        for (place, code) in guide.places.iter_mut().zip(0..) {
            (place.alone, place.grid) = (ground.bound(code), ground.bound(code));
        }
        let near = |code: &u16| (1..NEVER).contains(&ground.bound(*code));
        let mut codes: Vec<u16> = (0..CODES as u16).filter(near).collect();
        codes.iter().for_each(|&code| guide.add_steps(ground, code));
        codes.sort_by_key(|&code| ground.bound(code));
        guide.fill_places(&codes);
        Some(guide)
    }

    fn add_steps(&mut self, ground: &Ground, from: u16) {
        let here = ground.bound(from);
        for direction in 0..4 {
            let mut run = ground.run(from, direction).peekable();
            while let Some(to) = run.next() {
                let step = Step { to, beside: run.peek().copied().unwrap_or(WALL) };
                match ground.bound(to) {
                    there if there < here => self.down[usize::from(from)].push(step),
                    there if there == here => self.level[usize::from(from)].push(step),
                    _ => {}
                }
            }
        }
    }

    /// What is known of each place, for codes in the order of the grid.
    fn fill_places(&mut self, codes: &[u16]) {
        for &code in codes {
            for &Step { to, beside } in &self.down[usize::from(code)] {
                self.short.add(code, None, (to, beside));
            }
        }
        for &code in codes {
            for &Step { to, beside } in &self.down[usize::from(code)] {
                self.long.add(code, None, (to, beside));
                // The one robot that may still have to come can be this one.
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
            let above = self.above(code, &Others::new());
            let is_tangled = |step: &Step| {
                let again =
                    step.beside != WALL && self.short.often[usize::from(step.to)][0].is_some_and(|set| has(&set, step.beside));
                again || self.places[usize::from(step.to)].tangled
            };
            let tangled = self.down[at].iter().any(is_tangled);
            let savings = if above == 1 { &self.short } else { &self.long };
            self.places[at] = Place { grid: self.places[at].grid, alone: self.places[at].grid + above, tangled };
            if above == 0 {
                continue;
            }
            let one = savings.one[at];
            let (two, three) = if tangled {
                let all = savings.often[at][0].unwrap_or_default();
                (all, all)
            } else {
                (savings.helpers(code), savings.often[at][3].unwrap_or_default())
            };
            for (set, unit) in [(one, ONE), (two, TWO), (three, THREE)] {
                codes_of(set).for_each(|robot| self.marks[at][usize::from(robot)] += unit);
            }
        }
    }

    /// How far the bound is above the grid beside some robots, by trying the ways.
    fn above(&self, code: u16, others: &Others) -> u8 {
        if self.leads(code, others, false, WALL, false) {
            0
        } else if self.leads(code, others, true, WALL, false) || self.leads(code, others, false, WALL, true) {
            1
        } else {
            MOST_ABOVE
        }
    }

    /// Whether a way of as many moves as the grid says (one more with `detour`) stops beside walls, robots and one `guest`
    /// alone; with `spare` the guest may still be chosen.
    fn leads(&self, code: u16, others: &Others, spare: bool, guest: u16, detour: bool) -> bool {
        if self.places[usize::from(code)].grid == 0 {
            return true;
        }
        let leads = |step: &Step, detour: bool| {
            let Step { to, beside } = *step;
            if beside == WALL || beside == guest || others.contains(&beside) {
                self.leads(to, others, spare, guest, detour)
            } else {
                spare && self.leads(to, others, false, beside, detour)
            }
        };
        self.down[usize::from(code)].iter().any(|step| leads(step, detour))
            || detour && self.level[usize::from(code)].iter().any(|step| leads(step, false))
    }

    /// What is known of the cell of the robot of the target.
    #[inline]
    #[must_use]
    pub fn row<const N: usize>(&self, state: &[u16; N]) -> Row<'_> {
        let at = usize::from(state[0]) & (CODES - 1);
        Row { place: &self.places[at], marks: &self.marks[at] }
    }

    /// The value of the grid: the bound is no less.
    #[inline]
    #[must_use]
    pub fn nearest(&self, code: u16) -> u8 {
        self.places[usize::from(code) & (CODES - 1)].grid
    }

    /// The bound of a state: the robot of the target first.
    #[inline]
    #[must_use]
    pub fn bound<const N: usize>(&self, state: &[u16; N]) -> u8 {
        let row = self.row(state);
        self.bound_by(&row, row.marks(state), state)
    }

    /// The bound of a state beside whose robot of the target the others do this.
    #[inline]
    #[must_use]
    pub fn bound_by<const N: usize>(&self, row: &Row<'_>, marks: u16, state: &[u16; N]) -> u8 {
        let place = row.place;
        let (one, two, three) = (marks & 15, marks >> 4 & 15, marks >> 8);
        if two == 0 && three < 3 {
            return place.alone;
        }
        if three >= 3 || place.tangled || one >= 2 && place.alone - place.grid == 2 {
            return self.with_more(row, state);
        }
        if one > 0 || two >= 2 && self.has_pair(row, state) {
            return place.alone - 1;
        }
        place.alone
    }

    /// Whether two of the robots of a state save a move together.
    fn has_pair<const N: usize>(&self, row: &Row<'_>, state: &[u16; N]) -> bool {
        let savings = if row.place.alone - row.place.grid == 1 { &self.short } else { &self.long };
        let pairs = |code: u16| &savings.two[usize::from(state[0]) * CODES + usize::from(code)];
        (1..N).any(|k| row.mark(state[k]) & (15 * TWO) != 0 && state[k + 1..].iter().any(|&other| has(pairs(state[k]), other)))
    }

    fn with_more<const N: usize>(&self, row: &Row<'_>, state: &[u16; N]) -> u8 {
        let mut others: Others = state[1..].iter().copied().filter(|&code| row.mark(code) != 0).collect();
        others.sort_unstable();
        let key = others.iter().fold(u64::from(state[0]), |key, &code| key << 8 | u64::from(code)) | (others.len() as u64) << 40;
        let slot = &self.cache[(key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 49) as usize & (PLACES - 1)];
        let known = slot.load(Ordering::Relaxed);
        if known >> 8 == key {
            return known as u8;
        }
        let bound = row.place.grid + self.above(state[0], &others);
        slot.store(key << 8 | u64::from(bound), Ordering::Relaxed);
        bound
    }
}

impl Savings {
    /// Nothing but that the target is where it is.
    fn new(ground: &Ground) -> Self {
        let done = |code: u16| ground.bound(code) == 0;
        let often = |code: u16| if done(code) { [Some([0; 4]), None, None, None] } else { [None; 4] };
        Savings {
            none: (0..CODES as u16).map(done).collect(),
            one: vec![[0; 4]; CODES],
            two: vec![[0; 4]; CODES * CODES],
            paired: vec![[0; 4]; CODES],
            often: (0..CODES as u16).map(often).collect(),
        }
    }

    /// Adds the ways that begin with a step and go on as others (these, where there are none) tell.
    fn add(&mut self, code: u16, others: Option<&Savings>, (to, beside): (u16, u16)) {
        let (code, to) = (usize::from(code), usize::from(to));
        let from = others.unwrap_or(self);
        let (none, one, often) = (from.none[to], from.one[to], from.often[to]);
        self.add_often(code, often, beside);
        if self.none[code] {
            return;
        }
        if beside == WALL {
            if none {
                self.none[code] = true;
                return;
            }
            join(&mut self.one[code], &one);
            let paired = others.unwrap_or(self).paired[to];
            for robot in codes_of(paired) {
                let row = others.unwrap_or(self).two[to * CODES + usize::from(robot)];
                join(&mut self.two[code * CODES + usize::from(robot)], &row);
            }
            join(&mut self.paired[code], &paired);
        } else if none || has(&one, beside) {
            add(&mut self.one[code], beside);
        } else {
            let mut with = others.unwrap_or(self).two[to * CODES + usize::from(beside)];
            join(&mut with, &one);
            if with == [0; 4] {
                return;
            }
            for robot in codes_of(with) {
                add(&mut self.two[code * CODES + usize::from(robot)], beside);
            }
            join(&mut self.two[code * CODES + usize::from(beside)], &with);
            join(&mut self.paired[code], &with);
            add(&mut self.paired[code], beside);
        }
    }

    fn add_often(&mut self, code: usize, often: [Option<Set>; 4], beside: u16) {
        for (number, slot) in self.often[code].iter_mut().enumerate() {
            // Beside a robot a way stops once oftener than its rest.
            let rest = if beside == WALL { often[number] } else { often[number.saturating_sub(1)] };
            let Some(mut set) = rest else { continue };
            if beside != WALL {
                add(&mut set, beside);
            }
            join(slot.get_or_insert([0; 4]), &set);
        }
    }

    /// Robots that are enough alone or with one other.
    fn helpers(&self, code: u16) -> Set {
        let mut set = self.one[usize::from(code)];
        join(&mut set, &self.paired[usize::from(code)]);
        set
    }
}

/// Adds a set to another.
fn join(set: &mut Set, more: &Set) {
    (0..4).for_each(|k| set[k] |= more[k]);
}

/// Adds a code to a set.
fn add(set: &mut Set, code: u16) {
    set[usize::from(code >> 6) & 3] |= 1 << (code & 63);
}

/// The codes of a set.
fn codes_of(set: Set) -> impl Iterator<Item = u16> {
    (0..).zip(set).flat_map(|(number, mut word)| {
        std::iter::from_fn(move || {
            let bit = (word != 0).then(|| word.trailing_zeros() as u16)?;
            word &= word - 1;
            Some(64 * number + bit)
        })
    })
}

/// Whether a code is in a set.
#[inline]
fn has(set: &Set, code: u16) -> bool {
    set[usize::from(code >> 6) & 3] >> (code & 63) & 1 != 0
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    use super::super::super::random::{Source, Wish};
    use super::*;

    #[test]
    fn sets_tell_what_trying_the_ways_tells() {
        let mut random = Pcg64Mcg::seed_from_u64(5);
        let mut source = Source::new(5, Wish { silver: true, ..Wish::default() });
        let mut below = [0; 3];
        for _ in 0..8 {
            let ground = Ground::new(&source.position().unwrap());
            let guide = Guide::new(&ground).unwrap();
            for _ in 0..20_000 {
                let code = random.random_range(0..256);
                let others: Others = (0..4).map(|_| random.random_range(0..256)).collect();
                let grid = ground.bound(code);
                if grid == NEVER || grid == 0 {
                    continue;
                }
                let state = [code, others[0], others[1], others[2], others[3]];
                let bound = grid + guide.above(code, &others);
                assert_eq!(guide.bound(&state), bound, "{state:?}");
                below[usize::from(guide.places[usize::from(code)].alone - bound)] += 1;
            }
        }
        assert!(below[1] > 500, "{below:?}");
    }
}
