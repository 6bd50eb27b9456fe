//! A game of people against a solver, round by round: who shows a way that is no longer than the solver's has the round.
//!
//! As in the report *Rapport de projet IA41 - Rasende Roboter*: a target is drawn and a countdown runs; a wrong answer puts
//! its player out and lets the others go on; a right one ends the round.

use std::time::{Duration, Instant};

use super::board::Move;
use super::position::Position;
use super::solver::blind::Check;
use super::solver::{self, Limits, Method};

/// Against whom people play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Opponent {
    /// Depth-first search: long ways.
    Easy,
    /// Breadth-first search of a few states: the short ways only.
    Medium,
    /// The fewest moves.
    #[default]
    Hardcore,
}

/// States that the medium opponent looks at: ways of five or six moves.
const MEDIUM_STATES: u64 = 20_000;

impl Opponent {
    /// All of them, in the order of strength.
    pub const ALL: [Opponent; 3] = [Opponent::Easy, Opponent::Medium, Opponent::Hardcore];

    /// Its way to the target, if it finds one within the limits.
    #[must_use]
    pub fn way(self, position: &Position, limits: Limits<'_>) -> Option<Vec<Move>> {
        let few = limits.budget.with_node_limit(MEDIUM_STATES);
        let (method, limits) = match self {
            Opponent::Easy => (Method::Depth(Check::Generated), limits),
            Opponent::Medium => (Method::Breadth(Check::Generated), Limits { budget: &few, ..limits }),
            Opponent::Hardcore => (Method::Best, limits),
        };
        solver::solve(position, method, limits, 1).ways.into_iter().next()
    }
}

/// A person, or several at one keyboard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    /// The name.
    pub name: String,
    /// Rounds won.
    pub points: u32,
    /// Whether a wrong answer has put the player out of this round.
    pub out: bool,
}

/// How a round ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Winner {
    /// A player, by number.
    Player(usize),
    /// The engine.
    Engine,
    /// Neither: nobody found a way.
    Nobody,
}

/// A game under way.
#[derive(Clone, Debug)]
pub struct Duel {
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
    /// The engine's way.
    pub way: Option<Vec<Move>>,
}

impl Duel {
    /// The first round of a game, where the engine knows this way.
    #[must_use]
    pub fn new(names: Vec<String>, rounds: u32, seconds: f64, way: Option<Vec<Move>>, now: Instant) -> Self {
        let players = names.into_iter().map(|name| Player { name, points: 0, out: false }).collect();
        let mut duel = Duel { players, engine: 0, rounds, round: 0, seconds, deadline: now, winner: None, way: None };
        duel.begin(way, now);
        duel
    }

    /// The next round.
    pub fn begin(&mut self, way: Option<Vec<Move>>, now: Instant) {
        self.players.iter_mut().for_each(|player| player.out = false);
        self.round += 1;
        self.deadline = now + Duration::from_secs_f64(self.seconds);
        self.winner = None;
        self.way = way;
    }

    /// Seconds that are left.
    #[must_use]
    pub fn left(&self, now: Instant) -> f64 {
        self.deadline.saturating_duration_since(now).as_secs_f64()
    }

    /// Whether the last round is over.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.round == self.rounds && self.winner.is_some()
    }

    /// Ends the round for the engine if time is up.
    pub fn look_at_clock(&mut self, now: Instant) {
        if self.winner.is_none() && now >= self.deadline {
            self.concede();
        }
    }

    /// Ends the round: the engine has it if it knows a way.
    pub fn concede(&mut self) {
        if self.winner.is_none() {
            self.engine += u32::from(self.way.is_some());
            self.winner = Some(if self.way.is_some() { Winner::Engine } else { Winner::Nobody });
        }
    }

    /// A right answer of so many moves: it ends the round.
    pub fn right(&mut self, player: usize, moves: usize) {
        if self.way.as_ref().is_some_and(|way| way.len() < moves) {
            self.concede();
            return;
        }
        self.players[player].points += 1;
        self.winner = Some(Winner::Player(player));
    }

    /// A wrong answer: when all are out the round ends.
    pub fn wrong(&mut self, player: usize) {
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
        let way = vec![Move { robot: Robot::Red, direction: Direction::North }; moves];
        Duel::new(vec!["a".into(), "b".into()], 2, 10.0, Some(way), Instant::now())
    }

    #[test]
    fn the_shorter_way_wins() {
        let mut short = duel(3);
        short.right(1, 3);
        assert_eq!((short.winner.clone(), short.players[1].points), (Some(Winner::Player(1)), 1));
        assert!(!short.is_over());
        let mut long = duel(3);
        long.right(0, 4);
        assert_eq!((long.winner, long.engine), (Some(Winner::Engine), 1));
    }

    #[test]
    fn the_wrong_are_out_and_time_runs() {
        let mut duel = duel(3);
        duel.wrong(0);
        assert_eq!(duel.winner, None);
        duel.wrong(1);
        assert_eq!(duel.winner, Some(Winner::Engine));
        let now = Instant::now();
        duel.begin(None, now);
        assert!(!duel.players[0].out);
        duel.look_at_clock(now + Duration::from_secs(9));
        assert_eq!(duel.winner, None);
        duel.look_at_clock(now + Duration::from_secs(11));
        assert_eq!((duel.winner.clone(), duel.engine), (Some(Winner::Nobody), 1));
        assert!(duel.is_over());
    }
}
