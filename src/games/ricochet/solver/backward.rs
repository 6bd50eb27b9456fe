//! The complete backward search: the fewest moves of every position of a board and a target, four robots, by the plain rule.
//!
//! For each triple of other robots a set of 256 bits tells on which cells the robot of the target has been solved, so that
//! a layer of all its positions is made at once: its own moves by filling the set backwards (Kogge-Stone, as on a
//! chessboard), those of another robot by taking over the set of the triple that the move leads to. Only where the robot of
//! the target itself stands in the other's way its cells are looked up one by one.
//!
//! 2.8 million triples: 265 MB.

use super::super::position::Position;
use super::ground::Ground;
use crate::pages::Pages;
use crate::search::Budget;

/// A set of codes.
type Set = [u64; 4];

/// Codes of a board of 16x16.
const CODES: usize = 256;

/// Triples of different codes.
const TRIPLES: usize = CODES * (CODES - 1) * (CODES - 2) / 6;

/// Triples of a piece of work: a multiple of 64, so that each has its own words of flags.
const PIECE: usize = 64 * 64;

/// What a complete search has found.
#[derive(Clone, Debug)]
pub struct Census {
    /// Positions by the fewest moves.
    pub lengths: Vec<u64>,
    /// Positions from which the target cannot be reached; none where the search was ended early.
    pub unsolvable: Option<u64>,
    /// One of the longest: the code of the robot of the target, then the others.
    pub longest: [u16; 4],
}

/// Searches from all solved positions backwards; `any` where all robots may reach the target.
#[must_use]
pub fn census(position: &Position, threads: usize, budget: &Budget) -> Census {
    let ground = Ground::new(position);
    let board = Backward::new(position, &ground);
    let target = ground.code(position.target.cell);
    let [mut solved, mut layer, mut next] = std::array::from_fn(|_| Pages::new(TRIPLES, 0));
    let mut flags = vec![0_u64; TRIPLES.div_ceil(64)];
    let mut lengths = vec![board.solved_at_once()];
    let mut longest = board.some_solved(target);
    let mut done = board.begin(target, (&mut solved, &mut layer, &mut flags), budget);
    while done {
        let mut next_flags = vec![0_u64; flags.len()];
        let found = board.step(&layer, &flags, (&mut solved, &mut next, &mut next_flags), threads, budget);
        done = found.is_some();
        let Some(found) = found.filter(|found| found.count > 0) else { break };
        lengths.push(found.count);
        let [x, y, z] = triple_at(found.place);
        longest = [lowest(next[found.place]), x, y, z];
        std::mem::swap(&mut layer, &mut next);
        flags = next_flags;
    }
    let unsolvable = done.then(|| board.shared(vec![board.all() - lengths.iter().sum::<u64>()])[0]);
    Census { lengths: board.shared(lengths), unsolvable, longest }
}

/// What a layer has.
#[derive(Clone, Copy, Debug)]
struct Found {
    /// Positions.
    count: u64,
    /// The first triple that has any.
    place: usize,
}

/// Walls in the form of sets.
struct Backward<'a> {
    ground: &'a Ground,
    any: bool,
    /// Codes where robots can be.
    cells: Set,
    /// By direction: codes from which a step leads over no wall.
    open: [Set; 4],
    /// Positions with a code below a number in their first, second place of three.
    pairs: [u32; CODES],
    triples: [u32; CODES],
}

impl<'a> Backward<'a> {
    fn new(position: &Position, ground: &'a Ground) -> Self {
        let size = position.board.size();
        let (mut cells, mut open) = ([0; 4], [[0; 4]; 4]);
        for cell in size.cells().filter(|&cell| !position.board.is_blocked(cell)) {
            let code = ground.code(cell);
            cells = or(cells, single(code));
            for (set, direction) in open.iter_mut().zip(super::super::board::Direction::ALL) {
                if !position.board.has_wall(cell, direction) {
                    *set = or(*set, single(code));
                }
            }
        }
        let pairs = std::array::from_fn(|n| (n * n.saturating_sub(1) / 2) as u32);
        let triples = std::array::from_fn(|n| (n * n.saturating_sub(1) * n.saturating_sub(2) / 6) as u32);
        Backward { ground, any: ground.any, cells, open, pairs, triples }
    }

    /// With a target for any robot each position is met four times, once with each robot as the first.
    fn shared(&self, counts: Vec<u64>) -> Vec<u64> {
        if self.any { counts.into_iter().map(|count| count / 4).collect() } else { counts }
    }

    /// Positions in all, the robot of the target told from the others.
    fn all(&self) -> u64 {
        let cells = count(self.cells);
        choose(cells, 3) * cells.saturating_sub(3)
    }

    /// Those of them that are solved before any move.
    fn solved_at_once(&self) -> u64 {
        let cells = count(self.cells);
        let beside = if self.any { choose(cells - 1, 2) * cells.saturating_sub(3) } else { 0 };
        choose(cells - 1, 3) + beside
    }

    /// One of those.
    fn some_solved(&self, target: u16) -> [u16; 4] {
        let mut others = (0..CODES as u16).filter(|&code| has(self.cells, code) && code != target);
        [Some(target), others.next(), others.next(), others.next()].map(|code| code.unwrap_or(target))
    }

    /// Fills the first layer; whether no limit came in between.
    fn begin(&self, target: u16, (solved, layer, flags): (&mut [Set], &mut [Set], &mut [u64]), budget: &Budget) -> bool {
        for from in (0..TRIPLES).step_by(PIECE) {
            if budget.is_over() {
                return false;
            }
            self.each_triple(from..TRIPLES.min(from + PIECE), |place, triple| {
                let free = self.free(triple);
                let reached = self.any && triple.contains(&target);
                layer[place] = if reached { free } else { and(single(target), free) };
                flags[place / 64] |= u64::from(layer[place] != [0; 4]) << (place % 64);
                solved[place] = layer[place];
            });
        }
        true
    }

    /// Where the robot of the target can be beside these.
    fn free(&self, triple: [u16; 3]) -> Set {
        triple.into_iter().fold(self.cells, |set, code| and_not(set, single(code)))
    }

    /// The number of the triple of a code and two others in order.
    #[inline]
    fn place(&self, code: u16, low: u16, high: u16) -> usize {
        let (code, low, high) = (usize::from(code), usize::from(low), usize::from(high));
        let place = if code < low {
            self.triples[high] + self.pairs[low] + code as u32
        } else if code < high {
            self.triples[high] + self.pairs[code] + low as u32
        } else {
            self.triples[code] + self.pairs[high] + low as u32
        };
        place as usize
    }

    /// Tells the triples of a range on which robots can be, with their numbers.
    fn each_triple(&self, range: std::ops::Range<usize>, mut tell: impl FnMut(usize, [u16; 3])) {
        let [mut x, mut y, mut z] = triple_at(range.start);
        for place in range {
            if [x, y, z].into_iter().all(|code| has(self.cells, code)) {
                tell(place, [x, y, z]);
            }
            x += 1;
            if x == y {
                (x, y) = (0, y + 1);
                if y == z {
                    (y, z) = (1, z + 1);
                }
            }
        }
    }

    /// Makes the next layer; none where a limit came in between.
    fn step(
        &self,
        layer: &[Set],
        flags: &[u64],
        (solved, next, next_flags): (&mut [Set], &mut [Set], &mut [u64]),
        threads: usize,
        budget: &Budget,
    ) -> Option<Found> {
        let pieces = solved.chunks_mut(PIECE).zip(next.chunks_mut(PIECE)).zip(next_flags.chunks_mut(PIECE / 64)).enumerate();
        let pieces = parking_lot::Mutex::new(pieces);
        let work = || {
            let mut all = Found { count: 0, place: TRIPLES };
            while !budget.is_over() {
                let Some((number, ((solved, next), marks))) = pieces.lock().next() else { return Some(all) };
                let from = number * PIECE;
                next.fill([0; 4]);
                self.each_triple(from..from + solved.len(), |place, triple| {
                    let at = place - from;
                    let open = and_not(self.free(triple), solved[at]);
                    if open == [0; 4] {
                        return;
                    }
                    let found = and(self.before(layer, flags, place, triple), open);
                    if found != [0; 4] {
                        next[at] = found;
                        solved[at] = or(solved[at], found);
                        marks[at / 64] |= 1 << (at % 64);
                        all = Found { count: all.count + count(found), place: all.place.min(place) };
                    }
                });
            }
            None
        };
        std::thread::scope(|scope| {
            let others: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
            let own = work();
            others.into_iter().map(|thread| thread.join().ok().flatten()).fold(own, |all, part| {
                let (all, part) = (all?, part?);
                Some(Found { count: all.count + part.count, place: all.place.min(part.place) })
            })
        })
    }

    /// Where the robot of the target is one move before the layer, beside these others.
    fn before(&self, layer: &[Set], flags: &[u64], place: usize, triple: [u16; 3]) -> Set {
        let is_set = |place: usize| flags[place / 64] >> (place % 64) & 1 != 0;
        let mut found = [0; 4];
        if is_set(place) {
            found = self.own_moves(layer[place], triple);
        }
        let across = triple.map(|code| self.ground.transposed(code));
        for slot in 0..3 {
            let (low, high) = match slot {
                0 => (triple[1], triple[2]),
                1 => (triple[0], triple[2]),
                _ => (triple[0], triple[1]),
            };
            let ends = self.ground.slides(&triple, &across, slot);
            for (direction, end) in ends.into_iter().enumerate() {
                let step = [-16_i16, 1, 16, -1][direction];
                let mut path = [0; 4];
                let mut code = triple[slot];
                while code != end {
                    let ahead = code.wrapping_add_signed(step);
                    path = or(path, single(ahead));
                    // The robot of the target ahead: the other stops short of it, if it moves at all.
                    if code != triple[slot] {
                        let stopped = self.place(code, low, high);
                        if is_set(stopped) && has(layer[stopped], ahead) {
                            found = or(found, single(ahead));
                        }
                    }
                    code = ahead;
                }
                if end != triple[slot] {
                    let moved = self.place(end, low, high);
                    if is_set(moved) {
                        found = or(found, and_not(layer[moved], path));
                    }
                }
            }
        }
        found
    }

    /// The cells from which the robot of the target slides into a set.
    fn own_moves(&self, set: Set, triple: [u16; 3]) -> Set {
        let others = triple.into_iter().fold([0; 4], |set, code| or(set, single(code)));
        let mut found = [0; 4];
        for direction in 0..4 {
            // From these a step leads on.
            let free = and_not(self.open[direction], towards(others, direction, 1));
            let mut reached = and_not(set, free);
            let mut run = and_not(free, others);
            for far in [1, 2, 4, 8] {
                reached = or(reached, and(run, towards(reached, direction, far)));
                run = and(run, towards(run, direction, far));
            }
            found = or(found, reached);
        }
        found
    }
}

/// The codes from which so many steps in a direction lead into a set, walls or not.
#[inline]
fn towards(set: Set, direction: usize, far: u32) -> Set {
    match direction {
        0 => up(set, 16 * far),
        1 => set.map(|word| word >> far),
        2 => down(set, 16 * far),
        _ => set.map(|word| word << far),
    }
}

/// All codes greater by so much: 16 to 128.
fn up(set: Set, by: u32) -> Set {
    let (words, bits) = ((by / 64) as usize, by % 64);
    let word = |k: usize| k.checked_sub(words).map_or(0, |k| set[k]);
    let carry = |k: usize| if bits == 0 { 0 } else { k.checked_sub(words + 1).map_or(0, |k| set[k] >> (64 - bits)) };
    std::array::from_fn(|k| word(k) << bits | carry(k))
}

/// All codes smaller by so much.
fn down(set: Set, by: u32) -> Set {
    let (words, bits) = ((by / 64) as usize, by % 64);
    let word = |k: usize| set.get(k + words).copied().unwrap_or(0);
    let carry = |k: usize| if bits == 0 { 0 } else { word(k + 1) << (64 - bits) };
    std::array::from_fn(|k| word(k) >> bits | carry(k))
}

fn single(code: u16) -> Set {
    std::array::from_fn(|k| if usize::from(code) / 64 == k { 1 << (code % 64) } else { 0 })
}

fn has(set: Set, code: u16) -> bool {
    set[usize::from(code) / 64] >> (code % 64) & 1 != 0
}

fn or(a: Set, b: Set) -> Set {
    std::array::from_fn(|k| a[k] | b[k])
}

fn and(a: Set, b: Set) -> Set {
    std::array::from_fn(|k| a[k] & b[k])
}

fn and_not(a: Set, b: Set) -> Set {
    std::array::from_fn(|k| a[k] & !b[k])
}

fn count(set: Set) -> u64 {
    set.into_iter().map(|word| u64::from(word.count_ones())).sum()
}

/// How many sets of so many there are.
fn choose(cells: u64, many: u64) -> u64 {
    (0..many).fold(1, |product, k| product * cells.saturating_sub(k) / (k + 1))
}

fn lowest(set: Set) -> u16 {
    let word = set.iter().position(|&word| word != 0).unwrap_or(0);
    (word * 64) as u16 + set[word].trailing_zeros() as u16 % 64
}

/// The triple of a number.
fn triple_at(place: usize) -> [u16; 3] {
    let triples = |n: usize| n * n.saturating_sub(1) * n.saturating_sub(2) / 6;
    let z = (2..CODES).rev().find(|&z| triples(z) <= place).unwrap_or(2);
    let rest = place - triples(z);
    let pairs = |n: usize| n * n.saturating_sub(1) / 2;
    let y = (1..z).rev().find(|&y| pairs(y) <= rest).unwrap_or(1);
    [(rest - pairs(y)) as u16, y as u16, z as u16]
}
