//! State shared by the threads of a proof: the control of the search, and whether a thread has the answer.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::search::{self, Budget, Halted};

/// The shared state of the threads of a proof.
pub struct Control<'a> {
    search: search::Control<'a>,
    /// A thread has the answer to the question that all were asked.
    answered: AtomicBool,
}

impl<'a> Control<'a> {
    /// Returns the control of a proof that has not begun.
    #[must_use]
    pub fn new(budget: &'a Budget, threads: usize) -> Self {
        Control { search: search::Control::new(budget, threads), answered: AtomicBool::new(false) }
    }

    /// Counts nodes and checks the limits.
    ///
    /// # Errors
    /// [`Halted`] if the budget is spent or another thread has the answer.
    pub fn count_nodes(&self, nodes: u64) -> Result<(), Halted> {
        self.search.count_nodes(nodes)?;
        if self.answered.load(Ordering::Relaxed) { Err(Halted) } else { Ok(()) }
    }

    /// Sets whether a thread has the answer.
    pub fn set_answered(&self, answered: bool) {
        self.answered.store(answered, Ordering::Relaxed);
    }
}

impl<'a> std::ops::Deref for Control<'a> {
    type Target = search::Control<'a>;

    fn deref(&self) -> &search::Control<'a> {
        &self.search
    }
}
