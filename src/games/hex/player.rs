//! The levels of the player: below full strength it searches fewer nodes, and sometimes plays without a search.

use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use super::board::Board;
use super::board::zobrist::Keys;
use super::searcher::Searcher;
use crate::color::Color;
use crate::grid::Cell;
use crate::search::{Budget, Stop};
use crate::settings::Settings;

/// Below full strength, each level searches this many times as many nodes as the one below it. The lowest searches one node.
const LEVEL_FACTOR: u64 = 2;

/// One level below full strength, one move in this many is a slip; `n` levels below it, `n²` moves in this many are.
const LEVEL_SLIP: f64 = 150.0;

/// Returns the budget of the level that is set: below full strength fewer nodes.
#[must_use]
pub fn level_budget(settings: &Settings, budget: Budget) -> Budget {
    if settings.weakness() == 0 {
        return budget;
    }
    budget.with_node_limit(LEVEL_FACTOR.pow(settings.level as u32 - 1))
}

/// Picks a random move that is not inferior, for a player below full strength who slips; `None` if this move is searched. The same
/// position, seed and level give the same answer.
#[must_use]
pub fn slip(searcher: &dyn Searcher, board: &Board, to_move: Color, settings: &Settings, stop: &Stop) -> Option<Cell> {
    let mut random = Pcg64Mcg::seed_from_u64(settings.seed ^ Keys::new(board.size()).position_key(board, to_move));
    let weakness = settings.weakness() as f64;
    let slips = random.random_bool(weakness * weakness / LEVEL_SLIP);
    if slips { searcher.moves_to_search(board, to_move, stop).choose(&mut random).copied() } else { None }
}

#[cfg(test)]
mod tests {
    use super::super::searcher::new_searcher;
    use super::*;
    use crate::grid::Size;

    #[test]
    fn lower_levels_slip_more_often() {
        let slips_at = |level| {
            let board = Board::new(Size::square(5));
            let searcher = new_searcher(board.size());
            let slips = |seed| {
                let settings = Settings { level, seed, ..Settings::default() };
                let slip = || slip(&*searcher, &board, Color::Black, &settings, &Stop::default());
                assert_eq!(slip(), slip());
                slip().is_some()
            };
            (0..100).filter(|&seed| slips(seed)).count()
        };
        let [low, middle, high, full] = [1, 4, 7, Settings::FULL_LEVEL].map(slips_at);
        assert!(low > middle && middle > high && high > full && full == 0, "{low} {middle} {high} {full}");
    }
}
