//! From a bar to a verdict and a bite, by the table of all smaller positions.

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use super::board::{Board, Rows, Size, Square, after, bites};
use super::table::Table;
use crate::search::Budget;
use crate::settings::Settings;

/// The table is kept from one command to the next.
#[derive(Default)]
pub struct Player {
    table: Option<Table>,
}

/// A position solved.
#[derive(Clone, Copy, Debug)]
pub struct Answer {
    /// In how many plies the game ends: even where the player to move wins.
    pub plies: u32,
    /// A best bite, unless the game is over: the fastest win, else the longest defence.
    pub best: Option<Square>,
    /// Positions that were solved for it.
    pub nodes: usize,
}

impl Answer {
    /// Whether the player to move wins.
    #[must_use]
    pub fn wins(self) -> bool {
        self.plies.is_multiple_of(2)
    }
}

/// The smallest bar around what is left.
fn around(rows: &Rows) -> Size {
    let count = rows.iter().take_while(|&&row| row > 0).count();
    Size { rows: count.max(1), columns: usize::from(rows[0]).max(1) }
}

impl Player {
    /// A table that holds a position, and how many positions were solved to make it; `None` where the budget ends first.
    pub fn table(&mut self, rows: &Rows, budget: &Budget) -> Option<(&Table, usize)> {
        let size = around(rows);
        let is_held = self.table.as_ref().is_some_and(|table| table.holds(size));
        if !is_held {
            // Two large tables at a time would be too much.
            self.table = None;
            self.table = Some(Table::new(size, budget)?);
        }
        let table = self.table.as_ref()?;
        let nodes = if is_held { 1 } else { table.positions() };
        Some((table, nodes))
    }

    /// The table of a bar and no larger one.
    pub fn table_of(&mut self, size: Size, budget: &Budget) -> Option<&Table> {
        if self.table.as_ref().is_none_or(|table| !table.is_of(size)) {
            self.table = None;
            self.table = Some(Table::new(size, budget)?);
        }
        self.table.as_ref()
    }

    /// Solves a position; `None` where the budget ends first.
    pub fn solve(&mut self, rows: &Rows, budget: &Budget) -> Option<Answer> {
        let (table, nodes) = self.table(rows, budget)?;
        let plies = table.plies(rows);
        let best = bites(rows).find(|&bite| after(rows, bite).is_some_and(|next| table.plies(&next) + 1 == plies));
        Some(Answer { plies, best, nodes })
    }

    /// What each bite leads to: the plies until the end, the bite among them, odd where who makes it loses.
    pub fn values(&mut self, rows: &Rows, budget: &Budget) -> Option<Vec<(Square, u32)>> {
        let (table, _) = self.table(rows, budget)?;
        Some(bites(rows).filter_map(|bite| after(rows, bite).map(|next| (bite, table.plies(&next) + 1))).collect())
    }

    /// The bite for a player at a level: a best one, below full strength now and then any; any where the budget ends first.
    pub fn choose(&mut self, board: &Board, settings: &Settings, budget: &Budget) -> Option<Square> {
        let salt = board.rows().iter().fold(board.record().len() as u64, |salt, &row| {
            (salt ^ u64::from(row)).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(23)
        });
        let mut random = Pcg64Mcg::seed_from_u64(settings.seed ^ salt);
        let slips = Settings::FULL_LEVEL - settings.level.min(Settings::FULL_LEVEL);
        let all: Vec<Square> = bites(board.rows()).collect();
        if all.is_empty() {
            return None;
        }
        let any = all[random.random_range(0..all.len())];
        if slips > 0 && random.random_range(0..Settings::FULL_LEVEL) < slips {
            return Some(any);
        }
        self.solve(board.rows(), budget).map_or(Some(any), |answer| answer.best)
    }
}
