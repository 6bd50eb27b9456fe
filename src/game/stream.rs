//! Analysis streams: replies that stay open and send results as a search finds them, until another request is pending.

use std::ops::ControlFlow;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

use super::Context;
use super::candidate::Candidate;
pub use crate::search::MAX_LINES;
use crate::search::{Budget, Report, Watch};
use crate::settings::Settings;

/// Longest time between two updates of a stream, unless the client sets an interval.
pub(super) const SEND_INTERVAL: Duration = Duration::from_millis(150);

/// Time between two checks of a stream without a running search whether another request is pending.
const POLL_INTERVAL: Duration = Duration::from_millis(5);

/// How long a solver goes on although another request is pending.
const GRACE: Duration = Duration::from_millis(150);

/// An update that is sent to the client while a request runs.
pub enum Update<'a> {
    /// A line of the reply, or some that belong together; the first one opens the reply.
    Line(&'a str),
    /// Drawing instructions for a GUI, sent as a block before the reply.
    Drawing(&'a str),
    /// All candidates of an analysis in [`Format::Result`].
    Result(&'a [Candidate]),
    /// For a person only: the result of a search so far in one line, and its deadline.
    Progress(&'a str, Option<Instant>),
    /// For a person only: why a move was chosen, in a few words.
    Reason(&'a str),
    /// For a person only: the reply in words, which is shown in its place.
    Words(&'a str),
}

/// The format of an analysis.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    /// The best candidates, each a line of the reply.
    #[default]
    Lines,
    /// The same for a person: each described.
    Words,
    /// All candidates as a drawing, below this head.
    Drawings(&'static str),
    /// All candidates on one line of the reply, as KataGo sends them, at this interval.
    Kata(Duration),
    /// The same as Leela Zero sends them: wins in units of 1/10,000.
    LeelaZero(Duration),
    /// The best candidates, each a line of the reply, while a move is chosen.
    Choice,
    /// The last candidates alone, as values, when the search has ended; the stream then closes.
    Result,
    /// As `Result`, but the best candidate only: the search computes no exact values of others.
    Best,
}

impl Format {
    /// Sends candidates in this format.
    pub(super) fn send(self, candidates: &[Candidate], sink: &mut dyn FnMut(Update<'_>)) {
        match self {
            Format::Lines | Format::Words | Format::Choice | Format::Drawings(_) if candidates.is_empty() => {}
            Format::Lines | Format::Words | Format::Choice => {
                let text = if self == Format::Words { Candidate::describe } else { Candidate::to_string };
                let lines: Vec<String> = candidates.iter().take(MAX_LINES).map(text).collect();
                sink(Update::Line(&lines.join("\n")));
            }
            Format::Drawings(head) => sink(Update::Drawing(&format!("{head}\n{}", kata_lines(candidates).join("\n")))),
            Format::Kata(_) | Format::LeelaZero(_) if candidates.is_empty() => {}
            Format::Kata(_) => sink(Update::Line(&info_line(candidates, |win| format!("{win:.4}")))),
            Format::LeelaZero(_) => sink(Update::Line(&info_line(candidates, |win| format!("{:.0}", 1e4 * win)))),
            Format::Result | Format::Best => sink(Update::Result(candidates)),
        }
    }

    /// Returns the interval that the client has set. Without one, updates are also sent when the search reaches a new depth.
    const fn interval(self) -> Option<Duration> {
        match self {
            Format::Kata(interval) | Format::LeelaZero(interval) => Some(interval),
            Format::Lines | Format::Words | Format::Drawings(_) | Format::Choice | Format::Result | Format::Best => None,
        }
    }

    /// Returns whether only the last candidates are wanted.
    const fn is_result(self) -> bool {
        matches!(self, Format::Result | Format::Best)
    }
}

/// Formats candidates, best first, as KataGo does: `info move d4 visits 20 winrate 0.72 scoreLead 0.31 order 0`.
fn kata_lines(candidates: &[Candidate]) -> Vec<String> {
    let line = |(order, candidate): (usize, &Candidate)| {
        let Candidate { mv, score, win, visits, .. } = candidate;
        format!("info move {mv} visits {visits} winrate {win:.3} scoreLead {score:.2} order {order}")
    };
    candidates.iter().enumerate().map(line).collect()
}

/// Formats candidates on one line: `info move d4 visits 20 winrate 0.7200 scoreLead 0.31 order 0 pv d4 c3 info move ...`.
fn info_line(candidates: &[Candidate], win_text: impl Fn(f64) -> String) -> String {
    let info = |(order, candidate): (usize, &Candidate)| {
        let Candidate { mv, score, win, visits, pv, .. } = candidate;
        let win = win_text(*win);
        format!("info move {mv} visits {visits} winrate {win} scoreLead {score:.2} order {order} pv {pv}").trim_end().to_owned()
    };
    candidates.iter().enumerate().map(info).collect::<Vec<_>>().join(" ")
}

/// A budget that ends when another request is pending: see [`Context::solver_budget`].
pub struct SolverBudget {
    /// The budget.
    pub budget: Budget,
    /// Ends the thread that looks for other requests when it is dropped.
    _running: mpsc::Sender<()>,
}

impl Context<'_> {
    /// Sends the reply in words, which a person sees in its place.
    pub fn say(&mut self, words: &str) {
        (self.sink)(Update::Words(words));
    }

    /// Runs `search` until another request is pending, streams the `candidates` of its reports and returns the last report. If the
    /// search ends by itself the stream stays open and repeats the last candidates. [`Format::Result`] keeps to the time limit of
    /// the settings and closes at the end of the search.
    pub fn stream_search<M>(
        &mut self,
        candidates: impl Fn(&Report<M>) -> Vec<Candidate>,
        search: impl FnOnce(&Settings, &Budget, Watch<'_, M>) -> Report<M>,
    ) -> Report<M> {
        let budget = self.analysis_budget();
        let (pending, format, sink) = (self.pending.clone(), self.format, &mut *self.sink);
        let (mut depth, mut last_sent) = (0, Instant::now());
        let report = search(self.settings, &budget, &mut |report| {
            if format.is_result() {
                return ControlFlow::Continue(());
            }
            let is_deeper = report.depth > depth && (depth == 0 || format.interval().is_none());
            if is_deeper || report.depth > 0 && last_sent.elapsed() >= format.interval().unwrap_or(SEND_INTERVAL) {
                (depth, last_sent) = (report.depth, Instant::now());
                format.send(&candidates(report), sink);
            }
            if pending.is_raised() && report.depth > 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        self.stream_until_pending(&candidates(&report));
        report
    }

    /// Returns the number of moves that get exact values and lines in an analysis.
    #[must_use]
    pub fn line_count(&self) -> usize {
        if self.format == Format::Best { 1 } else { MAX_LINES }
    }

    /// Returns the budget of an analysis: until another request is pending, or for [`Format::Result`] what the settings allow.
    fn analysis_budget(&self) -> Budget {
        if self.format.is_result() { self.open_budget() } else { self.budget(None) }
    }

    /// Returns the budget of a solver whose results are streamed. It has nothing to send before it ends, so another request that is
    /// pending ends it, but for [`GRACE`] from the start of this one. In [`Format::Result`] only the settings limit it.
    #[must_use]
    pub fn solver_budget(&self) -> SolverBudget {
        let budget = self.analysis_budget();
        let budget = Budget { stop: budget.timed_stop(), ..budget };
        let (running, ended) = mpsc::channel::<()>();
        if !self.format.is_result() {
            let (pending, stop, until) = (self.pending.clone(), budget.stop.clone(), self.started + GRACE);
            std::thread::spawn(move || {
                while ended.recv_timeout(POLL_INTERVAL) == Err(RecvTimeoutError::Timeout) {
                    if pending.is_raised() && Instant::now() >= until {
                        stop.raise();
                    }
                }
            });
        }
        SolverBudget { budget, _running: running }
    }

    /// Sends candidates repeatedly until another request is pending.
    fn stream_until_pending(&mut self, candidates: &[Candidate]) {
        if self.format.is_result() {
            return self.send(candidates);
        }
        while !self.must_close() {
            self.send(candidates);
            let until = Instant::now() + self.format.interval().unwrap_or(SEND_INTERVAL);
            while Instant::now() < until && !self.must_close() {
                std::thread::sleep(POLL_INTERVAL);
            }
        }
    }

    /// Streams final candidates: at least once, then repeatedly until another request is pending.
    pub fn stream_solved(&mut self, candidates: &[Candidate]) {
        if self.must_close() && !self.format.is_result() {
            self.send(candidates);
        }
        self.stream_until_pending(candidates);
    }

    fn send(&mut self, candidates: &[Candidate]) {
        self.format.send(candidates, self.sink);
    }

    fn must_close(&self) -> bool {
        self.pending.is_raised() || self.stop.is_raised()
    }
}
