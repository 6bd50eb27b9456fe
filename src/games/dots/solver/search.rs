//! One thread's proof search: is the margin of a quiet position at least so much?
//!
//! Null-window alpha-beta over moves that may matter (see [`Shape::openings`]). After a move that offers coins the
//! other player takes all but a handout of `c`, then chooses: the move is worth `-(offered - c + |c + V(rest)|)`. That
//! it is at least `t` means that `V(rest)` lies between two bounds: two questions about one position, instead of two
//! positions. All moves are looked up in the table, most promising first, before any is searched. The answer is
//! exact but for 64-bit hash collisions; time grows with the number of canonical positions, and memory is the table's.

use arrayvec::ArrayVec;

use super::effort::{Effort, Halted};
use super::graph::{Graph, MOST_STRINGS, Strings};
use super::key::mix;
use super::opening::Opening;
use super::place::{Parts, Place};
use super::table::{Known, Table};

/// What a move in a joint of three strings counts in the order of moves; what is left has two moves less then.
const JOINT_BONUS: i64 = 1 << 13;

/// What each move that is left to the other player counts against a move.
const MOVE_MALUS: i64 = 1 << 18;

/// Moves that offer coins come first, the smaller the offer the sooner: they are settled soon.
const OFFER_BONUS: i64 = 1 << 31;
const OFFER_MALUS: i64 = 100_000;

/// The move that the table names comes before all others.
const TABLE_BONUS: i64 = 1 << 50;

/// Where a count of successes is so large, all are halved.
const MOST_HISTORY: u32 = 1 << 28;

/// Nodes between two looks at the clock and at what other threads have found.
const BREATH: u64 = 256;

/// Positions of fewer strings are searched by two threads at once rather than announced.
const LEAST_SHARED: u32 = 12;

/// How often each string has answered a question yes, by the sign of what was asked.
#[derive(Clone)]
pub struct History([[u32; MOST_STRINGS]; 2]);

impl Default for History {
    fn default() -> Self {
        History([[0; MOST_STRINGS]; 2])
    }
}

/// A thread of a proof.
pub struct Prover<'a> {
    graph: &'a Graph,
    table: &'a Table,
    effort: &'a Effort<'a>,
    history: History,
    tuning: [i64; 8],
    frames: Vec<Box<Frame>>,
    nodes: u64,
    /// Nodes that are not yet counted in `effort`.
    uncounted: u64,
    /// The questions from the first to the one at hand.
    path: Vec<(Place, i32)>,
    /// The place in `path` of a question that another thread has answered.
    answered: Option<usize>,
}

const DEFAULTS: [i64; 8] = [JOINT_BONUS, MOVE_MALUS, OFFER_BONUS, OFFER_MALUS, 0, 0, 0, 0];

/// What a node works on, kept from node to node.
#[derive(Default)]
struct Frame {
    parts: Parts,
    candidates: ArrayVec<Candidate, MOST_STRINGS>,
}

/// A move that has to be searched.
#[derive(Clone, Copy)]
struct Candidate {
    opening: Opening,
    rest: Place,
    score: i64,
}

/// What looking at the moves has come to.
enum Looked {
    /// One of them answers the question; the key of what it leads to.
    Yes(u64),
    /// The candidates have to be searched.
    Open,
}

impl<'a> Prover<'a> {
    /// A thread for the positions of a graph, with what an earlier one has learnt.
    #[must_use]
    pub fn new(graph: &'a Graph, table: &'a Table, effort: &'a Effort<'a>, history: History) -> Self {
        Prover {
            graph,
            table,
            effort,
            tuning: std::array::from_fn(|n| std::env::var(format!("T{n}")).ok().and_then(|t| t.parse().ok()).unwrap_or(DEFAULTS[n])),
            history,
            frames: Vec::new(),
            nodes: 0,
            uncounted: 0,
            path: Vec::new(),
            answered: None,
        }
    }

    /// What it has learnt.
    #[must_use]
    pub fn into_history(self) -> History {
        self.history
    }

    /// Whether the margin of a quiet position is at least `t`, a number as even or odd as its coins.
    ///
    /// # Errors
    /// The budget ended first, or another thread has answered.
    pub fn is_at_least(&mut self, left: Strings, t: i32) -> Result<bool, Halted> {
        let place = self.frames.pop().unwrap_or_default().parts.read(self.graph, left);
        let answer = self.asked(place, t);
        // An answer counts even where the budget ends with it.
        let _ = self.effort.spend(std::mem::take(&mut self.uncounted));
        answer
    }

    fn asked(&mut self, place: Place, t: i32) -> Result<bool, Halted> {
        let known = place.known(self.table);
        if let Some(answer) = known.answers(t) {
            return Ok(answer);
        }
        self.count_node()?;
        let question = place.key ^ mix(t as u64);
        let shared = place.left.count_ones() >= LEAST_SHARED;
        if shared {
            self.effort.begin(question);
        }
        let mut frame = self.frames.pop().unwrap_or_default();
        self.path.push((place, t));
        let answer = self.searched(&mut frame, place, t, known);
        self.path.pop();
        self.frames.push(frame);
        if shared {
            self.effort.end(question);
        }
        if answer == Err(Halted) && self.answered == Some(self.path.len()) {
            self.answered = None;
            return self.asked(place, t);
        }
        answer
    }

    fn searched(&mut self, frame: &mut Frame, place: Place, t: i32, known: Known) -> Result<bool, Halted> {
        let before = self.nodes;
        frame.parts.read(self.graph, place.left);
        self.list(frame, place.left, t);
        let found = match self.look(frame, t, known) {
            Looked::Yes(key) => Some(key),
            Looked::Open => self.search(frame, t)?,
        };
        let work = (self.nodes - before + 2).ilog2() as u8;
        let bounds = match found {
            Some(key) => Known { lower: t.max(known.lower), best: key as u16, work, ..known },
            None => Known { upper: (t - 2).min(known.upper), work, ..known },
        };
        self.table.put(place.key, bounds);
        Ok(found.is_some())
    }

    /// Lists the moves that could be good enough.
    fn list(&self, frame: &mut Frame, left: Strings, t: i32) {
        let Frame { parts, candidates } = frame;
        candidates.clear();
        let history = &self.history.0[usize::from(t > 0)];
        for (opening, dying) in parts.shape.openings(left) {
            if opening.handout > 0 && -opening.free() < t {
                continue;
            }
            let offer = if opening.offered == 0 { 0 } else { self.tuning[2] - self.tuning[3] * i64::from(opening.offered) };
            let score = offer + i64::from(history[usize::from(opening.cut)]) + i64::from(dying) * self.tuning[0];
            let rest = parts.after(self.graph, &opening);
            let score = score - i64::from(rest.moves) * self.tuning[1];
            candidates.push(Candidate { opening, rest, score });
        }
    }

    /// Looks at what is known of each move: one that is good enough ends it, those that are not or that stand
    /// there twice are dropped, the others stay, in the order in which they are to be searched.
    fn look(&mut self, frame: &mut Frame, t: i32, known: Known) -> Looked {
        let candidates = &mut frame.candidates;
        self.table.fetch(candidates.iter().map(|candidate| candidate.rest.key));
        let mut kept = 0;
        for place in 0..candidates.len() {
            let mut candidate = candidates[place];
            let rest = candidate.rest.known(self.table);
            let (low, high) = candidate.opening.range(rest);
            if low >= t {
                return Looked::Yes(candidate.rest.key);
            }
            if high < t || candidates[..kept].iter().any(|other| other.is_like(&candidate)) {
                continue;
            }
            if known.work > 0 && known.best == candidate.rest.key as u16 {
                candidate.score += TABLE_BONUS;
            }
            candidate.score -= i64::from(rest.lower + rest.upper) * self.tuning[4];
            candidates[kept] = candidate;
            kept += 1;
        }
        candidates.truncate(kept);
        candidates.sort_unstable_by_key(|candidate| (-candidate.score, candidate.opening.cut));
        Looked::Open
    }

    /// Searches the candidates in order; one that another thread is at is put off until the others are done.
    fn search(&mut self, frame: &mut Frame, t: i32) -> Result<Option<u64>, Halted> {
        let in_order = frame.candidates.len();
        let mut next = 0;
        let mut put_off: ArrayVec<usize, MOST_STRINGS> = ArrayVec::new();
        while next < in_order + put_off.len() {
            let place = if next < in_order { next } else { put_off[next - in_order] };
            let candidate = frame.candidates[place];
            if next < in_order && next > 0 && self.is_busy(&candidate, t) {
                put_off.push(place);
            } else if self.is_good(&candidate, t)? {
                self.learn(candidate.opening.cut, t, frame.parts.shape.coins);
                return Ok(Some(candidate.rest.key));
            }
            next += 1;
        }
        Ok(None)
    }

    /// Whether a move is worth at least `t`.
    fn is_good(&mut self, candidate: &Candidate, t: i32) -> Result<bool, Halted> {
        let rest = candidate.rest;
        let [low, high] = candidate.opening.wanted(t);
        if candidate.opening.handout == 0 || low <= -i32::from(rest.coins) {
            return Ok(!self.asked(rest, high + 2)?);
        }
        Ok(self.asked(rest, low)? && !self.asked(rest, high + 2)?)
    }

    fn is_busy(&self, candidate: &Candidate, t: i32) -> bool {
        let [low, high] = candidate.opening.wanted(t);
        let key = candidate.rest.key;
        self.effort.is_busy(key ^ mix((high + 2) as u64)) || self.effort.is_busy(key ^ mix(low as u64))
    }

    fn learn(&mut self, cut: u8, t: i32, coins: u32) {
        let history = &mut self.history.0[usize::from(t > 0)];
        history[usize::from(cut)] += coins * coins;
        if history[usize::from(cut)] > MOST_HISTORY {
            history.iter_mut().for_each(|count| *count /= 2);
        }
    }

    fn count_node(&mut self) -> Result<(), Halted> {
        self.nodes += 1;
        self.uncounted += 1;
        if self.uncounted < BREATH {
            return Ok(());
        }
        self.effort.spend(std::mem::take(&mut self.uncounted))?;
        if self.effort.threads > 1 {
            self.answered = self.path.iter().position(|(place, t)| place.known(self.table).answers(*t).is_some());
            if self.answered.is_some() {
                return Err(Halted);
            }
        }
        Ok(())
    }
}

impl Candidate {
    /// Whether another move leads to the same.
    fn is_like(&self, other: &Candidate) -> bool {
        (self.rest.key, self.opening.offered, self.opening.handout)
            == (other.rest.key, other.opening.offered, other.opening.handout)
    }
}
