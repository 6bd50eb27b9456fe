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

use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
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
    /// Targets drawn by `next` on this board.
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
            start,
            played: History::default(),
            solution: None,
            drawn: Vec::new(),
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

    /// Begins a round with another target. On an official board it is one of the printed targets, each once before any is repeated.
    fn next_target(&mut self, seed: u64) {
        let printed: Vec<Target> = Layout::from_board(&self.start.board).map(Layout::targets).unwrap_or_default();
        let mut random = Pcg64Mcg::seed_from_u64(seed.wrapping_add(self.drawn.len() as u64));
        let is_new = |target: &&Target| !self.drawn.contains(target) && **target != self.start.target;
        let left: Vec<Target> = printed.iter().filter(is_new).copied().collect();
        let target = match (left.choose(&mut random), printed.is_empty()) {
            (Some(&target), _) => target,
            (None, false) => {
                self.drawn.clear();
                printed[random.random_range(0..printed.len())]
            }
            (None, true) => random::pick_target(&mut random, &self.start.board.free_cells(), self.start.robots.len(), false),
        };
        self.drawn.push(target);
        self.begin_round(target);
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
