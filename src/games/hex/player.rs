//! The player: from a board, a colour and a budget to what the search finds.

use std::ops::ControlFlow;
use std::sync::Arc;

use super::board::Board;
use super::cells::CellPoints;
use super::cellset::with_width;
use super::position::{Evaluation, HexPosition};
use crate::color::Color;
use crate::grid::{Cell, Size};
use crate::search::{Budget, Limits, Report, Table, search};
use crate::settings::Settings;

/// Which evaluation is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum EvaluationKind {
    /// Points of cells.
    Cells,
    /// Two-distance with mobility.
    #[default]
    TwoDistance,
}

/// What the player keeps from one command to the next. Nothing here decides what is legal.
#[derive(Default)]
pub struct Player {
    table: Option<Table>,
    points: Option<(Size, u64, Arc<CellPoints>)>,
}

/// What a search is to look at.
#[derive(Clone, Copy)]
pub struct Task<'a> {
    /// The position; nobody has won it.
    pub board: &'a Board,
    /// Whose turn it is.
    pub to_move: Color,
    /// How it is estimated.
    pub evaluation: EvaluationKind,
}

/// Nodes searched at level 1; each level above has [`LEVEL_FACTOR`] times as many, up to full strength.
const LEVEL_NODES: u64 = 30;

/// See [`LEVEL_NODES`].
const LEVEL_FACTOR: u64 = 3;

impl Player {
    /// Searches a position that nobody has won.
    pub fn think(
        &mut self,
        task: Task<'_>,
        settings: &Settings,
        budget: &Budget,
        watch: &mut dyn FnMut(&Report<Cell>) -> ControlFlow<()>,
    ) -> Report<Cell> {
        let evaluation = match task.evaluation {
            EvaluationKind::Cells => Evaluation::Cells(self.points(task.board.size(), settings.seed)),
            EvaluationKind::TwoDistance => Evaluation::TwoDistance,
        };
        self.prepare_table(settings.hash_mb << 20, budget);
        let table = self.table.get_or_insert_with(|| Table::new(1));
        let threads = settings.threads;
        with_width!(task.board.size(), searched(task, evaluation, table, threads, budget, watch))
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

    /// The budget of a level below full strength: fewer nodes.
    #[must_use]
    pub fn leveled(settings: &Settings, budget: Budget) -> Budget {
        if settings.level >= Settings::FULL_LEVEL {
            return budget;
        }
        let nodes = LEVEL_NODES * LEVEL_FACTOR.pow(settings.level as u32 - 1);
        Budget { max_nodes: Some(budget.max_nodes.map_or(nodes, |most| most.min(nodes))), ..budget }
    }

    /// Without a node limit the table is kept from search to search. With one, each search begins with an empty table that
    /// is no larger than it can fill: it is then the same search whatever came before it.
    fn prepare_table(&mut self, bytes: usize, budget: &Budget) {
        match (&mut self.table, budget.max_nodes) {
            (table, Some(nodes)) => *table = Some(Table::new(bytes.min(Table::bytes_for(nodes)))),
            (Some(table), None) if table.bytes() == Table::rounded(bytes) => table.begin(),
            (table, None) => *table = Some(Table::new(bytes)),
        }
    }
}

fn searched<const W: usize>(
    task: Task<'_>,
    evaluation: Evaluation,
    table: &Table,
    threads: usize,
    budget: &Budget,
    watch: &mut dyn FnMut(&Report<Cell>) -> ControlFlow<()>,
) -> Report<Cell> {
    let position = HexPosition::<W>::new(task.board, task.to_move, evaluation);
    search(&position, table, &Limits { threads, max_depth: u32::MAX, among: None }, budget, watch)
}
