//! A pool of jobs: a priority queue of waiting jobs, and the running ones.

use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;
use std::sync::Arc;

use parking_lot::{Condvar, Mutex};
use serde_json::Value;

use super::answer::Reply;
use super::job::Job;
use super::query::Query;
use crate::search::Stop;

/// Most jobs that may wait.
const MAX_WAITING: usize = 100_000;

/// A queue of jobs by priority, and the jobs that run.
#[derive(Default)]
pub(super) struct Pool {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    waiting: BinaryHeap<Waiting>,
    running: Vec<Job>,
    /// Jobs queued so far.
    count: u64,
    has_ended: bool,
}

/// A waiting job. The greatest runs next: the one of highest priority, among equals the oldest.
struct Waiting {
    job: Job,
}

impl Waiting {
    fn key(&self) -> (i64, Reverse<u64>) {
        (self.job.query.priority, Reverse(self.job.number))
    }
}

impl Ord for Waiting {
    fn cmp(&self, other: &Self) -> Ordering {
        self.key().cmp(&other.key())
    }
}

impl PartialOrd for Waiting {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Waiting {
    fn eq(&self, other: &Self) -> bool {
        self.key() == other.key()
    }
}

impl Eq for Waiting {}

impl Pool {
    /// Queues a job for each turn of a query.
    ///
    /// # Errors
    /// A message, if too many jobs wait: then none is queued.
    pub fn put(&self, query: &Arc<Query>) -> Result<(), String> {
        let turns = query.turns();
        let mut state = self.state.lock();
        if state.waiting.len() + turns.len() > MAX_WAITING {
            return Err(format!("more than {MAX_WAITING} positions would wait"));
        }
        for turn in turns {
            state.count += 1;
            let job = Job { number: state.count, query: query.clone(), turn, stop: Stop::default() };
            state.waiting.push(Waiting { job });
        }
        self.changed.notify_all();
        Ok(())
    }

    /// Runs jobs, the most urgent first, until the pool has ended and none waits.
    pub fn work(&self, answer: &dyn Fn(Reply)) {
        while let Some(job) = self.take() {
            let reply = job.run();
            self.state.lock().running.retain(|running| running.number != job.number);
            answer(reply);
        }
    }

    fn take(&self) -> Option<Job> {
        let mut state = self.state.lock();
        loop {
            if let Some(Waiting { job }) = state.waiting.pop() {
                state.running.push(job.clone());
                return Some(job);
            }
            if state.has_ended {
                return None;
            }
            self.changed.wait(&mut state);
        }
    }

    /// Cancels the jobs of the queries with this id. Running jobs will answer with their results so far. Returns the waiting jobs,
    /// which are removed, and the number of running ones.
    pub fn cancel(&self, id: &Value, turns: Option<&[usize]>) -> (Vec<Job>, usize) {
        let is_meant = |job: &Job| job.query.id == *id && turns.is_none_or(|turns| turns.contains(&job.turn));
        let mut state = self.state.lock();
        let (ended, kept): (Vec<Waiting>, Vec<Waiting>) = state.waiting.drain().partition(|waiting| is_meant(&waiting.job));
        state.waiting.extend(kept);
        let running = state.running.iter().filter(|job| is_meant(job)).map(|job| job.stop.raise()).count();
        (ended.into_iter().map(|waiting| waiting.job).collect(), running)
    }

    /// Makes the workers return when no more jobs wait.
    pub fn end(&self) {
        self.state.lock().has_ended = true;
        self.changed.notify_all();
    }
}
