//! Where the edge templates come from: gaps that H-search leaves at the edges, closed by the solver, which knows no template.
//!
//! A *gap* is a cell that the tables of a position do not join to an edge, with all that is around it. Where the solver proves
//! that it is joined all the same, stones and cells are taken away one by one, in a random order, while the proof holds: what
//! is left is a template. Kept are those that close most gaps, each counted for what those before it leave open; after them
//! those that have been known before.

use std::cmp::Reverse;
use std::collections::HashMap;

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_pcg::Pcg64Mcg;

use super::super::board::Board;
use super::super::cellset::with_width;
use super::super::hsearch::edge::{EdgeTemplate, Spot, TEMPLATES, cell_at};
use super::super::hsearch::tables::{Extras, Tables};
use super::super::solver::Solver;
use super::{grown, positions_with};
use crate::color::Color;
use crate::grid::Size;
use crate::search::{Budget, Stop};

/// Highest row of an endpoint.
const HIGHEST: isize = 6;
/// Columns to either side of the endpoint that are looked at; as many fewer to the right as a row is lower, as in a mirror.
const REACH: isize = 10;
/// Nodes for one proof.
const NODES: u64 = 1000;
/// Most stones beside the endpoint.
const STONES: usize = 2;
/// Templates found for a gap, if there are so many.
const ORDERS: usize = 3;
/// Side of the boards.
const SIDE: usize = 11;
/// Games of the player with itself, how many plies there are from one position that is looked at to the next, and the
/// positions searched for a move.
const GAMES: usize = 150;
const STEP: usize = 9;
const NODES_A_MOVE: u64 = 40;
/// Positions of random stones beside them, and how much more a gap of a game counts than one of these.
const RANDOM: usize = 150;
const GAME_WEIGHT: usize = 4;
/// Templates to keep.
const KEPT: usize = 1200;

/// Finds the templates, and tells the file of them.
pub fn mine(tell: &mut dyn FnMut(String)) {
    let gaps = gaps();
    let (left, right) = gaps.split_at(gaps.len() / 2);
    let found = std::thread::scope(|scope| {
        let other = scope.spawn(|| closing(right, 2));
        let mut found = closing(left, 1);
        found.extend(other.join().into_iter().flatten());
        found.sort();
        found.dedup();
        found
    });
    let mut templates = most_useful(&gaps, found);
    let known: Vec<_> = TEMPLATES.iter().filter(|known| !templates.contains(known)).cloned().collect();
    templates.extend(known);
    tell("# Row of the endpoint, stones, carrier; the most useful first. Found by ludion bench hex --templates.".into());
    let text = |spots: &[Spot]| spots.iter().map(|(x, row)| format!("{x},{row}")).collect::<Vec<_>>().join(" ");
    for template in templates.iter().take(KEPT) {
        tell(format!("{}\t{}\t{}", template.row, text(&template.stones), text(&template.carrier)));
    }
}

/// The gaps of all positions with their weights, in an order that mixes them.
fn gaps() -> Vec<(EdgeTemplate, usize)> {
    let size = Size::square(SIDE);
    let mut gaps = HashMap::new();
    for (number, (board, to_move)) in positions_with(size, GAMES, |_| 2).into_iter().enumerate() {
        look_through_game(board, to_move, number, &mut gaps);
    }
    for (board, _) in positions_with(size, RANDOM, |number| 10 + number % 40) {
        look(&board, 1, &mut gaps);
    }
    let mut gaps: Vec<_> = gaps.into_iter().collect();
    gaps.sort();
    gaps.shuffle(&mut Pcg64Mcg::seed_from_u64(1));
    gaps
}

/// Plays a game to its end and looks at some of its positions.
fn look_through_game(mut board: Board, mut to_move: Color, number: usize, gaps: &mut HashMap<EdgeTemplate, usize>) {
    while board.winner().is_none() {
        let ply = board.stone_count();
        if ply > 3 && (ply + number).is_multiple_of(STEP) {
            look(&board, GAME_WEIGHT, gaps);
        }
        let cell = grown(&board, to_move, 1, NODES_A_MOVE).best;
        board.play(to_move, cell);
        to_move = to_move.other();
    }
}

/// Looks for gaps in a position.
fn look(board: &Board, weight: usize, gaps: &mut HashMap<EdgeTemplate, usize>) {
    let tables = Tables::<2>::new(board, Extras { templates: false, ..Extras::ALL }, &Stop::default());
    if Color::BOTH.iter().any(|&color| tables.side(color).has_winning_full()) {
        return;
    }
    for (color, edge) in Color::BOTH.into_iter().flat_map(|color| [(color, 0), (color, 1)]) {
        let side = tables.side(color);
        let edge_end = side.edges()[edge];
        for (row, x) in (2..=HIGHEST).flat_map(|row| (0..board.size().width as isize).map(move |x| (row, x))) {
            let end = cell_at(board.size(), color, edge, x, row).and_then(|cell| side.end_of(cell));
            if end.is_some_and(|end| end != edge_end && !side.joined(end).contains(edge_end)) {
                *gaps.entry(around(&tables, color, edge, (x, row), board.size())).or_default() += weight;
            }
        }
    }
}

/// All that is around a cell, as a template.
fn around(tables: &Tables<2>, color: Color, edge: usize, (x, row): Spot, size: Size) -> EdgeTemplate {
    let (mut stones, mut carrier) = (Vec::new(), Vec::new());
    let columns = |k| -REACH..=REACH + k - row;
    let spots = (1..=row).flat_map(|k| columns(k).map(move |dx| (dx, k))).filter(|&spot| spot != (0, row));
    for (dx, k) in spots {
        let Some(cell) = cell_at(size, color, edge, x + dx, k) else { continue };
        if tables.empty().contains(cell) {
            carrier.push((dx, k));
        } else if tables.side(color).end_of(cell).is_some() {
            stones.push((dx, k));
        }
    }
    stones.sort_unstable();
    carrier.sort_unstable();
    upright(EdgeTemplate { row, stones, carrier })
}

/// The lesser of the two mirror images.
fn upright(template: EdgeTemplate) -> EdgeTemplate {
    let mirrored = template.mirrored();
    template.min(mirrored)
}

/// Templates for the gaps that can be closed, those known before among them.
fn closing(gaps: &[(EdgeTemplate, usize)], seed: u64) -> Vec<EdgeTemplate> {
    let mut random = Pcg64Mcg::seed_from_u64(seed);
    let known = TEMPLATES.iter().flat_map(|template| [template.mirrored(), template.clone()]);
    let mut found: Vec<(Shape, EdgeTemplate)> = known.map(|template| (Shape::of(&template), template)).collect();
    for (number, (gap, _)) in gaps.iter().enumerate() {
        log::info!(target: "progress", "gap {number} of {}, {} templates", gaps.len(), found.len());
        let open = Shape::of(gap);
        let known = found.iter().filter(|(shape, template)| template.row == gap.row && shape.fits(&open)).count();
        for _ in known..ORDERS {
            let Some(template) = least(gap, &mut random) else { break };
            let is_small = template.stones.len() <= STONES && !template.carrier.is_empty();
            for template in [template.mirrored(), template].into_iter().filter(|_| is_small) {
                if found.iter().all(|(_, other)| *other != template) {
                    found.push((Shape::of(&template), template));
                }
            }
        }
    }
    found.into_iter().map(|(_, template)| upright(template)).collect()
}

/// What is left when all that the proof can do without has been taken away; `None` where there is no proof.
fn least(gap: &EdgeTemplate, random: &mut Pcg64Mcg) -> Option<EdgeTemplate> {
    let mut least = EdgeTemplate { carrier: needed(gap)?, ..gap.clone() };
    let mut order = least.stones.clone();
    order.shuffle(random);
    for stone in order {
        let mut less = least.clone();
        less.stones.retain(|&other| other != stone);
        if let Some(carrier) = needed(&less) {
            least = EdgeTemplate { carrier, ..less };
        }
    }
    let mut order = least.carrier.clone();
    order.shuffle(random);
    for spot in order {
        let mut less = least.clone();
        less.carrier.retain(|&other| other != spot);
        if less.carrier.len() < least.carrier.len() {
            least.carrier = needed(&less).unwrap_or(least.carrier);
        }
    }
    Some(least)
}

/// The cells of its carrier that a template needs, its opponent to move; `None` where it is not proved.
fn needed(template: &EdgeTemplate) -> Option<Vec<Spot>> {
    let board = alone(template);
    match board.winner() {
        Some(winner) => (winner == Color::Black).then(Vec::new),
        None => with_width!(board.size(), solved(template, &board)),
    }
}

/// The template alone: its endpoint joined to the top of the board by black stones, white everywhere else.
fn alone(template: &EdgeTemplate) -> Board {
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

fn solved<const W: usize>(template: &EdgeTemplate, board: &Board) -> Option<Vec<Spot>> {
    let extras = Extras { templates: false, ..Extras::ALL };
    let solution = Solver::<W>::new(1 << 19, extras).solve(board, Color::White, 1, &Budget::new(None, NODES, Stop::default()));
    let left = leftmost(template) - 1;
    let is_needed = |&&(x, row): &&Spot| {
        cell_at(board.size(), Color::Black, 1, x - left, row).is_some_and(|cell| solution.carrier.contains(&cell))
    };
    (solution.winner == Some(Color::Black)).then(|| template.carrier.iter().filter(is_needed).copied().collect())
}

/// A template as bits.
struct Shape {
    stones: u128,
    /// Stones and carrier.
    all: u128,
}

impl Shape {
    fn of(template: &EdgeTemplate) -> Self {
        let bits = |spots: &[Spot]| -> u128 { spots.iter().map(|&(x, row)| 1 << ((x + REACH) * HIGHEST + row - 1)).sum() };
        let stones = bits(&template.stones);
        Shape { stones, all: stones | bits(&template.carrier) }
    }

    /// Whether it holds where these stones and free cells are.
    fn fits(&self, open: &Shape) -> bool {
        self.stones & !open.stones == 0 && self.all & !open.all == 0
    }
}

/// The templates that close most.
fn most_useful(gaps: &[(EdgeTemplate, usize)], templates: Vec<EdgeTemplate>) -> Vec<EdgeTemplate> {
    let shapes: Vec<(isize, Shape)> = gaps.iter().map(|(gap, _)| (gap.row, Shape::of(gap))).collect();
    let closes = |template: &EdgeTemplate| -> Vec<usize> {
        let either = [Shape::of(template), Shape::of(&template.mirrored())];
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
            assert_eq!(needed(template).as_ref(), Some(&template.carrier), "{template:?}");
        }
    }

    #[test]
    fn an_edge_template_is_found_on_all_four_edges() {
        let size = Size::square(13);
        for color in Color::BOTH {
            for edge in 0..2 {
                let mut board = Board::new(size);
                let stone = cell_at(size, color, edge, 8, 5).expect("it is on the board");
                board.play(color, stone);
                let tables = Tables::<3>::new(&board, Extras::ALL, &Stop::default());
                let side = tables.side(color);
                assert!(
                    side.joined(stone).contains(side.edges()[edge]),
                    "a lone stone of {color:?} on the fifth row, edge {edge}"
                );
                let plain = Tables::<3>::new(&board, Extras::NONE, &Stop::default());
                assert!(!plain.side(color).joined(stone).contains(side.edges()[edge]));
            }
        }
    }
}
