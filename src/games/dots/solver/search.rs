//! One thread's proof search: is the margin of a quiet position at least so much?
//!
//! Null-window alpha-beta over moves that may matter (see `Shape::openings`). After a move that offers coins the
//! other player takes all but a handout of `c`, then chooses: the move is worth `-(offered - c + |c + V(rest)|)`. That
//! it is at least `t` means that `V(rest)` lies between two bounds: two questions about one position, instead of two
//! positions. All moves are looked up in the table, most promising first, before any is searched: four of five positions are
//! answered so. A move is not searched where it is the reply by which another was refuted, and nothing is given away by
//! either: what is left after both is the same, in either order. The answer is exact but for 64-bit hash collisions; time
//! grows with the number of positions that play differently, and memory is the table's.

use arrayvec::ArrayVec;

use super::effort::{Effort, Halted};
use super::estimate;
use super::graph::{Graph, MOST_STRINGS, Strings};
use super::key::mix;
use super::opening::Opening;
use super::place::{Codes, Named, Parts, Place};
use super::table::{Known, Table};

/// Moves that are looked up in the table together, so that the memory works on all of them at once.
const TOGETHER: usize = 16;

/// What a move in a joint of three strings counts in the order of moves; what is left has two moves less then.
const JOINT_BONUS: i64 = 1 << 13;

/// What each move that is left to the other player counts against a move.
const MOVE_MALUS: i64 = 1 << 18;

/// Moves that offer coins come first, the smaller the offer the sooner: they are settled soon.
const OFFER_BONUS: i64 = 1 << 31;
const OFFER_MALUS: i64 = 100_000;

/// A position that the table knows, though not well enough, is looked at first; the more so the less work it was.
const KNOWN_BONUS: i64 = 1 << 18;

/// See [`KNOWN_BONUS`]; for each doubling of the work.
const WORK_MALUS: i64 = 1 << 13;

/// Positions of fewer strings are not worth a guess.
const LEAST_GUESSED: u32 = 24;

/// Random continuations that a guess looks at.
const GUESSES: i32 = 4;

/// What a guessed box counts, divided by [`GUESSES`]: little, because what is short to search matters more.
const GUESS_BONUS: i64 = 1 << 10;

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
    codes: Codes,
    /// The string by which the last question was answered yes, if it gives nothing away.
    reply: Option<u8>,
    frames: Vec<Box<Frame>>,
    nodes: u64,
    /// Nodes that are not yet counted in `effort`.
    uncounted: u64,
    /// The questions from the first to the one at hand.
    path: Vec<(Place, i32)>,
    /// The place in `path` of a question that another thread has answered.
    answered: Option<usize>,
}

/// What a node works on, kept from node to node.
#[derive(Default)]
struct Frame {
    parts: Parts,
    /// The moves that could be good enough, each with its first score.
    openings: ArrayVec<(i64, Opening), MOST_STRINGS>,
    /// Their places, best first.
    order: ArrayVec<(i64, u8), MOST_STRINGS>,
    /// Those that have to be searched.
    candidates: ArrayVec<Candidate, MOST_STRINGS>,
    /// What no move is worth more than, of those that need no search.
    most: i32,
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
    /// One of them answers the question.
    Yes(Good),
    /// The candidates have to be searched.
    Open,
}

/// A move that is good enough.
struct Good {
    opening: Opening,
    /// The key of what it leads to.
    key: u64,
    /// What it is worth at least.
    worth: i32,
}

impl<'a> Prover<'a> {
    /// A thread for the positions of a graph, with what an earlier one has learnt.
    #[must_use]
    pub fn new(graph: &'a Graph, table: &'a Table, effort: &'a Effort<'a>, history: History) -> Self {
        Prover {
            graph,
            table,
            effort,
            history,
            codes: Codes::default(),
            reply: None,
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
        self.reply = None;
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
        let found = match self.look(frame, place.left, t, known) {
            Looked::Yes(good) => Some(good),
            Looked::Open => self.search(frame, t)?,
        };
        let work = (self.nodes - before + 2).ilog2() as u8;
        let bounds = match &found {
            Some(good) => Known { lower: good.worth.max(known.lower), best: good.key as u16, work, ..known },
            None => Known { upper: frame.most.min(known.upper).max(known.lower), work, ..known },
        };
        self.table.put(place.key, bounds);
        self.reply = found.as_ref().filter(|good| good.opening.offered == 0).map(|good| good.opening.cut);
        Ok(found.is_some())
    }

    /// Lists the moves that could be good enough, in a first order.
    fn list(&self, frame: &mut Frame, left: Strings, t: i32) {
        frame.most = i32::MIN;
        frame.openings.clear();
        frame.order.clear();
        let history = &self.history.0[usize::from(t > 0)];
        for (opening, dying) in frame.parts.shape.openings(left) {
            if opening.handout > 0 && -opening.free() < t {
                frame.most = frame.most.max(even_with(t, -opening.free()));
                continue;
            }
            let offer = if opening.offered == 0 { 0 } else { OFFER_BONUS - OFFER_MALUS * i64::from(opening.offered) };
            let score = offer + i64::from(history[usize::from(opening.cut)]) + i64::from(dying) * JOINT_BONUS;
            frame.order.push((-score, frame.openings.len() as u8));
            frame.openings.push((score, opening));
        }
        frame.order.sort_unstable();
    }

    /// Looks at what is known of each move: one that is good enough ends it, those that are not or that stand
    /// there twice are dropped, the others stay, in the order in which they are to be searched.
    fn look(&mut self, frame: &mut Frame, left: Strings, t: i32, told: Known) -> Looked {
        let Frame { parts, openings, order, candidates, most } = frame;
        candidates.clear();
        for chunk in order.chunks(TOGETHER) {
            let (first, mut kept) = (candidates.len(), candidates.len());
            let names: ArrayVec<Option<Named>, TOGETHER> =
                chunk.iter().map(|&(_, place)| parts.named(self.graph, &openings[usize::from(place)].1)).collect();
            // Nothing else in between, here and below, so that the memory works on all of them at once.
            let touched = names.iter().flatten().fold(0, |touched, named| touched ^ self.codes.touch(named));
            std::hint::black_box(touched);
            for (&(_, place), named) in chunk.iter().zip(names) {
                let (score, opening) = openings[usize::from(place)];
                let rest = parts.after_named(self.graph, &mut self.codes, &opening, named);
                candidates.push(Candidate { opening, rest, score });
            }
            let touched = candidates[first..].iter().fold(0, |touched, other| touched ^ self.table.touch(other.rest.key));
            std::hint::black_box(touched);
            for place in first..candidates.len() {
                let candidate = &mut candidates[place];
                let known = candidate.rest.known(self.table);
                let (low, high) = candidate.opening.range(known);
                if low >= t {
                    return Looked::Yes(Good { opening: candidate.opening, key: candidate.rest.key, worth: low });
                }
                candidate.score -= i64::from(candidate.rest.moves) * MOVE_MALUS + i64::from(known.work) * WORK_MALUS;
                if known.work > 0 {
                    candidate.score += KNOWN_BONUS;
                }
                if told.work > 0 && told.best == candidate.rest.key as u16 {
                    candidate.score += TABLE_BONUS;
                }
                let candidate = *candidate;
                if high < t {
                    *most = (*most).max(even_with(t, high));
                } else if !candidates[..kept].iter().any(|other| other.is_like(&candidate)) {
                    candidates[kept] = candidate;
                    kept += 1;
                }
            }
            candidates.truncate(kept);
        }
        if left.count_ones() >= LEAST_GUESSED {
            candidates.iter_mut().for_each(|candidate| candidate.score += GUESS_BONUS * self.guessed(candidate));
        }
        candidates.sort_unstable_by_key(|candidate| (-candidate.score, candidate.opening.cut));
        Looked::Open
    }

    /// What a move is worth by a guess, times [`GUESSES`].
    fn guessed(&self, candidate: &Candidate) -> i64 {
        let rest = estimate::sampled(self.graph, candidate.rest.left, GUESSES);
        let opening = &candidate.opening;
        let taken = opening.handout as i32 * GUESSES + rest;
        i64::from(-opening.free() * GUESSES - if opening.handout > 0 { taken.abs() } else { taken })
    }

    /// Searches the candidates in order; one that another thread is at is put off until the others are done.
    fn search(&mut self, frame: &mut Frame, t: i32) -> Result<Option<Good>, Halted> {
        let in_order = frame.candidates.len();
        let (mut next, mut refuted): (usize, Strings) = (0, 0);
        let mut put_off: ArrayVec<usize, MOST_STRINGS> = ArrayVec::new();
        while next < in_order + put_off.len() {
            let place = if next < in_order { next } else { put_off[next - in_order] };
            let candidate = frame.candidates[place];
            let is_refuted = candidate.opening.offered == 0 && refuted >> candidate.opening.cut & 1 == 1;
            if is_refuted {
                frame.most = t - 2;
                next += 1;
                continue;
            }
            if next < in_order && next > 0 && self.is_busy(&candidate, t) {
                put_off.push(place);
            } else if self.is_good(&candidate, t)? {
                self.learn(candidate.opening.cut, t, frame.parts.shape.coins);
                let worth = candidate.opening.range(candidate.rest.known(self.table)).0.max(t);
                return Ok(Some(Good { opening: candidate.opening, key: candidate.rest.key, worth }));
            } else {
                let high = candidate.opening.range(candidate.rest.known(self.table)).1;
                frame.most = frame.most.max(even_with(t, high.min(t - 2)));
                if candidate.opening.offered == 0
                    && let Some(reply) = self.reply
                {
                    refuted |= 1 << reply;
                }
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

/// The largest number up to `most` that is as even or odd as `t`.
const fn even_with(t: i32, most: i32) -> i32 {
    most - ((most - t) & 1)
}

impl Candidate {
    /// Whether another move leads to the same.
    fn is_like(&self, other: &Candidate) -> bool {
        (self.rest.key, self.opening.offered, self.opening.handout)
            == (other.rest.key, other.opening.offered, other.opening.handout)
    }
}
