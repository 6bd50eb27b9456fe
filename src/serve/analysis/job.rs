//! The analysis of one position.

use std::sync::Arc;
use std::time::Instant;

use super::answer::{Answer, Failed, MoveAnswer, Reply};
use super::query::Query;
use crate::color::Color;
use crate::engine::{Engine, RequestHandle};
use crate::game::stream::{Format, Update};
use crate::protocol::{Line, parse};
use crate::search::Stop;
use crate::serve::ask;

/// One position of a query.
#[derive(Clone)]
pub struct Job {
    /// The number of the job in the order of creation.
    pub number: u64,
    pub query: Arc<Query>,
    /// Moves that are played before the analysis.
    pub turn: usize,
    /// Raised to end the analysis early.
    pub stop: Stop,
}

impl Job {
    /// Analyses the position: a two-player game's moves, or the solution of a puzzle.
    #[must_use]
    pub fn run(&self) -> Reply {
        let started = Instant::now();
        let id = self.query.id.clone();
        let failed = |why: String| Reply::Failed(Failed { turn: Some(self.turn), ..Failed::new(id.clone(), why) });
        let mut engine = match self.query.set_up(self.turn) {
            Ok(engine) => engine,
            Err(why) => return failed(why),
        };
        let situation = engine.situation();
        let mut answer = Answer::new(&self.query, self.turn);
        let has_ended = situation.ending.is_some();
        answer.to_move = situation.to_move.filter(|_| !has_ended).map(Color::name);
        let outcome = match situation.to_move {
            Some(_) if has_ended => ask(&mut engine, "final_score").map(|score| answer.result = Some(score)),
            Some(color) => self.analyze(&mut engine, &format!("analyze {}", color.name()), &mut answer),
            None => self.analyze(&mut engine, "solve", &mut answer),
        };
        if let Err(why) = outcome {
            return failed(why);
        }
        answer.seconds = started.elapsed().as_secs_f64();
        answer.canceled = self.stop.is_raised();
        Reply::Answer(answer)
    }

    /// Runs a request that searches, and stores its results in the answer.
    fn analyze(&self, engine: &mut Engine, line: &str, answer: &mut Answer) -> Result<(), String> {
        let Line::Request(request) = parse(line.as_bytes()) else { return Err("internal error".to_owned()) };
        let mut moves = Vec::new();
        let sink = &mut |update: Update<'_>| {
            if let Update::Result(candidates) = update {
                moves = candidates.iter().map(MoveAnswer::from_candidate).collect();
                answer.nodes = Some(candidates.first().map_or(0, |candidate| candidate.nodes));
            }
        };
        let handle = RequestHandle { stop: self.stop.clone(), pending: Stop::default(), sink, format: Format::Result };
        let reply = match engine.answer(&request, handle) {
            // A solver that is cancelled has found nothing.
            Err(_) if self.stop.is_raised() => String::new(),
            outcome => outcome.map_err(|failure| failure.to_string())?,
        };
        if answer.to_move.is_some() {
            answer.moves = Some(moves);
        } else {
            answer.solution = Some(reply.lines().map(str::to_owned).collect());
        }
        Ok(())
    }
}
