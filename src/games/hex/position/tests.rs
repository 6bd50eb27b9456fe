//! Positions of a search against positions made anew, and the searches against trying all moves.

use rand::SeedableRng;
use rand::seq::IteratorRandom;
use rand_pcg::Pcg64Mcg;

use super::super::eval::cells::CellPoints;
use super::super::style::Evaluation;
use super::*;
use crate::grid::Size;
use crate::search::{Budget, Limits, Puct, Report, Table, Tree, best_first, conformance, search};

fn position_after<const W: usize>(size: Size, style: Style, points: &Arc<CellPoints>, moves: &[Cell]) -> HexPosition<W> {
    let evaluator = style.evaluator(|| points.clone());
    let mut position = HexPosition::new(&Board::new(size), Color::Black, style, evaluator, None, &Stop::default());
    moves.iter().for_each(|&cell| position.play(cell));
    position
}

/// Returns points that the half-turn leaves alone: those of random games are not quite symmetric.
fn symmetric_points(size: Size) -> Arc<CellPoints> {
    Arc::new(CellPoints::from_fn(size, |cell| u32::from(cell.0.min(size.half_turn(cell).0))))
}

const CHOICES: [Evaluation; 3] = [Evaluation::Cells, Evaluation::TwoDistance, Evaluation::Resistance];

#[test]
fn conforms() {
    for size in [Size::square(3), Size { width: 5, height: 4 }, Size::square(8), Size::square(11)] {
        for evaluation in [Evaluation::Cells, Evaluation::TwoDistance] {
            let (style, points) = (Style { evaluation, ..Style::default() }, symmetric_points(size));
            conformance::check(|moves| position_after::<2>(size, style, &points, moves), |cell| size.half_turn(cell), 7);
        }
    }
}

#[test]
fn a_stone_on_a_filled_in_cell() {
    let (size, points) = (Size::square(7), Arc::default());
    let mut random = Pcg64Mcg::seed_from_u64(3);
    let mut tried = 0;
    while tried < 50 {
        let mut position = position_after::<1>(size, Style::default(), &points, &[]);
        let filled = loop {
            let tables = position.tables.as_deref().expect("the style has tables");
            let filled = Color::BOTH.map(|color| tables.filled_cells(color));
            if position.terminal_value().is_some() || !(filled[0] | filled[1]).is_empty() {
                break filled[0] | filled[1];
            }
            let cell = tables.empty().iter().choose(&mut random).expect("nobody has won");
            position.play(cell);
        };
        if position.terminal_value().is_some() {
            continue;
        }
        let before = (position.evaluate(), list_moves(&mut position));
        for cell in filled.iter() {
            position.play(cell);
            if position.terminal_value().is_none() {
                let evaluator = position.context.evaluator.clone();
                let mut anew =
                    HexPosition::new(&position.board, position.to_move, Style::default(), evaluator, None, &Stop::default());
                assert_eq!((position.evaluate(), list_moves(&mut position)), (anew.evaluate(), list_moves(&mut anew)));
                let next = list_moves(&mut position)[0];
                position.play(next);
                position.undo();
            }
            position.undo();
            assert_eq!(before, (position.evaluate(), list_moves(&mut position)));
            tried += 1;
        }
    }
}

fn list_moves(position: &mut HexPosition<1>) -> Vec<Cell> {
    let mut moves = Vec::new();
    position.moves(&mut moves);
    moves
}

/// Returns who wins with best play, by trying all moves.
fn wins(board: &mut Board, to_move: Color) -> bool {
    let cells: Vec<Cell> = board.empty_cells().collect();
    board.winner().map_or_else(
        || {
            cells.into_iter().any(|cell| {
                board.play(to_move, cell);
                let won = !wins(board, to_move.other());
                board.undo();
                won
            })
        },
        |winner| winner == to_move,
    )
}

/// Boards that are small enough to try all moves, with a black stone on each cell in turn.
fn tiny_boards() -> impl Iterator<Item = Board> {
    let sizes = [Size::square(1), Size::square(2), Size::square(3), Size { width: 4, height: 2 }, Size { width: 2, height: 5 }];
    let boards = sizes.into_iter().flat_map(|size| {
        size.cells().map(move |first| {
            let mut board = Board::new(size);
            board.play(Color::Black, first);
            board
        })
    });
    boards.filter(|board| board.winner().is_none())
}

fn assert_right(report: &Report<Cell>, board: &Board) {
    let mut board = board.clone();
    assert!(report.value.is_proof(), "{board:?}");
    assert_eq!(report.value.is_win(), wins(&mut board, Color::White), "{board:?}");
    board.play(Color::White, report.best);
    assert_eq!(report.value.is_win(), !wins(&mut board, Color::Black), "{board:?} {:?}", report.best);
}

#[test]
fn the_searches_agree_with_trying_all_moves() {
    for board in tiny_boards() {
        for threads in [1, 2] {
            for evaluation in CHOICES {
                let style = Style { evaluation, ..Style::default() };
                let evaluator = style.evaluator(|| symmetric_points(board.size()));
                let position = HexPosition::<1>::new(&board, Color::White, style, evaluator, None, &Stop::default());
                let limits = Limits { threads, max_depth: u32::MAX, lines: 1 };
                let watch = &mut |_: &_| std::ops::ControlFlow::Continue(());
                let table = Table::new(1 << 20);
                let mut tree = Tree::new(1 << 24, style.puct);
                assert_right(&search(position.clone(), &table, &limits, &Budget::default(), watch), &board);
                assert_right(&best_first(position, &mut tree, &limits, &Budget::default(), watch), &board);
            }
        }
    }
}

/// A policy that has heard of every other cell only, and thinks most of the last one.
struct HalfBlind;

impl<const W: usize> Evaluator<W> for HalfBlind {
    fn has_priors(&self) -> bool {
        true
    }

    fn evaluate(&self, leaf: &Leaf<'_, W>) -> Estimate<Cell> {
        let seen = leaf.board.empty_cells().filter(|cell| cell.index() % 2 == 0);
        Estimate { value: Value::EVEN, priors: Some(seen.map(|cell| (cell, 0.1 + f32::from(cell.0))).collect()) }
    }

    fn sort_moves(&self, _: &Leaf<'_, W>, cells: &mut [Cell]) -> usize {
        cells.len().div_ceil(2)
    }
}

/// Tables that are asked late, or never, change what is looked at but not what is proved; so do priors.
#[test]
fn late_examinations_agree_with_trying_all_moves() {
    for board in tiny_boards() {
        for (examine_at, threads) in [(1, 1), (3, 1), (3, 2), (6, 2), (1000, 1)] {
            let style = Style { puct: Puct { examine_at, ..Puct::default() }, ..Style::default() };
            let evaluators: [Arc<dyn Evaluator<1>>; 2] = [style.evaluator(Arc::default), Arc::new(HalfBlind)];
            for evaluator in evaluators {
                let position = HexPosition::new(&board, Color::White, style, evaluator, None, &Stop::default());
                let limits = Limits { threads, max_depth: u32::MAX, lines: 1 };
                let mut tree = Tree::new(1 << 24, style.puct);
                let watch = &mut |_: &_| std::ops::ControlFlow::Continue(());
                assert_right(&best_first(position, &mut tree, &limits, &Budget::default(), watch), &board);
            }
        }
    }
}

/// There is no time for circuits then.
#[test]
fn a_stopped_search_orders_moves_by_two_distances() {
    let size = Size::square(9);
    let mut position = position_after::<2>(size, Style::default(), &Arc::default(), &[Cell(40), Cell(30)]);
    let stop = Stop::default();
    stop.raise();
    position.set_stop(&stop);
    let (mut moves, mut expected) = (Vec::new(), position.board.empty_cells().collect::<Vec<Cell>>());
    position.legal_moves(&mut moves);
    TwoDistanceEvaluator.sort_moves(&position.leaf(None), &mut expected);
    assert_eq!(moves, expected);
}
