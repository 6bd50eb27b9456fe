//! Partial expansion: the children of a state whose f, moves made plus bound, is by a given amount above its own (Goldenberg et
//! al., *Enhanced Partial Expansion A**, 2014). This is the innermost loop of the fast solver.
//!
//! With a target for one robot and the plain rule the slides of all robots are computed at once. The row of
//! [`heuristic`](super::heuristic) for the target robot tells how the move of another robot changes the bound. The other cases
//! share one general implementation.

use super::heuristic::Row;
use super::relevance::Relevance;
use super::slides::{LANES, Slides};
use super::state::{Arrival, Moves, State};

/// A generated state.
#[derive(Clone, Copy, Debug)]
pub struct Child<const N: usize> {
    /// The nodes of the robots.
    pub state: State<N>,
    /// The lower bound there.
    pub bound: u8,
    /// How it was reached.
    pub arrival: Arrival,
}

/// Greatest number of robots that are neither the target robot nor the one that moves.
const MAX_OTHERS: usize = 3;

impl<const N: usize, const ANY: bool> Moves<'_, N, ANY> {
    /// Returns whether the fast implementation applies.
    fn is_simple(&self) -> bool {
        !ANY && !self.board.layered
    }

    /// Visits the children whose f is `rise` above that of the state. Returns the number of moves examined.
    #[inline]
    pub fn expand(&self, state: &State<N>, arrival: Arrival, rise: u8, visit: &mut impl FnMut(Child<N>)) -> u64 {
        match self.heuristic {
            _ if !self.is_simple() => self.expand_any(state, arrival, rise, visit),
            None => self.expand_by_grid(state, arrival, rise, visit),
            Some(heuristic) => self.expand_by_row(&heuristic.row(state), state, (arrival, rise), visit),
        }
    }

    /// Expands a state by the general implementation, without a heuristic.
    fn expand_any(&self, state: &State<N>, arrival: Arrival, rise: u8, visit: &mut impl FnMut(Child<N>)) -> u64 {
        let (places, bound) = (self.codes(state), self.bound(state));
        let raised = |there: u8| there == rise + bound - 1;
        let mut moves = 0;
        // A move of a robot that does not determine the bound raises f by 1.
        let slots = if rise == 1 { (0..N).collect() } else { self.leaders(state) };
        for slot in slots {
            moves += self.for_each_move_of(state, &places, (arrival, slot), raised, &mut |step| {
                visit(Child { state: step.state, bound: step.bound, arrival: step.arrival });
            });
        }
        moves
    }

    /// Works as [`Moves::expand`] for a state whose target robot cannot reach the target alone, each of its moves one nearer.
    /// Leaves out children from which it provably cannot either.
    #[inline]
    pub fn expand_trials(
        &self,
        state: &State<N>,
        (arrival, rise): (Arrival, u8),
        relevance: &mut Relevance,
        visit: &mut impl FnMut(Child<N>),
    ) -> u64 {
        if !self.board.fits_code_sets() {
            return self.expand(state, arrival, rise, visit);
        }
        let (codes, transposed) = self.codes(state);
        let slides = self.board.all_slides(&codes, &transposed);
        let wanted = rise + self.board.bound(state[0]) - 1;
        let moving = slides.moving_except(arrival) & if rise == 1 { !0 } else { OWN };
        let own = |child: &State<N>| {
            let near = self.board.bound(child[0]) == wanted && self.may_approach(child, relevance);
            near.then_some(wanted)
        };
        visit_own_moves(state, &slides, moving, own, visit);
        if rise == 1 {
            let relevant_lanes = moving & self.relevant_lanes(state, &slides, relevance);
            visit_other_moves(state, &slides, relevant_lanes, |_, _, _| Some(wanted), visit);
        }
        u64::from(moving.count_ones())
    }

    #[inline]
    fn expand_by_grid(&self, state: &State<N>, arrival: Arrival, rise: u8, visit: &mut impl FnMut(Child<N>)) -> u64 {
        let (codes, transposed) = self.codes(state);
        let bound = self.board.bound(state[0]);
        let wanted = rise + bound - 1;
        let slides = self.board.all_slides(&codes, &transposed);
        // A move of another robot raises f by 1.
        let moving = slides.moving_except(arrival) & if rise == 1 { !0 } else { OWN };
        let own = |child: &State<N>| (self.board.bound(child[0]) == wanted).then_some(wanted);
        visit_own_moves(state, &slides, moving, own, visit);
        if rise == 1 {
            visit_other_moves(state, &slides, moving, |_, _, _| Some(bound), visit);
        }
        u64::from(moving.count_ones())
    }

    #[inline]
    fn expand_by_row(
        &self,
        row: &Row<'_>,
        state: &State<N>,
        (arrival, rise): (Arrival, u8),
        visit: &mut impl FnMut(Child<N>),
    ) -> u64 {
        let Some(heuristic) = self.heuristic else { return 0 };
        let counts = row.sum_counts(state);
        let bound = heuristic.bound_by_counts(row, counts, state);
        // How far a move of another robot can lower and raise the bound.
        let (fall, climb) = row.margins(bound);
        // The bound grows to no more than the greatest one a move farther from the target.
        if rise + fall > self.greatest_rise() {
            return 0;
        }
        let wanted = rise + bound;
        let (codes, transposed) = self.codes(state);
        let slides = self.board.all_slides(&codes, &transposed);
        let mut moving = slides.moving_except(arrival);
        let own = |child: &State<N>| {
            let near = heuristic.grid_value(child[0]) < wanted;
            (near && heuristic.bound(child) + 1 == wanted).then(|| wanted - 1)
        };
        // A move of another robot adds 1 to the moves made and changes the bound by -1, 0 or 1: f rises by 0, 1 or 2. The bound
        // must have room to fall or to climb.
        let can_others_match = match rise {
            0 => fall > 0,
            1 => true,
            2 => climb > 0,
            _ => false,
        };
        if !can_others_match {
            moving &= OWN;
        }
        visit_own_moves(state, &slides, moving, own, visit);
        let others = |slot: usize, end: u16, child: &State<N>| {
            let (before, after) = (row.counts_of(state[slot]), row.counts_of(end));
            let there = counts.exchange(before, after).map_or(bound, |counts| heuristic.bound_by_counts(row, counts, child));
            (there + 1 == wanted).then_some(there)
        };
        visit_other_moves(state, &slides, moving, others, visit);
        u64::from(moving.count_ones())
    }
}

/// The lanes of the target robot.
const OWN: u32 = 0b1111;

/// Visits the moves of the target robot, in some lanes, to states of the wanted bound.
#[inline]
fn visit_own_moves<const N: usize>(
    state: &State<N>,
    slides: &Slides,
    moving: u32,
    mut bound: impl FnMut(&State<N>) -> Option<u8>,
    visit: &mut impl FnMut(Child<N>),
) {
    for direction in 0..4 {
        let mut child = *state;
        child[0] = slides.ends[direction];
        let Some(bound) = (moving >> direction & 1 != 0).then(|| bound(&child)).flatten() else { continue };
        visit(Child { state: child, bound, arrival: (direction % 2) as Arrival });
    }
}

/// Visits the moves of other robots, in some lanes, to states of the wanted bound.
#[inline]
fn visit_other_moves<const N: usize>(
    state: &State<N>,
    slides: &Slides,
    moving: u32,
    bound: impl Fn(usize, u16, &State<N>) -> Option<u8>,
    visit: &mut impl FnMut(Child<N>),
) {
    let mut others = [[0; MAX_OTHERS]; N];
    // By slot: the nodes of the other robots, sorted, without the target robot's and the slot's own.
    for slot in 1..N {
        for other in 1..N - 1 {
            others[slot][other - 1] = state[if other < slot { other } else { other + 1 }];
        }
    }
    let mut left = moving & !OWN;
    while left != 0 {
        let lane = left.trailing_zeros() as usize % LANES;
        left &= left - 1;
        let (slot, end) = (lane / 4, slides.ends[lane]);
        // Inserts the robot in order. `place` becomes its slot in the child; slot 0 is that of the target robot.
        let (mut child, mut last, mut place) = (*state, end, 1);
        for (at, &other) in (1..).zip(&others[slot % N][..N - 2]) {
            child[at] = last.min(other);
            last = last.max(other);
            place += usize::from(other < end);
        }
        child[N - 1] = last;
        if let Some(bound) = bound(slot % N, end, &child) {
            // An even lane is a move along a column, an odd one along a row.
            visit(Child { state: child, bound, arrival: (place * 2 + lane % 2) as Arrival });
        }
    }
}
