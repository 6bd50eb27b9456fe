//! Calibrates the win probability of a value: plays games of self-play, and fits a logistic curve to their results.

use ludion::color::Color;
use ludion::game::Tell;
use ludion::games::hex::bench::{best_first_search, network_search, random_positions};
use ludion::games::hex::board::Board;
use ludion::grid::{Cell, Size};
use ludion::search::Report;

/// Number of games, side of their board, and positions searched for a move.
const GAMES: usize = 120;
const SIDE: usize = 11;
const NODES: u64 = 100;

/// Number of classes of win probability.
const CLASSES: usize = 10;

/// A position's value in thousands for the player to move, and whether that player won.
type ObservedValue = (f64, bool);

/// A search of a position for a number of nodes.
type Search = fn(&Board, Color, usize, u64) -> Report<Cell>;

/// Calibrates the player with its network, and without.
pub fn run(print: Tell<'_>) {
    calibrate("network", network_search, print);
    calibrate("none", best_first_search, print);
}

/// Plays games from random openings of two stones, fits the curve, and prints predicted and observed shares by class.
fn calibrate(name: &str, search: Search, print: Tell<'_>) {
    let openings = random_positions(Size::square(SIDE), GAMES, |_| 2);
    let (left, right) = openings.split_at(GAMES / 2);
    let play_all =
        |part: &[(Board, Color)]| part.iter().flat_map(|(board, color)| play(board, *color, search)).collect::<Vec<_>>();
    let outcomes = std::thread::scope(|scope| {
        let other = scope.spawn(|| play_all(right));
        let mut outcomes = play_all(left);
        outcomes.extend(other.join().expect("games without a panic"));
        outcomes
    });
    let slope = slope(&outcomes);
    let chance = |value: f64| logistic(slope * value);
    print(format!("calibration {name} {SIDE}x{SIDE} games {GAMES} nodes {NODES} positions {} slope {slope:.2}", outcomes.len()));
    for class in 0..CLASSES {
        let members: Vec<&ObservedValue> =
            outcomes.iter().filter(|(value, _)| (chance(*value) * CLASSES as f64) as usize == class).collect();
        if !members.is_empty() {
            let share = |sum: f64| sum / members.len() as f64;
            let predicted = share(members.iter().map(|(value, _)| chance(*value)).sum());
            let won = share(members.iter().filter(|(_, won)| *won).count() as f64);
            print(format!("promised {predicted:.2} won {won:.2} positions {}", members.len()));
        }
    }
}

/// Plays a game from a position until it is proved.
fn play(board: &Board, mut to_move: Color, search: Search) -> Vec<ObservedValue> {
    let mut board = board.clone();
    let mut values = Vec::new();
    let winner = loop {
        let report = search(&board, to_move, 1, NODES);
        if report.value.is_proof() {
            break if report.value.is_win() { to_move } else { to_move.other() };
        }
        values.push((f64::from(report.value.units()) / 1000.0, to_move));
        board.play(to_move, report.best);
        to_move = to_move.other();
    };
    values.into_iter().map(|(value, color)| (value, color == winner)).collect()
}

fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// Fits the slope of the logistic curve through one half at 0 by maximum likelihood, with Newton's method.
fn slope(outcomes: &[ObservedValue]) -> f64 {
    const ROUNDS: usize = 20;
    let mut slope = 1.0;
    for _ in 0..ROUNDS {
        let (mut first, mut second) = (0.0, 1e-9);
        for &(value, won) in outcomes {
            let chance = logistic(slope * value);
            first += value * (f64::from(u8::from(won)) - chance);
            second += value * value * chance * (1.0 - chance);
        }
        slope += first / second;
    }
    slope
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_slope_is_found_again() {
        let chance = |value: f64| 1.0 / (1.0 + (-1.7 * value).exp());
        let values = (-20..=20).map(|n| f64::from(n) / 10.0);
        let outcomes: Vec<ObservedValue> = values
            .flat_map(|value| {
                let won = (1000.0 * chance(value)).round() as usize;
                (0..1000).map(move |n| (value, n < won))
            })
            .collect();
        assert!((slope(&outcomes) - 1.7).abs() < 0.01);
    }
}
