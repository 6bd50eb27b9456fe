//! The solver and the inferior cells against trying all moves.

use rand::SeedableRng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand_pcg::Pcg64Mcg;

use super::super::board::brute::{Brute, random_position};
use super::super::board::cellset::with_width;
use super::super::board::record::Move;
use super::super::inferior::{FillInKind, Reason};
use super::super::notation::{cell_name, parse_position};
use super::super::tables::{Extras, Tables};
use super::*;
use crate::grid::Size;

/// Cells left empty: trying all moves stays quick.
const MAX_EMPTY: usize = 9;

/// In how many positions each kind of inferior cell was there.
#[derive(Debug, Default)]
struct Seen {
    filled: [usize; FillInKind::ALL.len()],
    regions: usize,
    vulnerable: usize,
    reversible: usize,
    dominated: usize,
}

impl Seen {
    fn note<const W: usize>(&mut self, tables: &Tables<W>, inferior: &[(Cell, Reason)]) {
        for kind in FillInKind::ALL {
            self.filled[kind as usize] += usize::from(!tables.filled_cells_of_kind(kind).is_empty());
        }
        let any = |is_of: fn(&Reason) -> bool| usize::from(inferior.iter().any(|(_, reason)| is_of(reason)));
        self.vulnerable += any(|reason| matches!(reason, Reason::Vulnerable(_)));
        self.reversible += any(|reason| matches!(reason, Reason::Reversible(..)));
        self.dominated += any(|reason| matches!(reason, Reason::Dominated(_)));
    }
}

fn fill_in_keeps_the_winner<const W: usize>(board: &Board, to_move: Color, seen: &mut Seen) {
    let tables = Tables::<W>::new(board, Extras::ALL, &Stop::default());
    let mut brute = Brute::new(board);
    let winner = brute.winner(&[], to_move);
    let filled: Vec<(Color, Cell)> =
        Color::BOTH.into_iter().flat_map(|color| tables.filled_cells(color).iter().map(move |cell| (color, cell))).collect();
    assert_eq!(brute.winner(&filled, to_move), winner, "filled {filled:?} in {board:?}");
    if tables.filled_winner().is_some() {
        return;
    }
    for region in tables.decompositions() {
        let more: Vec<(Color, Cell)> = region.cells.iter().map(|cell| (region.color, cell)).collect();
        assert_eq!(brute.winner(&[&filled[..], &more].concat(), to_move), winner, "{region:?} in {board:?}");
    }
    seen.regions += usize::from(!tables.decomposed_cells().is_empty());
    let empty = tables.empty();
    let inferior = tables.inferior_cells().find_prunable(to_move, empty);
    seen.note(&tables, &inferior);
    let left = empty - inferior.iter().map(|&(cell, _)| cell).collect();
    assert!(!left.is_empty());
    let wins = left.iter().any(|cell| {
        let given: Vec<(Color, Cell)> = filled.iter().copied().chain([(to_move, cell)]).collect();
        brute.winner(&given, to_move.other()) == to_move
    });
    assert_eq!(wins, winner == to_move, "inferior {inferior:?} in {board:?}");
}

fn solution_is_right<const W: usize>(board: &Board, to_move: Color, threads: usize, network: Option<Arc<NetworkEvaluator>>) {
    let mut solver = WideSolver::<W>::new(1 << 16, Extras::ALL);
    solver.set_network(network);
    let solution = solver.solve(board, to_move, threads, &Budget::default());
    let mut brute = Brute::new(board);
    let winner = brute.winner(&[], to_move);
    assert_eq!(solution.winner, Some(winner), "{board:?} {to_move:?}");
    // The winner needs no cell outside the carrier.
    let outside: Vec<(Color, Cell)> =
        board.empty_cells().filter(|&cell| !solution.carrier.contains(&cell)).map(|cell| (winner.other(), cell)).collect();
    assert_eq!(brute.winner(&outside, to_move), winner, "carrier {:?} of {board:?} {to_move:?}", solution.carrier);
    if let (Some(best), true) = (solution.best, winner == to_move) {
        assert_eq!(brute.winner(&[(to_move, best)], to_move.other()), winner, "{best:?} in {board:?}");
    }
}

fn check(positions: usize, seed: u64) -> Seen {
    let mut random = Pcg64Mcg::seed_from_u64(seed);
    let mut seen = Seen::default();
    let builtin = NetworkEvaluator::read("builtin").expect("the network that is compiled in is whole").map(Arc::new);
    for number in 0..positions {
        let (board, to_move) = random_position(&mut random, MAX_EMPTY);
        with_width!(board.size(), fill_in_keeps_the_winner(&board, to_move, &mut seen));
        let network = builtin.clone().filter(|_| number % 3 == 0);
        with_width!(board.size(), solution_is_right(&board, to_move, 1 + number % 2, network));
    }
    seen
}

/// Returns a board and stones between which e5 is permanently inferior for white.
fn with_a_permanent_cell() -> (Size, Vec<(Color, Cell)>) {
    let size = Size::square(6);
    let cells = [(0, 4), (4, 2), (5, 3), (3, 4), (4, 0), (3, 0), (2, 3), (5, 5), (3, 3), (5, 0), (0, 5), (3, 2), (4, 1)];
    let stone = |(number, &(x, y)): (usize, &(usize, usize))| (Color::BOTH[number % 2], size.cell(x, y).expect("on the board"));
    (size, cells.iter().enumerate().map(stone).collect())
}

/// A proof must not name a stone as its move: what fill-in needs are cells without one, however the position came about.
#[test]
fn what_fill_in_needs_is_empty() {
    let (size, stones) = with_a_permanent_cell();
    let mut board = Board::new(size);
    for (color, cell) in stones {
        assert!(board.play(color, cell));
    }
    let tables = Tables::<1>::new(&board, Extras::ALL, &Stop::default());
    assert!(!tables.filled_cells_of_kind(FillInKind::Permanent).is_empty());
    for cell in tables.empty().iter() {
        for color in Color::BOTH {
            let mut after = tables.clone();
            after.play(color, cell, &Stop::default());
            assert!(Color::BOTH.iter().all(|&color| !after.fill_in_carrier(color).contains(cell)), "{color:?} {cell:?}");
        }
    }
}

#[test]
fn random_positions() {
    check(3_000, 1);
}

#[test]
#[ignore = "minutes"]
fn many_random_positions() {
    let Seen { filled: [dead, captured, _], regions, vulnerable, reversible, dominated } = check(100_000, 2);
    for count in [dead, captured, regions, vulnerable, reversible, dominated] {
        assert!(count >= 10, "{count} positions had a kind of inferior cell");
    }
}

/// Positions that are small enough to try all moves hardly ever have such cells: a solver that fills nothing in finds the same
/// winner with and without what is filled in around one.
#[test]
fn permanently_inferior_cells() {
    let (size, stones) = with_a_permanent_cell();
    let mut random = Pcg64Mcg::seed_from_u64(3);
    let mut count = 0;
    for more in (0..8).cycle().take(200) {
        let mut board = Board::new(size);
        for &(color, cell) in &stones {
            board.play(color, cell);
        }
        let mut others: Vec<Cell> = board.empty_cells().collect();
        others.shuffle(&mut random);
        for &cell in &others[..more] {
            board.play(*Color::BOTH.choose(&mut random).expect("two colours"), cell);
        }
        let tables = Tables::<1>::new(&board, Extras::ALL, &Stop::default());
        if board.winner().is_some() || tables.filled_cells_of_kind(FillInKind::Permanent).is_empty() {
            continue;
        }
        count += 1;
        let mut filled = board.clone();
        for color in Color::BOTH {
            assert!(tables.filled_cells(color).iter().all(|cell| filled.play(color, cell)));
        }
        for to_move in Color::BOTH {
            let winner = |board: &Board| {
                let mut solver = WideSolver::<1>::new(1 << 20, Extras::NONE);
                board.winner().or_else(|| solver.solve(board, to_move, 1, &Budget::default()).winner)
            };
            assert_eq!(winner(&filled), winner(&board), "{board:?} {to_move:?}");
        }
    }
    assert!(count >= 20, "{count}");
}

#[test]
fn small_empty_boards_are_won_by_the_first() {
    for side in 2..=5 {
        let solution = WideSolver::<1>::new(1 << 20, Extras::ALL).solve(
            &Board::new(Size::square(side)),
            Color::Black,
            2,
            &Budget::default(),
        );
        assert_eq!(solution.winner, Some(Color::Black), "{side}");
    }
}

/// A position that is won at once is won on the edge, and one that connections win in the fewest moves.
#[test]
fn a_won_position_is_won_on_the_shortest_path() {
    for (stones, moves, plies) in [("b:c1 w:d1 b:c2 w:d2 b:b3 w:a3", "a4 b4", 1), ("b:c2 w:a1", "b3 c3", 11)] {
        let (size, entries) = parse_position(&format!("4x4 {stones}")).expect("a position");
        let mut board = Board::new(size);
        for entry in entries {
            let Move::Stone(cell) = entry.mv else { panic!("a stone") };
            assert!(board.play(entry.color, cell));
        }
        let solution = WideSolver::<1>::new(1 << 20, Extras::ALL).solve(&board, Color::Black, 1, &Budget::default());
        let best = cell_name(size, solution.best.expect("a move"));
        assert!(moves.contains(&best), "{stones}: {best}");
        assert!(solution.plies.is_some_and(|found| found <= plies), "{stones}: {:?}", solution.plies);
    }
}

#[test]
fn the_budget_ends_a_search() {
    let budget = Budget::new(None, 10, Stop::default());
    let solution = WideSolver::<2>::new(1 << 20, Extras::ALL).solve(&Board::new(Size::square(10)), Color::Black, 2, &budget);
    assert_eq!((solution.winner, solution.nodes), (None, 10));
}

#[test]
fn an_interrupted_root_costs_the_next_search_nothing() {
    let (board, budget) = (Board::new(Size::square(6)), Budget::default());
    let solver = || WideSolver::<1>::new(1 << 20, Extras::ALL);
    let nodes = solver().solve(&board, Color::Black, 1, &budget).nodes;
    let interrupt = Stop::default();
    interrupt.raise();
    let mut interrupted = solver();
    interrupted.set_root(&board, Color::Black, &interrupt);
    assert_eq!(interrupted.solve(&board, Color::Black, 1, &budget).nodes, nodes);
}
