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
    /// Positions of the bar around it: all of them are solved.
    pub nodes: u64,
}

impl Answer {
    /// Returns whether the player to move wins.
    #[must_use]
    pub fn wins(self) -> bool {
        self.plies.is_multiple_of(2)
    }
}

/// Returns the smallest bar around what is left.
fn around(rows: &Rows) -> Size {
    let count = rows.iter().take_while(|&&row| row > 0).count();
    Size { rows: count.max(1), columns: usize::from(rows[0]).max(1) }
}

/// Returns how many positions a table of a bar solves.
fn nodes(size: Size) -> u64 {
    size.positions().unwrap_or(u64::MAX)
}

impl Player {
    /// Returns a table that holds a position; `None` where the budget ends first, also where an earlier command has made such a
    /// table within its own.
    pub fn table(&mut self, rows: &Rows, budget: &Budget) -> Option<&Table> {
        let size = around(rows);
        if budget.max_nodes.is_some_and(|most| nodes(size) > most) {
            return None;
        }
        if self.table.as_ref().is_none_or(|table| !table.holds(size)) {
            // Two large tables at a time would be too much.
            self.table = None;
            self.table = Some(Table::new(size, budget)?);
        }
        self.table.as_ref()
    }

    /// Returns the table of a bar and no larger one.
    pub fn table_of(&mut self, size: Size, budget: &Budget) -> Option<&Table> {
        if self.table.as_ref().is_none_or(|table| !table.is_of(size)) {
            self.table = None;
            self.table = Some(Table::new(size, budget)?);
        }
        self.table.as_ref()
    }

    /// Solves a position; `None` where the budget ends first.
    pub fn solve(&mut self, rows: &Rows, budget: &Budget) -> Option<Answer> {
        let table = self.table(rows, budget)?;
        let plies = table.plies(rows);
        let best = bites(rows).find(|&bite| after(rows, bite).is_some_and(|next| table.plies(&next) + 1 == plies));
        Some(Answer { plies, best, nodes: nodes(around(rows)) })
    }

    /// Returns what each bite leads to: the plies until the end, the bite among them, odd where who makes it loses.
    pub fn values(&mut self, rows: &Rows, budget: &Budget) -> Option<Vec<(Square, u32)>> {
        let table = self.table(rows, budget)?;
        Some(bites(rows).filter_map(|bite| after(rows, bite).map(|next| (bite, table.plies(&next) + 1))).collect())
    }

    /// Returns the bite for a player at a level: a best one, below full strength now and then any. Where the budget ends first it
    /// is the one that wins a whole square, whose two arms can then be kept equal, or any.
    pub fn choose(&mut self, board: &Board, settings: &Settings, budget: &Budget) -> Option<Square> {
        let salt = board.rows().iter().fold(board.record().len() as u64, |salt, &row| {
            (salt ^ u64::from(row)).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(23)
        });
        let mut random = Pcg64Mcg::seed_from_u64(settings.seed ^ salt);
        let all: Vec<Square> = bites(board.rows()).collect();
        if all.is_empty() {
            return None;
        }
        let any = all[random.random_range(0..all.len())];
        if random.random_range(0..Settings::FULL_LEVEL) < settings.weakness() {
            return Some(any);
        }
        let diagonal = Square { row: 1, column: 1 };
        let side = board.rows().len();
        let is_square = side > 1 && board.rows().iter().all(|&row| usize::from(row) == side);
        let fallback = if is_square { diagonal } else { any };
        self.solve(board.rows(), budget).map_or(Some(fallback), |answer| answer.best)
    }
}

#[cfg(test)]
mod tests {
    use super::super::board::Setup;
    use super::*;

    /// Returns a whole game from a bar: how many plies it lasts.
    fn game(size: Size, levels: [u64; 2]) -> u32 {
        let mut board = Board::new(Setup::new(size));
        let mut player = Player::default();
        while board.winner().is_none() {
            let settings = Settings { level: levels[board.to_move().index()], ..Settings::default() };
            let bite = player.choose(&board, &settings, &Budget::default()).unwrap();
            assert_eq!(player.choose(&board, &settings, &Budget::default()), Some(bite), "the same seed, the same bite");
            board.play(board.to_move(), bite).unwrap();
        }
        board.record().len() as u32
    }

    #[test]
    fn games_last_as_long_as_announced() {
        for (rows, columns) in [(1, 1), (2, 7), (5, 5), (7, 4), (6, 11)] {
            let size = Size { rows, columns };
            let answer = Player::default().solve(&vec![columns as u16; rows], &Budget::default()).unwrap();
            assert_eq!(game(size, [10, 10]), answer.plies, "{size}");
            assert_eq!(answer.wins(), (rows, columns) != (1, 1), "strategies can be stolen");
            assert!((1..10).all(|level| game(size, [10, level]) <= answer.plies), "{size}: slips shorten the game");
        }
    }

    #[test]
    fn a_square_needs_no_table() {
        let board = Board::new(Setup::new(Size { rows: 15, columns: 15 }));
        let none = Budget { max_nodes: Some(1), ..Budget::default() };
        let bite = Player::default().choose(&board, &Settings::default(), &none);
        assert_eq!(bite, Some(Square { row: 1, column: 1 }));
    }

    #[test]
    fn a_limit_of_nodes_holds_whatever_came_before() {
        let mut player = Player::default();
        let (rows, few) = (vec![6; 6], Budget { max_nodes: Some(923), ..Budget::default() });
        assert!(player.solve(&rows, &few).is_none());
        assert_eq!(player.solve(&rows, &Budget::default()).map(|answer| answer.nodes), Some(924));
        assert!(player.solve(&rows, &few).is_none());
    }
}
