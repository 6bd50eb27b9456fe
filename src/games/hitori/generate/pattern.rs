//! Patterns of black cells for puzzles with one solution.
//!
//! A white cell that could be black as well (no black beside it, no ring closed) would give a second solution, so patterns
//! are filled up until there is none. Cells that only the cut rule knows to be white make a puzzle hard; for the lower rungs such a
//! cell is made black and the ring that it closes is opened elsewhere, until a black cell or a last exit speaks for each white
//! one.

use rand::RngExt;
use rand::seq::{IndexedRandom, SliceRandom};
use rand_pcg::Pcg64Mcg;

use super::canvas::{Canvas, Spot as Place};
use crate::games::hitori::board::{Grid, Mark, Marks};
use crate::games::hitori::deduce::{Plan, Spot, State};
use crate::grid::Size;
use crate::puzzle::Level;
use crate::search::Budget;

/// Patterns that are drawn to come near to a density.
const DENSITY_TRIES: usize = 12;

/// Candidates beyond the first that a bias looks at, at most.
const MAX_BIAS: f64 = 100.0;

/// Change of the bias for a density that is wrong by one.
const BIAS_GAIN: f64 = 250.0;

/// How near is near enough.
const DENSITY_ERROR: f64 = 0.005;

/// Moves per cell before a pattern that should have no cell for the cut rule is given up.
const MOVES_A_CELL: usize = 4;

/// Chance that a move makes a white cell near a lonely one black, in its place: a lonely cell may be locked in.
const DETOUR: f64 = 0.5;

/// What one cell that is blocked counts as, in black cells a knight's move away.
const KNIGHTS_A_CELL: i32 = 4;

/// Returns a full pattern; fit for puzzles of this difficulty. `None` where chance was against it.
pub fn draw(size: Size, density: Option<f64>, level: Level, random: &mut Pcg64Mcg, budget: &Budget) -> Option<Marks> {
    let mut bias = 0.0;
    let mut best: Option<(f64, Marks)> = None;
    for _ in 0..DENSITY_TRIES {
        let mut marks = full(size, bias, random);
        if level < Level::Hard && !dominate(&mut marks, random, budget) {
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

/// Returns a random pattern that no cell can be added to. A positive bias looks at more candidates for each cell and takes the
/// one that blocks fewest new cells, a negative one the one that blocks most, best a knight's move from others: so lie the cells
/// of the sparsest pattern, a fifth of all.
fn full(size: Size, bias: f64, random: &mut Pcg64Mcg) -> Marks {
    let blank = Grid::new(size, vec![None; size.area()]);
    let plan = Plan::new(&blank);
    let mut state = State::new(&plan);
    let mut open: Vec<Spot> = plan.spots().collect();
    while !open.is_empty() {
        let candidates = 1 + bias.abs() as usize + usize::from(random.random_bool(bias.abs().fract()));
        let mut best: Option<(i32, usize)> = None;
        for _ in 0..candidates {
            let Some(at) = pick_undecided(&state, &mut open, random) else { break };
            let cost = cost(&state, open[at], bias);
            if best.is_none_or(|(least, _)| cost < least) {
                best = Some((cost, at));
            }
        }
        // A candidate may have moved to the place of one that was dropped: then this one is as good.
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
    Marks::new(size, cells.collect())
}

/// Returns a random place of a list whose spot is not decided yet; those that are, and were met, are dropped.
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

/// Returns how badly a black cell there serves a bias.
fn cost(state: &State<'_>, spot: Spot, bias: f64) -> i32 {
    if bias == 0.0 {
        return 0;
    }
    let plan = state.plan();
    let fresh = plan.beside(spot).into_iter().filter(|&other| state.mark(other) == Mark::Unknown).count() as i32;
    if bias > 0.0 {
        return fresh;
    }
    let corners = plan.diagonal(spot).into_iter().filter(|&corner| plan.is_within(corner));
    let leaps =
        corners.flat_map(|corner| plan.beside(corner)).filter(|&leap| !plan.are_neighbours(leap, spot) && plan.is_within(leap));
    let knights = leaps.filter(|&leap| state.mark(leap) == Mark::Black).count() as i32;
    -KNIGHTS_A_CELL * fresh - knights
}

/// Rearranges a pattern until each white cell has a black neighbour or is a last exit; whether it came to that.
fn dominate(marks: &mut Marks, random: &mut Pcg64Mcg, budget: &Budget) -> bool {
    let size = marks.size();
    if size.width == 1 || size.height == 1 {
        // All cells between the ends are white by the cut rule.
        return size.area() == 2;
    }
    let mut canvas = Canvas::new(marks);
    let mut lonely: Vec<Place> = canvas.spots().filter(|&spot| canvas.is_lonely(spot)).collect();
    for _ in 0..MOVES_A_CELL * size.area() {
        let Some(&spot) = lonely.choose(random) else { break };
        if budget.is_over() {
            return false;
        }
        let near: Vec<Place> = canvas.neighbors(spot).filter(|&other| !canvas.is_black(other)).collect();
        let spot = if random.random_bool(DETOUR) { near.choose(random).copied().unwrap_or(spot) } else { spot };
        let flipped = blacken(&mut canvas, spot, random);
        let mut touched: Vec<Place> = flipped.iter().flat_map(|&spot| canvas.neighbors(spot).chain([spot])).collect();
        touched.sort_unstable();
        touched.dedup();
        let now: Vec<Place> = touched.iter().copied().filter(|&spot| canvas.is_lonely(spot)).collect();
        let before = lonely.iter().filter(|spot| touched.binary_search(spot).is_ok()).count();
        if now.len() <= before {
            lonely.retain(|spot| touched.binary_search(spot).is_err());
            lonely.extend(now);
        } else {
            flipped.into_iter().rev().for_each(|spot| canvas.flip(spot));
        }
    }
    *marks = canvas.marks();
    lonely.is_empty()
}

/// Makes a white spot black: what is black beside it becomes white, the rings that it closes are opened, and what that frees is
/// filled up. The spots that changed, in order.
fn blacken(canvas: &mut Canvas, spot: Place, random: &mut Pcg64Mcg) -> Vec<Place> {
    let mut flipped: Vec<Place> = canvas.beside(spot).into_iter().filter(|&other| canvas.is_black(other)).collect();
    flipped.iter().for_each(|&other| canvas.flip(other));
    canvas.build_walls();
    let obstacles = canvas.obstacles(spot, random.random_range(0..4));
    obstacles.iter().for_each(|&other| canvas.flip(other));
    flipped.extend(obstacles);
    let mut freed: Vec<Place> = flipped.iter().flat_map(|&other| canvas.beside(other)).collect();
    canvas.build_walls();
    canvas.add(spot);
    flipped.push(spot);
    freed.shuffle(random);
    for other in freed {
        if canvas.is_free(other) && canvas.obstacles(other, 0).is_empty() {
            canvas.add(other);
            flipped.push(other);
        }
    }
    flipped
}
