//! Scores: one number for the winner and the length of the game.

/// The score of a position for the player to move, in the convention of P. Pons: 0 for a draw; for a win the number of stones that
/// the winner has left before the last one is played, of half as many as the board has cells; for a loss minus that of the opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Score(pub i32);

impl Score {
    /// Returns the score of a win that ends the game with `end` stones on a board of `area` cells.
    #[must_use]
    pub const fn for_win_at(area: u32, end: u32) -> Score {
        Score((area as i32 + 2 - end as i32) / 2)
    }

    /// Returns the plies to the end from a position with this many stones; `None` for a draw.
    ///
    /// Two numbers of stones have the same score; they differ in who moves last, which is the winner.
    #[must_use]
    pub const fn plies(self, area: u32, count: u32) -> Option<u32> {
        if self.0 == 0 {
            return None;
        }
        let end = (area as i32 + 2 - 2 * self.0.abs()) as u32;
        // A win of the player to move takes an odd number of plies.
        let odd = self.0 > 0;
        let plies = end.wrapping_sub(count);
        Some(if (plies % 2 == 1) == odd { plies } else { plies.wrapping_sub(1) })
    }
}

impl std::ops::Neg for Score {
    type Output = Score;

    fn neg(self) -> Score {
        Score(-self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plies_follow_from_scores() {
        for area in [16, 15, 42, 49, 56] {
            for count in 0..area {
                for end in count + 1..=area {
                    let wins = (end - count) % 2 == 1;
                    let score = Score::for_win_at(area, end);
                    let score = if wins { score } else { -score };
                    assert!(score.0 != 0 && score.plies(area, count) == Some(end - count), "{area} {count} {end}");
                }
            }
        }
        // The empty 7x6 board: score 1, won with the 41st stone.
        assert_eq!(Score(1).plies(42, 0), Some(41));
    }
}
