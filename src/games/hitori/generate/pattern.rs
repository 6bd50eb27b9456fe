//! Patterns of black cells for puzzles with one solution.
//!
//! A white cell that could be black as well (no black neighbour, no ring closed) would give a second solution, so patterns
//! are filled until there is none. A cell that only the cut rule finds to be white makes a puzzle hard. For lower levels such a
//! cell is made black and the ring that it closes is opened elsewhere, until each white cell has a black neighbour or is a last
//! exit.

use rand::RngExt;
use rand::seq::{IndexedRandom, SliceRandom};
use rand_pcg::Pcg64Mcg;

use super::editable_pattern::{EditablePattern, Place};
use crate::games::hitori::board::{Grid, Mark, Marks};
use crate::games::hitori::deduce::{PaddedGrid, Spot, State};
use crate::grid::Size;
use crate::puzzle::Level;
use crate::search::Budget;

/// Patterns that are drawn to come near to a density.
const DENSITY_TRIES: usize = 12;

/// Greatest bias: the number of candidates beyond the first that are compared for each cell.
const MAX_BIAS: f64 = 100.0;

/// Change of the bias for a density that is wrong by one.
const BIAS_GAIN: f64 = 250.0;

/// Difference from the density asked for that is near enough.
const DENSITY_ERROR: f64 = 0.005;

/// Changes per cell before a pattern that should need no cut rule is given up.
const MOVES_A_CELL: usize = 4;

/// Chance that a move makes a white cell near an undetermined one black instead, because the undetermined one cannot always be
/// black.
const DETOUR_CHANCE: f64 = 0.5;

/// Weight of a cell that becomes white, in black cells a knight's move away.
const KNIGHTS_A_CELL: i32 = 4;

/// Draws a pattern that no cell can be added to and that puzzles of this difficulty can have, near to a density if one is given.
/// Returns `None` if no attempt succeeds.
pub fn draw(size: Size, density: Option<f64>, level: Level, random: &mut Pcg64Mcg, budget: &Budget) -> Option<Marks> {
    let mut bias = 0.0;
    let mut best: Option<(f64, Marks)> = None;
    for _ in 0..DENSITY_TRIES {
        let mut marks = fill_pattern(size, bias, random, budget)?;
        if level < Level::Hard && !cover_whites(&mut marks, random, budget) {
            continue;
        }
        let Some(wanted) = density else { return Some(marks) };
        let found = marks.count(Mark::Black) as f64 / size.area() as f64;
        let error = (found - wanted).abs();
        if best.as_ref().is_none_or(|(least, _)| error < *least) {
            best = Some((error, marks));
        }
        if error < DENSITY_ERROR {
            break;
        }
        bias = f64::clamp(bias + (wanted - found) * BIAS_GAIN, -MAX_BIAS, MAX_BIAS);
    }
    best.map(|(_, marks)| marks)
}

/// Returns a random pattern that no cell can be added to. A positive bias looks at more candidates for each cell and takes the one
/// that blocks fewest new cells, a negative one the one that blocks most, best a knight's move from others: the sparsest pattern, a
/// fifth of all cells, is made of knight's moves. Returns `None` if the budget ends first.
fn fill_pattern(size: Size, bias: f64, random: &mut Pcg64Mcg, budget: &Budget) -> Option<Marks> {
    let blank = Grid::new(size, vec![None; size.area()]);
    let padded = PaddedGrid::new(&blank);
    let mut state = State::new(&padded);
    let mut open: Vec<Spot> = padded.spots().collect();
    while !open.is_empty() {
        if budget.is_over() {
            return None;
        }
        let candidates = 1 + bias.abs() as usize + usize::from(random.random_bool(bias.abs().fract()));
        let mut best: Option<(i32, usize)> = None;
        for _ in 0..candidates {
            let Some(at) = pick_undecided(&state, &mut open, random) else { break };
            let cost = cost(&state, open[at], bias);
            if best.is_none_or(|(least, _)| cost < least) {
                best = Some((cost, at));
            }
        }
        // Dropping a candidate may have moved another one to its index, which serves as well.
        let Some(spot) = best.and_then(|(_, at)| open.get(at).copied()) else { continue };
        if state.mark(spot) == Mark::Unknown {
            let mark = if state.closes_ring(spot) { Mark::White } else { Mark::Black };
            // On a blank grid nothing contradicts a cell that closes no ring.
            if state.assume(spot, mark).is_err() {
                break;
            }
        }
    }
    let marks = state.marks();
    let cells = size.cells().map(|cell| if marks.is_black(cell) { Mark::Black } else { Mark::White });
    Some(Marks::new(size, cells.collect()))
}

/// Returns a random index in a list of spots whose spot is still unknown; drops the known spots that it meets.
fn pick_undecided(state: &State<'_>, open: &mut Vec<Spot>, random: &mut Pcg64Mcg) -> Option<usize> {
    while !open.is_empty() {
        let at = random.random_range(0..open.len());
        if state.mark(open[at]) == Mark::Unknown {
            return Some(at);
        }
        open.swap_remove(at);
    }
    None
}

/// Returns the cost of a black cell there under a bias; less is better.
fn cost(state: &State<'_>, spot: Spot, bias: f64) -> i32 {
    if bias == 0.0 {
        return 0;
    }
    let padded = state.grid();
    let fresh = padded.neighbors(spot).into_iter().filter(|&other| state.mark(other) == Mark::Unknown).count() as i32;
    if bias > 0.0 {
        return fresh;
    }
    let corners = padded.diagonal(spot).into_iter().filter(|&corner| padded.is_within(corner));
    let leaps = corners
        .flat_map(|corner| padded.neighbors(corner))
        .filter(|&leap| !padded.are_neighbors(leap, spot) && padded.is_within(leap));
    let knights = leaps.filter(|&leap| state.mark(leap) == Mark::Black).count() as i32;
    -KNIGHTS_A_CELL * fresh - knights
}

/// Rearranges a pattern until each white cell has a black neighbour or is a last exit. Returns false if that fails.
fn cover_whites(marks: &mut Marks, random: &mut Pcg64Mcg, budget: &Budget) -> bool {
    let size = marks.size();
    if size.width == 1 || size.height == 1 {
        // All cells between the ends are white by the cut rule.
        return size.area() == 2;
    }
    let mut pattern = EditablePattern::new(marks);
    let mut undetermined: Vec<Place> = pattern.places().filter(|&spot| pattern.is_undetermined(spot)).collect();
    for _ in 0..MOVES_A_CELL * size.area() {
        let Some(&spot) = undetermined.choose(random) else { break };
        if budget.is_over() {
            return false;
        }
        let near: Vec<Place> = pattern.within_two_steps(spot).filter(|&other| !pattern.is_black(other)).collect();
        let spot = if random.random_bool(DETOUR_CHANCE) { near.choose(random).copied().unwrap_or(spot) } else { spot };
        let flipped = blacken(&mut pattern, spot, random);
        let mut touched: Vec<Place> = flipped.iter().flat_map(|&spot| pattern.within_two_steps(spot).chain([spot])).collect();
        touched.sort_unstable();
        touched.dedup();
        let now: Vec<Place> = touched.iter().copied().filter(|&spot| pattern.is_undetermined(spot)).collect();
        let before = undetermined.iter().filter(|spot| touched.binary_search(spot).is_ok()).count();
        if now.len() <= before {
            undetermined.retain(|spot| touched.binary_search(spot).is_err());
            undetermined.extend(now);
        } else {
            flipped.into_iter().rev().for_each(|spot| pattern.flip(spot));
        }
    }
    *marks = pattern.marks();
    undetermined.is_empty()
}

/// Makes a white spot black: its black neighbours become white, the rings that it closes are opened, and spots that this frees are
/// made black. Returns the spots that changed, in order.
fn blacken(pattern: &mut EditablePattern, spot: Place, random: &mut Pcg64Mcg) -> Vec<Place> {
    let mut flipped: Vec<Place> = pattern.neighbors(spot).into_iter().filter(|&other| pattern.is_black(other)).collect();
    flipped.iter().for_each(|&other| pattern.flip(other));
    pattern.build_walls();
    let blocking = pattern.blocking_places(spot, random.random_range(0..4));
    blocking.iter().for_each(|&other| pattern.flip(other));
    flipped.extend(blocking);
    let mut freed: Vec<Place> = flipped.iter().flat_map(|&other| pattern.neighbors(other)).collect();
    pattern.build_walls();
    pattern.add_black(spot);
    flipped.push(spot);
    freed.shuffle(random);
    for other in freed {
        if pattern.is_free(other) && pattern.blocking_places(other, 0).is_empty() {
            pattern.add_black(other);
            flipped.push(other);
        }
    }
    flipped
}
