//! Where the edge templates come from, and their proof: both by the solver, which knows no template here.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::Arc;

use rand::SeedableRng;
use rand::seq::IteratorRandom;
use rand_pcg::Pcg64Mcg;

use super::super::board::Board;
use super::super::cellset::with_width;
use super::super::position::HexPosition;
use super::super::solver::Solver;
use super::super::style::Style;
use super::edge::{EdgeTemplate, Spot, TEMPLATES, cell_at};
use super::tables::{Extras, Tables};
use super::*;
use crate::grid::Size;
use crate::search::{Budget, Limits, Table, search};

/// Highest row of an endpoint.
const HIGHEST: isize = 5;
/// Columns to either side of the endpoint that are looked at.
const REACH: isize = 8;
/// Nodes for one proof.
const NODES: u64 = 400;
/// Most stones beside the endpoint.
const STONES: usize = 2;
/// Games to look at, and how many plies there are from one position to the next.
const GAMES: u64 = 150;
const STEP: usize = 9;
/// Nodes for a move of these games.
const NODES_A_MOVE: u64 = 40;
/// Templates to keep.
const KEPT: usize = 400;

/// The template alone: its endpoint joined to the top of the board by black stones, white everywhere else.
fn alone(template: &EdgeTemplate) -> Board {
    let columns = || template.stones.iter().chain(&template.carrier).map(|spot| spot.0);
    let left = columns().min().unwrap_or(0).min(0) - 1;
    let right = columns().max().unwrap_or(0).max(0) + 1;
    let size = Size { width: (right - left + 1).max(3) as usize, height: (template.row + 1) as usize };
    let cells = |spots: &[Spot]| -> Vec<Cell> {
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

/// The cells of the carrier that the connection needs, white to move; `None` where it is not proved.
fn needed(template: &EdgeTemplate) -> Option<Vec<Spot>> {
    let board = alone(template);
    match board.winner() {
        Some(winner) => (winner == Color::Black).then(Vec::new),
        None => with_width!(board.size(), solved(template, &board)),
    }
}

fn solved<const W: usize>(template: &EdgeTemplate, board: &Board) -> Option<Vec<Spot>> {
    let extras = Extras { templates: false, ..Extras::ALL };
    let solution = Solver::<W>::new(1 << 19, extras).solve(board, Color::White, 1, &Budget::new(None, NODES, Stop::default()));
    let left = template.stones.iter().chain(&template.carrier).map(|spot| spot.0).min().unwrap_or(0).min(0) - 1;
    let is_needed = |&&(x, row): &&Spot| {
        cell_at(board.size(), Color::Black, 1, x - left, row).is_some_and(|cell| solution.carrier.contains(&cell))
    };
    (solution.winner == Some(Color::Black)).then(|| template.carrier.iter().filter(is_needed).copied().collect())
}

/// What is left when all that the proof can do without has been taken away.
fn least(template: &EdgeTemplate) -> Option<EdgeTemplate> {
    let mut least = EdgeTemplate { carrier: needed(template)?, ..template.clone() };
    for number in (0..least.stones.len()).rev() {
        let mut less = least.clone();
        less.stones.remove(number);
        if needed(&less).is_some() {
            least = less;
        }
    }
    for number in (0..least.carrier.len()).rev() {
        let mut less = least.clone();
        less.carrier.remove(number);
        if needed(&less).is_some() {
            least = less;
        }
    }
    Some(upright(least))
}

/// The lesser of the two mirror images.
fn upright(template: EdgeTemplate) -> EdgeTemplate {
    let mirrored = template.mirrored();
    template.min(mirrored)
}

#[test]
fn edge_templates_hold() {
    assert_eq!(TEMPLATES.len(), KEPT);
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
            assert!(side.joined(stone).contains(side.edges()[edge]), "a lone stone of {color:?} on the fifth row, edge {edge}");
            let plain = Tables::<3>::new(&board, Extras::NONE, &Stop::default());
            assert!(!plain.side(color).joined(stone).contains(side.edges()[edge]));
        }
    }
}

/// What has been found, and how often.
#[derive(Default)]
struct Finds {
    known: HashMap<EdgeTemplate, Option<EdgeTemplate>>,
    counts: HashMap<EdgeTemplate, usize>,
}

impl Finds {
    /// Looks for connections to an edge that the tables of a position lack.
    fn look(&mut self, board: &Board) {
        let tables = Tables::<2>::new(board, Extras { templates: false, ..Extras::ALL }, &Stop::default());
        if Color::BOTH.iter().any(|&color| tables.side(color).has_winning_full()) {
            return;
        }
        for (color, edge) in Color::BOTH.into_iter().flat_map(|color| [(color, 0), (color, 1)]) {
            let side = tables.side(color);
            let edge_end = side.edges()[edge];
            for (row, x) in (2..=HIGHEST).flat_map(|row| (0..board.size().width as isize).map(move |x| (row, x))) {
                let end = cell_at(board.size(), color, edge, x, row).and_then(|cell| side.end_of(cell));
                let Some(end) = end.filter(|&end| end != edge_end && !side.joined(end).contains(edge_end)) else { continue };
                debug_assert!(side.all_ends().contains(end));
                let around = self.around(&tables, color, edge, x, row, board.size());
                let found = self.known.entry(around).or_insert_with_key(least);
                if let Some(found) = found.as_ref().filter(|found| found.stones.len() <= STONES && !found.carrier.is_empty()) {
                    *self.counts.entry(found.clone()).or_default() += 1;
                }
            }
        }
    }

    /// All that is around a cell, as a template.
    fn around(&self, tables: &Tables<2>, color: Color, edge: usize, x: isize, row: isize, size: Size) -> EdgeTemplate {
        let (mut stones, mut carrier) = (Vec::new(), Vec::new());
        let spots = (-REACH..=REACH).flat_map(|dx| (1..=row).map(move |k| (dx, k))).filter(|&spot| spot != (0, row));
        for (dx, k) in spots {
            let Some(cell) = cell_at(size, color, edge, x + dx, k) else { continue };
            if tables.empty().contains(cell) {
                carrier.push((dx, k));
            } else if tables.side(color).end_of(cell).is_some() {
                stones.push((dx, k));
            }
        }
        upright(EdgeTemplate { row, stones, carrier })
    }
}

/// Plays a game of the program with itself, after two random stones, and looks at some of its positions.
fn play(seed: u64, finds: &mut Finds) {
    let mut random = Pcg64Mcg::seed_from_u64(seed);
    let mut board = Board::new(Size::square(11));
    let style = Style { templates: false, ..Style::default() };
    let mut color = Color::Black;
    while board.winner().is_none() {
        let ply = board.stone_count();
        if ply > 3 && (ply + seed as usize).is_multiple_of(STEP) {
            finds.look(&board);
        }
        let cell = if ply < 2 {
            board.empty_cells().choose(&mut random).expect("there are empty cells")
        } else {
            let position = HexPosition::<2>::new(&board, color, style, Arc::default(), None);
            let limits = Limits { threads: 1, max_depth: u32::MAX, among: None };
            let budget = Budget::new(None, NODES_A_MOVE, Stop::default());
            search(&position, &Table::new(1 << 16), &limits, &budget, &mut |_| ControlFlow::Continue(())).best
        };
        board.play(color, cell);
        color = color.other();
    }
}

/// The file is what mining finds; with `LUDION_BLESS` it is written.
#[test]
#[ignore = "an hour"]
fn the_file_of_edge_templates() {
    let mut finds = Finds::default();
    (0..GAMES).for_each(|seed| play(seed, &mut finds));
    let mut found: Vec<(EdgeTemplate, usize)> = finds.counts.into_iter().collect();
    found.sort_by(|(a, m), (b, n)| n.cmp(m).then_with(|| a.cmp(b)));
    let text = |spots: &[Spot]| spots.iter().map(|(x, row)| format!("{x},{row}")).collect::<Vec<_>>().join(" ");
    let line = |template: &EdgeTemplate| format!("{}\t{}\t{}\n", template.row, text(&template.stones), text(&template.carrier));
    let lines: String = found.iter().take(KEPT).map(|(template, _)| line(template)).collect();
    let file = format!(
        "# Row of the endpoint, stones, carrier; the most frequent first. Written by the test the_file_of_edge_templates.\n{lines}"
    );
    let path = "src/games/hex/hsearch/edge_templates.txt";
    if std::env::var_os("LUDION_BLESS").is_some() {
        std::fs::write(path, &file).expect("it can be written");
    }
    assert_eq!(std::fs::read_to_string(path).expect("it can be read"), file);
}
