//! The swap rule: which first stones to take over, and which one to offer.

use std::ops::ControlFlow;
use std::time::Instant;

use super::board::Board;
use super::board::geometry::transpose;
use super::notation;
use super::searcher::{Searcher, Task};
use super::style::{Search, Style};
use crate::color::Color;
use crate::grid::{Cell, Size};
use crate::search::{Budget, Report, Value};
use crate::settings::Settings;

/// The side of a board, and the first stones with which black wins; with all others white does. The solver proves them all
/// (`ludion-lab hex prove 8x8`); 8x8 was solved first by Henderson, Arneson and Hayward, *Solving 8x8 Hex* (2009).
const WINNING_STONES: [(usize, &str); 7] = [
    (2, "b1 a2"),
    (3, "c1 a2 b2 c2 a3"),
    (4, "d1 c2 b3 a4"),
    (5, "e1 b2 c2 d2 e2 b3 c3 d3 a4 b4 c4 d4 a5"),
    (6, "f1 b2 c2 d2 e2 f2 a3 b3 c3 d3 e3 f3 a4 b4 c4 d4 e4 f4 a5 b5 c5 d5 e5 a6"),
    (7, "g1 c2 e2 f2 g2 b3 c3 d3 e3 f3 a4 b4 c4 d4 e4 f4 g4 b5 c5 d5 e5 f5 a6 b6 c6 e6 a7"),
    (8, "h1 g2 h2 b3 c3 d3 e3 f3 g3 b4 c4 d4 e4 f4 g4 h4 a5 b5 c5 d5 e5 f5 g5 b6 c6 d6 e6 f6 g6 a7 b7 a8"),
];

/// Stones that are searched for an offer, after all have been evaluated.
const FINALISTS: usize = 8;
/// Share of the time for these evaluations.
const EVALUATION_SHARE: f64 = 0.3;
/// Nodes of a round if the budget has neither a deadline nor a node limit.
const NODES: u64 = 20_000;

/// Least nodes of a search whose value counts.
const LEAST_NODES: u64 = 100;

/// The value of a position over the last depths of a search, for the player to move.
pub(super) struct ValueTrend {
    search: Search,
    depth: u32,
    values: [Value; 2],
}

impl ValueTrend {
    /// Creates the trend before any report.
    #[must_use]
    pub fn new(search: Search) -> Self {
        ValueTrend { search, depth: 0, values: [Value::EVEN; 2] }
    }

    /// Takes in a report of the search.
    pub fn update(&mut self, report: &Report<Cell>) {
        let before = if report.depth > self.depth { self.values[1] } else { self.values[0] };
        self.depth = report.depth;
        self.values = match self.search {
            Search::AlphaBeta => [before, report.value],
            // The value of a tree search is a mean over many depths already.
            Search::Puct => [report.value; 2],
        };
    }

    /// Returns the mean of the last two depths: estimates of odd and of even ones differ by the tempo, the mean does not.
    #[must_use]
    pub fn units(&self) -> i32 {
        self.values.iter().map(|value| value.units()).sum::<i32>() / 2
    }
}

/// The value of a first stone of black's by a long search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FirstStone {
    /// The stone.
    pub cell: Cell,
    /// Its value in units of the evaluation, for black; [`FirstStone::MAX`] at most, either way.
    pub value: i32,
}

/// Values of the first stones of boards that are not proved. Of two stones that are images of each other under the half-turn one is
/// listed. Its parts are the files of `ludion-lab hex swap-map 11x11 --checkpoint FILE`, without their checksums.
const MAP: &str = include_str!("swap-map.txt");

/// Returns the header line of a board's values in a map.
#[must_use]
pub fn map_header(size: Size) -> String {
    format!("{size} values of black's first stone")
}

impl FirstStone {
    /// The greatest value: larger ones are clamped.
    pub const MAX: i32 = 999;

    /// Formats it as a line of a map: `b4 -17`.
    #[must_use]
    pub fn to_line(self, size: Size) -> String {
        format!("{} {}", notation::cell_name(size, self.cell), self.value)
    }

    /// Parses a line of a map; `None` where it is not one.
    #[must_use]
    pub fn parse(line: &str, size: Size) -> Option<FirstStone> {
        let (name, value) = line.split_once(' ')?;
        let value = value.parse().ok().filter(|value| (-Self::MAX..=Self::MAX).contains(value))?;
        Some(FirstStone { cell: notation::parse_cell(size, name)?, value })
    }
}

/// Returns the values of a board; none where there is no map of it.
fn map(size: Size) -> impl Iterator<Item = FirstStone> {
    let header = map_header(size);
    MAP.lines().skip_while(move |line| *line != header).skip(1).map_while(move |line| FirstStone::parse(line, size))
}

/// Lists the cells of a board, one of each pair of images under the half-turn.
pub fn first_stones(size: Size) -> impl Iterator<Item = Cell> {
    size.cells().filter(move |&cell| cell <= size.half_turn(cell))
}

/// Converts a first stone from its owner's point of view to black's, or back: white sees the board transposed.
fn black_view(size: Size, owner: Color, cell: Cell) -> Cell {
    if owner == Color::Black { cell } else { transpose(size, cell) }
}

/// Returns whether the owner of the first stone wins, on square boards where that is proved.
#[must_use]
pub fn is_won(size: Size, owner: Color, cell: Cell) -> Option<bool> {
    let (_, cells) = WINNING_STONES.iter().find(|(side, _)| size.is_square() && size.width == *side)?;
    let name = notation::cell_name(size, black_view(size, owner, cell));
    Some(cells.split(' ').any(|winning| winning == name))
}

/// Returns whether the first stone favours its owner, by proof or else by the map; `None` if there is neither.
#[must_use]
pub(super) fn favors_owner(size: Size, owner: Color, cell: Cell) -> Option<bool> {
    is_won(size, owner, cell).or_else(|| {
        let cell = black_view(size, owner, cell);
        let stone = map(size).find(|stone| stone.cell == cell || stone.cell == size.half_turn(cell))?;
        Some(stone.value > 0)
    })
}

/// Picks the first stone with the most even chances: by the map, if there is one. Otherwise all are evaluated, but for those that
/// are proved to win, and the most even ones are searched in rounds. Each round keeps the more even half of them, with twice the
/// time (sequential halving: Karnin, Koren and Somekh, *Almost optimal exploration in multi-armed bandits*, 2013).
pub(super) fn choose_first_stone(
    searcher: &mut dyn Searcher,
    size: Size,
    color: Color,
    style: Style,
    settings: &Settings,
    budget: &Budget,
) -> Cell {
    if let Some(even) = map(size).min_by_key(|stone| stone.value.abs()) {
        return black_view(size, color, even.cell);
    }
    let mut offers = Offers { searcher, size, color, style, settings, budget, started: Instant::now() };
    let all = candidates(size, color);
    // Where not all are evaluated or searched the usual offer is better than the most even of a few.
    let Some(values) = offers.evaluate(&all) else { return all[0] };
    let mut left = most_even(values, FINALISTS);
    let rounds = left.len().ilog2();
    for round in 0..rounds {
        let Some(values) = offers.search_round(&left, round, rounds) else { return if round == 0 { all[0] } else { left[0] } };
        left = most_even(values, left.len() / 2);
    }
    left[0]
}

/// A stone, and how far from even the chances after it are.
type Unevenness = (i32, Cell);

/// The search for a first stone to offer.
struct Offers<'a> {
    searcher: &'a mut dyn Searcher,
    size: Size,
    color: Color,
    style: Style,
    settings: &'a Settings,
    /// What all evaluations and rounds may cost.
    budget: &'a Budget,
    started: Instant,
}

impl Offers<'_> {
    fn board_with(&self, cell: Cell) -> Board {
        let mut board = Board::new(self.size);
        board.play(self.color, cell);
        board
    }

    /// Returns when this share of the time is over.
    fn end_of(&self, share: f64) -> Option<Instant> {
        self.budget.deadline.map(|end| self.started + end.saturating_duration_since(self.started).mul_f64(share))
    }

    /// Evaluates stones without a search; `None` if the time for it ended first.
    fn evaluate(&mut self, cells: &[Cell]) -> Option<Vec<Unevenness>> {
        let budget = Budget { deadline: self.end_of(EVALUATION_SHARE), max_nodes: None, ..self.budget.clone() };
        let stop = budget.timed_stop();
        let evaluate = |&cell: &Cell| {
            if stop.is_raised() {
                return None;
            }
            let task = Task { board: &self.board_with(cell), to_move: self.color.other(), style: self.style, lines: 1 };
            let value = self.searcher.evaluate(task, self.settings, &stop);
            (!stop.is_raised()).then_some((value.units().abs(), cell))
        };
        cells.iter().map(evaluate).collect()
    }

    /// Searches stones, each in its share of the round; `None` if the time ended first.
    fn search_round(&mut self, cells: &[Cell], round: u32, rounds: u32) -> Option<Vec<Unevenness>> {
        let of_round = |share: f64| EVALUATION_SHARE + (1.0 - EVALUATION_SHARE) * (f64::from(round) + share) / f64::from(rounds);
        let nodes = self.budget.max_nodes.map(|nodes| nodes / u64::from(rounds));
        let nodes = nodes.or(self.budget.deadline.is_none().then_some(NODES));
        let search = |(number, &cell): (usize, &Cell)| {
            let budget = Budget {
                deadline: self.end_of(of_round((number + 1) as f64 / cells.len() as f64)),
                max_nodes: nodes.map(|nodes| (nodes / cells.len() as u64).max(1)),
                ..self.budget.clone()
            };
            let least = LEAST_NODES.min(nodes.unwrap_or(u64::MAX));
            Some((self.search(cell, &budget, least)?.abs(), cell))
        };
        cells.iter().enumerate().map(search).collect()
    }

    /// Returns the value after a stone by a search; `None` if it ended before `least` nodes without a proof.
    fn search(&mut self, cell: Cell, budget: &Budget, least: u64) -> Option<i32> {
        let mut trend = ValueTrend::new(self.style.search);
        let task = Task { board: &self.board_with(cell), to_move: self.color.other(), style: self.style, lines: 1 };
        let report = self.searcher.search(task, self.settings, budget, &mut |report| {
            trend.update(report);
            ControlFlow::Continue(())
        });
        trend.update(&report);
        let is_short = report.nodes < least && !report.value.is_proof();
        (!is_short && !budget.stop.is_raised()).then(|| trend.units())
    }
}

/// Lists the stones to choose an offer from. The first is offered if there is no time: the third cell on the second line in front
/// of an edge of one's own; those around it follow. Where the winning stones are proved only the others are candidates, elsewhere
/// only the two outer lines: on 11x11 people swap every stone further in (HexWiki, *Swap rule*).
fn candidates(size: Size, color: Color) -> Vec<Cell> {
    let is_outer = |&cell: &Cell| {
        let (x, y) = (size.x(cell), size.y(cell));
        x.min(y).min(size.width - 1 - x).min(size.height - 1 - y) < 2
    };
    let is_wanted = |cell: &Cell| is_won(size, color, *cell).map_or_else(|| is_outer(cell), |is_won| !is_won);
    let mut cells: Vec<Cell> = first_stones(size).filter(is_wanted).collect();
    let (x, y) = if color == Color::Black { (2, 1) } else { (1, 2) };
    cells.sort_by_key(|&cell| size.x(cell).abs_diff(x) + size.y(cell).abs_diff(y));
    cells
}

/// Returns the `count` stones with the most even values, one at least.
fn most_even(mut values: Vec<Unevenness>, count: usize) -> Vec<Cell> {
    values.sort_by_key(|&(unevenness, _)| unevenness);
    values.into_iter().take(count.max(1)).map(|(_, cell)| cell).collect()
}

#[cfg(test)]
mod tests {
    use super::super::searcher::new_searcher;
    use super::*;
    use crate::search::Stop;

    #[test]
    fn winning_stones_are_those_that_are_known() {
        for line in include_str!("../../../tests/data/hex/winning-openings.txt").lines().filter(|line| !line.starts_with('#')) {
            let [side, _, cells] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("{line}") };
            let size = Size::square(side.parse().expect("a side"));
            for cell in size.cells() {
                let is_known = cells.split(' ').any(|name| name == notation::cell_name(size, cell));
                assert_eq!(is_won(size, Color::Black, cell), Some(is_known));
                let mirrored = size.cell(size.y(cell), size.x(cell)).expect("the board is square");
                assert_eq!(is_won(size, Color::White, mirrored), Some(is_known));
            }
        }
        assert_eq!(is_won(Size::square(9), Color::Black, Cell(0)), None);
        assert_eq!(is_won(Size { width: 5, height: 4 }, Color::Black, Cell(0)), None);
    }

    #[test]
    fn the_map_is_whole() {
        for side in 9..=14 {
            let size = Size::square(side);
            let mut stones: Vec<Cell> = map(size).map(|stone| stone.cell).collect();
            stones.sort();
            assert!(stones.into_iter().eq(first_stones(size)), "{size}");
            // The centre is to be taken over, the acute corner is not.
            let centre = size.cell(side / 2, side / 2).expect("it is on the board");
            for color in Color::BOTH {
                assert_eq!(favors_owner(size, color, Cell(0)), Some(false), "{size}");
                assert_eq!(favors_owner(size, color, centre), Some(true), "{size}");
            }
            for cell in size.cells() {
                let black = favors_owner(size, Color::Black, cell).expect("there is a map");
                assert_eq!(favors_owner(size, Color::Black, size.half_turn(cell)), Some(black));
                let mirrored = size.cell(size.y(cell), size.x(cell)).expect("the board is square");
                assert_eq!(favors_owner(size, Color::White, mirrored), Some(black));
            }
        }
        assert_eq!(map(Size { width: 11, height: 10 }).count(), 0);
    }

    #[test]
    fn a_stop_ends_an_evaluation() {
        let size = Size::square(9);
        let mut board = Board::new(size);
        board.play(Color::Black, Cell(40));
        let task = Task { board: &board, to_move: Color::White, style: Style::default(), lines: 1 };
        let settings = Settings { threads: 1, ..Settings::default() };
        let stop = Stop::default();
        assert_ne!(new_searcher(size).evaluate(task, &settings, &stop), Value::EVEN);
        stop.raise();
        assert_eq!(new_searcher(size).evaluate(task, &settings, &stop), Value::EVEN);
    }

    #[test]
    fn offers_are_the_same_again() {
        let settings = Settings { threads: 1, ..Settings::default() };
        for side in [2, 3, 4, 5, 6, 7, 8, 11, 15] {
            let size = Size::square(side);
            for color in Color::BOTH {
                let budget = Budget { max_nodes: Some(100), ..Budget::default() };
                let cell = choose_first_stone(&mut *new_searcher(size), size, color, Style::default(), &settings, &budget);
                assert!(side == 11 || candidates(size, color).contains(&cell));
                assert_ne!(is_won(size, color, cell), Some(true), "{size}");
                // Corners between edges of both players that are far apart lose at once.
                assert!(side == 2 || cell != Cell(0) && cell.index() + 1 != size.area(), "{size}");
                let again = choose_first_stone(&mut *new_searcher(size), size, color, Style::default(), &settings, &budget);
                assert_eq!(cell, again);
            }
        }
        let late = Budget { deadline: Some(Instant::now()), ..Budget::default() };
        let cell = choose_first_stone(
            &mut *new_searcher(Size::square(15)),
            Size::square(15),
            Color::White,
            Style::default(),
            &settings,
            &late,
        );
        assert_eq!(notation::cell_name(Size::square(15), cell), "b3");
    }
}
