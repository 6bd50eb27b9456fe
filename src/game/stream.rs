//! Analysis streams: replies that stay open and send results as a search finds them, until another request is pending.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use super::Context;
use crate::search::{Budget, Report};
use crate::settings::Settings;

/// Longest time between two updates of a stream.
const SEND_INTERVAL: Duration = Duration::from_millis(150);

/// How often a stream without a running search checks whether another request is pending.
const POLL_INTERVAL: Duration = Duration::from_millis(5);

/// An update that is sent to the client while a request runs.
pub enum Update<'a> {
    /// A line of the reply; the first line opens the reply.
    Line(&'a str),
    /// Drawing instructions for a GUI: a block of its own before the reply.
    Drawing(&'a str),
}

/// The format of updates.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    /// Each result is a line of the reply.
    #[default]
    Lines,
    /// All results of one report are a drawing, below this head.
    Drawings(&'static str),
}

impl Format {
    fn send(self, lines: &[String], sink: &mut dyn FnMut(Update<'_>)) {
        match self {
            Format::Lines => lines.iter().for_each(|line| sink(Update::Line(line))),
            Format::Drawings(_) if lines.is_empty() => {}
            Format::Drawings(head) => sink(Update::Drawing(&format!("{head}\n{}", lines.join("\n")))),
        }
    }
}

/// Called with each report of a running search; it may end the search.
pub type Watch<'a, M> = &'a mut dyn FnMut(&Report<M>) -> ControlFlow<()>;

impl Context<'_> {
    /// Runs `search` until another request is pending, streams the `lines` of its reports and returns the last report. If the
    /// search ends by itself the stream stays open and repeats the last lines.
    pub fn stream_search<M>(
        &mut self,
        lines: impl Fn(&Report<M>) -> Vec<String>,
        search: impl FnOnce(&Settings, &Budget, Watch<'_, M>) -> Report<M>,
    ) -> Report<M> {
        let budget = self.budget(None);
        let (pending, format, sink) = (self.pending.clone(), self.format, &mut *self.sink);
        let (mut depth, mut last_sent) = (0, Instant::now());
        let report = search(self.settings, &budget, &mut |report| {
            if report.depth > depth || report.depth > 0 && last_sent.elapsed() >= SEND_INTERVAL {
                (depth, last_sent) = (report.depth, Instant::now());
                format.send(&lines(report), sink);
            }
            if pending.is_raised() && report.depth > 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        self.stream_until_pending(&lines(&report));
        report
    }

    /// Sends `lines` repeatedly until another request is pending.
    fn stream_until_pending(&mut self, lines: &[String]) {
        while !self.must_close() {
            self.send(lines);
            let until = Instant::now() + SEND_INTERVAL;
            while Instant::now() < until && !self.must_close() {
                std::thread::sleep(POLL_INTERVAL);
            }
        }
    }

    /// Streams results that no search will change: at least once, then until another request is pending.
    pub fn stream_lines(&mut self, lines: &[String]) {
        if self.must_close() {
            self.send(lines);
        }
        self.stream_until_pending(lines);
    }

    fn send(&mut self, lines: &[String]) {
        self.format.send(lines, self.sink);
    }

    fn must_close(&self) -> bool {
        self.pending.is_raised() || self.stop.is_raised()
    }
}
