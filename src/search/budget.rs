//! The budget of a search: deadline, node limit and stop flag.

use std::sync::Arc;
use std::time::Instant;

use super::leftovers::Leftovers;
use crate::sync::atomic::{AtomicBool, Ordering};

/// A flag that one thread raises and others read. Clones share it.
#[derive(Clone, Debug, Default)]
pub struct Stop {
    flag: Arc<AtomicBool>,
    /// A flag that raises this one when it is raised.
    outer: Option<Arc<Stop>>,
    /// Time from which on it is raised.
    deadline: Option<Instant>,
}

impl Stop {
    /// Raises the flag.
    pub fn raise(&self) {
        self.flag.store(true, Ordering::Release);
    }

    /// Raises or lowers the flag.
    pub fn set(&self, raised: bool) {
        self.flag.store(raised, Ordering::Release);
    }

    /// Returns whether the flag is raised. One with a deadline reads the clock, and is raised for all who share it once the deadline
    /// has passed.
    #[must_use]
    #[inline]
    pub fn is_raised(&self) -> bool {
        if self.is_known_raised() {
            return true;
        }
        let is_late = self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
            || self.outer.as_ref().is_some_and(|outer| outer.is_raised());
        if is_late {
            self.raise();
        }
        is_late
    }

    /// Returns whether the flag is known to be raised, without reading the clock. A deadline that has passed counts only after a
    /// call of [`Stop::is_raised`].
    #[inline]
    #[must_use]
    pub fn is_known_raised(&self) -> bool {
        self.flag.load(Ordering::Acquire) || self.outer.as_ref().is_some_and(|outer| outer.is_known_raised())
    }
}

/// Deadline, node limit and stop flag of one request.
#[derive(Clone, Debug, Default)]
pub struct Budget {
    /// Time at which the search ends.
    pub deadline: Option<Instant>,
    /// Most nodes, of all threads together. `Some(0)` allows none: the 0 of `param max_nodes` is `None` here ([`Budget::new`]).
    pub max_nodes: Option<u64>,
    /// Raised to end the request early.
    pub stop: Stop,
    /// Memory to be freed after the reply.
    pub leftovers: Leftovers,
}

impl Budget {
    /// Creates a budget; `max_nodes` 0 means no limit.
    #[must_use]
    pub fn new(deadline: Option<Instant>, max_nodes: u64, stop: Stop) -> Self {
        Budget { deadline, max_nodes: Some(max_nodes).filter(|&nodes| nodes > 0), stop, leftovers: Leftovers::default() }
    }

    /// Returns a flag that is raised by the stop flag, at the deadline and by whoever it is given to.
    #[must_use]
    pub fn timed_stop(&self) -> Stop {
        Stop { flag: Arc::default(), outer: Some(Arc::new(self.stop.clone())), deadline: self.deadline }
    }

    /// Returns a budget with a share, 0 to 1, of the remaining time and of the node limit.
    #[must_use]
    pub fn part(&self, share: f64) -> Budget {
        let now = Instant::now();
        Budget {
            deadline: self.deadline.map(|deadline| now + deadline.saturating_duration_since(now).mul_f64(share)),
            max_nodes: self.max_nodes.map(|nodes| (nodes as f64 * share).ceil() as u64),
            ..self.clone()
        }
    }

    /// Returns the budget of one of `total` parts, of which `left` are still to come: an equal share of the remaining time, and of
    /// the node limit as it was for all parts.
    #[must_use]
    pub fn split(&self, left: usize, total: usize) -> Budget {
        Budget { max_nodes: self.max_nodes.map(|nodes| nodes / total as u64), ..self.part(1.0 / left as f64) }
    }

    /// Returns the budget that is left after this number of nodes.
    #[must_use]
    pub fn after_nodes(&self, nodes: u64) -> Budget {
        Budget { max_nodes: self.max_nodes.map(|most| most.saturating_sub(nodes)), ..self.clone() }
    }

    /// Returns this budget with at most `nodes` nodes.
    #[must_use]
    pub fn with_node_limit(&self, nodes: u64) -> Budget {
        Budget { max_nodes: Some(self.max_nodes.map_or(nodes, |limit| limit.min(nodes))), ..self.clone() }
    }

    /// Returns whether the deadline has passed or the flag is raised. The node limit is not checked.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.stop.is_raised() || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn the_clock_raises_a_timed_stop() {
        let budget = Budget::new(Some(Instant::now() + Duration::from_millis(30)), 0, Stop::default());
        let stop = budget.timed_stop();
        assert!(!budget.stop.is_raised());
        std::thread::sleep(Duration::from_millis(40));
        assert!(!stop.is_known_raised() && stop.clone().is_raised() && stop.is_known_raised() && !budget.stop.is_raised());
        let open = Budget::default();
        let stop = open.timed_stop();
        assert!(!stop.is_raised());
        open.stop.raise();
        assert!(stop.is_raised());
    }

    #[test]
    fn parts_have_the_nodes_of_the_whole_at_most() {
        let budget = Budget::new(None, 10, Stop::default());
        let parts = [4, 3, 2, 1].map(|left| budget.split(left, 4).max_nodes);
        assert_eq!(parts, [Some(2); 4]);
        assert_eq!(Budget::new(None, 3, Stop::default()).split(4, 4).max_nodes, Some(0));
        assert_eq!(Budget::new(None, 0, Stop::default()).split(4, 4).max_nodes, None);
    }
}
