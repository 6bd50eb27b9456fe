//! One thread's proof search: is the margin of a quiet position at least so much?
//!
//! Null-window alpha-beta over the moves of [`moves`](super::moves). After a move that offers coins the
//! other player takes all but a handout of `c`, then chooses: the move is worth `-(offered - c + |c + V(rest)|)`. That
//! it is at least `t` means that `V(rest)` lies between two bounds: two questions about one position, instead of two
//! positions. All moves are looked up in the table before any is searched: four of five positions are
//! answered so. A move is not searched where it is the reply by which another was refuted, and nothing is given away by
//! either: what is left after both is the same, in either order. The answer is exact but for 64-bit hash collisions; time
//! grows with the number of positions that play differently, and memory is the table's.

use arrayvec::ArrayVec;

use super::effort::{Effort, Halted};
use super::endgame;
use super::graph::{MOST_STRINGS, Strings, each};
use super::key::mix;
use super::lanes::{LOOP, Marks};
use super::moves::{Found, Move, Moves, Question, even_with};
use super::quiet::Quiet;
use super::table::{Known, Table};

/// Nodes between two looks at the clock: in a table that nothing has been written to yet, a node may take a new page of it.
const BREATH: u64 = 4;

/// Nodes between two looks at what other threads have found.
const LOOK: u64 = 256;

/// Positions of fewer joints are not announced: two threads may search the same one.
const LEAST_SHARED: u32 = 7;

/// A thread of a proof.
pub struct Prover<'a> {
    marks: &'a Marks,
    table: &'a Table<'a>,
    effort: &'a Effort<'a>,
    /// The arc by which the last question was answered yes, if it gives nothing away.
    reply: Option<u8>,
    nodes: u64,
    /// Nodes that are not yet counted in `effort`.
    uncounted: u64,
    /// The questions from the first to the one at hand: keys and `t`.
    path: Vec<(u64, i32)>,
    /// The place in `path` of a question that another thread has answered.
    answered: Option<usize>,
}

impl<'a> Prover<'a> {
    /// A thread that has searched nothing yet.
    #[must_use]
    pub fn new(marks: &'a Marks, table: &'a Table<'a>, effort: &'a Effort<'a>) -> Self {
        let path = Vec::with_capacity(MOST_STRINGS);
        Prover { marks, table, effort, reply: None, nodes: 0, uncounted: 0, path, answered: None }
    }

    /// Whether the margin of a position is at least `t`, a number as even or odd as its coins.
    ///
    /// # Errors
    /// The budget ended first, or another thread has answered.
    pub fn is_at_least(&mut self, quiet: &Quiet, t: i32) -> Result<bool, Halted> {
        let answer = self.asked(quiet, quiet.key(), t);
        // An answer counts even where the budget ends with it.
        let _ = self.effort.spend(std::mem::take(&mut self.uncounted));
        answer
    }

    fn asked(&mut self, quiet: &Quiet, key: u64, t: i32) -> Result<bool, Halted> {
        self.reply = None;
        let known = self.table.get(key).unwrap_or(Known::nothing(u32::from(quiet.coins)));
        if let Some(answer) = known.answers(t) {
            return Ok(answer);
        }
        self.count_node()?;
        if quiet.joints() == 0 {
            let value = simple_value(quiet);
            self.table.put(key, Known { lower: value, upper: value, ..known });
            return Ok(value >= t);
        }
        let shared = quiet.joints() >= LEAST_SHARED;
        if shared {
            self.effort.begin(question(key, t));
        }
        self.path.push((key, t));
        let answer = self.searched(&Question { quiet, t }, key, known);
        self.path.pop();
        if shared {
            self.effort.end(question(key, t));
        }
        if answer == Err(Halted) && self.answered == Some(self.path.len()) {
            self.answered = None;
            return self.asked(quiet, key, t);
        }
        answer
    }

    fn searched(&mut self, question: &Question<'_>, key: u64, known: Known) -> Result<bool, Halted> {
        let Question { quiet, t } = *question;
        let before = self.nodes;
        let mut moves = Moves::new();
        let found = match question.list(self.table, self.marks, &mut moves) {
            Err(most) => self.search(quiet, t, &moves, most)?,
            good => good,
        };
        let work = (self.nodes - before + 2).ilog2() as u8;
        let bounds = match &found {
            Ok((mv, worth)) => Known { lower: (*worth).max(known.lower), best: mv.after.key as u16, work, ..known },
            Err(most) => Known { upper: (*most).min(known.upper).max(known.lower), work, ..known },
        };
        self.table.put(key, bounds);
        self.reply = found.as_ref().ok().filter(|(mv, _)| mv.offer().offered == 0).map(|(mv, _)| mv.place);
        Ok(found.is_ok())
    }

    /// Searches moves in order; one that another thread is at is put off until the others are done.
    fn search(&mut self, quiet: &Quiet, t: i32, moves: &Moves, mut most: i32) -> Result<Found, Halted> {
        let mut refuted: Strings = 0;
        let mut put_off: ArrayVec<&Move, MOST_STRINGS> = ArrayVec::new();
        let (mut next, mut again) = (0, 0);
        let can_be_shared = quiet.joints() > LEAST_SHARED;
        loop {
            let is_first_pass = next < moves.len();
            let mv = if is_first_pass {
                next += 1;
                &moves[next - 1]
            } else if again < put_off.len() {
                again += 1;
                put_off[again - 1]
            } else {
                return Ok(Err(most));
            };
            let is_free = mv.offer().offered == 0;
            if is_free && refuted >> mv.place & 1 == 1 {
                most = most.max(t - 2);
            } else if is_first_pass && next > 1 && can_be_shared && self.is_busy(mv, t) {
                put_off.push(mv);
            } else if self.is_good(quiet, mv, t)? {
                return Ok(Ok((*mv, mv.range(self.table)[0].max(t))));
            } else {
                let reply = self.reply.filter(|_| is_free);
                refuted |= reply.map_or(0, |reply| 1 << reply);
                most = most.max(even_with(t, mv.range(self.table)[1].min(t - 2)));
            }
        }
    }

    /// Whether a move is worth at least `t`.
    fn is_good(&mut self, quiet: &Quiet, mv: &Move, t: i32) -> Result<bool, Halted> {
        let mut rest = *quiet;
        let offer = rest.open(mv.place, self.marks);
        let [low, high] = offer.wanted(t);
        let key = mv.after.key;
        Ok((offer.handout == 0 || self.asked(&rest, key, low)?) && !self.asked(&rest, key, high + 2)?)
    }

    fn is_busy(&self, mv: &Move, t: i32) -> bool {
        let [low, high] = mv.offer().wanted(t);
        let key = mv.after.key;
        self.effort.is_busy(question(key, high + 2)) || self.effort.is_busy(question(key, low))
    }

    fn count_node(&mut self) -> Result<(), Halted> {
        self.nodes += 1;
        self.uncounted += 1;
        if self.uncounted >= BREATH {
            self.effort.spend(std::mem::take(&mut self.uncounted))?;
        }
        if self.effort.threads > 1 && self.nodes.is_multiple_of(LOOK) {
            let is_answered = |&(key, t): &(u64, i32)| self.table.get(key).is_some_and(|known| known.answers(t).is_some());
            self.answered = self.path.iter().position(is_answered);
            if self.answered.is_some() {
                return Err(Halted);
            }
        }
        Ok(())
    }
}

/// What threads call a question among themselves.
fn question(key: u64, t: i32) -> u64 {
    key ^ mix(t as u64)
}

/// The margin where there are no joints.
#[must_use]
pub fn simple_value(quiet: &Quiet) -> i32 {
    let lengths = |is_loop: bool| {
        let parts = each(quiet.alive).map(|place| quiet.arcs[usize::from(place)]);
        parts.filter(move |arc| (arc.ends[0] == LOOP) == is_loop).map(|arc| u32::from(arc.length))
    };
    endgame::value(lengths(false), lengths(true))
}
