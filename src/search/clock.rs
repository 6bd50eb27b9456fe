//! The game clock, and the time that it allots to a move.

use crate::color::Color;

/// The clocks of both players, as `time_settings` and `time_left` set them. All times are in seconds.
#[derive(Clone, Debug, Default)]
pub struct Clock {
    settings: Option<Settings>,
    left: [Left; 2],
}

#[derive(Clone, Copy, Debug)]
struct Settings {
    main: f64,
    byo: f64,
    stones: u32,
}

/// The time that a player has left: main time if `stones` is 0, else for that many moves.
#[derive(Clone, Copy, Debug, Default)]
struct Left {
    seconds: f64,
    stones: u32,
}

/// A move gets this multiple of an equal share of the main time, because games end before the board is full.
const SHARE: f64 = 1.5;

/// Largest share of the main time that a move may take.
const MAX_SHARE: f64 = 0.25;

impl Clock {
    /// Sets both clocks: a main time, then `byo` seconds for each `stones` moves. As in GTP there is no limit if `stones` is zero
    /// and `byo` is not.
    pub fn set(&mut self, main: f64, byo: f64, stones: u32) {
        let unlimited = byo > 0.0 && stones == 0;
        self.settings = (!unlimited).then_some(Settings { main, byo, stones });
        self.restart();
    }

    /// Resets the clocks to the start of a game.
    pub fn restart(&mut self) {
        if let Some(Settings { main, byo, stones }) = self.settings {
            let left = if main > 0.0 { Left { seconds: main, stones: 0 } } else { Left { seconds: byo, stones } };
            self.left = [left; 2];
        }
    }

    /// Sets the time that a player has left: main time if `stones` is 0, else for that many moves. Without clocks it is what both
    /// players have: as main time, or for each `stones` moves.
    pub fn set_left(&mut self, color: Color, seconds: f64, stones: u32) {
        if self.settings.is_none() {
            let (main, byo) = if stones == 0 { (seconds, 0.0) } else { (0.0, seconds) };
            self.set(main, byo, stones);
        }
        self.left[color.index()] = Left { seconds, stones };
    }

    /// Subtracts the time of a move from a player's clock, for clients that send no `time_left`.
    pub fn spend(&mut self, color: Color, seconds: f64) {
        let Some(settings) = self.settings else { return };
        let left = &mut self.left[color.index()];
        left.seconds -= seconds;
        if left.stones == 0 {
            if left.seconds > 0.0 || settings.stones == 0 {
                return;
            }
            // The move on which the main time ends is the first of its period.
            *left = Left { seconds: settings.byo + left.seconds, stones: settings.stones };
        }
        match left.stones {
            1 => *left = Left { seconds: settings.byo, stones: settings.stones },
            _ => left.stones -= 1,
        }
    }

    /// Returns the seconds for a player's next move; `None` without a clock. `moves` is the number of moves for which the player is
    /// expected to need time, `lag` the delay in seconds of each.
    #[must_use]
    pub fn allot(&self, color: Color, moves: u32, lag: f64) -> Option<f64> {
        let settings = self.settings?;
        let left = self.left[color.index()];
        if left.stones > 0 {
            return Some((left.seconds / f64::from(left.stones) - lag).max(0.0));
        }
        let each = if settings.stones > 0 { settings.byo / f64::from(settings.stones) } else { 0.0 };
        let main = (left.seconds - lag * f64::from(moves)).max(0.0);
        let share = (main / f64::from(moves.max(1)) * SHARE).min(main * MAX_SHARE);
        Some((share + (each - lag).max(0.0)).max(0.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_clock_no_limit() {
        let mut clock = Clock::default();
        assert_eq!(clock.allot(Color::Black, 30, 0.0), None);
        clock.set(0.0, 1.0, 0);
        assert_eq!(clock.allot(Color::Black, 30, 0.0), None);
    }

    #[test]
    fn a_whole_game_fits_the_main_time() {
        for moves in [1_u32, 5, 20, 60, 180] {
            let mut clock = Clock::default();
            clock.set(60.0, 0.0, 0);
            let mut used = 0.0;
            for made in 0..moves {
                let seconds = clock.allot(Color::White, moves - made, 0.05).unwrap();
                used += seconds + 0.05;
                clock.spend(Color::White, seconds + 0.05);
            }
            assert!(used < 60.0, "{moves} moves took {used}");
        }
    }

    #[test]
    fn what_exceeds_the_main_time_is_taken_from_overtime() {
        let mut clock = Clock::default();
        clock.set(10.0, 5.0, 3);
        clock.spend(Color::Black, 12.0);
        assert_eq!(clock.allot(Color::Black, 30, 0.0), Some(3.0 / 2.0));
        clock.set(10.0, 5.0, 1);
        clock.spend(Color::Black, 12.0);
        assert_eq!(clock.allot(Color::Black, 30, 0.0), Some(5.0));
    }

    #[test]
    fn time_left_alone_sets_both_clocks() {
        let mut clock = Clock::default();
        clock.set_left(Color::Black, 60.0, 0);
        assert_eq!(clock.allot(Color::White, 30, 0.0), clock.allot(Color::Black, 30, 0.0));
    }

    #[test]
    fn time_left_alone_for_some_moves_sets_a_period_that_is_renewed() {
        let mut clock = Clock::default();
        clock.set_left(Color::Black, 1.0, 2);
        for _ in 0..6 {
            assert_eq!(clock.allot(Color::Black, 30, 0.0), Some(0.5));
            assert_eq!(clock.allot(Color::White, 30, 0.0), Some(0.5));
            clock.spend(Color::Black, 0.5);
        }
    }

    #[test]
    fn overtime_is_shared_by_its_moves() {
        let mut clock = Clock::default();
        clock.set(0.0, 30.0, 10);
        assert_eq!(clock.allot(Color::Black, 30, 0.0), Some(3.0));
        for _ in 0..25 {
            clock.spend(Color::Black, 2.0);
        }
        assert_eq!(clock.allot(Color::Black, 30, 0.0), Some(20.0 / 5.0));
        clock.set_left(Color::Black, 2.0, 4);
        assert_eq!(clock.allot(Color::Black, 30, 0.1), Some(0.4));
        clock.set_left(Color::Black, -3.0, 0);
        assert_eq!(clock.allot(Color::Black, 30, 0.1), Some(2.9));
    }
}
