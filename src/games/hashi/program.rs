//! The integer program of B. Montagnes and J. Segonne, *RO 203: Rapport de projet* (2024), section 1.2, for comparison.
//!
//! Their model P1: a number of bridges for each pair of neighbours, the sum at each island, crossings excluded, a constant
//! objective. It does not express connectivity, so where bridges can form a loop its answers may be disconnected (their figure 7).
//! [`Model::Unconnected`] is P1 as it stands; [`Model::Connected`] adds cuts, one for each group of each disconnected answer, and
//! solves again. The bridges of a channel are as many bits as it can have, as in their program.

use super::board::{Bridges, Channel, Island, Puzzle};
use crate::puzzle::{Answer, ilp};
use crate::sat::program::{Bit, Program, ProgramResult, Relation};
use crate::search::Budget;

/// What the program demands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Model {
    /// Numbers and crossings, and that the islands are one network.
    Connected,
    /// Numbers and crossings alone.
    Unconnected,
}

/// Solves a puzzle by a model: `None`, `Unique` and `Several` are meant in its sense.
#[must_use]
pub fn solve(puzzle: &Puzzle, model: Model, budget: &Budget) -> Answer<Bridges> {
    ilp::solve(Encoding::new(puzzle, model), budget)
}

/// A puzzle as rows of a program.
struct Encoding<'a> {
    model: Model,
    puzzle: &'a Puzzle,
    program: Program,
    /// For each channel the bits "at least one", "at least two", and so on.
    bits: Vec<Vec<Bit>>,
}

impl<'a> Encoding<'a> {
    fn new(puzzle: &'a Puzzle, model: Model) -> Self {
        let mut program = Program::default();
        let most = usize::from(puzzle.rules().max_bridges);
        let bits: Vec<Vec<Bit>> = puzzle.channels().map(|_| (0..most).map(|_| program.new_bit()).collect()).collect();
        for pair in bits.iter().flat_map(|bits| bits.windows(2)) {
            program.add(vec![(pair[0], 1), (pair[1], -1)], Relation::AtLeast, 0);
        }
        let mut encoding = Encoding { model, puzzle, program, bits };
        encoding.add_numbers();
        for channel in puzzle.channels() {
            for &other in puzzle.crossings(channel).iter().filter(|&&other| other > channel) {
                encoding.program.add(vec![(encoding.first(channel), 1), (encoding.first(other), 1)], Relation::AtMost, 1);
            }
        }
        if model == Model::Connected && !puzzle.rules().loops {
            // A network without loops has one channel less than islands.
            let all = puzzle.channels().map(|channel| (encoding.first(channel), 1)).collect();
            encoding.program.add(all, Relation::Equal, puzzle.islands().len() as i32 - 1);
        }
        encoding
    }

    fn first(&self, channel: Channel) -> Bit {
        self.bits[channel.index()][0]
    }

    fn add_numbers(&mut self) {
        let alone = self.puzzle.islands().len() == 1;
        for island in self.puzzle.islands() {
            let sum = self
                .puzzle
                .channels_at(island)
                .flat_map(|channel| self.bits[channel.index()].iter().map(|&bit| (bit, 1)))
                .collect();
            match self.puzzle.clue(island) {
                Some(clue) => self.program.add(sum, Relation::Equal, i32::from(clue)),
                None => self.program.add(sum, Relation::AtLeast, i32::from(!alone)),
            }
        }
    }

    /// Returns for each group that bridges join the channels that leave it; none where all are one network.
    fn cuts(&self, bridges: &Bridges) -> Vec<Vec<Channel>> {
        let puzzle = self.puzzle;
        let mut group: Vec<Option<usize>> = vec![None; puzzle.islands().len()];
        let mut groups = 0;
        for start in puzzle.islands() {
            if group[start.index()].is_some() {
                continue;
            }
            let mut open: Vec<Island> = vec![start];
            group[start.index()] = Some(groups);
            while let Some(island) = open.pop() {
                for channel in puzzle.channels_at(island).filter(|&channel| bridges.get(channel) > 0) {
                    let other = puzzle.other_end(channel, island);
                    if group[other.index()].replace(groups).is_none() {
                        open.push(other);
                    }
                }
            }
            groups += 1;
        }
        if groups < 2 {
            return Vec::new();
        }
        let leaves = |channel: Channel, number: usize| {
            let (a, b) = puzzle.ends(channel);
            (group[a.index()] == Some(number)) != (group[b.index()] == Some(number))
        };
        (0..groups).map(|number| puzzle.channels().filter(|&channel| leaves(channel, number)).collect()).collect()
    }
}

impl ilp::Encoding for Encoding<'_> {
    type Solution = Bridges;

    fn program(&self) -> &Program {
        &self.program
    }

    fn decode(&self, values: &ProgramResult) -> Bridges {
        let number = |bits: &Vec<Bit>| bits.iter().filter(|&&bit| values.is_set(bit)).count() as u8;
        Bridges::new(self.bits.iter().map(number).collect())
    }

    fn cut(&mut self, bridges: &Bridges) -> bool {
        let cuts = if self.model == Model::Connected { self.cuts(bridges) } else { Vec::new() };
        let found = !cuts.is_empty();
        for cut in cuts {
            let terms = cut.into_iter().map(|channel| (self.first(channel), 1)).collect();
            self.program.add(terms, Relation::AtLeast, 1);
        }
        found
    }

    fn exclude(&mut self, bridges: &Bridges) {
        let mut terms = Vec::new();
        let mut set = 0;
        for (channel, bits) in self.puzzle.channels().zip(&self.bits) {
            for (at, &bit) in bits.iter().enumerate() {
                let is_set = at < usize::from(bridges.get(channel));
                set += i32::from(is_set);
                terms.push((bit, if is_set { -1 } else { 1 }));
            }
        }
        self.program.add(terms, Relation::AtLeast, 1 - set);
    }
}
