//! Ricochet Robots: robots slide over a board until a wall or another robot stops them. The task is to bring a robot to the target
//! in the fewest slides.
//!
//! The rules: [`board`] and [`position`]; the official boards: [`quadrants`]; the solvers: [`solver`]. After A. Randolph's *Rasende
//! Roboter* (1999), and the report *Rapport de projet IA41 - Rasende Roboter* (2024), whose commands and levels are kept.

mod bench;
mod board;
mod commands;
mod difficulty;
mod duel;
mod notation;
mod picture;
mod position;
mod puzzle;
mod quadrants;
mod random;
mod reach;
mod solver;

use board::Move;
use duel::{Duel, Opponent, Winner};
use position::{Position, Refusal, Robots, Rule, Target};
use quadrants::Layout;

use std::time::Instant;

use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_pcg::Pcg64Mcg;

use crate::game::undo::{History, Undo};
use crate::grid::Cell;

/// A round of Ricochet Robots.
pub struct Ricochet {
    /// The position at the start of the round.
    start: Position,
    /// The moves made by hand since then.
    played: History<Move>,
    /// The current position.
    now: Position,
    /// The last solution, and the position that it solves.
    solution: Option<(Position, Vec<Move>)>,
    /// Targets of the rounds on this board, the first one included.
    drawn: Vec<Target>,
    /// Positions generated so far.
    generated: u64,
    /// The duel of people against the engine, if one is running.
    duel: Option<Duel>,
    /// The solver that people play against.
    opponent: Opponent,
}

/// The board when the engine starts: the sides 4B, 1A, 3B, 2B.
const FIRST_SIDES: [u8; 4] = [7, 0, 6, 5];

/// The robots when the engine starts.
const FIRST_ROBOTS: [u16; 4] = [194, 107, 48, 249];

/// The target when the engine starts.
const FIRST_TARGET: Target = Target { robot: Some(board::Robot::Green), cell: Cell(230) };

impl Default for Ricochet {
    fn default() -> Self {
        let robots: Robots = FIRST_ROBOTS.into_iter().map(Cell).collect();
        let board = Layout::new(FIRST_SIDES).map(Layout::board);
        let position = board.ok().and_then(|board| Position::new(board, robots, FIRST_TARGET, Rule::Plain).ok());
        Ricochet::from_start(position.expect("the first position is legal"))
    }
}

impl Ricochet {
    /// Makes a round that begins with a position.
    fn from_start(start: Position) -> Self {
        Ricochet {
            now: start.clone(),
            drawn: vec![start.target],
            start,
            played: History::default(),
            solution: None,
            generated: 0,
            duel: None,
            opponent: Opponent::default(),
        }
    }

    /// Makes all of these moves, or none. Returns the cell where each ends.
    ///
    /// # Errors
    /// The number, from 0, of the first move that cannot be made, and why.
    fn play(&mut self, moves: &[Move]) -> Result<Vec<Cell>, (usize, Refusal)> {
        let ends = self.now.play_all(moves)?;
        moves.iter().for_each(|&mv| self.played.push(mv));
        Ok(ends)
    }

    /// Begins a round with another position, and keeps settings and counts.
    fn with_start(&self, start: Position) -> Self {
        Ricochet { generated: self.generated, opponent: self.opponent, ..Ricochet::from_start(start) }
    }

    /// Begins a round with the robots where they are.
    fn begin_round(&mut self, target: Target) {
        self.start = self.now.new_round(target);
        self.now = self.start.clone();
        self.played = History::default();
    }

    /// Ends the round of a duel if its time is up, and then plays the engine's solution, once.
    fn check_clock(&mut self, now: Instant) {
        if self.duel.as_mut().is_some_and(|duel| duel.check_clock(now)) {
            self.play_winning_solution(&[]);
        }
    }

    /// Plays the solution that won the round, if it is over: this answer, or the engine's.
    fn play_winning_solution(&mut self, answer: &[Move]) {
        let Some(duel) = &self.duel else { return };
        let solution = match &duel.winner {
            None | Some(Winner::Nobody) => return,
            Some(Winner::Player(_)) => answer.to_vec(),
            Some(Winner::Engine) => duel.solution.clone().unwrap_or_default(),
        };
        self.undo(self.played.len());
        // The solution was checked before, so that it can be played.
        let _ = self.play(&solution);
    }

    /// Begins a round with another target: each once before any is repeated, but not one that a robot has reached already.
    fn next_target(&mut self, seed: u64) {
        let draws = self.drawn.len().saturating_sub(1);
        let mut random = Pcg64Mcg::seed_from_u64(seed.wrapping_add(draws as u64));
        let mut open = self.targets();
        open.retain(|&target| target != self.start.target && !self.now.has_robot_on(target));
        let fresh: Vec<Target> = open.iter().filter(|target| !self.drawn.contains(target)).copied().collect();
        if fresh.is_empty() {
            self.drawn = vec![self.start.target];
        }
        let left = if fresh.is_empty() { &open } else { &fresh };
        let target = left.choose(&mut random).copied().unwrap_or(self.start.target);
        self.drawn.push(target);
        self.begin_round(target);
    }

    /// Returns the targets that rounds can have: those printed on an official board, else each free cell for each robot.
    fn targets(&self) -> Vec<Target> {
        let board = &self.start.board;
        if let Some(layout) = Layout::from_board(board) {
            return layout.targets();
        }
        let cells = board.free_cells();
        let robots = self.start.robots_with_cells().map(|(robot, _)| Some(robot));
        robots.flat_map(|robot| cells.iter().map(move |&cell| Target { robot, cell })).collect()
    }
}

impl Undo for Ricochet {
    fn move_count(&self) -> usize {
        self.played.len()
    }

    fn undo(&mut self, count: usize) {
        self.played.undo(count);
        self.now = self.start.clone();
        // Moves that were possible before are possible again.
        let _ = self.now.play_all(&self.played);
    }

    fn undone_count(&self) -> usize {
        self.played.undone_count()
    }

    fn redo(&mut self, count: usize) {
        // Moves that were possible before are possible again.
        let _ = self.now.play_all(self.played.redo(count));
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::board::{Direction, Robot};
    use super::*;

    /// Solves the first position.
    const SOLUTION: [(Robot, Direction); 4] = [
        (Robot::Green, Direction::South),
        (Robot::Yellow, Direction::West),
        (Robot::Green, Direction::West),
        (Robot::Green, Direction::North),
    ];

    #[test]
    fn the_robots_move_along_the_solution_when_time_is_up() {
        let (mut game, now) = (Ricochet::default(), Instant::now());
        let solution: Vec<Move> = SOLUTION.into_iter().map(|(robot, direction)| Move { robot, direction }).collect();
        game.duel = Some(Duel::new(vec!["a".into()], 2, 10.0, Some(solution.clone()), now));
        game.play(&solution[..1]).unwrap();
        game.check_clock(now + Duration::from_secs(9));
        assert_eq!(game.played.len(), 1);
        game.check_clock(now + Duration::from_secs(11));
        assert!(game.now.is_solved());
        assert_eq!(game.played.len(), 4);
        // A second look at the clock leaves the robots where they are.
        game.undo(1);
        game.check_clock(now + Duration::from_secs(12));
        assert_eq!(game.played.len(), 3);
    }

    /// Returns the targets of this many rounds of the seed after the first.
    fn rounds(game: &mut Ricochet, seed: u64, count: usize) -> Vec<Target> {
        let draw = |_| {
            game.next_target(seed);
            assert!(!game.now.is_solved());
            game.start.target
        };
        (0..count).map(draw).collect()
    }

    #[test]
    fn each_target_comes_once_before_any_is_repeated() {
        for seed in 0..20 {
            let mut game = Ricochet::default();
            let mut drawn = rounds(&mut game, seed, 16);
            assert_eq!(rounds(&mut Ricochet::default(), seed, 16), drawn);
            let last = game.start.target;
            assert!(!drawn.contains(&FIRST_TARGET));
            drawn.sort_unstable();
            drawn.dedup();
            assert_eq!(drawn.len(), 16);
            // All are drawn: another pass begins, with another target.
            assert_ne!(rounds(&mut game, seed, 1), [last]);
        }
    }

    #[test]
    fn no_round_is_solved_at_its_beginning() {
        let first = Ricochet::default().start;
        let targets = Layout::from_board(&first.board).map(Layout::targets).unwrap();
        let robots = Robot::ALL.into_iter().take(3);
        let own = |robot| targets.iter().find(|target| target.robot == Some(robot)).unwrap().cell;
        let any = targets.iter().find(|target| target.robot.is_none()).unwrap().cell;
        let cells: Robots = robots.map(own).chain([any]).collect();
        let position = Position::new(first.board, cells, FIRST_TARGET, Rule::Plain).unwrap();
        for seed in 0..20 {
            // `rounds` checks it.
            rounds(&mut Ricochet::from_start(position.clone()), seed, 40);
        }
        let robots = [0, 1, 2, 3].into_iter().map(Cell).collect();
        let target = Target { robot: None, cell: Cell(3) };
        let tiny = Position::new(board::Board::empty(crate::grid::Size::square(2)), robots, target, Rule::Plain).unwrap();
        rounds(&mut Ricochet::from_start(tiny), 1, 40);
    }
}
