//! The command `analyze`, and the candidates that it streams.

use std::time::Duration;

use super::{GAME_OVER, GameResult, GameValue, TurnBoard, TurnGame, TurnPlayer};
use crate::color::Color;
use crate::game::candidate::Candidate;
use crate::game::stream::{Format, MAX_LINES, SEND_INTERVAL, Update};
use crate::game::{Command, Context};
use crate::protocol::{Args, Failure, Outcome, color, natural, quote};
use crate::search::{RankedMove, Report, Value};
use crate::settings::Settings;

/// Share of the time of an analysis that the solver has after the search, and of the nodes that it may take beside it.
const SOLVER_SHARE: f64 = 0.25;

/// Returns the command `analyze`.
#[must_use]
pub const fn analyze<G: TurnGame>() -> Command<G> {
    Command::<G>::new("analyze", "COLOR", "searches until the next request and streams its results", |game, args, context| {
        let color = args.last("COLOR", color)?;
        if game.board().ending().is_some() {
            return Err(Failure::Other(GAME_OVER.into()));
        }
        game.board().check_turn(color)?;
        game.analyze(color, context)?;
        Ok(String::new())
    })
    .with_example("analyze b")
}

/// Returns the command `kata-analyze`, of GUIs for KataGo.
#[must_use]
pub const fn kata_analyze<G: TurnGame>() -> Command<G> {
    let run = |game: &mut G, args: &mut Args<'_>, context: &mut Context<'_>| analyze_for_gui(game, args, context, Format::Kata);
    Command::new("kata-analyze", GUI_USAGE, "as analyze, all moves on one line in KataGo's form", run)
        .with_example("kata-analyze b 50")
}

/// Returns the command `lz-analyze`, of GUIs for Leela Zero.
#[must_use]
pub const fn lz_analyze<G: TurnGame>() -> Command<G> {
    let run =
        |game: &mut G, args: &mut Args<'_>, context: &mut Context<'_>| analyze_for_gui(game, args, context, Format::LeelaZero);
    Command::new("lz-analyze", GUI_USAGE, "as kata-analyze, in Leela Zero's form", run).with_example("lz-analyze b 50")
}

/// Arguments of analyses for GUIs: the interval is in hundredths of a second.
const GUI_USAGE: &str = "[COLOR] [INTERVAL] [KEY VALUE]...";

/// The least and the largest interval of an analysis, in hundredths of a second.
const INTERVALS: (u64, u64) = (1, 360_000);

fn analyze_for_gui<G: TurnGame>(
    game: &mut G,
    args: &mut Args<'_>,
    context: &mut Context<'_>,
    format: fn(Duration) -> Format,
) -> Outcome {
    let (asked, interval) = read_gui_args(args)?;
    let color = asked.unwrap_or_else(|| game.board().to_move());
    if game.board().ending().is_some() {
        return Err(Failure::Other(GAME_OVER.into()));
    }
    game.board().check_turn(color)?;
    context.format = format(interval.unwrap_or(SEND_INTERVAL));
    game.analyze(color, context)?;
    Ok(String::new())
}

/// Reads `[COLOR] [INTERVAL] [KEY VALUE]...`. Of the pairs only `interval` counts: those of other engines change nothing.
///
/// # Errors
/// A key has no value, is a colour, or is `interval` and its value no number.
fn read_gui_args(args: &mut Args<'_>) -> Result<(Option<Color>, Option<Duration>), Failure> {
    let is_color = |word: &str| Args::new(word).last("COLOR", color).is_ok();
    let hundredths = |word: &str| Args::new(word).last("INTERVAL", natural::<u64>).ok();
    let mut words = args.rest().split(' ').filter(|word| !word.is_empty()).peekable();
    let asked = words.peek().and_then(|word| Args::new(word).last("COLOR", color).ok());
    words.next_if(|_| asked.is_some());
    let mut number = words.peek().and_then(|word| hundredths(word));
    words.next_if(|_| number.is_some());
    while let Some(key) = words.next() {
        let refused = |why: &str| Failure::Syntax(format!("{} {why}", quote(key)));
        if is_color(key) {
            return Err(refused("is a colour, which comes first"));
        }
        let value = words.next().ok_or_else(|| refused("is no colour, no interval, and no key before a value"))?;
        if key.eq_ignore_ascii_case("interval") {
            number = Some(hundredths(value).ok_or_else(|| refused("is not followed by a number of hundredths of a second"))?);
        }
    }
    Ok((asked, number.map(|number| Duration::from_millis(10 * number.clamp(INTERVALS.0, INTERVALS.1)))))
}

/// Streams the values of solved moves: fast wins first, slow losses last. `name` names a move, `play` the best play from it on.
pub fn stream_solved<M: Copy>(
    context: &mut Context<'_>,
    mut moves: Vec<(M, GameValue)>,
    nodes: u64,
    name: impl Fn(M) -> String,
    mut play: impl FnMut(M) -> String,
) {
    moves.sort_by_cached_key(|(_, value)| value.sort_key());
    let candidate = |(order, (mv, value)): (usize, (M, GameValue))| {
        let (score, win) = match value.result {
            Some(GameResult::Win) => (1.0, 1.0),
            Some(GameResult::Loss) => (-1.0, 0.0),
            Some(GameResult::Draw) | None => (0.0, 0.5),
        };
        let depth = value.detail("plies").map_or(1, |plies| plies.max(1) as u64);
        let pv = if order < MAX_LINES { play(mv) } else { String::new() };
        Candidate { mv: name(mv), score, win, is_proved: value.result.is_some(), depth, nodes, visits: 0, pv }
    };
    let candidates: Vec<Candidate> = moves.into_iter().enumerate().map(candidate).collect();
    context.stream_solved(&candidates);
}

/// Returns the candidates of a search report whose values are exact, the best move first; the best few have their principal
/// variations. `rate` maps a value to a score and a win probability.
pub fn candidates<M: Copy + PartialEq>(
    report: &Report<M>,
    name: impl Fn(M) -> String,
    rate: impl Fn(Value) -> (f64, f64),
) -> Vec<Candidate> {
    let names = |line: &[M]| line.iter().map(|&mv| name(mv)).collect::<Vec<_>>().join(" ");
    let candidate = |mv: M, value: Value, depth: u32, visits: u64, pv: String| {
        let (score, win) = rate(value);
        let (depth, nodes) = (depth.into(), report.nodes);
        Candidate { mv: name(mv), score, win, is_proved: value.is_proof(), depth, nodes, visits, pv }
    };
    let is_best = |ranked: &&RankedMove<M>| ranked.mv == report.best;
    let visits = report.ranked.iter().find(is_best).map_or(0, |ranked| ranked.nodes);
    let best = candidate(report.best, report.value, report.depth, visits, names(&report.line));
    // A search of less depth may have valued another move higher; that value is out of date.
    let is_current = |ranked: &&RankedMove<M>| ranked.depth == report.depth || ranked.value <= report.value;
    let others = report.ranked.iter().filter(|ranked| !is_best(ranked) && ranked.exact).filter(is_current);
    let other = |other: &RankedMove<M>| {
        let pv = if other.line.is_empty() { name(other.mv) } else { names(&other.line) };
        candidate(other.mv, other.value, other.depth, other.nodes, pv)
    };
    std::iter::once(best).chain(others.map(other)).collect()
}

/// Runs an analysis by a search that proves wins and losses alone. For [`Format::Result`] the solver values the moves afterwards, in
/// the last share of the time and with that share of the nodes, so that draws and margins are marked as proved, too. `lead` is that
/// of [`TurnGame::lead`].
pub fn analyze_with_proofs<G: TurnPlayer>(
    game: &mut G,
    color: Color,
    lead: Option<i64>,
    context: &mut Context<'_>,
    run: impl FnOnce(&mut G, &mut Context<'_>),
) {
    if context.format != Format::Result {
        return run(game, context);
    }
    let whole = context.settings.clone();
    let mut found = Vec::new();
    let listen = |update: Update<'_>, sink: &mut dyn FnMut(Update<'_>)| match update {
        Update::Result(candidates) => found = candidates.to_vec(),
        other => sink(other),
    };
    let first = Settings { max_time: whole.max_time * (1.0 - SOLVER_SHARE), ..whole.clone() };
    context.run_part(&first, listen, |context| run(game, context));
    let nodes = (whole.max_nodes as f64 * SOLVER_SHARE).ceil() as u64;
    let last = Settings { max_nodes: nodes, ..whole };
    let values = context.with_settings(&last, |context| game.move_values(color, context));
    let values = values.map_or_else(|_| Vec::new(), |values| values.moves);
    let values: Vec<(String, GameValue)> = values.into_iter().map(|(mv, value)| (game.board().move_name(mv), value)).collect();
    (context.sink)(Update::Result(&mark_proofs(found, &values, lead)));
}

/// Returns candidates with the values that a solver has found, the best first. Moves that only the solver has valued are added.
fn mark_proofs(mut found: Vec<Candidate>, values: &[(String, GameValue)], lead: Option<i64>) -> Vec<Candidate> {
    let (depth, nodes) = found.first().map_or((0, 0), |first| (first.depth, first.nodes));
    for (name, value) in values {
        let Some(result) = value.clone().with_lead(lead).result else { continue };
        let plies = value.detail("plies").map(|plies| plies as u32);
        let (win, units) = match result {
            GameResult::Win => (1.0, (-Value::loss_in(plies.unwrap_or_default())).units()),
            GameResult::Draw => (0.5, 0),
            GameResult::Loss => (0.0, Value::loss_in(plies.unwrap_or_default()).units()),
        };
        let score = value.detail("margin").map_or(f64::from(units), |margin| margin as f64);
        match found.iter_mut().find(|candidate| candidate.mv == *name) {
            Some(candidate) => {
                candidate.win = win;
                candidate.score = score;
                candidate.is_proved = true;
            }
            None => found.push(Candidate {
                mv: name.clone(),
                score,
                win,
                is_proved: true,
                depth: plies.map_or(depth, u64::from),
                nodes,
                visits: 0,
                pv: name.clone(),
            }),
        }
    }
    // At equal win probability a proved win comes before an estimate, a proved loss after it.
    let certainty = |candidate: &Candidate| if candidate.is_proved { 2.0 * candidate.win - 1.0 } else { 0.0 };
    found.sort_by(|a, b| {
        let by_win = b.win.total_cmp(&a.win);
        by_win.then_with(|| certainty(b).total_cmp(&certainty(a))).then_with(|| b.score.total_cmp(&a.score))
    });
    found
}

/// Returns the `rate` of [`candidates`]: `units_per_point` units are a point, `points_per_e` points multiply the odds of a win by e.
pub fn rate_points(units_per_point: f64, points_per_e: f64) -> impl Fn(Value) -> (f64, f64) {
    move |value| {
        let score = f64::from(value.units()) / units_per_point;
        (score, win_probability(score, points_per_e))
    }
}

/// Returns the win probability of a score: one half at 0; `points_per_e` points multiply the odds by e.
#[must_use]
pub fn win_probability(score: f64, points_per_e: f64) -> f64 {
    1.0 / (1.0 + (-score / points_per_e).exp())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_interval_of_a_gui_is_the_interval() {
        let read = |text: &str| read_gui_args(&mut Args::new(text));
        let interval = |hundredths: u64| Some(Duration::from_millis(10 * hundredths));
        for (text, wanted) in [
            ("", None),
            ("b", None),
            ("b maxmoves 5", None),
            ("maxmoves 5", None),
            ("b rootInfo true maxmoves 5", None),
            ("b 20 maxmoves 5", interval(20)),
            ("20", interval(20)),
            ("b maxmoves 5 interval 20", interval(20)),
            ("b avoid w a1,b2 3 interval 20", interval(20)),
            ("b INTERVAL 0", interval(1)),
        ] {
            assert_eq!(read(text).map(|(_, interval)| interval), Ok(wanted), "{text}");
        }
        assert_eq!(read("w  7"), Ok((Some(Color::White), interval(7))));
        assert_eq!(read("7"), Ok((None, interval(7))));
        for text in ["20 w", "b maxmoves", "b interval x", "interval"] {
            assert!(read(text).is_err(), "{text}");
        }
    }

    #[test]
    fn what_a_solver_proves_is_listed_in_its_place() {
        let guess = |mv: &str, win: f64| Candidate {
            mv: mv.into(),
            score: 15.0,
            win,
            is_proved: false,
            depth: 9,
            nodes: 100,
            visits: 0,
            pv: format!("{mv} x"),
        };
        let solved = |mv: &str, result: GameResult| (mv.to_owned(), GameValue::new(result, Some(5)));
        let found = vec![guess("a", 0.9), guess("b", 0.6), guess("c", 0.4)];
        let results = [("a", GameResult::Loss), ("d", GameResult::Win), ("e", GameResult::Loss), ("f", GameResult::Draw)];
        let values = results.map(|(mv, result)| solved(mv, result));
        let marked = mark_proofs(found, &values, None);
        let order: Vec<_> = marked.iter().map(|found| (&found.mv[..], found.is_proved, found.win)).collect();
        let others = [("b", false, 0.6), ("f", true, 0.5), ("c", false, 0.4)];
        assert_eq!(
            (order[0], &order[1..4], &order[4..]),
            (("d", true, 1.0), &others[..], &[("a", true, 0.0), ("e", true, 0.0)][..])
        );
        assert!(marked.iter().all(|found| !found.is_proved || (found.score > 0.0) == (found.win == 1.0)), "{marked:?}");
    }
}
