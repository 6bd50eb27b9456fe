//! Analysis streams: replies that stay open and send findings as they come, until another request waits.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use super::Context;
use crate::search::{Budget, Report};
use crate::settings::Settings;

/// A stream sends something at least this often.
const SEND_INTERVAL: Duration = Duration::from_millis(150);

/// How often a stream that has nothing new checks whether another request waits.
const POLL_INTERVAL: Duration = Duration::from_millis(5);

/// What is sent to a client while a request runs.
pub enum Update<'a> {
    /// A line of the reply, which it opens.
    Line(&'a str),
    /// What a GUI is to draw: a block of its own before the reply.
    Drawing(&'a str),
}

/// How findings are sent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    /// Each a line of the reply.
    #[default]
    Lines,
    /// All findings of a moment together as a drawing, below this head.
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

/// Called with each report of a search while it goes on; it may end the search.
pub type Watch<'a, M> = &'a mut dyn FnMut(&Report<M>) -> ControlFlow<()>;

impl Context<'_> {
    /// Runs `search` until another request waits, and streams the `lines` of its reports. Returns the last report. Where the
    /// search ends by itself the stream stays open and repeats its last lines.
    pub fn stream_search<M>(
        &mut self,
        lines: impl Fn(&Report<M>) -> Vec<String>,
        search: impl FnOnce(&Settings, &Budget, Watch<'_, M>) -> Report<M>,
    ) -> Report<M> {
        let budget = self.budget(None);
        let (awaited, format, sink) = (self.awaited.clone(), self.format, &mut *self.sink);
        let (mut depth, mut last_sent) = (0, Instant::now());
        let report = search(self.settings, &budget, &mut |report| {
            if report.depth > depth || report.depth > 0 && last_sent.elapsed() >= SEND_INTERVAL {
                (depth, last_sent) = (report.depth, Instant::now());
                format.send(&lines(report), sink);
            }
            if awaited.is_raised() && report.depth > 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        self.stream_until_awaited(&lines(&report));
        report
    }

    /// Sends `lines` again and again until another request waits.
    fn stream_until_awaited(&mut self, lines: &[String]) {
        while !self.is_enough() {
            self.send(lines);
            let until = Instant::now() + SEND_INTERVAL;
            while Instant::now() < until && !self.is_enough() {
                std::thread::sleep(POLL_INTERVAL);
            }
        }
    }

    /// Streams findings that no search will change: once at least, then until another request waits.
    pub fn stream_lines(&mut self, lines: &[String]) {
        if self.is_enough() {
            self.send(lines);
        }
        self.stream_until_awaited(lines);
    }

    fn send(&mut self, lines: &[String]) {
        self.format.send(lines, self.sink);
    }

    fn is_enough(&self) -> bool {
        self.awaited.is_raised() || self.stop.is_raised()
    }
}
