//! The player: verdicts and bites from a table of all positions of the bar.

use rand::RngExt;

use super::board::{Board, Rows, Size, Square, apply_bite, bites};
use super::table::Table;
use crate::game::turn::position_random;
use crate::search::Budget;
use crate::settings::Settings;

/// A player, which keeps its table from one command to the next.
#[derive(Default)]
pub struct Player {
    table: Option<Table>,
}

/// A position solved.
#[derive(Clone, Copy, Debug)]
pub struct Answer {
    /// Plies to the end of the game, even if the player to move wins.
    pub plies: u32,
    /// The fastest winning bite, else the longest defence; `None` in a finished game.
    pub best: Option<Square>,
    /// Positions of the bounding bar, which are all solved.
    pub nodes: u64,
}

impl Answer {
    /// Returns whether the player to move wins.
    #[must_use]
    pub fn wins(self) -> bool {
        self.plies.is_multiple_of(2)
    }
}

/// Returns the number of positions that the table of a bar solves.
fn table_nodes(size: Size) -> u64 {
    size.positions().unwrap_or(u64::MAX)
}

impl Player {
    /// Returns a table that contains a position. Returns `None` if the budget ends first or its node limit is below the size of that
    /// table, even if an earlier command has built it.
    pub fn table_for(&mut self, rows: &Rows, budget: &Budget) -> Option<&Table> {
        let size = Size::bounding(rows);
        if budget.max_nodes.is_some_and(|most| table_nodes(size) > most) {
            return None;
        }
        if self.table.as_ref().is_none_or(|table| !table.contains(size)) {
            // Free the old table first: two large ones would need too much memory.
            self.table = None;
            self.table = Some(Table::new(size, budget)?);
        }
        self.table.as_ref()
    }

    /// Returns the table of exactly this bar; `None` as for [`Self::table_for`].
    pub fn exact_table(&mut self, size: Size, budget: &Budget) -> Option<&Table> {
        if budget.max_nodes.is_some_and(|most| table_nodes(size) > most) {
            return None;
        }
        if self.table.as_ref().is_none_or(|table| !table.is_of(size)) {
            self.table = None;
            self.table = Some(Table::new(size, budget)?);
        }
        self.table.as_ref()
    }

    /// Solves a position. Returns `None` if the budget ends first.
    pub fn solve(&mut self, rows: &Rows, budget: &Budget) -> Option<Answer> {
        let table = self.table_for(rows, budget)?;
        let plies = table.plies(rows);
        let best = bites(rows).find(|&bite| apply_bite(rows, bite).is_some_and(|next| table.plies(&next) + 1 == plies));
        Some(Answer { plies, best, nodes: table_nodes(Size::bounding(rows)) })
    }

    /// Returns for each bite the plies to the end, counting the bite. They are odd if the player who makes it loses.
    pub fn move_values(&mut self, rows: &Rows, budget: &Budget) -> Option<Vec<(Square, u32)>> {
        let table = self.table_for(rows, budget)?;
        Some(bites(rows).filter_map(|bite| apply_bite(rows, bite).map(|next| (bite, table.plies(&next) + 1))).collect())
    }

    /// Chooses a bite at the level of the settings: a best one, or below full strength sometimes a random one. If the budget ends
    /// first it is random, except on a whole square: the bite at (2,2) wins there, since its two arms can then be kept equal.
    pub fn choose(&mut self, board: &Board, settings: &Settings, budget: &Budget) -> Option<Square> {
        let mut random = position_random(settings.seed, board.record().len(), board.rows.iter().copied());
        let all: Vec<Square> = bites(&board.rows).collect();
        if all.is_empty() {
            return None;
        }
        let any = all[random.random_range(0..all.len())];
        if random.random_range(0..Settings::FULL_LEVEL) < settings.weakness() {
            return Some(any);
        }
        let diagonal = Square { row: 1, column: 1 };
        let side = board.rows.len();
        let is_square = side > 1 && board.rows.iter().all(|&row| usize::from(row) == side);
        let fallback = if is_square { diagonal } else { any };
        self.solve(&board.rows, budget).map_or(Some(fallback), |answer| answer.best)
    }
}

#[cfg(test)]
mod tests {
    use super::super::board::Position;
    use super::*;

    /// Plays a game on a bar and returns its number of plies.
    fn play_game(size: Size, levels: [u64; 2]) -> u32 {
        let mut board = Board::new(Position::new(size));
        let mut player = Player::default();
        while board.ending().is_none() {
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
            assert_eq!(play_game(size, [10, 10]), answer.plies, "{size}");
            assert_eq!(answer.wins(), (rows, columns) != (1, 1), "strategies can be stolen");
            assert!((1..10).all(|level| play_game(size, [10, level]) <= answer.plies), "{size}: slips shorten the game");
        }
    }

    #[test]
    fn a_square_needs_no_table() {
        let board = Board::new(Position::new(Size { rows: 15, columns: 15 }));
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
