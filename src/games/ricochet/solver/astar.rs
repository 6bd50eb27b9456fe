//! A* over all robots together: with the heuristic that the report *Rapport de projet IA41 - Rasende Roboter* describes, and with
//! the sum over all robots that it proposes as an alternative.
//!
//! Its grid of lower bounds is admissible and consistent, so that the first solution taken from the queue is optimal. The sum of
//! the grid over all robots is no lower bound, because the others need not come near: [`Estimate::Sum`] finds a solution, seldom
//! an optimal one.

use std::collections::HashMap;

use super::limits::{Limits, PathEnd, PathResult, list_bytes};
use super::search_board::NEVER;
use super::state::{MAX_MOVES, Moves, START, State};
use super::uninformed::{Visit, path_to};

/// The estimate of the moves that are left, which is added to the moves made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Estimate {
    /// The lower bound of the target robot.
    LowerBound,
    /// The sum over all robots: inadmissible.
    Sum,
}

/// The indices of the generated states by key, in many maps, because the growth of one large map would delay an interrupt.
struct Indices(Vec<HashMap<u64, u32>>);

const MAPS: usize = 64;

/// Bytes of a state in its map: the pair and a byte of control, in slots that are filled to between 7/16 and 7/8.
const MAP_BYTES: usize = 2 * (size_of::<(u64, u32)>() + 1) * 8 / 7;

impl Indices {
    /// Returns the index of a state; a new state gets `index`.
    fn get_or_insert(&mut self, key: u64, index: u32) -> u32 {
        let map = (key.wrapping_mul(crate::search::FIBONACCI) >> 32) as usize % MAPS;
        *self.0[map].entry(key).or_insert(index)
    }
}

/// Estimates the memory after one more expansion: visits, maps and queue, in bytes.
fn memory_bytes(visits: &Vec<Visit>, queued: usize) -> usize {
    list_bytes(visits, MAX_MOVES) + visits.len() * MAP_BYTES + 2 * queued * size_of::<u32>()
}

/// Searches in the order of f, the moves made and the estimate.
#[must_use]
pub fn search<const N: usize, const ANY: bool>(
    moves: &Moves<'_, N, ANY>,
    root: State<N>,
    estimate: Estimate,
    limits: Limits<'_>,
) -> PathResult<N> {
    let h = |state: &State<N>| -> usize {
        let bound = moves.bound(state);
        match estimate {
            Estimate::LowerBound => usize::from(bound),
            // A robot that cannot reach the target counts as 32 moves away.
            Estimate::Sum => state.iter().map(|&node| usize::from(moves.board.bound(node).min(32))).sum(),
        }
    };
    let mut visits = vec![Visit { key: moves.pack(&root), parent: 0, depth: 0 }];
    let mut indices = Indices(vec![HashMap::new(); MAPS]);
    indices.get_or_insert(visits[0].key, 0);
    let mut queue: Vec<Vec<u32>> = Vec::new();
    let push = |queue: &mut Vec<Vec<u32>>, value: usize, visit: u32| {
        if queue.len() <= value {
            queue.resize_with(value + 1, Vec::new);
        }
        queue[value].push(visit);
    };
    push(&mut queue, h(&root), 0);
    let (mut states, mut least_f, mut queued) = (1, 0, 1);
    loop {
        while queue.get(least_f).is_some_and(Vec::is_empty) {
            least_f += 1;
        }
        let Some(taken) = queue.get_mut(least_f).and_then(Vec::pop) else { return PathResult::new(PathEnd::Exhausted, states) };
        let depth = visits[taken as usize].depth as usize;
        let state: State<N> = moves.unpack(visits[taken as usize].key);
        if moves.bound(&state) == 0 {
            return PathResult::new(PathEnd::Solved(path_to(moves, &visits, taken)), states);
        }
        // A state that was reached again in fewer moves is in the queue twice. Its second entry is skipped.
        if depth + h(&state) < least_f {
            continue;
        }
        let mut lower = least_f;
        moves.for_each_move(&state, START, |step| {
            states += 1;
            if step.bound == NEVER {
                return;
            }
            let key: u64 = moves.pack(&step.state);
            let visit = Visit { key, parent: taken, depth: depth as u32 + 1 };
            let index = indices.get_or_insert(key, visits.len() as u32);
            match visits.get_mut(index as usize) {
                Some(met) if met.depth <= visit.depth => return,
                Some(met) => *met = visit,
                None => visits.push(visit),
            }
            let f = depth + 1 + h(&step.state);
            lower = lower.min(f);
            push(&mut queue, f, index);
            queued += 1;
        });
        // The sum is not consistent: the f of a child may be less than that of its parent.
        least_f = lower;
        if limits.is_over(states, taken) || memory_bytes(&visits, queued) > limits.bytes {
            let lower = if estimate == Estimate::LowerBound { least_f.min(usize::from(u8::MAX)) as u8 } else { 0 };
            return PathResult::new(PathEnd::Stopped(lower), states);
        }
    }
}
