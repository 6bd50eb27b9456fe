//! A duel of people against a solver, round by round: a solution that is no longer than the solver's wins the round.
//!
//! As in the report *Rapport de projet IA41 - Rasende Roboter*: a target is drawn and a countdown runs. A wrong answer puts its
//! player out of the round; a right one ends it.

use std::time::{Duration, Instant};

use super::board::Move;
use super::position::Position;
use super::solver::uninformed::Check;
use super::solver::{self, Limits, Method};

/// The solver that people play against.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Opponent {
    /// Depth-first search: long solutions.
    Easy,
    /// Breadth-first search of few states: short solutions only.
    Medium,
    /// The fewest moves.
    #[default]
    Hardcore,
}

/// States that the medium opponent generates: enough for solutions of five or six moves.
const MEDIUM_STATES: u64 = 20_000;

impl Opponent {
    /// All of them, in the order of strength.
    pub const ALL: [Opponent; 3] = [Opponent::Easy, Opponent::Medium, Opponent::Hardcore];

    /// Returns a solution, if it finds one within the limits.
    #[must_use]
    pub fn solve(self, position: &Position, limits: Limits<'_>) -> Option<Vec<Move>> {
        let few = limits.budget.with_node_limit(MEDIUM_STATES);
        let (method, limits) = match self {
            Opponent::Easy => (Method::Depth(Check::Generated), limits),
            Opponent::Medium => (Method::Breadth(Check::Generated), Limits { budget: &few, ..limits }),
            Opponent::Hardcore => (Method::Best, limits),
        };
        solver::solve(position, method, limits, 1).solutions.into_iter().next()
    }
}

/// A person, or several at one keyboard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    pub name: String,
    /// Rounds won.
    pub points: u32,
    /// Whether a wrong answer has put the player out of this round.
    pub out: bool,
}

/// How a round ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Winner {
    /// A player, by number.
    Player(usize),
    Engine,
    /// Nobody: no solution was found.
    Nobody,
}

/// A running duel.
#[derive(Clone, Debug)]
pub(super) struct Duel {
    /// The people.
    pub players: Vec<Player>,
    /// Rounds won by the engine.
    pub engine: u32,
    /// Rounds to be played.
    pub rounds: u32,
    /// The round that runs or ran last, from 1.
    pub round: u32,
    /// Seconds for a round.
    pub seconds: f64,
    /// When the round ends.
    deadline: Instant,
    /// How the round ended, if it has.
    pub winner: Option<Winner>,
    /// The engine's solution.
    pub solution: Option<Vec<Move>>,
}

impl Duel {
    /// Begins a duel; the engine has this solution of the first round.
    #[must_use]
    pub fn new(names: Vec<String>, rounds: u32, seconds: f64, solution: Option<Vec<Move>>, now: Instant) -> Self {
        let players = names.into_iter().map(|name| Player { name, points: 0, out: false }).collect();
        let mut duel = Duel { players, engine: 0, rounds, round: 0, seconds, deadline: now, winner: None, solution: None };
        duel.begin_round(solution, now);
        duel
    }

    /// Begins the next round; the engine has this solution.
    pub fn begin_round(&mut self, solution: Option<Vec<Move>>, now: Instant) {
        self.players.iter_mut().for_each(|player| player.out = false);
        self.round += 1;
        self.deadline = now + Duration::from_secs_f64(self.seconds);
        self.winner = None;
        self.solution = solution;
    }

    /// Returns the seconds left in the round.
    #[must_use]
    pub fn seconds_left(&self, now: Instant) -> f64 {
        self.deadline.saturating_duration_since(now).as_secs_f64()
    }

    /// Returns whether the last round is over.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.round == self.rounds && self.winner.is_some()
    }

    /// Ends the round for the engine if time is up. Returns whether this has ended it now.
    pub fn check_clock(&mut self, now: Instant) -> bool {
        let ends = self.winner.is_none() && now >= self.deadline;
        if ends {
            self.concede();
        }
        ends
    }

    /// Ends the round: the engine wins it if it has a solution.
    pub fn concede(&mut self) {
        if self.winner.is_none() {
            self.engine += u32::from(self.solution.is_some());
            self.winner = Some(if self.solution.is_some() { Winner::Engine } else { Winner::Nobody });
        }
    }

    /// Ends the round by a right answer of this number of moves: the player wins it unless the engine has a shorter solution.
    pub fn accept(&mut self, player: usize, moves: usize) {
        if self.solution.as_ref().is_some_and(|solution| solution.len() < moves) {
            self.concede();
            return;
        }
        self.players[player].points += 1;
        self.winner = Some(Winner::Player(player));
    }

    /// Puts a player out for a wrong answer; ends the round when all are out.
    pub fn reject(&mut self, player: usize) {
        self.players[player].out = true;
        if self.players.iter().all(|player| player.out) {
            self.concede();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::board::{Direction, Robot};
    use super::*;

    fn duel(moves: usize) -> Duel {
        let solution = vec![Move { robot: Robot::Red, direction: Direction::North }; moves];
        Duel::new(vec!["a".into(), "b".into()], 2, 10.0, Some(solution), Instant::now())
    }

    #[test]
    fn the_shorter_solution_wins() {
        let mut short = duel(3);
        short.accept(1, 3);
        assert_eq!((short.winner.clone(), short.players[1].points), (Some(Winner::Player(1)), 1));
        assert!(!short.is_over());
        let mut long = duel(3);
        long.accept(0, 4);
        assert_eq!((long.winner, long.engine), (Some(Winner::Engine), 1));
    }

    #[test]
    fn the_wrong_are_out_and_time_runs() {
        let mut duel = duel(3);
        duel.reject(0);
        assert_eq!(duel.winner, None);
        duel.reject(1);
        assert_eq!(duel.winner, Some(Winner::Engine));
        let now = Instant::now();
        duel.begin_round(None, now);
        assert!(!duel.players[0].out);
        assert!(!duel.check_clock(now + Duration::from_secs(9)));
        assert_eq!(duel.winner, None);
        assert!(duel.check_clock(now + Duration::from_secs(11)));
        assert!(!duel.check_clock(now + Duration::from_secs(12)));
        assert_eq!((duel.winner.clone(), duel.engine), (Some(Winner::Nobody), 1));
        assert!(duel.is_over());
    }
}
