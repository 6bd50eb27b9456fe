//! Retrograde analysis: the fewest moves of every position of a board and a target, with four robots and the plain rule.
//!
//! For each triple of other robots a set of 256 bits holds the solved cells of the target robot, so that a layer of all its
//! positions is computed at once. Its own moves are reversed by filling the set (Kogge-Stone, as with the bitboards of chess). A
//! move of another robot copies the set of the triple after the move. Cells are looked up one by one only if the target robot
//! itself blocks the other.
//!
//! Memory: 2.8 million triples, 265 MB.

use super::super::board::{Direction, Robot};
use super::super::position::Position;
use super::code_set::{CODES, CodeSet, contains, count, difference, intersection, lowest, single, union};
use super::search_board::SearchBoard;
use crate::pages::Pages;
use crate::search::Budget;

/// Triples of different codes.
const TRIPLES: usize = CODES * (CODES - 1) * (CODES - 2) / 6;

/// Triples that a thread takes at once: a multiple of 64, so that no two share a word of flags.
const CHUNK: usize = 64 * 64;

/// The numbers of positions by their fewest moves.
#[derive(Clone, Debug)]
pub struct Census {
    /// Number of positions by their fewest moves.
    pub lengths: Vec<u64>,
    /// Number of positions from which the target cannot be reached; `None` if the analysis was stopped early.
    pub unsolvable: Option<u64>,
    /// A position with the most moves.
    pub longest: Position,
}

/// Counts all positions by their fewest moves, backwards from the solved ones.
#[must_use]
pub fn census(position: &Position, threads: usize, budget: &Budget) -> Census {
    let board = SearchBoard::new(position);
    let search = Retrograde::new(position, &board);
    let target = board.code(position.target.cell);
    let [mut solved, mut layer, mut next] = std::array::from_fn(|_| Pages::new(TRIPLES, 0));
    let mut flags = vec![0_u64; TRIPLES.div_ceil(64)];
    let mut lengths = vec![search.solved_count()];
    let mut longest = search.solved_example(target);
    let mut done = search.fill_first_layer(target, (&mut solved, &mut layer, &mut flags), budget);
    while done {
        let mut next_flags = vec![0_u64; flags.len()];
        let found = search.next_layer(&layer, &flags, (&mut solved, &mut next, &mut next_flags), threads, budget);
        done = found.is_some();
        let Some(found) = found.filter(|found| found.count > 0) else { break };
        lengths.push(found.count);
        let [x, y, z] = triple_of_number(found.place);
        longest = [lowest(next[found.place]), x, y, z];
        std::mem::swap(&mut layer, &mut next);
        flags = next_flags;
    }
    let unsolvable = done.then(|| search.divide_by_symmetry(vec![search.position_count() - lengths.iter().sum::<u64>()])[0]);
    Census { lengths: search.divide_by_symmetry(lengths), unsolvable, longest: with_robots(position, &board, longest) }
}

/// Returns the position where the target robot and then the others stand on these codes.
fn with_robots(position: &Position, board: &SearchBoard, codes: [u16; 4]) -> Position {
    let mut others = codes[1..].iter().map(|&code| board.cell(code));
    let cells = Robot::ALL.into_iter().take(codes.len()).map(|robot| match robot == board.target_robot {
        true => board.cell(codes[0]),
        false => others.next().unwrap_or(position.target.cell),
    });
    Position { robots: cells.collect(), ..position.clone() }
}

/// The size of a layer.
#[derive(Clone, Copy, Debug)]
struct Layer {
    /// Number of positions.
    count: u64,
    /// The first triple that has a position in the layer.
    place: usize,
}

/// The walls as bit sets, and the numbering of triples.
struct Retrograde<'a> {
    board: &'a SearchBoard,
    any: bool,
    /// Codes where robots can be.
    cells: CodeSet,
    /// By direction: the codes without a wall on that side.
    open: [CodeSet; 4],
    /// Binomial coefficients: pairs and triples of codes below each code.
    pairs: [u32; CODES],
    triples: [u32; CODES],
}

impl<'a> Retrograde<'a> {
    fn new(position: &Position, board: &'a SearchBoard) -> Self {
        let size = position.board.size();
        let (mut cells, mut open) = ([0; 4], [[0; 4]; 4]);
        for cell in size.cells().filter(|&cell| !position.board.is_blocked(cell)) {
            let code = board.code(cell);
            cells = union(cells, single(code));
            for (set, direction) in open.iter_mut().zip(Direction::ALL) {
                if !position.board.has_wall(cell, direction) {
                    *set = union(*set, single(code));
                }
            }
        }
        let pairs = std::array::from_fn(|n| (n * n.saturating_sub(1) / 2) as u32);
        let triples = std::array::from_fn(|n| (n * n.saturating_sub(1) * n.saturating_sub(2) / 6) as u32);
        Retrograde { board, any: board.any, cells, open, pairs, triples }
    }

    /// Divides counts by four with a target for any robot: each position is counted once with each robot as the first.
    fn divide_by_symmetry(&self, counts: Vec<u64>) -> Vec<u64> {
        if self.any { counts.into_iter().map(|count| count / 4).collect() } else { counts }
    }

    /// Returns the number of all positions, counting the target robot apart from the others.
    fn position_count(&self) -> u64 {
        let cells = count(self.cells);
        binomial(cells, 3) * cells.saturating_sub(3)
    }

    /// Returns the number of positions that are solved before any move.
    fn solved_count(&self) -> u64 {
        let cells = count(self.cells);
        let beside = if self.any { binomial(cells - 1, 2) * cells.saturating_sub(3) } else { 0 };
        binomial(cells - 1, 3) + beside
    }

    /// Returns a position that is solved before any move.
    fn solved_example(&self, target: u16) -> [u16; 4] {
        let mut others = (0..CODES as u16).filter(|&code| contains(&self.cells, code) && code != target);
        [Some(target), others.next(), others.next(), others.next()].map(|code| code.unwrap_or(target))
    }

    /// Fills the first layer. Returns false if the budget was spent.
    fn fill_first_layer(
        &self,
        target: u16,
        (solved, layer, flags): (&mut [CodeSet], &mut [CodeSet], &mut [u64]),
        budget: &Budget,
    ) -> bool {
        for from in (0..TRIPLES).step_by(CHUNK) {
            if budget.is_over() {
                return false;
            }
            self.for_each_triple(from..TRIPLES.min(from + CHUNK), |place, triple| {
                let free = self.free_cells(triple);
                let reached = self.any && triple.contains(&target);
                layer[place] = if reached { free } else { intersection(single(target), free) };
                flags[place / 64] |= u64::from(layer[place] != [0; 4]) << (place % 64);
                solved[place] = layer[place];
            });
        }
        true
    }

    /// Returns the cells where the target robot can be beside these others.
    fn free_cells(&self, triple: [u16; 3]) -> CodeSet {
        triple.into_iter().fold(self.cells, |set, code| difference(set, single(code)))
    }

    /// Returns the number of the triple of a code and two others in order.
    #[inline]
    fn triple_number(&self, code: u16, low: u16, high: u16) -> usize {
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

    /// Visits the triples of a range that robots can occupy, with their numbers.
    fn for_each_triple(&self, range: std::ops::Range<usize>, mut visit: impl FnMut(usize, [u16; 3])) {
        let [mut x, mut y, mut z] = triple_of_number(range.start);
        for place in range {
            if [x, y, z].into_iter().all(|code| contains(&self.cells, code)) {
                visit(place, [x, y, z]);
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

    /// Computes the next layer. Returns `None` if the budget was spent.
    fn next_layer(
        &self,
        layer: &[CodeSet],
        flags: &[u64],
        (solved, next, next_flags): (&mut [CodeSet], &mut [CodeSet], &mut [u64]),
        threads: usize,
        budget: &Budget,
    ) -> Option<Layer> {
        let chunks = solved.chunks_mut(CHUNK).zip(next.chunks_mut(CHUNK)).zip(next_flags.chunks_mut(CHUNK / 64)).enumerate();
        let chunks = parking_lot::Mutex::new(chunks);
        let work = || {
            let mut all = Layer { count: 0, place: TRIPLES };
            while !budget.is_over() {
                let Some((number, ((solved, next), marks))) = chunks.lock().next() else { return Some(all) };
                let from = number * CHUNK;
                next.fill([0; 4]);
                self.for_each_triple(from..from + solved.len(), |place, triple| {
                    let at = place - from;
                    let open = difference(self.free_cells(triple), solved[at]);
                    if open == [0; 4] {
                        return;
                    }
                    let found = intersection(self.predecessors(layer, flags, place, triple), open);
                    if found != [0; 4] {
                        next[at] = found;
                        solved[at] = union(solved[at], found);
                        marks[at / 64] |= 1 << (at % 64);
                        all = Layer { count: all.count + count(found), place: all.place.min(place) };
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
                Some(Layer { count: all.count + part.count, place: all.place.min(part.place) })
            })
        })
    }

    /// Returns the cells of the target robot, beside these others, that are one move before the layer.
    fn predecessors(&self, layer: &[CodeSet], flags: &[u64], place: usize, triple: [u16; 3]) -> CodeSet {
        let is_set = |place: usize| flags[place / 64] >> (place % 64) & 1 != 0;
        let mut found = [0; 4];
        if is_set(place) {
            found = self.own_moves(layer[place], triple);
        }
        let across = triple.map(|code| self.board.transpose(code));
        for slot in 0..3 {
            let (low, high) = match slot {
                0 => (triple[1], triple[2]),
                1 => (triple[0], triple[2]),
                _ => (triple[0], triple[1]),
            };
            let ends = self.board.slides(&triple, &across, slot);
            for (direction, end) in ends.into_iter().enumerate() {
                let step = [-16_i16, 1, 16, -1][direction];
                let mut path = [0; 4];
                let mut code = triple[slot];
                while code != end {
                    let ahead = code.wrapping_add_signed(step);
                    path = union(path, single(ahead));
                    // If the target robot is ahead, the other stops short of it.
                    if code != triple[slot] {
                        let stopped = self.triple_number(code, low, high);
                        if is_set(stopped) && contains(&layer[stopped], ahead) {
                            found = union(found, single(ahead));
                        }
                    }
                    code = ahead;
                }
                if end != triple[slot] {
                    let moved = self.triple_number(end, low, high);
                    if is_set(moved) {
                        found = union(found, difference(layer[moved], path));
                    }
                }
            }
        }
        found
    }

    /// Returns the cells from which the target robot slides into a set.
    fn own_moves(&self, set: CodeSet, triple: [u16; 3]) -> CodeSet {
        let others = triple.into_iter().fold([0; 4], |set, code| union(set, single(code)));
        let mut found = [0; 4];
        for direction in 0..4 {
            // From these cells a step is possible.
            let free = difference(self.open[direction], shift_back(others, direction, 1));
            let mut reached = difference(set, free);
            let mut run = difference(free, others);
            for far in [1, 2, 4, 8] {
                reached = union(reached, intersection(run, shift_back(reached, direction, far)));
                run = intersection(run, shift_back(run, direction, far));
            }
            found = union(found, reached);
        }
        found
    }
}

/// Returns the codes from which `far` steps in a direction lead into a set, regardless of walls.
#[inline]
fn shift_back(set: CodeSet, direction: usize, far: u32) -> CodeSet {
    match direction {
        0 => shift_up(set, 16 * far),
        1 => set.map(|word| word >> far),
        2 => shift_down(set, 16 * far),
        _ => set.map(|word| word << far),
    }
}

/// Adds 16 to 128 to every code.
fn shift_up(set: CodeSet, by: u32) -> CodeSet {
    let (words, bits) = ((by / 64) as usize, by % 64);
    let word = |k: usize| k.checked_sub(words).map_or(0, |k| set[k]);
    let carry = |k: usize| if bits == 0 { 0 } else { k.checked_sub(words + 1).map_or(0, |k| set[k] >> (64 - bits)) };
    std::array::from_fn(|k| word(k) << bits | carry(k))
}

/// Subtracts 16 to 128 from every code.
fn shift_down(set: CodeSet, by: u32) -> CodeSet {
    let (words, bits) = ((by / 64) as usize, by % 64);
    let word = |k: usize| set.get(k + words).copied().unwrap_or(0);
    let carry = |k: usize| if bits == 0 { 0 } else { word(k + 1) << (64 - bits) };
    std::array::from_fn(|k| word(k) >> bits | carry(k))
}

/// Returns the binomial coefficient.
fn binomial(cells: u64, many: u64) -> u64 {
    (0..many).fold(1, |product, k| product * cells.saturating_sub(k) / (k + 1))
}

/// Returns the triple with a number.
fn triple_of_number(place: usize) -> [u16; 3] {
    let triples = |n: usize| n * n.saturating_sub(1) * n.saturating_sub(2) / 6;
    let z = (2..CODES).rev().find(|&z| triples(z) <= place).unwrap_or(2);
    let rest = place - triples(z);
    let pairs = |n: usize| n * n.saturating_sub(1) / 2;
    let y = (1..z).rev().find(|&y| pairs(y) <= rest).unwrap_or(1);
    [(rest - pairs(y)) as u16, y as u16, z as u16]
}
