//! One thread's proof search: is the margin of a position at least a target?
//!
//! Null-window alpha-beta over the moves of [`moves`](super::moves), exact but for collisions of hashes of
//! some 75 bits: those that choose the bucket, and 48 more. After a move that
//! offers coins the other player takes all but a handout of `c`, then chooses. So the value of the move is
//! `-(offered - c + |c + V(rest)|)`. It is at least `t` if `V(rest)` lies between two bounds: two null-window searches of one
//! position, instead of one search of each of two positions.
//!
//! All moves are looked up in the table before any is searched, which decides four of five positions. A move is skipped if it was
//! the reply that refuted another, and neither gives anything away: both orders lead to the same position. Time grows with the
//! number of different positions; memory is the table's.

use arrayvec::ArrayVec;

use super::arc_graph::ArcGraph;
use super::control::Control;
use super::endgame;
use super::graph::{MAX_STRINGS, Strings, iter_bits};
use super::mix::mix;
use super::moves::{Move, Moves, Question, SearchResult, round_to_parity};
use super::symmetric_hash::{LOOP, Zobrist};
use super::table::{Entry, Key, Table};
use crate::search::Halted;

/// Nodes between two checks of the clock: few, because a node may have to wait for a new page of the table.
const NODES_PER_CLOCK: u64 = 4;

/// Nodes between two checks whether another thread has answered a question of the path.
const NODES_PER_CHECK: u64 = 256;

/// Fewest joints of a position that is announced to the other threads, so that two do not search the same one.
const MIN_SHARED: u32 = 7;

/// A thread of a proof.
pub(super) struct Prover<'a> {
    zobrist: &'a Zobrist,
    table: &'a Table<'a>,
    control: &'a Control<'a>,
    /// The arc that answered the last question with yes, if opening it gives nothing away.
    reply: Option<u8>,
    nodes: u64,
    /// Nodes not yet counted in `control`.
    uncounted: u64,
    /// The questions from the root to the current one: keys, coins and targets.
    path: Vec<(Key, u8, i32)>,
    /// The index in `path` of a question that another thread has answered.
    answered: Option<usize>,
}

impl<'a> Prover<'a> {
    /// Returns a thread that has searched nothing yet.
    #[must_use]
    pub fn new(zobrist: &'a Zobrist, table: &'a Table<'a>, control: &'a Control<'a>) -> Self {
        let path = Vec::with_capacity(MAX_STRINGS);
        Prover { zobrist, table, control, reply: None, nodes: 0, uncounted: 0, path, answered: None }
    }

    /// Proves whether the margin of a position is at least `target`, a number of the same parity as its coins.
    ///
    /// # Errors
    /// The budget was spent first, or another thread has the answer.
    pub fn is_at_least(&mut self, position: &ArcGraph, target: i32) -> Result<bool, Halted> {
        let answer = self.answer(position, position.key(), target);
        // The answer counts even if these nodes exhaust the budget.
        let _ = self.control.count_nodes(std::mem::take(&mut self.uncounted));
        answer
    }

    /// Answers a question from the table, by the recurrence for chains and loops, or by a search.
    fn answer(&mut self, position: &ArcGraph, key: Key, target: i32) -> Result<bool, Halted> {
        self.reply = None;
        let known = self.table.get(key, position.coins);
        if let Some(answer) = known.answers(target) {
            return Ok(answer);
        }
        self.count_node()?;
        if position.joint_count() == 0 {
            let value = simple_value(position);
            self.table.put(key, position.coins, Entry { lower: value, upper: value, ..known });
            return Ok(value >= target);
        }
        let is_marker = position.joint_count() >= MIN_SHARED && self.control.begin(question_id(key, target));
        self.path.push((key, position.coins, target));
        let answer = self.search_node(&Question { position, target }, key, known);
        self.path.pop();
        if is_marker {
            self.control.end(question_id(key, target));
        }
        if answer == Err(Halted) && self.answered == Some(self.path.len()) {
            self.answered = None;
            return self.answer(position, key, target);
        }
        answer
    }

    /// Searches a position and stores what is proved.
    fn search_node(&mut self, question: &Question<'_>, key: Key, known: Entry) -> Result<bool, Halted> {
        let Question { position, target } = *question;
        let before = self.nodes;
        let mut moves = Moves::new();
        let found = match question.generate(self.table, self.zobrist, &mut moves) {
            Err(most) => self.search_moves(position, target, &moves, most)?,
            good => good,
        };
        let work = Entry::work_of(self.nodes - before);
        let bounds = match &found {
            Ok((_, value)) => Entry { lower: (*value).max(known.lower), work, ..known },
            Err(most) => Entry { upper: (*most).min(known.upper).max(known.lower), work, ..known },
        };
        self.table.put(key, position.coins, bounds);
        self.reply = found.as_ref().ok().filter(|(mv, _)| mv.offer().offered == 0).map(|(mv, _)| mv.index);
        Ok(found.is_ok())
    }

    /// Searches moves in order. One that another thread is searching is postponed until the others are done.
    fn search_moves(&mut self, position: &ArcGraph, target: i32, moves: &Moves, mut most: i32) -> Result<SearchResult, Halted> {
        let mut refuted: Strings = 0;
        let mut postponed: ArrayVec<&Move, MAX_STRINGS> = ArrayVec::new();
        let (mut next, mut next_postponed) = (0, 0);
        let may_be_shared = position.joint_count() > MIN_SHARED;
        loop {
            let is_first_pass = next < moves.len();
            let mv = if is_first_pass {
                next += 1;
                &moves[next - 1]
            } else if next_postponed < postponed.len() {
                next_postponed += 1;
                postponed[next_postponed - 1]
            } else {
                return Ok(Err(most));
            };
            let is_free = mv.offer().offered == 0;
            if is_free && refuted >> mv.index & 1 == 1 {
                most = most.max(target - 2);
            } else if is_first_pass && next > 1 && may_be_shared && self.is_busy(mv, target) {
                postponed.push(mv);
            } else if self.is_good(position, mv, target)? {
                return Ok(Ok((*mv, mv.value_bounds(self.table)[0].max(target))));
            } else {
                let reply = self.reply.filter(|_| is_free);
                refuted |= reply.map_or(0, |reply| 1 << reply);
                most = most.max(round_to_parity(target, mv.value_bounds(self.table)[1].min(target - 2)));
            }
        }
    }

    /// Returns whether a move is worth at least `target`.
    fn is_good(&mut self, position: &ArcGraph, mv: &Move, target: i32) -> Result<bool, Halted> {
        let mut rest = *position;
        let offer = rest.open(mv.index, self.zobrist);
        let [low, high] = offer.rest_bounds(target);
        let key = mv.successor.key;
        Ok((offer.handout == 0 || self.answer(&rest, key, low)?) && !self.answer(&rest, key, high + 2)?)
    }

    /// Returns whether another thread is searching a move.
    fn is_busy(&self, mv: &Move, target: i32) -> bool {
        let [low, high] = mv.offer().rest_bounds(target);
        let key = mv.successor.key;
        self.control.is_busy(question_id(key, high + 2)) || self.control.is_busy(question_id(key, low))
    }

    /// Counts a node. Now and then looks at the limits and at the answers of other threads.
    fn count_node(&mut self) -> Result<(), Halted> {
        self.nodes += 1;
        self.uncounted += 1;
        if self.uncounted >= NODES_PER_CLOCK {
            self.control.count_nodes(std::mem::take(&mut self.uncounted))?;
        }
        if self.control.threads > 1 && self.nodes.is_multiple_of(NODES_PER_CHECK) {
            let is_answered = |&(key, coins, target): &(Key, u8, i32)| self.table.get(key, coins).answers(target).is_some();
            self.answered = self.path.iter().position(is_answered);
            if self.answered.is_some() {
                return Err(Halted);
            }
        }
        Ok(())
    }
}

/// Identifies a question among the threads.
fn question_id(key: Key, target: i32) -> u64 {
    (key >> 64) as u64 ^ mix(target as u64)
}

/// Returns the margin of a position without joints.
#[must_use]
pub(super) fn simple_value(position: &ArcGraph) -> i32 {
    let lengths = |is_loop: bool| {
        let parts = iter_bits(position.alive).map(|index| position.arcs[usize::from(index)]);
        parts.filter(move |arc| (arc.ends[0] == LOOP) == is_loop).map(|arc| u32::from(arc.length))
    };
    endgame::value(lengths(false), lengths(true))
}
