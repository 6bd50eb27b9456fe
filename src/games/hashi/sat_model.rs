//! The network as a lazy constraint: a disconnected candidate is cut off when it comes up, not forbidden beforehand.
//!
//! For each group of islands that bridges join, one of the channels that leave it must have a bridge. There is one such cut for
//! each set of islands: far too many to add in advance, and few are needed. Where loops are forbidden, a loop is answered by a
//! clause that one of its channels has no bridge. After Coelho, Laporte, Lindbeck and Vidal, *Benchmark instances and optimal
//! solutions for the Hashiwokakero puzzle* (2019), whose integer program adds the same cuts.

use super::board::{Channel, Puzzle};
use super::deduce::State;
use crate::grid::UnionFind;
use crate::sat::{Candidate, LazyConstraint, Lit, Number, SatResult, Solver, sum_at_least, sum_is};

/// The clauses for all that deduction left open.
pub(super) struct SatModel<'a> {
    puzzle: &'a Puzzle,
    solver: Solver,
    connectivity: Connectivity<'a>,
}

/// The variable of the SAT solver for the number of bridges in a channel.
enum ChannelVariable {
    /// The number is known.
    Fixed(u8),
    /// It is the sum of a known number and a variable.
    Open(u8, Number),
}

/// The lazy constraint that all islands are connected.
struct Connectivity<'a> {
    puzzle: &'a Puzzle,
    channels: Vec<ChannelVariable>,
    /// The islands that the candidate connects.
    groups: UnionFind,
    /// The channels that connected them: a spanning forest.
    forest: Vec<Channel>,
    /// Clauses to add beside the cut.
    extra_clauses: Vec<Vec<Lit>>,
}

/// If a candidate falls into at least this many groups, clauses for all of them are added at once.
const MANY_GROUPS: usize = 6;

/// Literals of the longest clause that is added beside the cut: long ones exclude little.
const MAX_EXTRA_LITERALS: usize = 200;

impl<'a> SatModel<'a> {
    /// Creates the variables and clauses of all that the state leaves open.
    #[must_use]
    pub fn new(state: &State<'a>, mut solver: Solver) -> Self {
        let puzzle = state.puzzle();
        let mut variable = |channel| match state.bounds(channel) {
            (least, most) if least == most => ChannelVariable::Fixed(least),
            // In solutions two of three channels have bridges. Candidates that start with bridges are seldom disconnected.
            (least, most) => ChannelVariable::Open(least, Number::new(&mut solver, usize::from(most - least), true)),
        };
        let channels = puzzle.channels().map(&mut variable).collect();
        let count = puzzle.islands().len();
        let mut model = SatModel {
            puzzle,
            solver,
            connectivity: Connectivity {
                puzzle,
                channels,
                groups: UnionFind::new(count),
                forest: Vec::new(),
                extra_clauses: Vec::new(),
            },
        };
        model.add_numbers(state);
        model.add_crossings();
        model
    }

    fn add_numbers(&mut self, state: &State<'_>) {
        for island in self.puzzle.islands() {
            let open = self.puzzle.channels_at(island).filter_map(|channel| match &self.connectivity.channels[channel.index()] {
                ChannelVariable::Open(_, number) => Some(number),
                ChannelVariable::Fixed(_) => None,
            });
            let open: Vec<&Number> = open.collect();
            let lacks = state.missing(island);
            if open.is_empty() && lacks.0 == 0 {
                continue;
            }
            if self.puzzle.clue(island).is_some() {
                sum_is(&mut self.solver, &open, usize::from(lacks.1));
            } else {
                sum_at_least(&mut self.solver, &open, usize::from(lacks.0));
            }
        }
    }

    fn add_crossings(&mut self) {
        for channel in self.puzzle.channels() {
            for &other in self.puzzle.crossings(channel).iter().filter(|&&other| other > channel) {
                // A channel that is bridged for sure has closed its crossings already.
                if let (Some(a), Some(b)) = (self.connectivity.may_be_bridged(channel), self.connectivity.may_be_bridged(other)) {
                    self.solver.add_clause(&[!a, !b]);
                }
            }
        }
    }

    /// Searches for a solution that is not excluded.
    pub fn solve(&mut self) -> SatResult {
        self.solver.solve(&mut self.connectivity)
    }

    /// Returns the solution that was found last.
    #[must_use]
    pub fn solution(&self) -> super::board::Bridges {
        let number = |variable: &ChannelVariable| match variable {
            ChannelVariable::Fixed(number) => *number,
            ChannelVariable::Open(least, number) => least + number.value(&self.solver) as u8,
        };
        super::board::Bridges::new(self.connectivity.channels.iter().map(number).collect())
    }

    /// Excludes the solution that was found last.
    pub fn exclude(&mut self) {
        let mut other = Vec::new();
        for variable in &self.connectivity.channels {
            if let ChannelVariable::Open(_, number) = variable {
                let value = number.value(&self.solver);
                // Requires another number: a smaller or a greater one.
                other.extend((value > 0).then(|| !number.at_least(value.max(1))));
                other.extend((value < number.max()).then(|| number.at_least((value + 1).min(number.max()))));
            }
        }
        self.solver.add_clause(&other);
    }
}

impl Connectivity<'_> {
    /// Returns the literal that a channel has a bridge, if that is open.
    fn may_be_bridged(&self, channel: Channel) -> Option<Lit> {
        match &self.channels[channel.index()] {
            ChannelVariable::Open(0, number) => Some(number.at_least(1)),
            _ => None,
        }
    }

    fn is_bridged(&self, candidate: &Candidate<'_, '_>, channel: Channel) -> bool {
        match &self.channels[channel.index()] {
            ChannelVariable::Fixed(number) => *number > 0,
            ChannelVariable::Open(least, number) => *least > 0 || candidate.is_true(number.at_least(1)),
        }
    }

    /// Unites the islands that the candidate connects. Returns a channel that closes a loop, if there is one.
    fn unite_bridged(&mut self, candidate: &Candidate<'_, '_>) -> Option<Channel> {
        self.groups.reset();
        self.forest.clear();
        let mut ring = None;
        for channel in self.puzzle.channels() {
            if self.is_bridged(candidate, channel) {
                let (a, b) = self.puzzle.ends(channel);
                if self.groups.union(a.index(), b.index()) {
                    self.forest.push(channel);
                } else {
                    ring = ring.or(Some(channel));
                }
            }
        }
        ring
    }

    /// Writes the clause that one channel of the loop that `closing` closes has no bridge.
    fn cut_loop(&self, closing: Channel, cut: &mut Vec<Lit>) {
        let (start, goal) = self.puzzle.ends(closing);
        // The channels in the forest join the ends by one path, which is found by walking back from the goal.
        let mut came: Vec<Option<Channel>> = vec![None; self.groups.nodes()];
        let mut in_forest = vec![false; self.channels.len()];
        self.forest.iter().for_each(|channel| in_forest[channel.index()] = true);
        let mut open = vec![start];
        while let Some(island) = open.pop() {
            let back = came[island.index()];
            for channel in self.puzzle.channels_at(island).filter(|&channel| in_forest[channel.index()] && back != Some(channel))
            {
                let other = self.puzzle.other_end(channel, island);
                came[other.index()] = Some(channel);
                open.push(other);
            }
        }
        cut.extend(self.may_be_bridged(closing).map(|literal| !literal));
        let mut island = goal;
        while island != start {
            let Some(channel) = came[island.index()] else { return };
            cut.extend(self.may_be_bridged(channel).map(|literal| !literal));
            island = self.puzzle.other_end(channel, island);
        }
    }

    /// Writes the clause that a bridge leaves some group of islands, the shortest such clause; those of the other groups are extra
    /// clauses if there are many groups.
    fn cut_groups(&mut self, cut: &mut Vec<Lit>) {
        let group: Vec<usize> = (0..self.groups.nodes()).map(|island| self.groups.find(island)).collect();
        let mut leaving: Vec<Vec<Lit>> = vec![Vec::new(); group.len()];
        for channel in self.puzzle.channels() {
            let (a, b) = self.puzzle.ends(channel);
            let (a, b) = (group[a.index()], group[b.index()]);
            if let Some(literal) = self.may_be_bridged(channel).filter(|_| a != b) {
                leaving[a].push(literal);
                leaving[b].push(literal);
            }
        }
        let is_root = |&(island, _): &(usize, &Vec<Lit>)| group[island] == island;
        let smallest = leaving.iter().enumerate().filter(is_root).min_by_key(|(_, clause)| clause.len());
        let Some((smallest, _)) = smallest else { return };
        cut.append(&mut leaving[smallest]);
        if group.len() - self.forest.len() >= MANY_GROUPS {
            self.extra_clauses
                .extend(leaving.into_iter().filter(|clause| !clause.is_empty() && clause.len() <= MAX_EXTRA_LITERALS));
        }
    }
}

impl LazyConstraint for Connectivity<'_> {
    fn explain_violation(&mut self, candidate: &Candidate<'_, '_>, cut: &mut Vec<Lit>) {
        let ring = self.unite_bridged(candidate);
        if let Some(closing) = ring.filter(|_| !self.puzzle.rules().loops) {
            self.cut_loop(closing, cut);
        } else if self.forest.len() + 1 < self.groups.nodes() {
            self.cut_groups(cut);
        }
    }

    fn further_clauses(&mut self) -> Vec<Vec<Lit>> {
        std::mem::take(&mut self.extra_clauses)
    }
}
