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

/// What looks at a search while it goes on.
pub type Watch<'a, M> = &'a mut dyn FnMut(&Report<M>) -> ControlFlow<()>;

impl Context<'_> {
    /// Runs `search` until another request waits, and tells `lines` of its reports. A search that has come to its end has no
    /// more to tell, but the reply stays open.
    pub fn follow<M>(
        &mut self,
        lines: impl Fn(&Report<M>) -> Vec<String>,
        search: impl FnOnce(&Settings, &Budget, Watch<'_, M>) -> Report<M>,
    ) {
        let budget = self.budget(None);
        let (awaited, live) = (self.awaited.clone(), &mut *self.live);
        let (mut depth, mut told) = (0, Instant::now());
        let report = search(self.settings, &budget, &mut |report| {
            if report.depth > depth || report.depth > 0 && told.elapsed() >= TELL {
                (depth, told) = (report.depth, Instant::now());
                lines(report).iter().for_each(|line| live(line));
            }
            if awaited.is_raised() && report.depth > 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        self.keep_open(&lines(&report));
    }

    /// Tells `lines` again and again until another request waits.
    pub fn keep_open(&mut self, lines: &[String]) {
        while !self.is_enough() {
            lines.iter().for_each(|line| (self.live)(line));
            let until = Instant::now() + TELL;
            while Instant::now() < until && !self.is_enough() {
                std::thread::sleep(LOOK);
            }
        }
    }

    fn is_enough(&self) -> bool {
        self.awaited.is_raised() || self.stop.is_raised()
    }
}
