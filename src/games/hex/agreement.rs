//! Property tests: tables updated move by move agree with tables built anew, and the engines of the game agree with each other.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestCaseResult, TestRunner};

use super::board::Board;
use super::board::brute::Brute;
use super::board::cellset::with_width;
use super::position::HexPosition;
use super::solver::{Solver, WideSolver};
use super::style::{Search, Style};
use super::tables::verdict::Verdict;
use super::tables::{Extras, Tables};
use crate::color::Color;
use crate::grid::{Cell, Size};
use crate::search::{Budget, Limits, Stop, Table, Tree, best_first, search};

/// A step of a game on a board that is not filled: a stone on the n-th empty cell, modulo their number, or an undo.
#[derive(Clone, Copy, Debug)]
enum Step {
    Play(bool, u16),
    Undo,
}

/// Steps of one game.
const MOST_STEPS: usize = 40;

/// Steps of all games in the long test; the variable `LUDION_STEPS` sets another number.
const LONG: usize = 20_000;

/// Returns a game on a board of at most this many rows and columns.
fn game(most: usize) -> impl Strategy<Value = (Size, bool, Vec<Step>)> {
    let play = (any::<bool>(), any::<u16>()).prop_map(|(is_white, place)| Step::Play(is_white, place));
    let steps = vec(prop_oneof![3 => play, 1 => Just(Step::Undo)], 1..MOST_STEPS);
    ((1..=most, 1..=most), any::<bool>(), steps)
        .prop_map(|((width, height), extras, steps)| (Size { width, height }, extras, steps))
}

fn check_same<const W: usize>(tables: &Tables<W>, others: &Tables<W>) -> TestCaseResult {
    for color in Color::BOTH {
        prop_assert_eq!(tables.filled_cells(color), others.filled_cells(color));
        prop_assert!(tables.side(color).contents() == others.side(color).contents());
    }
    Ok(())
}

/// Plays a game on tables. Undoing must not leave a trace, and tables built anew must not contradict them.
fn check_updates<const W: usize>(size: Size, has_extras: bool, steps: &[Step]) -> TestCaseResult {
    let stop = Stop::default();
    let extras = if has_extras { Extras::ALL } else { Extras::NONE };
    let start = Tables::<W>::new(&Board::new(size), extras, &stop);
    let (mut tables, mut board) = (start.clone(), Board::new(size));
    for &step in steps {
        match step {
            Step::Play(is_white, place) => {
                let empty: Vec<Cell> = tables.empty().iter().collect();
                if let Some(&cell) = empty.get(usize::from(place) % empty.len().max(1)) {
                    let color = if is_white { Color::White } else { Color::Black };
                    tables.play(color, cell, &stop);
                    prop_assert!(board.play(color, cell));
                }
            }
            Step::Undo => prop_assert_eq!(tables.undo(), board.undo().is_some()),
        }
    }
    let mut replayed = start.clone();
    board.stones().for_each(|(color, cell)| replayed.play(color, cell, &stop));
    check_same(&tables, &replayed)?;
    let anew = Tables::<W>::new(&board, extras, &stop);
    prop_assert!(tables.are_of(&board) && anew.are_of(&board));
    for color in Color::BOTH {
        let won = |verdict: Verdict<W>| verdict.value().map(|value| value.is_win());
        let (updated, built) = (won(tables.verdict(color)), won(anew.verdict(color)));
        prop_assert!(updated.is_none() || built.is_none() || updated == built, "{:?}: {:?} {:?}", color, updated, built);
        if !has_extras {
            // Chains do not depend on the order of the stones.
            let is_won = |tables: &Tables<W>| tables.side(color).is_won();
            prop_assert_eq!(is_won(&tables), is_won(&anew));
            let same = |tables: &Tables<W>, a, b| tables.side(color).endpoint_of(a) == tables.side(color).endpoint_of(b);
            let cells = || size.cells();
            prop_assert!(
                is_won(&anew) || cells().all(|a| cells().all(|b| same(&tables, a, b) == same(&anew, a, b))),
                "other chains of {:?}",
                color
            );
        }
    }
    while tables.undo() {}
    check_same(&tables, &start)
}

/// Most empty cells of a position that all engines solve.
const MOST_EMPTY: usize = 9;

/// Returns a position: its size, stones on the n-th empty cells, and whether white is to move.
fn position() -> impl Strategy<Value = (Size, Vec<(bool, u16)>, bool)> {
    (1..=6_usize, 1..=6_usize).prop_flat_map(|(width, height)| {
        let area = width * height;
        let stones = vec((any::<bool>(), any::<u16>()), area.saturating_sub(MOST_EMPTY)..=area);
        (Just(Size { width, height }), stones, any::<bool>())
    })
}

/// Asks df-pn, alpha-beta, the best-first search and brute force who wins.
fn check_engines(size: Size, stones: &[(bool, u16)], is_white: bool) -> TestCaseResult {
    let mut board = Board::new(size);
    for &(is_white, place) in stones {
        let empty: Vec<Cell> = board.empty_cells().collect();
        if let (Some(&cell), None) = (empty.get(usize::from(place) % empty.len().max(1)), board.winner()) {
            board.play(if is_white { Color::White } else { Color::Black }, cell);
        }
    }
    if board.winner().is_some() || board.empty_cells().count() > MOST_EMPTY {
        return Ok(());
    }
    let to_move = if is_white { Color::White } else { Color::Black };
    let winner = Brute::new(&board).winner(&[], to_move);
    let proved = WideSolver::<1>::new(1 << 16, Extras::ALL).solve(&board, to_move, 1, &Budget::default());
    prop_assert_eq!(proved.winner, Some(winner));
    for kind in Search::ALL {
        let style = Style { search: kind, ..Style::default() };
        let evaluator = style.evaluator(std::sync::Arc::default);
        let position = HexPosition::<1>::new(&board, to_move, style, evaluator, None, &Stop::default());
        let limits = Limits { threads: 1, max_depth: u32::MAX, lines: 1 };
        let watch = &mut |_: &_| std::ops::ControlFlow::Continue(());
        let report = match kind {
            Search::AlphaBeta => search(position, &Table::new(1 << 16), &limits, &Budget::default(), watch),
            Search::Puct => best_first(position, &mut Tree::new(1 << 22, style.puct), &limits, &Budget::default(), watch),
        };
        prop_assert!(report.value.is_proof());
        prop_assert_eq!(report.value.is_win(), winner == to_move, "{:?}", kind);
    }
    Ok(())
}

proptest! {
    #![proptest_config(Config::with_cases(60))]

    #[test]
    fn updated_tables_agree_with_those_built_anew((size, extras, steps) in game(7)) {
        with_width!(size, check_updates(size, extras, &steps))?;
    }

    #[test]
    fn the_engines_agree((size, stones, is_white) in position()) {
        check_engines(size, &stones, is_white)?;
    }
}

/// The same on boards of all sizes: `LUDION_STEPS=1000000 cargo test --release --lib -- --ignored many_updates` takes hours.
#[test]
#[ignore = "a minute or two: 20,000 stones and undos on boards of all sizes, up to 19x19"]
fn many_updates_agree_with_tables_built_anew() {
    let wanted = std::env::var("LUDION_STEPS").ok().and_then(|text| text.parse().ok()).unwrap_or(LONG);
    let steps = std::cell::Cell::new(0);
    while steps.get() < wanted {
        let mut runner = TestRunner::new(Config::with_cases(50));
        let ran = runner.run(&game(19), |(size, extras, game)| {
            steps.set(steps.get() + game.len());
            with_width!(size, check_updates(size, extras, &game))
        });
        ran.unwrap_or_else(|failure| panic!("{failure}"));
    }
}
