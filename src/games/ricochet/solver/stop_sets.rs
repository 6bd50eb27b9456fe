//! Which other robots the target robot needs as blockers: for each cell, the sets of robots with which it reaches the target in a
//! given number of moves.
//!
//! A path here is one on the empty board that may end a slide anywhere. Where no wall ends the slide, a robot must stand beside
//! the cell. The sets of a cell follow from those of the cells that one step leads to. They are kept apart by the number of
//! robots that a path needs: none, one, or two (a matrix of bits). For three or more only one set is kept, of all robots beside
//! which such paths stop.

use super::code_set::{CODES, CodeSet, codes_of, contains, insert, unite};
use super::search_board::SearchBoard;

/// Stands for a code in a step that ends at a wall.
pub(super) const WALL: u16 = u16::MAX;

/// A step on the empty board.
#[derive(Clone, Copy)]
pub struct Step {
    /// The cell where it ends.
    pub to: u16,
    /// The cell where another robot must be, or [`WALL`].
    pub beside: u16,
}

/// For each code the sets of robots that let a path of a given length reach the target.
pub(super) struct StopSets {
    /// Whether no robot is needed.
    pub none: Vec<bool>,
    /// Robots that suffice alone.
    pub one: Vec<CodeSet>,
    /// By code and robot: robots that suffice together with it.
    pub two: Vec<CodeSet>,
    /// By code: robots that suffice with one other.
    pub paired: Vec<CodeSet>,
    /// By code and number: robots on paths that stop beside robots at least this many times.
    pub stops: Vec<[Option<CodeSet>; 4]>,
}

impl StopSets {
    /// Creates the sets in which only the target itself is solved.
    pub fn new(board: &SearchBoard) -> Self {
        let done = |code: u16| board.bound(code) == 0;
        let stops = |code: u16| if done(code) { [Some([0; 4]), None, None, None] } else { [None; 4] };
        StopSets {
            none: (0..CODES as u16).map(done).collect(),
            one: vec![[0; 4]; CODES],
            two: vec![[0; 4]; CODES * CODES],
            paired: vec![[0; 4]; CODES],
            stops: (0..CODES as u16).map(stops).collect(),
        }
    }

    /// Adds the paths from `code` that begin with a step. Such a path needs the robots of its rest, from `to` on, and the robot
    /// beside which the step stops, if any.
    ///
    /// The sets hold paths that are this many moves longer than the shortest. A step to a nearer cell keeps that number, so that the
    /// rest is one of the paths of these sets: `shorter` is `None`, and the sets of `to` must be complete. A step to a cell as near,
    /// or one whose blocker first moves there, costs a move: the rest is one of the paths of `shorter`, the sets for a move less.
    pub fn add(&mut self, code: u16, shorter: Option<&StopSets>, Step { to, beside }: Step) {
        let (code, to) = (usize::from(code), usize::from(to));
        // The sets of the rest of the path. They are looked up again below, because `self` is changed in between.
        let rest = shorter.unwrap_or(self);
        let (none, one, stops) = (rest.none[to], rest.one[to], rest.stops[to]);
        self.add_stops(code, stops, beside);
        if self.none[code] {
            return;
        }
        if beside == WALL {
            // The step needs no robot, so the path needs those of the rest.
            if none {
                self.none[code] = true;
                return;
            }
            unite(&mut self.one[code], &one);
            let paired = shorter.unwrap_or(self).paired[to];
            for robot in codes_of(paired) {
                let row = shorter.unwrap_or(self).two[to * CODES + usize::from(robot)];
                unite(&mut self.two[code * CODES + usize::from(robot)], &row);
            }
            unite(&mut self.paired[code], &paired);
        } else if none || contains(&one, beside) {
            // The robot that stops the step is the only one needed.
            insert(&mut self.one[code], beside);
        } else {
            // The path needs it together with a robot that the rest needs alone, or needs together with this one.
            let mut with = shorter.unwrap_or(self).two[to * CODES + usize::from(beside)];
            unite(&mut with, &one);
            if with == [0; 4] {
                return;
            }
            for robot in codes_of(with) {
                insert(&mut self.two[code * CODES + usize::from(robot)], beside);
            }
            unite(&mut self.two[code * CODES + usize::from(beside)], &with);
            unite(&mut self.paired[code], &with);
            insert(&mut self.paired[code], beside);
        }
    }

    fn add_stops(&mut self, code: usize, stops: [Option<CodeSet>; 4], beside: u16) {
        for (number, slot) in self.stops[code].iter_mut().enumerate() {
            // A step that ends beside a robot adds one stop to those of the rest.
            let rest = if beside == WALL { stops[number] } else { stops[number.saturating_sub(1)] };
            let Some(mut set) = rest else { continue };
            if beside != WALL {
                insert(&mut set, beside);
            }
            unite(slot.get_or_insert([0; 4]), &set);
        }
    }

    /// Returns the robots that suffice alone or with one other.
    pub fn single_and_paired_codes(&self, code: u16) -> CodeSet {
        let mut set = self.one[usize::from(code)];
        unite(&mut set, &self.paired[usize::from(code)]);
        set
    }
}
