//! Finds a short chain of deductions from an assumption to a contradiction, one deduction at a time.
//!
//! The search is IDA*: chains of one deduction, of two, ... The order of independent deductions does not matter, so only one order
//! is tried. The lower bound of the deductions still needed is the number of rounds to a contradiction if each round draws all
//! possible deductions at once. If the node limit does not suffice, the answer is the chain of all rounds, minimized by removing
//! deductions that it does not need.

use super::{Level, Rule as _, Step};
use crate::game::explanation::Sentence;
use crate::search::Stop;

/// For a longer chain no shorter one is searched for.
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

/// Finds the shortest chain from what is known to a contradiction; after `most_nodes` states, a minimal chain that may not be the
/// shortest. `None` if the rules find no contradiction, or at a stop.
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

/// Most deductions among which premises are searched for.
const MAX_CANDIDATES: usize = 60;

/// Returns a minimal subset of `steps`, in their order, from which `target` still follows; empty if there are too many steps.
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

/// Returns whether a step follows at once. Steps that refute an assumption are assumed to follow, because checking them is
/// expensive.
fn follows<R: Reasoning>(state: &R, step: &R::Step) -> bool
where
    R::Step: Step,
{
    let is_there = |next: Vec<R::Step>| next.iter().any(|next| R::are_alike(next, step));
    step.rule().level() == Level::Extreme || state.deductions().is_ok_and(is_there)
}

/// Draws all deductions, round after round, until there is a contradiction. `None` if the rules find none, or at a stop.
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

/// Removes deductions without which the others still lead to a contradiction, first halves, then quarters, ..., then single ones:
/// delta debugging (A. Zeller and R. Hildebrandt, *Simplifying and isolating failure-inducing input*, 2002).
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

/// Draws deductions like `steps` in their order. Returns those up to a contradiction, with it; `None` if there is none.
fn replay<R: Reasoning>(start: &R, steps: &[R::Step]) -> Option<(Vec<R::Step>, R::Conflict)> {
    let (mut state, mut drawn) = (start.clone(), Vec::new());
    for step in steps {
        match state.deductions() {
            Err(conflict) => return Some((drawn, conflict)),
            Ok(next) => {
                // With weaker premises the deduction may be weaker too. If it does not follow at all, it is left out.
                let Some(next) = next.iter().find(|next| R::are_alike(next, step)) else { continue };
                state.add(next);
                drawn.push(*next);
            }
        }
    }
    state.deductions().err().map(|conflict| (drawn, conflict))
}

/// Returns the number of rounds of all deductions until there is a contradiction; `most + 1` if more than `most` are needed.
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

    /// Searches for a contradiction after at most `left` more deductions, none of them in `tried`. Appends the deductions to
    /// `path`.
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
            // A chain with this step was searched for already, in whatever order.
            tried.push(step);
        }
        None
    }
}
