//! The player: from a board, a colour and a budget to what the search finds.

use std::any::Any;
use std::ops::ControlFlow;
use std::sync::Arc;

use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use super::board::Board;
use super::board::cellset::with_width;
use super::board::zobrist::Keys;
use super::eval::cells::CellPoints;
use super::position::HexPosition;
use super::solver::{Solution, Solver, worth_trying};
use super::style::{Evaluation, Search, Style};
use super::tables::{Extras, Tables};
use crate::color::Color;
use crate::grid::{Cell, Size};
use crate::search::{Budget, Limits, Position, Puct, Report, Stop, Table, Tree, Value, best_first, search};
use crate::settings::Settings;

/// What the player keeps from one command to the next. Nothing here decides what is legal.
#[derive(Default)]
pub struct Player {
    /// What searches depth by depth have found, and the size and the style of the game that they looked at.
    table: Option<(Size, Style, Table)>,
    /// The same of best-first searches.
    tree: Option<(Size, Style, Tree<Cell>)>,
    points: Option<(Size, u64, Arc<CellPoints>)>,
    /// The tables of connections of the position last looked at, with the width that its board needs.
    tables: Option<(Size, Box<dyn Any + Send>)>,
    /// The solver with what it has proved, for boards of one size.
    solver: Option<(Size, Box<dyn Any + Send>)>,
}

/// What a search is to look at.
#[derive(Clone, Copy)]
pub struct Task<'a> {
    /// The position; nobody has won it.
    pub board: &'a Board,
    /// Whose turn it is.
    pub to_move: Color,
    /// How it is looked at.
    pub style: Style,
}

/// Sees the findings of a search as they come, and may break it off.
pub type Watch<'a> = &'a mut dyn FnMut(&Report<Cell>) -> ControlFlow<()>;

/// Each level up to full strength searches so many times as many nodes as the one below; the lowest searches one.
const LEVEL_FACTOR: u64 = 2;

/// A level slips in one move of so many, divided by the square of the levels that it is below full strength.
const LEVEL_SLIP: f64 = 150.0;

impl Player {
    /// Searches a position that nobody has won.
    pub fn think(&mut self, task: Task<'_>, settings: &Settings, budget: &Budget, watch: Watch<'_>) -> Report<Cell> {
        let points = self.points_for(task, settings);
        // With a node limit it is the same search whatever came before it.
        if budget.max_nodes.is_some() {
            self.tables = None;
        }
        with_width!(task.board.size(), searched(self, task, points, settings, budget, watch))
    }

    /// What a position that nobody has won is worth at first sight.
    pub fn look(&mut self, task: Task<'_>, settings: &Settings, stop: &Stop) -> Value {
        let points = self.points_for(task, settings);
        with_width!(task.board.size(), looked(self, task, points, stop))
    }

    /// Who wins a position that nobody has won. What is proved is kept for the next time.
    pub fn prove(&mut self, board: &Board, to_move: Color, settings: &Settings, budget: &Budget) -> Solution {
        with_width!(board.size(), proved(self, board, to_move, settings, budget))
    }

    /// Stands at a position of which the moves are to be proved one by one.
    pub fn stand_at(&mut self, board: &Board, to_move: Color, settings: &Settings, stop: &Stop) {
        with_width!(board.size(), stood(self, board, to_move, settings, stop));
    }

    /// The moves of a position, without inferior ones and those outside the must-play.
    pub fn worth_trying(&mut self, board: &Board, to_move: Color, stop: &Stop) -> Vec<Cell> {
        with_width!(board.size(), worth_trying(board, to_move, stop))
    }

    /// Forgets what has been proved.
    pub fn forget_proofs(&mut self) {
        self.solver = None;
    }

    /// The points of the cells where the task needs them.
    fn points_for(&mut self, task: Task<'_>, settings: &Settings) -> Arc<CellPoints> {
        let with_points = task.style.evaluation == Evaluation::Cells;
        if with_points { self.points(task.board.size(), settings.seed) } else { Arc::default() }
    }

    /// The points of the cells of a board, made once.
    pub fn points(&mut self, size: Size, seed: u64) -> Arc<CellPoints> {
        match &self.points {
            Some((of, from, points)) if (*of, *from) == (size, seed) => points.clone(),
            _ => {
                let points = Arc::new(CellPoints::new(size, seed));
                self.points = Some((size, seed, points.clone()));
                points
            }
        }
    }

    /// The tables of connections of a position: those of the last one, brought along, or new ones. `W` is the width of the
    /// board's sets.
    pub fn tables<const W: usize>(&mut self, board: &Board, extras: Extras, stop: &Stop) -> &mut Tables<W> {
        let kept = self.tables.take().filter(|(size, _)| *size == board.size()).and_then(|(_, tables)| tables.downcast().ok());
        let kept: Option<Box<Tables<W>>> = kept;
        let kept = kept.filter(|tables| tables.extras() == extras);
        let tables: Box<Tables<W>> = match kept {
            Some(mut tables) => {
                Tables::follow(&mut tables, board, stop);
                tables
            }
            None => Box::new(Tables::new(board, extras, stop)),
        };
        let (_, kept) = self.tables.insert((board.size(), tables));
        kept.downcast_mut().expect("what has just been put there")
    }

    /// The solver with what it has proved on boards of this size, or a new one.
    fn solver<const W: usize>(&mut self, size: Size, settings: &Settings) -> &mut Solver<W> {
        let bytes = settings.hash_mb << 20;
        let kept = self.solver.take().filter(|(of, _)| *of == size).and_then(|(_, solver)| solver.downcast().ok());
        let kept: Option<Box<Solver<W>>> = kept;
        let kept = kept.filter(|solver| solver.bytes() == Solver::<W>::rounded(bytes));
        let solver = kept.unwrap_or_else(|| Box::new(Solver::new(bytes, Extras::ALL)));
        let (_, kept) = self.solver.insert((size, solver));
        kept.downcast_mut().expect("what has just been put there")
    }

    /// The budget of a level below full strength: fewer nodes.
    #[must_use]
    pub fn leveled(settings: &Settings, budget: Budget) -> Budget {
        if settings.weakness() == 0 {
            return budget;
        }
        budget.with_node_limit(LEVEL_FACTOR.pow(settings.level as u32 - 1))
    }

    /// The move of a player below full strength who overlooks all that the search would find: any that is worth trying; `None`
    /// where the player of this level looks carefully.
    pub fn slip(&mut self, board: &Board, to_move: Color, settings: &Settings, stop: &Stop) -> Option<Cell> {
        let mut random = Pcg64Mcg::seed_from_u64(settings.seed ^ Keys::new(board.size()).of(board, to_move));
        let weakness = settings.weakness() as f64;
        let slips = random.random_bool(weakness * weakness / LEVEL_SLIP);
        if slips { self.worth_trying(board, to_move, stop).choose(&mut random).copied() } else { None }
    }

    /// The alpha-beta's table. Without a node limit it is kept from search to search of one game in one style; with one, each
    /// search begins with an empty table that is no larger than it can fill.
    fn table(&mut self, task: Task<'_>, bytes: usize, budget: &Budget) -> &Table {
        let (size, style) = (task.board.size(), task.style);
        let bytes = budget.max_nodes.map_or(bytes, |nodes| bytes.min(Table::bytes_for(nodes)));
        let kept = self.table.take().filter(|(of, seen, table)| {
            budget.max_nodes.is_none() && (*of, *seen, table.bytes()) == (size, style, Table::fit_bytes(bytes))
        });
        let (_, _, table) = match kept {
            Some(mut kept) => {
                kept.2.begin();
                self.table.insert(kept)
            }
            None => self.table.insert((size, style, Table::new(bytes))),
        };
        table
    }

    /// The tree of the best-first search. Without a node limit it goes on growing through a game in one style; with one, each
    /// search begins with a new tree.
    fn tree(&mut self, task: Task<'_>, bytes: usize, budget: &Budget) -> &mut Tree<Cell> {
        let (size, style) = (task.board.size(), task.style);
        let kept = self
            .tree
            .take()
            .filter(|(of, seen, tree)| budget.max_nodes.is_none() && (*of, *seen, tree.bytes()) == (size, style, bytes));
        let (_, _, tree) = self.tree.insert(kept.unwrap_or_else(|| (size, style, Tree::new(bytes, Puct::default()))));
        tree
    }
}

/// The position of a task, with the tables that the player keeps.
fn position<const W: usize>(player: &mut Player, task: Task<'_>, points: Arc<CellPoints>, stop: &Stop) -> HexPosition<W> {
    let extras = task.style.extras();
    let tables = task.style.keeps_tables().then(|| player.tables::<W>(task.board, extras, stop).snapshot());
    HexPosition::new(task.board, task.to_move, task.style, points, tables)
}

fn looked<const W: usize>(player: &mut Player, task: Task<'_>, points: Arc<CellPoints>, stop: &Stop) -> Value {
    let mut position = position::<W>(player, task, points, stop);
    position.terminal_value().unwrap_or_else(|| position.evaluate())
}

fn searched<const W: usize>(
    player: &mut Player,
    task: Task<'_>,
    points: Arc<CellPoints>,
    settings: &Settings,
    budget: &Budget,
    watch: Watch<'_>,
) -> Report<Cell> {
    let position = position::<W>(player, task, points, &budget.stop);
    let bytes = settings.hash_mb << 20;
    let limits = Limits { threads: settings.threads, max_depth: u32::MAX, among: None };
    match task.style.search {
        Search::Puct => best_first(position, player.tree(task, bytes, budget), &limits, budget, watch),
        Search::AlphaBeta => search(position, player.table(task, bytes, budget), &limits, budget, watch),
    }
}

fn proved<const W: usize>(player: &mut Player, board: &Board, to_move: Color, settings: &Settings, budget: &Budget) -> Solution {
    player.solver::<W>(board.size(), settings).solve(board, to_move, settings.threads, budget)
}

fn stood<const W: usize>(player: &mut Player, board: &Board, to_move: Color, settings: &Settings, stop: &Stop) {
    player.solver::<W>(board.size(), settings).stand_at(board, to_move, stop);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lower_levels_slip_more_often() {
        let slips_at = |level| {
            let board = Board::new(Size::square(5));
            let slip = |seed| {
                let settings = Settings { level, seed, ..Settings::default() };
                let slip = || Player::default().slip(&board, Color::Black, &settings, &Stop::default());
                assert_eq!(slip(), slip());
                slip().is_some()
            };
            (0..100).filter(|&seed| slip(seed)).count()
        };
        let [low, middle, high, full] = [1, 4, 7, Settings::FULL_LEVEL].map(slips_at);
        assert!(low > middle && middle > high && high > full && full == 0, "{low} {middle} {high} {full}");
    }
}
