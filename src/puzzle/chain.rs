//! Chains of deductions from an assumption to a contradiction, one deduction at a time, and the shortest of them.
//!
//! The search deepens iteratively: chains of one deduction, of two, ... A chain is a set of deductions: of two deductions that are both
//! possible only one order is tried. Where all deductions that are possible are drawn at once, round after round, until there is a
//! contradiction, the number of rounds is a lower bound of the deductions that are missing. The search is bounded by nodes. If they
//! do not suffice, the chain of all deductions in their order, without those that are not needed, is the answer.

use super::{Level, Rule as _, Step};
use crate::game::explanation::Sentence;
use crate::search::Stop;

/// Longest chain of which a shorter one is looked for.
const MAX_LENGTH: usize = 40;

/// What is known of a puzzle, from which deductions are drawn one by one.
pub trait Reasoning: Clone {
    /// A deduction, or a claim that is taken as given.
    type Step: Copy + PartialEq;
    /// A contradiction.
    type Conflict: Copy;

    /// Returns the deductions that follow at once, those by weaker rules first, or the contradiction in what is known.
    ///
    /// # Errors
    /// A rule is broken, or a deduction contradicts what is known.
    fn deductions(&self) -> Result<Vec<Self::Step>, Self::Conflict>;

    /// Adds a deduction or a claim to what is known.
    fn add(&mut self, step: &Self::Step);

    /// Returns whether two deductions are drawn by the same rule for the same reason of the same place.
    fn are_alike(one: &Self::Step, other: &Self::Step) -> bool;

    /// Explains a step that follows from what is known.
    fn describe_step(&self, step: &Self::Step) -> Sentence;

    /// Explains the contradiction in what is known.
    fn describe_conflict(&self, conflict: Self::Conflict) -> Sentence;

    /// Names a claim: `2,3 is black`, `0,1-0,6 has at least 2 bridges`.
    fn describe_claim(&self, claim: &Self::Step) -> Sentence;
}

/// Deductions that lead to a contradiction.
pub(super) struct Chain<R: Reasoning> {
    /// The deductions in order.
    pub steps: Vec<R::Step>,
    /// Where they lead.
    pub conflict: R::Conflict,
    /// Whether there is proof that no fewer deductions lead to a contradiction.
    pub is_shortest: bool,
}

/// Finds the shortest chain from what is known to a contradiction, with so many states searched at most; `None` if the rules find none, or
/// at a stop.
pub(super) fn find_chain<R: Reasoning>(start: &R, most_nodes: usize, stop: &Stop) -> Option<Chain<R>> {
    let all = find_all(start, stop)?;
    let (steps, conflict) = drop_needless(start, &all, stop)?;
    let mut search = Search { nodes: most_nodes, stop };
    let first = rounds(start, steps.len());
    let limit = if steps.len() <= MAX_LENGTH { steps.len() } else { first };
    for length in first..limit {
        let mut path = Vec::new();
        if let Some(conflict) = search.deepen(start, &[], length, &mut path) {
            return Some(Chain { steps: path, conflict, is_shortest: true });
        }
        if search.is_over() {
            return Some(Chain { steps, conflict, is_shortest: false });
        }
    }
    let is_shortest = limit == steps.len();
    Some(Chain { steps, conflict, is_shortest })
}

/// Most deductions among which those that one needs are looked for.
const MAX_CANDIDATES: usize = 60;

/// Returns the deductions among some, in their order, that another one needs; nothing where there are too many.
pub(super) fn find_premises<R: Reasoning>(start: &R, steps: &[R::Step], target: &R::Step) -> Vec<R::Step>
where
    R::Step: Step,
{
    let leads_to_target = |steps: &[R::Step]| {
        let mut state = start.clone();
        steps.iter().all(|step| {
            let can_follow = follows(&state, step);
            state.add(step);
            can_follow
        }) && follows(&state, target)
    };
    if steps.len() > MAX_CANDIDATES || !leads_to_target(steps) {
        return Vec::new();
    }
    let mut kept = steps.to_vec();
    for at in (0..steps.len()).rev() {
        let mut fewer = kept.clone();
        fewer.remove(at);
        if leads_to_target(&fewer) {
            kept = fewer;
        }
    }
    kept
}

/// Returns whether a step follows at once; what refutes an assumption is taken for granted.
fn follows<R: Reasoning>(state: &R, step: &R::Step) -> bool
where
    R::Step: Step,
{
    let is_there = |next: Vec<R::Step>| next.iter().any(|next| R::are_alike(next, step));
    step.rule().level() == Level::Extreme || state.deductions().is_ok_and(is_there)
}

/// Draws all deductions, round after round, until there is a contradiction.
fn find_all<R: Reasoning>(start: &R, stop: &Stop) -> Option<Vec<R::Step>> {
    let (mut state, mut steps) = (start.clone(), Vec::new());
    while let Ok(next) = state.deductions() {
        if next.is_empty() || stop.is_raised() {
            return None;
        }
        next.iter().for_each(|step| state.add(step));
        steps.extend(next);
    }
    Some(steps)
}

/// Removes deductions without which the others still lead to a contradiction: halves of them, quarters, ... and at last single ones
/// (A. Zeller and R. Hildebrandt, *Simplifying and isolating failure-inducing input*, 2002).
fn drop_needless<R: Reasoning>(start: &R, steps: &[R::Step], stop: &Stop) -> Option<(Vec<R::Step>, R::Conflict)> {
    let (mut kept, mut conflict) = replay(start, steps)?;
    let mut size = kept.len().div_ceil(2);
    while size > 0 {
        let mut end = kept.len();
        while end > 0 && !stop.is_raised() {
            let begin = end.saturating_sub(size);
            let fewer = [&kept[..begin], &kept[end..]].concat();
            if let Some(shorter) = replay(start, &fewer) {
                (kept, conflict) = shorter;
            }
            end = begin.min(kept.len());
        }
        size /= 2;
    }
    Some((kept, conflict))
}

/// Draws deductions like these in this order. Returns those up to a contradiction; `None` if they lead to none.
fn replay<R: Reasoning>(start: &R, steps: &[R::Step]) -> Option<(Vec<R::Step>, R::Conflict)> {
    let (mut state, mut drawn) = (start.clone(), Vec::new());
    for step in steps {
        match state.deductions() {
            Err(conflict) => return Some((drawn, conflict)),
            Ok(next) => {
                // Where the reason is weaker now, so is the deduction; where it is missing, others have to do without it.
                let Some(next) = next.iter().find(|next| R::are_alike(next, step)) else { continue };
                state.add(next);
                drawn.push(*next);
            }
        }
    }
    state.deductions().err().map(|conflict| (drawn, conflict))
}

/// Returns the rounds of all deductions at once until there is a contradiction; `most + 1` if there are more.
fn rounds<R: Reasoning>(start: &R, most: usize) -> usize {
    let mut state = start.clone();
    for round in 0..=most {
        match state.deductions() {
            Err(_) => return round,
            Ok(next) if next.is_empty() => break,
            Ok(next) => next.iter().for_each(|step| state.add(step)),
        }
    }
    most + 1
}

/// The search for a shortest chain.
struct Search<'a> {
    /// States that may still be visited.
    nodes: usize,
    stop: &'a Stop,
}

impl Search<'_> {
    fn is_over(&self) -> bool {
        self.nodes == 0 || self.stop.is_raised()
    }

    /// Looks for a contradiction after `left` more deductions without those of `tried`, and appends them to `path`.
    fn deepen<R: Reasoning>(
        &mut self,
        state: &R,
        tried: &[R::Step],
        left: usize,
        path: &mut Vec<R::Step>,
    ) -> Option<R::Conflict> {
        let next = match state.deductions() {
            Err(conflict) => return Some(conflict),
            Ok(next) => next,
        };
        self.nodes = self.nodes.saturating_sub(1);
        if left == 0 || self.is_over() || rounds(state, left) > left {
            return None;
        }
        let mut tried = tried.to_vec();
        for step in next {
            if tried.contains(&step) {
                continue;
            }
            let mut after = state.clone();
            after.add(&step);
            path.push(step);
            if let Some(conflict) = self.deepen(&after, &tried, left - 1, path) {
                return Some(conflict);
            }
            path.pop();
            // It would have been found before: the order does not matter.
            tried.push(step);
        }
        None
    }
}
