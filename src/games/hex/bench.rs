//! `ludion bench hex`: how fast the search is, and a signature of its node counts.

use std::ops::ControlFlow;
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};

use rand::SeedableRng;
use rand::seq::IteratorRandom;
use rand_pcg::Pcg64Mcg;

use super::board::Board;
use super::board::cellset::with_width;
use super::eval::Evaluator;
use super::eval::cells::CellPoints;
use super::eval::network::NetworkEvaluator;
use super::position::HexPosition;
use super::style::{Evaluation, Style};
use crate::color::Color;
use crate::figures::median;
use crate::game::BenchPart;
use crate::grid::{Cell, Size};
use crate::search::{Budget, Limits, Position, Report, Stop, Table, Tree, best_first, search};

/// Size of the table of every measured search, in bytes.
const TABLE: usize = 64 << 20;

/// Seconds after which a search that is to reach a depth is given up.
const LONGEST: f64 = 600.0;

mod connections;
mod figures;
mod network;

pub use network::measure as measure_network;

/// Runs the bench and prints its lines; of [`BenchPart::Signature`] only the signature.
pub fn run(part: BenchPart, tell: &mut dyn FnMut(String)) {
    let quick = part == BenchPart::Signature;
    signature(tell);
    if quick {
        return;
    }
    nodes_a_second(tell);
    evaluations(tell);
    threads(tell);
    connections::measure(tell);
    figures::measure(tell);
}

/// Returns positions with a few stones, the same on every call.
fn positions(size: Size, count: usize) -> Vec<(Board, Color)> {
    random_positions(size, count, |number| 2 + number % 8)
}

/// Returns positions of random stones, placed in turn, in which nobody has won; the same on every call. `stones` gives the number
/// of stones of the n-th position.
#[must_use]
pub fn random_positions(size: Size, count: usize, stones: impl Fn(usize) -> usize) -> Vec<(Board, Color)> {
    let mut random = Pcg64Mcg::seed_from_u64(size.area() as u64);
    let mut position = |number: usize| {
        let mut board = Board::new(size);
        let mut color = Color::Black;
        while board.stone_count() < stones(number) {
            let Some(cell) = size.cells().filter(|&cell| board.stone(cell).is_none()).choose(&mut random) else { break };
            board.play(color, cell);
            if board.winner().is_some() {
                board.undo();
            } else {
                color = color.other();
            }
        }
        (board, color)
    };
    (0..count).map(&mut position).collect()
}

fn points(size: Size) -> Arc<CellPoints> {
    Arc::new(CellPoints::new(size, 1))
}

/// Searches a position to a depth, with a new table. Returns the report and the seconds.
fn search_to_depth(board: &Board, to_move: Color, style: Style, depth: u32, threads: usize, limit: f64) -> (Report<Cell>, f64) {
    with_width!(board.size(), search_wide(board, to_move, style, depth, threads, limit))
}

fn search_wide<const W: usize>(
    board: &Board,
    to_move: Color,
    style: Style,
    depth: u32,
    threads: usize,
    limit: f64,
) -> (Report<Cell>, f64) {
    let table = Table::new(TABLE);
    let position = HexPosition::<W>::new(board, to_move, style, style.evaluator(|| points(board.size())), None, &Stop::default());
    let limits = Limits { threads, max_depth: depth, lines: 1 };
    let started = Instant::now();
    let budget = Budget::new(Some(started + Duration::from_secs_f64(limit)), 0, Stop::default());
    let report = search(position, &table, &limits, &budget, &mut |_| ControlFlow::Continue(()));
    (report, started.elapsed().as_secs_f64())
}

/// Prints node counts and moves of fixed searches by one thread: they change only when the search does.
fn signature(tell: &mut dyn FnMut(String)) {
    let mut nodes = 0;
    let mut moves = 0_u64;
    let twod = Style { evaluation: Evaluation::TwoDistance, ..Style::default() };
    for (side, depth, style) in [(5, 5, twod), (11, 3, twod), (7, 3, Style::default()), (11, 2, Style::default())] {
        for (board, to_move) in positions(Size::square(side), 4) {
            let report = search_to_depth(&board, to_move, style, depth, 1, LONGEST).0;
            nodes += report.nodes;
            moves = moves.rotate_left(7) ^ u64::from(report.best.0);
        }
    }
    for (board, to_move) in positions(Size::square(11), 4) {
        let report = best_first_search(&board, to_move, 1, 200);
        moves = moves.rotate_left(7) ^ report.line.iter().fold(0, |line, cell| line << 3 ^ u64::from(cell.0));
    }
    tell(format!("signature nodes {nodes} moves {moves:016x}"));
}

/// Runs the best-first search without a network on a position, for this many nodes.
#[must_use]
pub fn best_first_search(board: &Board, to_move: Color, threads: usize, nodes: u64) -> Report<Cell> {
    with_width!(board.size(), best_first_wide(board, to_move, threads, nodes, None))
}

/// Runs the player's search, with the network that is compiled in, on a position, for this many nodes.
#[must_use]
pub fn network_search(board: &Board, to_move: Color, threads: usize, nodes: u64) -> Report<Cell> {
    static EVALUATOR: LazyLock<Option<Arc<NetworkEvaluator>>> =
        LazyLock::new(|| NetworkEvaluator::read("builtin").expect("the network that is compiled in is whole").map(Arc::new));
    with_width!(board.size(), best_first_wide(board, to_move, threads, nodes, EVALUATOR.as_ref()))
}

fn best_first_wide<const W: usize>(
    board: &Board,
    to_move: Color,
    threads: usize,
    nodes: u64,
    network: Option<&Arc<NetworkEvaluator>>,
) -> Report<Cell> {
    let plain = Style::default();
    let (style, evaluator): (Style, Arc<dyn Evaluator<W>>) = match network {
        Some(network) => (plain.with_network(), network.clone()),
        None => (plain, plain.evaluator(Arc::default)),
    };
    let budget = &Budget::new(None, nodes, Stop::default());
    let position = HexPosition::<W>::new(board, to_move, style, evaluator, None, &Stop::default());
    let limits = Limits { threads, max_depth: u32::MAX, lines: 1 };
    best_first(position, &mut Tree::new(TABLE, style.puct), &limits, budget, &mut |_| ControlFlow::Continue(()))
}

/// Prints the positions per second of the best-first search without a network, by threads.
fn nodes_a_second(tell: &mut dyn FnMut(String)) {
    const NODES: u64 = 500;
    for side in [11, 13, 14, 19] {
        let [one, two] = [1, 2].map(|threads| {
            let mut rates: Vec<f64> = random_positions(Size::square(side), 5, |number| 4 + 6 * number)
                .iter()
                .map(|(board, to_move)| {
                    let started = Instant::now();
                    let report = best_first_search(board, *to_move, threads, NODES);
                    report.nodes as f64 / started.elapsed().as_secs_f64()
                })
                .collect();
            median(&mut rates)
        });
        tell(format!("search {side}x{side} nodes/s one thread {one:.0} two {two:.0} ratio {:.2}", two / one));
    }
}

/// Prints the microseconds of one evaluation of a position, for both players.
fn evaluations(tell: &mut dyn FnMut(String)) {
    for side in [5, 8, 11, 13, 19] {
        let size = Size::square(side);
        let [cells, twod, resistance] = [Evaluation::Cells, Evaluation::TwoDistance, Evaluation::Resistance]
            .map(|evaluation| with_width!(size, evaluation_time(size, Style { evaluation, ..Style::default() })));
        tell(format!("evaluation {size} cells_us {cells:.2} twod_us {twod:.2} resistance_us {resistance:.0}"));
    }
}

fn evaluation_time<const W: usize>(size: Size, style: Style) -> f64 {
    const ROUNDS: usize = 20;
    let evaluator = style.evaluator(|| points(size));
    let position = |(board, to_move): &(Board, Color)| {
        HexPosition::<W>::new(board, *to_move, style, evaluator.clone(), None, &Stop::default())
    };
    let mut positions: Vec<HexPosition<W>> = positions(size, 10).iter().map(position).collect();
    let mut round = || {
        let started = Instant::now();
        for position in &mut positions {
            std::hint::black_box(position.evaluate());
        }
        started.elapsed().as_secs_f64() * 1e6 / positions.len() as f64
    };
    let mut times: Vec<f64> = (0..ROUNDS).map(|_| round()).collect();
    median(&mut times)
}

/// Prints the wall time of two threads against one, to the same depth, over 20 positions.
fn threads(tell: &mut dyn FnMut(String)) {
    for (name, evaluation, depth) in [("twod", Evaluation::TwoDistance, 6), ("resistance", Evaluation::Resistance, 5)] {
        let style = Style { evaluation, ..Style::default() };
        let ratio = |(board, to_move): &(Board, Color)| {
            let [one, two] = [1, 2].map(|threads| search_to_depth(board, *to_move, style, depth, threads, LONGEST).1);
            two / one
        };
        let mut ratios: Vec<f64> = positions(Size::square(11), 20).iter().map(ratio).collect();
        let (median, last) = (median(&mut ratios), ratios.len() - 1);
        tell(format!(
            "threads 11x11 {name} depth {depth} two/one median {median:.2} least {:.2} most {:.2}",
            ratios[0], ratios[last]
        ));
    }
}
