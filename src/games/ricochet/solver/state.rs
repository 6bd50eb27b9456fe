//! States of a search: the nodes of all robots at once, packed into one word, and the moves between them.
//!
//! Only the robot that is to reach the target is told from the others; these are sorted, so that 3! or 4! states are one.
//! With a target for any robot all are sorted.

use arrayvec::ArrayVec;

use super::super::board::Robot;
use super::super::position::Position;
use super::ground::{Ground, LAYERS, NEVER};
use super::influence::{self, Codes, Influence};
use super::table::Word;

/// The nodes of `N` robots: the robot of the target, then the others by number; with a target for any, all by number.
pub type State<const N: usize> = [u16; N];

/// A move in a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step<const N: usize> {
    /// Whose move: the place in the state before it.
    pub slot: usize,
    /// The direction, by its index.
    pub direction: usize,
    /// The node that it leads to.
    pub node: u16,
    /// The state after it.
    pub state: State<N>,
    /// The lower bound there.
    pub bound: u8,
    /// [`Arrival`] of the state after it.
    pub arrival: Arrival,
}

/// The place and the axis of the move that led to a state: the same robot moves along that axis again for nothing.
pub type Arrival = u8;

/// The arrival of the first state.
pub const START: Arrival = u8::MAX;

/// The moves of a position, for a number of robots and a kind of target known when it is compiled.
#[derive(Clone, Copy)]
pub struct Moves<'a, const N: usize, const ANY: bool> {
    /// Walls and bounds.
    pub ground: &'a Ground,
    /// Number of nodes of a robot that may reach the target.
    nodes: u64,
    /// Number of nodes of another robot.
    plain: u64,
}

impl<'a, const N: usize, const ANY: bool> Moves<'a, N, ANY> {
    /// First of the slots that are kept sorted.
    const SORTED: usize = if ANY { 0 } else { 1 };

    /// The moves on a ground.
    #[must_use]
    pub fn new(ground: &'a Ground) -> Self {
        let codes = 1 << ground.code_bits();
        let nodes = if ground.layered { codes * u64::from(LAYERS) } else { codes };
        Moves { ground, nodes, plain: if ANY { nodes } else { codes } }
    }

    /// Bits of a packed state: 63 for five robots with layers on the largest boards.
    #[must_use]
    pub fn key_bits(&self) -> u32 {
        let states = u128::from(self.nodes) * u128::from(self.plain).pow(N as u32 - 1);
        states.next_power_of_two().ilog2()
    }

    /// The state of a position.
    #[must_use]
    pub fn state(&self, position: &Position) -> State<N> {
        let node = |robot: usize| self.ground.node(position, Robot::ALL[robot]);
        let active = self.ground.active.index();
        let others = (0..N).filter(|&robot| ANY || robot != active);
        let mut nodes: ArrayVec<u16, N> = if ANY { ArrayVec::new() } else { [node(active)].into_iter().collect() };
        nodes.extend(others.map(|robot| if ANY { node(robot) } else { self.ground.code_of(node(robot)) }));
        let mut state = [0; N];
        state.copy_from_slice(&nodes);
        state[Self::SORTED..].sort_unstable();
        state
    }

    /// The state as a word.
    #[inline]
    #[must_use]
    pub fn pack<W: Word>(&self, state: &State<N>) -> W {
        if ANY && self.ground.layered {
            return W::of(state.iter().fold(0, |key, &node| key * self.plain + u64::from(node)));
        }
        let bits = self.ground.code_bits();
        W::of(state.iter().fold(0, |key, &node| key << bits | u64::from(node)))
    }

    /// The state of a word.
    #[inline]
    #[must_use]
    pub fn unpack<W: Word>(&self, key: W) -> State<N> {
        let bits = self.ground.code_bits();
        let mut rest = key.number();
        let mut state = [0; N];
        for slot in (1..N).rev() {
            // Divisions are slow, and only layers make the number of nodes no power of two.
            if ANY && self.ground.layered {
                (state[slot], rest) = ((rest % self.plain) as u16, rest / self.plain);
            } else {
                (state[slot], rest) = ((rest & ((1 << bits) - 1)) as u16, rest >> bits);
            }
        }
        state[0] = rest as u16;
        state
    }

    /// The lower bound of a state.
    #[inline]
    #[must_use]
    pub fn bound(&self, state: &State<N>) -> u8 {
        if !ANY {
            return self.ground.bound(state[0]);
        }
        state.iter().map(|&node| self.ground.bound(node)).min().unwrap_or(NEVER)
    }

    /// Codes and transposed codes of the robots.
    #[inline]
    #[must_use]
    pub fn codes(&self, state: &State<N>) -> ([u16; N], [u16; N]) {
        let codes = state.map(|node| self.ground.code_of(node));
        (codes, codes.map(|code| self.ground.transposed(code)))
    }

    /// The state where the robot in a slot has another node, and the slot that it has then.
    #[inline]
    #[must_use]
    pub fn with(&self, state: &State<N>, slot: usize, node: u16) -> (State<N>, usize) {
        let mut next = *state;
        if self.ground.layered {
            next = next.map(|node| self.ground.calmed(node));
        }
        next[slot] = node;
        if !ANY && slot == 0 {
            return (next, 0);
        }
        let before = (Self::SORTED..N).filter(|&other| other != slot && next[other] < node).count();
        // Bubbles without branches; the lists are short.
        for end in (Self::SORTED + 1..N).rev() {
            for at in Self::SORTED..end {
                (next[at], next[at + 1]) = (next[at].min(next[at + 1]), next[at].max(next[at + 1]));
            }
        }
        (next, Self::SORTED + before)
    }

    /// Tells every move from a state, but none along the axis of its arrival by the same robot (under the ricochet rule a
    /// wasted move may be of use).
    #[inline]
    pub fn each(&self, state: &State<N>, arrival: Arrival, mut tell: impl FnMut(Step<N>)) {
        for slot in 0..N {
            self.each_of(state, arrival, slot, &mut tell);
        }
    }

    /// As [`Moves::each`], for the robot in one slot.
    #[inline]
    pub fn each_of(&self, state: &State<N>, arrival: Arrival, slot: usize, tell: &mut impl FnMut(Step<N>)) {
        let (codes, transposed) = self.codes(state);
        let ends = self.ground.slides(&codes, &transposed, slot);
        for (direction, end) in ends.into_iter().enumerate() {
            let again = arrival == (slot * 2 + direction % 2) as Arrival && !self.ground.layered;
            if end == codes[slot] || again {
                continue;
            }
            let node = if ANY || slot == 0 { self.ground.moved(state[slot], direction, end) } else { Some(end) };
            let Some(node) = node else { continue };
            let (next, place) = self.with(state, slot, node);
            let bound = self.bound(&next);
            tell(Step { slot, direction, node, state: next, bound, arrival: (place * 2 + direction % 2) as Arrival });
        }
    }

    /// Whether moves of the robot in a slot alone lead to the target, each of them one nearer to it by the lower bounds.
    #[inline]
    #[must_use]
    pub fn finishes(&self, state: &State<N>, slot: usize) -> bool {
        let (codes, transposed) = self.codes(state);
        self.runs_in(codes, transposed, slot, state[slot], self.ground.bound(state[slot]))
    }

    fn runs_in(&self, mut codes: [u16; N], mut transposed: [u16; N], slot: usize, node: u16, bound: u8) -> bool {
        if bound == 0 {
            return true;
        }
        let ends = self.ground.slides(&codes, &transposed, slot);
        let from = codes[slot];
        for (direction, end) in ends.into_iter().enumerate() {
            let Some(next) = self.ground.moved(node, direction, end) else { continue };
            if end != from && self.ground.bound(next) == bound - 1 {
                if bound == 1 {
                    return true;
                }
                codes[slot] = end;
                transposed[slot] = self.ground.transposed(end);
                if self.runs_in(codes, transposed, slot, next, bound - 1) {
                    return true;
                }
            }
        }
        false
    }

    /// Whether a move that raises the length by one opens a straight way from a state that has none, for one robot of the
    /// target; tells it, and the number of moves.
    #[inline]
    pub fn opening(&self, state: &State<N>, arrival: Arrival, influence: &Influence, tell: &mut impl FnMut(State<N>)) -> u64 {
        let (codes, transposed) = self.codes(state);
        let ends = self.ground.slides(&codes, &transposed, 0);
        let bound = self.ground.bound(codes[0]);
        let mut moves = 0;
        let (mut helps, mut lines) = ([0; 4], [0; 4]);
        influence.gather(codes[0], &mut helps, &mut lines);
        for (direction, end) in ends.into_iter().enumerate() {
            if end == codes[0] || arrival == (direction % 2) as Arrival {
                continue;
            }
            let there = self.ground.bound(end);
            moves += 1;
            if there == bound || there == bound - 1 {
                let mut next = *state;
                next[0] = end;
                if there == bound && self.finishes(&next, 0) {
                    tell(next);
                } else if there == bound - 1 {
                    self.gather(&next, influence, &mut helps, &mut lines);
                }
            }
        }
        for slot in 1..N {
            let on_line = influence::has(&lines, codes[slot]);
            let ends = self.ground.slides(&codes, &transposed, slot);
            for (direction, end) in ends.into_iter().enumerate() {
                if end == codes[slot] || arrival == (slot * 2 + direction % 2) as Arrival {
                    continue;
                }
                moves += 1;
                if on_line || influence::has(&helps, end) {
                    let mut next = *state;
                    next[slot] = end;
                    if self.finishes(&next, 0) {
                        next[1..].sort_unstable();
                        tell(next);
                    }
                }
            }
        }
        moves
    }

    /// The sets of all places that the robot of the target reaches by straight moves.
    fn gather(&self, state: &State<N>, influence: &Influence, helps: &mut Codes, lines: &mut Codes) {
        influence.gather(state[0], helps, lines);
        let bound = self.ground.bound(state[0]);
        let (codes, transposed) = self.codes(state);
        for end in self.ground.slides(&codes, &transposed, 0) {
            if self.ground.bound(end) == bound - 1 {
                let mut next = *state;
                next[0] = end;
                self.gather(&next, influence, helps, lines);
            }
        }
    }

    /// The slots whose robots alone determine the lower bound: of the robot of the target, or all at the least bound.
    #[must_use]
    pub fn leaders(&self, state: &State<N>) -> ArrayVec<usize, N> {
        let bound = self.bound(state);
        (0..N).filter(|&slot| if ANY { self.ground.bound(state[slot]) == bound } else { slot == 0 }).collect()
    }

    /// Whether moves of one robot alone, each of them one nearer, lead to the target.
    #[inline]
    #[must_use]
    pub fn is_straight(&self, state: &State<N>) -> bool {
        if !ANY {
            return self.finishes(state, 0);
        }
        self.leaders(state).into_iter().any(|slot| self.finishes(state, slot))
    }

    /// All ways of [`Moves::is_straight`], as the states on them, this one left out.
    #[must_use]
    pub fn straight(&self, state: &State<N>) -> Vec<Vec<Step<N>>> {
        let bound = self.bound(state);
        if bound == 0 {
            return vec![Vec::new()];
        }
        let mut ways = Vec::new();
        for slot in self.leaders(state) {
            let mut nearer = Vec::new();
            self.each_of(state, START, slot, &mut |step| {
                if step.bound == bound - 1 {
                    nearer.push(step);
                }
            });
            for step in nearer {
                ways.extend(self.straight(&step.state).into_iter().map(|rest| [vec![step], rest].concat()));
            }
        }
        ways
    }

    /// States from which one move leads to this one; some others too where layers are in play, which no search has met.
    pub fn each_before(&self, state: &State<N>, mut tell: impl FnMut(State<N>)) {
        let (codes, transposed) = self.codes(state);
        let bits = self.ground.code_bits();
        for slot in 0..N {
            let ends = self.ground.slides(&codes, &transposed, slot);
            for direction in 0..4 {
                // The robot must stop here.
                if ends[direction] != codes[slot] {
                    continue;
                }
                for from in self.between(codes[slot], ends[(direction + 2) % 4], direction) {
                    let layered = ANY || slot == 0;
                    let nodes: ArrayVec<u16, { LAYERS as usize }> = match layered {
                        true => self.ground.before(from, direction, state[slot] >> bits).collect(),
                        false => [from].into_iter().collect(),
                    };
                    nodes.into_iter().for_each(|node| self.each_stirred(state, slot, node, &mut tell));
                }
            }
        }
    }

    /// The states with another node in a slot, and the other robots as they may have been before its move.
    fn each_stirred(&self, state: &State<N>, slot: usize, node: u16, tell: &mut impl FnMut(State<N>)) {
        let mut before = *state;
        before[slot] = node;
        let mut told = |mut state: State<N>| {
            state[Self::SORTED..].sort_unstable();
            tell(state);
        };
        let others = || (0..N).filter(move |&other| other != slot && (ANY || other == 0));
        // One robot at most was the last to move before.
        if others().all(|other| self.ground.stirred(state[other]).next().is_some()) {
            told(before);
            for other in others() {
                for stirred in self.ground.stirred(state[other]).filter(|&stirred| stirred != state[other]) {
                    let mut stirred_before = before;
                    stirred_before[other] = stirred;
                    told(stirred_before);
                }
            }
        }
    }

    /// The codes from next to one to another in a row or a column.
    fn between(&self, code: u16, back: u16, direction: usize) -> Vec<u16> {
        let across = direction.is_multiple_of(2);
        let turn = |code: u16| if across { self.ground.transposed(code) } else { code };
        let (code, back) = (turn(code), turn(back));
        let places: Vec<u16> = if back > code { (code + 1..=back).collect() } else { (back..code).collect() };
        places.into_iter().map(turn).collect()
    }
}
