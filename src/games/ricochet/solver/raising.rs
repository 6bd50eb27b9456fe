//! The moves from a state by how much they raise the length, which is the moves made and the bound: what the fast solver
//! asks for, so its innermost loop.
//!
//! With a target for one robot and the plain rule the slides of all robots are made at once, and what the move of another
//! robot does to the bound is read from the row of [`super::guide`] for the robot of the target, which stays the same. The
//! other cases take the way that is right for all.

use super::guide::Row;
use super::interest::Interest;
use super::slides::{LANES, Slides};
use super::state::{Arrival, Moves, State};

/// A state and what is known of it.
#[derive(Clone, Copy, Debug)]
pub struct Child<const N: usize> {
    /// The nodes of the robots.
    pub state: State<N>,
    /// The lower bound there.
    pub bound: u8,
    /// How it was reached.
    pub arrival: Arrival,
}

/// Robots that a slot of one of five is sorted among.
const MOST_BESIDE: usize = 3;

impl<const N: usize, const ANY: bool> Moves<'_, N, ANY> {
    /// Whether the quick way is open.
    fn is_quick(&self) -> bool {
        !ANY && !self.ground.layered
    }

    /// Tells the moves that raise the length by so much; how many have been looked at.
    #[inline]
    pub fn each_raising(&self, state: &State<N>, arrival: Arrival, rise: u8, tell: &mut impl FnMut(Child<N>)) -> u64 {
        match self.guide {
            _ if !self.is_quick() => self.each_of_many(state, arrival, rise, tell),
            None => self.each_by_grid(state, arrival, rise, tell),
            Some(guide) => self.each_by_row(&guide.row(state), state, (arrival, rise), tell),
        }
    }

    /// The way that is right for all kinds of states, without a guide.
    fn each_of_many(&self, state: &State<N>, arrival: Arrival, rise: u8, tell: &mut impl FnMut(Child<N>)) -> u64 {
        let (places, bound) = (self.codes(state), self.bound(state));
        let raised = |there: u8| there == rise + bound - 1;
        let mut moves = 0;
        // A move of a robot that does not determine the bound raises the length by 1.
        let slots = if rise == 1 { (0..N).collect() } else { self.leaders(state) };
        for slot in slots {
            moves += self.for_each_move_of(state, &places, (arrival, slot), raised, &mut |step| {
                tell(Child { state: step.state, bound: step.bound, arrival: step.arrival });
            });
        }
        moves
    }

    /// Tells the moves that raise the length by so much to states from which the robot of the target may reach it alone, each
    /// of its moves one nearer, where it cannot do so from this state; how many moves have been looked at.
    #[inline]
    pub fn each_trial(
        &self,
        state: &State<N>,
        (arrival, rise): (Arrival, u8),
        interest: &mut Interest,
        tell: &mut impl FnMut(Child<N>),
    ) -> u64 {
        if !(self.is_quick() && Interest::fits(self.ground)) {
            return self.each_raising(state, arrival, rise, tell);
        }
        let (codes, transposed) = self.codes(state);
        let slides = self.ground.all_slides(&codes, &transposed);
        let wanted = rise + self.ground.bound(state[0]) - 1;
        let moving = slides.but(arrival) & if rise == 1 { !0 } else { OWN };
        let own = |child: &State<N>| {
            let near = self.ground.bound(child[0]) == wanted && self.is_open(child, interest);
            near.then_some(wanted)
        };
        own_moves(state, &slides, moving, own, tell);
        if rise == 1 {
            let of_interest = moving & self.of_interest(state, &slides, interest);
            moves_beside(state, &slides, of_interest, |_, _, _| Some(wanted), tell);
        }
        u64::from(moving.count_ones())
    }

    #[inline]
    fn each_by_grid(&self, state: &State<N>, arrival: Arrival, rise: u8, tell: &mut impl FnMut(Child<N>)) -> u64 {
        let (codes, transposed) = self.codes(state);
        let bound = self.ground.bound(state[0]);
        let wanted = rise + bound - 1;
        let slides = self.ground.all_slides(&codes, &transposed);
        // A move of another robot raises the length by 1.
        let moving = slides.but(arrival) & if rise == 1 { !0 } else { OWN };
        let own = |child: &State<N>| (self.ground.bound(child[0]) == wanted).then_some(wanted);
        own_moves(state, &slides, moving, own, tell);
        if rise == 1 {
            moves_beside(state, &slides, moving, |_, _, _| Some(bound), tell);
        }
        u64::from(moving.count_ones())
    }

    #[inline]
    fn each_by_row(
        &self,
        row: &Row<'_>,
        state: &State<N>,
        (arrival, rise): (Arrival, u8),
        tell: &mut impl FnMut(Child<N>),
    ) -> u64 {
        let Some(guide) = self.guide else { return 0 };
        let marks = row.marks(state);
        let bound = guide.bound_by(row, marks, state);
        let (fall, climb) = row.margins(bound);
        // The bound grows to no more than the greatest one a move farther from the target.
        if rise + fall > self.greatest_rise() {
            return 0;
        }
        let wanted = rise + bound;
        let (codes, transposed) = self.codes(state);
        let slides = self.ground.all_slides(&codes, &transposed);
        let mut moving = slides.but(arrival);
        let own = |child: &State<N>| {
            let near = guide.nearest(child[0]) < wanted;
            (near && guide.bound(child) + 1 == wanted).then(|| wanted - 1)
        };
        if rise > 2 || rise == 0 && fall == 0 || rise == 2 && climb == 0 {
            moving &= OWN;
        }
        own_moves(state, &slides, moving, own, tell);
        let beside = |slot: usize, end: u16, child: &State<N>| {
            let (before, after) = (row.mark(state[slot]), row.mark(end));
            let there = if before | after == 0 { bound } else { guide.bound_by(row, marks - before + after, child) };
            (there + 1 == wanted).then_some(there)
        };
        moves_beside(state, &slides, moving, beside, tell);
        u64::from(moving.count_ones())
    }
}

/// The lanes of the robot of the target.
const OWN: u32 = 0b1111;

/// Tells the moves of the robot of the target, in some lanes, to states of a wanted bound.
#[inline]
fn own_moves<const N: usize>(
    state: &State<N>,
    slides: &Slides,
    moving: u32,
    mut bound: impl FnMut(&State<N>) -> Option<u8>,
    tell: &mut impl FnMut(Child<N>),
) {
    for direction in 0..4 {
        let mut child = *state;
        child[0] = slides.ends[direction];
        let Some(bound) = (moving >> direction & 1 != 0).then(|| bound(&child)).flatten() else { continue };
        tell(Child { state: child, bound, arrival: (direction % 2) as Arrival });
    }
}

/// Tells the moves of other robots, in some lanes, to states of a wanted bound.
#[inline]
fn moves_beside<const N: usize>(
    state: &State<N>,
    slides: &Slides,
    moving: u32,
    bound: impl Fn(usize, u16, &State<N>) -> Option<u8>,
    tell: &mut impl FnMut(Child<N>),
) {
    let mut beside = [[0; MOST_BESIDE]; N];
    for slot in 1..N {
        for other in 1..N - 1 {
            beside[slot][other - 1] = state[if other < slot { other } else { other + 1 }];
        }
    }
    let mut left = moving & !OWN;
    while left != 0 {
        let lane = left.trailing_zeros() as usize % LANES;
        left &= left - 1;
        let (slot, end) = (lane / 4, slides.ends[lane]);
        let (mut child, mut last, mut place) = (*state, end, 1);
        for (at, &other) in (1..).zip(&beside[slot % N][..N - 2]) {
            child[at] = last.min(other);
            last = last.max(other);
            place += usize::from(other < end);
        }
        child[N - 1] = last;
        if let Some(bound) = bound(slot % N, end, &child) {
            tell(Child { state: child, bound, arrival: (place * 2 + lane % 2) as Arrival });
        }
    }
}
