//! Open replies: findings told as they come, until another request waits.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use super::Context;
use crate::search::{Budget, Report};
use crate::settings::Settings;

/// An open reply tells something at least this often.
const TELL: Duration = Duration::from_millis(150);

/// How often a reply that has nothing more to tell looks whether another request waits.
const LOOK: Duration = Duration::from_millis(5);

/// What a client is told while a request runs.
pub enum Live<'a> {
    /// A line of the reply, which it opens.
    Line(&'a str),
    /// What a GUI is to draw: a block of its own before the reply.
    Drawing(&'a str),
}

/// How findings are told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Form {
    /// Each a line of the reply.
    #[default]
    Lines,
    /// All that there are at a time as a drawing, below this head.
    Drawings(&'static str),
}

impl Form {
    fn tell(self, lines: &[String], live: &mut dyn FnMut(Live<'_>)) {
        match self {
            Form::Lines => lines.iter().for_each(|line| live(Live::Line(line))),
            Form::Drawings(_) if lines.is_empty() => {}
            Form::Drawings(head) => live(Live::Drawing(&format!("{head}\n{}", lines.join("\n")))),
        }
    }
}

/// What looks at a search while it goes on.
pub type Watch<'a, M> = &'a mut dyn FnMut(&Report<M>) -> ControlFlow<()>;

impl Context<'_> {
    /// Runs `search` until another request waits, and tells `lines` of its reports; its last report. A search that has come to
    /// its end has no more to tell, but the reply stays open.
    pub fn follow<M>(
        &mut self,
        lines: impl Fn(&Report<M>) -> Vec<String>,
        search: impl FnOnce(&Settings, &Budget, Watch<'_, M>) -> Report<M>,
    ) -> Report<M> {
        let budget = self.budget(None);
        let (awaited, form, live) = (self.awaited.clone(), self.form, &mut *self.live);
        let (mut depth, mut told) = (0, Instant::now());
        let report = search(self.settings, &budget, &mut |report| {
            if report.depth > depth || report.depth > 0 && told.elapsed() >= TELL {
                (depth, told) = (report.depth, Instant::now());
                form.tell(&lines(report), live);
            }
            if awaited.is_raised() && report.depth > 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        self.keep_open(&lines(&report));
        report
    }

    /// Tells `lines` again and again until another request waits.
    pub fn keep_open(&mut self, lines: &[String]) {
        while !self.is_enough() {
            self.tell(lines);
            let until = Instant::now() + TELL;
            while Instant::now() < until && !self.is_enough() {
                std::thread::sleep(LOOK);
            }
        }
    }

    /// Tells findings at once.
    pub fn tell(&mut self, lines: &[String]) {
        self.form.tell(lines, self.live);
    }

    fn is_enough(&self) -> bool {
        self.awaited.is_raised() || self.stop.is_raised()
    }
}
