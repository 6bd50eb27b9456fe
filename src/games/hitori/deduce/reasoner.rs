//! Single deductions for explanations: the direct conclusions of each rule, without their consequences.

use std::rc::Rc;

use super::explanation::{conflict_text, explain, spot_name};
use super::padded_grid::{PaddedGrid, Spot};
use super::patterns;
use super::state::{Conflict, Rule, State, Step};
use crate::game::explanation::Sentence;
use crate::games::hitori::board::{Grid, Mark};
use crate::puzzle::{Reasoning, Rule as _};

/// The marks that are known of a grid.
#[derive(Clone)]
pub struct Reasoner {
    padded: Rc<PaddedGrid>,
    /// The conclusions from the numbers alone.
    patterns: Rc<Vec<Step>>,
    mark: Vec<Mark>,
    /// The steps that were added, in order.
    trail: Vec<Step>,
    /// A step that contradicts what was known before it.
    clash: Option<Step>,
}

impl Reasoner {
    /// Creates the state in which nothing is known of a grid.
    #[must_use]
    pub fn new(grid: &Grid) -> Self {
        let padded = PaddedGrid::new(grid);
        let patterns = Rc::new(patterns::find_all(&padded));
        let mut mark = vec![Mark::Black; padded.spot_count()];
        padded.spots().for_each(|spot| mark[spot.index()] = Mark::Unknown);
        Reasoner { padded: Rc::new(padded), patterns, mark, trail: Vec::new(), clash: None }
    }

    fn mark(&self, spot: Spot) -> Mark {
        self.mark[spot.index()]
    }

    /// Adds the conclusions from a white cell about its twins and neighbours.
    fn look_around_white(&self, spot: Spot, found: &mut Vec<Step>) -> Result<(), Conflict> {
        for twin in self.padded.twins(spot) {
            self.conclude(Step { spot: twin, mark: Mark::Black, rule: Rule::Twin, reason: spot }, found)?;
        }
        if self.padded.is_single_line() {
            return Ok(());
        }
        let mut exits = self.padded.neighbors(spot).into_iter().filter(|&other| self.mark(other) != Mark::Black);
        match (exits.next(), exits.next()) {
            (None, _) => Err(Conflict::Enclosed(spot)),
            (Some(exit), None) => self.conclude(Step { spot: exit, mark: Mark::White, rule: Rule::Exit, reason: spot }, found),
            _ => Ok(()),
        }
    }

    /// Adds a conclusion if it is new.
    fn conclude(&self, step: Step, found: &mut Vec<Step>) -> Result<(), Conflict> {
        match self.mark(step.spot) {
            Mark::Unknown => found.push(step),
            mark if mark == step.mark => {}
            _ => return Err(Conflict::Clash(step)),
        }
        Ok(())
    }
}

impl Reasoning for Reasoner {
    type Step = Step;
    type Conflict = Conflict;

    fn deductions(&self) -> Result<Vec<Step>, Conflict> {
        if let Some(step) = self.clash {
            return Err(Conflict::Clash(step));
        }
        let padded = &*self.padded;
        let mut found = Vec::new();
        let mut walls = State::new(padded);
        for spot in padded.spots() {
            match self.mark(spot) {
                Mark::White => self.look_around_white(spot, &mut found)?,
                Mark::Black => {
                    for other in padded.neighbors(spot).into_iter().filter(|&other| padded.is_within(other)) {
                        self.conclude(Step { spot: other, mark: Mark::White, rule: Rule::Neighbor, reason: spot }, &mut found)?;
                    }
                    walls.set_wall(spot)?;
                }
                Mark::Unknown => {}
            }
        }
        for &step in self.patterns.iter() {
            self.conclude(step, &mut found)?;
        }
        for spot in padded.spots().filter(|&spot| self.mark(spot) == Mark::Unknown && walls.closes_ring(spot)) {
            found.push(Step { spot, mark: Mark::White, rule: Rule::Cut, reason: spot });
        }
        found.sort_by_key(|step| step.rule.level());
        Ok(found)
    }

    fn add(&mut self, step: &Step) {
        let slot = &mut self.mark[step.spot.index()];
        if *slot == Mark::Unknown {
            *slot = step.mark;
            self.trail.push(*step);
        } else if *slot != step.mark {
            self.clash = Some(*step);
        }
    }

    fn are_alike(one: &Step, other: &Step) -> bool {
        one == other
    }

    fn describe_step(&self, step: &Step) -> Sentence {
        let reason = (step.reason != step.spot).then(|| spot_name(&self.padded, step.reason));
        let text = Sentence::from(explain(&self.padded, &self.trail, step)).cells(reason);
        text.label(sign(step.mark), [spot_name(&self.padded, step.spot)])
    }

    fn describe_conflict(&self, conflict: Conflict) -> Sentence {
        let spots = match conflict {
            Conflict::Clash(step) => vec![step.spot, step.reason],
            Conflict::Ring(spot) | Conflict::Enclosed(spot) => vec![spot],
        };
        let names = spots.into_iter().map(|spot| spot_name(&self.padded, spot));
        let text = match conflict {
            // A conclusion from the numbers alone needs its reason.
            Conflict::Clash(step) if step.rule > Rule::Exit => {
                format!("{}; but it is {}", explain(&self.padded, &self.trail, &step), step.mark.other().name())
            }
            _ => conflict_text(&self.padded, conflict),
        };
        Sentence::from(text).wrong(names)
    }

    fn describe_claim(&self, claim: &Step) -> Sentence {
        let name = spot_name(&self.padded, claim.spot);
        Sentence::from(format!("{name} is {}", claim.mark.name())).label(sign(claim.mark), [name])
    }
}

const fn sign(mark: Mark) -> &'static str {
    match mark {
        Mark::Black => "■",
        Mark::White => "□",
        Mark::Unknown => "?",
    }
}
