//! Scores: one number for who wins and how soon.

/// The score of a position for the player to move, in the convention of P. Pons: 0 for a draw; for a win the number of stones that
/// the winner has left before the last one is played, of half as many as the board has cells; for a loss minus that of the opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Score(pub i32);

impl Score {
    /// Returns the score when the game ends on a board of so many cells as soon as it holds `end` stones, won by the player who
    /// then moved last.
    #[must_use]
    pub const fn for_win_at(area: u32, end: u32) -> Score {
        Score((area as i32 + 2 - end as i32) / 2)
    }

    /// Returns the plies to the end from a position with so many stones; `None` for a draw.
    ///
    /// The two ends that have one score differ in who moves last, and the winner does.
    #[must_use]
    pub const fn plies(self, area: u32, count: u32) -> Option<u32> {
        if self.0 == 0 {
            return None;
        }
        let end = (area as i32 + 2 - 2 * self.0.abs()) as u32;
        // The player to move wins by an odd number of plies.
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
