//! What the threads of one proof share: the count of nodes, when to stop, and which questions are being searched.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crate::search::Budget;

/// The search has to stop: the budget is spent, or another thread has found the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Halted;

/// Slots for the questions being searched; a few dozen are in use at a time.
const SLOTS: usize = 1 << 12;

/// The shared state of the threads of a proof.
pub struct Control<'a> {
    budget: &'a Budget,
    /// Number of threads.
    pub threads: usize,
    nodes: AtomicU64,
    /// The budget is spent.
    over: AtomicBool,
    /// A thread has the answer to the question that all were asked.
    answered: AtomicBool,
    busy: Vec<AtomicU64>,
}

impl<'a> Control<'a> {
    /// The control of a proof that has not begun.
    #[must_use]
    pub fn new(budget: &'a Budget, threads: usize) -> Self {
        Control {
            budget,
            threads,
            nodes: AtomicU64::new(0),
            over: AtomicBool::new(false),
            answered: AtomicBool::new(false),
            busy: std::iter::repeat_with(AtomicU64::default).take(SLOTS).collect(),
        }
    }

    /// Positions searched by all threads.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// Adds to the count of nodes and looks at the limits.
    ///
    /// # Errors
    /// [`Halted`] if the budget is spent or another thread has the answer.
    pub fn count_nodes(&self, nodes: u64) -> Result<(), Halted> {
        let sum = self.nodes.fetch_add(nodes, Ordering::Relaxed) + nodes;
        if self.budget.max_nodes.is_some_and(|most| sum >= most) || self.budget.is_over() {
            self.over.store(true, Ordering::Relaxed);
        }
        if self.is_over() || self.answered.load(Ordering::Relaxed) { Err(Halted) } else { Ok(()) }
    }

    /// Whether the budget is spent.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.over.load(Ordering::Relaxed)
    }

    /// Sets whether a thread has the answer.
    pub fn set_answered(&self, answered: bool) {
        self.answered.store(answered, Ordering::Relaxed);
    }

    /// Whether another thread is searching this question.
    #[must_use]
    pub fn is_busy(&self, question: u64) -> bool {
        self.threads > 1 && self.slot(question).load(Ordering::Relaxed) == question
    }

    /// Announces that this thread searches a question.
    pub fn begin(&self, question: u64) {
        if self.threads > 1 {
            self.slot(question).store(question, Ordering::Relaxed);
        }
    }

    /// Takes the announcement back.
    pub fn end(&self, question: u64) {
        if self.threads > 1 {
            // Another question may have overwritten it meanwhile: that one stays.
            let _ = self.slot(question).compare_exchange(question, 0, Ordering::Relaxed, Ordering::Relaxed);
        }
    }

    fn slot(&self, question: u64) -> &AtomicU64 {
        &self.busy[(question >> 40) as usize % SLOTS]
    }
}
