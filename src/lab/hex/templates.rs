//! Finds edge templates: connections to an edge that H-search misses and the solver, without templates, proves.
//!
//! A *gap* is a cell that the tables of a position do not connect to an edge, with its neighbourhood. If the solver proves the
//! connection nevertheless, stones and cells are removed one by one, in random order, as long as the proof holds; the rest is a
//! template. The file lists first the templates that close most gaps, chosen greedily, then those of the old file.

use std::cmp::Reverse;
use std::collections::HashMap;

use ludion::color::Color;
use ludion::game::Tell;
use ludion::games::hex::bench::{best_first_search, random_positions};
use ludion::games::hex::board::Board;
use ludion::games::hex::solver::new_solver;
use ludion::games::hex::tables::{Extras, Tables};
use ludion::games::hex::vc::edge::{EdgeTemplate, Spot, TEMPLATES, cell_at};
use ludion::grid::Size;
use ludion::search::{Budget, Stop};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_pcg::Pcg64Mcg;

/// Highest row of an endpoint.
const HIGHEST: isize = 6;
/// Columns of the neighbourhood to either side of the endpoint; on lower rows fewer to the right, so that mirror images have the
/// same size.
const REACH: isize = 10;
/// Nodes for one proof.
const NODES: u64 = 1000;
/// Most stones of a template beside the endpoint.
const STONES: usize = 2;
/// Random orders of removal, and so templates, for each gap.
const ORDERS: usize = 3;
/// Side of the boards.
const SIDE: usize = 11;
/// Games of the player against itself, plies from one scanned position to the next, and positions searched for a move.
const GAMES: usize = 150;
const STEP: usize = 9;
const NODES_A_MOVE: u64 = 40;
/// Positions of random stones, and the weight of a gap from a game against one from these.
const RANDOM: usize = 150;
const GAME_WEIGHT: usize = 4;
/// Templates to keep.
const KEPT: usize = 1200;

/// Finds the templates and prints their file.
pub fn run(print: Tell<'_>) {
    let gaps = collect_gaps();
    let (left, right) = gaps.split_at(gaps.len() / 2);
    let found = std::thread::scope(|scope| {
        let other = scope.spawn(|| close_gaps(right, 2));
        let mut found = close_gaps(left, 1);
        found.extend(other.join().expect("a search without a panic"));
        found.sort();
        found.dedup();
        found
    });
    let mut templates = select_greedily(&gaps, found);
    let known: Vec<_> = TEMPLATES.iter().filter(|known| !templates.contains(known)).cloned().collect();
    templates.extend(known);
    print("# Row of the endpoint, stones, carrier; the most useful first. Found by ludion-lab hex mine-templates.".into());
    let text = |spots: &[Spot]| spots.iter().map(|(x, row)| format!("{x},{row}")).collect::<Vec<_>>().join(" ");
    for template in templates.iter().take(KEPT) {
        print(format!("{}\t{}\t{}", template.row, text(&template.stones), text(&template.carrier)));
    }
}

/// Collects the gaps of all positions with their weights, shuffled.
fn collect_gaps() -> Vec<(EdgeTemplate, usize)> {
    let size = Size::square(SIDE);
    let mut gaps = HashMap::new();
    for (number, (board, to_move)) in random_positions(size, GAMES, |_| 2).into_iter().enumerate() {
        scan_game(board, to_move, number, &mut gaps);
    }
    for (board, _) in random_positions(size, RANDOM, |number| 10 + number % 40) {
        scan(&board, 1, &mut gaps);
    }
    let mut gaps: Vec<_> = gaps.into_iter().collect();
    gaps.sort();
    gaps.shuffle(&mut Pcg64Mcg::seed_from_u64(1));
    gaps
}

/// Plays a game to its end and scans one in [`STEP`] of its positions, after the third stone.
fn scan_game(mut board: Board, mut to_move: Color, number: usize, gaps: &mut HashMap<EdgeTemplate, usize>) {
    while board.winner().is_none() {
        let ply = board.stone_count();
        if ply > 3 && (ply + number).is_multiple_of(STEP) {
            scan(&board, GAME_WEIGHT, gaps);
        }
        let cell = best_first_search(&board, to_move, 1, NODES_A_MOVE).best;
        board.play(to_move, cell);
        to_move = to_move.other();
    }
}

/// Adds the gaps of a position.
fn scan(board: &Board, weight: usize, gaps: &mut HashMap<EdgeTemplate, usize>) {
    let tables = Tables::<2>::new(board, Extras { templates: false, ..Extras::ALL }, &Stop::default());
    if tables.has_winning_full() {
        return;
    }
    for (color, edge) in Color::BOTH.into_iter().flat_map(|color| [(color, 0), (color, 1)]) {
        let side = tables.side(color);
        let edge_end = side.edges()[edge];
        for (row, x) in (2..=HIGHEST).flat_map(|row| (0..board.size().width as isize).map(move |x| (row, x))) {
            let end = cell_at(board.size(), color, edge, x, row).and_then(|cell| side.endpoint_of(cell));
            if end.is_some_and(|end| end != edge_end && !side.full_neighbors(end).contains(edge_end)) {
                *gaps.entry(neighborhood(&tables, color, edge, (x, row), board.size())).or_default() += weight;
            }
        }
    }
}

/// Returns the neighbourhood of a cell as a template.
fn neighborhood(tables: &Tables<2>, color: Color, edge: usize, (x, row): Spot, size: Size) -> EdgeTemplate {
    let (mut stones, mut carrier) = (Vec::new(), Vec::new());
    let columns = |k| -REACH..=REACH + k - row;
    let spots = (1..=row).flat_map(|k| columns(k).map(move |dx| (dx, k))).filter(|&spot| spot != (0, row));
    for (dx, k) in spots {
        let Some(cell) = cell_at(size, color, edge, x + dx, k) else { continue };
        if tables.empty().contains(cell) {
            carrier.push((dx, k));
        } else if tables.side(color).endpoint_of(cell).is_some() {
            stones.push((dx, k));
        }
    }
    stones.sort_unstable();
    carrier.sort_unstable();
    canonical(EdgeTemplate { row, stones, carrier })
}

/// Returns the lesser of the two mirror images.
fn canonical(template: EdgeTemplate) -> EdgeTemplate {
    let mirrored = template.mirror_image();
    template.min(mirrored)
}

/// Finds templates for the gaps that can be closed; the result includes those of the old file.
fn close_gaps(gaps: &[(EdgeTemplate, usize)], seed: u64) -> Vec<EdgeTemplate> {
    let mut random = Pcg64Mcg::seed_from_u64(seed);
    let known = TEMPLATES.iter().flat_map(|template| [template.mirror_image(), template.clone()]);
    let mut found: Vec<(Shape, EdgeTemplate)> = known.map(|template| (Shape::new(&template), template)).collect();
    for (number, (gap, _)) in gaps.iter().enumerate() {
        log::info!(target: "progress", "gap {number} of {}, {} templates", gaps.len(), found.len());
        let open = Shape::new(gap);
        let known = found.iter().filter(|(shape, template)| template.row == gap.row && shape.fits(&open)).count();
        for _ in known..ORDERS {
            let Some(template) = minimize(gap, &mut random) else { break };
            let is_small = template.stones.len() <= STONES && !template.carrier.is_empty();
            for template in [template.mirror_image(), template].into_iter().filter(|_| is_small) {
                if found.iter().all(|(_, other)| *other != template) {
                    found.push((Shape::new(&template), template));
                }
            }
        }
    }
    found.into_iter().map(|(_, template)| canonical(template)).collect()
}

/// Removes all stones and cells that the proof does not need; `None` if there is no proof.
fn minimize(gap: &EdgeTemplate, random: &mut Pcg64Mcg) -> Option<EdgeTemplate> {
    let mut least = EdgeTemplate { carrier: carrier_of(gap)?, ..gap.clone() };
    let mut order = least.stones.clone();
    order.shuffle(random);
    for stone in order {
        let mut less = least.clone();
        less.stones.retain(|&other| other != stone);
        if let Some(carrier) = carrier_of(&less) {
            least = EdgeTemplate { carrier, ..less };
        }
    }
    let mut order = least.carrier.clone();
    order.shuffle(random);
    for spot in order {
        let mut less = least.clone();
        less.carrier.retain(|&other| other != spot);
        if less.carrier.len() < least.carrier.len() {
            least.carrier = carrier_of(&less).unwrap_or(least.carrier);
        }
    }
    Some(least)
}

/// Returns the cells of its carrier that a template needs, the opponent to move; `None` if it is not proved.
fn carrier_of(template: &EdgeTemplate) -> Option<Vec<Spot>> {
    let board = isolate(template);
    match board.winner() {
        Some(winner) => (winner == Color::Black).then(Vec::new),
        None => solve(template, &board),
    }
}

/// Returns a board of the template alone: its endpoint connected to the top by black stones, white everywhere else.
fn isolate(template: &EdgeTemplate) -> Board {
    let left = leftmost(template) - 1;
    let columns = template.stones.iter().chain(&template.carrier).map(|spot| spot.0);
    let right = columns.max().unwrap_or(0).max(0) + 1;
    let size = Size { width: (right - left + 1).max(3) as usize, height: (template.row + 1) as usize };
    let cells = |spots: &[Spot]| -> Vec<_> {
        spots.iter().filter_map(|&(x, row)| cell_at(size, Color::Black, 1, x - left, row)).collect()
    };
    let black = [cells(&template.stones), cells(&[(0, template.row), (0, template.row + 1)])].concat();
    let empty = cells(&template.carrier);
    let mut board = Board::new(size);
    for cell in size.cells().filter(|cell| !empty.contains(cell)) {
        board.play(if black.contains(&cell) { Color::Black } else { Color::White }, cell);
    }
    board
}

fn leftmost(template: &EdgeTemplate) -> isize {
    template.stones.iter().chain(&template.carrier).map(|spot| spot.0).min().unwrap_or(0).min(0)
}

fn solve(template: &EdgeTemplate, board: &Board) -> Option<Vec<Spot>> {
    let extras = Extras { templates: false, ..Extras::ALL };
    let mut solver = new_solver(board.size(), 1 << 19, extras);
    let solution = solver.solve(board, Color::White, 1, &Budget::new(None, NODES, Stop::default()));
    let left = leftmost(template) - 1;
    let is_needed = |&&(x, row): &&Spot| {
        cell_at(board.size(), Color::Black, 1, x - left, row).is_some_and(|cell| solution.carrier.contains(&cell))
    };
    (solution.winner == Some(Color::Black)).then(|| template.carrier.iter().filter(is_needed).copied().collect())
}

/// A template as bit sets.
struct Shape {
    stones: u128,
    /// The stones and the carrier.
    all: u128,
}

impl Shape {
    fn new(template: &EdgeTemplate) -> Self {
        let bits = |spots: &[Spot]| -> u128 { spots.iter().map(|&(x, row)| 1 << ((x + REACH) * HIGHEST + row - 1)).sum() };
        let stones = bits(&template.stones);
        Shape { stones, all: stones | bits(&template.carrier) }
    }

    /// Returns whether the template holds among these stones and empty cells.
    fn fits(&self, open: &Shape) -> bool {
        self.stones & !open.stones == 0 && self.all & !open.all == 0
    }
}

/// Orders the templates by the weight of the gaps that each closes and those before it leave open.
fn select_greedily(gaps: &[(EdgeTemplate, usize)], templates: Vec<EdgeTemplate>) -> Vec<EdgeTemplate> {
    let shapes: Vec<(isize, Shape)> = gaps.iter().map(|(gap, _)| (gap.row, Shape::new(gap))).collect();
    let closes = |template: &EdgeTemplate| -> Vec<usize> {
        let either = [Shape::new(template), Shape::new(&template.mirror_image())];
        let is_closed = |&gap: &usize| shapes[gap].0 == template.row && either.iter().any(|shape| shape.fits(&shapes[gap].1));
        (0..gaps.len()).filter(is_closed).collect()
    };
    let mut left: Vec<_> = templates.into_iter().map(|template| (closes(&template), template)).collect();
    let mut is_open = vec![true; gaps.len()];
    let mut useful = Vec::new();
    loop {
        let gain = |closed: &[usize]| closed.iter().filter(|&&gap| is_open[gap]).map(|&gap| gaps[gap].1).sum::<usize>();
        let best = (0..left.len()).max_by_key(|&number| (gain(&left[number].0), Reverse(&left[number].1)));
        let Some(best) = best.filter(|&best| gain(&left[best].0) > 0) else { break };
        let (closed, template) = left.swap_remove(best);
        closed.into_iter().for_each(|gap| is_open[gap] = false);
        useful.push(template);
    }
    useful
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edge_templates_hold() {
        assert!((KEPT / 2..=KEPT).contains(&TEMPLATES.len()));
        for template in TEMPLATES.iter() {
            assert_eq!(carrier_of(template).as_ref(), Some(&template.carrier), "{template:?}");
        }
    }
}
