//! Results of searches and values in words, for the reason of a move and the progress of a search.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use super::{GameResult, GameValue, TurnGame, candidates};
use crate::game::Context;
use crate::game::candidate::count_nodes;
use crate::game::stream::{Format, Update};
use crate::search::{Budget, Report, Value};

/// Shortest time between two updates of the progress.
const INTERVAL: Duration = Duration::from_millis(100);

/// Moves that are named beside the best one.
const MAX_OTHERS: usize = 2;

/// Moves of a line of best play that are named.
const MAX_NAMES: usize = 8;

/// Nearest to 0 and 1 that a win probability which is not proved comes in words.
const LEAST_DOUBT: f64 = 0.01;

/// Returns `win 62 %, depth 9, 12345 nodes, line b2 a1`; `rate` maps a value to a score and a win probability. Of a report without
/// nodes the value says nothing.
pub fn report_text<M: Copy>(report: &Report<M>, name: impl Fn(M) -> String, rate: impl Fn(Value) -> (f64, f64)) -> String {
    let value = match report.value.plies() {
        Some(1) => "wins at once".to_owned(),
        Some(plies) if report.value.is_win() => format!("wins in {plies} plies"),
        Some(plies) => format!("loses in {plies} plies"),
        None => format!("win {:.0} %", 100.0 * rate(report.value).1.clamp(LEAST_DOUBT, 1.0 - LEAST_DOUBT)),
    };
    let line: Vec<String> = report.line.iter().take(MAX_NAMES).map(|&mv| name(mv)).collect();
    if report.nodes == 0 {
        return format!("no time to search, line {}", line.join(" "));
    }
    format!("{value}, depth {}, {}, line {}", report.depth, count_nodes(report.nodes), line.join(" "))
}

/// Returns the text of a report, the plies of a proof being those of some line, and the moves that the search ranks next.
pub fn choice_text<M: Copy + PartialEq>(
    report: &Report<M>,
    name: impl Fn(M) -> String,
    rate: impl Fn(Value) -> (f64, f64),
) -> String {
    let others = report.ranked.iter().filter(|ranked| ranked.mv != report.best).take(MAX_OTHERS);
    let others: Vec<String> = others.map(|ranked| name(ranked.mv)).collect();
    let text = hedge_plies(&report_text(report, name, rate));
    if others.is_empty() { text } else { format!("{text}; next best {}", others.join(" ")) }
}

/// Returns `wins in 5 plies`, `loses by 3`, `draws`, `has won` where the game is over; nothing if the value is not known.
#[must_use]
pub fn value_text(value: &GameValue) -> String {
    let (verb, past) = match value.result {
        Some(GameResult::Win) => ("wins", "has won"),
        Some(GameResult::Loss) => ("loses", "has lost"),
        Some(GameResult::Draw) => return "draws".to_owned(),
        None => return String::new(),
    };
    match (value.detail("margin"), value.detail("plies")) {
        (Some(margin), _) => format!("{verb} by {}", margin.abs()),
        (None, Some(0)) => past.to_owned(),
        (None, Some(1)) => format!("{verb} at once"),
        (None, Some(plies)) => format!("{verb} in {plies} plies"),
        (None, None) => verb.to_owned(),
    }
}

/// Returns a value in words: `wins in 5 plies`, or `wins in about 5 plies` where the plies are those of some line.
pub(super) fn value_words<G: TurnGame>(value: &GameValue) -> String {
    let text = value_text(value);
    if G::HAS_EXACT_PLIES { text } else { hedge_plies(&text) }
}

fn hedge_plies(text: &str) -> String {
    text.replacen(" in ", " in about ", 1)
}

impl Context<'_> {
    /// Sends the reason for a chosen move to the client and to the log.
    pub fn report_reason(&mut self, text: &str) {
        log::info!(target: "reason", "{text}");
        (self.sink)(Update::Reason(text));
    }

    /// Returns a watch that sends the progress of a search: in words, and the candidates in [`Format::Choice`]. `name` names a
    /// move, `rate` maps a value to a score and a win probability.
    pub fn show_progress<M: Copy + PartialEq>(
        &mut self,
        budget: &Budget,
        name: impl Fn(M) -> String,
        rate: impl Fn(Value) -> (f64, f64),
    ) -> impl FnMut(&Report<M>) -> ControlFlow<()> {
        let (deadline, format, sink) = (budget.deadline, self.format, &mut *self.sink);
        sink(Update::Progress("", deadline));
        let (mut last, mut depth): (Option<Instant>, u32) = (None, 0);
        move |report| {
            let is_due = last.is_none_or(|last| last.elapsed() >= INTERVAL) || format == Format::Choice && report.depth > depth;
            if report.depth > 0 && is_due {
                (last, depth) = (Some(Instant::now()), report.depth);
                match format {
                    Format::Choice => format.send(&candidates(report, &name, &rate), sink),
                    _ => sink(Update::Progress(&report_text(report, &name, &rate), deadline)),
                }
            }
            ControlFlow::Continue(())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_in_words() {
        let value = |result, details: &[(&'static str, i64)]| GameValue { result: Some(result), details: details.to_vec() };
        assert_eq!(value_text(&value(GameResult::Win, &[("score", 3), ("plies", 1)])), "wins at once");
        assert_eq!(value_text(&value(GameResult::Loss, &[("margin", -3)])), "loses by 3");
        assert_eq!(value_text(&value(GameResult::Win, &[("plies", 0)])), "has won");
        assert_eq!(value_text(&value(GameResult::Draw, &[])), "draws");
        assert_eq!(value_text(&GameValue::UNKNOWN), "");
    }
}
