//! `ludion bench hex`: how fast the search is, and a signature of its node counts.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use rand::SeedableRng;
use rand::seq::IteratorRandom;
use rand_pcg::Pcg64Mcg;

use super::board::Board;
use super::cells::CellPoints;
use super::cellset::with_width;
use super::position::{Evaluation, HexPosition};
use crate::color::Color;
use crate::grid::{Cell, Size};
use crate::search::{Budget, Limits, Position, Report, Stop, Table, search};

/// Size of the table of every measured search, in bytes.
const TABLE: usize = 64 << 20;

/// Longest time for one depth in the table of times, in seconds.
const LONGEST: f64 = 5.0;

/// Measures and tells line by line; with `quick` only the signature.
pub fn run(quick: bool, tell: &mut dyn FnMut(String)) {
    signature(tell);
    if quick {
        return;
    }
    evaluations(tell);
    times_by_depth(tell);
    threads(tell);
}

/// Positions with a few stones, always the same ones.
fn positions(size: Size, count: usize) -> Vec<(Board, Color)> {
    let mut random = Pcg64Mcg::seed_from_u64(size.area() as u64);
    let position = |number: usize| {
        let mut board = Board::new(size);
        let stones = 2 + number % 8;
        for color in Color::BOTH.into_iter().cycle().take(stones) {
            if let Some(cell) = size.cells().filter(|&cell| board.stone(cell).is_none()).choose(&mut random) {
                board.play(color, cell);
            }
        }
        (board, if stones % 2 == 0 { Color::Black } else { Color::White })
    };
    (0..count).map(position).collect()
}

/// What a search of a position to a depth takes, with a table of its own.
fn searched(board: &Board, to_move: Color, evaluation: Evaluation, depth: u32, threads: usize) -> (Report<Cell>, f64) {
    with_width!(board.size(), sized(board, to_move, evaluation, depth, threads))
}

fn sized<const W: usize>(
    board: &Board,
    to_move: Color,
    evaluation: Evaluation,
    depth: u32,
    threads: usize,
) -> (Report<Cell>, f64) {
    let table = Table::new(TABLE);
    let position = HexPosition::<W>::new(board, to_move, evaluation);
    let limits = Limits { threads, max_depth: depth, among: None };
    let started = Instant::now();
    let budget = Budget::new(Some(started + Duration::from_secs_f64(LONGEST)), 0, Stop::default());
    let report = search(&position, &table, &limits, &budget, &mut |_| ControlFlow::Continue(()));
    (report, started.elapsed().as_secs_f64())
}

/// Node counts and moves of fixed searches by one thread: they change only when the search does.
fn signature(tell: &mut dyn FnMut(String)) {
    let mut nodes = 0;
    let mut moves = 0_u64;
    for (side, depth) in [(5, 5), (7, 4), (11, 3), (13, 3)] {
        for (board, to_move) in positions(Size::square(side), 4) {
            let report = searched(&board, to_move, Evaluation::TwoDistance, depth, 1).0;
            nodes += report.nodes;
            moves = moves.rotate_left(7) ^ u64::from(report.best.0);
        }
    }
    tell(format!("signature nodes {nodes} moves {moves:016x}"));
}

/// Microseconds of one evaluation of a position, both players.
fn evaluations(tell: &mut dyn FnMut(String)) {
    for side in [5, 8, 11, 13, 19] {
        let size = Size::square(side);
        let points = Arc::new(CellPoints::new(size, 1));
        let cells = with_width!(size, evaluation_time(size, Evaluation::Cells(points)));
        let twod = with_width!(size, evaluation_time(size, Evaluation::TwoDistance));
        tell(format!("evaluation {size} cells_us {cells:.2} twod_us {twod:.2}"));
    }
}

fn evaluation_time<const W: usize>(size: Size, evaluation: Evaluation) -> f64 {
    const ROUNDS: usize = 20;
    let position = |(board, to_move): &(Board, Color)| HexPosition::<W>::new(board, *to_move, evaluation.clone());
    let mut positions: Vec<HexPosition<W>> = positions(size, 50).iter().map(position).collect();
    let mut round = || {
        let started = Instant::now();
        for position in &mut positions {
            std::hint::black_box(position.estimate());
        }
        started.elapsed().as_secs_f64() * 1e6 / positions.len() as f64
    };
    let mut times: Vec<f64> = (0..ROUNDS).map(|_| round()).collect();
    median(&mut times)
}

/// Seconds by depth on the empty board, as figure 3 of Vilars has them: his d = 0 is one ply.
fn times_by_depth(tell: &mut dyn FnMut(String)) {
    for side in 5..=13 {
        let board = Board::new(Size::square(side));
        let points = Arc::new(CellPoints::new(board.size(), 1));
        for (name, evaluation) in [("cells", Evaluation::Cells(points.clone())), ("twod", Evaluation::TwoDistance)] {
            let mut line = format!("depth {} {name}", board.size());
            for depth in 1.. {
                let (report, seconds) = searched(&board, Color::Black, evaluation.clone(), depth, 1);
                if seconds >= LONGEST {
                    line += &format!(" d={}:>{LONGEST}", depth - 1);
                    break;
                }
                line += &format!(" d={}:{seconds:.3}", depth - 1);
                if report.value.is_proof() {
                    line += &format!(" ({})", report.value);
                    break;
                }
            }
            tell(line);
        }
    }
}

/// Wall time of two threads against one, to the same depth, over 20 positions.
fn threads(tell: &mut dyn FnMut(String)) {
    const DEPTH: u32 = 4;
    let mut ratios: Vec<f64> = positions(Size::square(11), 20)
        .iter()
        .map(|(board, to_move)| {
            let [one, two] = [1, 2].map(|threads| searched(board, *to_move, Evaluation::TwoDistance, DEPTH, threads).1);
            two / one
        })
        .collect();
    let median = median(&mut ratios);
    tell(format!(
        "threads 11x11 depth {DEPTH} two/one median {median:.2} least {:.2} most {:.2}",
        ratios[0],
        ratios[ratios.len() - 1]
    ));
}

fn median(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
