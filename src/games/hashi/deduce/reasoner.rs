//! Single deductions for explanations: the direct conclusions of each rule, without their consequences.

use super::explanation::{conflict_text, explain, step_text};
use super::groups::{find_closures, find_exits};
use super::state::{Conflict, Reason, Rule, State, Step};
use crate::game::explanation::Sentence;
use crate::games::hashi::board::{Bridges, Channel, Island, Puzzle};
use crate::games::hashi::notation::{channel_name, island_name};
use crate::puzzle::{Reasoning, Rule as _};

/// The bounds that are known of a puzzle's channels.
#[derive(Clone)]
pub struct Reasoner<'a>(State<'a>);

impl<'a> Reasoner<'a> {
    /// Creates the state in which these bridges are known to be there.
    #[must_use]
    pub fn new(puzzle: &'a Puzzle, bridges: &Bridges) -> Self {
        let mut reasoner = Reasoner(State::new(puzzle));
        for (channel, number) in bridges.nonzero() {
            let claim = reasoner.claim(channel, (number, u8::MAX));
            reasoner.add(&claim);
        }
        reasoner
    }

    /// Returns the claim that a channel has this many bridges, at least and at most.
    #[must_use]
    pub fn claim(&self, channel: Channel, bounds: (u8, u8)) -> Step {
        self.step(channel, bounds, Rule::Given, Reason::Itself)
    }

    /// Returns the step to the bounds that are left of a channel.
    fn step(&self, channel: Channel, bounds: (u8, u8), rule: Rule, reason: Reason) -> Step {
        let before = self.0.bounds(channel);
        Step { channel, least: bounds.0.max(before.0), most: bounds.1.min(before.1), rule, reason, before }
    }

    /// Adds a conclusion if it is new.
    fn conclude(&self, step: Step, found: &mut Vec<Step>) -> Result<(), Conflict> {
        if step.least > step.most {
            return Err(Conflict::Channel(step.channel));
        }
        if (step.least, step.most) != step.before {
            found.push(step);
        }
        Ok(())
    }

    /// Adds the conclusions from the number of an island about its channels.
    fn look_at_island(&self, island: Island, found: &mut Vec<Step>) -> Result<(), Conflict> {
        let state = &self.0;
        let (slack, missing) = (state.slack(island), state.missing(island).1);
        for channel in state.puzzle().channels_at(island) {
            let (least, most) = state.bounds(channel);
            let (bounds, rule) = if slack == 0 {
                ((most, most), Rule::Full)
            } else if missing == 0 {
                ((least, least), Rule::Complete)
            } else {
                ((most.saturating_sub(slack), least.saturating_add(missing)), Rule::Bound)
            };
            self.conclude(self.step(channel, bounds, rule, Reason::Island(island)), found)?;
        }
        Ok(())
    }
}

impl Reasoning for Reasoner<'_> {
    type Step = Step;
    type Conflict = Conflict;

    fn deductions(&self) -> Result<Vec<Step>, Conflict> {
        let (state, mut found) = (&self.0, Vec::new());
        let puzzle = state.puzzle();
        if let Some(channel) = puzzle.channels().find(|&channel| state.bounds(channel).0 > state.bounds(channel).1) {
            return Err(Conflict::Channel(channel));
        }
        if let Some(conflict) = state.find_sum_conflict() {
            return Err(conflict);
        }
        for channel in puzzle.channels().filter(|&channel| state.bounds(channel).0 > 0) {
            for &other in puzzle.crossings(channel) {
                self.conclude(self.step(other, (0, 0), Rule::Crossing, Reason::Channel(channel)), &mut found)?;
            }
        }
        for island in puzzle.islands() {
            self.look_at_island(island, &mut found)?;
        }
        for finding in find_exits(state)?.into_iter().chain(find_closures(state)?) {
            self.conclude(self.step(finding.channel, finding.bounds, finding.rule, finding.reason), &mut found)?;
        }
        found.sort_by_key(|step| step.rule.level());
        Ok(found)
    }

    fn add(&mut self, step: &Step) {
        self.0.set_bounds(step);
    }

    fn are_alike(one: &Step, other: &Step) -> bool {
        (one.channel, one.rule, one.reason) == (other.channel, other.rule, other.reason)
    }

    fn describe_step(&self, step: &Step) -> Sentence {
        let puzzle = self.0.puzzle();
        let text = format!("{}: {}", step_text(puzzle, step), explain(puzzle, self.0.steps(), step));
        let reason = match step.reason {
            Reason::Island(island) => Some(island_name(puzzle, island)),
            Reason::Channel(channel) => Some(channel_name(puzzle, channel)),
            Reason::Itself => None,
        };
        Sentence::from(text).cells(reason).label(bounds_label(step), [channel_name(puzzle, step.channel)])
    }

    fn describe_conflict(&self, conflict: Conflict) -> Sentence {
        let puzzle = self.0.puzzle();
        let name = match conflict {
            Conflict::Island(island) | Conflict::Group(island) => Some(island_name(puzzle, island)),
            Conflict::Channel(channel) => Some(channel_name(puzzle, channel)),
            Conflict::Odd => None,
        };
        let text = match conflict {
            Conflict::Channel(channel) if self.0.bounds(channel).0 > State::new(puzzle).bounds(channel).1 => {
                format!("{} cannot hold as many, by the numbers at its ends", channel_name(puzzle, channel))
            }
            _ => conflict_text(puzzle, conflict),
        };
        Sentence::from(text).wrong(name)
    }

    fn describe_claim(&self, claim: &Step) -> Sentence {
        let name = channel_name(self.0.puzzle(), claim.channel);
        let text = step_text(self.0.puzzle(), claim).split_once(": ").map_or_else(String::new, |(_, bounds)| bounds.to_owned());
        Sentence::from(format!("{name} has {text}")).label(bounds_label(claim), [name])
    }
}

/// Returns what a step says of its channel: `=2`, `>=1`, `<=1`.
fn bounds_label(step: &Step) -> String {
    if step.least == step.most {
        format!("={}", step.least)
    } else if step.least > step.before.0 {
        format!(">={}", step.least)
    } else {
        format!("<={}", step.most)
    }
}
