//! States of a search: the nodes of all robots at once, packed into one word, and the moves between them.
//!
//! Only the robot that is to reach the target is told from the others; these are sorted, so that 3! or 4! states are one.
//! With a target for any robot all are sorted.

use arrayvec::ArrayVec;

use super::super::position::Position;
use super::ground::{Ground, NEVER};
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
    /// Bits of a node of a robot that may reach the target.
    node_bits: u32,
}

impl<'a, const N: usize, const ANY: bool> Moves<'a, N, ANY> {
    /// First of the slots that are kept sorted.
    const SORTED: usize = if ANY { 0 } else { 1 };

    /// The moves on a ground; `layered` where nodes tell axes too.
    #[must_use]
    pub fn new(ground: &'a Ground, layered: bool) -> Self {
        Moves { ground, node_bits: ground.code_bits() + if layered { 2 } else { 0 } }
    }

    /// Bits of a packed state.
    #[must_use]
    pub fn key_bits(&self) -> u32 {
        let robots = N as u32;
        if ANY { robots * self.node_bits } else { self.node_bits + (robots - 1) * self.ground.code_bits() }
    }

    /// The state of a position.
    #[must_use]
    pub fn state(&self, position: &Position) -> State<N> {
        let node = |robot: usize| self.ground.node(position.robots[robot], position.axes[robot], position.rule);
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
        let bits = if ANY { self.node_bits } else { self.ground.code_bits() };
        W::of(state.iter().fold(0, |key, &node| key << bits | u64::from(node)))
    }

    /// The state of a word.
    #[inline]
    #[must_use]
    pub fn unpack<W: Word>(&self, key: W) -> State<N> {
        let bits = if ANY { self.node_bits } else { self.ground.code_bits() };
        let mut rest = key.number();
        let mut state = [0; N];
        for slot in (1..N).rev() {
            state[slot] = (rest & ((1 << bits) - 1)) as u16;
            rest >>= bits;
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
        next[slot] = node;
        if !ANY && slot == 0 {
            return (next, 0);
        }
        // Bubbles without branches; the lists are short.
        for end in (Self::SORTED + 1..N).rev() {
            for at in Self::SORTED..end {
                (next[at], next[at + 1]) = (next[at].min(next[at + 1]), next[at].max(next[at + 1]));
            }
        }
        let before = (Self::SORTED..N).filter(|&other| other != slot && state[other] < node).count();
        (next, Self::SORTED + before)
    }

    /// Tells every move from a state, but none along the axis of its arrival by the same robot.
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
            if end == codes[slot] || arrival == (slot * 2 + direction % 2) as Arrival {
                continue;
            }
            let node = if ANY || slot == 0 { self.ground.moved(state[slot], direction, end) } else { end };
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
            let next = self.ground.moved(node, direction, end);
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

    /// The states from which one move leads to this one.
    pub fn each_before(&self, state: &State<N>, mut tell: impl FnMut(State<N>)) {
        let (codes, transposed) = self.codes(state);
        let bits = self.ground.code_bits();
        for slot in 0..N {
            let ends = self.ground.slides(&codes, &transposed, slot);
            let layered = self.node_bits > bits && (ANY || slot == 0);
            for direction in 0..4 {
                let above = state[slot] >> bits;
                let axis = 1 << (direction % 2);
                // The robot must stop here, and a move along the axis leaves it moved along.
                if ends[direction] != codes[slot] || layered && above & axis != 0 {
                    continue;
                }
                let back = ends[(direction + 2) % 4];
                for from in self.between(codes[slot], back, direction) {
                    for before in if layered { vec![above, above | axis] } else { vec![above] } {
                        tell(self.with(state, slot, before << bits | from).0);
                    }
                }
            }
        }
    }

    /// The codes from next to one to another in a row or a column.
    fn between(&self, code: u16, back: u16, direction: usize) -> Vec<u16> {
        let across = direction % 2 == 0;
        let turn = |code: u16| if across { self.ground.transposed(code) } else { code };
        let (code, back) = (turn(code), turn(back));
        let places: Vec<u16> = if back > code { (code + 1..=back).collect() } else { (back..code).collect() };
        places.into_iter().map(turn).collect()
    }
}
