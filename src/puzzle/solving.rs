//! The commands that solve: `solve`, `count`, `hint` and `rate`.

use super::deduction::hardest_level;
use super::{Answer, Count, Finding, Progress, Puzzle, Rating, Rule, Session, Solver, Step, Verdict};
use crate::game::Context;
use crate::protocol::{Args, Failure, Outcome, list_words, natural, quote};
use crate::search::{Budget, Stop};

/// Runs `solve [METHOD]`.
pub(super) fn solve<P: Puzzle>(session: &mut Session<P>, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    let method = args.word().unwrap_or("best");
    let option = args.word();
    args.end()?;
    let (puzzle, budget) = (&session.puzzle, context.open_budget());
    let head = |word: &str| format!("{word} seconds={:.6} method={method}", context.started.elapsed().as_secs_f64());
    match (method, option) {
        ("best", None) => return Ok(finding_text(puzzle, &Finding::Proof(puzzle.solve(&budget)), head)),
        ("logic", None | Some("steps")) => return Ok(logic(puzzle, option.is_some(), &budget, head)),
        _ => {}
    }
    match P::SOLVERS.iter().find(|solver| solver.name == method) {
        Some(solver) if option.is_none_or(|option| solver.options.contains(&option)) => {
            Ok(finding_text(puzzle, &(solver.run)(puzzle, option, &budget), head))
        }
        None if !["best", "logic"].contains(&method) => {
            let usages = P::SOLVERS.iter().map(|solver: &Solver<P>| solver.usage);
            let usages: Vec<&str> = ["best", "logic [steps]"].into_iter().chain(usages).collect();
            Err(Failure::Syntax(format!("{} is not {}", quote(method), list_words(&usages))))
        }
        _ => Err(Failure::Syntax(format!("unexpected {}", quote(option.unwrap_or_default())))),
    }
}

/// Formats the result of a solver: its word, the solutions, and the check of solutions that may break rules.
fn finding_text<P: Puzzle>(puzzle: &P, finding: &Finding<P::Solution>, head: impl Fn(&str) -> String) -> String {
    let solution = |found: &P::Solution| format!("\nsolution {}", puzzle.solution_text(found)).trim_end().to_owned();
    let check = |found: &P::Solution| format!("\ncheck {}", verdict_text(puzzle, puzzle.check(found)));
    let (Finding::Proof(answer) | Finding::Model(answer)) = finding else {
        let Finding::Attempt(found) = finding else { return head("unknown") };
        return match puzzle.check(found) {
            Verdict::Solved => head("found") + &solution(found),
            _ => format!("{}\nmasked {}{}", head("failed"), puzzle.solution_text(found), check(found)),
        };
    };
    let mut text = head(answer.name());
    answer.solutions().for_each(|found| text.push_str(&solution(found)));
    if let Answer::Several(one, other) = answer {
        text.push_str(&format!("\ndiffers {}", puzzle.differences(one, other)));
    }
    if matches!(finding, Finding::Model(_)) {
        answer.solutions().for_each(|found| text.push_str(&check(found)));
    }
    text
}

/// Runs deduction alone, and formats its result and, if `steps`, each step.
fn logic<P: Puzzle>(puzzle: &P, steps: bool, budget: &Budget, head: impl Fn(&str) -> String) -> String {
    let deduction = puzzle.deduce(&puzzle.blank(), budget);
    let level = hardest_level(&deduction.steps).map_or_else(String::new, |level| format!(" level={}", level.name()));
    let places = deduction.places;
    let progress = |word| format!("{} known={} {}={places}{level}", head(word), places - deduction.open, P::PLACES);
    let mut text = match &deduction.outcome {
        Ok(Progress::Solved) => format!("{}\nsolution {}", progress("unique"), deduction.known).trim_end().to_owned(),
        Ok(_) => format!("{}\nknown {}", progress("unknown"), deduction.known).trim_end().to_owned(),
        Err(conflict) => format!("{}\ncontradiction {conflict}", progress("none")),
    };
    if steps {
        push_steps(&mut text, puzzle.explain_steps(&deduction.steps), &budget.stop);
    }
    text
}

/// Adds a numbered line for each step, until the request is stopped.
fn push_steps(text: &mut String, lines: impl Iterator<Item = String>, stop: &Stop) {
    for (number, line) in (1..).zip(lines.take_while(|_| !stop.is_raised())) {
        text.push_str(&format!("\n{number} {line}"));
    }
}

/// Runs `count [LIMIT]`.
pub(super) fn count<P: Puzzle>(session: &mut Session<P>, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    let limit = args.optional_last("a number of solutions", natural::<u64>)?;
    if limit == Some(0) {
        return Ok(">=0".to_owned());
    }
    Ok(match session.puzzle.count(limit, &context.open_budget()) {
        Count::Exactly(count) => count.to_string(),
        Count::AtLeast(count) => format!(">={count}"),
    })
}

/// Runs `hint`: a mistake of the player, else the next forced step with its reason, else a move of the solution.
pub(super) fn hint<P: Puzzle>(session: &mut Session<P>, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    args.end()?;
    let (puzzle, filled) = (&session.puzzle, &session.filled);
    let verdict = puzzle.check_filled(filled);
    if verdict != Verdict::Incomplete {
        return Ok(verdict_text(puzzle, verdict));
    }
    let budget = context.open_budget();
    let answer = puzzle.solve(&budget);
    if let Answer::Unique(solution) = &answer
        && let Some((wrong, truth)) = puzzle.mistake(filled, solution)
    {
        let steps = puzzle.deduce(&puzzle.blank(), &budget).steps;
        let exclusion = puzzle.find_exclusion(&steps, filled, solution);
        let reason = exclusion.map_or_else(String::new, |at| format!("\n{}", puzzle.explain_hint(&steps, at)));
        return Ok(format!("wrong {wrong}\nin the only solution it is {truth}{reason}"));
    }
    if answer == Answer::None {
        return Ok("none\nthe puzzle has no solution".to_owned());
    }
    let deduction = puzzle.deduce(filled, &budget);
    if let Err(conflict) = &deduction.outcome {
        return Ok(format!("wrong {}\n{conflict}", P::MOVES));
    }
    Ok(match deduction.steps.iter().position(Step::is_move) {
        Some(at) => {
            let (step, rule) = (&deduction.steps[at], deduction.steps[at].rule());
            let (name, level) = (puzzle.step_name(step), rule.level().name());
            format!("{name} rule={} level={level}\n{}", rule.name(), puzzle.explain_hint(&deduction.steps, at))
        }
        None => hint_by_search(session, &answer),
    })
}

/// Returns the hint when the rules find no further step.
pub(super) fn hint_by_search<P: Puzzle>(session: &Session<P>, answer: &Answer<P::Solution>) -> String {
    let puzzle = &session.puzzle;
    match answer {
        Answer::Unique(solution) => {
            let name = puzzle.next_move(&session.filled, solution);
            format!("{name} rule=search level=search\nno rule finds more; it is so in the only solution")
        }
        Answer::Several(one, other) => {
            let places = puzzle.differences(one, other);
            format!("several\nnothing more is forced: the puzzle has several solutions, which differ at {places}")
        }
        _ => "unknown\nthe rules find no more".to_owned(),
    }
}

/// Runs `rate`.
pub(super) fn rate<P: Puzzle>(session: &mut Session<P>, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    args.end()?;
    let (puzzle, budget) = (&session.puzzle, context.open_budget());
    let deduction = puzzle.deduce(&puzzle.blank(), &budget);
    let rating = Rating::new(deduction.outcome == Ok(Progress::Solved), &deduction.steps);
    let word = match rating.level {
        Some(level) => level.name(),
        None => match puzzle.solve(&budget) {
            Answer::Unique(_) if deduction.outcome == Ok(Progress::Stuck) => "search",
            Answer::Several(..) => "several",
            Answer::None => "none",
            _ => "unknown",
        },
    };
    let strongest = rating.uses.last().map_or_else(String::new, |(rule, times)| format!(" rule={} times={times}", rule.name()));
    Ok(rating.uses.iter().fold(format!("{word}{strongest}"), |text, (rule, times)| format!("{text} {}={times}", rule.name())))
}

/// Writes `solved`, `incomplete`, or `wrong RULE at WHERE`.
pub(super) fn verdict_text<P: Puzzle>(puzzle: &P, verdict: Verdict<P::Fault>) -> String {
    match verdict {
        Verdict::Solved => "solved".to_owned(),
        Verdict::Incomplete => "incomplete".to_owned(),
        Verdict::Wrong(fault) => format!("wrong {}", puzzle.fault_text(fault)),
    }
}
