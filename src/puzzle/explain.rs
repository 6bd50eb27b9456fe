//! The command `explain`: the next step with its premises, in the order in which a person finds them, or why an entry is wrong.

use super::chain::{find_chain, find_premises};
use super::solving::hint_by_search;
use super::{Agreement, Answer, Puzzle, Reasoning, Rule, Session, Step, Verdict};
use crate::game::Context;
use crate::game::explanation::{Sentence, explanation_text};
use crate::protocol::{Args, Outcome};
use crate::search::{Budget, Stop};

/// Runs `explain [MOVE] [marks]`.
pub(super) fn explain<P: Puzzle>(session: &mut Session<P>, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    let text = args.rest().trim();
    let (text, has_marks) = match text.strip_suffix("marks") {
        Some(before) if before.is_empty() || before.ends_with(' ') => (before.trim(), true),
        _ => (text, false),
    };
    let mv = (!text.is_empty()).then(|| session.puzzle.parse_play(&mut Args::new(text))).transpose()?;
    let budget = context.open_budget();
    let sentences = match mv {
        Some(mv) => explain_entry(session, mv, &budget),
        None => explain_position(session, &budget),
    };
    Ok(explanation_text(&sentences, has_marks))
}

/// Describes the progress of the player, then why an entry is wrong, or else the next step.
fn explain_position<P: Puzzle>(session: &Session<P>, budget: &Budget) -> Vec<Sentence> {
    let (puzzle, filled) = (&session.puzzle, &session.filled);
    let mut sentences: Vec<Sentence> = vec![puzzle.caption(filled).into()];
    let verdict = puzzle.check_filled(filled);
    match verdict {
        Verdict::Solved => {
            sentences.push("the puzzle is solved".into());
            return sentences;
        }
        Verdict::Wrong(fault) => sentences.push(format!("a rule is broken: {}", puzzle.fault_text(fault)).into()),
        Verdict::Incomplete => {}
    }
    let answer = puzzle.solve(budget);
    if let Answer::Unique(solution) = &answer
        && let Some((mv, claim)) = puzzle.wrong_entry(filled, solution)
    {
        sentences.push(Sentence::from(format!("wrong: {}", puzzle.move_text(mv))).wrong([puzzle.place_name(mv)]));
        let known = puzzle.reasoner(&puzzle.right_entries(filled, solution, Some(mv)));
        let chains = Chains::new(puzzle, budget);
        sentences.extend(chains.refute(&known, &claim).unwrap_or_else(|| vec![chains.missing()]));
        return sentences;
    }
    if verdict == Verdict::Incomplete {
        sentences.extend(explain_next(session, &answer, budget));
    }
    sentences
}

/// Explains the next step: its premises, the step, and the refutation if it refutes an assumption.
fn explain_next<P: Puzzle>(session: &Session<P>, answer: &Answer<P::Solution>, budget: &Budget) -> Vec<Sentence> {
    let (puzzle, filled) = (&session.puzzle, &session.filled);
    if *answer == Answer::None {
        return vec!["the puzzle has no solution".into()];
    }
    let deduction = puzzle.deduce(filled, budget);
    if let Err(conflict) = &deduction.outcome {
        return vec![format!("wrong {}: {conflict}", P::MOVES).into()];
    }
    let Some(at) = deduction.steps.iter().position(Step::is_move) else {
        return hint_by_search(session, answer).lines().map(|line| Sentence::from(format!("next: {line}"))).take(1).collect();
    };
    let mut known = puzzle.reasoner(filled);
    let is_drawn = |step: &&P::Step| <P::Step as Step>::Rule::ALL.contains(&step.rule());
    let before: Vec<P::Step> = deduction.steps[..at].iter().filter(is_drawn).copied().collect();
    let step = &deduction.steps[at];
    let mut sentences = Vec::new();
    for premise in find_premises(&known, &before, step) {
        sentences.push(known.describe_step(&premise));
        known.add(&premise);
    }
    let (name, rule) = (puzzle.step_name(step), step.rule());
    sentences.push(format!("next: {name} rule={} level={}", rule.name(), rule.level().name()).into());
    sentences.push(known.describe_step(step));
    if rule.level() == super::Level::Extreme
        && let (Answer::Unique(solution), Ok(mv)) = (answer, puzzle.parse_play(&mut Args::new(&name)))
    {
        let claims = puzzle.claims_against(mv, solution).1;
        let chains = Chains::new(puzzle, budget);
        sentences.extend(claims.iter().filter_map(|claim| chains.refute(&known, claim)).flatten());
    }
    sentences
}

/// Explains by a chain of deductions why a move, or its opposite, contradicts the correct entries of the player.
fn explain_entry<P: Puzzle>(session: &Session<P>, mv: P::Move, budget: &Budget) -> Vec<Sentence> {
    let (puzzle, filled) = (&session.puzzle, &session.filled);
    let name = puzzle.move_text(mv);
    let solution = match puzzle.solve(budget) {
        Answer::Unique(solution) => solution,
        Answer::None => return vec!["the puzzle has no solution".into()],
        Answer::Several(one, other) => return explain_in_several(puzzle, mv, &one, &other, budget),
        _ => return vec!["the solution is not found in this time".into()],
    };
    let (agreement, claims) = puzzle.claims_against(mv, &solution);
    if claims.is_empty() && agreement == Agreement::Wrong {
        return vec![format!("{name} claims nothing").into()];
    }
    let place = [puzzle.place_name(mv)];
    let mut sentences = vec![match agreement {
        Agreement::Right => Sentence::from(format!("{name} is right")).cells(place),
        Agreement::Partial => Sentence::from(format!("{name} is right, but not all")).cells(place),
        Agreement::Wrong => Sentence::from(format!("{name} is wrong")).wrong(place),
    }];
    let known = puzzle.reasoner(&puzzle.right_entries(filled, &solution, Some(mv)));
    let chains = Chains::new(puzzle, budget);
    for claim in &claims {
        let missing = || vec![known.describe_claim(claim).begin_with("suppose "), chains.missing()];
        sentences.extend(chains.refute(&known, claim).unwrap_or_else(missing));
    }
    sentences
}

/// Explains a move in a puzzle of which two solutions are known: chains of deductions show what holds in all.
fn explain_in_several<P: Puzzle>(
    puzzle: &P,
    mv: P::Move,
    one: &P::Solution,
    other: &P::Solution,
    budget: &Budget,
) -> Vec<Sentence> {
    let name = puzzle.move_text(mv);
    let (agreement, claims) = puzzle.claims_against(mv, one);
    if claims.is_empty() && agreement == Agreement::Wrong {
        return vec![format!("{name} claims nothing").into()];
    }
    let several = "the puzzle has several solutions";
    if agreement != puzzle.claims_against(mv, other).0 {
        return vec![format!("{several}: {name} is right in one of them and not in another").into()];
    }
    let known = puzzle.reasoner(&puzzle.blank());
    let chains = Chains::new(puzzle, budget);
    let refutations: Option<Vec<_>> = claims.iter().map(|claim| chains.refute(&known, claim)).collect();
    let Some(refutations) = refutations else {
        return vec![format!("{several}: the rules alone do not decide {name}").into()];
    };
    let verdict = match agreement {
        Agreement::Right => "is right in all of them",
        Agreement::Partial => "is right in all of them, but not all",
        Agreement::Wrong => "is wrong in all of them",
    };
    std::iter::once(format!("{several}: {name} {verdict}").into()).chain(refutations.into_iter().flatten()).collect()
}

/// The limits of the search for chains.
struct Chains {
    /// States that are searched for a shorter chain.
    most_nodes: usize,
    stop: Stop,
}

impl Chains {
    /// States searched in a grid of [`Self::CELLS`] cells. In larger grids a state takes longer, so fewer are searched.
    const NODES: usize = 4_000;
    const CELLS: usize = 100;

    fn new<P: Puzzle>(puzzle: &P, budget: &Budget) -> Self {
        let most_nodes = Self::NODES * Self::CELLS / puzzle.grid_size().area().max(Self::CELLS);
        Chains { most_nodes, stop: budget.timed_stop() }
    }

    /// Says that there is no chain.
    fn missing(&self) -> Sentence {
        match self.stop.is_raised() {
            true => "no chain of deductions is found in this time".into(),
            false => "the rules alone find no contradiction; it is otherwise in the only solution".into(),
        }
    }

    /// Returns the shortest chain of deductions from a claim to a contradiction, a sentence each; `None` if none is found.
    fn refute<R: Reasoning>(&self, known: &R, claim: &R::Step) -> Option<Vec<Sentence>> {
        let mut state = known.clone();
        let mut sentences = vec![known.describe_claim(claim).begin_with("suppose ")];
        state.add(claim);
        let chain = find_chain(&state, self.most_nodes, &self.stop)?;
        for step in &chain.steps {
            sentences.push(state.describe_step(step));
            state.add(step);
        }
        sentences.push(state.describe_conflict(chain.conflict).begin_with("contradiction: "));
        let count = match chain.steps.len() {
            0 => "it breaks a rule at once".to_owned(),
            1 => "1 deduction leads there".to_owned(),
            count => format!("{count} deductions lead there"),
        };
        let least = if chain.is_shortest && chain.steps.len() > 1 { ", and no fewer do" } else { "" };
        sentences.push(format!("{count}{least}").into());
        Some(sentences)
    }
}
