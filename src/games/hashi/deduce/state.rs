//! The state of the deduction: bounds of the number of bridges in each channel. Changes are recorded and can be undone.

use crate::games::hashi::board::{Bridges, Channel, DIRECTIONS, Island, Puzzle};

/// A rule of deduction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rule {
    /// A player's bridges, or an assumption.
    Given,
    /// A bridge closes the channels that cross its own.
    Crossing,
    /// An island needs all that its channels can hold.
    Full,
    /// An island has all its bridges.
    Complete,
    /// The other channels of an island cannot hold enough, or leave room for no more.
    Bound,
    /// A group of islands has one way out only.
    Exit,
    /// Bridges that would close a group of islands off from the rest, or close a loop where loops are forbidden.
    Group,
    /// One of two ways leads to a contradiction by the rules above.
    Lookahead,
}

/// A deduction: new bounds of a channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    pub channel: Channel,
    /// Bridges at least.
    pub least: u8,
    /// Bridges at most.
    pub most: u8,
    /// By which rule.
    pub rule: Rule,
    /// The place of the reason.
    pub reason: Reason,
    /// The bounds before.
    pub before: (u8, u8),
}

impl crate::puzzle::Step for Step {
    type Rule = Rule;

    fn rule(&self) -> Rule {
        self.rule
    }

    /// Returns whether the step is a move: a player can only add bridges, and that a channel stays empty is none.
    fn is_move(&self) -> bool {
        self.rule != Rule::Given && self.least > self.before.0
    }
}

/// The place of a reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// It needs no other place than the channel's own.
    Itself,
    /// At an island.
    Island(Island),
    Channel(Channel),
}

/// The reason why a puzzle has no solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Conflict {
    /// An island cannot have its number.
    Island(Island),
    /// A channel would need more bridges than it can hold.
    Channel(Channel),
    /// The group of an island cannot be joined to the rest.
    Group(Island),
    /// The numbers add up to an odd number, but each bridge counts twice.
    Odd,
}

/// The number of one island, with what is known around it.
#[derive(Clone, Copy, Debug)]
struct Tally {
    /// Bridges that it must have: at least and at most.
    clue: (u8, u8),
    /// Sums of what its channels hold: at least and at most.
    sum: (u8, u8),
}

/// Bounds of the number of bridges in each channel, with the steps that led to them.
#[derive(Clone, Debug)]
pub struct State<'a> {
    puzzle: &'a Puzzle,
    bounds: Vec<(u8, u8)>,
    tallies: Vec<Tally>,
    open: usize,
    steps: Vec<Step>,
    /// Islands whose channels have changed since the easy rules were applied to them, and the same for the medium rule.
    changed: [IslandStack; 2],
}

/// A stack of islands, each at most once.
#[derive(Clone, Debug)]
struct IslandStack {
    islands: Vec<Island>,
    contains: Vec<bool>,
}

impl IslandStack {
    fn push(&mut self, island: Island) {
        if !std::mem::replace(&mut self.contains[island.index()], true) {
            self.islands.push(island);
        }
    }

    fn pop(&mut self) -> Option<Island> {
        let island = self.islands.pop()?;
        self.contains[island.index()] = false;
        Some(island)
    }
}

impl<'a> State<'a> {
    /// Creates the state in which each channel has the bounds that the rules and the numbers of its ends allow.
    #[must_use]
    pub fn new(puzzle: &'a Puzzle) -> Self {
        let rules = puzzle.rules();
        let most = |channel: Channel| {
            let (a, b) = puzzle.ends(channel);
            let clue = |island| puzzle.clue(island).unwrap_or(rules.max_bridges);
            rules.max_bridges.min(clue(a)).min(clue(b))
        };
        let bounds: Vec<(u8, u8)> = puzzle.channels().map(|channel| (0, most(channel))).collect();
        let alone = puzzle.islands().len() == 1;
        let tally = |island: Island| {
            let sum = puzzle.channels_at(island).map(|channel| bounds[channel.index()].1).sum();
            // An island without a number has a bridge at least, for it is joined to the others.
            let clue = puzzle.clue(island).map_or((u8::from(!alone), rules.max_bridges * DIRECTIONS as u8), |clue| (clue, clue));
            Tally { clue, sum: (0, sum) }
        };
        let tallies = puzzle.islands().map(tally).collect();
        let open = bounds.iter().filter(|(least, most)| least < most).count();
        let all = IslandStack { islands: puzzle.islands().rev().collect(), contains: vec![true; puzzle.islands().len()] };
        State { puzzle, bounds, tallies, open, steps: Vec::new(), changed: [all.clone(), all] }
    }

    #[must_use]
    #[inline]
    pub fn puzzle(&self) -> &'a Puzzle {
        self.puzzle
    }

    /// Returns the number of bridges in a channel: at least and at most.
    #[must_use]
    #[inline]
    pub fn bounds(&self, channel: Channel) -> (u8, u8) {
        self.bounds[channel.index()]
    }

    /// Returns whether the number of bridges in a channel is still unknown.
    #[must_use]
    #[inline]
    pub fn is_open(&self, channel: Channel) -> bool {
        let (least, most) = self.bounds(channel);
        least < most
    }

    /// Returns the number of channels that are open.
    #[must_use]
    pub fn open_count(&self) -> usize {
        self.open
    }

    /// Returns the number of bridges that an island still needs: at least and at most.
    #[must_use]
    #[inline]
    pub fn missing(&self, island: Island) -> (u8, u8) {
        let tally = &self.tallies[island.index()];
        (tally.clue.0.saturating_sub(tally.sum.0), tally.clue.1.saturating_sub(tally.sum.0))
    }

    /// Returns the number of bridges that an island could have beyond its number.
    #[must_use]
    #[inline]
    pub fn slack(&self, island: Island) -> u8 {
        let tally = &self.tallies[island.index()];
        tally.sum.1.saturating_sub(tally.clue.0)
    }

    /// Returns the steps so far.
    #[must_use]
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Returns the bridges that are known to be there.
    #[must_use]
    pub fn certain_bridges(&self) -> Bridges {
        Bridges::new(self.bounds.iter().map(|&(least, _)| least).collect())
    }

    /// Returns the next island to apply the easy rules (`queue` 0) or the medium rule (1) to.
    #[inline]
    pub(super) fn pop_changed(&mut self, queue: usize) -> Option<Island> {
        self.changed[queue].pop()
    }

    /// Narrows the bounds of a channel. Returns whether they changed.
    pub(super) fn narrow(
        &mut self,
        channel: Channel,
        (least, most): (u8, u8),
        rule: Rule,
        reason: Reason,
    ) -> Result<bool, Conflict> {
        let before = self.bounds(channel);
        let (least, most) = (least.max(before.0), most.min(before.1));
        if least > most {
            return Err(Conflict::Channel(channel));
        }
        if (least, most) == before {
            return Ok(false);
        }
        self.steps.push(Step { channel, least, most, rule, reason, before });
        self.write(channel, (least, most), true);
        let (a, b) = self.puzzle.ends(channel);
        for island in [a, b] {
            let tally = &self.tallies[island.index()];
            if tally.sum.1 < tally.clue.0 || tally.sum.0 > tally.clue.1 {
                return Err(Conflict::Island(island));
            }
        }
        if before.0 == 0 && least > 0 {
            let puzzle = self.puzzle;
            for &other in puzzle.crossings(channel) {
                self.narrow(other, (0, 0), Rule::Crossing, Reason::Channel(channel))?;
            }
        }
        Ok(true)
    }

    /// Writes the bounds of a step as they are, without what follows from them.
    pub(super) fn set_bounds(&mut self, step: &Step) {
        let bounds = (step.least.max(self.bounds(step.channel).0), step.most.min(self.bounds(step.channel).1));
        self.steps.push(*step);
        self.write(step.channel, bounds, false);
    }

    /// Returns the contradiction of an island that cannot have its number, or of numbers with an odd sum.
    pub(super) fn find_sum_conflict(&self) -> Option<Conflict> {
        let has_room = |tally: &Tally| tally.sum.1 >= tally.clue.0 && tally.sum.0 <= tally.clue.1;
        let cramped = self.puzzle.islands().find(|island| !has_room(&self.tallies[island.index()]));
        cramped.map(Conflict::Island).or_else(|| self.find_odd_sum())
    }

    #[inline]
    fn write(&mut self, channel: Channel, bounds: (u8, u8), mark: bool) {
        let before = std::mem::replace(&mut self.bounds[channel.index()], bounds);
        self.open = self.open + usize::from(bounds.0 < bounds.1) - usize::from(before.0 < before.1);
        let (a, b) = self.puzzle.ends(channel);
        for island in [a, b] {
            let sum = &mut self.tallies[island.index()].sum;
            *sum = (sum.0 + bounds.0 - before.0, sum.1 + bounds.1 - before.1);
            if mark {
                self.changed.iter_mut().for_each(|queue| queue.push(island));
            }
        }
    }

    /// Returns a point to roll back to. No island may be waiting for a rule.
    #[must_use]
    pub fn checkpoint(&self) -> usize {
        self.steps.len()
    }

    /// Undoes all steps since a checkpoint.
    pub fn roll_back(&mut self, checkpoint: usize) {
        while self.steps.len() > checkpoint {
            if let Some(step) = self.steps.pop() {
                self.write(step.channel, step.before, false);
            }
        }
        self.changed.iter_mut().for_each(|queue| while queue.pop().is_some() {});
    }

    /// Returns the contradiction of a puzzle in which an island cannot have its number, or the numbers have an odd sum. Needed only
    /// before the first rule.
    pub(super) fn find_initial_conflict(&self) -> Option<Conflict> {
        let short = self.puzzle.islands().find(|island| self.tallies[island.index()].sum.1 < self.tallies[island.index()].clue.0);
        short.map(Conflict::Island).or_else(|| self.find_odd_sum())
    }

    /// Returns the contradiction of numbers with an odd sum.
    fn find_odd_sum(&self) -> Option<Conflict> {
        let total: Option<u32> = self.puzzle.islands().map(|island| self.puzzle.clue(island).map(u32::from)).sum();
        total.is_some_and(|total| total % 2 == 1).then_some(Conflict::Odd)
    }
}
