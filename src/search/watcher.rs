//! Calls the watch of a search on a searching thread, so that no other thread must be woken when the search ends.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use super::report::{Report, Watch};

/// The watch is called at least this often, unless a node takes longer.
pub(super) const INTERVAL: Duration = Duration::from_millis(10);

/// Most nodes between two readings of the clock.
const MAX_NODES: u32 = 64;

/// The watch of a search and when to call it.
pub(super) struct Watcher<'a, M> {
    watch: Watch<'a, M>,
    /// Time of the last call of the watch.
    called: Instant,
    /// Time of the last reading of the clock.
    looked: Instant,
    /// Nodes between two readings of the clock: fewer if nodes take long.
    nodes: u32,
    /// Nodes left until the next reading.
    left: u32,
}

impl<'a, M> Watcher<'a, M> {
    pub fn new(watch: Watch<'a, M>) -> Self {
        let now = Instant::now();
        Watcher { watch, called: now, looked: now, nodes: 1, left: 1 }
    }

    /// Counts a node. Returns whether the watch is to be called.
    #[inline]
    pub fn count_node(&mut self) -> bool {
        self.left -= 1;
        self.left == 0 && self.look(Instant::now())
    }

    /// Adapts the nodes between two readings to the time that the last ones took. Returns whether the watch is to be called.
    fn look(&mut self, now: Instant) -> bool {
        let took = now.saturating_duration_since(self.looked);
        self.nodes = if took > INTERVAL / 4 { self.nodes.div_ceil(2) } else { (2 * self.nodes).min(MAX_NODES) };
        (self.looked, self.left) = (now, self.nodes);
        now.saturating_duration_since(self.called) >= INTERVAL
    }

    /// Calls the watch, which can end the search.
    pub fn call(&mut self, report: &Report<M>) -> ControlFlow<()> {
        self.called = Instant::now();
        (self.watch)(report)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns how many nodes of a length are counted between the last two looks of many.
    fn nodes_between_looks(node: Duration) -> u32 {
        let watch: Watch<'_, u16> = &mut |_| ControlFlow::Continue(());
        let mut watcher = Watcher::new(watch);
        let mut now = watcher.looked;
        for _ in 0..100 {
            now += node * watcher.nodes;
            watcher.look(now);
        }
        watcher.nodes
    }

    #[test]
    fn the_clock_is_read_rarely_where_nodes_are_short() {
        assert_eq!(nodes_between_looks(Duration::from_nanos(200)), MAX_NODES);
        assert_eq!(nodes_between_looks(Duration::from_millis(20)), 1);
        assert!((1..=8).contains(&nodes_between_looks(Duration::from_millis(1))));
    }

    #[test]
    fn the_watch_is_due_after_its_interval() {
        let watch: Watch<'_, u16> = &mut |_| ControlFlow::Continue(());
        let mut watcher = Watcher::new(watch);
        let start = watcher.called;
        assert!(!watcher.look(start + INTERVAL / 2));
        assert!(watcher.look(start + INTERVAL));
    }
}
