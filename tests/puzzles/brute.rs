//! A solver without any knowledge of games: it plays all games to their ends.

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

    /// The largest value: it ends the search of a position.
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

/// What is known of positions.
pub type Memory<R> = HashMap<<R as Rules>::Key, i32>;

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
    let rest = value(&step.next, memory);
    step.gain + if step.again { rest } else { -rest }
}

/// Returns what a position is worth to the player who moves.
pub fn value<R: Rules>(position: &R, memory: &mut Memory<R>) -> i32 {
    if let Some(value) = position.end() {
        return value;
    }
    let key = position.key();
    if let Some(&known) = memory.get(&key) {
        return known;
    }
    let mut steps = position.steps();
    // One that wins at once saves the others.
    if let Some(won) = steps.iter().position(|step| !step.again && step.next.end() == Some(-R::MOST)) {
        steps.swap(0, won);
    }
    let mut best = i32::MIN;
    for step in steps {
        best = best.max(value_of(&step, memory));
        if best >= R::MOST {
            break;
        }
    }
    memory.insert(key, best);
    best
}
