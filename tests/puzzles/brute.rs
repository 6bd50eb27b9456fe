//! A solver without any knowledge of games: it searches all of them to their ends by alpha-beta.

use std::collections::HashMap;
use std::hash::Hash;

/// A move with the position after it.
pub struct Step<R> {
    /// As the program names it.
    pub name: String,
    /// What it wins at once.
    pub gain: i32,
    /// Whether its player moves again.
    pub again: bool,
    /// The position after it.
    pub next: R,
}

impl<R> Step<R> {
    /// Returns a move that wins nothing at once, after which the other player moves.
    pub fn new(name: String, next: R) -> Self {
        Step { name, gain: 0, again: false, next }
    }
}

/// A position of a game that always ends.
pub trait Rules: Sized + Clone {
    /// What positions of equal value may share, and no others do.
    type Key: Eq + Hash;

    /// No position is worth more than this, nor less than minus this.
    const MOST: i32 = 1;

    /// Reads a position as the program writes it.
    fn read(text: &str) -> Self;

    /// Returns the value of a position in which the game is over, to the player who would move.
    fn end(&self) -> Option<i32>;

    /// Returns the moves of a position in which it is not.
    fn steps(&self) -> Vec<Step<Self>>;

    /// Returns the key under which the value is kept.
    fn key(&self) -> Self::Key;
}

/// What is known of positions: each is worth at least the first number and at most the second.
pub type Memory<R> = HashMap<<R as Rules>::Key, (i32, i32)>;

/// Returns the best move and its value if it is better than all others, of which there is one at least.
pub fn only_best<R: Rules>(position: &R, memory: &mut Memory<R>) -> Option<(String, i32)> {
    let mut values: Vec<(i32, String)> = position.steps().into_iter().map(|step| (value_of(&step, memory), step.name)).collect();
    values.sort_by_key(|(value, _)| -value);
    match &values[..] {
        [(value, name), (second, _), ..] if value > second => Some((name.clone(), *value)),
        _ => None,
    }
}

/// Returns what a move is worth to its player.
pub fn value_of<R: Rules>(step: &Step<R>, memory: &mut Memory<R>) -> i32 {
    value_of_within(step, (-R::MOST, R::MOST), memory)
}

/// Returns what a position is worth to the player who moves.
pub fn value<R: Rules>(position: &R, memory: &mut Memory<R>) -> i32 {
    value_within(position, (-R::MOST, R::MOST), memory)
}

/// Returns what a move is worth, as [`value_within`] does.
fn value_of_within<R: Rules>(step: &Step<R>, (low, high): (i32, i32), memory: &mut Memory<R>) -> i32 {
    let rest = (low - step.gain, high - step.gain);
    step.gain
        + if step.again { value_within(&step.next, rest, memory) } else { -value_within(&step.next, (-rest.1, -rest.0), memory) }
}

/// Returns what a position is worth if that is between `low` and `high`; else a number that is not above what it is worth, and at
/// least `high`, or one that is not below, and at most `low` (alpha-beta).
fn value_within<R: Rules>(position: &R, (low, high): (i32, i32), memory: &mut Memory<R>) -> i32 {
    if let Some(value) = position.end() {
        return value;
    }
    let key = position.key();
    let (least, most) = memory.get(&key).copied().unwrap_or((-R::MOST, R::MOST));
    if least == most || least >= high {
        return least;
    }
    if most <= low {
        return most;
    }
    let mut steps = position.steps();
    // One that wins at once saves the others.
    if let Some(won) = steps.iter().position(|step| !step.again && step.next.end() == Some(-R::MOST)) {
        steps.swap(0, won);
    }
    let mut best = i32::MIN;
    for step in steps {
        best = best.max(value_of_within(&step, (low.max(best), high), memory));
        if best >= high.min(most) {
            break;
        }
    }
    memory.insert(
        key,
        if best >= high {
            (best, most)
        } else if best <= low {
            (least, best)
        } else {
            (best, best)
        },
    );
    best
}
