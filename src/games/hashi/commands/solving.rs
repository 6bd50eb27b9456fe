//! The verbs that answer: solving by every method, counting, hints, difficulty.

use crate::game::Context;
use crate::games::hashi::Hashi;
use crate::games::hashi::board::{Bridges, Puzzle};
use crate::games::hashi::check::{Verdict, check};
use crate::games::hashi::count::count as how_many;
use crate::games::hashi::deduce::{self, Because, Rule, State, Step, explain, step_text};
use crate::games::hashi::notation::{bridges_text, channel_name, move_text, verdict_text};
use crate::games::hashi::program::{Model, solve as by_program};
use crate::games::hashi::solver::solve as best;
use crate::protocol::{Args, Failure, Outcome, quoted, unsigned};
use crate::puzzle::Level;
use crate::puzzle::answer::{Answer, Count, Progress};
use crate::search::Budget;

const METHODS: &str = "best, logic [steps], ilp or ilp_unconnected";

/// `solve [METHOD]`
pub(super) fn solve(hashi: &mut Hashi, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    let method = args.word().unwrap_or("best");
    let option = args.word();
    args.end()?;
    let budget = context.open_budget();
    let head = |word: &str| format!("{word} seconds={:.6} method={method}", context.started.elapsed().as_secs_f64());
    match (method, option) {
        ("best", None) => {
            let answer = best(&hashi.puzzle, &budget);
            Ok(head(answer.name()) + &solutions(&hashi.puzzle, &answer))
        }
        ("ilp" | "ilp_unconnected", None) => {
            let model = if method == "ilp" { Model::Connected } else { Model::Unconnected };
            let answer = by_program(&hashi.puzzle, model, &budget);
            Ok(head(answer.name()) + &solutions(&hashi.puzzle, &answer) + &judged(&hashi.puzzle, model, &answer))
        }
        ("logic", None) => Ok(logic(&hashi.puzzle, false, &budget, &head)),
        ("logic", Some("steps")) => Ok(logic(&hashi.puzzle, true, &budget, &head)),
        (_, Some(word)) if ["best", "logic", "ilp", "ilp_unconnected"].contains(&method) => {
            Err(Failure::Syntax(format!("unexpected {}", quoted(word))))
        }
        _ => Err(Failure::Syntax(format!("{} is not {METHODS}", quoted(method)))),
    }
}

/// The channels in which two solutions differ.
fn differences(puzzle: &Puzzle, one: &Bridges, other: &Bridges) -> String {
    let differ = puzzle.channels().filter(|&channel| one.get(channel) != other.get(channel));
    differ.map(|channel| channel_name(puzzle, channel)).collect::<Vec<_>>().join(" ")
}

/// The lines after the first.
fn solutions(puzzle: &Puzzle, answer: &Answer<Bridges>) -> String {
    let line = |bridges: &Bridges| format!("\nsolution {}", bridges_text(puzzle, bridges)).trim_end().to_owned();
    let lines: String = answer.solutions().map(line).collect();
    match answer {
        Answer::Several(one, other) => format!("{lines}\ndiffers {}", differences(puzzle, one, other)),
        _ => lines,
    }
}

/// What the rules say to the solutions of a model that does not know them all.
fn judged(puzzle: &Puzzle, model: Model, answer: &Answer<Bridges>) -> String {
    let line = |bridges: &Bridges| format!("\ncheck {}", verdict_text(puzzle, check(puzzle, bridges)));
    if model == Model::Connected { String::new() } else { answer.solutions().map(line).collect() }
}

/// Deduction alone: how far it came, and where asked for each step.
fn logic(puzzle: &Puzzle, steps: bool, budget: &Budget, head: &dyn Fn(&str) -> String) -> String {
    let (outcome, state) = deduce::solve_by_rules(puzzle, Level::Extreme, budget);
    let channels = puzzle.channels().len();
    let level = state
        .steps()
        .iter()
        .map(|step| step.rule.level())
        .max()
        .map_or_else(String::new, |level| format!(" level={}", level.name()));
    let progress = |word| format!("{} known={} channels={channels}{level}", head(word), channels - state.open());
    let mut text = match outcome {
        Ok(Progress::Solved) => {
            format!("{}\nsolution {}", progress("unique"), bridges_text(puzzle, &state.sure())).trim_end().to_owned()
        }
        Ok(_) => format!("{}\nknown {}", progress("unknown"), known(&state)).trim_end().to_owned(),
        Err(conflict) => format!("{}\ncontradiction {}", progress("none"), deduce::conflict_text(puzzle, conflict)),
    };
    if steps {
        for (number, step) in state.steps().iter().enumerate().take_while(|_| !budget.stop.is_raised()) {
            let sentence = explain(puzzle, &state.steps()[..number], step);
            text.push_str(&format!("\n{} {}, {}: {sentence}", number + 1, step_text(puzzle, step), step.rule.name()));
        }
    }
    text
}

/// The channels whose number is known, the empty ones among them.
fn known(state: &State<'_>) -> String {
    let puzzle = state.puzzle();
    let known = puzzle.channels().filter(|&channel| !state.is_open(channel));
    known.map(|channel| move_text(puzzle, channel, state.bounds(channel).0)).collect::<Vec<_>>().join(" ")
}

/// A solution to show.
pub(super) fn solution(hashi: &Hashi, context: &Context<'_>) -> Result<Bridges, Failure> {
    best(&hashi.puzzle, &context.open_budget()).into_solution()
}

/// `count [LIMIT]`
pub(super) fn count(hashi: &mut Hashi, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    let limit = args.optional("a number of solutions", unsigned::<u64>)?;
    args.end()?;
    if limit == Some(0) {
        return Ok(">=0".to_owned());
    }
    Ok(match how_many(&hashi.puzzle, limit, &context.open_budget()) {
        Count::Exactly(count) => count.to_string(),
        Count::AtLeast(count) => format!(">={count}"),
    })
}

/// `hint`
pub(super) fn hint(hashi: &mut Hashi, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    args.end()?;
    let puzzle = &hashi.puzzle;
    match check(puzzle, &hashi.laid) {
        Verdict::Incomplete => {}
        verdict => return Ok(verdict_text(puzzle, verdict)),
    }
    let budget = context.open_budget();
    let answer = best(puzzle, &budget);
    if let Answer::Unique(solution) = &answer
        && let Some((channel, number)) = hashi.laid.laid().find(|&(channel, number)| number > solution.get(channel))
    {
        let truth = solution.get(channel);
        return Ok(format!("wrong {}\nin the only solution it is {truth}", move_text(puzzle, channel, number)));
    }
    if answer == Answer::None {
        return Ok("none\nthe puzzle has no solution".to_owned());
    }
    let mut state = State::new(puzzle);
    let outcome = deduce::lay(&mut state, &hashi.laid).and_then(|()| deduce::deduce(&mut state, Level::Extreme, &budget));
    if let Err(conflict) = outcome {
        return Ok(format!("wrong bridges\n{}", deduce::conflict_text(puzzle, conflict)));
    }
    // What a player can do is to lay bridges: that channels stay empty is told where it is the reason.
    let steps = state.steps();
    match steps.iter().position(|step| step.rule != Rule::Given && step.least > step.before.0) {
        Some(at) => Ok(told(puzzle, &steps[..at], &steps[at])),
        None => Ok(by_search(hashi, &answer)),
    }
}

/// A step, its reason, and the steps before it that the reason builds on.
fn told(puzzle: &Puzzle, before: &[Step], step: &Step) -> String {
    let name = move_text(puzzle, step.channel, step.least);
    let mut text = format!("{name} rule={} level={}", step.rule.name(), step.rule.level().name());
    text.push_str(&format!("\n{}: {}", step_text(puzzle, step), explain(puzzle, before, step)));
    for (at, earlier) in before.iter().enumerate().filter(|(_, earlier)| builds_on(puzzle, step, earlier)) {
        text.push_str(&format!("\nbecause {}: {}", step_text(puzzle, earlier), explain(puzzle, &before[..at], earlier)));
    }
    text
}

/// Whether a step looks at what an earlier one found.
fn builds_on(puzzle: &Puzzle, step: &Step, earlier: &Step) -> bool {
    let (a, b) = puzzle.ends(earlier.channel);
    let looks_there = match step.because {
        Because::Island(island) => a == island || b == island,
        Because::Channel(channel) => channel == earlier.channel,
        Because::Itself => true,
    };
    let same_words = earlier.rule == step.rule && earlier.because == step.because;
    earlier.rule != Rule::Given && !same_words && (looks_there || step.rule == Rule::Exit)
}

/// What can be said where the ladder ends.
fn by_search(hashi: &Hashi, answer: &Answer<Bridges>) -> String {
    let puzzle = &hashi.puzzle;
    match answer {
        Answer::Unique(solution) => {
            let next = puzzle.channels().find(|&channel| hashi.laid.get(channel) < solution.get(channel));
            next.map_or_else(String::new, |channel| {
                let name = move_text(puzzle, channel, solution.get(channel));
                format!("{name} rule=search level=search\nno rule finds more; it is so in the only solution")
            })
        }
        Answer::Several(one, other) => {
            let places = differences(puzzle, one, other);
            format!("several\nnothing more is forced: the puzzle has several solutions, which differ at {places}")
        }
        _ => "unknown\nthe rules find no more".to_owned(),
    }
}

/// `rate`
pub(super) fn rate(hashi: &mut Hashi, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    args.end()?;
    let budget = context.open_budget();
    let rating = deduce::rate(&hashi.puzzle, &budget);
    let word = match rating.level {
        Some(level) => level.name(),
        None => match best(&hashi.puzzle, &budget) {
            Answer::Unique(_) if rating.progress == Ok(Progress::Stuck) => "search",
            Answer::Several(..) => "several",
            Answer::None => "none",
            _ => "unknown",
        },
    };
    let strongest = rating.strongest().map_or_else(String::new, |(rule, times)| format!(" rule={} times={times}", rule.name()));
    let uses = Rule::ALL.iter().zip(rating.uses).filter(|&(_, times)| times > 0);
    Ok(uses.fold(format!("{word}{strongest}"), |text, (rule, times)| format!("{text} {}={times}", rule.name())))
}
