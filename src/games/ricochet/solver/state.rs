//! Search states: the nodes of all robots, packed into one word, and the moves between states.
//!
//! The robots other than that of the target are interchangeable: they are sorted, which merges 3! or 4! states into one.
//! With a target for any robot all are sorted.

use arrayvec::ArrayVec;

use super::super::board::{MAX_ROBOTS, Robot};
use super::super::position::Position;
use super::heuristic::{self, Heuristic};
use super::search_board::{LAST_MOVER_LAYER, LAYER_AFTER_OTHER, LAYERS, NEVER, SearchBoard};
use super::table::Word;

/// The nodes of `N` robots: the target robot, then the others by number; with a target for any, all by number.
pub type State<const N: usize> = [u16; N];

/// A move in a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step<const N: usize> {
    /// The slot of the robot that moves, in the state before.
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

/// Twice the slot of the robot that moved last, plus the axis: 0 along a column, 1 along a row. Another move of that robot along
/// that axis is useless.
pub(super) type Arrival = u8;

/// The arrival of the first state.
pub(super) const START: Arrival = u8::MAX;

/// Most moves from a state.
pub const MAX_MOVES: usize = 4 * MAX_ROBOTS;

/// Bits of a layer of a robot that was not the last to move.
const OTHER_LAYER_BITS: u32 = LAST_MOVER_LAYER.ilog2();

/// Bits for the last robot to move (none, or one of five) and which of two layers it has.
const LAST_MOVER_BITS: u32 = 4;

/// The moves of a position. The number of robots and whether any may reach the target are compile-time parameters.
#[derive(Clone, Copy)]
pub struct Moves<'a, const N: usize, const ANY: bool> {
    /// Walls and bounds.
    pub board: &'a SearchBoard,
    /// Sharper bounds, where they are in use.
    pub heuristic: Option<&'a Heuristic>,
}

impl<'a, const N: usize, const ANY: bool> Moves<'a, N, ANY> {
    /// The first of the slots whose robots are interchangeable and therefore sorted.
    const SORTED: usize = if ANY { 0 } else { 1 };

    /// Creates the moves on a board.
    #[must_use]
    pub fn new(board: &'a SearchBoard) -> Self {
        Moves { board, heuristic: None }
    }

    /// Returns the same moves with sharper bounds.
    #[must_use]
    pub fn with_heuristic<'b>(self, heuristic: &'b Heuristic) -> Moves<'b, N, ANY>
    where
        'a: 'b,
    {
        Moves { board: self.board, heuristic: Some(heuristic) }
    }

    /// Returns the number of bits of a packed state: 64 for five robots with layers on the largest boards and a target for any.
    #[must_use]
    pub fn key_bits(&self) -> u32 {
        if Self::stores_last_mover(self.board) {
            return (self.board.code_bits() + OTHER_LAYER_BITS) * N as u32 + LAST_MOVER_BITS;
        }
        let layers = if self.board.layered { u32::from(LAYERS).ilog2() } else { 0 };
        self.board.code_bits() * N as u32 + layers
    }

    /// Returns whether a packed state stores the last mover beside the nodes: where all robots have layers this takes fewer bits.
    #[inline]
    fn stores_last_mover(board: &SearchBoard) -> bool {
        ANY && board.layered
    }

    /// Returns the number of low bits of a packed state that hold the robots other than that of the target.
    #[must_use]
    pub fn low_bits_of_others(&self) -> u32 {
        if ANY { 0 } else { self.board.code_bits() * (N as u32 - 1) }
    }

    /// Returns the state of a position.
    #[must_use]
    pub fn state(&self, position: &Position) -> State<N> {
        let node = |robot: usize| self.board.node(position, Robot::ALL[robot]);
        let target_robot = self.board.target_robot.index();
        let others = (0..N).filter(|&robot| ANY || robot != target_robot);
        let mut nodes: ArrayVec<u16, N> = if ANY { ArrayVec::new() } else { [node(target_robot)].into_iter().collect() };
        nodes.extend(others.map(|robot| if ANY { node(robot) } else { self.board.code_of(node(robot)) }));
        let mut state = [0; N];
        state.copy_from_slice(&nodes);
        state[Self::SORTED..].sort_unstable();
        state
    }

    /// Returns the state as a word.
    #[inline]
    #[must_use]
    pub fn pack<W: Word>(&self, state: &State<N>) -> W {
        let bits = self.board.code_bits();
        if !Self::stores_last_mover(self.board) {
            return W::truncate(state.iter().fold(0, |key, &node| key << bits | u64::from(node)));
        }
        let (mut key, mut last) = (0, 0);
        for (slot, &node) in state.iter().enumerate() {
            let layer = node >> bits;
            key = key << (bits + OTHER_LAYER_BITS) | u64::from(self.board.node_after_other(node));
            if layer >= LAST_MOVER_LAYER {
                last = 1 + 2 * slot as u64 + u64::from(layer & 1);
            }
        }
        W::truncate(key << LAST_MOVER_BITS | last)
    }

    /// Returns the state of a word.
    #[inline]
    #[must_use]
    pub fn unpack<W: Word>(&self, key: W) -> State<N> {
        let bits = self.board.code_bits();
        let mut rest = key.to_u64();
        let mut state = [0; N];
        if !Self::stores_last_mover(self.board) {
            for slot in (1..N).rev() {
                (state[slot], rest) = ((rest & ((1 << bits) - 1)) as u16, rest >> bits);
            }
            state[0] = rest as u16;
            return state;
        }
        let last = rest & ((1 << LAST_MOVER_BITS) - 1);
        rest >>= LAST_MOVER_BITS;
        for slot in (0..N).rev() {
            (state[slot], rest) = ((rest & ((1 << (bits + OTHER_LAYER_BITS)) - 1)) as u16, rest >> (bits + OTHER_LAYER_BITS));
        }
        if let Some(last) = last.checked_sub(1) {
            let (slot, odd) = ((last / 2) as usize, (last % 2) as u16);
            let layer = (LAST_MOVER_LAYER..LAYERS)
                .find(|&layer| LAYER_AFTER_OTHER[usize::from(layer)] == state[slot] >> bits && layer & 1 == odd);
            state[slot] = layer.unwrap_or(0) << bits | self.board.code_of(state[slot]);
        }
        state
    }

    /// Returns the lower bound of a state.
    #[inline]
    #[must_use]
    pub fn bound(&self, state: &State<N>) -> u8 {
        if !ANY {
            return self.heuristic.map_or_else(|| self.board.bound(state[0]), |heuristic| heuristic.bound(state));
        }
        state.iter().map(|&node| self.board.bound(node)).min().unwrap_or(NEVER)
    }

    /// Returns the codes and transposed codes of the robots.
    #[inline]
    #[must_use]
    pub fn codes(&self, state: &State<N>) -> ([u16; N], [u16; N]) {
        let codes = state.map(|node| self.board.code_of(node));
        (codes, codes.map(|code| self.board.transpose(code)))
    }

    /// Returns the nodes after a move of the robot in a slot, not yet sorted.
    #[inline]
    fn place_robot(&self, state: &State<N>, slot: usize, node: u16) -> State<N> {
        let mut next = *state;
        if self.board.layered {
            next = next.map(|node| self.board.node_after_other(node));
        }
        next[slot] = node;
        next
    }

    /// Sorts the nodes after the one in a slot has changed. Returns the state and the slot of the changed node.
    #[inline]
    fn sort_robots(mut next: State<N>, slot: usize) -> (State<N>, usize) {
        if !ANY && slot == 0 {
            return (next, 0);
        }
        let node = next[slot];
        let before = (Self::SORTED..N).filter(|&other| other != slot && next[other] < node).count();
        // Bubbles without branches; the lists are short.
        for end in (Self::SORTED + 1..N).rev() {
            for at in Self::SORTED..end {
                (next[at], next[at + 1]) = (next[at].min(next[at + 1]), next[at].max(next[at + 1]));
            }
        }
        (next, Self::SORTED + before)
    }

    /// Visits every move from a state, except those of the robot that moved last along the same axis (under the ricochet rule
    /// such a move may be of use).
    #[inline]
    pub fn for_each_move(&self, state: &State<N>, arrival: Arrival, mut visit: impl FnMut(Step<N>)) {
        let places = self.codes(state);
        for slot in 0..N {
            self.for_each_move_of(state, &places, (arrival, slot), |_| true, &mut visit);
        }
    }

    /// Visits the moves of the robot in one slot to states whose bound satisfies `is_bound`. Returns the number of all its moves.
    #[inline]
    pub(super) fn for_each_move_of(
        &self,
        state: &State<N>,
        (codes, transposed): &([u16; N], [u16; N]),
        (arrival, slot): (Arrival, usize),
        is_bound: impl Fn(u8) -> bool,
        visit: &mut impl FnMut(Step<N>),
    ) -> u64 {
        let ends = self.board.slides(codes, transposed, slot);
        let mut moves = 0;
        for (direction, end) in ends.into_iter().enumerate() {
            let again = arrival == (slot * 2 + direction % 2) as Arrival && !self.board.layered;
            if end == codes[slot] || again {
                continue;
            }
            let node = if ANY || slot == 0 { self.board.node_after_move(state[slot], direction, end) } else { Some(end) };
            let Some(node) = node else { continue };
            moves += 1;
            let moved = self.place_robot(state, slot, node);
            let bound = self.bound(&moved);
            if is_bound(bound) {
                let (state, place) = Self::sort_robots(moved, slot);
                visit(Step { slot, direction, node, state, bound, arrival: (place * 2 + direction % 2) as Arrival });
            }
        }
        moves
    }

    /// Returns whether the robot in a slot reaches the target alone, each of its moves lowering its lower bound by one.
    #[inline]
    fn can_finish(&self, state: &State<N>, slot: usize) -> bool {
        let (codes, transposed) = self.codes(state);
        self.reaches_target(codes, transposed, slot, state[slot], self.board.bound(state[slot]))
    }

    fn reaches_target(&self, mut codes: [u16; N], mut transposed: [u16; N], slot: usize, node: u16, bound: u8) -> bool {
        if bound == 0 {
            return true;
        }
        let ends = self.board.slides(&codes, &transposed, slot);
        let from = codes[slot];
        for (direction, end) in ends.into_iter().enumerate() {
            let Some(next) = self.board.node_after_move(node, direction, end) else { continue };
            if end != from && self.board.bound(next) == bound - 1 {
                if bound == 1 {
                    return true;
                }
                codes[slot] = end;
                transposed[slot] = self.board.transpose(end);
                if self.reaches_target(codes, transposed, slot, next, bound - 1) {
                    return true;
                }
            }
        }
        false
    }

    /// Returns the slots that determine the lower bound: that of the target's robot, or all of least bound.
    #[must_use]
    pub fn leaders(&self, state: &State<N>) -> ArrayVec<usize, N> {
        if !ANY {
            return [0].into_iter().collect();
        }
        let bound = self.bound(state);
        (0..N).filter(|&slot| self.board.bound(state[slot]) == bound).collect()
    }

    /// Returns the most by which a move raises the f-value.
    #[must_use]
    pub fn greatest_rise(&self) -> u8 {
        match self.heuristic {
            // By the grid a robot is never more than one move farther than before its move.
            Some(_) => 2 + heuristic::MAX_EXCESS,
            None if self.board.layered => 1 + self.board.greatest_bound(),
            None => 2,
        }
    }

    /// Returns whether one robot alone reaches the target, each of its moves one nearer; `bound` is that of the state.
    #[inline]
    #[must_use]
    pub fn has_direct_solution(&self, state: &State<N>, bound: u8) -> bool {
        if !ANY {
            return self.board.bound(state[0]) == bound && self.can_finish(state, 0);
        }
        self.leaders(state).into_iter().any(|slot| self.can_finish(state, slot))
    }

    /// Returns all solutions of [`Moves::has_direct_solution`], as their moves.
    #[must_use]
    pub fn direct_solutions(&self, state: &State<N>) -> Vec<Vec<Step<N>>> {
        let bound = self.bound(state);
        if bound == 0 {
            return vec![Vec::new()];
        }
        let mut solutions = Vec::new();
        for slot in self.leaders(state) {
            let mut nearer = Vec::new();
            let places = self.codes(state);
            self.for_each_move_of(state, &places, (START, slot), |there| there == bound - 1, &mut |step| {
                nearer.push(step);
            });
            for step in nearer {
                solutions.extend(self.direct_solutions(&step.state).into_iter().map(|rest| [vec![step], rest].concat()));
            }
        }
        solutions
    }

    /// Visits the states from which one move leads to this one; with layers also some that no search can reach.
    pub fn for_each_predecessor(&self, state: &State<N>, mut visit: impl FnMut(State<N>)) {
        let (codes, transposed) = self.codes(state);
        let bits = self.board.code_bits();
        for slot in 0..N {
            let ends = self.board.slides(&codes, &transposed, slot);
            for direction in 0..4 {
                // The robot must stop here.
                if ends[direction] != codes[slot] {
                    continue;
                }
                for from in self.codes_between(codes[slot], ends[(direction + 2) % 4], direction) {
                    if !self.board.layered {
                        let mut before = *state;
                        before[slot] = from;
                        visit(Self::sort_robots(before, slot).0);
                        continue;
                    }
                    let layered = ANY || slot == 0;
                    let nodes: ArrayVec<u16, { LAYERS as usize }> = match layered {
                        true => self.board.nodes_before_move(from, direction, state[slot] >> bits).collect(),
                        false => [from].into_iter().collect(),
                    };
                    nodes.into_iter().for_each(|node| self.for_each_layer_before(state, slot, node, &mut visit));
                }
            }
        }
    }

    /// Visits the states before the move of the robot in a slot that stood on `node`. Only its node is given: that move has also
    /// changed the layer of the robot that moved before it, from one of the last mover's layers to a plain one. So that robot may
    /// be any of the others, or none if this was the first move, and each case is a state of its own.
    fn for_each_layer_before(&self, state: &State<N>, slot: usize, node: u16, visit: &mut impl FnMut(State<N>)) {
        let mut before = *state;
        before[slot] = node;
        let mut visit_sorted = |mut state: State<N>| {
            state[Self::SORTED..].sort_unstable();
            visit(state);
        };
        let others = || (0..N).filter(move |&other| other != slot && (ANY || other == 0));
        // After the move no other robot is the last mover. A state with another last mover has no predecessor here.
        if others().all(|other| self.board.nodes_before_other(state[other]).next().is_some()) {
            // No other robot has moved before.
            visit_sorted(before);
            // Or one of them was the last to move.
            for other in others() {
                for earlier in self.board.nodes_before_other(state[other]).filter(|&earlier| earlier != state[other]) {
                    let mut moved_last = before;
                    moved_last[other] = earlier;
                    visit_sorted(moved_last);
                }
            }
        }
    }

    /// Returns the codes in a row or column from the neighbour of `code` to `back`.
    fn codes_between(&self, code: u16, back: u16, direction: usize) -> impl Iterator<Item = u16> + use<'_, N, ANY> {
        let across = direction.is_multiple_of(2);
        let turn = move |code: u16| if across { self.board.transpose(code) } else { code };
        let (code, back) = (turn(code), turn(back));
        let places = if back > code { code + 1..back + 1 } else { back..code };
        places.map(turn)
    }
}
