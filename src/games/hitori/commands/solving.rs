//! The verbs that answer: solving by every method, counting, hints, difficulty.

use crate::game::Context;
use crate::games::hitori::Hitori;
use crate::games::hitori::board::{Grid, Mark, Marks};
use crate::games::hitori::check::{Verdict, check};
use crate::games::hitori::deduce::{self, Plan, Rule, State, Step, explain};
use crate::games::hitori::enumerate::count as how_many;
use crate::games::hitori::heuristic;
use crate::games::hitori::notation::{cell_names, mark_name, marks_text, step_name, verdict_text};
use crate::games::hitori::program::{Model, solve as by_program};
use crate::games::hitori::solver::solve as best;
use crate::protocol::{Args, Failure, Outcome, quoted, unsigned};
use crate::puzzle::Level;
use crate::puzzle::answer::{Answer, Count, Progress};
use crate::search::Budget;

const METHODS: &str = "best, logic [steps], ilp, ilp_patterns [annex=1] or heuristic";

/// `solve [METHOD]`
pub(super) fn solve(hitori: &mut Hitori, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    let method = args.word().unwrap_or("best");
    let option = args.word();
    args.end()?;
    let (grid, budget) = (&hitori.grid, context.open_budget());
    let head = |word: &str| format!("{word} seconds={:.6} method={method}", context.started.elapsed().as_secs_f64());
    let answered = |answer: &Answer<Marks>| head(answer.name()) + &solutions(answer);
    match (method, option) {
        ("best", None) => Ok(answered(&best(grid, &budget))),
        ("logic", None | Some("steps")) => Ok(logic(hitori, option.is_some(), &budget, &head)),
        ("ilp", None) => Ok(answered(&by_program(grid, Model::Connected, &budget))),
        ("ilp_patterns", None | Some("annex=0" | "annex=1")) => {
            let answer = by_program(grid, Model::Patterns { annex: option == Some("annex=1") }, &budget);
            Ok(answered(&answer) + &judged(grid, &answer))
        }
        ("heuristic", None) => Ok(by_heuristic(grid, &head)),
        ("best" | "logic" | "ilp" | "ilp_patterns" | "heuristic", Some(option)) => {
            Err(Failure::Syntax(format!("unexpected {}", quoted(option))))
        }
        _ => Err(Failure::Syntax(format!("{} is not {METHODS}", quoted(method)))),
    }
}

/// What the rules say to the solutions of a model that does not know them all.
fn judged(grid: &Grid, answer: &Answer<Marks>) -> String {
    let line = |marks: &Marks| format!("\ncheck {}", verdict_text(grid.size(), check(grid, marks)));
    answer.solutions().map(line).collect()
}

/// The heuristic proves nothing: `found` or `failed`, with what it masked.
fn by_heuristic(grid: &Grid, head: &dyn Fn(&str) -> String) -> String {
    let marks = heuristic::mask(grid);
    match check(grid, &marks) {
        Verdict::Solved => format!("{}\nsolution {}", head("found"), marks_text(&marks)),
        verdict => format!("{}\nmasked {}\ncheck {}", head("failed"), marks_text(&marks), verdict_text(grid.size(), verdict)),
    }
}

/// The lines after the first.
fn solutions(answer: &Answer<Marks>) -> String {
    let lines: String = answer.solutions().map(|marks| format!("\nsolution {}", marks_text(marks))).collect();
    match answer {
        Answer::Several(one, other) => format!("{lines}\ndiffers {}", cell_names(one.size(), one.differences(other))),
        _ => lines,
    }
}

/// Deduction alone: how far it came, and where asked for each step.
fn logic(hitori: &Hitori, steps: bool, budget: &Budget, head: &dyn Fn(&str) -> String) -> String {
    let plan = Plan::new(&hitori.grid);
    let mut state = State::new(&plan);
    let outcome = deduce::deduce(&mut state, Level::Extreme, budget);
    let (cells, known) = (plan.size().area(), plan.size().area() - state.unknown());
    let level = state.trail().iter().map(|step| step.rule.level()).max().map_or("", Level::name);
    let progress =
        |word| format!("{} known={known} cells={cells} level={level}", head(word)).trim_end_matches(" level=").to_owned();
    let mut text = match outcome {
        Ok(Progress::Solved) => format!("{}\nsolution {}", progress("unique"), marks_text(&state.marks())),
        Ok(_) => format!("{}\nknown {}", progress("unknown"), marks_text(&state.marks())),
        Err(conflict) => format!("{}\ncontradiction {}", progress("none"), deduce::tell_conflict(&plan, conflict)),
    };
    if steps {
        for (number, step) in state.trail().iter().enumerate().take_while(|_| !budget.stop.is_raised()) {
            let name = step_name(plan.size(), plan.cell(step.spot), step.mark);
            let sentence = explain(&plan, &state.trail()[..number], step);
            text.push_str(&format!("\n{} {name} {}: {sentence}", number + 1, step.rule.name()));
        }
    }
    text
}

/// A solution to show.
pub(super) fn solution(hitori: &Hitori, context: &Context<'_>) -> Result<Marks, Failure> {
    best(&hitori.grid, &context.open_budget()).into_solution()
}

/// `count [LIMIT]`
pub(super) fn count(hitori: &mut Hitori, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    let limit = args.optional("a number of solutions", unsigned::<u64>)?;
    args.end()?;
    if limit == Some(0) {
        return Ok(">=0".to_owned());
    }
    Ok(match how_many(&hitori.grid, limit, &context.open_budget()) {
        Count::Exactly(count) => count.to_string(),
        Count::AtLeast(count) => format!(">={count}"),
    })
}

/// `hint`
pub(super) fn hint(hitori: &mut Hitori, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    args.end()?;
    let size = hitori.grid.size();
    match check(&hitori.grid, &hitori.marks) {
        Verdict::Incomplete => {}
        verdict => return Ok(verdict_text(size, verdict)),
    }
    let budget = context.open_budget();
    let answer = best(&hitori.grid, &budget);
    if let Answer::Unique(solution) = &answer {
        let mut marked = size.cells().filter(|&cell| hitori.marks.get(cell) != Mark::Unknown);
        if let Some(cell) = marked.find(|&cell| hitori.marks.get(cell) != solution.get(cell)) {
            let (name, truth) = (step_name(size, cell, hitori.marks.get(cell)), mark_name(solution.get(cell)));
            return Ok(format!("wrong {name}\nin the only solution it is {truth}"));
        }
    }
    if answer == Answer::None {
        return Ok("none\nthe puzzle has no solution".to_owned());
    }
    let plan = Plan::new(&hitori.grid);
    let mut state = State::new(&plan);
    let mut given = size.cells().filter(|&cell| hitori.marks.get(cell) != Mark::Unknown);
    let agreed = given.try_for_each(|cell| {
        let spot = plan.spot(cell);
        state.set(spot, hitori.marks.get(cell), Rule::Given, spot).map(|_| ())
    });
    if let Err(conflict) = agreed.and_then(|()| deduce::deduce(&mut state, Level::Extreme, &budget)) {
        return Ok(format!("wrong marks\n{}", deduce::tell_conflict(&plan, conflict)));
    }
    match state.trail().iter().position(|step| step.rule != Rule::Given) {
        Some(at) => Ok(told(&plan, &state.trail()[..at], &state.trail()[at])),
        None => Ok(by_search(hitori, &answer)),
    }
}

fn told(plan: &Plan, before: &[Step], step: &Step) -> String {
    let name = step_name(plan.size(), plan.cell(step.spot), step.mark);
    format!("{name} rule={} level={}\n{}", step.rule.name(), step.rule.level().name(), explain(plan, before, step))
}

/// What can be said where the ladder ends.
fn by_search(hitori: &Hitori, answer: &Answer<Marks>) -> String {
    let mut open = hitori.marks.cells(Mark::Unknown);
    match (answer, open.next()) {
        (Answer::Unique(solution), Some(cell)) => {
            let name = step_name(solution.size(), cell, solution.get(cell));
            format!("{name} rule=search level=search\nno rule finds more; it is so in the only solution")
        }
        (Answer::Several(one, other), _) => {
            let places = cell_names(one.size(), one.differences(other));
            format!("several\nnothing more is forced: the puzzle has several solutions, which differ at {places}")
        }
        _ => "unknown\nthe rules find no more".to_owned(),
    }
}

/// `rate`
pub(super) fn rate(hitori: &mut Hitori, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    args.end()?;
    let budget = context.open_budget();
    let rating = deduce::rate(&hitori.grid, &budget);
    let word = match rating.level {
        Some(level) => level.name(),
        None => match best(&hitori.grid, &budget) {
            Answer::Unique(_) if !rating.stopped => "search",
            Answer::Several(..) => "several",
            Answer::None => "none",
            _ => "unknown",
        },
    };
    let strongest = rating.strongest().map_or_else(String::new, |(rule, times)| format!(" rule={} times={times}", rule.name()));
    let uses = Rule::ALL.iter().zip(rating.uses).filter(|&(_, times)| times > 0);
    Ok(uses.fold(format!("{word}{strongest}"), |text, (rule, times)| format!("{text} {}={times}", rule.name())))
}
