//! What the threads of one proof share: how much work was done, when to end, and who is at which position.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crate::search::Budget;

/// The search was ended from outside, or what it was at is known by now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Halted;

/// Places in the list of positions under search; a few dozen are in use at a time.
const PLACES: usize = 1 << 12;

/// The limits of a proof, and the work done for it.
pub struct Effort<'a> {
    budget: &'a Budget,
    /// Threads at work.
    pub threads: usize,
    nodes: AtomicU64,
    /// The budget has ended.
    over: AtomicBool,
    /// One thread has the answer.
    answered: AtomicBool,
    busy: Vec<AtomicU64>,
}

impl<'a> Effort<'a> {
    /// Nothing done yet.
    #[must_use]
    pub fn new(budget: &'a Budget, threads: usize) -> Self {
        Effort {
            budget,
            threads,
            nodes: AtomicU64::new(0),
            over: AtomicBool::new(false),
            answered: AtomicBool::new(false),
            busy: std::iter::repeat_with(AtomicU64::default).take(PLACES).collect(),
        }
    }

    /// Positions searched by all threads.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// Counts some nodes.
    ///
    /// # Errors
    /// The budget has ended, or another thread has the answer.
    pub fn spend(&self, nodes: u64) -> Result<(), Halted> {
        let sum = self.nodes.fetch_add(nodes, Ordering::Relaxed) + nodes;
        if self.budget.max_nodes.is_some_and(|most| sum >= most) || self.budget.is_over() {
            self.over.store(true, Ordering::Relaxed);
        }
        if self.is_over() || self.answered.load(Ordering::Relaxed) { Err(Halted) } else { Ok(()) }
    }

    /// Whether the budget has ended.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.over.load(Ordering::Relaxed)
    }

    /// Says whether a thread has the answer.
    pub fn set_answered(&self, answered: bool) {
        self.answered.store(answered, Ordering::Relaxed);
    }

    /// Whether another thread searches this question.
    #[must_use]
    pub fn is_busy(&self, question: u64) -> bool {
        self.threads > 1 && self.place(question).load(Ordering::Relaxed) == question
    }

    /// Announces a question.
    pub fn begin(&self, question: u64) {
        if self.threads > 1 {
            self.place(question).store(question, Ordering::Relaxed);
        }
    }

    /// Takes the announcement back.
    pub fn end(&self, question: u64) {
        if self.threads > 1 {
            // Another question may have taken the place meanwhile: then it is no longer ours to clear.
            let _ = self.place(question).compare_exchange(question, 0, Ordering::Relaxed, Ordering::Relaxed);
        }
    }

    fn place(&self, question: u64) -> &AtomicU64 {
        &self.busy[(question >> 40) as usize % PLACES]
    }
}
