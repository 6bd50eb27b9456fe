//! A* over all robots together, as the report *Rapport de projet IA41 - Rasende Roboter* meant it, and with the sum that it
//! proposes.
//!
//! Its grid of lower bounds is admissible and consistent, so the first time that the target is taken the way is
//! shortest. The sum of the grid over all robots is no lower bound (the others need not come near), so [`Guide::Sum`]
//! finds a way, seldom a shortest one.

use std::collections::HashMap;

use super::ground::NEVER;
use super::state::{Moves, START, State};
use super::{Found, Limits, MOST_MOVES, Stage, list_bytes};

/// What is added to the moves made so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Guide {
    /// The lower bound of the robot of the target.
    Bound,
    /// The sum over all robots: inadmissible.
    Sum,
}

/// A state that has been met.
struct Visit {
    key: u64,
    before: u32,
    made: u16,
}

/// The states that have been met, by key, in many maps: one large one would take too long to grow at a stroke.
struct Known(Vec<HashMap<u64, u32>>);

/// How many maps.
const MAPS: usize = 64;

/// Bytes of a state in its map, which is half empty at worst: the pair and a byte beside it; of 8 places 7 are filled at most.
const MAP_BYTES: usize = 2 * (size_of::<(u64, u32)>() + 1) * 8 / 7;

impl Known {
    /// The place of a state; it gets this one where it has none.
    fn place(&mut self, key: u64, place: u32) -> u32 {
        let map = (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as usize % MAPS;
        *self.0[map].entry(key).or_insert(place)
    }
}

/// Bytes of the visits and the maps after one more state has been expanded, and of a queue of so many, which doubles too.
fn bytes(visits: &Vec<Visit>, queued: usize) -> usize {
    list_bytes(visits, MOST_MOVES) + visits.len() * MAP_BYTES + 2 * queued * size_of::<u32>()
}

/// Searches by the sum of moves made and the guide.
#[must_use]
pub fn search<const N: usize, const ANY: bool>(
    moves: &Moves<'_, N, ANY>,
    root: State<N>,
    guide: Guide,
    limits: Limits<'_>,
) -> Found<N> {
    let guess = |state: &State<N>| -> usize {
        let bound = moves.bound(state);
        match guide {
            Guide::Bound => usize::from(bound),
            // A robot that can never be there counts as far away.
            Guide::Sum => state.iter().map(|&node| usize::from(moves.ground.bound(node).min(32))).sum(),
        }
    };
    let mut visits = vec![Visit { key: moves.pack(&root), before: 0, made: 0 }];
    let mut known = Known(vec![HashMap::new(); MAPS]);
    known.place(visits[0].key, 0);
    let mut queue: Vec<Vec<u32>> = Vec::new();
    let push = |queue: &mut Vec<Vec<u32>>, value: usize, visit: u32| {
        if queue.len() <= value {
            queue.resize_with(value + 1, Vec::new);
        }
        queue[value].push(visit);
    };
    push(&mut queue, guess(&root), 0);
    let (mut states, mut least, mut queued) = (1, 0, 1);
    loop {
        while queue.get(least).is_some_and(Vec::is_empty) {
            least += 1;
        }
        let Some(taken) = queue.get_mut(least).and_then(Vec::pop) else { return Found::new(Stage::Exhausted, states) };
        let made = usize::from(visits[taken as usize].made);
        let state: State<N> = moves.unpack(visits[taken as usize].key);
        if moves.bound(&state) == 0 {
            return Found::new(Stage::Solved(way(moves, &visits, taken)), states);
        }
        // A state that has been met again on a shorter way stands in the queue twice; the later place is void.
        if made + guess(&state) < least {
            continue;
        }
        let mut lower = least;
        moves.for_each_move(&state, START, |step| {
            states += 1;
            if step.bound == NEVER {
                return;
            }
            let key: u64 = moves.pack(&step.state);
            let visit = Visit { key, before: taken, made: made as u16 + 1 };
            let place = known.place(key, visits.len() as u32);
            match visits.get_mut(place as usize) {
                Some(met) if met.made <= visit.made => return,
                Some(met) => *met = visit,
                None => visits.push(visit),
            }
            let value = made + 1 + guess(&step.state);
            lower = lower.min(value);
            push(&mut queue, value, place);
            queued += 1;
        });
        // The sum is not consistent: a child may be nearer than its parent.
        least = lower;
        if limits.is_over(states, taken) || bytes(&visits, queued) > limits.bytes {
            let lower = if guide == Guide::Bound { least.min(usize::from(u8::MAX)) as u8 } else { 0 };
            return Found::new(Stage::Stopped(lower), states);
        }
    }
}

fn way<const N: usize, const ANY: bool>(moves: &Moves<'_, N, ANY>, visits: &[Visit], last: u32) -> Vec<State<N>> {
    let mut way = Vec::new();
    let mut at = last;
    while at != 0 {
        way.push(moves.unpack(visits[at as usize].key));
        at = visits[at as usize].before;
    }
    way.reverse();
    way
}
